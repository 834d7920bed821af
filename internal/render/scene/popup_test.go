package scene

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

func popupProps(comments ...schema.PopupComment) *schema.PopupProps {
	return &schema.PopupProps{AspectRatio: "9:16", Background: "brand", Seed: 1, Speed: "normal", Comments: comments}
}

func newPopup(t *testing.T, p *schema.PopupProps) (*Scene, *Film) {
	t.Helper()
	s := build(t, schema.CommentPopup, "", p)
	return s, s.Film
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
		{`<span class="name" dir="auto">@mia</span>`, `at <a class="time">4:32</a> &lt;b&gt;`, ">M\n", " ago"},
		{`<span class="name" dir="auto">Mia Berg</span>`},
		{`<span class="name" dir="auto">mia</span>`, `<span class="name">@mia</span>`, `class="seal"`},
		{`<span class="name" dir="auto">mia</span>`, `line… <span class="more">more</span>`},
		{`<span class="name" dir="auto">mia</span>`, "Reply"},
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
	for ratio, want := range map[string]Size{"9:16": {1080, 1920}, "16:9": {1920, 1080}} {
		p := popupProps(schema.PopupComment{ID: "a", Platform: "x", Username: "mia", Text: "hello"})
		p.AspectRatio = ratio
		s, _ := newPopup(t, p)
		width, height := float64(s.Width)*s.Zoom-want.Width, float64(s.Height)*s.Zoom-want.Height
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

// Every card is a step of its own, and pops if sound is wanted.
func TestPopupFilm(t *testing.T) {
	comment := schema.PopupComment{Platform: "x", Username: "mia", Text: "hello"}
	p := popupProps(comment, comment, comment)
	p.Sound = true
	_, film := newPopup(t, p)
	onsets, length := pace([]string{"hello", "hello", "hello"}, "normal")
	for i, step := range film.Steps {
		if step.At != onsets[i] || !reflect.DeepEqual(step.Put, []int{i}) || film.Items[i].Slot != "cards" {
			t.Errorf("step %d is %v, want card %d at %v", i, step, i, onsets[i])
		}
	}
	if len(film.Steps) != 3 || film.Length != length || !reflect.DeepEqual(film.Pops, onsets) {
		t.Errorf("%d steps in %v, pops at %v; want 3 in %v, %v", len(film.Steps), film.Length, film.Pops, length, onsets)
	}
	p.Sound = false
	if _, film := newPopup(t, p); film.Pops != nil {
		t.Errorf("pops at %v without sound", film.Pops)
	}
}

// Cards are placed by their upper left corner, from that of the frame.
func TestPopupPlace(t *testing.T) {
	x, y := -20.0, 100.0
	_, popup := newPopup(t, popupProps(schema.PopupComment{Platform: "x", Username: "mia", Text: "hello", X: &x, Y: &y}))
	if corner := popup.Place([]Size{{340, 121}})[0]; corner != (Point{500./2 - 20 - 340./2, 889./2 + 100 - 121./2}) {
		t.Errorf("the corner is at %v", corner)
	}
}

func TestPopupUnknownLook(t *testing.T) {
	p := &schema.Payload{MockupType: schema.CommentPopup, Props: popupProps(schema.PopupComment{Platform: "reddit", Username: "mia", Text: "hello"})}
	if _, err := Build(p, &templates.Set{}, Options{}); err == nil || !strings.Contains(err.Error(), "tiktok") {
		t.Errorf("error is %v, want one that lists the looks", err)
	}
}
