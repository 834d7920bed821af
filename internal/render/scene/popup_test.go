package scene

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

func popupProps(comments ...schema.PopupComment) *schema.PopupProps {
	return &schema.PopupProps{AspectRatio: "9:16", Background: "brand", Seed: 1, Speed: "normal", Comments: comments}
}

func newPopup(t *testing.T, p *schema.PopupProps) (*Scene, *storyboard.Storyboard) {
	t.Helper()
	s := build(t, schema.CommentPopup, "", p)
	return s, s.Storyboard
}

func TestPopup(t *testing.T) {
	s, popup := newPopup(t, popupProps(
		schema.PopupComment{ID: "a", Platform: "youtube", Username: "@mia", Text: "at 4:32 <b>"},
		schema.PopupComment{ID: "b", Platform: "youtube", Username: "mia", Name: "Mia Berg", Text: "hello"},
		schema.PopupComment{ID: "c", Platform: "x", Username: "mia", Text: "hello"},
		schema.PopupComment{ID: "d", Platform: "tiktok", Username: "mia", Text: strings.Repeat("line\n", 30)},
		schema.PopupComment{ID: "e", Platform: "instagram", Username: "mia", Text: "hello"},
	))
	for i, wants := range [][]string{
		{`<span class="name" dir="auto" data-shorten>@mia</span>`, `at <a class="time">4:32</a> &lt;b&gt;`, ">M\n", " ago"},
		{`<span class="name" dir="auto" data-shorten>@mia</span>`},
		{`<span class="name" dir="auto" data-shorten>mia</span>`, `<span class="name" data-shorten>@mia</span>`},
		{`Reply to </span><span class="name" data-shorten><bdi>mia</bdi></span><span>’s comment`, `line… <span class="more">more</span>`},
		{`<span class="name" dir="auto" data-shorten>mia</span>`, "Reply"},
	} {
		for _, want := range wants {
			if html := popup.Items[i].HTML; !strings.Contains(html, want) {
				t.Errorf("card %d has no %s:\n%s", i, want, html)
			}
		}
	}
	for _, class := range []string{".youtube ", ".x ", ".tiktok ", ".instagram "} {
		if n := strings.Count(s.Template.CSS, "\n"+class+"{"); n != 1 {
			t.Errorf("the style sheet has the theme of %q %d times", class, n)
		}
	}
	if fonts := s.Template.Manifest.Fonts; !reflect.DeepEqual(fonts, []string{"Inter", "Roboto", "TikTok Sans"}) {
		t.Errorf("fonts are %q", fonts)
	}
}

// Both frames cover their output at 1x, by less than a pixel.
func TestPopupFrame(t *testing.T) {
	for ratio, want := range map[string]size{"9:16": {1080, 1920}, "16:9": {1920, 1080}} {
		p := popupProps(schema.PopupComment{ID: "a", Platform: "x", Username: "mia", Text: "hello"})
		p.AspectRatio = ratio
		s, _ := newPopup(t, p)
		width, height := float64(s.Width)*s.Zoom-want.width, float64(s.Height)*s.Zoom-want.height
		if width < -1e-6 || width > .9 || height < -1e-6 || height > .9 {
			t.Errorf("%s: %d x %d at %g misses %v", ratio, s.Width, s.Height, s.Zoom, want)
		}
	}
}

func TestPopupBackground(t *testing.T) {
	for background, want := range map[schema.PopupBackground]struct {
		css   string
		clear bool
	}{"brand": {schema.Accent, false}, "green": {"#00b140", false}, "#123": {"#112233", false}, "transparent": {"#00000000", true}} {
		p := popupProps(schema.PopupComment{ID: "a", Platform: "x", Username: "mia", Text: "hello"})
		p.Background = background
		s, _ := newPopup(t, p)
		if popup := s.View.Body.(*Popup); string(popup.Background) != want.css || s.Clear != want.clear || s.View.Clear != want.clear {
			t.Errorf("%s: background %s, clear %v", background, popup.Background, s.Clear)
		}
	}
}

// What the payload leaves open is the same for the same seed, and differs from card to card.
func TestPopupRolls(t *testing.T) {
	comment := schema.PopupComment{Platform: "x", Username: "mia", Text: "hello"}
	p := popupProps(comment, comment, comment, comment)
	_, first := newPopup(t, p)
	_, again := newPopup(t, p)
	if !reflect.DeepEqual(first.Items, again.Items) {
		t.Error("the same payload gives other cards")
	}
	p.Seed = 2
	_, other := newPopup(t, p)
	for i := range 4 {
		if first.Items[i].HTML == other.Items[i].HTML || i > 0 && first.Items[i].HTML == first.Items[0].HTML {
			t.Errorf("card %d is like another one", i)
		}
	}
	for seed := range int64(2000) {
		if age := rollAge(roll(seed, 0)); age < 8*time.Minute || age >= 7*24*time.Hour {
			t.Errorf("seed %d: a comment is %v old", seed, age)
		}
	}
}

// Text, name and platform take part in what is made up, beside seed and place.
func TestPopupRollsDependOnTheComment(t *testing.T) {
	likes := func(change func(*schema.PopupComment)) string {
		c := schema.PopupComment{ID: "a", Platform: "x", Username: "mia", Name: "Mia", Text: "hello"}
		change(&c)
		return fmt.Sprint(rollCard(1, 0, &c).Uint64())
	}
	same := likes(func(c *schema.PopupComment) { c.ID = "b" })
	for name, change := range map[string]func(*schema.PopupComment){
		"text": func(c *schema.PopupComment) { c.Text = "bye" }, "name": func(c *schema.PopupComment) { c.Name = "Leo" },
		"username": func(c *schema.PopupComment) { c.Username = "leo" }, "platform": func(c *schema.PopupComment) { c.Platform = "tiktok" },
	} {
		if likes(change) == same {
			t.Errorf("another %s changes nothing", name)
		}
	}
}

// Some authors have a seal and some have none, as the seed rolls.
func TestPopupSeals(t *testing.T) {
	sealed := 0
	for seed := range int64(100) {
		p := popupProps(schema.PopupComment{Platform: "x", Username: "mia", Text: "hello"})
		p.Seed = seed
		if _, board := newPopup(t, p); strings.Contains(board.Items[0].HTML, `class="seal"`) {
			sealed++
		}
	}
	if sealed < 20 || sealed > 50 {
		t.Errorf("%d of 100 authors have a seal", sealed)
	}
}

// Every card is a step of its own, and pops if sound is wanted.
func TestPopupVideo(t *testing.T) {
	comment := schema.PopupComment{Platform: "x", Username: "mia", Text: "hello"}
	p := popupProps(comment, comment, comment)
	p.Sound = true
	_, board := newPopup(t, p)
	onsets, length := pacePopups([]string{"hello", "hello", "hello"}, "normal")
	for i, step := range board.Steps {
		if step.At != onsets[i] || !reflect.DeepEqual(step.Put, []int{i}) || board.Items[i].Slot != "cards" {
			t.Errorf("step %d is %v, want card %d at %v", i, step, i, onsets[i])
		}
	}
	var pops []time.Duration
	for _, cue := range board.Cues {
		if cue.Kind == storyboard.CuePop {
			pops = append(pops, cue.At)
		}
	}
	if len(board.Steps) != 3 || board.Length != length || !reflect.DeepEqual(pops, onsets) || board.Sounds == nil {
		t.Errorf("%d steps in %v, pops at %v, heard %v; want 3 in %v, %v", len(board.Steps), board.Length, pops, board.Sounds, length, onsets)
	}
	p.Sound = false
	if _, board := newPopup(t, p); board.Sounds != nil {
		t.Error("pops are heard without sound")
	}
}

// A place that the payload gives is kept for the scattering.
func TestPopupOffset(t *testing.T) {
	x := -20.0
	_, board := newPopup(t, popupProps(
		schema.PopupComment{Platform: "x", Username: "mia", Text: "hello", X: &x},
		schema.PopupComment{Platform: "x", Username: "leo", Text: "hello"},
	))
	want := []storyboard.Offset{{X: &x}, {}}
	if s := board.Scatter; s.Width != 500 || s.Height != 889 || !reflect.DeepEqual(s.Offsets, want) {
		t.Errorf("scattered as %+v, want offsets %v in 500 x 889", s, want)
	}
}

func TestPopupUnknownLook(t *testing.T) {
	p := &schema.Payload{MockupType: schema.CommentPopup, Props: popupProps(schema.PopupComment{Platform: "reddit", Username: "mia", Text: "hello"})}
	if _, err := Build(t.Context(), p, &templates.Set{}, Options{}); err == nil || !strings.Contains(err.Error(), "tiktok") {
		t.Errorf("error is %v, want one that lists the looks", err)
	}
}

// What the payload says of a card takes the place of what is rolled.
func TestPopupLikesAndSeals(t *testing.T) {
	yes, no := true, false
	comment := func(platform string, likes *float64, verified *bool) string {
		s, _ := newPopup(t, popupProps(schema.PopupComment{ID: "a", Platform: platform, Username: "mia", Text: "hi", Likes: likes, Verified: verified}))
		return s.Storyboard.Items[0].HTML
	}
	for platform, likes := range map[string]string{"youtube": ">4.1K<", "x": ">4,120<", "instagram": "4,120"} {
		if got := comment(platform, number(4120), nil); !strings.Contains(got, likes) {
			t.Errorf("%s: the card does not say %s:\n%s", platform, likes, got)
		}
		if got := comment(platform, nil, &yes); !strings.Contains(got, `class="seal"`) {
			t.Errorf("%s: the card has no seal:\n%s", platform, got)
		}
		if got := comment(platform, nil, &no); strings.Contains(got, `class="seal"`) {
			t.Errorf("%s: the card has a seal:\n%s", platform, got)
		}
	}
	if got := comment("x", number(3), nil); strings.Contains(got, ">0<") {
		t.Errorf("a counter is zero:\n%s", got)
	}
	for i := range 40 { // rolled likes
		s, _ := newPopup(t, popupProps(schema.PopupComment{ID: "a", Platform: "x", Username: "mia", Text: strings.Repeat("hi ", i+1)}))
		if got := s.Storyboard.Items[0].HTML; strings.Contains(got, ">0<") {
			t.Errorf("card %d: a counter is zero:\n%s", i, got)
		}
	}
}

func TestPopupCardsGo(t *testing.T) {
	cards := popupProps(
		schema.PopupComment{ID: "a", Platform: "x", Username: "mia", Text: "one", Exit: number(2), Tilt: 5},
		schema.PopupComment{ID: "b", Platform: "x", Username: "mia", Text: "two"},
		schema.PopupComment{ID: "c", Platform: "x", Username: "mia", Text: "three", Exit: number(4)},
	)
	s, board := newPopup(t, cards)
	came := map[string]time.Duration{}
	gone := map[string]time.Duration{}
	for i, step := range board.Steps {
		if i > 0 && step.At < board.Steps[i-1].At {
			t.Errorf("the step at %v comes behind that at %v", step.At, board.Steps[i-1].At)
		}
		for _, item := range step.Put {
			came[board.Items[item].Key] = step.At
		}
		for _, key := range step.Drop {
			gone[key] = step.At - came[key]
		}
	}
	if want := map[string]time.Duration{"card 0": 2 * time.Second, "card 2": 4 * time.Second}; !reflect.DeepEqual(gone, want) {
		t.Errorf("cards go after %v, want %v", gone, want)
	}
	if last := came["card 2"] + gone["card 2"]; board.Length < last+500*time.Millisecond {
		t.Errorf("the video of %v ends with the card that goes at %v", board.Length, last)
	}
	if straight := *popupProps(cards.Comments[1]); !strings.Contains(board.Items[0].HTML, "rotate: 5deg") || board.Bleed <= cardBleed(&straight) || cardBleed(&straight) != popupBleed {
		t.Errorf("the card is not turned, or has no room for it: bleed %d\n%s", board.Bleed, board.Items[0].HTML)
	}
	if len(s.Warnings) > 0 {
		t.Error(s.Warnings)
	}
}
