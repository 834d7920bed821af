package composite

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The slow reference: floats, straight RGBA, one pixel at a time, converted to 4:2:0 at the end. It knows whole-pixel
// places and clips, opacity, masks and paint.

type refLayer struct {
	img, paint, mask *image.NRGBA
	pose             Pose
	clip             image.Rectangle
}

type refColour struct{ r, g, b, a float64 } // premultiplied, 0..1

func refAt(img *image.NRGBA, x, y int) refColour {
	if !image.Pt(x, y).In(img.Rect) {
		return refColour{}
	}
	c := img.NRGBAAt(x, y)
	a := float64(c.A) / 255
	return refColour{float64(c.R) / 255 * a, float64(c.G) / 255 * a, float64(c.B) / 255 * a, a}
}

func (c refColour) times(k float64) refColour { return refColour{c.r * k, c.g * k, c.b * k, c.a * k} }

func (l *refLayer) at(x, y int) refColour {
	sx, sy := x-int(l.pose.X), y-int(l.pose.Y)
	in := l.pose.Clip
	left := image.Rectangle{image.Pt(int(in.Left), int(in.Top)), l.img.Rect.Max.Sub(image.Pt(int(in.Right), int(in.Bottom)))}
	if !l.pose.Visible || !image.Pt(sx, sy).In(left) {
		return refColour{}
	}
	if !l.clip.Empty() && !image.Pt(x, y).In(l.clip) {
		return refColour{}
	}
	c := refAt(l.img, sx, sy)
	if l.paint != nil {
		c = refAt(l.paint, x, y).times(c.a)
	}
	if l.mask != nil {
		c = c.times(refAt(l.mask, x, y).a)
	}
	return c.times(l.pose.Opacity)
}

// refFrame composes 4:2:0 planes: Y, U, V and alpha, all multiplied by alpha.
func refFrame(w, h int, opaque bool, layers []refLayer) (y, u, v, a []float64) {
	y, u, v, a = make([]float64, w*h), make([]float64, w*h/4), make([]float64, w*h/4), make([]float64, w*h)
	for py := range h {
		for px := range w {
			out := refColour{}
			if opaque {
				out.a = 1
			}
			for i := range layers {
				src := layers[i].at(px, py)
				out = out.times(1 - src.a)
				out.r, out.g, out.b, out.a = out.r+src.r, out.g+src.g, out.b+src.b, out.a+src.a
			}
			luma := 0.2126*out.r + 0.7152*out.g + 0.0722*out.b
			at := py/2*(w/2) + px/2
			y[py*w+px] = 16*out.a + 219*luma
			u[at] += (128*out.a + 224*(out.b-luma)/1.8556) / 4
			v[at] += (128*out.a + 224*(out.r-luma)/1.5748) / 4
			a[py*w+px] = 255 * out.a
		}
	}
	return y, u, v, a
}

// differ counts the samples of a plane that differ from the reference by more than the tolerance.
func differ(got []byte, want []float64, tolerance float64) (n int, worst float64) {
	for i := range got {
		d := math.Abs(float64(got[i]) - want[i])
		worst = max(worst, d)
		if d > tolerance {
			n++
		}
	}
	return n, worst
}

func TestDrawsWhatTheReferenceDraws(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 2))
		w, h := 2*(10+rng.IntN(30)), 2*(10+rng.IntN(30))
		comp := &Composition{Width: w, Height: h, Frames: 1, Pose: nil}
		var layers []refLayer
		for range 1 + rng.IntN(5) {
			l := randomRefLayer(rng, w, h)
			layers = append(layers, l)
			comp.Layers = append(comp.Layers, l.layer())
		}
		comp.Pose = func(_ int, p []Pose) {
			for i := range layers {
				p[i] = layers[i].pose
			}
		}
		frame := frames(t, comp)[0]
		y, u, v, _ := refFrame(w, h, true, layers)
		if n, worst := differ(frame[:w*h], y, 2.5); n > 0 {
			t.Errorf("seed %d: luma: %d samples differ, by up to %.1f", seed, n, worst)
		}
		for i, want := range [][]float64{u, v} {
			at := w*h + i*w*h/4
			// Where edges of two layers, or an odd clip, meet in a sample, chroma is blended by mean coverage.
			if n, worst := differ(frame[at:at+w*h/4], want, 2.5); n > w*h/4/20 {
				t.Errorf("seed %d: chroma %d: %d of %d samples differ, by up to %.1f", seed, i, n, w*h/4, worst)
			}
		}
	}
}

func randomRefLayer(rng *rand.Rand, w, h int) refLayer {
	l := refLayer{img: blobImage(rng, 1+rng.IntN(w), 1+rng.IntN(h))}
	l.pose = At(float64(rng.IntN(w)-w/4), float64(rng.IntN(h)-h/4))
	if rng.IntN(3) == 0 {
		l.pose.Opacity = rng.Float64()
	}
	if rng.IntN(3) == 0 {
		l.clip = image.Rect(rng.IntN(w), rng.IntN(h), rng.IntN(w), rng.IntN(h))
	}
	if rng.IntN(3) == 0 {
		l.pose.Clip = Inset{float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4))}
	}
	if rng.IntN(3) == 0 {
		l.paint = blobImage(rng, w, h)
	}
	if rng.IntN(3) == 0 {
		l.mask = blobImage(rng, w, h)
	}
	return l
}

func (l *refLayer) layer() Layer {
	out := Layer{Sprite: SpriteOf(l.img, l.img.Rect), Clip: l.clip}
	if l.paint != nil {
		out.Paint = SpriteOf(l.paint, l.paint.Rect)
	}
	if l.mask != nil {
		out.Mask = SpriteOf(l.mask, l.mask.Rect)
	}
	return out
}

// Means are rounded and not cut, which only shows where nothing else is rounded: a picture that fills chroma samples.
func TestChromaIsTheMeanOfFourPixels(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	img := image.NewNRGBA(image.Rect(0, 0, 40, 40))
	for i := range img.Pix {
		img.Pix[i] = uint8(rng.Uint32()) | uint8(i%4/3*255)
	}
	l := refLayer{img: img, pose: At(0, 0)}
	frame := frames(t, fixed(40, 40, []Layer{l.layer()}, l.pose))[0]
	_, u, v, _ := refFrame(40, 40, true, []refLayer{l})
	for i, want := range [][]float64{u, v} {
		if n, worst := differ(frame[1600+400*i:][:400], want, 1); n > 0 {
			t.Errorf("plane %d: %d samples differ, by up to %.2f", i+1, n, worst)
		}
	}
}

// A picture of noise at any whole pixel, odd or even, has the chroma of its pixels, exactly.
func TestChromaIsExactAtAnyWholePixel(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	img := image.NewNRGBA(image.Rect(0, 0, 21, 17))
	for i := range img.Pix {
		img.Pix[i] = uint8(rng.Uint32())
	}
	for _, at := range []image.Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {-3, -4}, {-4, 5}, {7, -1}} {
		l := refLayer{img: img, pose: At(float64(at.X), float64(at.Y))}
		frame := frames(t, fixed(24, 20, []Layer{l.layer()}, l.pose))[0]
		y, u, v, _ := refFrame(24, 20, true, []refLayer{l})
		for i, want := range [][]float64{y, u, v} {
			got := frame[[]int{0, 480, 600}[i]:][:len(want)]
			if n, worst := differ(got, want, 2); n > 0 {
				t.Errorf("at %v: plane %d: %d samples differ, by up to %.1f", at, i, n, worst)
			}
		}
	}
}

// Between pixels, luma and chroma are both the mix of what they are at the whole pixels around.
func TestChromaMovesByFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	img := image.NewNRGBA(image.Rect(0, 0, 21, 17))
	for i := range img.Pix {
		img.Pix[i] = uint8(rng.Uint32())
	}
	for _, at := range [][2]float64{{0.5, 0}, {0, 0.25}, {1.75, 3.5}, {-3.125, -4.5}, {-4.5, 5}, {7, -0.75}, {10.375, 9.875}} {
		l := refLayer{img: img, pose: At(at[0], at[1])}
		frame := frames(t, fixed(24, 20, []Layer{l.layer()}, l.pose))[0]
		want := make([]float64, len(frame))
		x, y := math.Floor(at[0]), math.Floor(at[1])
		for corner := range 4 {
			cx, cy := float64(corner%2), float64(corner/2)
			weight := math.Abs(1-cx-(at[0]-x)) * math.Abs(1-cy-(at[1]-y))
			whole := refLayer{img: img, pose: At(x+cx, y+cy)}
			ys, us, vs, _ := refFrame(24, 20, true, []refLayer{whole})
			for i, v := range slices.Concat(ys, us, vs) {
				want[i] += weight * v
			}
		}
		if n, worst := differ(frame, want, 3); n > 0 {
			t.Errorf("at %v: %d samples differ, by up to %.1f", at, n, worst)
		}
	}
}

func TestAlphaIsStraight(t *testing.T) {
	c := color.NRGBA{R: 200, G: 100, B: 50}
	opaque := straight(200, 100, 50, 255)
	for _, a := range []uint8{0, 1, 128, 255} {
		c.A = a
		comp := fixed(4, 4, []Layer{{Sprite: flat(4, 4, c)}}, At(0, 0))
		comp.Alpha = true
		frame := frames(t, comp)[0]
		if len(frame) != 40 || frame[24] != a || frame[39] != a {
			t.Fatalf("alpha %d: %d bytes, alpha %d", a, len(frame), frame[24])
		}
		want := opaque
		if a == 0 {
			want = pixel{y: 16, u: 128, v: 128}
		}
		if a == 1 {
			continue // eight bits multiplied by 1/255 leave nothing of a colour
		}
		if !near(frame[0], want.y, 2) || !near(frame[16], want.u, 2) || !near(frame[20], want.v, 2) {
			t.Errorf("alpha %d: colour %d %d %d, want %v", a, frame[0], frame[16], frame[20], want)
		}
	}
}

func TestPicturesOfEveryKindAreConvertedAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	nrgba := blobImage(rng, 30, 20)
	rgba, generic := image.NewRGBA(nrgba.Rect), image.NewRGBA64(nrgba.Rect)
	for y := range 20 {
		for x := range 30 {
			rgba.Set(x, y, nrgba.At(x, y))
			generic.Set(x, y, nrgba.At(x, y))
		}
	}
	r := image.Rect(3, 4, 25, 99)
	want := SpriteOf(nrgba, r)
	if want.Size() != image.Pt(22, 16) {
		t.Fatalf("size %v", want.Size())
	}
	for name, got := range map[string]*Sprite{"RGBA": SpriteOf(rgba, r), "RGBA64": SpriteOf(generic, r)} {
		for i := range want.full.p {
			for y := range want.full.h {
				a, b := want.full.row(i, y, 0, 22), got.full.row(i, y, 0, 22)
				for x := range a {
					if !near(a[x], b[x], 1) {
						t.Fatalf("%s: plane %d at (%d, %d): %d, want %d", name, i, x, y, b[x], a[x])
					}
				}
			}
		}
	}
}
