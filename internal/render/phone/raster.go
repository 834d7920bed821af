package phone

import "math"

// Each pixel has this many lines of two samples, and each sample is at another place across. So an edge that is almost upright, as most
// of a phone, has sixteen steps of softness, and nothing crawls along it while the camera moves.
const (
	lines   = 8
	samples = 2 * lines
)

// across is where the first sample on each line of a pixel is, in sixteenths from its left edge; the second is half a pixel farther.
var across = [lines]float64{4.5, 1.5, 6.5, 2.5, 7.5, .5, 5.5, 3.5}

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
	tints int64      // what is added to lanes for each sample to the right
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
	for i, p := range t.value[:3] {
		t.tints += int64(p.right*2048) << (21 * i)
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
	width  int // in samples
	top    int // the first row
	rows   int
	colour []uint32  // of each sample, line by line; 0: nothing is there
	near   []float32 // of each sample that has a colour
	drawn  []bool    // chunks of each row that have samples
	value  []int32   // of the pixels of a row: for whoever needs it
}

func newRaster(width, rows int) *raster {
	size := rows * lines * 2 * width
	return &raster{
		width: 2 * width, rows: rows, colour: make([]uint32, size), near: make([]float32, size),
		drawn: make([]bool, rows*((width+chunk-1)/chunk)), value: make([]int32, width),
	}
}

// draw draws a triangle.
func (r *raster) draw(t *triangle) {
	first := max(lineAt(t.y[0]), r.top*lines)
	end := min(lineAt(t.y[2]), (r.top+r.rows)*lines)
	for line := first; line < end; line++ {
		y := (float64(line) + .5) / lines
		left, right := t.x[0]+(y-t.y[0])*t.slope[0], t.x[0]+(y-t.y[0])*t.slope[1]
		if y >= t.y[1] {
			right = t.x[1] + (y-t.y[1])*t.slope[2]
		}
		if left > right {
			left, right = right, left
		}
		off := across[line%lines] / samples
		x0, x1 := max(int(math.Ceil((left-off)*2)), 0), min(int(math.Ceil((right-off)*2)), r.width)
		if x0 < x1 {
			r.span(t, line-r.top*lines, x0, x1, float64(x0)/2+off-t.from[0], y-t.from[1])
		}
	}
}

// lineAt is the first line at or below a place.
func lineAt(y float64) int { return int(math.Ceil(y*lines - .5)) }

// edge is where an edge crosses a line.
func edge(x0, y0, x1, y1, y float64) float64 { return x0 + (y-y0)*(x1-x0)/(y1-y0) }

// span draws samples of a line; right and down are where the first is from where the triangle's planes have their value.
func (r *raster) span(t *triangle, line, x0, x1 int, right, down float64) {
	row := line / lines * (len(r.drawn) / r.rows)
	for c := x0 / (2 * chunk); c <= (x1-1)/(2*chunk); c++ {
		r.drawn[row+c] = true
	}
	tint, tints := t.lanes(right, down), t.tints
	depth := float32(t.value[3].at + right*t.value[3].right + down*t.value[3].down)
	deeper := float32(t.value[3].right / 2)
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

// lanes returns red, green and blue at a place within the triangle, in 1/4096 in lanes of 21 bits. A half is added for rounding, which
// also keeps lanes from falling below zero.
func (t *triangle) lanes(right, down float64) int64 {
	r, g, b := &t.value[0], &t.value[1], &t.value[2]
	return int64((r.at+right*r.right+down*r.down)*4096) + int64((g.at+right*g.right+down*g.down)*4096)<<21 +
		int64((b.at+right*b.right+down*b.down)*4096)<<42 + halfLanes
}

const halfLanes = 2048 + 2048<<21 + 2048<<42

// resolve calls show with the samples of every pixel of a row that has some, added up: red and blue, green and what it sees, each in
// half a word. It frees the samples.
func (r *raster) resolve(row int, show func(x int, redBlue, greenSeen uint32)) {
	chunks := len(r.drawn) / r.rows
	for c := range chunks {
		if !r.drawn[row*chunks+c] {
			continue
		}
		r.drawn[row*chunks+c] = false
		from, to := 2*c*chunk, min(2*(c+1)*chunk, r.width)
		var redBlue, greenSeen [chunk]uint32
		for line := row * lines; line < (row+1)*lines; line++ {
			colour := r.colour[line*r.width:][from:to]
			for i, v := range colour {
				redBlue[i/2] += v & 0xff00ff
				greenSeen[i/2] += v >> 8 & 0xff00ff
			}
			clear(colour)
		}
		for i := range (to - from) / 2 {
			if greenSeen[i] != 0 {
				show(from/2+i, redBlue[i], greenSeen[i])
			}
		}
	}
}
