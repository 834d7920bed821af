package warp

import (
	"encoding/binary"
	"image"
	"math"
	"math/bits"
	"runtime"
	"sync"
)

// Plane is one channel of a picture, a byte a pixel.
type Plane struct {
	Pix    []byte
	Stride int
}

// Channel is a plane of a picture that shows one of the source: each of its pixels becomes Base + Source*transmission/255. The
// source has no gaps between its rows. Base may be To itself.
type Channel struct {
	To, Base Plane
	Source   []byte
	Cells    *Cells // of the source, for a table that turns; nil: nothing is known of it
}

// Table knows for each pixel of a picture the place on the source that it shows. It is safe for concurrent use, but for Turn.
type Table struct {
	size    image.Point     // of the source
	picture image.Rectangle // all of it
	area    image.Rectangle // the part that may show the source
	back    Homography      // from the source to the picture
	filler  filler
	rows    []row
	samples []sample // none: those of a row are computed when it is drawn
	across  *kernels
	down    *kernels
}

// row says which pixels of a row of the picture show the source: [x0, x1), with the samples from first on.
type row struct{ x0, x1, first int }

// sample is the place on the source that a pixel shows.
type sample struct {
	offset       int32  // of the first pixel, in a source whose rows follow each other
	across, down uint16 // indexes of kernels
}

// New computes how a picture shows a source of a size, which is at least 8 pixels on a side. The homography maps the picture
// to the source. Where the transmission is 0, a pixel shows nothing of the source.
func New(h Homography, size image.Point, picture image.Rectangle, transmission Plane) *Table {
	t := NewTurning(size, picture)
	t.Turn(h, transmission)
	count := 0
	if n := len(t.rows); n > 0 {
		count = t.rows[n-1].first + t.rows[n-1].x1 - t.rows[n-1].x0
	}
	samples := make([]sample, count)
	InParallel(len(t.rows), func(from, to int) {
		for i := from; i < to; i++ {
			r := t.rows[i]
			t.filler.fill(samples[r.first:][:r.x1-r.x0], r.x0, t.area.Min.Y+i)
		}
	})
	t.samples = samples
	return t
}

// NewTurning returns a table for a source that turns: Turn says how a picture shows it. What is drawn once has no use for samples
// that are kept.
func NewTurning(size image.Point, picture image.Rectangle) *Table {
	return &Table{size: size, picture: picture}
}

// Turn sets how the picture shows the source, as New does.
func (t *Table) Turn(h Homography, transmission Plane) {
	t.back = h.Inverse()
	t.area = t.outline(image.Rectangle{Max: t.size}).Inset(-2).Intersect(t.picture)
	t.rows = t.rows[:0]
	samples, widest, tallest := 0, 1., 1.
	for y := t.area.Min.Y; y < t.area.Max.Y; y++ {
		x0, x1 := extent(transmission.Pix[y*transmission.Stride:][t.area.Min.X:t.area.Max.X])
		x0, x1 = x0+t.area.Min.X, x1+t.area.Min.X
		t.rows = append(t.rows, row{x0, x1, samples})
		samples += x1 - x0
		if (y-t.area.Min.Y)%8 == 0 {
			across, down := t.largest(&h, x0, x1, y)
			widest, tallest = max(widest, across), max(tallest, down)
		}
	}
	t.across, t.down = kernelsFor(widest), kernelsFor(tallest)
	t.filler = filler{size: t.size, h: h, across: t.across, down: t.down, widest: widest, tallest: tallest}
}

// largest returns the largest footprints of pixels of a row, of which it looks at the first and the last among every eighth: no other is
// larger by more than what nobody sees.
func (t *Table) largest(h *Homography, x0, x1, y int) (across, down float64) {
	first, last := t.area.Min.X+(x0-t.area.Min.X+7)&^7, t.area.Min.X+(x1-1-t.area.Min.X)&^7
	if first > last {
		return 0, 0
	}
	across, down = h.footprint(float64(first)+.5, float64(y)+.5)
	a, d := h.footprint(float64(last)+.5, float64(y)+.5)
	return max(across, a), max(down, d)
}

// InParallel divides rows among the processors.
func InParallel(rows int, work func(from, to int)) {
	var group sync.WaitGroup
	parts := runtime.GOMAXPROCS(0)
	for i := range parts {
		group.Go(func() { work(rows*i/parts, rows*(i+1)/parts) })
	}
	group.Wait()
}

// extent returns where the first byte of a row is that is not 0, and the end behind the last one.
func extent(row []byte) (x0, x1 int) {
	for x1 = len(row); x1 >= 8 && binary.LittleEndian.Uint64(row[x1-8:]) == 0; {
		x1 -= 8
	}
	for x1 > 0 && row[x1-1] == 0 {
		x1--
	}
	for x0+8 <= x1 && binary.LittleEndian.Uint64(row[x0:]) == 0 {
		x0 += 8
	}
	for x0 < x1 && row[x0] == 0 {
		x0++
	}
	return x0, x1
}

// times multiplies lanes by a weight. A lane that falls below zero borrows from the one above and later gives back what it
// borrowed: a sum of several products is right when no lane of it is below zero.
func times(lanes uint64, weight int8) uint64 { return lanes * uint64(int64(weight)) }

// Bytes is the table's size in memory, without its kernels.
func (t *Table) Bytes() int { return 8 * len(t.samples) }

// Shows returns the part of the picture that shows a part of the source.
func (t *Table) Shows(part image.Rectangle) image.Rectangle {
	if part.Empty() {
		return image.Rectangle{}
	}
	reach := max(t.across.taps, t.down.taps) // half of it for the filter, half for pixels that the source's edge cuts
	return t.outline(part.Inset(-reach)).Inset(-1).Intersect(t.area)
}

// outline returns the rectangle of the picture in which a rectangle of the source is seen.
func (t *Table) outline(r image.Rectangle) image.Rectangle {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, corner := range [...]image.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}} {
		x, y := t.back.At(float64(corner.X), float64(corner.Y))
		left, right = min(left, x), max(right, x)
		top, bottom = min(top, y), max(bottom, y)
	}
	return image.Rect(int(math.Floor(left)), int(math.Floor(top)), int(math.Ceil(right)), int(math.Ceil(bottom)))
}

// within returns the samples of a row in a part of the picture, and the pixel that they begin with.
func (t *Table) within(part image.Rectangle, y int) (x0 int, samples []sample) {
	r := t.rows[y-t.area.Min.Y]
	x0 = min(max(r.x0, part.Min.X), r.x1)
	return x0, t.samples[r.first+x0-r.x0:][:max(0, min(r.x1, part.Max.X)-x0)]
}

// Draw draws the pixels of a part of the picture's channels that show the source.
func (t *Table) Draw(part image.Rectangle, transmission Plane, channels ...Channel) {
	part = part.Intersect(t.area)
	if t.samples == nil {
		t.drawBriefly(part, transmission, channels)
		return
	}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		x0, samples := t.within(part, y)
		for i := range channels {
			t.draw(&channels[i], transmission, x0, y, samples)
		}
	}
}

// draw draws pixels of a row from x0 on.
func (t *Table) draw(c *Channel, transmission Plane, x0, y int, samples []sample) {
	row := func(p Plane) []byte { return p.Pix[y*p.Stride+x0:][:len(samples)] }
	source := c.Source[:t.size.X*t.size.Y]
	if t.across.taps == 4 && t.down.taps == 4 {
		t.drawFour(row(c.To), source, row(c.Base), row(transmission), samples)
	} else {
		t.drawMore(row(c.To), source, row(c.Base), row(transmission), samples)
	}
}

// drawFour draws a row whose samples are made of 4 x 4 pixels.
func (t *Table) drawFour(out, source, base, transmission []byte, samples []sample) {
	width := t.size.X
	kernelsDown, kernelsAcross := t.down.lone, t.across.lanes
	base, transmission = base[:len(out)], transmission[:len(out)]
	n := len(source) - 3*width
	first, second, third, fourth := source[:n:n], source[width:][:n:n], source[2*width:][:n:n], source[3*width:][:n:n] // rows from a sample on
	for i, s := range samples[:len(out)] {
		at := uint(s.offset)
		a, b, c, d := four(first[at:at+4]), four(second[at:at+4]), four(third[at:at+4]), four(fourth[at:at+4])
		if a == b && c == d && a == c && a == bits.RotateLeft32(a, 8) { // equal pixels, as most are, make the same again
			out[i] = under(a&0xff, base[i], transmission[i])
			continue
		}
		down := &kernelsDown[s.down]
		sum := lifted + times(spread(a), down[0]) + times(spread(b), down[1]) + times(spread(c), down[2]) + times(spread(d), down[3])
		out[i] = under(finish(column(sum)*kernelsAcross[s.across][0]>>48), base[i], transmission[i])
	}
}

// drawMore draws a row whose samples are made of up to 8 x 8 pixels.
func (t *Table) drawMore(out, source, base, transmission []byte, samples []sample) {
	width := t.size.X
	for i, s := range samples {
		total := uint64(0)
		for group := range t.across.taps / 4 {
			at := source[int(s.offset)+4*group:]
			sum := lifted
			for k, w := range t.down.lone[s.down][:t.down.taps] {
				sum += times(spread(four(at[k*width:])), w)
			}
			total += column(sum) * t.across.lanes[s.across][group] >> 48
		}
		out[i] = under(finish(total), base[i], transmission[i])
	}
}

// Colours are a source's colours in lanes, red in the lowest, then green and blue. There are no gaps between its rows.
type Colours []uint64

// SetRow copies a row of pixels of 3 or 4 channels, which begin with red, green and blue.
func (c Colours) SetRow(y int, pix []byte, channels int) {
	row := c[y*(len(pix)/channels):][:len(pix)/channels]
	for x := range row {
		p := pix[channels*x:][:3]
		row[x] = uint64(p[0]) | uint64(p[1])<<16 | uint64(p[2])<<32
	}
}

// Rows returns how many of the source's rows, from the top, have to be there to draw some rows of the picture.
func (t *Table) Rows(from, to int) int {
	needed := 0
	for y := max(from, t.area.Min.Y); y < min(to, t.area.Max.Y); y++ {
		r := t.rows[y-t.area.Min.Y]
		if n := r.x1 - r.x0; n > 0 { // the first or last one lies lowest
			first, last := t.samples[r.first], t.samples[r.first+n-1]
			needed = max(needed, int(max(first.offset, last.offset))/t.size.X+t.down.taps)
		}
	}
	return needed
}

// DrawColours draws a part of a picture as Draw does. The picture itself is the layer's base.
func (t *Table) DrawColours(to *image.NRGBA, source Colours, transmission Plane, part image.Rectangle) {
	part = part.Intersect(t.area)
	width := t.size.X
	for y := part.Min.Y; y < part.Max.Y; y++ {
		x0, samples := t.within(part, y)
		pix := to.Pix[to.PixOffset(x0, y):][:4*len(samples)]
		transmissions := transmission.Pix[y*transmission.Stride+x0:][:len(samples)]
		for i, s := range samples {
			var sum uint64
			if t.across.taps == 4 && t.down.taps == 4 {
				sum = fourColours(source[s.offset:][:3*width+4], width, &t.down.lone[s.down], &t.across.lone[s.across])
			} else {
				sum = moreColours(source[s.offset:], width, t.down.lone[s.down][:t.down.taps], t.across.lone[s.across][:t.across.taps])
			}
			p := pix[4*i:][:4]
			p[0] = under(finish(sum&0xffff), p[0], transmissions[i])
			p[1] = under(finish(sum>>16&0xffff), p[1], transmissions[i])
			p[2] = under(finish(sum>>32&0xffff), p[2], transmissions[i])
		}
	}
}

// fourColours returns the sample of 4 x 4 pixels.
func fourColours(at []uint64, width int, down, across *[8]int8) uint64 {
	a, b, c, d := (*[4]uint64)(at), (*[4]uint64)(at[width:]), (*[4]uint64)(at[2*width:]), (*[4]uint64)(at[3*width:])
	top, upper, lower, foot := uint64(int64(down[0])), uint64(int64(down[1])), uint64(int64(down[2])), uint64(int64(down[3]))
	sum := times(column(lifted+a[0]*top+b[0]*upper+c[0]*lower+d[0]*foot), across[0])
	sum += times(column(lifted+a[1]*top+b[1]*upper+c[1]*lower+d[1]*foot), across[1])
	sum += times(column(lifted+a[2]*top+b[2]*upper+c[2]*lower+d[2]*foot), across[2])
	return sum + times(column(lifted+a[3]*top+b[3]*upper+c[3]*lower+d[3]*foot), across[3])
}

// moreColours returns the sample of up to 8 x 8 pixels.
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

// four returns four pixels, the first as the lowest byte.
func four(at []byte) uint32 { return binary.LittleEndian.Uint32(at) }

// spread puts four pixels into the four lanes of a word, the first into the lowest.
func spread(pixels uint32) uint64 {
	x := uint64(pixels)
	x = (x | x<<16) & 0x0000_FFFF_0000_FFFF
	return (x | x<<8) & 0x00FF_00FF_00FF_00FF
}

// column divides sums of weighted rows.
func column(sum uint64) uint64 { return sum >> weightBits & (0x03FF * everyLane) }

// finish returns the value for a sum of weighted columns. Only the lower 16 bits of the sum count.
func finish(sum uint64) uint32 {
	v := (int32(int16(sum))+weightOne/2)>>weightBits - lift
	return uint32(min(max(v, 0), 255))
}

// under returns a value of the source as it is seen under the layer.
func under(value uint32, base, transmission byte) byte {
	if transmission == 255 && base == 0 { // where the glass reflects nothing
		return byte(value)
	}
	v := value*uint32(transmission) + 127
	return byte(min(uint32(base)+(v+v>>8+1)>>8, 255))
}
