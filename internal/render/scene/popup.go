package scene

import (
	"html/template"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// Popup is the view of comment cards that pop up one after another. Options of a look's manifest, besides those of
// stamp (ages), count (counters) and markup:
//
//	names   "handle" (@mia) is what stands for a name that is not given; default: the user name alone
//	counts  style of counters, see count; default "short"
//	lines   lines of a comment before its rest is left out; default 0: all of them
type Popup struct {
	Background template.CSS
	Cards      []*Card
	Length     time.Duration // of the video
	Sound      bool          // a pop for every card

	frame Size
	seed  int64
}

// Card is one comment on its card.
type Card struct {
	Platform string
	HTML     template.HTML // as its look draws it
	Corner   *Point        // upper left, once the cards are placed
	Onset    time.Duration // when it begins to pop up

	x, y *float64 // where the payload wants its centre, from the frame's
}

// CardFace is what a look draws on a card. Ages and counters are not in the payload: they are rolled.
type CardFace struct {
	Name     string // as it stands over the comment
	Username string // without "@"
	Avatar   Avatar
	Text     template.HTML
	Cut      bool // the text goes on
	Age      string

	Replies, Reposts, Likes, Views string
}

// popup builds the view of a pop-up video. Its cards are not placed yet: their sizes are known only once they are
// laid out.
func (b *builder) popup(p *schema.PopupProps) error {
	popup := &Popup{Background: css(p.Background), Sound: p.Sound, frame: b.popupFrame(p), seed: p.Seed}
	b.scene.View.Body = popup
	looks := map[string]bool{}
	texts := make([]string, len(p.Comments))
	for i := range p.Comments {
		c := &p.Comments[i]
		look, err := b.set.Lookup(string(schema.CommentPopup), c.Platform)
		if err != nil {
			return err
		}
		if !looks[c.Platform] {
			looks[c.Platform] = true
			b.scene.Template = b.scene.Template.With(look)
		}
		html, err := look.Partial("card", b.cardFace(look, c, roll(p.Seed, i)))
		if err != nil {
			return err
		}
		texts[i] = c.Text
		popup.Cards = append(popup.Cards, &Card{Platform: c.Platform, HTML: html, x: c.X, y: c.Y})
	}
	var onsets []time.Duration
	onsets, popup.Length = pace(texts, p.Speed)
	for i, card := range popup.Cards {
		card.Onset = onsets[i]
	}
	return nil
}

// popupFrame sets up the frame and returns its size in the pixels that payloads measure in.
func (b *builder) popupFrame(p *schema.PopupProps) Size {
	layout, pixels := Size{500, 889}, Size{1080, 1920}
	if p.AspectRatio == "16:9" {
		layout, pixels = Size{1422, 800}, Size{1920, 1080}
	}
	s := b.scene
	s.Width, s.Height = int(layout.Width), int(layout.Height)
	// The layout is a fraction of a pixel off the frame's ratio; the frame is covered, and what reaches beyond is cut.
	s.Zoom = max(pixels.Width/layout.Width, pixels.Height/layout.Height)
	if c, err := p.Background.NRGBA(); err == nil {
		s.Clear = c.A < 255
	}
	s.View.Width, s.View.Height, s.View.Clear = s.Width, s.Height, s.Clear
	return layout
}

// Place puts the cards, which have these sizes, to where they pop up.
func (p *Popup) Place(sizes []Size) {
	boxes := make([]box, len(p.Cards))
	for i, card := range p.Cards {
		boxes[i] = box{Size: sizes[i], x: card.x, y: card.y}
	}
	for i, centre := range scatter(p.frame, boxes, p.seed) {
		p.Cards[i].Corner = &Point{
			X: hundredths(p.frame.Width/2 + centre.X - sizes[i].Width/2),
			Y: hundredths(p.frame.Height/2 + centre.Y - sizes[i].Height/2),
		}
	}
}

// hundredths cuts a length to what a style sheet needs of it.
func hundredths(x float64) float64 { return math.Round(x*100) / 100 }

func (b *builder) cardFace(look *templates.Template, c *schema.PopupComment, chance *rand.Rand) CardFace {
	own := *b
	own.manifest = look.Manifest
	text, cut := excerpt(c.Text, 0, own.number("lines", 0))
	face := CardFace{
		Name: c.Name, Username: strings.TrimPrefix(c.Username, "@"), Text: Rich(text, own.markup()), Cut: cut,
		Age: own.stamp(b.now.Add(-rollAge(chance))),
	}
	if face.Name == "" {
		face.Name = face.Username
	}
	face.Avatar = own.avatar(c.Avatar, face.Name, face.Username)
	if c.Name == "" && own.option("names", "") == "handle" {
		face.Name = "@" + face.Username
	}
	likes := between(chance, 40, 60_000)
	face.Likes = count(likes, own.counts())
	face.Replies = count(likes*between(chance, .01, .06), own.counts())
	face.Reposts = count(likes*between(chance, .03, .2), own.counts())
	face.Views = count(likes*between(chance, 15, 60), own.counts())
	return face
}

// rollAge rolls how old a comment is: from minutes to six days, so that every app writes an age and none a date.
func rollAge(chance *rand.Rand) time.Duration {
	return time.Duration(between(chance, 8, 6.9*24*60)) * time.Minute
}

// between rolls a number whose order of magnitude is as likely as any other between the two, as counters are.
func between(chance *rand.Rand, least, most float64) float64 {
	return least * math.Exp(chance.Float64()*math.Log(most/least))
}
