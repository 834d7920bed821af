package scene

import (
	"hash/fnv"
	"html/template"
	"slices"
	"strings"

	"mockup/internal/schema"
)

// Thread is the view of a comment section. Options of the manifest, besides those of stamp (times), count (counters)
// and markup:
//
//	names        what stands over a comment: "handle" (@mia), "username" (mia), "name" (Mia Berg) or "both", a name
//	             that keeps its own line beside the user name
//	counts       style of counters, see count
//	replies      "flat" (all answers of a comment one level in, in order) or "nested"
//	answers      what a comment's counter of answers counts: "all" below it, or those "direct"ly to it
//	reach        "made" makes up reposts and views, which every comment has on the app and none in the payload
//	excerpt      characters of a comment before "Read more"; 0: the whole text
//	lines        lines of a comment before "Read more"; 0: all of them
type Thread struct {
	Count    string // comments in all
	Author   Commenter
	Viewer   Commenter // who writes in the composer
	AppBar   bool      // youtube
	Video    template.URL
	Comments []*Comment
}

// Commenter is somebody in a comment section.
type Commenter struct {
	Name     string // as it stands over comments
	Username string // without "@"
	Avatar   Avatar
	Creator  bool // wrote the post, or is marked as a creator
	Marked   bool // is marked as a creator
}

// Comment is one comment or answer.
type Comment struct {
	ID      string
	By      Commenter
	Text    template.HTML
	Cut     bool   // the text goes on behind "Read more"
	Likes   string // empty for none
	Reposts string // made up; empty for none
	Views   string // made up
	Age     string
	Depth   int        // 0: comment, 1: answer, 2: answer to an answer …
	To      *Commenter // whom an answer to an answer replies to, unless its text begins with a mention
	Voice   *Voice     // the text is its transcript
	Poll    *Poll      // the text is its question
	Answers *Counter   // below this comment; nil for none
	Replies []*Comment
}

// thread builds the view of a comment section.
func (b *builder) thread(p *schema.CommentProps) {
	b.phone(p.Device, true)
	b.scene.View.Dark = p.DarkMode
	b.commenters = map[string]schema.CommentUser{}
	// The first of an id counts, and the listed users before author and viewer.
	for _, user := range slices.Backward(slices.Concat(p.Users, []schema.CommentUser{p.PostAuthor, p.CurrentUser})) {
		b.commenters[user.ID] = user
	}
	b.scene.View.Body = &Thread{
		Count:  count(p.CommentCount, b.counts()),
		Author: b.commenter(p, p.PostAuthor.ID, nil), Viewer: b.commenter(p, p.CurrentUser.ID, nil),
		AppBar: p.ShowHeader, Video: b.image(p.VideoImage),
		Comments: b.comments(p, p.Comments, nil),
	}
}

func (b *builder) counts() string { return b.option("counts") }

// comments builds comments with their answers below them. parent is nil for those of the top level.
func (b *builder) comments(p *schema.CommentProps, list []schema.Comment, parent *Comment) []*Comment {
	var out []*Comment
	for i := range list {
		c := b.comment(p, &list[i], parent)
		answers := b.comments(p, list[i].Replies, c)
		out = append(out, c)
		if parent != nil && b.option("replies") == "flat" {
			out = append(out, answers...)
			continue
		}
		c.Replies = answers
	}
	return out
}

func (b *builder) comment(p *schema.CommentProps, c *schema.Comment, parent *Comment) *Comment {
	text, cut := excerpt(c.Text, b.number("excerpt"), b.number("lines"))
	comment := &Comment{
		ID: c.ID, By: b.commenter(p, c.UserID, c), Text: Rich(text, b.markup()), Cut: cut, Age: b.stamp(b.instant(c.Timestamp)),
	}
	if c.Likes >= 1 {
		comment.Likes = count(c.Likes, b.counts())
	}
	if b.option("reach") == "made" {
		reposts, views := reach(c)
		comment.Views = count(views, b.counts())
		if reposts >= 1 {
			comment.Reposts = count(reposts, b.counts())
		}
	}
	n := answers(c.Replies)
	if b.option("answers") == "direct" {
		n = len(c.Replies)
	}
	if n > 0 {
		comment.Answers = &Counter{Text: count(float64(n), b.counts()), One: n == 1}
	}
	if parent != nil {
		comment.Depth = parent.Depth + 1
		if parent.Depth > 0 && !strings.HasPrefix(c.Text, "@") {
			comment.To = &parent.By
		}
	}
	if a := c.Attachment; a != nil && b.shows("attachment") {
		comment.Voice, comment.Poll = voice(c), b.poll(a)
	}
	return comment
}

// answers counts comments and what is below them.
func answers(list []schema.Comment) int {
	n := len(list)
	for _, c := range list {
		n += answers(c.Replies)
	}
	return n
}

// reach makes up how often a comment was passed on and seen, in keeping with its likes: always the same for the same
// comment.
func reach(c *schema.Comment) (reposts, views float64) {
	hash := fnv.New64a()
	hash.Write([]byte(c.ID))
	chance := roll(int64(hash.Sum64()), 0)
	return c.Likes * between(chance, .004, .03), between(chance, 20, 200) + c.Likes*between(chance, 15, 60)
}

// commenter finds a person of the thread. The comment may give other names and pictures for itself.
func (b *builder) commenter(p *schema.CommentProps, id string, c *schema.Comment) Commenter {
	user := b.commenters[id]
	image, username := user.Avatar, user.Username
	if c != nil && c.Avatar != "" {
		image = c.Avatar
	}
	if c != nil && c.Username != "" {
		username = c.Username
	}
	person := Commenter{Username: strings.TrimPrefix(username, "@"), Marked: user.IsCreator, Creator: user.IsCreator || id == p.PostAuthor.ID}
	switch style := b.option("names"); {
	case style == "both", style == "name" && username == user.Username:
		person.Name = user.Name
	case style == "handle" && person.Username != "":
		person.Name = "@" + person.Username
	default:
		person.Name = person.Username
	}
	if person.Name == "" {
		person.Name = user.Name
	}
	person.Avatar = b.avatar(image, user.Name, id)
	return person
}
