package composite

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// frames composes a composition and returns copies of its frames.
func frames(t testing.TB, comp *Composition) [][]byte {
	t.Helper()
	var out [][]byte
	if err := Compose(context.Background(), comp, func(frame []byte, times int) error {
		for range times {
			out = append(out, bytes.Clone(frame))
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(out) != comp.Frames {
		t.Fatalf("%d frames, want %d", len(out), comp.Frames)
	}
	return out
}

// fixed is a composition of one frame.
func fixed(w, h int, layers []Layer, poses ...Pose) *Composition {
	return &Composition{Width: w, Height: h, Frames: 1, Layers: layers, Pose: func(_ int, p []Pose) { copy(p, poses) }}
}

func flat(w, h int, c color.NRGBA) *Sprite {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := 0; i < len(img.Pix); i += 4 {
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = c.R, c.G, c.B, c.A
	}
	return SpriteOf(img, img.Rect)
}

// near reports whether two bytes differ by at most tolerance.
func near(a, b byte, tolerance int) bool {
	return int(a)-int(b) <= tolerance && int(b)-int(a) <= tolerance
}

func TestColoursSurviveTheFrame(t *testing.T) {
	for r := 0; r <= 255; r += 17 {
		for g := 0; g <= 255; g += 15 {
			for b := 0; b <= 255; b += 17 {
				want := color.NRGBA{uint8(r), uint8(g), uint8(b), 255}
				comp := fixed(4, 2, []Layer{{Sprite: flat(4, 2, want)}}, At(0, 0))
				frame := frames(t, comp)[0]
				gotR, gotG, gotB := rgb(int(frame[0]), int(frame[8]), int(frame[10]))
				img, err := Draw(comp, 0)
				if err != nil {
					t.Fatal(err)
				}
				for _, got := range []color.NRGBA{{gotR, gotG, gotB, 255}, img.NRGBAAt(3, 1)} {
					if !near(got.R, want.R, 2) || !near(got.G, want.G, 2) || !near(got.B, want.B, 2) || got.A != 255 {
						t.Fatalf("%v came back as %v", want, got)
					}
				}
			}
		}
	}
}

func TestDamageDrawsWhatDrawingAllDraws(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		comp := randomComposition(rng, seed%2 == 0)
		for n, got := range frames(t, comp) {
			alone := *comp
			alone.Frames = 1
			alone.Pose = func(_ int, poses []Pose) { comp.Pose(n, poses) }
			if want := frames(t, &alone)[0]; !bytes.Equal(got, want) {
				t.Fatalf("seed %d: frame %d differs from the same frame drawn from nothing", seed, n)
			}
		}
	}
}

// randomComposition is layers of every sort that start, move and stop at random.
func randomComposition(rng *rand.Rand, alpha bool) *Composition {
	w, h := 2*(20+rng.IntN(40)), 2*(20+rng.IntN(40))
	comp := &Composition{Width: w, Height: h, Frames: 12, Alpha: alpha}
	poses := make([][]Pose, comp.Frames)
	for range 2 + rng.IntN(6) {
		comp.Layers = append(comp.Layers, randomLayer(rng, w, h))
		pose := Pose{}
		for n := range poses {
			if n == 0 || rng.IntN(4) == 0 {
				pose = randomPose(rng, w, h)
			}
			poses[n] = append(poses[n], pose)
		}
	}
	comp.Pose = func(n int, p []Pose) { copy(p, poses[n]) }
	return comp
}

func randomLayer(rng *rand.Rand, w, h int) Layer {
	l := Layer{Sprite: blob(rng, 1+rng.IntN(w), 1+rng.IntN(h))}
	if rng.IntN(4) == 0 {
		l.Clip = image.Rect(rng.IntN(w), rng.IntN(h), rng.IntN(w), rng.IntN(h))
	}
	if rng.IntN(5) == 0 {
		l.Paint, l.Over = blob(rng, w, h), l.Sprite
	}
	if rng.IntN(5) == 0 {
		l.Mask = blob(rng, w-rng.IntN(9), h-rng.IntN(9))
	}
	if rng.IntN(3) == 0 {
		l.Backdrop = &Backdrop{Shape: l.Sprite, Blur: rng.Float64() * 20, Saturate: 2 * rng.Float64(), Brightness: 1, Contrast: 1}
	}
	return l
}

func randomPose(rng *rand.Rand, w, h int) Pose {
	p := At(float64(rng.IntN(w))-float64(w)/4, float64(rng.IntN(h))-float64(h)/4)
	p.PivotX, p.PivotY = float64(rng.IntN(w)), float64(rng.IntN(h))
	p.Visible = rng.IntN(6) > 0
	if rng.IntN(2) == 0 {
		p.X += rng.Float64()
	}
	if rng.IntN(2) == 0 {
		p.Y += rng.Float64()
	}
	if rng.IntN(4) == 0 {
		p.Scale = 2 * rng.Float64()
	}
	if rng.IntN(5) == 0 {
		p.Rotate = 360 * rng.Float64()
	}
	if rng.IntN(3) == 0 {
		p.Opacity = rng.Float64()
	}
	if rng.IntN(4) == 0 {
		p.Clip = Inset{8 * rng.Float64(), 8 * rng.Float64(), 8 * rng.Float64(), 8 * rng.Float64()}
	}
	return p
}

// blob is a picture with smooth colours, soft edges and an opaque middle.
func blob(rng *rand.Rand, w, h int) *Sprite {
	img := blobImage(rng, w, h)
	return SpriteOf(img, img.Rect)
}

func blobImage(rng *rand.Rand, w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	from, to := rng.Uint32(), rng.Uint32()
	soft := 1 + rng.IntN(20)
	for y := range h {
		for x := range w {
			edge := min(x, y, w-1-x, h-1-y)
			mix := func(shift int) uint8 {
				a, b := int(from>>shift&255), int(to>>shift&255)
				return uint8((a*(w+h-x-y) + b*(x+y)) / (w + h))
			}
			img.SetNRGBA(x, y, color.NRGBA{mix(0), mix(8), mix(16), uint8(min(255, edge*255/soft))})
		}
	}
	return img
}

func TestEqualFramesAreEmittedOnce(t *testing.T) {
	comp := fixed(8, 8, []Layer{{Sprite: flat(4, 4, color.NRGBA{255, 0, 0, 255})}})
	comp.Frames = 10
	comp.Pose = func(n int, p []Pose) { p[0] = At(float64(n/4), 0) }
	var all []int
	if err := Compose(context.Background(), comp, func(_ []byte, times int) error {
		all = append(all, times)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(all, []int{4, 4, 2}) {
		t.Errorf("frames are shown %v times, want 4, 4 and 2", all)
	}
}

func TestComposeEnds(t *testing.T) {
	comp := fixed(64, 64, []Layer{{Sprite: flat(4, 4, color.NRGBA{255, 0, 0, 255})}})
	comp.Frames = 1000
	comp.Pose = func(n int, p []Pose) { p[0] = At(float64(n%50), 0) }

	full := errors.New("disk full")
	n := 0
	if err := Compose(context.Background(), comp, func([]byte, int) error {
		if n++; n == 7 {
			return full
		}
		return nil
	}); err != full || n != 7 {
		t.Errorf("error %v after %d frames, want the emitter's after 7", err, n)
	}

	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	n = 0
	if err := Compose(ctx, comp, func([]byte, int) error {
		if n++; n == 7 {
			stop()
		}
		return nil
	}); !errors.Is(err, context.Canceled) || n != 7 {
		t.Errorf("error %v after %d frames, want context.Canceled after 7", err, n)
	}
}

func TestInvalidCompositionsAreRefused(t *testing.T) {
	pose := func(int, []Pose) {}
	for want, comp := range map[string]*Composition{
		"size 3x2":  {Width: 3, Height: 2, Pose: pose},
		"size 0x2":  {Height: 2, Pose: pose},
		"-1 frames": {Width: 2, Height: 2, Frames: -1, Pose: pose},
		"Pose":      {Width: 2, Height: 2},
	} {
		err := Compose(context.Background(), comp, func([]byte, int) error { return nil })
		if !errors.Is(err, ErrComposition) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := Draw(&Composition{Width: 2, Height: 2, Frames: 3, Pose: pose}, 3); !errors.Is(err, ErrComposition) {
		t.Errorf("frame 3 of 3: error %v", err)
	}
}
