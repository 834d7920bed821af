package scene

import (
	"html/template"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"mockup/internal/schema"
)

// Post is the view of a post. Options of the manifest, besides those of stamp (times), count (counters) and markup:
//
//	counts        style of counters, see count
//	zeros         "show" writes counters of zero as 0; "" leaves them out, as most apps do beside an icon
//	excerpt       characters of the text before "more"; 0: the whole text
//	lines         lines of the text before "more"; 0: all of them
//	handleDomain  put behind user names without a dot, as ".bsky.social"
//	bigBelow      characters below which a text without a picture is set large; 0: never
//
// What the manifest's fields deny is left out with a warning.
type Post struct {
	Author  PostAuthor
	Title   string
	Text    template.HTML
	Cut     bool // the text goes on behind "more"
	Big     bool // the app sets a text this short large
	Image   template.URL
	Time    string
	Metrics map[string]*Counter // those to show, by their names in the payload
	Card    bool                // stands on a canvas: a card of its own, not a part of a screen
}

// PostAuthor is who wrote a post.
type PostAuthor struct {
	Name      string
	Username  string // without "@"; made from the name when the payload has none
	Subtitle  string
	Community string
	Verified  bool
	Avatar    Avatar
}

// Counter is a number as the app writes it.
type Counter struct {
	Text string
	One  bool // takes the singular: 1 View
}

// post builds the view of a post.
func (b *builder) post(p *schema.PostProps) {
	b.page(p.DarkMode && b.shows("darkMode"))
	b.clear(p.TransparentBackground)
	if p.DarkMode && !b.shows("darkMode") {
		b.warn("ignored", "a post on %s looks the same with darkMode", b.manifest.Name)
	}
	b.warnPlaceless(p.Post)
	text, cut := excerpt(p.Post.Content, b.number("excerpt"), b.number("lines"))
	post := &Post{
		Author: b.postAuthor(p.Post.Author), Text: Rich(text, b.markup()), Cut: cut,
		Time: b.stamp(b.instant(p.Post.Timestamp)), Metrics: b.postMetrics(p.Post.Metrics),
		Card: b.payload.Canvas != nil,
	}
	if b.shows("title") {
		post.Title = p.Post.Title
	}
	if b.shows("image") {
		post.Image = b.image(p.Post.Image)
	}
	post.Big = post.Image == "" && len([]rune(p.Post.Content)) < b.number("bigBelow")
	b.scene.View.Body = post
}

// metrics lists the counters of a post under their names.
func metrics(m schema.PostMetrics) map[string]*float64 {
	return map[string]*float64{
		"likes": m.Likes, "comments": m.Comments, "reposts": m.Reposts, "shares": m.Shares, "views": m.Views,
		"bookmarks": m.Bookmarks, "saves": m.Saves, "reactions": m.Reactions, "upvotes": m.Upvotes, "downvotes": m.Downvotes,
	}
}

// warnPlaceless warns about what the payload gives and the app has no place for.
func (b *builder) warnPlaceless(p schema.Post) {
	given := map[string]bool{
		"title": p.Title != "", "image": p.Image != "", "subtitle": p.Author.Subtitle != "", "community": p.Author.Community != "",
	}
	for name, n := range metrics(p.Metrics) {
		given[name] = n != nil
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if given[name] && !b.shows(name) {
			b.warn("ignored", "a post on %s shows no %s", b.manifest.Name, name)
		}
	}
}

func (b *builder) postAuthor(a schema.PostAuthor) PostAuthor {
	author := PostAuthor{Name: a.Name, Username: strings.TrimPrefix(a.Username, "@"), Verified: a.Verified}
	if author.Username == "" {
		author.Username = usernameOf(a.Name)
	}
	if domain := b.option("handleDomain"); author.Username != "" && !strings.Contains(author.Username, ".") {
		author.Username += domain
	}
	if b.shows("subtitle") {
		author.Subtitle = a.Subtitle
	}
	if b.shows("community") {
		author.Community = a.Community
	}
	author.Avatar = b.avatar(a.Image, a.Name, author.Username)
	return author
}

func (b *builder) postMetrics(m schema.PostMetrics) map[string]*Counter {
	counters := map[string]*Counter{}
	for name, n := range metrics(m) {
		if n != nil && b.shows(name) && (*n >= 1 || b.option("zeros") == "show") {
			counters[name] = &Counter{Text: count(*n, b.option("counts")), One: int64(*n) == 1}
		}
	}
	return counters
}

// usernameOf makes a user name of a name, as the apps propose one: its Latin letters, without accents, and digits, small.
func usernameOf(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return -1
	}, norm.NFD.String(strings.ToLower(name)))
}
