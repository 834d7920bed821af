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
	line          []int32
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
		s.spreadOut(&to.planes.p[i], cells[i*n:(i+1)*n], &g)
	}
}

// grid is cells over a rectangle of pixels.
type grid struct {
	pixelsW, pixelsH int
	w, h             int
	sigmaX, sigmaY   float64 // what is left to blur, in cells
}

func newGrid(w, h int, sigma float64) grid {
	g := grid{pixelsW: w, pixelsH: h, w: w, h: h}
	if !(sigma > 0) {
		return g
	}
	sigma = min(sigma, maxSide)
	size := 1
	for sigma/float64(2*size) >= narrow {
		size *= 2
	}
	g.w, g.h = (w+size-1)/size, (h+size-1)/size
	g.sigmaX, g.sigmaY = left(sigma, float64(w)/float64(g.w)), left(sigma, float64(h)/float64(g.h))
	return g
}

// left is the Gaussian, in cells, that remains when cells of size pixels are averaged (a variance of (size²-1)/12) and
// read between their centres (a triangle's: (size²-1)/6).
func left(sigma, size float64) float64 {
	return math.Sqrt(max(sigma*sigma-(size*size-1)/4, 0)) / size
}

// average fills cells with the means of plane i of the band, from column x and row y on.
func (s *blurrer) average(cells []float32, g *grid, b *band, i, x, y int) {
	if cap(s.sums) < g.pixelsW {
		s.sums = make([]uint32, g.pixelsW)
	}
	sums := s.sums[:g.pixelsW]
	for cy := range g.h {
		top, bottom := cy*g.pixelsH/g.h, (cy+1)*g.pixelsH/g.h
		clear(sums)
		for py := top; py < bottom; py++ {
			for n, v := range b.row(i, y+py, x, x+g.pixelsW) {
				sums[n] += uint32(v)
			}
		}
		for cx := range g.w {
			lo, hi := cx*g.pixelsW/g.w, (cx+1)*g.pixelsW/g.w
			sum := uint32(0)
			for _, v := range sums[lo:hi] {
				sum += v
			}
			cells[cy*g.w+cx] = float32(sum) / float32((hi-lo)*(bottom-top))
		}
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
func (s *blurrer) spreadOut(to *[]byte, cells []float32, g *grid) {
	if cap(s.line) < g.w+1 {
		s.line = make([]int32, g.w+1)
	}
	line := s.line[:g.w+1]
	step := g.w * unit / g.pixelsW
	for y := range g.pixelsH {
		at := min(max((float32(y)+0.5)*float32(g.h)/float32(g.pixelsH)-0.5, 0), float32(g.h-1))
		cy := int(at)
		f := at - float32(cy)
		upper := cells[cy*g.w:][:g.w]
		lower := cells[min(cy+1, g.h-1)*g.w:][:g.w]
		for x := range upper {
			line[x] = int32((upper[x]+(lower[x]-upper[x])*f)*256 + 0.5)
		}
		line[g.w] = line[g.w-1]
		row := (*to)[y*g.pixelsW:][:g.pixelsW]
		pos := step/2 - unit/2
		for x := range row {
			p := max(pos, 0)
			a, b := line[p>>16], line[p>>16+1]
			row[x] = byte((a + (b-a)*int32(p>>8&255)>>8 + 128) >> 8)
			pos += step
		}
	}
}

func growFloats(b *[]float32, n int) []float32 {
	if cap(*b) < n {
		*b = make([]float32, n+n/2)
	}
	return (*b)[:n]
}
