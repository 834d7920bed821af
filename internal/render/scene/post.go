package scene

import (
	"html/template"
	"maps"
	"slices"
	"strings"
	"time"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Post is the view of a post. templates.PostOptions are its options, besides those of ages, feeds and texts. What the
// manifest's fields deny is left out with a warning.
type Post struct {
	Author  PostAuthor
	Title   string
	Text    template.HTML
	Lines   int  // lines of the text that stand before "more"; 0: all of them
	Big     bool // the app sets a text this short large
	Image   template.URL
	Time    string
	Metrics map[string]*Counter // those to show, by their names in the payload
	Card    bool                // stands on a canvas: a card of its own, not a part of a screen

	Pictures *Pictures // several; Image is empty then
	Poll     *PostPoll
	Link     *PostLink
	Quote    *PostQuote
	Kinds    []string // of the reactions, whose discs show
}

// Bare reports a post of text alone.
func (p *Post) Bare() bool {
	return p.Image == "" && p.Pictures == nil && p.Poll == nil && p.Link == nil && p.Quote == nil
}

// PostAuthor is who wrote a post.
type PostAuthor struct {
	Name      string
	Username  string // without "@"; made from the name when the payload has none
	Subtitle  string
	Community string
	Verified  bool
	Degree    string // distance from the viewer: 2nd
	Avatar    Avatar
}

// Counter is a number as the app writes it.
type Counter struct {
	Text string
	One  bool // takes the singular: 1 View
}

// post builds the view of a post.
func (b *builder) post(p *schema.PostProps) {
	b.setZone(p.Timezone)
	b.viewed(p.ViewedAt)
	b.page(p.DarkMode && b.shows("darkMode"))
	b.clear(p.TransparentBackground)
	if p.DarkMode && !b.shows("darkMode") {
		b.warn("ignored", "props.darkMode: a post on %s looks the same with it", b.manifest.Name)
	}
	b.warnPlaceless(p.Post)
	post := &Post{
		Author: b.postAuthor(p.Post), Text: b.rich(strings.TrimSpace(p.Post.Content), b.markup()),
		Time: b.postTime(p), Metrics: b.postMetrics(p.Post.Metrics),
		Lines: b.postLines(p), Card: b.payload.Canvas != nil,
	}
	if b.shows("title") {
		post.Title = p.Post.Title
	}
	if b.shows("image") && len(p.Post.Images) == 0 {
		post.Image = b.image(p.Post.Image)
	}
	b.postParts(post, p)
	if p.Post.Image == "" && len(p.Post.Images) == 0 && b.manifest.Options.Post.Picture {
		b.warn("incomplete", "props.post.image: a post on %s has a picture; this one has none", b.manifest.Name)
	}
	post.Big = post.Bare() && len([]rune(p.Post.Content)) < b.manifest.Options.Post.BigBelow
	b.scene.View.Body = post
}

// postLines returns how many lines of a text stand before "more".
func (b *builder) postLines(p *schema.PostProps) int {
	if p.Expanded {
		return 0
	}
	return b.manifest.Options.Feed.Lines
}

// postTime writes when a post was posted. Where nothing says when it is looked at, the app's date is written, which stays
// true on any day.
func (b *builder) postTime(p *schema.PostProps) string {
	return b.postedAt(p, b.instant(p.Post.Timestamp))
}

// postedAt writes the time of a post or of one that it quotes.
func (b *builder) postedAt(p *schema.PostProps, t time.Time) string {
	if p.ViewedAt == "" && b.opts.Now.IsZero() && b.manifest.Options.Age.TimeUntil > 0 {
		return b.date(t, b.instant(p.Post.Timestamp).Year()) // the year in which the post is looked at, as far as one knows
	}
	return b.stamp(t)
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
		"title": p.Title != "", "image": p.Image != "", "author.subtitle": p.Author.Subtitle != "", "author.community": p.Author.Community != "",
	}
	for name, n := range metrics(p.Metrics) {
		given["metrics."+name] = n != nil
	}
	for _, path := range slices.Sorted(maps.Keys(given)) {
		name := path[strings.LastIndex(path, ".")+1:]
		if given[path] && !b.shows(name) {
			b.warn("ignored", "props.post.%s: a post on %s shows no %s", path, b.manifest.Name, name)
		}
	}
}

func (b *builder) postAuthor(p schema.Post) PostAuthor {
	a := p.Author
	author := PostAuthor{Name: a.Name, Username: b.handle(a.Username, a.Name, p.ID), Verified: a.Verified}
	if b.shows("subtitle") {
		author.Subtitle = a.Subtitle
	}
	if b.shows("community") {
		author.Community = a.Community
	}
	if b.shows("degree") {
		author.Degree = a.Degree
	}
	author.Avatar = b.avatar(a.Image, a.Name, author.Username)
	return author
}

func (b *builder) postMetrics(m schema.PostMetrics) map[string]*Counter {
	counters := map[string]*Counter{}
	for name, n := range metrics(m) {
		if n != nil && b.shows(name) && (*n >= 1 || b.manifest.Options.Post.Zeros) {
			counters[name] = &Counter{Text: text.Count(*n, b.counts()), One: int64(*n) == 1}
		}
	}
	b.leaveOnePlace(counters)
	return counters
}

// leaveOnePlace keeps the first of the counters that share a place on the app.
func (b *builder) leaveOnePlace(counters map[string]*Counter) {
	for _, place := range b.manifest.Options.Post.OnePlace {
		first, second, _ := strings.Cut(place, "/")
		if counters[first] != nil && counters[second] != nil {
			delete(counters, second)
			b.warn("ignored", "props.post: a post on %s shows %s or %s; %s are left out", b.manifest.Name, first, second, second)
		}
	}
}
