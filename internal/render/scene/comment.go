package scene

import (
	"html/template"
	"slices"
	"strings"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Thread is the view of a comment section. templates.ThreadOptions are its options, besides those of ages, feeds and
// texts.
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
	Headline string // line below the name
	Degree   string // distance from the viewer: 2nd
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
	Reposts string // empty for none
	Views   string // empty for none
	Age     string
	Depth   int        // 0: comment, 1: answer, 2: answer to an answer …
	To      *Commenter // whom an answer to an answer replies to, unless its text begins with a mention
	Voice   *Voice     // the text is its transcript
	Poll    *Poll      // the text is its question
	Answers *Counter   // below this comment; nil for none
	Replies []*Comment

	Image  template.URL // below the text
	Pinned string       // handle of the author, who pinned it; empty: it is not pinned
	Loved  *Avatar      // of the author, who liked it; nil: did not
}

// thread builds the view of a comment section.
func (b *builder) thread(p *schema.CommentProps) {
	b.phone(p.Device, isFalse(p.MobileView))
	b.viewed(p.ViewedAt)
	b.scene.View.Dark = p.DarkMode
	b.commenters, b.handles = map[string]schema.CommentUser{}, map[string]string{}
	var names []string
	// The first of an id counts, and the listed users before author and viewer.
	for _, user := range slices.Backward(slices.Concat(p.Users, []schema.CommentUser{p.PostAuthor, p.CurrentUser})) {
		b.commenters[user.ID] = user
		b.handles[bareHandle(user.Username)] = user.Name
		names = append(names, user.Name)
	}
	b.names = text.NewNames(names)
	b.scene.View.Body = &Thread{
		Count:  text.Count(p.CommentCount, b.counts()),
		Author: b.commenter(p, p.PostAuthor.ID, nil), Viewer: b.commenter(p, p.CurrentUser.ID, nil),
		AppBar: appBar(p), Video: b.image(p.VideoImage),
		Comments: b.comments(p, p.Comments, nil),
	}
}

func (b *builder) counts() string { return b.manifest.Options.Feed.Counts }

// appBar reports whether the app bar is drawn: the app has none above a player.
func appBar(p *schema.CommentProps) bool {
	return !isFalse(p.ShowHeader) && (p.ShowHeader != nil || p.VideoImage == "")
}

// comments builds comments with their answers below them. parent is nil for those of the top level.
func (b *builder) comments(p *schema.CommentProps, list []schema.Comment, parent *Comment) []*Comment {
	var out []*Comment
	for i := range list {
		c := b.comment(p, &list[i], parent)
		answers := b.comments(p, list[i].Replies, c)
		out = append(out, c)
		if parent != nil && b.manifest.Options.Thread.Replies == "flat" {
			out = append(out, answers...)
			continue
		}
		c.Replies = answers
	}
	return out
}

func (b *builder) comment(p *schema.CommentProps, c *schema.Comment, parent *Comment) *Comment {
	short, cut := text.Excerpt(c.Text, b.manifest.Options.Feed.Excerpt, b.manifest.Options.Feed.Lines)
	comment := &Comment{
		ID: c.ID, By: b.commenter(p, c.UserID, c), Text: b.rich(short, b.markup()), Cut: cut, Age: b.stamp(b.instant(c.Timestamp)),
	}
	comment.Likes = b.counter(&c.Likes)
	comment.Reposts, comment.Views = b.counter(c.Reposts), b.counter(c.Views)
	n := answers(c.Replies)
	if b.manifest.Options.Thread.Answers == "direct" {
		n = len(c.Replies)
	}
	if n > 0 {
		comment.Answers = &Counter{Text: text.Count(float64(n), b.counts()), One: n == 1}
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
	b.marks(p, c, comment)
	return comment
}

// marks adds the picture of a comment, and what the author of the post did with it.
func (b *builder) marks(p *schema.CommentProps, c *schema.Comment, comment *Comment) {
	if b.shows("image") {
		comment.Image = b.image(c.Image)
	}
	pinned, loved := c.Pinned && comment.Depth == 0 && b.shows("pinned"), c.LikedByAuthor && b.shows("likedByAuthor")
	if !pinned && !loved {
		return
	}
	author := b.commenter(p, p.PostAuthor.ID, nil)
	if pinned {
		comment.Pinned = author.Name
	}
	if loved {
		comment.Loved = &author.Avatar
	}
}

// counter writes a counter of a comment; it is empty for none.
func (b *builder) counter(n *float64) string {
	if n == nil || *n < 1 {
		return ""
	}
	return text.Count(*n, b.counts())
}

// answers counts comments and what is below them.
func answers(list []schema.Comment) int {
	n := len(list)
	for _, c := range list {
		n += answers(c.Replies)
	}
	return n
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
	person := Commenter{Username: bareHandle(username), Marked: user.IsCreator, Creator: user.IsCreator || id == p.PostAuthor.ID}
	switch style := b.manifest.Options.Feed.Names; {
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
	if b.shows("headline") {
		person.Headline = user.Headline
	}
	if b.shows("degree") {
		person.Degree = user.Degree
	}
	name := user.Name
	if text.Initials(name, 1) == "" { // as of "@mia", or of an emoji
		name = person.Username
	}
	person.Avatar = b.avatar(image, name, id)
	return person
}

// bareHandle returns a handle without what is often written before it: "@mia", and "u/mia" on Reddit.
func bareHandle(given string) string {
	return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(given, "@"), "/"), "u/")
}
