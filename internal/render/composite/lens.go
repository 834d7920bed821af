package composite

import (
	"image"
	"math"
)

// Lens is a rim of glass that bends what lies behind it: at a distance d inside of the edge is seen what lies d + Depth*(1-d/Rim)²
// inside of it, so that the outer part of the rim mirrors what its inner part shows. The edge is that of the backdrop's box, with round
// corners. Lengths are pixels.
type Lens struct {
	Rim    float64 // width of the rim, from the edge inwards
	Depth  float64 // how far inside lies what is seen at the edge
	Radius float64 // of the corners
}

// shift returns how far to the right and down of (x, y) lies what is seen there, in a box of w x h pixels.
func (l *Lens) shift(x, y, w, h float64) (dx, dy float64) {
	x, y = x-w/2, y-h/2
	beyondX, beyondY := math.Abs(x)-w/2+l.Radius, math.Abs(y)-h/2+l.Radius
	inside := l.Radius - max(beyondX, beyondY)
	if beyondX > 0 && beyondY > 0 {
		length := math.Hypot(beyondX, beyondY)
		dx, dy, inside = -beyondX/length, -beyondY/length, l.Radius-length
	} else if beyondX > beyondY {
		dx = -1
	} else {
		dy = -1
	}
	rim := min(max(1-inside/l.Rim, 0), 1)
	depth := l.Depth * rim * rim
	return math.Copysign(depth, x) * dx, math.Copysign(depth, y) * dy
}

// bent is a pixel that a lens takes from elsewhere: from between four pixels, of which (x, y) is the upper left one, fx/fine to the right and
// fy/fine down.
type bent struct {
	at           int // of the planes' pixels
	x, y, fx, fy int
}

// bends lists the pixels of a band's part that a lens in an area of the frame takes from elsewhere.
func (l *Lens) bends(b *band, area image.Rectangle) []bent {
	var out []bent
	r, shift := b.rect(area), b.kind.shift()
	size := float64(int(1) << shift)
	w, h := float64(area.Dx()), float64(area.Dy())
	for y := range r.Dy() {
		for x := range r.Dx() {
			across := (float64(r.Min.X+x)+0.5)*size - float64(area.Min.X)
			down := (float64(r.Min.Y+y)+0.5)*size - float64(area.Min.Y)
			dx, dy := l.shift(across, down, w, h)
			if dx == 0 && dy == 0 {
				continue
			}
			fromX, fromY := fineWithin(float64(x)+dx/size, r.Dx()), fineWithin(float64(y)+dy/size, r.Dy())
			out = append(out, bent{y*r.Dx() + x, fromX / fine, fromY / fine, fromX % fine, fromY % fine})
		}
	}
	return out
}

// fineWithin rounds a place among n pixels to 1/fine.
func fineWithin(at float64, n int) int {
	return min(max(toFine(at), 0), (n-1)*fine)
}

// bend fills planes with what a lens shows of the band's pixels from column x and row y on.
func bend(to *planes, bends []bent, b *band, x, y int) {
	for i, out := range to.p {
		for row := range to.h {
			copy(out[row*to.stride:][:to.w], b.row(i, y+row, x, x+to.w))
		}
		for _, from := range bends {
			upper := b.row(i, y+from.y, x, x+to.w)
			lower := b.row(i, y+min(from.y+1, to.h-1), x, x+to.w)
			left, right := from.x, min(from.x+1, to.w-1)
			out[from.at] = mix4(uint32(upper[left]), uint32(upper[right]), uint32(lower[left]), uint32(lower[right]), uint32(from.fx), uint32(from.fy))
		}
	}
}
