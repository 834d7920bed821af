package composite

import (
	"image/color"
	"math/rand/v2"
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

// A shadow that is drawn with the frames is the one that pictures would have, wherever the phone was before, but for the rounding.
func TestProjectionShadow(t *testing.T) {
	for name, set := range map[string]func(*Composition){
		"opaque": func(*Composition) {},
		"full":   func(comp *Composition) { comp.Full = true },
		"alpha":  func(*Composition) {},
		"on ground": func(comp *Composition) {
			comp.Behind = func(n int, into []byte) error { fill(into, byte(60+n)); return nil }
		},
	} {
		comp := randomComposition(rand.New(rand.NewPCG(3, 9)), false)
		set(comp)
		alpha := name == "alpha" || name == "on ground"
		shaded := func(known bool) func(int) *Projection {
			all := map[int]*Projection{}
			return func(frame int) *Projection {
				n := frame / 3
				if all[n] == nil {
					p, shadow := turnedBy(onPlane(comp.Width, comp.Height, alpha), n, true), slope{10 * n}
					shadow.darken(p, !known)
					if p.Shadow = shadow; !known {
						p.Spans, p.Behind, p.Shadow = nil, nil, nil
					}
					all[n] = p
				}
				return all[n]
			}
		}
		comp.Project = shaded(false)
		want := frames(t, comp)
		comp.Project = shaded(true)
		for i, got := range frames(t, comp) {
			far := 0
			for k, v := range got {
				if !near(v, want[i][k], 1) {
					far++
				}
			}
			if far > len(got)/200 { // what is nearly transparent, and divided by its alpha
				t.Errorf("%s: frame %d differs in %d of %d bytes", name, i, far, len(got))
			}
		}
	}
}
