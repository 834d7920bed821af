package scene

import (
	"fmt"
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
//	names   "handle" (@mia) is what stands for a name that is not given; "username": the user name alone
//	counts  style of counters, see count
//	lines   lines of a comment before its rest is left out; 0: all of them
type Popup struct{ Background template.CSS }

// popupBleed is how far the shadow of a card reaches: 6 pixels down and three deviations of 9.
const popupBleed = 33

// Card is one comment on its card, an item of the film.
type Card struct {
	Platform string
	HTML     template.HTML // as its look draws it
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

// popup builds the film of a pop-up video. Its cards are placed later: their sizes are known only once they are laid
// out.
func (b *builder) popup(p *schema.PopupProps) error {
	frame := b.popupFrame(p)
	b.scene.View.Body = &Popup{Background: css(p.Background)}
	cards, err := b.cards(p)
	if err != nil {
		return err
	}
	film := &Film{Bleed: popupBleed, Place: func(sizes []Size) []Point { return placeCards(frame, p, sizes) }}
	b.scene.Film = film
	texts := make([]string, len(p.Comments))
	for i, comment := range p.Comments {
		texts[i] = comment.Text
	}
	var onsets []time.Duration
	onsets, film.Length = pace(texts, p.Speed)
	for i, card := range cards {
		item, err := b.item(film, Item{Slot: "cards", Key: fmt.Sprintf("card %d", i), Enter: "spring"}, "article", card)
		if err != nil {
			return err
		}
		film.Steps = append(film.Steps, Step{At: onsets[i], Put: []int{item}})
	}
	if p.Sound {
		film.Pops = onsets
	}
	return nil
}

// cards draws the cards in their looks, whose style sheets the template gets.
func (b *builder) cards(p *schema.PopupProps) ([]Card, error) {
	var cards []Card
	looks := map[string]bool{}
	for i := range p.Comments {
		c := &p.Comments[i]
		look, err := b.set.Lookup(string(schema.CommentPopup), c.Platform)
		if err != nil {
			return nil, err
		}
		if !looks[c.Platform] {
			looks[c.Platform] = true
			b.scene.Template = b.scene.Template.With(look)
		}
		html, err := look.Partial("card", b.cardFace(look, c, roll(p.Seed, i)))
		if err != nil {
			return nil, err
		}
		cards = append(cards, Card{Platform: c.Platform, HTML: html})
	}
	return cards, nil
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

// placeCards finds the corners of the cards that have these sizes.
func placeCards(frame Size, p *schema.PopupProps, sizes []Size) []Point {
	boxes := make([]box, len(sizes))
	for i, size := range sizes {
		boxes[i] = box{Size: size, x: p.Comments[i].X, y: p.Comments[i].Y}
	}
	corners := scatter(frame, boxes, p.Seed)
	for i, size := range sizes {
		corners[i].X += (frame.Width - size.Width) / 2
		corners[i].Y += (frame.Height - size.Height) / 2
	}
	return corners
}

func (b *builder) cardFace(look *templates.Template, c *schema.PopupComment, chance *rand.Rand) CardFace {
	own := *b
	own.manifest = look.Manifest
	text, cut := excerpt(c.Text, 0, own.number("lines"))
	face := CardFace{
		Name: c.Name, Username: strings.TrimPrefix(c.Username, "@"), Text: Rich(text, own.markup()), Cut: cut,
		Age: own.stamp(b.now.Add(-rollAge(chance))),
	}
	if face.Name == "" {
		face.Name = face.Username
	}
	face.Avatar = own.avatar(c.Avatar, face.Name, face.Username)
	if c.Name == "" && own.option("names") == "handle" {
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
