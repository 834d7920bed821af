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

// A projection whose spans are known shows what one does of which nothing is known, but for the rounding of places and of the
// filter's width.
func TestProjectionWithSpans(t *testing.T) {
	compareKnown(t, 1000, turnedBy)
}

// compareKnown draws compositions on planes of all kinds, with what turn makes of a plane when nothing of it is known, and when all is.
// One of so many bytes of a frame may differ by more than rounding.
func compareKnown(t *testing.T, oneOf int, turn func(p *Projection, n int, known bool) *Projection) {
	t.Helper()
	for name, set := range map[string]func(*Composition){
		"opaque": func(*Composition) {},
		"full":   func(comp *Composition) { comp.Full = true },
		"alpha":  func(*Composition) {},
		"on ground": func(comp *Composition) {
			comp.Behind = func(n int, into []byte) error { fill(into, byte(60+n)); return nil }
		},
	} {
		comp := randomComposition(rand.New(rand.NewPCG(3, 9)), false)
		set(comp)
		alpha := name == "alpha" || name == "on ground"
		turned := func(known bool) func(int) *Projection {
			all := map[int]*Projection{}
			return func(frame int) *Projection {
				n := frame / 3
				if all[n] == nil {
					all[n] = turn(onPlane(comp.Width, comp.Height, alpha), n, known)
				}
				return all[n]
			}
		}
		comp.Project = turned(false)
		want := frames(t, comp)
		comp.Project = turned(true)
		for i, got := range frames(t, comp) {
			others := 0
			for k, v := range got {
				if !near(v, want[i][k], 1) {
					others++
				}
			}
			if others > len(got)/oneOf {
				t.Fatalf("%s: frame %d differs in %d of %d bytes", name, i, others, len(got))
			}
		}
	}
}

// Pixels that are equal are converted together, to what each of them becomes alone.
func TestConvertRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	size := image.Rect(0, 0, 400, 2)
	p := &Projection{Picture: image.NewRGBA(size), Transmission: image.NewAlpha(size)}
	for x := 0; x < 400; {
		c := color.RGBA{byte(random.IntN(90)), byte(random.IntN(90)), byte(random.IntN(90)), 255}
		for end := min(x+1+random.IntN(25), 400); x < end; x++ {
			p.Picture.SetRGBA(x, 1, c)
			p.Transmission.SetAlpha(x, 1, color.Alpha{byte(x / 40 * 10)})
		}
	}
	for _, x0 := range []int{0, 3} {
		whole, alone := newPlanes(400-x0, 1, 4), newPlanes(400-x0, 1, 4)
		p.convertRow(1, x0, whole.p[0], whole.p[1], whole.p[2], whole.p[3])
		for x := range 400 - x0 {
			p.convertRow(1, x0+x, alone.p[0][x:x+1], alone.p[1][x:x+1], alone.p[2][x:x+1], alone.p[3][x:x+1])
		}
		for n := range whole.p {
			if !bytes.Equal(whole.p[n], alone.p[n]) {
				t.Errorf("from %d on, plane %d differs", x0, n)
			}
		}
	}
}

// Opaque pixels have the colours of those with an alpha of 255.
func TestOpaque(t *testing.T) {
	for i := range 1 << 15 {
		r, g, b := i%32*255/31, i/32%32*255/31, i/1024*255/31
		if got, want := opaque(r, g, b), premultiplied(r, g, b, 255); got != want {
			t.Fatalf("%d, %d, %d: %v, want %v", r, g, b, got, want)
		}
	}
}

// turnedBy moves a projection some pixels down, over a ground of stripes.
func turnedBy(p *Projection, n int, known bool) *Projection {
	size := p.Picture.Rect
	ground, picture, transmission := image.NewRGBA(size), image.NewRGBA(size), image.NewAlpha(size)
	spans := make([][2]int, size.Dy()/2)
	for y := range size.Dy() {
		for x := range size.Dx() {
			if y%3 == 0 {
				ground.SetRGBA(x, y, color.RGBA{R: byte(x), G: 90, A: 255})
			}
		}
		row := y * ground.Stride
		copy(picture.Pix[row:row+ground.Stride], ground.Pix[row:])
		from := y - 5*n
		if from < 0 {
			continue
		}
		for x := range size.Dx() {
			if c := p.Picture.RGBAAt(x, from); c.A > 0 {
				picture.SetRGBA(x, y, c)
				spans[y/2] = unionOf(spans[y/2], [2]int{x &^ 1, (x + 2) &^ 1})
			}
		}
		copy(transmission.Pix[y*transmission.Stride:][:transmission.Stride], p.Transmission.Pix[from*transmission.Stride:])
	}
	h := p.ToScreen
	down := 5 * float64(n)
	turned := &Projection{Picture: picture, Transmission: transmission, Alpha: p.Alpha,
		ToScreen: warp.Homography{h[0], h[1], h[2] - down*h[1], h[3], h[4], h[5] - down*h[4], h[6], h[7], h[8] - down*h[7]}}
	if known {
		turned.Spans, turned.Behind = spans, ground
	}
	return turned
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
		"spans":        {Picture: image.NewRGBA(image.Rect(0, 0, 100, 100)), Transmission: image.NewAlpha(image.Rect(0, 0, 100, 100)), Spans: make([][2]int, 99)},
		"transmission": {Picture: image.NewRGBA(image.Rect(0, 0, 100, 100)), Transmission: image.NewAlpha(image.Rect(0, 0, 98, 100))},
	} {
		comp.Project = always(p)
		if _, err := Draw(comp, 0); !errors.Is(err, ErrComposition) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}
