package warp

import (
	"encoding/binary"
	"image"
	"math"
	"runtime"
	"slices"
	"sync"
)

// Plane is one channel of a picture, a byte a pixel.
type Plane struct {
	Pix    []byte
	Stride int
}

// Layer is what lies over the source where it is shown: each pixel becomes Base + source*Share/255. The two are planes of
// the picture, of one size and stride.
type Layer struct{ Base, Share Plane }

// Table says for each pixel of a picture where on the source it comes from. It is safe for concurrent use.
type Table struct {
	size    image.Point // of the source
	area    image.Rectangle
	picture Homography // from the source to the picture
	rows    []row
	samples []sample

	acrossTaps, downTaps int
	// Kernels: across, the weights of four pixels in the lanes of a word, the first in the highest, so that the highest
	// lane of its product with pixels in lanes is their sum; down, each weight by itself.
	across [][2]uint64
	down   [][8]int8
	lone   [][8]int8 // those across, as those down are
}

// row is what of a row of the picture shows the source.
type row struct{ x0, x1, first int }

type sample struct {
	offset       int32 // of the first pixel, in a source whose rows follow each other
	across, down uint16
}

// New works out how a picture of a size shows a source. The homography maps the picture to the source. A source is at
// least 8 pixels on a side. What is wanted says which pixels show any of it.
func New(h Homography, size image.Point, picture image.Rectangle, wanted func(x, y int) bool) *Table {
	t := &Table{size: size, picture: h.Inverse()}
	t.area = t.outline(image.Rectangle{Max: size}).Inset(-2).Intersect(picture)
	widest, tallest := 1., 1.
	for y := t.area.Min.Y; y < t.area.Max.Y; y += 8 {
		for x := t.area.Min.X; x < t.area.Max.X; x += 8 {
			if across, down := h.footprint(float64(x)+.5, float64(y)+.5); wanted(x, y) {
				widest, tallest = max(widest, across), max(tallest, down)
			}
		}
	}
	f := filler{Table: t, h: h, across: newKernels(widest), down: newKernels(tallest), widest: widest, tallest: tallest}
	t.setKernels(f.across, f.down)
	samples := 0
	for y := t.area.Min.Y; y < t.area.Max.Y; y++ {
		x0, x1 := extent(t.area, y, wanted)
		t.rows = append(t.rows, row{x0, x1, samples})
		samples += x1 - x0
	}
	t.samples = make([]sample, samples)
	InParallel(len(t.rows), f.fill)
	return t
}

// filler works samples out.
type filler struct {
	*Table
	h               Homography
	across, down    *kernels
	widest, tallest float64
}

// block is how many pixels share a footprint.
const block = 16

// fill works out the samples of some rows.
func (f *filler) fill(from, to int) {
	h := &f.h
	for i := from; i < to; i++ {
		r := f.rows[i]
		y := float64(f.area.Min.Y+i) + .5
		samples := f.samples[r.first:][:r.x1-r.x0]
		for k := 0; k < len(samples); k += block {
			n := min(block, len(samples)-k)
			x := float64(r.x0+k) + .5
			across, down := h.footprint(x+float64(n)/2, y)
			a, d := f.across.row(min(across, f.widest)), f.down.row(min(down, f.tallest))
			for s := range samples[k:][:n] {
				x := x + float64(s)
				w := 1 / (h[6]*x + h[7]*y + h[8])
				left, across := f.across.place((h[0]*x+h[1]*y+h[2])*w, f.size.X)
				top, down := f.down.place((h[3]*x+h[4]*y+h[5])*w, f.size.Y)
				samples[k+s] = sample{int32(top*f.size.X + left), uint16(a + across), uint16(d + down)}
			}
		}
	}
}

// InParallel shares rows out among the processors.
func InParallel(rows int, work func(from, to int)) {
	var group sync.WaitGroup
	parts := runtime.GOMAXPROCS(0)
	for i := range parts {
		group.Go(func() { work(rows*i/parts, rows*(i+1)/parts) })
	}
	group.Wait()
}

// extent is from where to where pixels of a row are wanted.
func extent(area image.Rectangle, y int, wanted func(x, y int) bool) (x0, x1 int) {
	x0, x1 = area.Min.X, area.Max.X
	for x0 < x1 && !wanted(x0, y) {
		x0++
	}
	for x1 > x0 && !wanted(x1-1, y) {
		x1--
	}
	return x0, x1
}

func (t *Table) setKernels(across, down *kernels) {
	t.acrossTaps, t.downTaps = across.taps, down.taps
	for chunk := range slices.Chunk(across.weights, across.taps) {
		var words [2]uint64
		for i, w := range chunk {
			words[i/4] += uint64(int64(w)) << (16 * (3 - i%4))
		}
		t.across = append(t.across, words)
	}
	t.lone, t.down = singles(across), singles(down)
}

// singles are kernels with each weight by itself.
func singles(k *kernels) [][8]int8 {
	var all [][8]int8
	for chunk := range slices.Chunk(k.weights, k.taps) {
		var weights [8]int8
		copy(weights[:], chunk)
		all = append(all, weights)
	}
	return all
}

// times multiplies lanes by a weight. As lanes that are below zero for a while borrow from the ones above, and give back
// what they borrowed, the sum of several products is right once no lane is below zero.
func times(lanes uint64, weight int8) uint64 { return lanes * uint64(int64(weight)) }

// Bytes is how much memory the table takes, but for its kernels.
func (t *Table) Bytes() int { return 8 * len(t.samples) }

// Area is the part of the picture that shows the source.
func (t *Table) Area() image.Rectangle { return t.area }

// Shows is the part of the picture in which a part of the source shows.
func (t *Table) Shows(part image.Rectangle) image.Rectangle {
	if part.Empty() {
		return image.Rectangle{}
	}
	reach := max(t.acrossTaps, t.downTaps) // half of it the filter's, half that of pixels cut by the source's edge
	return t.outline(part.Inset(-reach)).Inset(-1).Intersect(t.area)
}

// outline is the rectangle that a rectangle of the source is seen in.
func (t *Table) outline(r image.Rectangle) image.Rectangle {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, corner := range [...]image.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}} {
		x, y := t.picture.At(float64(corner.X), float64(corner.Y))
		left, right = min(left, x), max(right, x)
		top, bottom = min(top, y), max(bottom, y)
	}
	return image.Rect(int(math.Floor(left)), int(math.Floor(top)), int(math.Ceil(right)), int(math.Ceil(bottom)))
}

// within is what a row of a part of the picture shows of the source, and where that begins.
func (t *Table) within(part image.Rectangle, y int) (x0 int, samples []sample) {
	r := t.rows[y-t.area.Min.Y]
	x0 = min(max(r.x0, part.Min.X), r.x1)
	return x0, t.samples[r.first+x0-r.x0:][:max(0, min(r.x1, part.Max.X)-x0)]
}

// Draw draws a rectangle of the picture, as far as the source shows in it. The source's rows follow each other.
func (t *Table) Draw(to Plane, source []byte, layer Layer, part image.Rectangle) {
	part = part.Intersect(t.area)
	source = source[:t.size.X*t.size.Y]
	for y := part.Min.Y; y < part.Max.Y; y++ {
		x0, samples := t.within(part, y)
		out := to.Pix[y*to.Stride+x0:][:len(samples)]
		base := layer.Base.Pix[y*layer.Base.Stride+x0:][:len(samples)]
		share := layer.Share.Pix[y*layer.Share.Stride+x0:][:len(samples)]
		if t.acrossTaps == 4 && t.downTaps == 4 {
			t.drawFour(out, source, base, share, samples)
		} else {
			t.drawMore(out, source, base, share, samples)
		}
	}
}

// drawFour draws a row where 4 x 4 pixels make a sample.
func (t *Table) drawFour(out, source, base, share []byte, samples []sample) {
	width := t.size.X
	for i, s := range samples {
		at := source[s.offset:][:3*width+4]
		down := &t.down[s.down]
		sum := lifted
		sum += times(spread(at), down[0])
		sum += times(spread(at[width:]), down[1])
		sum += times(spread(at[2*width:]), down[2])
		sum += times(spread(at[3*width:]), down[3])
		value := finish(column(sum) * t.across[s.across][0] >> 48)
		out[i] = under(value, base[i], share[i])
	}
}

// drawMore draws a row where up to 8 x 8 pixels make a sample.
func (t *Table) drawMore(out, source, base, share []byte, samples []sample) {
	width := t.size.X
	for i, s := range samples {
		total := uint64(0)
		for group := range t.acrossTaps / 4 {
			at := source[int(s.offset)+4*group:]
			sum := lifted
			for k, w := range t.down[s.down][:t.downTaps] {
				sum += times(spread(at[k*width:]), w)
			}
			total += column(sum) * t.across[s.across][group] >> 48
		}
		out[i] = under(finish(total), base[i], share[i])
	}
}

// Colours are a source's colours in lanes: red in the lowest, green and blue. Its rows follow each other.
type Colours []uint64

// SetRow copies a row of pixels of 3 or 4 channels, which begin with red, green and blue.
func (c Colours) SetRow(y int, pix []byte, channels int) {
	row := c[y*(len(pix)/channels):][:len(pix)/channels]
	for x := range row {
		p := pix[channels*x:][:3]
		row[x] = uint64(p[0]) | uint64(p[1])<<16 | uint64(p[2])<<32
	}
}

// Rows is how many of the source's rows, from the top, some rows of the picture are made of.
func (t *Table) Rows(from, to int) int {
	needed := 0
	for y := max(from, t.area.Min.Y); y < min(to, t.area.Max.Y); y++ {
		r := t.rows[y-t.area.Min.Y]
		if n := r.x1 - r.x0; n > 0 { // its ends are the farthest up and down
			first, last := t.samples[r.first], t.samples[r.first+n-1]
			needed = max(needed, int(max(first.offset, last.offset))/t.size.X+t.downTaps)
		}
	}
	return needed
}

// DrawColours draws a rectangle of a picture as Draw does: what is there is the base of the layer.
func (t *Table) DrawColours(to *image.NRGBA, source Colours, share Plane, part image.Rectangle) {
	part = part.Intersect(t.area)
	width := t.size.X
	for y := part.Min.Y; y < part.Max.Y; y++ {
		x0, samples := t.within(part, y)
		pix := to.Pix[to.PixOffset(x0, y):][:4*len(samples)]
		shares := share.Pix[y*share.Stride+x0:][:len(samples)]
		for i, s := range samples {
			var sum uint64
			if t.acrossTaps == 4 && t.downTaps == 4 {
				sum = fourColours(source[s.offset:][:3*width+4], width, &t.down[s.down], &t.lone[s.across])
			} else {
				sum = moreColours(source[s.offset:], width, t.down[s.down][:t.downTaps], t.lone[s.across][:t.acrossTaps])
			}
			p := pix[4*i:][:4]
			p[0] = under(finish(sum&0xffff), p[0], shares[i])
			p[1] = under(finish(sum>>16&0xffff), p[1], shares[i])
			p[2] = under(finish(sum>>32&0xffff), p[2], shares[i])
		}
	}
}

// fourColours are the colours that 4 x 4 pixels make.
func fourColours(at []uint64, width int, down, across *[8]int8) uint64 {
	a, b, c, d := (*[4]uint64)(at), (*[4]uint64)(at[width:]), (*[4]uint64)(at[2*width:]), (*[4]uint64)(at[3*width:])
	top, upper, lower, foot := uint64(int64(down[0])), uint64(int64(down[1])), uint64(int64(down[2])), uint64(int64(down[3]))
	sum := times(column(lifted+a[0]*top+b[0]*upper+c[0]*lower+d[0]*foot), across[0])
	sum += times(column(lifted+a[1]*top+b[1]*upper+c[1]*lower+d[1]*foot), across[1])
	sum += times(column(lifted+a[2]*top+b[2]*upper+c[2]*lower+d[2]*foot), across[2])
	return sum + times(column(lifted+a[3]*top+b[3]*upper+c[3]*lower+d[3]*foot), across[3])
}

// moreColours are those that up to 8 x 8 pixels make.
func moreColours(at []uint64, width int, down, across []int8) uint64 {
	sum := uint64(0)
	for k, w := range across {
		pixels := lifted
		for row, v := range down {
			pixels += times(at[row*width+k], v)
		}
		sum += times(column(pixels), w)
	}
	return sum
}

const (
	everyLane = 0x0001_0001_0001_0001
	lift      = 64 // keeps values from falling below zero between the two directions
	lifted    = uint64((lift*weightOne + weightOne/2) * everyLane)
)

// spread puts four pixels into the four lanes of a word, the first into the lowest.
func spread(at []byte) uint64 {
	x := uint64(binary.LittleEndian.Uint32(at))
	x = (x | x<<16) & 0x0000_FFFF_0000_FFFF
	return (x | x<<8) & 0x00FF_00FF_00FF_00FF
}

// column divides sums of weighted rows.
func column(sum uint64) uint64 { return sum >> weightBits & (0x03FF * everyLane) }

// finish makes a value of a sum of weighted columns, whose upper half is noise where it is a sum of two.
func finish(sum uint64) uint32 {
	v := (int32(int16(sum))+weightOne/2)>>weightBits - lift
	return uint32(min(max(v, 0), 255))
}

// under is a value of the source under the layer.
func under(value uint32, base, share byte) byte {
	if share == 255 && base == 0 { // as where the glass reflects nothing
		return byte(value)
	}
	v := value*uint32(share) + 127
	return byte(min(uint32(base)+(v+v>>8+1)>>8, 255))
}
