package composite

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// By hand, in a pill of 80 x 40: what is seen d inside of the edge lies 20*(1-d/10)² further inside, towards the edge's opposite.
func TestLensShiftsTowardsInside(t *testing.T) {
	lens := Lens{Rim: 10, Depth: 20, Radius: 20}
	for name, test := range map[string]struct{ x, y, dx, dy float64 }{
		"middle":            {40, 20, 0, 0},
		"end of the rim":    {40, 10, 0, 0},
		"upper edge":        {40, 0, 0, 20},
		"inside of it":      {40, 5, 0, 5},
		"lower edge":        {40, 40, 0, -20},
		"left end":          {0, 20, 20, 0},
		"right end":         {80, 20, -20, 0},
		"on the curve":      {20 - 20/math.Sqrt2, 20 - 20/math.Sqrt2, 20 / math.Sqrt2, 20 / math.Sqrt2},
		"corner of the box": {0, 0, 20 / math.Sqrt2, 20 / math.Sqrt2}, // outside of the curve
	} {
		dx, dy := lens.shift(test.x, test.y, 80, 40)
		if math.Abs(dx-test.dx) > 1e-9 || math.Abs(dy-test.dy) > 1e-9 {
			t.Errorf("%s: %g, %g, want %g, %g", name, dx, dy, test.dx, test.dy)
		}
	}
}

// A line 15 pixels below the edge of glass is seen there and, mirrored, near the edge, in luma as in chroma.
func TestLensMirrorsInItsRim(t *testing.T) {
	const w, h, line = 64, 64, 15
	below := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		below.SetNRGBA(i%w, i/w, color.NRGBA{A: 255})
	}
	for x := range w {
		below.SetNRGBA(x, line, color.NRGBA{R: 255, A: 255})
		below.SetNRGBA(x, line+1, color.NRGBA{R: 255, A: 255})
	}
	glass := &Backdrop{Shape: flat(w, h, color.NRGBA{A: 255}), Lens: &Lens{Rim: 12, Depth: 24}, Saturate: 1, Brightness: 1, Contrast: 1}
	comp := fixed(w, h, []Layer{{Sprite: SpriteOf(below, below.Rect)}, {Backdrop: glass}}, At(0, 0), At(0, 0))
	picture, err := Draw(comp, 0)
	if err != nil {
		t.Fatal(err)
	}
	// The middle of row 3 is 3.5 inside, where is seen what is 3.5 + 24*(1-3.5/12)² = 15.5 inside.
	for y, red := range map[int]bool{line: true, line + 1: true, 3: true, 8: false, 12: false, 20: false} {
		if got := picture.NRGBAAt(w/2, y).R > 60; got != red {
			t.Errorf("row %d: %v, red wanted: %v", y, picture.NRGBAAt(w/2, y), red)
		}
	}
	frame := frames(t, comp)[0]
	cr := func(y int) byte { return frame[w*h+w*h/4+y*w/2+w/4] }
	if cr(1) <= 140 || cr(4) > 130 {
		t.Errorf("Cr of rows 2 and 8: %d and %d, want red and none", cr(1), cr(4))
	}
}
