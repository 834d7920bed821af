//go:build unix

package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"
)

// A blurred image is a small bitmap that is blurred once, and looks as Chromium's own blur of the element does.
func TestBlurredImage(t *testing.T) {
	b := startReal(t)
	page := func(outside, inside string) Document {
		return Document{
			HTML:  `<style>div, img { width: 200px; height: 120px; object-fit: cover }</style><div style="` + outside + `"><img style="` + inside + `" src="` + Origin + `/image/1"></div>`,
			Width: 220, Height: 140, Scale: 2, Files: map[string]File{"/image/1": photo(t)},
		}
	}
	const blur = "filter: blur(9px) brightness(.8)"
	want := decoded(t, shot(t, b, page(blur+"; clip-path: inset(0)", "")))
	got := decoded(t, shot(t, b, page("clip-path: inset(0)", blur)))
	var canvas struct {
		Width  int
		Filter string
	}
	const look = `() => { const canvas = document.querySelector("canvas"); return { width: canvas.width, filter: getComputedStyle(canvas).filter }; }`
	if err := b.Call(t.Context(), look, nil, &canvas); err != nil {
		t.Fatal(err)
	}
	if canvas.Width != 178 || canvas.Filter != "none" { // 400 * 8 / (9 * 2)
		t.Errorf("the canvas is %d pixels wide and has the filter %q, want 178 and none", canvas.Width, canvas.Filter)
	}
	const allowed = 12 // where black and white meet; what real pictures show differs by 4 at most
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			if d := furthest(want.At(x, y), got.At(x, y)); d > allowed {
				t.Fatalf("%d, %d: %v, want %v as Chromium blurs the element", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

// photo returns a picture with edges and gradients.
func photo(t *testing.T) File {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 600, 400))
	for y := range 400 {
		for x := range 600 {
			picture.SetRGBA(x, y, color.RGBA{uint8(x / 3), uint8(y / 2), uint8((x/100 + y/80) % 2 * 255), 255})
		}
	}
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	return File{Data: data.Bytes(), Type: "image/png"}
}

func decoded(t *testing.T, data []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// furthest is how far two colours lie apart in the channel in which they differ most, of 255.
func furthest(a, b color.Color) float64 {
	p, q := color.NRGBAModel.Convert(a).(color.NRGBA), color.NRGBAModel.Convert(b).(color.NRGBA)
	far := 0.0
	for _, pair := range [][2]uint8{{p.R, q.R}, {p.G, q.G}, {p.B, q.B}, {p.A, q.A}} {
		far = max(far, math.Abs(float64(pair[0])-float64(pair[1])))
	}
	return far
}
