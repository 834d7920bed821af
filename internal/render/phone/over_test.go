package phone

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"
)

// DrawOver gives the bytes of draw.Draw for all kinds of pixels, over opaque ones and others.
func TestDrawOver(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	r := image.Rect(0, 0, 97, 800)
	alphas := func() uint8 { return []uint8{0, 0, 255, 255, uint8(random.IntN(256))}[random.IntN(5)] }
	below, rgba, nrgba := image.NewNRGBA(r), image.NewRGBA(r), image.NewNRGBA(r)
	for y := range r.Max.Y {
		for x := range r.Max.X {
			pixel := func() color.NRGBA {
				v := random.Uint32()
				return color.NRGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), alphas()}
			}
			rgba.Set(x, y, pixel())
			nrgba.SetNRGBA(x, y, pixel())
			if x%5 > 0 {
				below.SetNRGBA(x, y, pixel())
			}
		}
	}
	rgba.SetRGBA(3, 3, color.RGBA{R: 40}) // light that is added
	below.SetNRGBA(3, 3, color.NRGBA{50, 60, 70, 255})
	for name, src := range map[string]image.Image{"RGBA": rgba, "NRGBA": nrgba, "a colour": &image.Uniform{C: color.NRGBA{1, 200, 3, 100}}} {
		got, want := image.NewNRGBA(r), image.NewNRGBA(r)
		copy(got.Pix, below.Pix)
		copy(want.Pix, below.Pix)
		DrawOver(got, src)
		draw.Draw(want, r, src, src.Bounds().Min, draw.Over)
		if !bytes.Equal(got.Pix, want.Pix) {
			for i := range got.Pix {
				if got.Pix[i] != want.Pix[i] {
					t.Errorf("%s: byte %d is %d, want %d", name, i, got.Pix[i], want.Pix[i])
					break
				}
			}
		}
	}
}
