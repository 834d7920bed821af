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
