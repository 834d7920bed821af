package phone

import "math"

// Each pixel has this many samples, on as many lines of their own, and each of these at another place across. So an edge has as many
// steps of softness however steep it is, and nothing crawls along it while the camera moves.
const samples = 16

// across is where the sample on each line of a pixel is, in sixteenths from its left edge, less a half.
var across = [samples]float64{8, 2, 12, 5, 15, 0, 10, 6, 3, 13, 7, 1, 11, 4, 14, 9}

// The highest byte of a sample says what it shows. Both can be added up: 17 is more than all samples of a pixel.
const (
	seesBody   = 1 << 24
	seesScreen = (samples + 1) << 24
)

// chunk is how many pixels of a row are noted as drawn together.
const chunk = 16

// triangle is a triangle in the picture: its corners from the top, and what it shows as planes over the picture.
type triangle struct {
	x, y  [3]float64
	slope [3]float64 // of the edges: from the first corner to the last, from it to the second, from that to the last
	stage stage
	kind  uint32     // seesBody or seesScreen
	value [4]plane   // red, green, blue, and how near it is
	from  [2]float64 // where the planes have their value
}

// plane is a value that changes evenly over the picture.
type plane struct{ at, right, down float64 }

// corner is a vertex as the camera sees it.
type corner struct {
	x, y  float64
	value [4]float64 // red, green and blue up to 255, and how near it is
}

// newTriangle returns a triangle of three corners, ok if it faces the camera.
func newTriangle(a, b, c *corner, stage stage, kind uint32) (t triangle, ok bool) {
	x1, y1, x2, y2 := b.x-a.x, b.y-a.y, c.x-a.x, c.y-a.y
	area := x1*y2 - x2*y1
	if area > -1e-9 { // y is downwards
		return t, false
	}
	t.stage, t.kind, t.from = stage, kind, [2]float64{a.x, a.y}
	for i := range t.value {
		v1, v2 := b.value[i]-a.value[i], c.value[i]-a.value[i]
		t.value[i] = plane{a.value[i], (v1*y2 - v2*y1) / area, (v2*x1 - v1*x2) / area}
	}
	if b.y < a.y {
		a, b = b, a
	}
	if c.y < b.y {
		b, c = c, b
	}
	if b.y < a.y {
		a, b = b, a
	}
	t.x, t.y = [3]float64{a.x, b.x, c.x}, [3]float64{a.y, b.y, c.y}
	t.slope = [3]float64{slope(a, c), slope(a, b), slope(b, c)}
	return t, true
}

// slope is how far an edge goes across while it goes down by one. It is the same for both triangles of an edge, as its corners come
// from the top.
func slope(a, b *corner) float64 { return (b.x - a.x) / (b.y - a.y) }

// raster draws triangles into the samples of some rows of a picture.
type raster struct {
	width  int
	top    int // the first row
	rows   int
	colour []uint32  // of each sample, line by line; 0: nothing is there
	near   []float32 // of each sample that has a colour
	drawn  []bool    // chunks of each row that have samples
	value  []int32   // of the pixels of a row: for whoever needs it
}

func newRaster(width, rows int) *raster {
	lines := rows * samples
	return &raster{
		width: width, rows: rows, colour: make([]uint32, lines*width), near: make([]float32, lines*width),
		drawn: make([]bool, rows*((width+chunk-1)/chunk)), value: make([]int32, width),
	}
}

// draw draws a triangle.
func (r *raster) draw(t *triangle) {
	first := max(lineAt(t.y[0]), r.top*samples)
	end := min(lineAt(t.y[2]), (r.top+r.rows)*samples)
	for line := first; line < end; line++ {
		y := (float64(line) + .5) / samples
		left, right := t.x[0]+(y-t.y[0])*t.slope[0], t.x[0]+(y-t.y[0])*t.slope[1]
		if y >= t.y[1] {
			right = t.x[1] + (y-t.y[1])*t.slope[2]
		}
		if left > right {
			left, right = right, left
		}
		off := (across[line%samples] + .5) / samples
		x0, x1 := max(int(math.Ceil(left-off)), 0), min(int(math.Ceil(right-off)), r.width)
		if x0 < x1 {
			r.span(t, line-r.top*samples, x0, x1, float64(x0)+off-t.from[0], y-t.from[1])
		}
	}
}

// lineAt is the first line at or below a place.
func lineAt(y float64) int { return int(math.Ceil(y*samples - .5)) }

// edge is where an edge crosses a line.
func edge(x0, y0, x1, y1, y float64) float64 { return x0 + (y-y0)*(x1-x0)/(y1-y0) }

// span draws samples of a line; right and down are where the first is from where the triangle's planes have their value.
func (r *raster) span(t *triangle, line, x0, x1 int, right, down float64) {
	row := line / samples * (len(r.drawn) / r.rows)
	for c := x0 / chunk; c <= (x1-1)/chunk; c++ {
		r.drawn[row+c] = true
	}
	n := x1 - x0
	tint, tints := t.lanes(right, down, n)
	depth := float32(t.value[3].at + right*t.value[3].right + down*t.value[3].down)
	deeper := float32(t.value[3].right)
	colour, near := r.colour[line*r.width:][x0:x1], r.near[line*r.width:][x0:x1]
	for i := range colour {
		c := uint32(tint>>12&0xff|tint>>25&0xff00|tint>>38&0xff0000) | t.kind
		switch hidden := colour[i] != 0 && depth <= near[i]; {
		case t.stage == front:
			colour[i] = c
		case t.stage == opening && colour[i] != 0 && !hidden:
			colour[i], near[i] = c, -math.MaxFloat32
		case t.stage != opening && !hidden:
			colour[i], near[i] = c, depth
		}
		tint, depth = tint+tints, depth+deeper
	}
}

// lanes returns red, green and blue of the first of n samples, in 1/4096 in lanes of 21 bits, and what is added for each one that
// follows. A half is added for rounding, so that no lane falls below zero.
func (t *triangle) lanes(right, down float64, n int) (first, step int64) {
	for i, p := range t.value[:3] {
		from := p.at + right*p.right + down*p.down
		to := min(max(from+p.right*float64(n-1), 0), 255)
		from = min(max(from, 0), 255)
		first |= int64(from*4096+2048) << (21 * i)
		if n > 1 {
			step += int64((to-from)/float64(n-1)*4096) << (21 * i)
		}
	}
	return first, step
}

// resolve calls show with the samples of every pixel of a row that has some, added up: red and blue, green and what it sees, each in
// half a word. It frees the samples.
func (r *raster) resolve(row int, show func(x int, redBlue, greenSeen uint32)) {
	chunks := len(r.drawn) / r.rows
	for c := range chunks {
		if !r.drawn[row*chunks+c] {
			continue
		}
		r.drawn[row*chunks+c] = false
		from, to := c*chunk, min((c+1)*chunk, r.width)
		var redBlue, greenSeen [chunk]uint32
		for line := row * samples; line < (row+1)*samples; line++ {
			colour := r.colour[line*r.width:][from:to]
			for i, v := range colour {
				redBlue[i] += v & 0xff00ff
				greenSeen[i] += v >> 8 & 0xff00ff
			}
			clear(colour)
		}
		for i := range to - from {
			if greenSeen[i] != 0 {
				show(from+i, redBlue[i], greenSeen[i])
			}
		}
	}
}
