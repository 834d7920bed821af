package warp

import "image"

// filler computes samples.
type filler struct {
	size            image.Point // of the source
	h               Homography
	across, down    *kernels
	widest, tallest float64
}

// block is how many pixels of a row use the same footprint.
const block = 16

// fill computes the samples of a row's pixels from x0 on.
func (f *filler) fill(samples []sample, x0, row int) {
	h, y := &f.h, float64(row)+.5
	for k := 0; k < len(samples); k += block {
		n := min(block, len(samples)-k)
		x := float64(x0+k) + .5
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

// fillBriefly computes samples as fill does, for a source that is seen so for one frame only: the places in a block lie on a parabola
// through its ends and its middle, which is a thousandth of a pixel beside them.
func (f *filler) fillBriefly(samples []sample, x0, row int) {
	y := float64(row) + .5
	for k := 0; k < len(samples); k += block {
		part := samples[k:min(k+block, len(samples))]
		x, n := float64(x0+k)+.5, float64(len(part))
		across, down := f.h.footprint(x+n/2, y)
		a, d := f.across.row(min(across, f.widest)), f.down.row(min(down, f.tallest))
		u0, v0 := f.h.At(x, y)
		u1, v1 := f.h.At(x+n/2, y)
		u2, v2 := f.h.At(x+n, y)
		left, top := newParabola(u0, u1, u2, n), newParabola(v0, v1, v2, n)
		for i := range part {
			column, kernel := f.across.placeFixed(left.at, f.size.X)
			line, kernelDown := f.down.placeFixed(top.at, f.size.Y)
			part[i] = sample{int32(line*f.size.X + column), uint16(a + kernel), uint16(d + kernelDown)}
			left.at, left.step = left.at+left.step, left.step+left.bend
			top.at, top.step = top.at+top.step, top.step+top.bend
		}
	}
}

// parabola is a position that changes by a step, which itself changes.
type parabola struct{ at, step, bend int64 }

// newParabola returns one that begins at a place, and is at others after one half of n steps and after all.
func newParabola(begin, middle, end, n float64) parabola {
	bend := (begin - 2*middle + end) * 4 / (n * n)
	return parabola{fixed(begin), fixed((end-begin)/n + bend*(1-n)/2), fixed(bend)}
}
