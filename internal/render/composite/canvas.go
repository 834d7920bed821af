package composite

import "image"

// canvas is what layers are drawn on. Where the composition has alpha, colours are multiplied by it.
type canvas struct {
	w, h  int
	alpha bool
	bands []band
}

// band is the planes of a canvas that share a resolution.
type band struct {
	planes
	kind kind
}

// kind says which planes a band has, before alpha.
type kind uint8

const (
	luma   kind = iota // Y
	chroma             // U and V, at half resolution
	full               // Y, U and V
)

// shift is the power of two by which a kind is smaller than the frame.
func (k kind) shift() int {
	if k == chroma {
		return 1
	}
	return 0
}

// colours is how many planes a kind has, before alpha.
func (k kind) colours() int { return [...]int{luma: 1, chroma: 2, full: 3}[k] }

// level returns the sprite's pixels for drawing on a band of this kind with its top left corner at frame pixel (x, y).
func (s *Sprite) level(k kind, x, y int) *level {
	switch k {
	case luma:
		return s.luma
	case chroma:
		return s.halfLevel(x&1, y&1)
	default:
		return s.full
	}
}

// newFrame makes a canvas whose Y, U and V (and A) follow each other in one buffer, as encoders read them: with colours at full
// resolution, or in 4:2:0. The alpha that chroma is multiplied by then has a buffer of its own.
func newFrame(w, h int, alpha, whole bool) (*canvas, []byte) {
	if whole {
		planes, buf := newFullPlanes(w, h, alpha)
		return newCanvas(w, h, alpha, band{planes, full}), buf
	}
	y, c := w*h, w*h/4
	buf := make([]byte, frameSize(w, h, alpha))
	big := planes{w: w, h: h, stride: w, p: [][]byte{buf[:y]}}
	small := planes{w: w / 2, h: h / 2, stride: w / 2, p: [][]byte{buf[y : y+c], buf[y+c : y+2*c]}}
	if alpha {
		big.p = append(big.p, buf[y+2*c:])
		small.p = append(small.p, make([]byte, c))
	}
	return newCanvas(w, h, alpha, band{big, luma}, band{small, chroma}), buf
}

// frameSize is a frame's bytes: I420, and a plane of alpha.
func frameSize(w, h int, alpha bool) int {
	if alpha {
		return w*h*2 + w*h/2
	}
	return w*h + w*h/2
}

// newPicture makes a canvas with chroma at full resolution.
func newPicture(w, h int, alpha bool) *canvas {
	c, _ := newFrame(w, h, alpha, true)
	return c
}

// newFullPlanes makes planes that follow each other in one buffer.
func newFullPlanes(w, h int, alpha bool) (planes, []byte) {
	n := 3
	if alpha {
		n = 4
	}
	all := make([]byte, n*w*h)
	return planesOf(w, h, n, all), all
}

func newCanvas(w, h int, alpha bool, bands ...band) *canvas {
	c := &canvas{w: w, h: h, alpha: alpha, bands: bands}
	if !alpha {
		c.blacken()
	}
	return c
}

// blacken fills a canvas without alpha with black.
func (c *canvas) blacken() {
	for _, b := range c.bands {
		for i, p := range b.p {
			v := byte(neutralUV)
			if i == 0 && b.kind != chroma {
				v = blackY
			}
			fill(p, v)
		}
	}
}

// fill doubles what it has filled, as copying is many times faster than a loop.
func fill(p []byte, v byte) {
	if len(p) == 0 {
		return
	}
	p[0] = v
	for n := 1; n < len(p); n *= 2 {
		copy(p[n:], p[:n])
	}
}

// rect is rectangle r of the frame in the band's pixels, widened to whole ones.
func (b *band) rect(r image.Rectangle) image.Rectangle {
	s := b.kind.shift()
	return image.Rect(r.Min.X>>s, r.Min.Y>>s, (r.Max.X+s)>>s, (r.Max.Y+s)>>s)
}

// copyFrom copies rectangle r of the frame from a canvas of the same form.
func (c *canvas) copyFrom(src *canvas, r image.Rectangle) {
	for i := range c.bands {
		to, from := &c.bands[i], &src.bands[i]
		br := to.rect(r)
		for n := range to.p {
			for y := br.Min.Y; y < br.Max.Y; y++ {
				copy(to.row(n, y, br.Min.X, br.Max.X), from.row(n, y, br.Min.X, br.Max.X))
			}
		}
	}
}

// divideInto writes rectangle r of a frame canvas with alpha into another one with its colours no longer multiplied by
// alpha, as WebM wants them.
func (c *canvas) divideInto(dst *canvas, r image.Rectangle) {
	for i := range c.bands {
		from, to := &c.bands[i], &dst.bands[i]
		br := from.rect(r)
		a := len(from.p) - 1
		for y := br.Min.Y; y < br.Max.Y; y++ {
			alpha := from.row(a, y, br.Min.X, br.Max.X)
			copy(to.row(a, y, br.Min.X, br.Max.X), alpha)
			for n := range a {
				zero, top := byte(neutralUV), byte(maxUV)
				if n == 0 && from.kind != chroma {
					zero, top = blackY, maxY
				}
				divideRow(to.row(n, y, br.Min.X, br.Max.X), from.row(n, y, br.Min.X, br.Max.X), alpha, zero, top)
			}
		}
	}
}

// over draws a frame canvas with alpha over an opaque one.
func (c *canvas) over(dst *canvas) {
	for i := range dst.bands {
		from, to := &c.bands[i], &dst.bands[i]
		alpha := from.p[len(from.p)-1]
		for n := range to.p {
			blendRow(to.p[n], from.p[n], alpha)
		}
	}
}

// picture converts a canvas with chroma at full resolution to RGB.
func (c *canvas) picture() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, c.w, c.h))
	b := &c.bands[0]
	for y := range c.h {
		for x := range c.w {
			i := y*b.stride + x
			o := img.Pix[img.PixOffset(x, y):]
			a := 255
			if c.alpha {
				a = int(b.p[3][i])
			}
			if a == 0 {
				continue
			}
			divide := func(v byte) int { return (int(v)*255 + a/2) / a }
			o[0], o[1], o[2] = rgb(divide(b.p[0][i]), divide(b.p[1][i]), divide(b.p[2][i]))
			o[3] = byte(a)
		}
	}
	return img
}
