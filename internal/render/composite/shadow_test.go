package composite

import (
	"image/color"
	"testing"
)

// slope is a shadow that is deeper to the right, and moves down.
type slope struct{ down int }

func (s slope) Span(y int) [2]int {
	if y < s.down || y > s.down+50 {
		return [2]int{}
	}
	return [2]int{3, 70 - y/2}
}

func (s slope) Row(y, x0 int, opacities []int32) {
	span := s.Span(y)
	for i := range opacities {
		if opacities[i] = 0; x0+i >= span[0] && x0+i < span[1] {
			opacities[i] = int32(300 * (x0 + i))
		}
	}
}

// darken draws the shadow into a picture: into all that is not the phone, or only within the spans.
func (s slope) darken(p *Projection, all bool) {
	row := make([]int32, p.Picture.Rect.Dx())
	for y := range p.Picture.Rect.Dy() {
		s.Row(y, 0, row)
		for x, opacity := range row {
			c, span := p.Picture.RGBAAt(x, y), p.Spans[y/2]
			if c != p.Behind.RGBAAt(x, y) || !all && (x < span[0] || x >= span[1]) {
				continue
			}
			keep := func(v uint8, black int32) uint8 {
				return uint8((int32(v)*(65536-opacity) + black*opacity + 1<<15) >> 16)
			}
			p.Picture.SetRGBA(x, y, color.RGBA{keep(c.R, 0), keep(c.G, 0), keep(c.B, 0), keep(c.A, 255)})
		}
	}
}

// A shadow that is drawn with the frames is the one that pictures would have, wherever the phone was before, but for the rounding, and
// for what is nearly transparent and divided by its alpha.
func TestProjectionShadow(t *testing.T) {
	compareKnown(t, 200, func(p *Projection, n int, known bool) *Projection {
		shadow := slope{10 * n}
		p = turnedBy(p, n, true)
		shadow.darken(p, !known)
		if p.Shadow = shadow; !known {
			p.Spans, p.Behind, p.Shadow = nil, nil, nil
		}
		return p
	})
}
