package composite

import (
	"context"
	"image"
	"image/color"
	"math"
	"testing"
)

// gradient is a picture whose luma at (x, y) is known between pixels too.
func gradient(w, h int) *Sprite {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetNRGBA(x, y, color.NRGBA{uint8(2 * x), uint8(2 * y), uint8(128 - x/2), 255})
		}
	}
	return SpriteOf(img, img.Rect)
}

func TestScaledAndTurnedSpritesLieWhereTheirPoseSays(t *testing.T) {
	const w, h = 120, 100
	sprite := gradient(w, h)
	for name, pose := range map[string]Pose{
		"between pixels": At(30.3, 40.7),
		"larger":         {Visible: true, X: 20, Y: 30, Scale: 1.37, PivotX: 60, PivotY: 10, Opacity: 1},
		"smaller":        {Visible: true, X: 40.5, Y: 30, Scale: 0.61, PivotX: 0, PivotY: 100, Opacity: 1},
		"turned":         {Visible: true, X: 60, Y: 50, Scale: 1, Rotate: 90, PivotX: 60, PivotY: 50, Opacity: 1},
		"tilted":         {Visible: true, X: 60, Y: 50, Scale: 0.9, Rotate: -8, PivotX: 20, PivotY: 90, Opacity: 1},
		"upside down":    {Visible: true, X: 60, Y: 50.5, Scale: 1.1, Rotate: 540, PivotX: 60, PivotY: 50, Opacity: 1},
	} {
		comp := fixed(240, 200, []Layer{{Sprite: sprite}}, pose)
		frame := frames(t, comp)[0]
		sin, cos := math.Sincos(pose.Rotate * math.Pi / 180)
		checked := 0
		for y := range 200 {
			for x := range 240 {
				// Back from the middle of the frame's pixel to the sprite, by the definition in Pose.
				dx, dy := float64(x)+0.5-pose.X-pose.PivotX, float64(y)+0.5-pose.Y-pose.PivotY
				sx := (cos*dx+sin*dy)/pose.Scale + pose.PivotX
				sy := (cos*dy-sin*dx)/pose.Scale + pose.PivotY
				got := frame[y*240+x]
				switch {
				case sx > 1 && sx < w-1 && sy > 1 && sy < h-1:
					px, py := sx-0.5, sy-0.5
					want := 16 + 219.0/255*(0.2126*2*px+0.7152*2*py+0.0722*(128-px/2))
					if math.Abs(float64(got)-want) > 2 {
						t.Fatalf("%s: luma %d at (%d, %d), want %.1f", name, got, x, y, want)
					}
					at := y/2*120 + x/2
					if y%2 == 0 && x%2 == 0 && sx > 4 && sx < w-4 && sy > 4 && sy < h-4 {
						u := 128 + 224.0/255*((128-px/2)-(want-16)*255/219)/1.8556
						if math.Abs(float64(frame[240*200+at])-u) > 3 {
							t.Fatalf("%s: Cb %d at (%d, %d), want %.1f", name, frame[240*200+at], x, y, u)
						}
					}
					checked++
				case sx < -2 || sx > w+2 || sy < -2 || sy > h+2:
					if got != 16 {
						t.Fatalf("%s: luma %d at (%d, %d), beside the sprite", name, got, x, y)
					}
				}
			}
		}
		if checked < 2000 {
			t.Errorf("%s: only %d pixels checked", name, checked)
		}
	}
}

// One pixel, or an odd number, enlarged covers all that it is enlarged to, in its own colour.
func TestEnlargedSpritesKeepTheirEdges(t *testing.T) {
	red := straight(255, 0, 0, 255)
	for _, size := range []image.Point{{1, 1}, {3, 5}, {4, 4}} {
		for _, rotate := range []float64{0, 180} {
			pose := At(0, 0)
			pose.PivotX, pose.PivotY = float64(size.X)/2, float64(size.Y)/2
			pose.X, pose.Y = 16-pose.PivotX, 16-pose.PivotY
			pose.Scale, pose.Rotate = 24/float64(size.X), rotate
			frame := frames(t, fixed(32, 32, []Layer{{Sprite: flat(size.X, size.Y, color.NRGBA{255, 0, 0, 255})}}, pose))[0]
			for y := range 32 {
				for x := range 32 {
					want, got := pixel{y: 16, u: 128, v: 128}, pixel{y: frame[y*32+x], u: frame[1024+y/2*16+x/2], v: frame[1280+y/2*16+x/2]}
					dx, dy := x-16, y-16
					high := 24 * size.Y / size.X / 2
					if dx >= -12 && dx < 12 && dy >= -high && dy < high {
						want = red
					}
					if !near(got.y, want.y, 1) || !near(got.u, want.u, 1) || !near(got.v, want.v, 1) {
						t.Fatalf("%v, turned %g: %v at (%d, %d), want %v", size, rotate, got, x, y, want)
					}
				}
			}
		}
	}
}

func TestClipsCoverPixelsInPart(t *testing.T) {
	white := flat(20, 20, color.NRGBA{255, 255, 255, 255})
	pose := At(4, 4)
	pose.Clip = Inset{Left: 2.25, Top: 3, Right: 5.5, Bottom: 4.75}
	frame := frames(t, fixed(32, 32, []Layer{{Sprite: white}}, pose))[0]
	at := func(x, y int) byte { return frame[y*32+x] }
	level := func(cover float64) byte { return byte(math.Round(16 + 219*cover)) }
	for _, c := range []struct {
		x, y  int
		cover float64
	}{
		{5, 10, 0}, {6, 10, 0.75}, {7, 10, 1}, {17, 10, 1}, {18, 10, 0.5}, {19, 10, 0},
		{10, 6, 0}, {10, 7, 1}, {10, 18, 1}, {10, 19, 0.25}, {10, 20, 0}, {18, 19, 0.125},
	} {
		if !near(at(c.x, c.y), level(c.cover), 1) {
			t.Errorf("(%d, %d): luma %d, want %d", c.x, c.y, at(c.x, c.y), level(c.cover))
		}
	}
}

func TestZeroPosesAndLayersDrawNothing(t *testing.T) {
	white := flat(4, 4, color.NRGBA{255, 255, 255, 255})
	shown := At(0, 0)
	noScale, noOpacity, nan := shown, shown, shown
	noScale.Scale, noOpacity.Opacity, nan.X = 0, 0, math.NaN()
	for name, comp := range map[string]*Composition{
		"zero pose":    fixed(4, 4, []Layer{{Sprite: white}}),
		"zero layer":   fixed(4, 4, []Layer{{}}, shown),
		"no scale":     fixed(4, 4, []Layer{{Sprite: white}}, noScale),
		"no opacity":   fixed(4, 4, []Layer{{Sprite: white}}, noOpacity),
		"not a number": fixed(4, 4, []Layer{{Sprite: white}}, nan),
		"empty sprite": fixed(4, 4, []Layer{{Sprite: SpriteOf(image.Black, image.Rectangle{})}}, shown),
		"empty glass":  fixed(4, 4, []Layer{{Backdrop: &Backdrop{Blur: 3}}}, shown),
		"no layers":    fixed(4, 4, nil),
	} {
		for i, v := range frames(t, comp)[0] {
			if want := byte(16 + 112*min(i/16, 1)); v != want {
				t.Errorf("%s: byte %d is %d, want %d", name, i, v, want)
				break
			}
		}
	}
}

// FuzzPose draws two frames of layers of every sort in any pose: nothing may panic, whatever the numbers.
func FuzzPose(f *testing.F) {
	f.Add(1.0, 2.0, 1.0, 0.0, 3.0, 4.0, 1.0, 0.0, 0.0, 0.0, 0.0)
	f.Add(-1e300, 1e300, 1e9, 45.0, -1e9, 1e9, 2.0, -1.0, 1e9, 0.5, 0.5)
	f.Add(0.3, -0.7, 1e-7, 1e9, 5e8, -5e8, 1e-9, 0.1, 0.2, 0.3, 0.4)
	f.Add(5.0, 5.0, 1e9, 0.0, 5.0, 5.0, 0.5, 3.0, 3.0, 3.0, 3.0)
	f.Add(math.NaN(), math.Inf(1), 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0)
	sprite := gradient(23, 17)
	glass := &Backdrop{Shape: gradient(19, 29), Blur: 7, Saturate: 1.5, Brightness: 1, Contrast: 1}
	f.Fuzz(func(t *testing.T, x, y, scale, rotate, px, py, opacity, left, top, right, bottom float64) {
		pose := Pose{true, x, y, scale, rotate, px, py, opacity, Inset{left, top, right, bottom}, 0}
		comp := &Composition{Width: 64, Height: 48, Frames: 2, Alpha: math.Signbit(x), Layers: []Layer{
			{Sprite: sprite, Paint: gradient(64, 40), Over: sprite, Clip: image.Rect(3, 3, 55, 41)},
			{Sprite: sprite, Backdrop: glass, Mask: gradient(60, 48)},
			{Backdrop: &Backdrop{Shape: sprite, Blur: left, Saturate: top, Brightness: right, Contrast: bottom}},
		}}
		comp.Pose = func(n int, p []Pose) {
			for i := range p {
				p[i] = pose
				p[i].X += float64(n)
			}
		}
		if err := Compose(context.Background(), comp, func([]byte, int) error { return nil }); err != nil {
			t.Fatal(err)
		}
	})
}

// A paint and what is drawn over it fade as one picture does: the paint is not seen through what hides it, wherever the two lie.
func TestPaintFadesWithWhatHidesIt(t *testing.T) {
	const size, grey = 24, 128
	halves := image.NewNRGBA(image.Rect(0, 0, size, size)) // the upper half hides the paint
	for y := range size {
		for x := range size {
			if y < size/2 {
				halves.SetNRGBA(x, y, color.NRGBA{255, 255, 255, 255})
			}
		}
	}
	back := flat(size, size, color.NRGBA{grey, grey, grey, 255})
	shape, over, paint := flat(size, size, color.NRGBA{0, 0, 0, 255}), SpriteOf(halves, halves.Rect), flat(size, size, color.NRGBA{0, 0, 0, 255})
	for name, turn := range map[string]func(p *Pose){
		"whole pixels":   func(*Pose) {},
		"between pixels": func(p *Pose) { p.X, p.Y = 0.3, -0.4 },
		"scaled":         func(p *Pose) { p.Scale, p.PivotX, p.PivotY = 0.9, size/2, size/2 },
		"turned":         func(p *Pose) { p.Rotate, p.PivotX, p.PivotY = 4, size/2, size/2 },
	} {
		for _, opacity := range []float64{0.99, 0.5, 0.1} {
			pose := At(0, 0)
			pose.Opacity = opacity
			turn(&pose)
			frame := frames(t, fixed(size, size, []Layer{{Sprite: back}, {Sprite: shape, Paint: paint, Over: over}, {Sprite: over}}, At(0, 0), pose, pose))[0]
			mixed := func(with float64) byte { return byte(16 + 219*(grey+(with-grey)*opacity)/255 + 0.5) }
			if upper, lower := frame[6*size+size/2], frame[18*size+size/2]; !near(upper, mixed(255), 2) || !near(lower, mixed(0), 2) {
				t.Errorf("%s, opacity %.2f: the upper half is %d and the lower one %d, want %d and %d", name, opacity, upper, lower, mixed(255), mixed(0))
			}
		}
	}
}
