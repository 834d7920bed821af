package warp

import "math"

// Homography maps a point of one plane to a point of another, both in pixels: its rows times (x, y, 1), the first two
// divided by the third.
type Homography [9]float64

// At maps a point.
func (h Homography) At(x, y float64) (float64, float64) {
	w := h[6]*x + h[7]*y + h[8]
	return (h[0]*x + h[1]*y + h[2]) / w, (h[3]*x + h[4]*y + h[5]) / w
}

// Inverse returns the map back. Where there is none, as for a plane that is seen from its edge, all numbers are infinite or
// NaN.
func (h Homography) Inverse() Homography {
	minor := func(a, b, c, d int) float64 { return h[a]*h[d] - h[b]*h[c] }
	adjugate := Homography{
		minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5),
		minor(5, 3, 8, 6), minor(0, 2, 6, 8), minor(2, 0, 5, 3),
		minor(3, 4, 6, 7), minor(1, 0, 7, 6), minor(0, 1, 3, 4),
	}
	det := h[0]*adjugate[0] + h[1]*adjugate[3] + h[2]*adjugate[6]
	for i := range adjugate {
		adjugate[i] /= det
	}
	return adjugate
}

// Scaled returns the same map between planes with from times and to times as many pixels on a side.
func (h Homography) Scaled(from, to float64) Homography {
	s := to / from
	return Homography{h[0] * s, h[1] * s, h[2] * to, h[3] * s, h[4] * s, h[5] * to, h[6] / from, h[7] / from, h[8]}
}

// footprint returns the size of a pixel at (x, y) on the plane that it is mapped to, in pixels of that plane.
func (h Homography) footprint(x, y float64) (across, down float64) {
	w := h[6]*x + h[7]*y + h[8]
	u, v := h.At(x, y)
	length := func(x, y float64) float64 { return math.Sqrt(x*x+y*y) / math.Abs(w) } // faster than math.Hypot; nothing overflows
	return length(h[0]-u*h[6], h[1]-u*h[7]), length(h[3]-v*h[6], h[4]-v*h[7])
}
