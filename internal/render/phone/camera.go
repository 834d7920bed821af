// Package phone draws the 3D phone: where a camera sees it and its screen, and the picture of its body.
package phone

import (
	"math"

	"mockup/internal/render/warp"
)

// The phone's measures in points, which the flat body (templates/base/device.css) has too. The origin of space is the
// middle of the screen's glass; x points to the right, y up, z out of the screen.
const (
	ScreenWidth  = 402.
	ScreenHeight = 874.
	BodyWidth    = 434. // 71.9 mm
	BodyHeight   = 906. // 150 mm
	BodyDepth    = 53.  // 8.75 mm
	BodyCorner   = 78.  // radius
)

// Camera is where the phone is seen from, in heights of its body from the middle of its screen. It looks at that middle,
// its x axis stays level. How far away it is decides on the perspective and not on the size: the middle of the screen is
// as large as on a flat picture. schema says which cameras there are.
type Camera [3]float64

// Usual is the camera of payloads that name none: three quarters from the left, a little from above.
var Usual = Camera{-1.15, 0.42, 2.25}

// margin is what a view leaves around the body for its shadow, in points: left, top, right, bottom.
var margin = [4]float64{60, 44, 72, 104}

// What a picture shows of the body and of its shadow is at most this far from the middle of the screen, in points.
const (
	bodyReach   = 600
	shadowReach = 4000
)

// View is what a camera sees, as a picture of whole points that is just large enough for the body and its shadow.
type View struct {
	Camera        Camera
	Width, Height int // points, even
	left, top     float64
	axes          [3]vector // the camera's right, up and back in space
	distance      float64   // points
}

type vector [3]float64

func (a vector) dot(b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func (a vector) unit() vector {
	n := math.Sqrt(a.dot(a))
	return vector{a[0] / n, a[1] / n, a[2] / n}
}

// Look returns the camera's view.
func Look(c Camera) View {
	back := vector(c).unit()
	right := vector{0, 1, 0}.cross(back).unit()
	v := View{Camera: c, axes: [3]vector{right, back.cross(right), back}}
	v.distance = math.Sqrt(vector(c).dot(vector(c))) * BodyHeight
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range outline() {
		x, y := v.project(p)
		minX, maxX = min(minX, x), max(maxX, x)
		minY, maxY = min(minY, y), max(maxY, y)
	}
	v.left, v.top = math.Floor(minX-margin[0]), math.Floor(minY-margin[1])
	v.Width, v.Height = even(maxX+margin[2]-v.left), even(maxY+margin[3]-v.top)
	return v
}

// even rounds a length up to an even number.
func even(length float64) int { return 2 * int(math.Ceil(length/2)) }

// outline returns points on the outline of the body's front and back.
func outline() []vector {
	var points []vector
	for _, z := range []float64{0, -BodyDepth} {
		for i := range 64 {
			sin, cos := math.Sincos(float64(i) / 32 * math.Pi)
			x := cos*BodyCorner + math.Copysign(BodyWidth/2-BodyCorner, cos)
			y := sin*BodyCorner + math.Copysign(BodyHeight/2-BodyCorner, sin)
			points = append(points, vector{x, y, z})
		}
	}
	return points
}

// project returns where a point of space is seen, in points to the right of the camera's axis and below it.
func (v View) project(p vector) (x, y float64) {
	scale := v.distance / (v.distance - v.axes[2].dot(p))
	return v.axes[0].dot(p) * scale, -v.axes[1].dot(p) * scale
}

// Screen maps pixels of the view's picture to those of its screen, both with a number of pixels a point.
func (v View) Screen(scale float64) warp.Homography {
	// A point of the screen at (u, v) is u-W/2 to the right and H/2-v up.
	right, up, back := v.axes[0], v.axes[1], v.axes[2]
	column := func(x, y float64) [3]float64 {
		p := vector{x, y, 0}
		w := -back.dot(p) / v.distance
		return [3]float64{right.dot(p), -up.dot(p), w}
	}
	across, down, corner := column(1, 0), column(0, -1), column(-ScreenWidth/2, ScreenHeight/2)
	corner[2]++
	var h warp.Homography
	for i, c := range [3][3]float64{across, down, corner} {
		h[i] = c[0] - v.left*c[2]
		h[3+i] = c[1] - v.top*c[2]
		h[6+i] = c[2]
	}
	return h.Inverse().Scaled(scale, scale)
}

// Projection maps space as the camera sees it (x to its right, y up, z behind it) to a part of the view's picture, as
// WebGL wants it: column by column. The part is in points from the picture's upper left corner.
func (v View) Projection(left, top, width, height float64) [16]float64 {
	near, far := max(v.distance-bodyReach, 1), v.distance+shadowReach
	// Where the part's edges are from the camera's axis, on the plane that the screen's middle is in.
	l, t := v.left+left, -(v.top + top)
	r, b := l+width, t-height
	return [16]float64{
		2 * v.distance / width, 0, 0, 0,
		0, 2 * v.distance / height, 0, 0,
		(r + l) / width, (t + b) / height, -(far + near) / (far - near), -1,
		0, 0, -2 * far * near / (far - near), 0,
	}
}
