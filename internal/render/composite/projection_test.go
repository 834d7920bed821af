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

// onPlane is a projection of a composition of a size into a picture twice as wide. Around the composition there is a red
// frame, and nothing outside of that. The transmission is half as large in a corner.
func onPlane(w, h int, alpha bool) *Projection {
	size := image.Rect(0, 0, 2*w, h+20)
	p := &Projection{
		Picture: image.NewRGBA(size), Transmission: image.NewAlpha(size), Alpha: alpha,
		ToScreen: warp.Homography{1.1, .05, -15, -.02, 1.08, -10, .0009, 0, 1},
	}
	for y := range size.Dy() {
		for x := range size.Dx() {
			u, v := p.ToScreen.At(float64(x)+.5, float64(y)+.5)
			switch {
			case u > 0 && v > 0 && u < float64(w) && v < float64(h):
				p.Transmission.SetAlpha(x, y, color.Alpha{255})
				p.Picture.SetRGBA(x, y, color.RGBA{A: 255})
				if u < 10 && v < 10 {
					p.Transmission.SetAlpha(x, y, color.Alpha{128})
				}
			case u > -8 && v > -8 && u < float64(w)+8 && v < float64(h)+8:
				p.Picture.SetRGBA(x, y, color.RGBA{R: 200, A: 255})
			}
		}
	}
	return p
}

// Whichever part is drawn again, frames are the same as if all of it was.
// always is the same projection in every frame.
func always(p *Projection) func(int) *Projection { return func(int) *Projection { return p } }

func TestProjectionFollowsDamage(t *testing.T) {
	for seed := range uint64(6) {
		comp := randomComposition(rand.New(rand.NewPCG(seed, 9)), false)
		comp.Project = always(onPlane(comp.Width, comp.Height, seed%2 == 0))
		got := frames(t, comp)
		s := newSequencer(comp)
		if err := s.plan(t.Context()); err != nil {
			t.Fatal(err)
		}
		for frame := range comp.Frames {
			damage, err := s.advance(frame)
			if err != nil {
				t.Fatal(err)
			}
			buffer := s.newBuffer()
			s.update(buffer, damage)
			if !bytes.Equal(got[frame], buffer.bytes) {
				t.Fatalf("seed %d: frame %d differs from one that is drawn at once", seed, frame)
			}
		}
	}
}

func TestProjectedColours(t *testing.T) {
	const w, h = 64, 96
	comp := fixed(w, h, []Layer{{Sprite: flat(w, h, color.NRGBA{40, 120, 220, 255})}}, At(0, 0))
	for _, alpha := range []bool{false, true} {
		projection := onPlane(w, h, alpha)
		comp.Project = always(projection)
		picture, err := Draw(comp, 0)
		if err != nil {
			t.Fatal(err)
		}
		outside := color.NRGBA{A: 255}
		if alpha {
			outside = color.NRGBA{}
		}
		x, y := projection.ToScreen.Inverse().At(5, 5)
		for where, c := range map[image.Point]color.NRGBA{
			{50, 60}: {40, 120, 220, 255}, {10, 60}: {200, 0, 0, 255}, {0, 0}: outside, {int(x), int(y)}: {20, 60, 110, 255},
		} {
			got := picture.NRGBAAt(where.X, where.Y)
			if !near(got.R, c.R, 2) || !near(got.G, c.G, 2) || !near(got.B, c.B, 2) || got.A != c.A {
				t.Errorf("alpha %v: %v is %v, want %v", alpha, where, got, c)
			}
			want := straight(int(c.R), int(c.G), int(c.B), 255)
			if frame := frames(t, comp)[0]; !near(frame[where.Y*2*w+where.X], want.y, 2) {
				t.Errorf("alpha %v: luma of %v is %d, want %d", alpha, where, frame[where.Y*2*w+where.X], want.y)
			}
		}
	}
}

func TestInvalidProjectionsAreRefused(t *testing.T) {
	comp := fixed(64, 96, nil)
	for name, p := range map[string]*Projection{
		"odd":          {Picture: image.NewRGBA(image.Rect(0, 0, 99, 100)), Transmission: image.NewAlpha(image.Rect(0, 0, 99, 100))},
		"empty":        {Picture: &image.RGBA{}, Transmission: &image.Alpha{}},
		"transmission": {Picture: image.NewRGBA(image.Rect(0, 0, 100, 100)), Transmission: image.NewAlpha(image.Rect(0, 0, 98, 100))},
	} {
		comp.Project = always(p)
		if _, err := Draw(comp, 0); !errors.Is(err, ErrComposition) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}
