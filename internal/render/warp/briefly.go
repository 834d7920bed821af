package warp

import (
	"encoding/binary"
	"image"
	"math/bits"
)

// A source that is seen so for one frame only is drawn tile by tile. Where all pixels that a tile shows are equal, as most are, nobody
// needs their samples.

// tile is a block of pixels of some rows: [x, x+block), [top, bottom).
type tile struct{ x, top, bottom int }

// tileRows is how many rows a tile has.
const tileRows = 16

// plain is a part of a channel's source whose pixels are all equal.
type plain struct {
	part  image.Rectangle
	value byte
}

// drawBriefly draws as Draw does, without samples that are kept.
func (t *Table) drawBriefly(part image.Rectangle, transmission Plane, channels []Channel) {
	first := part.Min.X / block
	known := make([]plain, len(channels)*(part.Max.X/block+1-first)) // of each column of tiles
	for top := part.Min.Y; top < part.Max.Y; top += tileRows {
		bottom := min(top+tileRows, part.Max.Y)
		x0, x1 := part.Max.X, part.Min.X
		for _, r := range t.rows[top-t.area.Min.Y : bottom-t.area.Min.Y] {
			x0, x1 = min(x0, max(r.x0, part.Min.X)), max(x1, min(r.x1, part.Max.X))
		}
		for column := x0 / block; column*block < x1; column++ {
			known := known[(column-first)*len(channels):][:len(channels)]
			t.drawTile(tile{column * block, top, bottom}, part, transmission, channels, known)
		}
	}
}

// drawTile draws what a part of the picture has of a tile.
func (t *Table) drawTile(b tile, part image.Rectangle, transmission Plane, channels []Channel, known []plain) {
	all := t.holdAll(known, channels, b)
	for y := b.top; y < b.bottom; y++ {
		r := t.rows[y-t.area.Min.Y]
		x0, x1 := max(r.x0, part.Min.X, b.x), min(r.x1, part.Max.X, b.x+block)
		switch {
		case x0 >= x1:
		case all || t.holdAll(known, channels, tile{b.x, y, y + 1}):
			row := func(plane *Plane) []byte { return plane.Pix[y*plane.Stride+x0:][:x1-x0] }
			for i := range channels {
				drawValue(row(&channels[i].To), known[i].value, row(&channels[i].Base), row(&transmission))
			}
		default:
			var samples [block]sample
			t.filler.fillBriefly(&samples, b.x, y)
			for i := range channels {
				t.draw(&channels[i], transmission, x0, y, samples[x0-b.x:x1-b.x])
			}
		}
	}
}

// holdAll reports whether in each channel all that a tile shows is known as equal.
func (t *Table) holdAll(known []plain, channels []Channel, b tile) bool {
	shown := t.filler.shown(b)
	for i := range channels {
		if !known[i].holds(channels[i].Source, t.size, shown) {
			return false
		}
	}
	return true
}

// ahead is how many pixels more of a source are looked at, so that the next rows need not.
const ahead = 8

// holds reports whether the pixels of a part are known as equal, and looks at them first if that is unknown.
func (known *plain) holds(source []byte, size image.Point, part image.Rectangle) (ok bool) {
	if part.In(known.part) {
		return true
	}
	if known.value, ok = onlyValue(source, size.X, part); !ok {
		known.part = image.Rectangle{}
		return false
	}
	known.part = part
	more := image.Rect(part.Min.X-ahead, part.Min.Y, part.Max.X+ahead, part.Max.Y+2*ahead).Intersect(image.Rectangle{Max: size})
	if _, ok := onlyValue(source, size.X, more); ok {
		known.part = more
	}
	return true
}

// at is where the middle of a pixel lies on the source.
func (f *filler) at(x, y int) [2]float64 {
	u, v := f.h.At(float64(x)+.5, float64(y)+.5)
	return [2]float64{u, v}
}

// shown is the part of the source that a tile is filtered from.
func (f *filler) shown(b tile) image.Rectangle {
	p, q := f.at(b.x, b.top), f.at(b.x+block, b.top)
	left, top, right, bottom := min(p[0], q[0]), min(p[1], q[1]), max(p[0], q[0]), max(p[1], q[1])
	if b.bottom > b.top+1 {
		p, q = f.at(b.x, b.bottom-1), f.at(b.x+block, b.bottom-1)
		left, top, right, bottom = min(left, p[0], q[0]), min(top, p[1], q[1]), max(right, p[0], q[0]), max(bottom, p[1], q[1])
	}
	x0, _ := f.across.placeFixed(fixed(left), f.size.X)
	x1, _ := f.across.placeFixed(fixed(right), f.size.X)
	y0, _ := f.down.placeFixed(fixed(top), f.size.Y)
	y1, _ := f.down.placeFixed(fixed(bottom), f.size.Y)
	return image.Rect(x0, y0, x1+f.across.taps, y1+f.down.taps)
}

// onlyValue returns the value of a part's pixels; ok is false where they differ. The part is at least 4 pixels wide.
func onlyValue(source []byte, width int, part image.Rectangle) (value byte, ok bool) {
	first := source[part.Min.Y*width+part.Min.X]
	all := uint32(first) * 0x01010101
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := source[y*width+part.Min.X : y*width+part.Max.X]
		last, differ := row[len(row)-4:], uint64(0)
		for ; len(row) >= 8; row = row[8:] {
			differ |= binary.LittleEndian.Uint64(row) ^ (uint64(all)<<32 | uint64(all))
		}
		if len(row) >= 4 {
			differ |= uint64(four(row) ^ all)
		}
		if differ|uint64(four(last)^all) != 0 {
			return 0, false
		}
	}
	return first, true
}

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

// fillBriefly computes the samples of a block of a row from x0 on, as fill does. The places lie on a parabola through its ends and its
// middle, which is a thousandth of a pixel beside them.
func (f *filler) fillBriefly(samples *[block]sample, x0, row int) {
	x, y, begin, end := float64(x0+block/2)+.5, float64(row)+.5, f.at(x0, row), f.at(x0+block, row)
	across, down := f.h.footprint(x, y)
	a, d := f.across.row(min(across, f.widest)), f.down.row(min(down, f.tallest))
	u, v := f.h.At(x, y)
	left, top := newParabola(begin[0], u, end[0], block), newParabola(begin[1], v, end[1], block)
	for i := range samples {
		column, kernel := f.across.placeFixed(left.at, f.size.X)
		line, kernelDown := f.down.placeFixed(top.at, f.size.Y)
		samples[i] = sample{int32(line*f.size.X + column), uint16(a + kernel), uint16(d + kernelDown)}
		left.at, left.step = left.at+left.step, left.step+left.bend
		top.at, top.step = top.at+top.step, top.step+top.bend
	}
}

// parabola is a position that changes by a step, which itself changes.
type parabola struct{ at, step, bend int64 }

// newParabola returns one that begins at a place, and is at others after one half of n steps and after all.
func newParabola(begin, middle, end, n float64) parabola {
	bend := (begin - 2*middle + end) * 4 / (n * n)
	return parabola{fixed(begin), fixed((end-begin)/n + bend*(1-n)/2), fixed(bend)}
}
