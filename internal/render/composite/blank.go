package composite

import "image"

// A box is filled with the colour of its ground if that is the colour of at least so much of it; a ground that is not opaque would not hide
// what is on it.
const (
	groundShare  = 0.4
	groundOpaque = 250
)

// blank returns a sprite with some boxes of one that is loaded, each without what stands on its ground.
func blank(s *Sprite, boxes []image.Rectangle) *Sprite {
	full := newLevel(s.full.w, s.full.h, 4)
	for _, box := range boxes {
		box = box.Intersect(image.Rectangle{Max: s.size})
		ground, share := s.full.ground(box)
		if share < groundShare || ground[3] < groundOpaque {
			continue
		}
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				at := y*full.w + x
				if s.full.p[3][at] < groundOpaque { // outside of a round corner
					continue
				}
				for i := range full.p {
					full.p[i][at] = ground[i]
				}
			}
		}
	}
	full.findSpans()
	return &Sprite{size: s.size, pixels: full.toPixels()}
}

// ground returns the colour that most pixels of a box have, as far as some of its rows tell, and the share of those pixels.
func (l *level) ground(box image.Rectangle) (colour [4]byte, share float64) {
	counts, all := map[[4]byte]int{}, 0
	for y := box.Min.Y; y < box.Max.Y; y += max(1, box.Dy()/groundRows) {
		for x := box.Min.X; x < box.Max.X; x++ {
			at := y*l.w + x
			is := [4]byte{l.p[0][at], l.p[1][at], l.p[2][at], l.p[3][at]}
			counts[is]++
			if all++; counts[is] > counts[colour] {
				colour = is
			}
		}
	}
	return colour, float64(counts[colour]) / float64(max(all, 1))
}

// groundRows is of about how many rows of a box the colours are counted: letters fill less of a line than its ground does.
const groundRows = 24
