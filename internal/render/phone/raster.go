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
	dx, dy, near := float64(s.x)/2-t.from[0], y-t.from[1], &t.value[3]
	s.tint, s.depth = t.lanes(dx, dy), near.at+dx*near.right+dy*near.down
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
	r     *raster
	t     *triangle
	line  int
	x     int     // a sample
	y     float64 // of the line
	tint  int64   // lanes on the line at the sample, were it at the left edge of its half of a pixel
	depth float64 // how near the triangle is there
}

// draw draws lines up to an end, between two edges that go across by a step from line to line.
func (s *spans) draw(end int, left, leftStep, right, rightStep int64) {
	if n := int64(end - s.line - 1); left+leftStep*n/2 > right+rightStep*n/2 {
		left, leftStep, right, rightStep = right, rightStep, left, leftStep
	}
	r, t := s.r, s.t
	deeper := t.value[3].right / 2
	for s.line < end {
		row, first, last := s.line/lines, r.width, 0
		for ; s.line < min(end, (row+1)*lines); s.line++ {
			off := across[s.line%lines]
			up := 1<<32 - 1 - int64(off)<<28 // to the first sample behind an edge
			x0, x1 := max(int((left+up)>>32), 0), min(int((right+up)>>32), r.width)
			if x0 < x1 {
				first, last = min(first, x0), max(last, x1)
				at := (s.line - r.top*lines) * r.width
				tint := s.tint + int64(off)*t.fine + int64(x0-s.x)*t.right
				colour := r.colour[at+x0 : at+x1]
				if t.stage == front {
					t.paint(colour, tint)
				} else {
					t.fill(colour, r.near[at+x0:at+x1], tint, float32(s.depth+(float64(x0-s.x)+float64(off)/16)*deeper), float32(deeper))
				}
			}
			left, right = left+leftStep, right+rightStep
			s.tint += t.down
			s.depth += t.value[3].down / lines
			s.y += 1. / lines
		}
		if first < last {
			r.note(row-r.top, first, last)
		}
	}
}

// note notes that samples of a row are drawn.
func (r *raster) note(row, x0, x1 int) {
	chunks := len(r.drawn) / r.rows
	for c := x0 / (2 * chunk); c <= (x1-1)/(2*chunk); c++ {
		r.drawn[row*chunks+c] = true
	}
}

// paint draws samples of a line over all that is there, the first with its colour in lanes.
func (t *triangle) paint(colour []uint32, tint int64) {
	for i := range colour {
		colour[i], tint = colourOf(tint)|t.kind, tint+t.right
	}
}

// fill draws samples of a line where nothing nearer is, and an opening where something is behind it.
func (t *triangle) fill(colour []uint32, near []float32, tint int64, depth, deeper float32) {
	near = near[:len(colour)]
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
func (r *raster) span(row int) [2]int {
	chunks := len(r.drawn) / r.rows
	drawn := r.drawn[row*chunks:][:chunks]
	first, end := slices.Index(drawn, true), chunks
	if first < 0 {
		return [2]int{}
	}
	for !drawn[end-1] {
		end--
	}
	return [2]int{first * chunk, min(end*chunk, r.width/2)}
}

// erase frees the samples of some pixels of each row.
func (r *raster) erase(pixels *[bandRows][2]int) {
	chunks := len(r.drawn) / r.rows
	for row, p := range pixels {
		for c := p[0] / chunk; c*chunk < p[1]; c++ {
			if !r.drawn[row*chunks+c] {
				continue
			}
			from, to := 2*max(c*chunk, p[0]), 2*min((c+1)*chunk, p[1])
			for line := row * lines; line < (row+1)*lines; line++ {
				clear(r.colour[line*r.width+from : line*r.width+to])
			}
		}
	}
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
