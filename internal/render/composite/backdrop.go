package composite

import (
	"encoding/binary"
	"image"
	"math"
)

// A backdrop is blurred as Chromium does it since version 129: only what lies inside the element's box is read, and
// beyond its edges the box is mirrored (https://drafts.fxtf.org/filter-effects-2/#backdrop-filter-operation). A wide
// blur has no detail, so it is computed on a smaller picture: cells of pixels are averaged, the cells are blurred by a
// true Gaussian, and pixels are interpolated between the cells' centres. Averaging and interpolation blur as well, so the
// Gaussian is that much narrower. Cells fill the box exactly, so that mirroring at their edge is mirroring at the box's.

// filtered is the filtered backdrop of a layer, kept until something beneath the layer changes.
type filtered struct {
	valid  bool
	paints []paint  // one per band
	bends  [][]bent // one per band, of a lens
	bentAt image.Rectangle
}

// blurrer blurs. Its slices are working memory, kept from one backdrop to the next.
type blurrer struct {
	cells, source []float32
	kernel        []float32
	lanes16       []uint64
	sums          []uint32
	line          []int
	lines         [2][]byte
	bent          []byte
}

// narrow is the width of a Gaussian in cells: cells are not made so large that it gets narrower.
const narrow = 2

// widest is the largest side of a cell in pixels; sums of its rows fit in 16 bits.
const widest = 128

// filter filters what c holds in an area of the frame, into out.
func (bl *blurrer) filter(out *filtered, c *canvas, b *Backdrop, area image.Rectangle) {
	if len(out.paints) != len(c.bands) {
		out.paints = make([]paint, len(c.bands))
	}
	if b.Lens != nil && out.bentAt != area {
		out.bends, out.bentAt = nil, area
		for i := range c.bands {
			out.bends = append(out.bends, b.Lens.bends(&c.bands[i], area))
		}
	}
	for i := range c.bands {
		band := &c.bands[i]
		r := band.rect(area)
		to := &out.paints[i]
		if to.planes == nil || to.w != r.Dx() || to.h != r.Dy() {
			ps := newPlanes(r.Dx(), r.Dy(), len(band.p))
			to.planes = &ps
		}
		to.x, to.y = r.Min.X, r.Min.Y
		if b.Lens != nil {
			bl.filterBand(to, bl.bend(out.bends[i], band, r), image.Point{}, b, c.alpha)
			continue
		}
		bl.filterBand(to, band, r.Min, b, c.alpha)
	}
	out.valid = true
}

// bend returns what a lens shows of a part of a band.
func (bl *blurrer) bend(bends []bent, b *band, r image.Rectangle) *band {
	w, h, n := r.Dx(), r.Dy(), len(b.p)
	to := band{planesOf(w, h, n, grow(&bl.bent, n*w*h)), b.kind}
	bend(&to.planes, bends, b, r.Min.X, r.Min.Y)
	return &to
}

// filterBand filters what a band holds from a place on, as much as the paint takes. Colours are tinted by the alpha after the blur.
func (bl *blurrer) filterBand(to *paint, b *band, from image.Point, filter *Backdrop, alpha bool) {
	g := newGrid(to.w, to.h, filter.Blur/float64(int(1)<<b.kind.shift()))
	n := g.w * g.h
	cells := grow(&bl.cells, n*len(b.p))
	for i := range b.p {
		bl.average(cells[i*n:(i+1)*n], &g, b, i, from.X, from.Y)
		bl.blur(cells[i*n:(i+1)*n], &g)
	}
	var opacity []float32
	if alpha {
		opacity = cells[n*(len(b.p)-1):]
	}
	for i := range b.p {
		if !alpha || i < len(b.p)-1 {
			filter.tint(cells[i*n:(i+1)*n], opacity, b.kind != chroma && i == 0)
		}
		bl.spreadOut(to.planes.p[i], cells[i*n:(i+1)*n], &g)
	}
}

// grid divides a rectangle of pixels into cells.
type grid struct {
	pixelsW, pixelsH int
	w, h             int
	cellW, cellH     float64 // pixels
	sigmaX, sigmaY   float64 // of the Gaussian, in cells
}

func newGrid(w, h int, sigma float64) grid {
	g := grid{pixelsW: w, pixelsH: h, w: w, h: h, cellW: 1, cellH: 1}
	if !(sigma > 0) {
		return g
	}
	sigma = min(sigma, maxSide)
	size := 1
	for size < widest && sigma/float64(2*size) >= narrow {
		size *= 2
	}
	g.w, g.h = (w+size-1)/size, (h+size-1)/size
	g.cellW = float64(w) / float64(g.w)
	g.cellH = float64(h) / float64(g.h)
	g.sigmaX, g.sigmaY = remaining(sigma, g.cellW), remaining(sigma, g.cellH)
	return g
}

// remaining is the width of the Gaussian, in cells, that remains to be applied when cells of size pixels are averaged (a
// variance of (size²-1)/12) and interpolated between their centres (a triangle's variance: (size²-1)/6).
func remaining(sigma, size float64) float64 {
	return math.Sqrt(max(sigma*sigma-(size*size-1)/4, 0)) / size
}

// average fills cells with the means of plane i of the band, from column x and row y on. A pixel that the edge of a cell
// cuts counts in part for the cells on both sides.
func (bl *blurrer) average(cells []float32, g *grid, b *band, i, x, y int) {
	if g.w == g.pixelsW && g.h == g.pixelsH {
		for cy := range g.h {
			row := cells[cy*g.w:][:g.w]
			for cx, v := range b.row(i, y+cy, x, x+g.w) {
				row[cx] = float32(v)
			}
		}
		return
	}
	clear(cells)
	const tiny = 1e-6
	scale := 1 / (g.cellW * g.cellH)
	for cy := range g.h {
		row := cells[cy*g.w:][:g.w]
		add := func(from, to int, weight float64) {
			if from < to && weight > tiny {
				g.addCells(row, bl.sumRows(b, i, x, x+g.pixelsW, y+from, y+to), float32(weight*scale))
			}
		}
		top, bottom := float64(cy)*g.cellH, float64(cy+1)*g.cellH
		from, to := int(math.Ceil(top-tiny)), min(int(bottom+tiny), g.pixelsH)
		add(from-1, from, float64(from)-top)
		add(from, to, 1)
		add(to, min(to+1, g.pixelsH), bottom-float64(to))
	}
}

// sumRows adds up plane i's rows [y0, y1), at most 257, and returns the sums over columns [x0, x0), [x0, x0+1), … to
// [x0, x1), the last one twice.
func (bl *blurrer) sumRows(b *band, i, x0, x1, y0, y1 int) []uint32 {
	n := x1 - x0
	words := n / 8
	lanes16 := grow(&bl.lanes16, 2*words)
	clear(lanes16)
	for y := y0; y < y1; y++ {
		row := b.row(i, y, x0, x1)
		for k := range words {
			v := binary.LittleEndian.Uint64(row[8*k:])
			lanes16[2*k] += v & evenBytes
			lanes16[2*k+1] += v >> 8 & evenBytes
		}
	}
	sums := grow(&bl.sums, n+2)
	sum := uint32(0)
	sums[0] = 0
	for k := range words {
		even, odd := lanes16[2*k], lanes16[2*k+1]
		out := sums[8*k+1:][:8]
		for j := 0; j < 8; j += 2 {
			sum += uint32(even & 0xffff)
			out[j] = sum
			sum += uint32(odd & 0xffff)
			out[j+1] = sum
			even, odd = even>>16, odd>>16
		}
	}
	for x := 8 * words; x < n; x++ {
		for y := y0; y < y1; y++ {
			sum += uint32(b.row(i, y, x0+x, x0+x+1)[0])
		}
		sums[x+1] = sum
	}
	sums[n+1] = sum
	return sums
}

// addCells adds to each cell of a row the sum of the pixels between its edges. sums are those of sumRows.
func (g *grid) addCells(cells []float32, sums []uint32, weight float32) {
	before := float32(0)
	for cx := range cells {
		edge := float64(cx+1) * g.cellW
		at := int(edge)
		here := float32(sums[at]) + float32(edge-float64(at))*float32(sums[at+1]-sums[at])
		cells[cx] += (here - before) * weight
		before = here
	}
}

// blur blurs cells in place.
func (bl *blurrer) blur(cells []float32, g *grid) {
	if k := bl.gaussian(g.sigmaX); k != nil {
		r := len(k) / 2
		padded := grow(&bl.source, g.w+2*r)
		for y := range g.h {
			row := cells[y*g.w : (y+1)*g.w]
			copy(padded[r:], row)
			for x := range r {
				padded[x], padded[r+g.w+x] = row[mirror(x-r, g.w)], row[mirror(g.w+x, g.w)]
			}
			weighRow(row, padded, k)
		}
	}
	if k := bl.gaussian(g.sigmaY); k != nil {
		r := len(k) / 2
		source := grow(&bl.source, len(cells))
		copy(source, cells)
		clear(cells)
		for y := range g.h {
			row := cells[y*g.w : (y+1)*g.w]
			from := func(n int) []float32 { return source[mirror(y+n-r, g.h)*g.w:][:g.w] }
			n := 0
			for ; n+4 <= len(k); n += 4 {
				addFour(row, from(n), from(n+1), from(n+2), from(n+3), [4]float32(k[n:]))
			}
			for ; n < len(k); n++ {
				for x, v := range from(n) {
					row[x] += k[n] * v
				}
			}
		}
	}
}

// weighRow fills a row with weighted sums of the cells from the same place on. The processor works on four sums at a time; each is added up
// in the order of the weights, so that its last bit does not depend on its place.
func weighRow(row, cells, weights []float32) {
	x := 0
	for ; x+4 <= len(row); x += 4 {
		var s0, s1, s2, s3 float32
		c0, c1, c2 := cells[x], cells[x+1], cells[x+2]
		ahead := cells[x+3:][:len(weights)]
		for n, weight := range weights {
			c3 := ahead[n]
			s0 += weight * c0
			s1 += weight * c1
			s2 += weight * c2
			s3 += weight * c3
			c0, c1, c2 = c1, c2, c3
		}
		row[x], row[x+1], row[x+2], row[x+3] = s0, s1, s2, s3
	}
	for ; x < len(row); x++ {
		sum := float32(0)
		for n, v := range cells[x:][:len(weights)] {
			sum += weights[n] * v
		}
		row[x] = sum
	}
}

// addFour adds four weighted rows of cells to a row, one after the other.
func addFour(row, a, b, c, d []float32, weights [4]float32) {
	a, b, c, d = a[:len(row)], b[:len(row)], c[:len(row)], d[:len(row)]
	w0, w1, w2, w3 := weights[0], weights[1], weights[2], weights[3]
	for x, v := range row {
		v += w0 * a[x]
		v += w1 * b[x]
		v += w2 * c[x]
		v += w3 * d[x]
		row[x] = v
	}
}

// gaussian returns the weights of a Gaussian up to three times its width on both sides, or nil for one that is too narrow to
// matter.
func (bl *blurrer) gaussian(sigma float64) []float32 {
	if sigma < 0.1 {
		return nil
	}
	r := int(math.Ceil(3 * sigma))
	k := grow(&bl.kernel, 2*r+1)
	sum := 0.0
	for i := range k {
		d := float64(i-r) / sigma
		v := math.Exp(-d * d / 2)
		k[i] = float32(v)
		sum += v
	}
	for i := range k {
		k[i] /= float32(sum)
	}
	return k
}

// mirror folds i into 0..n-1; the pixels at the edges are repeated.
func mirror(i, n int) int {
	i %= 2 * n
	if i < 0 {
		i += 2 * n
	}
	if i >= n {
		return 2*n - 1 - i
	}
	return i
}

// tint applies the backdrop's colour filters to a plane of cells. They are affine: brightness and contrast scale luma and
// chroma alike, saturation scales chroma. Black and grey, which they scale about, are multiplied by the cell's alpha.
func (b *Backdrop) tint(cells, alpha []float32, isLuma bool) {
	k := float32(b.Brightness * b.Contrast * b.Saturate)
	zero, lo, hi := float32(neutralUV), float32(blackY), float32(maxUV)
	offset := zero * (1 - k)
	if isLuma {
		const grey = (maxY - blackY) / 2.0
		k = float32(b.Brightness * b.Contrast)
		offset, hi = blackY*(1-k)+grey*float32(1-b.Contrast), maxY
	}
	if k == 1 && offset == 0 {
		return
	}
	for i, v := range cells {
		a := float32(1)
		if alpha != nil {
			a = alpha[i] / 255
		}
		cells[i] = min(max(k*v+offset*a, lo*a), hi*a)
	}
}

// spreadOut fills a plane of pixels from cells: rows of cells are widened to rows of pixels, and the rows of the plane are
// interpolated between those.
func (bl *blurrer) spreadOut(to []byte, cells []float32, g *grid) {
	lines := [2][]byte{grow(&bl.lines[0], g.pixelsW), grow(&bl.lines[1], g.pixelsW)} // of an even and an odd row of cells
	spread := 0                                                                      // rows of cells so far
	for y := range g.pixelsH {
		pos := max((2*y+1)*g.h*fine/(2*g.pixelsH)-fine/2, 0)
		cy, f := pos/fine, pos%fine
		if cy+1 == g.h {
			f = 0 // beyond the last row's centre
		}
		for ; spread < min(cy+2, g.h); spread++ {
			bl.spreadRow(lines[spread%2], cells[spread*g.w:][:g.w])
		}
		row := to[y*g.pixelsW:][:g.pixelsW]
		if f == 0 {
			copy(row, lines[cy%2])
		} else {
			lerpRow(row, lines[cy%2], lines[(cy+1)%2], f)
		}
	}
}

// spreadRow fills a row of pixels from the cells they lie in.
func (bl *blurrer) spreadRow(row []byte, cells []float32) {
	if len(cells) == len(row) {
		for x, v := range cells {
			row[x] = byte((int(v*256+0.5) + 128) >> 8)
		}
		return
	}
	line := grow(&bl.line, len(cells)+1) // in 1/256
	for x, v := range cells {
		line[x] = int(v*256 + 0.5)
	}
	line[len(cells)] = line[len(cells)-1]
	step := len(cells) * unit / len(row)
	pos := step/2 - unit/2
	for x := 0; x < len(row); {
		if pos < 0 { // left of the first cell's centre
			row[x] = byte((line[0] + 128) >> 8)
			pos += step
			x++
			continue
		}
		cell := pos >> 16
		end := min(x+((cell+1)*unit-pos+step-1)/step, len(row))
		a, b := line[cell], line[cell+1]
		v, dv := a<<16+(b-a)*(pos&(unit-1))+1<<23, (b-a)*step
		part := row[x:end]
		for i := range part {
			part[i] = byte(v >> 24)
			v += dv
		}
		pos += len(part) * step
		x = end
	}
}
