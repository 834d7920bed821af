package composite

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// refBlur blurs a plane inside a box that is mirrored at its edges, by the definition of a Gaussian.
func refBlur(plane []float64, w int, box image.Rectangle, sigma float64) []float64 {
	out := append([]float64(nil), plane...)
	r := int(math.Ceil(4 * sigma))
	weights := make([]float64, 2*r+1)
	total := 0.0
	for i := range weights {
		d := float64(i-r) / sigma
		weights[i] = math.Exp(-d * d / 2)
		total += weights[i]
	}
	pass := func(read, write []float64, dx, dy int) {
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				sum := 0.0
				for i, weight := range weights {
					sx := box.Min.X + mirror(x-box.Min.X+dx*(i-r), box.Dx())
					sy := box.Min.Y + mirror(y-box.Min.Y+dy*(i-r), box.Dy())
					sum += weight * read[sy*w+sx]
				}
				write[y*w+x] = sum / total
			}
		}
	}
	between := append([]float64(nil), plane...)
	pass(plane, between, 1, 0)
	pass(between, out, 0, 1)
	return out
}

func TestBackdropBlursAsAGaussian(t *testing.T) {
	const w, h = 240, 180
	rng := rand.New(rand.NewPCG(5, 5))
	// Blocks of black and white: the hardest there is to blur.
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := uint8(0)
			if (x/37+y/29)%2 == 0 {
				v = 255
			}
			img.SetNRGBA(x, y, color.NRGBA{v, v, v, 255})
		}
	}
	for _, sigma := range []float64{0.5, 1.3, 3, 5, 8, 13, 20, 36, 80} {
		box := image.Rect(2*rng.IntN(20), 2*rng.IntN(20), w-2*rng.IntN(20), h-2*rng.IntN(20))
		comp := fixed(w, h, []Layer{
			{Sprite: SpriteOf(img, img.Rect)},
			{Backdrop: &Backdrop{Shape: flat(box.Dx(), box.Dy(), color.NRGBA{A: 255}), Blur: sigma, Saturate: 1, Brightness: 1, Contrast: 1}},
		}, At(0, 0), At(float64(box.Min.X), float64(box.Min.Y)))
		frame := frames(t, comp)[0]
		luma, _, _, _ := refFrame(w, h, true, []refLayer{{img: img, pose: At(0, 0)}})
		want := refBlur(luma, w, box, sigma)
		n, worst := differ(frame[:w*h], want, 2)
		t.Logf("sigma %g: %d samples differ by more than 2, by up to %.1f", sigma, n, worst)
		if n > w*h/100 || worst > 5 {
			t.Errorf("sigma %g: %d samples differ, by up to %.1f", sigma, n, worst)
		}
	}
}

func TestBackdropColours(t *testing.T) {
	// Expected by hand from the CSS definitions: saturate's matrix, brightness times, contrast about the middle.
	base := color.NRGBA{150, 100, 80, 255}
	luma := 0.2126*150 + 0.7152*100 + 0.0722*80
	saturated := func(c, s float64) float64 { return luma + s*(c-luma) }
	for name, c := range map[string]struct {
		filter Backdrop
		want   [3]float64
	}{
		"none":       {Backdrop{Saturate: 1, Brightness: 1, Contrast: 1}, [3]float64{150, 100, 80}},
		"saturate":   {Backdrop{Saturate: 1.8, Brightness: 1, Contrast: 1}, [3]float64{saturated(150, 1.8), saturated(100, 1.8), saturated(80, 1.8)}},
		"grey":       {Backdrop{Saturate: 0, Brightness: 1, Contrast: 1}, [3]float64{luma, luma, luma}},
		"brightness": {Backdrop{Saturate: 1, Brightness: 1.5, Contrast: 1}, [3]float64{225, 150, 120}},
		"contrast":   {Backdrop{Saturate: 1, Brightness: 1, Contrast: 0.5}, [3]float64{138.75, 113.75, 103.75}},
		"blurred":    {Backdrop{Blur: 30, Saturate: 1, Brightness: 0.5, Contrast: 1}, [3]float64{75, 50, 40}},
	} {
		for _, alpha := range []bool{false, true} {
			c.filter.Shape = flat(40, 40, color.NRGBA{A: 255})
			comp := fixed(40, 40, []Layer{{Sprite: flat(40, 40, base)}, {Backdrop: &c.filter}}, At(0, 0), At(0, 0))
			comp.Alpha = alpha
			img, err := Draw(comp, 0)
			if err != nil {
				t.Fatal(err)
			}
			got := img.NRGBAAt(17, 23)
			for i, v := range [3]uint8{got.R, got.G, got.B} {
				if math.Abs(float64(v)-c.want[i]) > 3 {
					t.Errorf("%s, alpha %v: %v, want %v", name, alpha, got, c.want)
					break
				}
			}
		}
	}
}

// What lies under a backdrop moves: all of the backdrop follows, and nothing beside it.
func TestBackdropFollowsWhatMovesBeneath(t *testing.T) {
	dot := flat(6, 6, color.NRGBA{255, 255, 255, 255})
	glass := &Backdrop{Shape: flat(60, 60, color.NRGBA{A: 255}), Blur: 20, Saturate: 1, Brightness: 1, Contrast: 1}
	comp := &Composition{Width: 120, Height: 80, Frames: 2, Layers: []Layer{{Sprite: dot}, {Backdrop: glass}}}
	comp.Pose = func(n int, p []Pose) { p[0], p[1] = At(float64(20+20*n), 30), At(10, 10) }
	got := frames(t, comp)
	at := func(n, x, y int) byte { return got[n][y*120+x] }
	if at(0, 12, 12) <= 16 || at(0, 12, 12) == at(1, 12, 12) {
		t.Errorf("corner of the backdrop: %d, then %d", at(0, 12, 12), at(1, 12, 12))
	}
	if at(0, 72, 30) != 16 || at(1, 72, 30) != 16 {
		t.Errorf("beside the backdrop: %d, then %d, want 16", at(0, 72, 30), at(1, 72, 30))
	}
}

// Chromium blurs with three boxes where this package takes a true Gaussian, hence the few levels.
func TestBackdropLooksAsInChromium(t *testing.T) {
	below, want := readPNG(t, "testdata/backdrop-none.png"), readPNG(t, "testdata/backdrop.png")
	comp := fixed(400, 300, []Layer{
		{Sprite: SpriteOf(below, below.Bounds())},
		{Backdrop: &Backdrop{Shape: flat(300, 120, color.NRGBA{A: 255}), Blur: 12, Saturate: 1, Brightness: 1, Contrast: 1}},
		{
			Backdrop: &Backdrop{Shape: flat(300, 100, color.NRGBA{A: 255}), Blur: 30, Saturate: 1.8, Brightness: 0.85, Contrast: 1},
			Sprite:   flat(300, 100, color.NRGBA{255, 255, 255, 77}),
		},
	}, At(0, 0), At(40, 30), At(40, 170))
	got, err := Draw(comp, 0)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for y := range 300 {
		for x := range 400 {
			r, g, b, _ := want.At(x, y).RGBA()
			c := got.NRGBAAt(x, y)
			for i, v := range [3]uint8{c.R, c.G, c.B} {
				d := math.Abs(float64(v) - float64([3]uint32{r, g, b}[i]>>8))
				if sum += d; d > 8 {
					t.Fatalf("(%d, %d): %v, want %v", x, y, c, want.At(x, y))
				}
			}
		}
	}
	if mean := sum / (400 * 300 * 3); mean > 1.2 {
		t.Errorf("mean difference %.2f", mean)
	}
}

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Sums of several cells at a time have the bits of sums that are added up one by one, in the order of the weights, in areas of any size.
func TestBlurAddsUpInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for w := 1; w <= 11; w++ {
		for h := 1; h <= 6; h++ {
			g := grid{w: w, h: h, sigmaX: 0.3 + 3*rng.Float64(), sigmaY: 0.3 + 3*rng.Float64()}
			cells := make([]float32, w*h)
			for i := range cells {
				cells[i] = 255 * rng.Float32()
			}
			var bl blurrer
			want := append([]float32(nil), cells...)
			pass := func(k []float32, dx, dy int) {
				from, r := append([]float32(nil), want...), len(k)/2
				for i := range want {
					want[i] = 0
					for n, weight := range k {
						want[i] += weight * from[mirror(i/w+dy*(n-r), h)*w+mirror(i%w+dx*(n-r), w)]
					}
				}
			}
			pass(bl.gaussian(g.sigmaX), 1, 0)
			pass(bl.gaussian(g.sigmaY), 0, 1)
			bl.blur(cells, &g)
			for i := range cells {
				if cells[i] != want[i] {
					t.Fatalf("%d x %d cells: cell %d is %v, want %v", w, h, i, cells[i], want[i])
				}
			}
		}
	}
}
