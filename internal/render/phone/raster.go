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

// Where all edges are almost upright, every second line is left out, and has its samples on the other one: so there are as many samples
// on half of the lines, and an edge has as many steps.
//
// across is where the first sample on each line of a pixel is, in 32nds from its left edge; the next is half a pixel farther. Where every
// second line is left out, it is a quarter.
var across = [2][lines]int64{{9, 3, 13, 5, 15, 1, 11, 7}, {3, 0, 7, 0, 1, 0, 5, 0}}

// The highest byte of a sample says what it shows. Both can be added up: 17 is more than all samples of a pixel.
const (
	seesBody   = 1 << 24
	seesScreen = (samples + 1) << 24
)

// chunk is how many pixels of a row are noted as drawn together.
const chunk = 8

// face is a triangle or a convex quadrangle in the picture: its edges, and what it shows as planes over the picture.
type face struct {
	first, end int     // lines of samples
	sides      [2]side // left and right
	stage      stage
	kind       uint32     // seesBody or seesScreen
	value      [4]plane   // red, green, blue, and how near it is
	from       [2]float64 // where the planes have their value
	right      [2]int64   // what is added to lanes for each sample to the right, as across has them
	fine, down int64      // the same for a 32nd of a pixel, and for each line
}

// side is the edges of one side of a face, from the top.
type side [3]border

// border is where a line between two corners is on each line of samples, across as fixed has it. Both faces that share it count alike, so
// that no sample is between them.
type border struct {
	at, step   int64
	first, end int // lines
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

// newFace returns a face that faces the camera, without its edges. Its planes are those of three corners.
func newFace(a, b, c *corner, stage stage, kind uint32) face {
	f := face{stage: stage, kind: kind, from: [2]float64{a.x, a.y}}
	x1, y1, x2, y2, scale := b.x-a.x, b.y-a.y, c.x-a.x, c.y-a.y, 1/doubleArea(a, b, c)
	for i := range f.value {
		v1, v2 := b.value[i]-a.value[i], c.value[i]-a.value[i]
		f.value[i] = plane{a.value[i], (v1*y2 - v2*y1) * scale, (v2*x1 - v1*x2) * scale}
	}
	for i, p := range f.value[:3] {
		f.right[0] += int64(p.right*(lane/2)) << (21 * i)
		f.right[1] += int64(p.right*(lane/4)) << (21 * i)
		f.fine += int64(p.right*(lane/32)) << (21 * i)
		f.down += int64(p.down*(lane/lines)) << (21 * i)
	}
	return f
}

// How far from the planes of three corners the colours and the depth of a fourth one are at most. As the planes lie between all four, a
// colour is a quarter of it off, which nobody sees.
const (
	flatColour = 3   // of 255
	flatDepth  = .02 // points
)

// withFourth returns a face of three corners with a fourth one, if all are those of a convex quadrangle that is flat.
func (f *face) withFourth(a, b, c, d *corner) (quadrangle face, ok bool) {
	if doubleArea(a, c, d) > -1e-9 || doubleArea(a, b, d) > -1e-9 || doubleArea(b, c, d) > -1e-9 {
		return face{}, false
	}
	moved := [3]corner{*a, *b, *c}
	for i, p := range f.value {
		off := p.at + p.right*(d.x-a.x) + p.down*(d.y-a.y) - d.value[i]
		if size := math.Abs(off); size > flatColour || i == 3 && size > flatDepth {
			return face{}, false
		}
		moved[0].value[i] -= off / 4
		moved[1].value[i] += off / 4
		moved[2].value[i] -= off / 4
	}
	return newFace(&moved[0], &moved[1], &moved[2], f.stage, f.kind), true
}

// setEdges sets the edges between corners, which follow each other against the clock.
func (f *face) setEdges(corners ...*corner) {
	n, top, bottom := len(corners), 0, 0
	for i, c := range corners {
		if c.y < corners[top].y {
			top = i
		}
		if c.y > corners[bottom].y {
			bottom = i
		}
	}
	f.first, f.end = lineAt(corners[top].y), lineAt(corners[bottom].y)
	for side, turn := range [2]int{1, n - 1} {
		edges := f.sides[side][:0]
		for k := range n {
			a, b := corners[(top+k*turn)%n], corners[(top+(k+1)*turn)%n]
			if first, end := lineAt(a.y), lineAt(b.y); first < end {
				slope := (b.x - a.x) / (b.y - a.y)
				edges = append(edges, border{fixed(a.x + ((float64(first)+.5)/lines-a.y)*slope), fixed(slope / lines), first, end})
			}
		}
	}
}

// Red, green and blue lie in lanes of 21 bits, in 1/4096. A half is added for rounding, which also keeps lanes from falling below zero.
const (
	lane      = 4096
	halfLanes = lane/2 + lane/2<<21 + lane/2<<42
)

// lanes returns red, green and blue at a place, from where the planes have their value.
func (f *face) lanes(right, down float64) int64 {
	r, g, b := &f.value[0], &f.value[1], &f.value[2]
	return int64((r.at+right*r.right+down*r.down)*lane) + int64((g.at+right*g.right+down*g.down)*lane)<<21 +
		int64((b.at+right*b.right+down*b.down)*lane)<<42 + halfLanes
}

// lineAt is the first line at or below a place.
func lineAt(y float64) int { return int(math.Ceil(y*lines - .5)) }

// raster draws triangles into the samples of some rows of a picture.
type raster struct {
	chunks int
	rows   int
	top    int       // the first row
	wide   uint      // 1: every second line is left out; 0: none is
	width  int       // of a line in samples
	colour []uint32  // of each sample, line by line; 0: nothing is there
	near   []float32 // of each sample that has a colour
	drawn  []bool    // chunks of each row that have samples
	value  []int32   // of the pixels of a row: for whoever needs it
	sums   [chunk]pixelSum
}

func newRaster(width, rows int) *raster {
	chunks := (width + chunk - 1) / chunk
	size := rows * chunks * chunk * samples
	r := &raster{
		chunks: chunks, rows: rows, colour: make([]uint32, size), near: make([]float32, size),
		drawn: make([]bool, rows*chunks), value: make([]int32, width),
	}
	r.begin(0, 0)
	return r
}

// begin begins with other rows, once the samples of all are free.
func (r *raster) begin(top int, wide uint) {
	r.top, r.wide, r.width = top, wide, r.chunks*chunk*2<<wide
}

// fixed is a place across as a whole number: in 2^-32 of a sample.
func fixed(x float64) int64 { return int64(x * 2 * (1 << 32)) }

// draw draws a face.
func (r *raster) draw(f *face) {
	line, end := max(f.first, r.top*lines), min(f.end, (r.top+r.rows)*lines)
	left, right := &f.sides[0], &f.sides[1]
	for l, k := 0, 0; line < end; {
		for left[l].end <= line {
			l++
		}
		for right[k].end <= line {
			k++
		}
		next := min(end, left[l].end, right[k].end)
		r.drawLines(f, line, next, &left[l], &right[k])
		line = next
	}
}

// drawLines draws a face's lines from one to another, between two edges.
func (r *raster) drawLines(f *face, line, end int, leftEdge, rightEdge *border) {
	wide := r.wide & 1 // so that the compiler knows how far is shifted
	step := 1 << wide
	line = (line + step - 1) &^ (step - 1)
	left, right := leftEdge.on(line)<<wide, rightEdge.on(line)<<wide
	leftStep, rightStep := leftEdge.step<<(2*wide), rightEdge.step<<(2*wide)
	x, y := int(left>>32), (float64(line)+.5)/lines
	dx, dy, near := float64(x)/float64(2*step)-f.from[0], y-f.from[1], &f.value[3]
	tint, depth := f.lanes(dx, dy), near.at+dx*near.right+dy*near.down // were the first sample at the left edge of its part of a pixel
	deeper, below, stage := float32(near.right/float64(2*step)), near.down/lines*float64(step), f.stage
	fine, toRight, down := near.right/32, f.right[wide], f.down<<wide
	offsets, width := &across[wide], r.width
	at := (line - r.top*lines) >> wide * width
	for line < end {
		row, first, last := line/lines, width, 0
		for rowEnd := min(end, (row+1)*lines); line < rowEnd; line += step {
			off := offsets[line&(lines-1)]
			up := 1<<32 - 1 - off<<28<<wide // to the first sample behind an edge
			x0, x1 := max(int((left+up)>>32), 0), min(int((right+up)>>32), width)
			if x0 < x1 {
				first, last = min(first, x0), max(last, x1)
				tint := tint + off*f.fine + int64(x0-x)*toRight
				colour := r.colour[at+x0 : at+x1]
				if stage == front {
					f.paint(colour, tint, toRight)
				} else {
					depth := float32(depth + float64((x0-x)<<4>>wide+int(off))*fine)
					if nearest := r.near[at+x0 : at+x1]; stage == opening {
						f.open(colour, nearest, tint, toRight, depth, deeper)
					} else {
						f.fill(colour, nearest, tint, toRight, depth, deeper)
					}
				}
			}
			at, left, right, tint, depth = at+width, left+leftStep, right+rightStep, tint+down, depth+below
		}
		if first < last {
			r.note(row-r.top, first, last)
		}
	}
}

// on is where the border is on a line.
func (b *border) on(line int) int64 { return b.at + int64(line-b.first)*b.step }

// note notes that samples of a row are drawn.
func (r *raster) note(row, x0, x1 int) {
	for c, last := x0>>r.wide/(2*chunk), (x1-1)>>r.wide/(2*chunk); c <= last; c++ {
		r.drawn[row*r.chunks+c] = true
	}
}

// paint draws samples of a line over all that is there, the first with its colour in lanes.
func (f *face) paint(colour []uint32, tint, right int64) {
	kind := f.kind
	if last := tint + right*int64(len(colour)-1); colourOf(tint) == colourOf(last) {
		kind |= colourOf(tint)
		for i := range colour {
			colour[i] = kind
		}
		return
	}
	for i := range colour {
		colour[i], tint = colourOf(tint)|kind, tint+right
	}
}

// fill draws samples of a line where nothing nearer is.
func (f *face) fill(colour []uint32, near []float32, tint, right int64, depth, deeper float32) {
	kind := f.kind
	near = near[:len(colour)]
	if n := len(colour); n > 2 && colourOf(tint) == colourOf(tint+right*int64(n-1)) {
		kind |= colourOf(tint)
		for i, was := range colour {
			if was == 0 || depth > near[i] {
				colour[i], near[i] = kind, depth
			}
			depth += deeper
		}
		return
	}
	for i, was := range colour {
		if was == 0 || depth > near[i] {
			colour[i], near[i] = colourOf(tint)|kind, depth
		}
		tint, depth = tint+right, depth+deeper
	}
}

// open draws samples of a line, of an opening, where something is behind it: what is drawn later is seen through it.
func (f *face) open(colour []uint32, near []float32, tint, right int64, depth, deeper float32) {
	near = near[:len(colour)]
	for i, was := range colour {
		if was != 0 && depth > near[i] {
			colour[i], near[i] = colourOf(tint)|f.kind, -math.MaxFloat32
		}
		tint, depth = tint+right, depth+deeper
	}
}

// colourOf returns the colour in lanes.
func colourOf(lanes int64) uint32 {
	return uint32(lanes>>12&0xff | lanes>>25&0xff00 | lanes>>38&0xff0000)
}

// span returns between which pixels a row has samples.
func (r *raster) span(row int) [2]int {
	drawn := r.drawn[row*r.chunks:][:r.chunks]
	first, end := slices.Index(drawn, true), r.chunks
	if first < 0 {
		return [2]int{}
	}
	for !drawn[end-1] {
		end--
	}
	return [2]int{first * chunk, min(end*chunk, len(r.value))}
}

// erase frees the samples of some pixels of each row.
func (r *raster) erase(pixels *[bandRows][2]int) {
	for row, p := range pixels {
		for c := p[0] / chunk; c*chunk < p[1]; c++ {
			if !r.drawn[row*r.chunks+c] {
				continue
			}
			from, to := 2*max(c*chunk, p[0])<<r.wide, 2*min((c+1)*chunk, p[1])<<r.wide
			for line := row * lines >> r.wide; line < (row+1)*lines>>r.wide; line++ {
				clear(r.colour[line*r.width+from : line*r.width+to])
			}
		}
	}
}

// pixelSum is the samples of a pixel, added up: red and blue, green and what it sees, each in half a word.
type pixelSum struct{ redBlue, greenSeen uint32 }

// resolve calls show with the samples of every eight pixels of a row of which some have samples, or fewer at its end. It frees the samples.
func (r *raster) resolve(row int, show func(x int, sums []pixelSum)) {
	wide := r.wide & 1
	for c, drawn := range r.drawn[row*r.chunks:][:r.chunks] {
		if !drawn {
			continue
		}
		r.drawn[row*r.chunks+c] = false
		var all parts
		for i := range all {
			line, part := (row*lines+i)>>wide, i&int(wide)
			all[i] = (*[2 * chunk]uint32)(r.colour[line*r.width+2*chunk*(c<<wide+part):])
		}
		for i := range r.sums {
			if wide == 1 {
				r.sums[i] = all.addWide(i)
			} else {
				r.sums[i] = all.add(i)
			}
		}
		show(c*chunk, r.sums[:min(chunk, len(r.value)-c*chunk)])
		for _, line := range all {
			clear(line[:])
		}
	}
}

// parts are the samples of a chunk: of each line, or, where every second line is left out, of both halves of each other one.
type parts [lines]*[2 * chunk]uint32

// add adds up the samples of a pixel.
func (all *parts) add(i int) pixelSum {
	var sum pairSum
	for _, line := range all {
		sum.add(line[2*i&(2*chunk-2):])
	}
	return sum.both()
}

// addWide is add where every second line is left out.
func (all *parts) addWide(i int) pixelSum {
	var sum pairSum
	for k := i / (chunk / 2); k < lines; k += 2 {
		four := all[k][4*i&(2*chunk-4):]
		sum.add(four)
		sum.add(four[2:])
	}
	return sum.both()
}

// pairSum is samples added up by pairs, each pair in one word: no part of a sum reaches the next.
type pairSum struct{ all, redBlue uint64 }

func (s *pairSum) add(line []uint32) {
	two := line[:2]
	pair := uint64(two[0]) | uint64(two[1])<<32 // one load
	s.all, s.redBlue = s.all+pair, s.redBlue+pair&0x00ff00ff_00ff00ff
}

func (s *pairSum) both() pixelSum {
	rest := s.all - s.redBlue
	return pixelSum{uint32(s.redBlue) + uint32(s.redBlue>>32), uint32(rest)>>8 + uint32(rest>>32)>>8}
}
