package warp

import (
	"encoding/binary"
	"image"
)

// A source that is seen so for one frame only is drawn run by run. Where all pixels that a run shows are equal, as most are, nobody
// needs its samples.

// run is a block of a row's pixels: [x0, x1), and where the first of them and the one behind the last lie on the source.
type run struct {
	x0, x1, y  int
	begin, end [2]float64
	known      []plain // of each channel, what the run above it knew
}

// plain is a part of a channel's source whose pixels are all equal.
type plain struct {
	part  image.Rectangle
	value byte
}

// drawBriefly draws as Draw does, without samples that are kept.
func (t *Table) drawBriefly(part image.Rectangle, transmission Plane, channels []Channel) {
	known := make([]plain, len(channels)*(t.area.Dx()/block+1))
	for y := part.Min.Y; y < part.Max.Y; y++ {
		r := t.rows[y-t.area.Min.Y]
		from, to := max(r.x0, part.Min.X), min(r.x1, part.Max.X)
		if from >= to {
			continue
		}
		p := run{x1: from - (from-r.x0)%block, y: y} // blocks begin where they do in the whole row, and so end
		for p.end = t.filler.at(p.x1, y); p.x1 < to; {
			p.x0, p.x1, p.begin = p.x1, min(p.x1+block, r.x1), p.end
			p.end = t.filler.at(p.x1, y)
			p.known = known[(p.x0-r.x0)/block*len(channels):][:len(channels)]
			t.drawRun(&p, max(p.x0, from), min(p.x1, to), transmission, channels)
		}
	}
}

// drawRun draws the pixels of a run that are from one on, up to another.
func (t *Table) drawRun(p *run, from, to int, transmission Plane, channels []Channel) {
	var room [block]sample
	samples, shown := room[:0], t.filler.shown(p)
	for i := range channels {
		c := &channels[i]
		if p.known[i].holds(c.Source, t.size, shown) {
			row := func(plane *Plane) []byte { return plane.Pix[p.y*plane.Stride+from:][:to-from] }
			drawValue(row(&c.To), p.known[i].value, row(&c.Base), row(&transmission))
			continue
		}
		if len(samples) == 0 { // the first channel that needs them
			samples = room[:p.x1-p.x0]
			t.filler.fillBriefly(samples, p)
		}
		t.draw(c, transmission, from, p.y, samples[from-p.x0:to-p.x0])
	}
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

// shown is the part of the source that a run is filtered from.
func (f *filler) shown(p *run) image.Rectangle {
	left, _ := f.across.placeFixed(fixed(min(p.begin[0], p.end[0])), f.size.X)
	right, _ := f.across.placeFixed(fixed(max(p.begin[0], p.end[0])), f.size.X)
	top, _ := f.down.placeFixed(fixed(min(p.begin[1], p.end[1])), f.size.Y)
	bottom, _ := f.down.placeFixed(fixed(max(p.begin[1], p.end[1])), f.size.Y)
	return image.Rect(left, top, right+f.across.taps, bottom+f.down.taps)
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
	for i := 0; i < len(out); i++ {
		out[i] = under(uint32(value), base[i], transmission[i])
		if n := i + 9; n <= len(out) && equalEight(base[i:], base[i+1:n]) && equalEight(transmission[i:], transmission[i+1:n]) {
			binary.LittleEndian.PutUint64(out[i+1:], uint64(out[i])*0x0101010101010101)
			i += 8
		}
	}
}

// equalEight reports whether the first eight bytes of two slices are equal.
func equalEight(a, b []byte) bool {
	return binary.LittleEndian.Uint64(a) == binary.LittleEndian.Uint64(b)
}

// fillBriefly computes the samples of a run as fill does. The places lie on a parabola through its ends and its middle, which is a
// thousandth of a pixel beside them.
func (f *filler) fillBriefly(samples []sample, p *run) {
	x, y, n := float64(p.x0)+.5, float64(p.y)+.5, float64(len(samples))
	across, down := f.h.footprint(x+n/2, y)
	a, d := f.across.row(min(across, f.widest)), f.down.row(min(down, f.tallest))
	u, v := f.h.At(x+n/2, y)
	left, top := newParabola(p.begin[0], u, p.end[0], n), newParabola(p.begin[1], v, p.end[1], n)
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
