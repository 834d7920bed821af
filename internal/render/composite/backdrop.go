package composite

import (
	"image"
	"math"
)

// A backdrop is blurred as Chromium does it since version 129: only what lies inside the element's box is read, and
// beyond its edges the box is mirrored (https://drafts.fxtf.org/filter-effects-2/#backdrop-filter-operation). A wide
// blur has no detail, so it is computed on a smaller picture: cells of pixels are averaged, the cells are blurred by a
// true Gaussian, and pixels are read between the cells' centres. What averaging and reading blur by themselves is taken
// off the Gaussian's width. Cells fill the box exactly, so that mirroring at their edge is mirroring at the box's.

// filtered is the backdrop of a layer, kept until something beneath it changes.
type filtered struct {
	valid  bool
	paints []paint // one per band
}

// blurrer is room to blur in.
type blurrer struct {
	cells, spread []float32
	sums          []uint32
	line          []int
	kernel        []float32
}

// narrow is the width of a Gaussian, in cells, below which cells are not made larger.
const narrow = 2

// filter fills out with what c holds in an area of the frame, filtered.
func (s *blurrer) filter(out *filtered, c *canvas, b *Backdrop, area image.Rectangle) {
	if len(out.paints) != len(c.bands) {
		out.paints = make([]paint, len(c.bands))
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
		s.filterBand(to, band, b, c.alpha)
	}
	out.valid = true
}

// filterBand filters the planes of one band under a paint: alpha first, which the colours are measured by.
func (s *blurrer) filterBand(to *paint, b *band, filter *Backdrop, alpha bool) {
	g := newGrid(to.w, to.h, filter.Blur/float64(int(1)<<b.kind.shift()))
	n := g.w * g.h
	cells := growFloats(&s.cells, n*len(b.p))
	for i := range b.p {
		s.average(cells[i*n:(i+1)*n], &g, b, i, to.x, to.y)
		s.blur(cells[i*n:(i+1)*n], &g)
	}
	var opacity []float32
	if alpha {
		opacity = cells[n*(len(b.p)-1):]
	}
	for i := range b.p {
		if !alpha || i < len(b.p)-1 {
			filter.tint(cells[i*n:(i+1)*n], opacity, b.kind != chroma && i == 0)
		}
		s.spreadOut(to.planes.p[i], cells[i*n:(i+1)*n], &g)
	}
}

// grid is cells over a rectangle of pixels.
type grid struct {
	pixelsW, pixelsH int
	w, h             int
	cellW            float64 // pixels
	sigmaX, sigmaY   float64 // what is left to blur, in cells
}

func newGrid(w, h int, sigma float64) grid {
	g := grid{pixelsW: w, pixelsH: h, w: w, h: h, cellW: 1}
	if !(sigma > 0) {
		return g
	}
	sigma = min(sigma, maxSide)
	size := 1
	for sigma/float64(2*size) >= narrow {
		size *= 2
	}
	g.w, g.h = (w+size-1)/size, (h+size-1)/size
	g.cellW = float64(w) / float64(g.w)
	g.sigmaX, g.sigmaY = left(sigma, g.cellW), left(sigma, float64(h)/float64(g.h))
	return g
}

// left is the Gaussian, in cells, that remains when cells of size pixels are averaged (a variance of (size²-1)/12) and
// read between their centres (a triangle's: (size²-1)/6).
func left(sigma, size float64) float64 {
	return math.Sqrt(max(sigma*sigma-(size*size-1)/4, 0)) / size
}

// average fills cells with the means of plane i of the band, from column x and row y on. A pixel that the edge of a cell
// goes through counts in part for the cells on both its sides.
func (s *blurrer) average(cells []float32, g *grid, b *band, i, x, y int) {
	if cap(s.sums) < g.pixelsW+2 {
		s.sums = make([]uint32, g.pixelsW+2)
	}
	sums := s.sums[:g.pixelsW+2] // sums[n] is the sum of the first n pixels
	clear(cells)
	cellH := float32(g.pixelsH) / float32(g.h)
	scale := float32(g.w) / (float32(g.pixelsW) * cellH)
	cy, end := 0, cellH // the row of cells, and where it ends
	for py := range g.pixelsH {
		sum := uint32(0)
		row := b.row(i, y+py, x, x+g.pixelsW)
		for n, v := range row {
			sum += uint32(v)
			sums[n+1] = sum
		}
		sums[len(row)+1] = sum
		part := min(end-float32(py), 1)
		g.addCells(cells[cy*g.w:][:g.w], sums, part*scale)
		if part < 1 && cy+1 < g.h {
			g.addCells(cells[(cy+1)*g.w:][:g.w], sums, (1-part)*scale)
		}
		if end < float32(py+1)+1e-3 && cy+1 < g.h {
			cy++
			end = float32(cy+1) * cellH
		}
	}
}

// addCells adds to a row of cells what the pixels of a row come to between the cells' edges.
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
func (s *blurrer) blur(cells []float32, g *grid) {
	if k := s.gaussian(g.sigmaX); k != nil {
		r := len(k) / 2
		padded := growFloats(&s.spread, g.w+2*r)
		for y := range g.h {
			row := cells[y*g.w : (y+1)*g.w]
			for x := range padded {
				padded[x] = row[mirror(x-r, g.w)]
			}
			for x := range row {
				sum := float32(0)
				for n, v := range padded[x : x+len(k)] {
					sum += v * k[n]
				}
				row[x] = sum
			}
		}
	}
	if k := s.gaussian(g.sigmaY); k != nil {
		r := len(k) / 2
		source := growFloats(&s.spread, len(cells))
		copy(source, cells)
		clear(cells)
		for y := range g.h {
			row := cells[y*g.w : (y+1)*g.w]
			for n, weight := range k {
				from := source[mirror(y+n-r, g.h)*g.w:][:g.w]
				for x := range row {
					row[x] += weight * from[x]
				}
			}
		}
	}
}

// gaussian is the weights of a Gaussian to three times its width, nil for one too narrow to matter.
func (s *blurrer) gaussian(sigma float64) []float32 {
	if sigma < 0.1 {
		return nil
	}
	r := int(math.Ceil(3 * sigma))
	k := growFloats(&s.kernel, 2*r+1)
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

// tint applies the backdrop's colour filters to a plane of cells. They are affine: brightness and contrast scale
// luma and chroma alike, saturation scales chroma, about what is black and grey at the cell's alpha.
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

// spreadOut fills a plane of pixels from cells.
func (s *blurrer) spreadOut(to []byte, cells []float32, g *grid) {
	if cap(s.line) < g.w+1 {
		s.line = make([]int, g.w+1)
	}
	line := s.line[:g.w+1]
	for y := range g.pixelsH {
		at := min(max((float32(y)+0.5)*float32(g.h)/float32(g.pixelsH)-0.5, 0), float32(g.h-1))
		cy := int(at)
		f := at - float32(cy)
		upper := cells[cy*g.w:][:g.w]
		lower := cells[min(cy+1, g.h-1)*g.w:][:g.w]
		for x := range upper {
			line[x] = int((upper[x]+(lower[x]-upper[x])*f)*256 + 0.5)
		}
		line[g.w] = line[g.w-1]
		spreadRow(to[y*g.pixelsW:][:g.pixelsW], line)
	}
}

// spreadRow fills a row of pixels from a line of cells in 1/256, one more than cover the row.
func spreadRow(row []byte, line []int) {
	step := (len(line) - 1) * unit / len(row)
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
		pos += (end - x) * step
		for part := row[x:end]; len(part) > 0; part = part[1:] {
			part[0] = byte(v >> 24)
			v += dv
		}
		x = end
	}
}

func growFloats(b *[]float32, n int) []float32 {
	if cap(*b) < n {
		*b = make([]float32, n+n/2)
	}
	return (*b)[:n]
}
