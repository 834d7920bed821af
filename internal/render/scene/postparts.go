package scene

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// PostQuote is the view of a post that another one quotes or shares.
type PostQuote struct {
	Author PostAuthor
	Text   template.HTML
	Lines  int  // as of the post itself
	Cut    bool // the text goes on behind "Show more"
	Image  template.URL
	Time   string
}

// PostPoll is the view of a poll in a post.
type PostPoll struct {
	Poll
	Question string
	Results  bool // the viewer has voted, or it is closed
	Later    bool // the viewer votes while it is shown
	Counts   bool // the viewer has just voted: its bars grow
}

// PostLink is the view of a web page below a post.
type PostLink struct {
	Title, Description, Host string
	Image                    template.URL
}

// postParts adds what a post holds beside its text. Pictures, a poll and a link exclude each other.
func (b *builder) postParts(post *Post, p *schema.PostProps) {
	switch {
	case len(p.Post.Images) > 0 && b.shows("images"):
		post.Pictures = b.postPictures(p.Post.Images)
	case p.Post.Image != "":
	case p.Post.Poll != nil && b.shows("poll"):
		post.Poll = b.postPoll(p.Post.Poll)
	case p.Post.Link != nil && b.shows("link"):
		post.Link = b.postLink(p.Post.Link)
	}
	if p.Post.Quote != nil && b.shows("quote") {
		post.Quote = b.postQuote(p)
	}
	post.Kinds = b.reactionKinds(p.Post)
}

func (b *builder) postQuote(p *schema.PostProps) *PostQuote {
	q := p.Post.Quote
	short, cut := text.Excerpt(q.Content, b.manifest.Options.Post.QuoteExcerpt, 0)
	return &PostQuote{
		Author: b.postAuthor(schema.Post{ID: p.Post.ID + " quote", Author: q.Author}), Text: b.rich(short, b.markup()), Cut: cut,
		Lines: b.postLines(p), Image: b.image(q.Image), Time: b.quoteTime(p, b.instant(q.Timestamp)),
	}
}

// quoteTime writes when a quoted post was posted. Apps that write the whole date of a post shorten that of a quoted one.
func (b *builder) quoteTime(p *schema.PostProps, t time.Time) string {
	o := b.manifest.Options.Post
	switch {
	case o.QuoteLayout == "":
		return b.postedAt(p, t)
	case b.now.Sub(t) < 5*time.Second:
		return "now"
	case b.now.Sub(t) < time.Duration(o.QuoteUntil)*24*time.Hour:
		return ageOf(t, b.now, false).short()
	case t.Year() != b.now.Year() && !strings.Contains(o.QuoteLayout, "2006"):
		return t.Format(o.QuoteLayout + ", 2006")
	}
	return t.Format(o.QuoteLayout)
}

func (b *builder) postPoll(p *schema.PostPoll) *PostPoll {
	options := slices.Clone(p.Options)
	for i := range options {
		if p.Voted != "" && options[i].ID == p.Voted {
			options[i].Votes = max(options[i].Votes, 1) // the viewer's own
		}
	}
	poll := &PostPoll{Poll: b.pollOf(options, p.Closed, p.EndsIn), Results: p.Closed || p.Voted != ""}
	if b.shows("question") {
		poll.Question = p.Question
	}
	votes := make([]int64, len(options))
	var total int64
	for i, option := range options {
		poll.Options[i].Chosen = p.Voted != "" && option.ID == p.Voted
		poll.Options[i].Share = strconv.Itoa(poll.Options[i].Percent)
		votes[i] = option.Votes
		total += option.Votes
	}
	if b.manifest.Options.Post.ExactPolls {
		poll.Votes = text.Commas(total)
		for i, tenths := range shares(votes, 1000) {
			poll.Options[i].Share = strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64)
		}
	}
	return poll
}

func (b *builder) postLink(l *schema.PostLink) *PostLink {
	card := &PostLink{Title: strings.TrimSpace(l.Title), Host: l.URL.Host(), Image: b.image(l.Image)}
	if b.shows("linkDescription") {
		card.Description = strings.TrimSpace(l.Description)
	}
	return card
}

// reactionKinds returns the kinds of reactions whose discs show: those that the payload gives and the app has, or else those
// that are usual. There are no more kinds than reactions.
func (b *builder) reactionKinds(p schema.Post) []string {
	known := schema.ReactionKinds(b.payload.Platform)
	kinds := slices.DeleteFunc(slices.Clone(p.ReactionKinds), func(kind string) bool { return !slices.Contains(known, kind) })
	if len(kinds) == 0 {
		kinds = b.manifest.Options.Post.Kinds
	}
	for _, n := range []*float64{p.Metrics.Reactions, p.Metrics.Likes} {
		if n != nil && *n >= 1 { // the one that is shown
			return kinds[:int(min(*n, float64(len(kinds))))]
		}
	}
	return kinds
}

// Pictures is how several pictures of a post stand together. Those that are not shown are not loaded.
type Pictures struct {
	Form          string // the option pictures
	Width, Height int    // CSS pixels; a carousel has the height of its first picture
	Count         int
	Shown         []Picture
	Dots          []string // of a carousel, as the classes "on", "", "small" and "tiny"
}

// postPictures arranges at least two pictures.
func (b *builder) postPictures(images []schema.ImageRef) *Pictures {
	o := b.manifest.Options.Post
	if most := o.PicturesMost; most > 0 && len(images) > most {
		b.warn("ignored", "props.post.images: a post on %s has up to %d pictures; the others are left out", b.manifest.Name, most)
		images = images[:most]
	}
	all := &Pictures{Form: o.Pictures, Width: o.PicturesWidth, Count: len(images)}
	boxes := make([]Box, 1)
	if o.Pictures == "carousel" {
		all.Dots = carouselDots(len(images))
	} else {
		boxes = placePictures(o.Pictures, b.imageShapes(images), o.PicturesWidth, o.PicturesGap)
	}
	for i, box := range boxes {
		all.Shown = append(all.Shown, Picture{Image: b.image(images[i]), Box: box})
		all.Height = max(all.Height, box.Y+box.Height)
	}
	if o.Pictures == "banner" {
		all.Shown[len(boxes)-1].More = len(images) - len(boxes)
	}
	return all
}

// imageShapes returns the shapes of pictures, their widths divided by their heights.
func (b *builder) imageShapes(images []schema.ImageRef) []float64 {
	shapes := make([]float64, len(images))
	for i, image := range images {
		shapes[i] = b.shape(image)
	}
	return shapes
}

// placePictures returns the places of the pictures that are shown.
func placePictures(form string, shapes []float64, width, gap int) []Box {
	switch form {
	case "quad":
		return quad(len(shapes), width, gap)
	case "blocks":
		return blocks(len(shapes), width, gap)
	case "strip":
		return strip(shapes, width, gap)
	}
	return banner(shapes, width, gap)
}

// quad fills a rectangle of 16:9 with up to four pictures.
func quad(count, width, gap int) []Box { return halves(count, width, width*9/16, gap) }

// halves fills a rectangle with two to four pictures: two beside each other, one left of two, or two rows.
func halves(count, width, height, gap int) []Box {
	columns := share(squares(2), width, gap)
	rows := share(squares(2), height, gap)
	left, right := columns[0], columns[1]
	top, bottom := rows[0], rows[1]
	switch count {
	case 2:
		return []Box{{Width: left.length, Height: height}, {X: right.at, Width: right.length, Height: height}}
	case 3:
		return []Box{
			{Width: left.length, Height: height}, {X: right.at, Width: right.length, Height: top.length},
			{X: right.at, Y: bottom.at, Width: right.length, Height: bottom.length},
		}
	}
	var boxes []Box
	for _, row := range rows {
		for _, column := range columns {
			boxes = append(boxes, Box{X: column.at, Y: row.at, Width: column.length, Height: row.length})
		}
	}
	return boxes
}

// blocks places up to four pictures: two squares, a square left of two halves of one, or two rows of 3:2.
func blocks(count, width, gap int) []Box {
	if count < 4 {
		return halves(count, width, (width-gap)/2, gap)
	}
	row := []float64{1.5, 1.5}
	return justify([][]float64{row, row}, width, gap)
}

// banner places up to five pictures over the whole width. A first picture that is taller than wide stands left of the others,
// and one that is not above them; five are two above three.
func banner(shapes []float64, width, gap int) []Box {
	const tall, wide = .9, 1.25
	first := shapes[0]
	switch count := len(shapes); {
	case count == 2 && min(first, shapes[1]) > wide:
		return justify([][]float64{{2}, {2}}, width, gap)
	case count == 2 && max(first, shapes[1]) < tall:
		return justify([][]float64{{.6, .6}}, width, gap)
	case count == 2:
		return justify([][]float64{squares(2)}, width, gap)
	case count > 4:
		return justify([][]float64{squares(2), squares(3)}, width, gap)
	case first < tall:
		return besideFirst(append([]float64{first}, squares(count-1)...), width, gap, width)
	}
	return justify([][]float64{{1.5}, squares(len(shapes) - 1)}, width, gap)
}

// The height of pictures that stand in a row, in CSS pixels, and the shape of the widest of them: the next one is seen.
const (
	stripHeight = 245
	stripMost   = 1.14
)

// strip places pictures in a row that goes on behind the edge of the screen. What lies behind it is left out.
func strip(shapes []float64, width, gap int) []Box {
	var boxes []Box
	x := 0
	for _, shape := range shapes {
		if x > width+gap {
			break
		}
		box := Box{X: x, Width: int(stripHeight * min(max(shape, .6), stripMost)), Height: stripHeight}
		boxes = append(boxes, box)
		x += box.Width + gap
	}
	return boxes
}

// carouselDots returns the dots below a carousel that shows its first picture. Of more than five pictures the last dots are
// smaller.
func carouselDots(count int) []string {
	dots := make([]string, min(count, 5))
	dots[0] = "on"
	if count > len(dots) {
		dots[3], dots[4] = "small", "tiny"
	}
	return dots
}
