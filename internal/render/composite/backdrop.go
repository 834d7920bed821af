package composite

import "image"

// blurrer makes backdrops, in room kept from one to the next.
type blurrer struct {
	paints []paint
}

// filter is what c holds in an area of the frame, filtered, as a paint for each band.
func (s *blurrer) filter(c *canvas, b *Backdrop, area image.Rectangle) []paint {
	s.paints = s.paints[:0]
	for i := range c.bands {
		band := &c.bands[i]
		r := band.rect(area)
		copied := newPlanes(r.Dx(), r.Dy(), len(band.p))
		for n := range band.p {
			for y := range copied.h {
				copy(copied.row(n, y, 0, copied.w), band.row(n, r.Min.Y+y, r.Min.X, r.Max.X))
			}
		}
		s.paints = append(s.paints, paint{&copied, r.Min.X, r.Min.Y})
	}
	return s.paints
}
