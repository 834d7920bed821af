package composite

import (
	"fmt"
	"image"

	"mockup/internal/render/warp"
)

// Projection shows a composition on a plane in space, as part of a picture that is the same in all frames.
type Projection struct {
	Picture      *image.RGBA     // what lies over the composition and around it; both sides even
	Transmission *image.Alpha    // how much of the composition shows, of the picture's size; only where the picture is opaque
	ToScreen     warp.Homography // from pixels of the picture to those of the composition
	Alpha        bool            // frames carry the picture's alpha; without it the picture lies on black
}

func (p *Projection) check() error {
	size := p.Picture.Rect.Size()
	switch {
	case size.X <= 0 || size.Y <= 0 || size.X%2 != 0 || size.Y%2 != 0 || size.X > maxSide || size.Y > maxSide:
		return fmt.Errorf("%w: projected into a picture of %v, want even sides from 2 to %d", ErrComposition, size, maxSide)
	case p.Transmission.Rect.Size() != size:
		return fmt.Errorf("%w: transmission of %v for a picture of %v", ErrComposition, p.Transmission.Rect.Size(), size)
	}
	return nil
}

// projector draws a canvas into another one, as a projection shows it.
type projector struct {
	base          *canvas // the picture without the composition
	tables        []*warp.Table
	transmissions []warp.Plane
}

// newProjector prepares the projection of a composition into frames, or into a picture.
func newProjector(comp *Composition, picture bool) *projector {
	p := comp.Projection
	size := p.Picture.Rect.Size()
	all := newPicture(size.X, size.Y, p.Alpha)
	transmission := newPlanes(size.X, size.Y, 1)
	for y := range size.Y {
		copy(transmission.row(0, y, 0, size.X), p.Transmission.Pix[y*p.Transmission.Stride:])
		p.convertRow(&all.bands[0].planes, y, transmission.row(0, y, 0, size.X))
	}
	pr := &projector{base: all}
	table := func(transmission planes, scale float64, size image.Point) {
		pr.transmissions = append(pr.transmissions, warp.Plane{Pix: transmission.p[0], Stride: transmission.stride})
		pr.tables = append(pr.tables, warp.New(p.ToScreen.Scaled(scale, scale), size, image.Rect(0, 0, transmission.w, transmission.h),
			func(x, y int) bool { return transmission.p[0][y*transmission.stride+x] > 0 }))
	}
	table(transmission, 1, image.Pt(comp.Width, comp.Height))
	if picture {
		return pr
	}
	if !comp.Full {
		pr.base = all.subsampled()
		table(transmission.halved(), .5, image.Pt(comp.Width/2, comp.Height/2))
	}
	if p.Alpha && comp.Behind == nil {
		pr.base.divideInto(pr.base, image.Rect(0, 0, size.X, size.Y))
	}
	return pr
}

// convertRow converts a row of the picture to Y'CbCr. Where the composition shows, its own light is added to it.
func (p *Projection) convertRow(to *planes, y int, transmission []byte) {
	pix := p.Picture.Pix[y*p.Picture.Stride:]
	for x, s := range transmission {
		a := 255
		if p.Alpha {
			a = int(pix[4*x+3])
			to.p[3][y*to.stride+x] = byte(a)
		}
		c := premultiplied(int(pix[4*x]), int(pix[4*x+1]), int(pix[4*x+2]), a-int(s))
		i := y*to.stride + x
		to.p[0][i], to.p[1][i], to.p[2][i] = c.y, c.u, c.v
	}
}

// subsampled returns a canvas with chroma at full resolution as a frame.
func (c *canvas) subsampled() *canvas {
	frame, _ := newFrame(c.w, c.h, c.alpha, false)
	from, to, small := &c.bands[0], &frame.bands[0], &frame.bands[1]
	half := from.halved()
	copy(to.p[0], from.p[0])
	if c.alpha {
		copy(to.p[1], from.p[3])
	}
	for i := range small.p {
		copy(small.p[i], half.p[i+1])
	}
	return frame
}

// halved returns planes of half the size: each pixel is the mean of four.
func (ps *planes) halved() planes {
	half := newPlanes(ps.w/2, ps.h/2, len(ps.p))
	for n := range ps.p {
		for y := range half.h {
			a, b := ps.row(n, 2*y, 0, ps.w), ps.row(n, 2*y+1, 0, ps.w)
			for x, out := 0, half.row(n, y, 0, half.w); x < len(out); x++ {
				out[x] = byte((int(a[2*x]) + int(a[2*x+1]) + int(b[2*x]) + int(b[2*x+1]) + 2) >> 2)
			}
		}
	}
	return half
}

// project draws all that shows a rectangle of the composition.
func (pr *projector) project(comp, to *canvas, r image.Rectangle) {
	for i := range to.bands {
		from, out, base := &comp.bands[i], &to.bands[i], &pr.base.bands[i]
		area := pr.tables[i].Shows(from.rect(r))
		colours := 3
		switch out.kind {
		case luma:
			colours = 1
		case chroma:
			colours = 2
		}
		for n := range colours {
			pr.tables[i].Draw(out.plane(n), from.p[n], warp.Layer{Base: base.plane(n), Transmission: pr.transmissions[i]}, area)
		}
	}
}

// plane returns plane n for warp.
func (ps *planes) plane(n int) warp.Plane { return warp.Plane{Pix: ps.p[n], Stride: ps.stride} }
