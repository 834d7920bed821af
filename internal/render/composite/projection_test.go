package composite

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"mockup/internal/render/warp"
)

// onPlane is a projection of a film of a size into a picture twice as wide, with a red frame around the film, which shows
// half as strongly in a corner, and nothing outside of the frame.
func onPlane(w, h int, alpha bool) *Projection {
	size := image.Rect(0, 0, 2*w, h+20)
	p := &Projection{
		Picture: image.NewRGBA(size), Share: image.NewAlpha(size), Alpha: alpha,
		Film: warp.Homography{1.1, .05, -15, -.02, 1.08, -10, .0009, 0, 1},
	}
	for y := range size.Dy() {
		for x := range size.Dx() {
			u, v := p.Film.At(float64(x)+.5, float64(y)+.5)
			switch {
			case u > 0 && v > 0 && u < float64(w) && v < float64(h):
				p.Share.SetAlpha(x, y, color.Alpha{255})
				p.Picture.SetRGBA(x, y, color.RGBA{A: 255})
				if u < 10 && v < 10 {
					p.Share.SetAlpha(x, y, color.Alpha{128})
				}
			case u > -8 && v > -8 && u < float64(w)+8 && v < float64(h)+8:
				p.Picture.SetRGBA(x, y, color.RGBA{R: 200, A: 255})
			}
		}
	}
	return p
}

// Whatever is drawn anew, frames are as if all had been.
func TestProjectionFollowsDamage(t *testing.T) {
	for seed := range uint64(6) {
		f := randomFilm(rand.New(rand.NewPCG(seed, 9)), false)
		f.Projection = onPlane(f.Width, f.Height, seed%2 == 0)
		got := frames(t, f)
		p := newPlayer(f)
		if err := p.plan(t.Context()); err != nil {
			t.Fatal(err)
		}
		for frame := range f.Frames {
			damage, err := p.advance(frame)
			if err != nil {
				t.Fatal(err)
			}
			s := p.newSlot()
			p.bring(s, damage)
			if !bytes.Equal(got[frame], s.bytes) {
				t.Fatalf("seed %d: frame %d differs from one that is drawn at once", seed, frame)
			}
		}
	}
}

func TestProjectedColours(t *testing.T) {
	const w, h = 64, 96
	film := fixed(w, h, []Layer{{Sprite: flat(w, h, color.NRGBA{40, 120, 220, 255})}}, At(0, 0))
	for _, alpha := range []bool{false, true} {
		film.Projection = onPlane(w, h, alpha)
		still, err := Draw(film, 0)
		if err != nil {
			t.Fatal(err)
		}
		outside := color.NRGBA{A: 255}
		if alpha {
			outside = color.NRGBA{}
		}
		x, y := film.Projection.Film.Inverse().At(5, 5)
		for where, c := range map[image.Point]color.NRGBA{
			{50, 60}: {40, 120, 220, 255}, {10, 60}: {200, 0, 0, 255}, {0, 0}: outside, {int(x), int(y)}: {20, 60, 110, 255},
		} {
			got := still.NRGBAAt(where.X, where.Y)
			if !near(got.R, c.R, 2) || !near(got.G, c.G, 2) || !near(got.B, c.B, 2) || got.A != c.A {
				t.Errorf("alpha %v: %v is %v, want %v", alpha, where, got, c)
			}
			want := straight(int(c.R), int(c.G), int(c.B), 255)
			if frame := frames(t, film)[0]; !near(frame[where.Y*2*w+where.X], want.y, 2) {
				t.Errorf("alpha %v: luma of %v is %d, want %d", alpha, where, frame[where.Y*2*w+where.X], want.y)
			}
		}
	}
}

func TestInvalidProjectionsAreRefused(t *testing.T) {
	film := fixed(64, 96, nil)
	for name, p := range map[string]*Projection{
		"odd":   {Picture: image.NewRGBA(image.Rect(0, 0, 99, 100)), Share: image.NewAlpha(image.Rect(0, 0, 99, 100))},
		"empty": {Picture: &image.RGBA{}, Share: &image.Alpha{}},
		"share": {Picture: image.NewRGBA(image.Rect(0, 0, 100, 100)), Share: image.NewAlpha(image.Rect(0, 0, 98, 100))},
	} {
		film.Projection = p
		if _, err := Draw(film, 0); !errors.Is(err, ErrFilm) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}
