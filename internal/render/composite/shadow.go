package composite

import (
	"image"

	"mockup/internal/render/warp"
)

// darkPairs returns between which pixels each two rows are darkened, widened to whole chroma samples.
func (p *Projection) darkPairs() [][2]int {
	all := make([][2]int, p.Picture.Rect.Dy()/2)
	if p.Shadow != nil {
		for i := range all {
			if both := unionOf(p.Shadow.Span(2*i), p.Shadow.Span(2*i+1)); both[0] < both[1] {
				all[i] = [2]int{both[0] &^ 1, (both[1] + 1) &^ 1}
			}
		}
	}
	return all
}

// drawBehind draws what lies behind the phone, with its shadow, into the base: of each two rows what changed and is not shown by the
// picture.
func (pr *projector) drawBehind(changed, shown, dark [][2]int) {
	warp.InParallel(len(changed), func(from, end int) {
		opacities := newOpacities(pr.base.w)
		for i := from; i < end; i++ {
			for _, part := range beside(changed[i], shown[i]) {
				for _, light := range beside(part, dark[i]) {
					if light[0] < light[1] {
						pr.base.copyFrom(pr.behind, image.Rect(light[0], 2*i, light[1], 2*i+2))
					}
				}
				if x0, x1 := max(part[0], dark[i][0]), min(part[1], dark[i][1]); x0 < x1 {
					opacities.set(pr.projection.Shadow, 2*i, x0, x1)
					opacities.darken(pr.base, pr.behind, 2*i, x0, x1)
				}
			}
		}
	})
}

// beside returns the parts of a span before and behind another one.
func beside(span, other [2]int) [2][2]int {
	return [2][2]int{{span[0], min(span[1], other[0])}, {max(span[0], other[1]), span[1]}}
}

// opacities are those of a shadow in some pixels of two rows, and in the chroma samples there.
type opacities struct {
	rows   [2][]int32
	chroma []int32
}

func newOpacities(width int) *opacities {
	return &opacities{rows: [2][]int32{make([]int32, width), make([]int32, width)}, chroma: make([]int32, width/2)}
}

// set takes the opacities of two rows.
func (o *opacities) set(s Shadow, y, x0, x1 int) {
	a, b, c := o.rows[0][:x1-x0], o.rows[1][:x1-x0], o.chroma[:(x1-x0)/2]
	s.Row(y, x0, a)
	s.Row(y+1, x0, b)
	for i := range c {
		a, b := a[2*i:][:2], b[2*i:][:2]
		c[i] = (a[0] + a[1] + b[0] + b[1] + 2) >> 2
	}
}

// darken draws two rows of a canvas darker than those of another one.
func (o *opacities) darken(to, from *canvas, y, x0, x1 int) {
	for i := range to.bands {
		band, source := &to.bands[i], &from.bands[i]
		r := band.rect(image.Rect(x0, y, x1, y+2))
		for n := range band.p {
			for line := range r.Dy() {
				of := o.rows[line]
				if band.kind == chroma {
					of = o.chroma
				}
				darkenRow(band.row(n, r.Min.Y+line, r.Min.X, r.Max.X), source.row(n, r.Min.Y+line, r.Min.X, r.Max.X), of, band.black(n))
			}
		}
	}
}

// black is what plane n of a band has where it is black and opaque.
func (b *band) black(n int) byte {
	switch {
	case n == b.kind.colours(): // alpha
		return 255
	case n == 0 && b.kind != chroma:
		return blackY
	}
	return neutralUV
}

// darkenRow puts black of opacities in 1/65536 over pixels of a plane.
func darkenRow(dst, src []byte, opacities []int32, black byte) {
	src, opacities = src[:len(dst)], opacities[:len(dst)]
	for i, opacity := range opacities {
		value := int32(src[i])
		dst[i] = byte(value + ((int32(black)-value)*opacity+1<<15)>>16)
	}
}
