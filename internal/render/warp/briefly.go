package warp

import (
	"encoding/binary"
	"image"
	"math/bits"
)

// A source that is seen so for one frame only is drawn tile by tile. Where all pixels that a tile shows are equal, as most are, nobody
// needs their samples.

const (
	tileRows  = 16 // of a tile, which is as wide as a block
	stripRows = 4  // of the strips that a tile is divided into where its pixels differ
)

// brief is a part of a picture of a source that is seen so for one frame only.
type brief struct {
	*Table
	part         image.Rectangle
	transmission Plane
	channels     []Channel
}

// drawBriefly draws as Draw does, without samples that are kept.
func (t *Table) drawBriefly(part image.Rectangle, transmission Plane, channels []Channel) {
	b := brief{t, part, transmission, channels}
	for top := part.Min.Y; top < part.Max.Y; top += tileRows {
		bottom := min(top+tileRows, part.Max.Y)
		x0, x1 := part.Max.X, part.Min.X
		for _, r := range t.rows[top-t.area.Min.Y : bottom-t.area.Min.Y] {
			x0, x1 = min(x0, max(r.x0, part.Min.X)), max(x1, min(r.x1, part.Max.X))
		}
		b.drawTiles(image.Rect(x0&^(block-1), top, max(x0, x1), bottom))
	}
}

// values has the value of each channel in a byte, the first in the lowest; or, where the pixels of one differ, it is differing.
type values uint32

const differing values = 1 << 31

// drawTiles draws a row of tiles: those beside each other at once that show the same values.
func (b *brief) drawTiles(r image.Rectangle) {
	from, last := r.Min.X, differing
	left := b.filler.sides(r.Min.X, r.Min.Y, r.Max.Y)
	for x := r.Min.X; x < r.Max.X; x += block {
		right := b.filler.sides(x+block, r.Min.Y, r.Max.Y)
		now := b.values(b.filler.shown(left, right))
		if now != last {
			b.drawValues(image.Rect(from, r.Min.Y, x, r.Max.Y), last)
			from, last = x, now
		}
		if now == differing {
			b.drawTile(x, r.Min.Y, r.Max.Y)
		}
		left = right
	}
	b.drawValues(image.Rect(from, r.Min.Y, r.Max.X, r.Max.Y), last)
}

// drawTile draws a tile whose pixels differ.
func (b *brief) drawTile(x, top, bottom int) {
	widths := b.filler.widths(x, top)
	alike := widths == b.filler.widths(x, bottom-1)
	for ; top < bottom; top += stripRows {
		end := min(top+stripRows, bottom)
		only := b.values(b.filler.shown(b.filler.sides(x, top, end), b.filler.sides(x+block, top, end)))
		if only != differing {
			b.drawValues(image.Rect(x, top, x+block, end), only)
			continue
		}
		for y := top; y < end; y++ {
			x0, x1 := b.seen(x, x+block, y)
			if x0 >= x1 {
				continue
			}
			if !alike {
				widths = b.filler.widths(x, y)
			}
			var samples [block]sample
			b.filler.fillBriefly(&samples, x, y, widths)
			for i := range b.channels {
				b.draw(&b.channels[i], b.transmission, x0, y, samples[x0-x:x1-x])
			}
		}
	}
}

// seen returns which pixels of a row, from one to another, are drawn.
func (b *brief) seen(from, to, y int) (x0, x1 int) {
	r := b.rows[y-b.area.Min.Y]
	return max(r.x0, b.part.Min.X, from), min(r.x1, b.part.Max.X, to)
}

// values returns the values of a part of the source.
func (b *brief) values(part image.Rectangle) (all values) {
	for i := range b.channels {
		cells := b.channels[i].Cells
		if cells == nil {
			return differing
		}
		value := cells.only(part)
		if value == several {
			return differing
		}
		all |= values(value) << (8 * i)
	}
	return all
}

// drawValues draws pixels that all show the same values.
func (b *brief) drawValues(r image.Rectangle, all values) {
	if all == differing || r.Empty() {
		return
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		x0, x1 := b.seen(r.Min.X, r.Max.X, y)
		if x0 >= x1 {
			continue
		}
		for i := range b.channels {
			c := &b.channels[i]
			drawValue(c.To.from(x0, y)[:x1-x0], byte(all>>(8*i)), c.Base.from(x0, y), b.transmission.from(x0, y))
		}
	}
}

// from returns a plane's bytes from a pixel on.
func (p *Plane) from(x, y int) []byte { return p.Pix[y*p.Stride+x:] }

// drawValue draws pixels that all show one value.
func drawValue(out []byte, value byte, base, transmission []byte) {
	base, transmission = base[:len(out)], transmission[:len(out)]
	for len(out) >= 8 {
		if allEqual(base) && allEqual(transmission) {
			binary.LittleEndian.PutUint64(out, uint64(under(uint32(value), base[0], transmission[0]))*0x0101010101010101)
		} else {
			for i := range 8 {
				out[i] = under(uint32(value), base[i], transmission[i])
			}
		}
		out, base, transmission = out[8:], base[8:], transmission[8:]
	}
	for i := range out {
		out[i] = under(uint32(value), base[i], transmission[i])
	}
}

// allEqual reports whether the first eight bytes are equal.
func allEqual(a []byte) bool {
	eight := binary.LittleEndian.Uint64(a)
	return eight == bits.RotateLeft64(eight, 8)
}

// at is where the middle of a pixel lies on the source.
func (f *filler) at(x, y int) [2]float64 {
	u, v := f.h.At(float64(x)+.5, float64(y)+.5)
	return [2]float64{u, v}
}

// sides are where the ends of some rows lie on the source: of the first one, and of the one behind the last.
type sides [2][2]float64

func (f *filler) sides(x, top, bottom int) sides { return sides{f.at(x, top), f.at(x, bottom)} }

// shown is the part of the source that pixels between two sides are filtered from.
func (f *filler) shown(a, b sides) image.Rectangle {
	x0, _ := f.across.placeFixed(fixed(min(a[0][0], a[1][0], b[0][0], b[1][0])), f.size.X)
	x1, _ := f.across.placeFixed(fixed(max(a[0][0], a[1][0], b[0][0], b[1][0])), f.size.X)
	y0, _ := f.down.placeFixed(fixed(min(a[0][1], a[1][1], b[0][1], b[1][1])), f.size.Y)
	y1, _ := f.down.placeFixed(fixed(max(a[0][1], a[1][1], b[0][1], b[1][1])), f.size.Y)
	return image.Rect(x0, y0, x1+f.across.taps, y1+f.down.taps)
}

// widths returns where the kernels of a block of a row begin, across and down.
func (f *filler) widths(x0, row int) [2]int {
	across, down := f.h.footprint(float64(x0+block/2)+.5, float64(row)+.5)
	return [2]int{f.across.row(min(across, f.widest)), f.down.row(min(down, f.tallest))}
}

// fillBriefly computes the samples of a block of a row from x0 on, as fill does. The places lie on a parabola through its ends and its
// middle, which is a thousandth of a pixel beside them.
func (f *filler) fillBriefly(samples *[block]sample, x0, row int, widths [2]int) {
	begin, middle, end := f.at(x0, row), f.at(x0+block/2, row), f.at(x0+block, row)
	left, top := newParabola(begin[0], middle[0], end[0], block), newParabola(begin[1], middle[1], end[1], block)
	if f.across.fit(&left, end[0], f.size.X) && f.down.fit(&top, end[1], f.size.Y) {
		f.fillWithin(samples, left, top, widths)
		return
	}
	for i := range samples {
		column, kernel := f.across.placeFixed(left.at, f.size.X)
		line, kernelDown := f.down.placeFixed(top.at, f.size.Y)
		samples[i] = sample{int32(line*f.size.X + column), uint16(widths[0] + kernel), uint16(widths[1] + kernelDown)}
		left.at, left.step = left.at+left.step, left.step+left.bend
		top.at, top.step = top.at+top.step, top.step+top.bend
	}
}

// fillWithin is fillBriefly for places where placeFixed has no edge of the source to keep away from.
func (f *filler) fillWithin(samples *[block]sample, left, top parabola, widths [2]int) {
	const half, fraction, phase = 1 << (fixedBits - 1), 1<<fixedBits - 1, fixedBits - 5 // a phase is a 32nd
	x, y := left.at-half, top.at-half
	before, above := f.across.taps/2-1, f.down.taps/2-1 // pixels of a kernel before the place
	width, first := int64(f.size.X), int64(-above*f.size.X-before)
	a, d := int64(widths[0]+before*phases)<<phase+1<<(phase-1), int64(widths[1]+above*phases)<<phase+1<<(phase-1)
	for i := range samples {
		samples[i] = sample{int32(y>>fixedBits*width + x>>fixedBits + first), uint16((a + x&fraction) >> phase), uint16((d + y&fraction) >> phase)}
		x, left.step = x+left.step, left.step+left.bend
		y, top.step = y+top.step, top.step+top.bend
	}
}

// fit reports whether kernels fit into a source of a size at all places of a block, from the parabola's first one to an end.
func (k *kernels) fit(p *parabola, end float64, size int) bool {
	last, bow := fixed(end), max(p.bend, -p.bend)*(block*block/8) // how far the parabola is from a straight line
	reach := int64(k.taps/2+1)<<fixedBits + bow                   // a kernel's, and more than places are rounded by
	return min(p.at, last) >= reach && max(p.at, last) <= int64(size)<<fixedBits-reach
}

// parabola is a position that changes by a step, which itself changes.
type parabola struct{ at, step, bend int64 }

// newParabola returns one that begins at a place, and is at others after one half of n steps and after all.
func newParabola(begin, middle, end, n float64) parabola {
	bend := (begin - 2*middle + end) * 4 / (n * n)
	return parabola{fixed(begin), fixed((end-begin)/n + bend*(1-n)/2), fixed(bend)}
}
