package scene

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/rivo/uniseg"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/scene/text"
	"mockup/internal/render/sound"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// Popup is the view of comment cards that pop up one after another. A look's options are those of ages, feeds and texts.
type Popup struct {
	Background template.CSS
	Wide       bool // 16:9: cards are larger against the frame
	Key        bool // the background is keyed out: no shadow soils its colour
}

// popupBleed is how far the shadow of a card reaches: 6 pixels down and three deviations of 9, at the greatest zoom of a
// card in the wide frame.
const popupBleed = 57

// Card is one comment on its card, an item of the board.
type Card struct {
	Platform string
	HTML     template.HTML // as its look draws it
	Long     bool          // its text takes many lines
	Tilt     float64       // degrees, clockwise
}

// CardFace is what a look draws on a card. Ages and counters are not in the payload: they are rolled, and so are the likes and the
// seals of x where the payload does not say them.
type CardFace struct {
	Name     string // as it stands over the comment
	Username string // without "@"
	Avatar   Avatar
	Text     template.HTML
	Cut      bool // the text goes on
	Age      string
	Verified bool
	Sealed   bool // the payload says that it is verified

	Replies, Reposts, Likes, Views string
}

// popup builds the video of a pop-up video. Its cards are placed later: their sizes are known only once they are laid
// out.
func (b *builder) popup(p *schema.PopupProps) error {
	frame := b.popupFrame(p)
	b.scene.View.Body = &Popup{Background: css(p.Background), Wide: p.AspectRatio == "16:9", Key: keyed(p.Background)}
	cards, err := b.cards(p)
	if err != nil {
		return err
	}
	board := &storyboard.Storyboard{Bleed: cardBleed(p), Scatter: scatterCards(frame, p)}
	b.scene.Storyboard = board
	if p.Sound {
		board.Sounds = &storyboard.Sounds{Kinds: map[storyboard.CueKind]sound.Kind{storyboard.CuePop: sound.Pops}}
	}
	plan, beats, intro, err := b.pacePopup(p)
	if err != nil {
		return err
	}
	board.Length, board.Cues = plan.Length, frameCues(intro, plan)
	texts, onsets := make([]string, len(p.Comments)), make([]time.Duration, len(p.Comments))
	for i, comment := range p.Comments {
		texts[i], onsets[i] = comment.Text, plan.Moments[i].At
	}
	board.Scatter.Until = readUntil(texts, onsets)
	for i, card := range cards {
		comment, moment := p.Comments[i], plan.Moments[i]
		item, err := b.addItem(board, storyboard.Item{Slot: "cards", Key: cardKey(i), Path: itemPath("comments", i), Enter: "spring", Leave: cardLeave(comment)}, "article", card)
		if err != nil {
			return err
		}
		board.Steps = append(board.Steps, storyboard.Step{At: moment.At, Put: []int{item}})
		board.Cues = append(board.Cues, storyboard.Cue{
			At: moment.At, End: moment.Next, Kind: storyboard.CuePop, ID: comment.ID, Sender: cmp.Or(comment.Name, comment.Username), Text: comment.Text,
		})
	}
	addExits(board, p, plan)
	addVoices(board, plan, beats, func(beat int) spoken {
		c := p.Comments[beat]
		return spoken{ref: c.Narration, id: c.ID, sender: cmp.Or(c.Name, c.Username)}
	})
	if plan.Back < plan.Length {
		board.Loop(plan.Back)
	}
	return nil
}

// keyed reports whether a background is keyed out: the preset green, or the green that editors offer first.
func keyed(background schema.PopupBackground) bool {
	return slices.Contains([]template.CSS{css(schema.PopupBackground("green")), css(schema.PopupBackground("#00ff00"))}, css(background))
}

func cardKey(i int) string { return fmt.Sprintf("card %d", i) }

// cardLeave is how a card goes before the end; cards that stay have none.
func cardLeave(c schema.PopupComment) string {
	if c.Exit == nil {
		return ""
	}
	return "shrink"
}

// cardBleed is how far a card reaches out of its box: its shadow, and its corners where it is turned. No card is larger than
// the frame. Where cards stand to be drawn, they have that room on both sides. In the narrow frame no more is left beside the widest
// card. A card turned by the most that is allowed needs it all.
func cardBleed(p *schema.PopupProps) int {
	const longest, beside = 800, (500 - 344) / 2
	most := 0.0
	for _, c := range p.Comments {
		most = max(most, math.Abs(c.Tilt))
	}
	bleed := popupBleed + int(math.Ceil(longest/2*math.Sin(most*math.Pi/180)))
	if p.AspectRatio != "16:9" {
		bleed = min(bleed, beside)
	}
	return bleed
}

// addExits lets cards go that do not stay. One that would go after the end stays.
func addExits(board *storyboard.Storyboard, p *schema.PopupProps, plan pace.Plan) {
	for i, c := range p.Comments {
		if c.Exit == nil {
			continue
		}
		if at := plan.Moments[i].At + time.Duration(*c.Exit*float64(time.Second)); at < plan.Back {
			board.Steps = append(board.Steps, storyboard.Step{At: at, Drop: []string{cardKey(i)}})
		}
	}
	slices.SortStableFunc(board.Steps, func(a, b storyboard.Step) int { return cmp.Compare(a.At, b.At) })
}

// longText is the columns of a text from which on its card is broader in the wide frame, where it would be too tall.
const longText = 180

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
		html, err := look.Partial("card", b.cardFace(look, c, rollCard(p.Seed, i, c)))
		if err != nil {
			return nil, err
		}
		cards = append(cards, Card{Platform: c.Platform, HTML: html, Long: uniseg.StringWidth(c.Text) > longText, Tilt: c.Tilt})
	}
	return cards, nil
}

// size is a width and a height, in pixels.
type size struct{ width, height float64 }

// popupFrame sets up the frame and returns its size in CSS pixels, which payloads measure in.
func (b *builder) popupFrame(p *schema.PopupProps) size {
	layout, pixels := size{500, 889}, size{1080, 1920}
	if p.AspectRatio == "16:9" {
		layout, pixels = size{1422, 800}, size{1920, 1080}
	}
	s := b.scene
	s.Width, s.Height = int(layout.width), int(layout.height)
	// The layout is a fraction of a pixel off the frame's ratio; the frame is covered, and what reaches beyond is cut.
	s.Zoom = max(pixels.width/layout.width, pixels.height/layout.height)
	if c, err := p.Background.NRGBA(); err == nil {
		s.Clear = c.A < 255
	}
	s.View.Width, s.View.Height, s.View.Clear = s.Width, s.Height, s.Clear
	return layout
}

// scatterCards spreads the cards over the frame, but for those whose place the payload gives.
func scatterCards(frame size, p *schema.PopupProps) *storyboard.Scatter {
	scatter := &storyboard.Scatter{Width: frame.width, Height: frame.height, Seed: p.Seed}
	for _, c := range p.Comments {
		scatter.Offsets = append(scatter.Offsets, storyboard.Offset{X: c.X, Y: c.Y, Tilt: c.Tilt})
	}
	return scatter
}

// roll returns a source of chance that is the same for the same two numbers.
func roll(seed, other int64) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), uint64(other))) }

// rollCard returns the source of chance of a card: its place and all that it says take part, so that equal seeds do not
// give different comments the same counters and ages.
func rollCard(seed int64, card int, c *schema.PopupComment) *rand.Rand {
	return roll(seed, int64(hash(strconv.Itoa(card), c.Platform, c.Name, c.Username, c.Text)))
}

func (b *builder) cardFace(look *templates.Template, c *schema.PopupComment, chance *rand.Rand) CardFace {
	own := *b
	own.manifest = look.Manifest
	short, cut := text.Excerpt(c.Text, 0, own.manifest.Options.Feed.Lines)
	face := CardFace{
		Name: c.Name, Username: own.handle(c.Username, c.Name, c.ID), Text: b.rich(short, own.markup()), Cut: cut,
		Age: own.stamp(b.now.Add(-rollAge(chance))),
	}
	if face.Name == "" {
		face.Name = face.Username
	}
	face.Avatar = own.avatar(c.Avatar, face.Name, face.Username)
	if own.manifest.Options.Feed.Names == "handle" {
		face.Name = "@" + face.Username
	}
	likes := between(chance, 40, 60_000)
	if c.Likes != nil {
		likes = *c.Likes
	}
	write := func(n float64) string { return own.counter(&n) } // of a few likes, there are no answers
	face.Likes = write(likes)
	face.Replies = write(likes * between(chance, .01, .06))
	face.Reposts = write(likes * between(chance, .03, .2))
	face.Views = write(likes * between(chance, 15, 60))
	face.Verified = chance.Float64() < verifiedShare
	if c.Verified != nil {
		face.Verified, face.Sealed = *c.Verified, *c.Verified
	}
	return face
}

// verifiedShare is the share of posts whose author has a seal, in apps where one is bought. A guess.
const verifiedShare = 0.35

// rollAge rolls how old a comment is: from minutes to six days, so that every app writes an age and none a date.
func rollAge(chance *rand.Rand) time.Duration {
	return time.Duration(between(chance, 8, 6.9*24*60)) * time.Minute
}

// between rolls a number whose order of magnitude is as likely as any other between the two, as counters are.
func between(chance *rand.Rand, least, most float64) float64 {
	return least * math.Exp(chance.Float64()*math.Log(most/least))
}
