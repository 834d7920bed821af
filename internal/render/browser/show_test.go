//go:build unix

package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"mockup/templates"
)

// A style sheet is sent once for pictures in a row, whoever has the browser, and again behind a picture that failed.
func TestStyleIsSentOnce(t *testing.T) {
	b := startReal(t)
	const red, blue, damaged = "p { color: rgb(255 0 0) }", "p { color: rgb(0 0 255) }", "p { background: url(/art/missing.svg) }"
	show := func(b *Browser, css string) (sent bool, err error) {
		messages := sentTo(t, b, func() {
			_, err = b.Show(t.Context(), Document{HTML: "<p>hello", CSS: css, Width: 60, Height: 40, Scale: 1})
		})
		return strings.Contains(strings.Join(messages, ""), css), err
	}
	var first []byte
	for i, step := range []struct {
		css  string
		sent bool
	}{{red, true}, {red, false}, {blue, true}, {red, true}, {red, false}} {
		sent, err := show(b, step.css)
		if err != nil || sent != step.sent {
			t.Errorf("picture %d: sent is %t, want %t; %v", i, sent, step.sent, err)
		}
		picture, err := b.Screenshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = picture
		}
		if same := bytes.Equal(picture, first); same != (step.css == red) {
			t.Errorf("picture %d: it has the bytes of the first one: %t", i, same)
		}
	}
	borrowed, over := lend(t, b)
	if sent, err := show(borrowed, red); err != nil || sent {
		t.Errorf("by a borrower: sent is %t; %v", sent, err)
	}
	if _, err := show(borrowed, blue); err != nil {
		t.Error(err)
	}
	if err := borrowed.Close(); err != nil {
		t.Error(err)
	}
	<-over
	if sent, err := show(b, blue); err != nil || sent {
		t.Errorf("behind a borrower: sent is %t; %v", sent, err)
	}
	if _, err := show(b, damaged); err == nil {
		t.Error("a drawing that is missing was no error")
	}
	if sent, _ := show(b, damaged); !sent {
		t.Error("behind a picture that failed its style sheet was not sent again")
	}
}

// The page asks for the fonts and images of a picture before it gets the picture, and only for those that it does not have.
func TestExpectedOnce(t *testing.T) {
	b := startReal(t)
	font := Font{
		ID: "lato", CSS: func() string {
			return `@font-face{font-family:"Lato";font-weight:400;src:url(/fonts/lato-latin-400-normal.woff2)}`
		},
		Wanted: `400 16px "Lato"`, Sample: "a",
	}
	b.opts.Files = func(path string) (File, bool) {
		data, mime, ok := templates.Resource(path)
		return File{Data: data, Type: mime}, ok
	}
	file := imageKinds(t)["noah.jpg"]
	file.Pixels = 1
	for i, step := range []struct {
		image string
		asked []string
	}{{"a", []string{"/fonts/lato", "/image/61"}}, {"a", nil}, {"b", []string{"/image/62"}}, {"b", nil}} {
		page := pageOf(step.image, file)
		page.Fonts = []Font{font}
		messages := sentTo(t, b, func() { shot(t, b, page) })
		expected := slices.IndexFunc(messages, func(m string) bool { return strings.Contains(m, "(mockup.expect)") })
		if step.asked == nil && expected >= 0 {
			t.Errorf("picture %d: the page is asked to expect what it has: %s", i, messages[expected])
		}
		for _, name := range step.asked {
			if expected < 0 || !strings.Contains(messages[expected], name) {
				t.Errorf("picture %d: the page does not expect %s", i, name)
			}
		}
		if shown := slices.IndexFunc(messages, func(m string) bool { return strings.Contains(m, "(mockup.show)") }); shown < expected {
			t.Errorf("picture %d: it is message %d, and what it needs is message %d", i, shown, expected)
		}
	}
	var status []string // no text is set in the font, so that the layout does not ask for it
	if err := b.Call(t.Context(), `() => [...document.fonts].map((face) => face.status)`, nil, &status); err != nil || !slices.Equal(status, []string{"loaded"}) {
		t.Errorf("the fonts are %q, want that they are loaded; %v", status, err)
	}
}

// A drawing that a style sheet names is in the first picture that is to show it, whether as a background or as a mask. It is asked for
// once: what Chromium asked for besides would have its answer here behind the picture.
func TestDrawingsAreInThePicture(t *testing.T) {
	b := startReal(t)
	drawing, over := image.NewRGBA(image.Rect(0, 0, 8, 8)), make(chan struct{})
	draw.Draw(drawing, drawing.Rect, image.NewUniform(color.RGBA{R: 255, A: 255}), image.Point{}, draw.Src)
	var data bytes.Buffer
	if err := png.Encode(&data, drawing); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { close(over) })
	var asked atomic.Int32
	b.opts.Files = func(string) (File, bool) {
		if asked.Add(1) > 1 {
			<-over
		}
		return File{Data: data.Bytes(), Type: "image/png"}, true
	}
	for _, css := range []string{"p { background: url(/art/red.png) }", "p { background: red; mask: url(/art/red.png) }"} {
		picture, err := png.Decode(bytes.NewReader(shot(t, b, Document{HTML: "<p>&nbsp;", CSS: css, Width: 60, Height: 80, Scale: 1})))
		if err != nil {
			t.Fatal(err)
		}
		if r, g, _, _ := picture.At(30, 24).RGBA(); r>>8 != 255 || g != 0 {
			t.Errorf("%s: the drawing is not in the picture", css)
		}
	}
	if asked.Load() != 1 {
		t.Errorf("the drawing was asked for %d times, want once", asked.Load())
	}
}
