package warp

import (
	"bytes"
	"image"
	"math"
	"math/rand/v2"
	"testing"
)

// tilted is a source as a camera sees it that stands to the left and somewhat above: what is near is larger.
func tilted(size image.Point) Homography {
	w, h := float64(size.X), float64(size.Y)
	return Homography{.85, .02, w * .05, -.08, .97, h * .06, -.12 / w, 0.02 / h, 1}.Inverse()
}

// planeOf returns a transmission of 255 where something is wanted, and of 0 elsewhere.
func planeOf(size image.Point, wanted func(x, y int) bool) Plane {
	p := newPlane(size, 0)
	for i := range p.Pix {
		if wanted(i%size.X, i/size.X) {
			p.Pix[i] = 255
		}
	}
	return p
}

func newPlane(size image.Point, value byte) Plane {
	p := Plane{Pix: make([]byte, size.X*size.Y), Stride: size.X}
	for i := range p.Pix {
		p.Pix[i] = value
	}
	return p
}

func noise(size image.Point) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	source := make([]byte, size.X*size.Y)
	for i := range source {
		source[i] = byte(random.IntN(256))
	}
	return source
}

// shown draws a source with nothing over it.
func shown(t *Table, size image.Point, source []byte) Plane {
	out := newPlane(size, 0)
	t.Draw(image.Rectangle{Max: size}, newPlane(size, 255), Channel{out, newPlane(size, 0), source, nil})
	return out
}

func TestUnmoved(t *testing.T) {
	size := image.Pt(40, 30)
	source := noise(size)
	out := shown(New(Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}, size, image.Rectangle{Max: size}, newPlane(size, 255)), size, source)
	for i := range source {
		if out.Pix[i] != source[i] {
			t.Fatalf("pixel %d is %d, want %d", i, out.Pix[i], source[i])
		}
	}
}

// A plain source stays the colour that it is, to its very edge, however far it turns away.
func TestPlain(t *testing.T) {
	size, picture := image.Pt(100, 200), image.Pt(120, 220)
	for _, h := range []Homography{tilted(size), {2.7, .3, -9, .1, 1.3, 2, .001, 0, 1}, {.4, 0, 3, 0, .4, 3, 0, 0, 1}, {3.9, 0, 0, 0, 3.9, 0, 0, 0, 1}} {
		for _, value := range []byte{0, 1, 77, 254, 255} {
			table := New(h, size, image.Rectangle{Max: picture}, newPlane(picture, 255))
			out := shown(table, picture, newPlane(size, value).Pix)
			area := table.area
			if area.Empty() {
				t.Fatalf("%v shows nothing", h)
			}
			for y := area.Min.Y; y < area.Max.Y; y++ {
				for x := area.Min.X; x < area.Max.X; x++ {
					if got := out.Pix[y*out.Stride+x]; got != value {
						t.Fatalf("%d, %d is %d, want %d", x, y, got, value)
					}
				}
			}
		}
	}
}

// Against the same filter with real numbers.
func TestFilter(t *testing.T) {
	size, picture := image.Pt(90, 160), image.Pt(100, 180)
	source := noise(size)
	for name, h := range map[string]Homography{"tilted": tilted(size), "far": {2.9, .2, 0, .1, 2.2, 0, .001, 0, 1}} {
		table := New(h, size, image.Rectangle{Max: picture}, newPlane(picture, 255))
		out := shown(table, picture, source)
		sum, most, n := 0., 0., 0
		for y := table.area.Min.Y; y < table.area.Max.Y; y++ {
			for x := table.area.Min.X; x < table.area.Max.X; x++ {
				u, v := h.At(float64(x)+.5, float64(y)+.5)
				if u < 4 || v < 4 || u > float64(size.X-4) || v > float64(size.Y-4) {
					continue
				}
				off := math.Abs(float64(out.Pix[y*out.Stride+x]) - filtered(table, h, source, size, x, y))
				sum, most, n = sum+off, max(most, off), n+1
			}
		}
		// Noise is the worst there is: weights are whole 64ths, and places whole 32nds of a pixel.
		if mean := sum / float64(n); mean > 1.6 || most > 12 || n < 500 {
			t.Errorf("%s: off by %.2f in the mean and %.1f at most over %d pixels", name, mean, most, n)
		}
	}
}

func filtered(t *Table, h Homography, source []byte, size image.Point, x, y int) float64 {
	u, v := h.At(float64(x)+.5, float64(y)+.5)
	across, down := h.footprint(float64(x)+.5, float64(y)+.5)
	axis := func(at, width float64, taps int) (int, []float64) {
		first := int(math.Floor(at-.5)) - taps/2 + 1
		weights, sum := make([]float64, taps), 0.
		for i := range weights {
			d := float64(first+i) + .5 - at
			if reach := float64(taps) / 2; math.Abs(d) < reach {
				weights[i] = sinc(d/max(width, 1)) * sinc(d/reach)
			}
			sum += weights[i]
		}
		for i := range weights {
			weights[i] /= sum
		}
		return first, weights
	}
	left, a := axis(u, across, t.across.taps)
	top, d := axis(v, down, t.down.taps)
	total := 0.
	for j, wy := range d {
		for i, wx := range a {
			px, py := min(max(left+i, 0), size.X-1), min(max(top+j, 0), size.Y-1)
			total += wx * wy * float64(source[py*size.X+px])
		}
	}
	return min(max(total, 0), 255)
}

// What shows a part of the source is all that changes with it.
func TestShows(t *testing.T) {
	size, picture := image.Pt(90, 160), image.Pt(100, 180)
	for _, h := range []Homography{tilted(size), {2.9, .2, 0, .1, 2.2, 0, .001, 0, 1}} {
		table := New(h, size, image.Rectangle{Max: picture}, planeOf(picture, func(x, y int) bool {
			across, down := h.footprint(float64(x)+.5, float64(y)+.5)
			u, v := h.At(float64(x)+.5, float64(y)+.5)
			return u > -across && v > -down && u < float64(size.X)+across && v < float64(size.Y)+down
		}))
		before := shown(table, picture, make([]byte, size.X*size.Y))
		for _, part := range []image.Rectangle{image.Rect(0, 0, 5, 5), image.Rect(20, 70, 60, 75), image.Rect(85, 150, 90, 160)} {
			source := make([]byte, size.X*size.Y)
			for y := part.Min.Y; y < part.Max.Y; y++ {
				for x := part.Min.X; x < part.Max.X; x++ {
					source[y*size.X+x] = 255
				}
			}
			after := shown(table, picture, source)
			changed := image.Rectangle{}
			for i := range after.Pix {
				if after.Pix[i] != before.Pix[i] {
					x, y := i%picture.X, i/picture.X
					changed = changed.Union(image.Rect(x, y, x+1, y+1))
				}
			}
			if changed.Empty() || !changed.In(table.Shows(part)) {
				t.Errorf("%v changes %v, outside of %v", part, changed, table.Shows(part))
			}
		}
	}
}

// Colours are drawn as each of their planes is.
func TestColours(t *testing.T) {
	size, picture := image.Pt(90, 160), image.Pt(100, 180)
	source := image.NewNRGBA(image.Rectangle{Max: size})
	copy(source.Pix, noise(image.Pt(4*size.X, size.Y)))
	transmission := newPlane(picture, 200)
	for name, h := range map[string]Homography{"tilted": tilted(size), "far": {2.9, .2, 0, .1, 2.2, 0, .001, 0, 1}} {
		table := New(h, size, image.Rectangle{Max: picture}, newPlane(picture, 255))
		got := image.NewNRGBA(image.Rectangle{Max: picture})
		for i := range got.Pix {
			got.Pix[i] = 20
		}
		colours := make(Colours, size.X*size.Y)
		for y := range size.Y {
			colours.SetRow(y, source.Pix[y*source.Stride:][:4*size.X], 4)
		}
		table.DrawColours(got, colours, transmission, got.Rect)
		for channel := range 3 {
			plane := make([]byte, size.X*size.Y)
			for i := range plane {
				plane[i] = source.Pix[4*i+channel]
			}
			want := newPlane(picture, 20)
			table.Draw(got.Rect, transmission, Channel{want, newPlane(picture, 20), plane, nil})
			for i, v := range want.Pix {
				if d := int(v) - int(got.Pix[4*i+channel]); d > 1 || d < -1 { // lanes below the sum's lend it 1/64
					t.Fatalf("%s: channel %d of pixel %d is %d, in a plane %d", name, channel, i, got.Pix[4*i+channel], v)
				}
			}
		}
		if got.Pix[3] != 20 {
			t.Error("alpha has changed")
		}
	}
}

// Rows of the picture are the same whatever is in the source below the rows that they are said to need.
func TestRows(t *testing.T) {
	size, picture := image.Pt(90, 160), image.Pt(100, 180)
	for _, h := range []Homography{tilted(size), {2.9, .2, 0, .1, 2.2, 0, .001, 0, 1}, {1, .1, 0, .7, .9, -20, 0, 0, 1}} {
		table := New(h, size, image.Rectangle{Max: picture}, newPlane(picture, 255))
		for _, from := range []int{0, 30, 90} {
			rows := image.Rect(0, from, picture.X, from+20)
			needed := table.Rows(rows.Min.Y, rows.Max.Y)
			draw := func(source []byte) []byte {
				out := newPlane(picture, 0)
				table.Draw(rows, newPlane(picture, 255), Channel{out, newPlane(picture, 0), source, nil})
				return out.Pix
			}
			whole, cut := noise(size), noise(size)
			clear(cut[needed*size.X:])
			if !bytes.Equal(draw(whole), draw(cut)) {
				t.Errorf("rows from %d need more than %d rows", from, needed)
			}
		}
	}
}

// Parts of the picture add up to all of it, those beside the source included.
func TestParts(t *testing.T) {
	size, picture := image.Pt(90, 160), image.Pt(100, 180)
	h, source := Homography{2.9, .9, 0, .1, 2.2, 0, .001, 0, 1}, noise(size)
	table := New(h, size, image.Rectangle{Max: picture}, planeOf(picture, func(x, y int) bool {
		u, v := h.At(float64(x), float64(y))
		return u > 0 && v > 0 && u < float64(size.X) && v < float64(size.Y)
	}))
	want, got := shown(table, picture, source), newPlane(picture, 0)
	transmission, channel := newPlane(picture, 255), Channel{got, newPlane(picture, 0), source, nil}
	for x := 0; x < picture.X; x += 7 {
		table.Draw(image.Rect(x, 0, min(x+7, picture.X), picture.Y), transmission, channel)
	}
	if !bytes.Equal(got.Pix, want.Pix) {
		t.Error("the picture in parts is another")
	}
}

func TestTransmission(t *testing.T) {
	size := image.Pt(16, 16)
	table := New(Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}, size, image.Rectangle{Max: size}, newPlane(size, 255))
	out := newPlane(size, 0)
	table.Draw(image.Rectangle{Max: size}, newPlane(size, 51), Channel{out, newPlane(size, 10), newPlane(size, 200).Pix, nil})
	if out.Pix[20] != 50 {
		t.Errorf("a fifth of 200 over 10 is %d, want 50", out.Pix[20])
	}
}

func TestInverse(t *testing.T) {
	h := tilted(image.Pt(100, 200))
	x, y := h.At(12, 34)
	if x, y = h.Inverse().At(x, y); math.Hypot(x-12, y-34) > 1e-9 {
		t.Errorf("there and back is %v, %v", x, y)
	}
	x, y = h.At(12, 34)
	if u, v := h.Scaled(2, 3).At(24, 68); math.Hypot(u-3*x, v-3*y) > 1e-9 {
		t.Errorf("scaled is %v, %v, want %v, %v", u, v, 3*x, 3*y)
	}
}

// A table whose samples are not kept draws what one that keeps them draws, all of it or a part, wherever it was turned before.
func TestTurning(t *testing.T) {
	size, picture := image.Pt(90, 160), image.Rect(0, 0, 100, 180)
	source, inside := noise(size), planeOf(picture.Size(), func(x, y int) bool { return (x-50)*(x-50)+(y-90)*(y-90) < 60*60 })
	turning := NewTurning(size, picture)
	for _, h := range []Homography{tilted(size), {2.9, .9, 0, .1, 2.2, 0, .001, 0, 1}, tilted(size)} {
		kept := New(h, size, picture, inside)
		turning.Turn(h, inside)
		draw := func(table *Table, part image.Rectangle) []byte {
			a, b := newPlane(picture.Size(), 3), newPlane(picture.Size(), 5)
			table.Draw(part, newPlane(picture.Size(), 200), Channel{a, a, source, nil}, Channel{b, a, source, nil})
			return append(a.Pix, b.Pix...)
		}
		whole := draw(turning, picture)
		for _, part := range []image.Rectangle{image.Rect(37, 20, 54, 140), image.Rect(20, 90, 99, 91)} {
			again := draw(turning, part)
			for y := part.Min.Y; y < part.Max.Y; y++ {
				for n := range 2 { // the channels
					from, to := (n*180+y)*100+part.Min.X, (n*180+y)*100+part.Max.X
					if !bytes.Equal(again[from:to], whole[from:to]) {
						t.Fatalf("row %d of %v of %v differs from that of the whole", y, part, h)
					}
				}
			}
		}
		sameSamples(t, kept, turning)
	}
}

// Runs of which all that they show is equal are drawn as their samples make them.
func TestTurningPlain(t *testing.T) {
	size, picture := image.Pt(160, 160), image.Rect(0, 0, 180, 180)
	source, other := noise(size), bytes.Repeat([]byte{77}, size.X*size.Y)
	for i := range source {
		if x, y := i%size.X, i/size.X; x > 40 && x != 133 && y > 30 && y != 120 {
			source[i] = byte(200 + 20*(x/80))
		}
	}
	base, transmission := newPlane(picture.Size(), 9), newPlane(picture.Size(), 240)
	copy(base.Pix[80*180:], noise(image.Pt(180, 20)))
	for _, h := range []Homography{tilted(size), {1.9, .9, 0, .1, 1.2, 0, .001, 0, 1}} {
		turning := NewTurning(size, picture)
		turning.Turn(h, newPlane(picture.Size(), 255))
		channels, want := make([]Channel, 2), make([]Channel, 2)
		for k, of := range [][]byte{source, other} {
			cells := NewCells(size)
			cells.Note(of, image.Rectangle{Max: size})
			channels[k] = Channel{newPlane(picture.Size(), 0), base, of, cells}
			want[k] = Channel{newPlane(picture.Size(), 0), base, of, nil}
		}
		turning.Draw(picture, transmission, channels...)
		turning.Draw(picture, transmission, want...)
		for k := range want {
			if !bytes.Equal(channels[k].To.Pix, want[k].To.Pix) {
				t.Errorf("%v: channel %d is not what its samples make", h, k)
			}
		}
		brief := brief{turning, picture, transmission, channels}
		plain, tiles := 0, 0
		for y := turning.area.Min.Y; y+tileRows <= turning.area.Max.Y; y += tileRows {
			for x := turning.area.Min.X; x+block <= turning.area.Max.X; x += block {
				if brief.values(turning.filler.shown(turning.filler.sides(x, y, y+tileRows), turning.filler.sides(x+block, y, y+tileRows))) != differing {
					plain++
				}
				tiles++
			}
		}
		if plain < tiles/8 || plain > tiles*3/4 {
			t.Errorf("%v: %d of %d tiles are plain", h, plain, tiles)
		}
	}
}

// sameSamples checks that the samples of two tables are at the same places, but for the rounding to phases.
func sameSamples(t *testing.T, a, b *Table) {
	t.Helper()
	at := func(table *Table, s sample) [2]int {
		column, line := int(s.offset)%table.size.X*phases, int(s.offset)/table.size.X*phases
		return [2]int{column + int(s.across)%(table.across.taps*phases), line + int(s.down)%(table.down.taps*phases)}
	}
	rounded := 0
	for y := a.area.Min.Y; y < a.area.Max.Y; y++ {
		x0, of := a.within(a.area, y)
		others := make([]sample, len(of))
		for x := x0 / block * block; x < x0+len(of); x += block {
			var samples [block]sample
			b.filler.fillBriefly(&samples, x, y, b.filler.widths(x, y))
			from := max(x, x0)
			copy(others[from-x0:], samples[from-x:])
		}
		for i := range of {
			p, q := at(a, of[i]), at(b, others[i])
			if p[0]-q[0] > 1 || q[0]-p[0] > 1 || p[1]-q[1] > 1 || q[1]-p[1] > 1 {
				t.Fatalf("row %d: sample %d is at %v/%d, want %v/%d", y, i, q, phases, p, phases)
			}
			if p != q {
				rounded++
			}
		}
	}
	if all := len(a.samples); rounded > all/100 || all == 0 {
		t.Errorf("%d of %d samples have another phase", rounded, all)
	}
}

func BenchmarkDraw(b *testing.B) {
	size := image.Pt(804, 1748)
	source := noise(size)
	table := New(tilted(size), size, image.Rectangle{Max: size}, newPlane(size, 255))
	transmission, channel := newPlane(size, 255), Channel{newPlane(size, 0), newPlane(size, 0), source, nil}
	b.SetBytes(int64(len(table.samples)))
	for b.Loop() {
		table.Draw(image.Rectangle{Max: size}, transmission, channel)
	}
}

func BenchmarkNew(b *testing.B) {
	size := image.Pt(804, 1748)
	for b.Loop() {
		New(tilted(size), size, image.Rectangle{Max: size}, newPlane(size, 255))
	}
}
