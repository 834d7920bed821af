package composite

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// shades gives each frame another colour behind it.
func shades(w, h int) (colours func(frame int) color.NRGBA, behind func(frame int, into []byte) error) {
	colours = func(frame int) color.NRGBA { return color.NRGBA{uint8(40 + 13*frame), 90, uint8(200 - 9*frame), 255} }
	return colours, func(frame int, into []byte) error {
		flatFrame := newFlatFrame(w, h, len(into) == 3*w*h, colours(frame))
		if len(into) != len(flatFrame) {
			return errors.New("the frame has another size")
		}
		copy(into, flatFrame)
		return nil
	}
}

// newFlatFrame returns the bytes of a frame of one colour.
func newFlatFrame(w, h int, full bool, c color.NRGBA) []byte {
	p := straight(int(c.R), int(c.G), int(c.B), 255)
	small := w * h
	if !full {
		small /= 4
	}
	out := bytes.Repeat([]byte{p.y}, w*h)
	return append(append(out, bytes.Repeat([]byte{p.u}, small)...), bytes.Repeat([]byte{p.v}, small)...)
}

// What lies behind shows as if it were the lowest layer, in every frame, whichever part of the layers is drawn again.
func TestBehind(t *testing.T) {
	for seed := range uint64(12) {
		comp := randomComposition(rand.New(rand.NewPCG(seed, 3)), true)
		comp.Full = seed%2 == 0
		for i := range comp.Layers {
			comp.Layers[i].Backdrop = nil // which would not blur what lies behind
		}
		colours, behind := shades(comp.Width, comp.Height)
		comp.Behind = behind
		got := frames(t, comp)
		for n := range got {
			below := *comp
			below.Behind, below.Alpha, below.Frames = nil, false, 1
			below.Layers = append([]Layer{{Sprite: flat(comp.Width, comp.Height, colours(n))}}, comp.Layers...)
			below.Pose = func(_ int, poses []Pose) {
				poses[0] = At(0, 0)
				comp.Pose(n, poses[1:])
			}
			want := frames(t, &below)[0]
			for i := range want {
				if !near(got[n][i], want[i], 3) {
					t.Fatalf("seed %d: byte %d of frame %d is %d, want %d", seed, i, n, got[n][i], want[i])
				}
			}
		}
	}
}

// A projection lies over what is behind it, and what it draws again in a frame leaves no trace of the one before.
func TestBehindProjection(t *testing.T) {
	for seed := range uint64(4) {
		comp := randomComposition(rand.New(rand.NewPCG(seed, 5)), false)
		comp.Full = seed%2 == 0
		comp.Projection = onPlane(comp.Width, comp.Height, true)
		size := comp.Projection.Picture.Rect.Size()
		red := image.Point{}
		for comp.Projection.Picture.RGBAAt(red.X, red.Y).R == 0 {
			red.Y += (red.X + 1) / size.X
			red.X = (red.X + 1) % size.X
		}
		colours, behind := shades(size.X, size.Y)
		comp.Behind = behind
		for n, got := range frames(t, comp) {
			alone := *comp
			alone.Frames = 1
			alone.Pose = func(_ int, poses []Pose) { comp.Pose(n, poses) }
			alone.Behind = func(_ int, into []byte) error { return behind(n, into) }
			if want := frames(t, &alone)[0]; !bytes.Equal(got, want) {
				t.Fatalf("seed %d: frame %d differs from the same frame drawn from nothing", seed, n)
			}
			picture, err := Draw(comp, n)
			if err != nil {
				t.Fatal(err)
			}
			for at, want := range map[image.Point]color.NRGBA{{0, 0}: colours(n), red: {200, 0, 0, 255}} {
				if c := picture.NRGBAAt(at.X, at.Y); !near(c.R, want.R, 2) || !near(c.G, want.G, 2) || !near(c.B, want.B, 2) {
					t.Errorf("seed %d: frame %d is %v at %v, want %v", seed, n, c, at, want)
				}
			}
		}
	}
}

// A composition that lets nothing through is refused, and the error of what lies behind ends the video.
func TestBehindErrors(t *testing.T) {
	comp := fixed(4, 4, nil)
	comp.Behind = func(int, []byte) error { return errors.ErrUnsupported }
	if _, err := Draw(comp, 0); !errors.Is(err, ErrComposition) {
		t.Errorf("%v, want %v", err, ErrComposition)
	}
	comp.Alpha = true
	if err := Compose(t.Context(), comp, func([]byte, int) error { return nil }); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%v, want %v", err, errors.ErrUnsupported)
	}
	if _, err := Draw(comp, 0); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%v, want %v", err, errors.ErrUnsupported)
	}
}
