package composite

import (
	"fmt"
	"image"

	"mockup/internal/render/warp"
)

// Projection shows a film on a plane in space, as part of a picture that is the same in all frames.
type Projection struct {
	Picture *image.RGBA     // what lies over the film and around it; both sides even
	Share   *image.Alpha    // how much of the film shows, of the picture's size; only where the picture is opaque
	Film    warp.Homography // from pixels of the picture to those of the film
	Alpha   bool            // frames carry the picture's alpha; without it the picture lies on black
}

// Size is a frame's: that of the film, or of the picture it is projected into.
func (f *Film) Size() image.Point {
	if f.Projection != nil {
		return f.Projection.Picture.Rect.Size()
	}
	return image.Pt(f.Width, f.Height)
}

func (p *Projection) check() error {
	size := p.Picture.Rect.Size()
	switch {
	case size.X <= 0 || size.Y <= 0 || size.X%2 != 0 || size.Y%2 != 0 || size.X > maxSide || size.Y > maxSide:
		return fmt.Errorf("%w: projected into a picture of %v, want even sides from 2 to %d", ErrFilm, size, maxSide)
	case p.Share.Rect.Size() != size:
		return fmt.Errorf("%w: share of %v for a picture of %v", ErrFilm, p.Share.Rect.Size(), size)
	}
	return nil
}

// projector projects one canvas into another.
type projector struct {
	ground *canvas // the picture without the film
	tables []*warp.Table
	shares []warp.Plane
}

// newProjector prepares the projection of a film into frames, or into a still.
func newProjector(f *Film, still bool) *projector {
	p := f.Projection
	size := p.Picture.Rect.Size()
	all := newStill(size.X, size.Y, p.Alpha)
	share := newPlanes(size.X, size.Y, 1)
	for y := range size.Y {
		copy(share.row(0, y, 0, size.X), p.Share.Pix[y*p.Share.Stride:])
		p.convertRow(&all.bands[0].planes, y, share.row(0, y, 0, size.X))
	}
	pr := &projector{ground: all}
	table := func(share planes, scale float64, film image.Point) {
		pr.shares = append(pr.shares, warp.Plane{Pix: share.p[0], Stride: share.stride})
		pr.tables = append(pr.tables, warp.New(p.Film.Scaled(scale, scale), film, image.Rect(0, 0, share.w, share.h),
			func(x, y int) bool { return share.p[0][y*share.stride+x] > 0 }))
	}
	table(share, 1, image.Pt(f.Width, f.Height))
	if !still {
		pr.ground = all.subsampled()
		table(share.halved(), .5, image.Pt(f.Width/2, f.Height/2))
	}
	return pr
}

// convertRow converts a row of the picture to Y'CbCr. Where the film shows, its own light is added to it.
func (p *Projection) convertRow(to *planes, y int, share []byte) {
	pix := p.Picture.Pix[y*p.Picture.Stride:]
	for x, s := range share {
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

// subsampled is a canvas with chroma at full resolution as a frame.
func (c *canvas) subsampled() *canvas {
	frame, _ := newFrame(c.w, c.h, c.alpha)
	from, to, small := &c.bands[0], &frame.bands[0], &frame.bands[1]
	half := from.halved()
	copy(to.p[0], from.p[0])
	if c.alpha {
		copy(to.p[1], from.p[3])
	}
	for i := range small.p {
		copy(small.p[i], half.p[i+1])
	}
	if c.alpha {
		frame.divideInto(frame, image.Rect(0, 0, c.w, c.h))
	}
	return frame
}

// halved has the mean of four pixels for each.
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

// project draws what a rectangle of the film shows.
func (pr *projector) project(film, to *canvas, r image.Rectangle) {
	for i := range to.bands {
		from, out, ground := &film.bands[i], &to.bands[i], &pr.ground.bands[i]
		area := pr.tables[i].Shows(from.rect(r))
		colours := 3
		switch out.kind {
		case luma:
			colours = 1
		case chroma:
			colours = 2
		}
		for n := range colours {
			pr.tables[i].Draw(out.plane(n), from.p[n], warp.Layer{Base: ground.plane(n), Share: pr.shares[i]}, area)
		}
	}
}

func (ps *planes) plane(n int) warp.Plane { return warp.Plane{Pix: ps.p[n], Stride: ps.stride} }
