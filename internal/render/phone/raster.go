package phone

import (
	"math"
	"slices"
)

// Each pixel has this many lines of two samples, and each sample is at another place across. So an edge that is almost upright, as most
// of a phone, has sixteen steps of softness, and nothing crawls along it while the camera moves.
const (
	lines   = 8
	samples = 2 * lines
)

// across is where the first sample on each line of a pixel is, in 32nds from its left edge; the second is half a pixel farther.
var across = [lines]int{9, 3, 13, 5, 15, 1, 11, 7}

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
	// What is added to lanes for each sample to the right, for a sixteenth of one, and for each line.
	right, fine, down int64
}

// plane is a value that changes evenly over the picture.
type plane struct{ at, right, down float64 }

// corner is a vertex as the camera sees it.
type corner struct {
	x, y  float64
	value [4]float64 // red, green and blue up to 255, and how near it is
}

// facing reports whether a triangle of three corners faces the camera, and lies on a line of samples.
func facing(a, b, c *corner) bool {
	return doubleArea(a, b, c) < -1e-9 && // y is downwards
		lineAt(min(a.y, b.y, c.y)) < lineAt(max(a.y, b.y, c.y))
}

func doubleArea(a, b, c *corner) float64 { return (b.x-a.x)*(c.y-a.y) - (c.x-a.x)*(b.y-a.y) }

// newTriangle returns a triangle of three corners that faces the camera.
func newTriangle(a, b, c *corner, stage stage, kind uint32) triangle {
	t := triangle{stage: stage, kind: kind, from: [2]float64{a.x, a.y}}
	x1, y1, x2, y2, scale := b.x-a.x, b.y-a.y, c.x-a.x, c.y-a.y, 1/doubleArea(a, b, c)
	for i := range t.value {
		v1, v2 := b.value[i]-a.value[i], c.value[i]-a.value[i]
		t.value[i] = plane{a.value[i], (v1*y2 - v2*y1) * scale, (v2*x1 - v1*x2) * scale}
	}
	for i, p := range t.value[:3] {
		t.right += int64(p.right*(lane/2)) << (21 * i)
		t.fine += int64(p.right*(lane/32)) << (21 * i)
		t.down += int64(p.down*(lane/lines)) << (21 * i)
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
	return t
}

// slope is how far an edge goes across while it goes down by one. It is the same for both triangles of an edge, as its corners come
// from the top.
func slope(a, b *corner) float64 { return (b.x - a.x) / (b.y - a.y) }

// Red, green and blue lie in lanes of 21 bits, in 1/4096. A half is added for rounding, which also keeps lanes from falling below zero.
const (
	lane      = 4096
	halfLanes = lane/2 + lane/2<<21 + lane/2<<42
)

// lanes returns red, green and blue at a place, from where the planes have their value.
func (t *triangle) lanes(right, down float64) int64 {
	r, g, b := &t.value[0], &t.value[1], &t.value[2]
	return int64((r.at+right*r.right+down*r.down)*lane) + int64((g.at+right*g.right+down*g.down)*lane)<<21 +
		int64((b.at+right*b.right+down*b.down)*lane)<<42 + halfLanes
}

// lineAt is the first line at or below a place.
func lineAt(y float64) int { return int(math.Ceil(y*lines - .5)) }

// edge is where an edge crosses a line.
func edge(x0, y0, x1, y1, y float64) float64 { return x0 + (y-y0)*(x1-x0)/(y1-y0) }

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

// fixed is a place across as a whole number: in 2^-32 of a sample.
func fixed(x float64) int64 { return int64(x * 2 * (1 << 32)) }

// draw draws a triangle. On every line its edges are where the triangles beside it have them, as all count from the same line.
func (r *raster) draw(t *triangle) {
	first, end := max(lineAt(t.y[0]), r.top*lines), min(lineAt(t.y[2]), (r.top+r.rows)*lines)
	if first >= end {
		return
	}
	middle := min(max(lineAt(t.y[1]), first), end)
	y := (float64(first) + .5) / lines
	long, longStep := fixed(t.x[0]+(y-t.y[0])*t.slope[0]), fixed(t.slope[0]/lines)
	s := spans{r: r, t: t, line: first, x: int(long >> 32), y: y}
	s.tint = t.lanes(float64(s.x)/2-t.from[0], y-t.from[1])
	for half, end := range [2]int{middle, end} {
		if n := end - s.line; n > 0 {
			short := fixed(t.x[half] + (s.y-t.y[half])*t.slope[1+half])
			s.draw(end, long, longStep, short, fixed(t.slope[1+half]/lines))
			long += longStep * int64(n)
		}
	}
}

// spans draws a triangle's lines, one after the other.
type spans struct {
	r    *raster
	t    *triangle
	line int
	x    int     // a sample
	y    float64 // of the line
	tint int64   // lanes on the line at the sample, were it at the left edge of its pixel's half
}

// draw draws lines up to an end, between two edges that go across by a step from line to line.
func (s *spans) draw(end int, left, leftStep, right, rightStep int64) {
	if n := int64(end - s.line - 1); left+leftStep*n/2 > right+rightStep*n/2 {
		left, leftStep, right, rightStep = right, rightStep, left, leftStep
	}
	for ; s.line < end; s.line++ {
		off := across[s.line%lines]
		up := 1<<32 - 1 - int64(off)<<28 // to the first sample behind an edge
		x0, x1 := max(int((left+up)>>32), 0), min(int((right+up)>>32), s.r.width)
		if x0 < x1 {
			s.span(x0, x1, s.tint+int64(off)*s.t.fine+int64(x0-s.x)*s.t.right, (float64(x0)+float64(off)/16)/2)
		}
		left, right = left+leftStep, right+rightStep
		s.tint += s.t.down
		s.y += 1. / lines
	}
}

// span draws samples of a line, of which the first is at a place across and has its colour in lanes.
func (s *spans) span(x0, x1 int, tint int64, x float64) {
	r, t := s.r, s.t
	row := (s.line/lines - r.top) * (len(r.drawn) / r.rows)
	for c := x0 / (2 * chunk); c <= (x1-1)/(2*chunk); c++ {
		r.drawn[row+c] = true
	}
	at := (s.line - r.top*lines) * r.width
	colour := r.colour[at+x0 : at+x1]
	if t.stage == front {
		for i := range colour {
			colour[i], tint = colourOf(tint)|t.kind, tint+t.right
		}
		return
	}
	p := &t.value[3]
	depth, deeper := float32(p.at+(x-t.from[0])*p.right+(s.y-t.from[1])*p.down), float32(p.right/2)
	near := r.near[at+x0 : at+x1][:len(colour)]
	for i, was := range colour {
		hidden := was != 0 && depth <= near[i]
		switch {
		case t.stage != opening && !hidden:
			colour[i], near[i] = colourOf(tint)|t.kind, depth
		case t.stage == opening && was != 0 && !hidden:
			colour[i], near[i] = colourOf(tint)|t.kind, -math.MaxFloat32
		}
		tint, depth = tint+t.right, depth+deeper
	}
}

// colourOf returns the colour in lanes.
func colourOf(lanes int64) uint32 {
	return uint32(lanes>>12&0xff | lanes>>25&0xff00 | lanes>>38&0xff0000)
}

// span returns between which pixels a row has samples.
func (r *raster) span(row int) (x0, x1 int) {
	chunks := len(r.drawn) / r.rows
	drawn := r.drawn[row*chunks:][:chunks]
	first, end := slices.Index(drawn, true), chunks
	if first < 0 {
		return 0, 0
	}
	for !drawn[end-1] {
		end--
	}
	return first * chunk, min(end*chunk, r.width/2)
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
