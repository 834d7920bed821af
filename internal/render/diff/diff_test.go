package diff

import (
	"image"
	"image/color"
	"testing"
)

func picture(paint func(x, y int) color.NRGBA) image.Image {
	p := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	for y := range 30 {
		for x := range 40 {
			p.SetNRGBA(x, y, paint(x, y))
		}
	}
	return p
}

func TestCompare(t *testing.T) {
	white, black := color.NRGBA{255, 255, 255, 255}, color.NRGBA{0, 0, 0, 255}
	edge := func(at int) image.Image {
		return picture(func(x, _ int) color.NRGBA {
			if x < at {
				return white
			}
			return black
		})
	}
	flat := func(c color.NRGBA) image.Image { return picture(func(int, int) color.NRGBA { return c }) }
	for name, test := range map[string]struct {
		a, b image.Image
		want int
	}{
		"same":             {edge(20), edge(20), 0},
		"hardly seen":      {flat(color.NRGBA{200, 200, 200, 255}), flat(color.NRGBA{204, 202, 198, 255}), 0},
		"edge moved by 1":  {edge(20), edge(21), 0},
		"edge moved by 10": {edge(20), edge(30), 10 * 30},
		"another colour":   {flat(white), flat(color.NRGBA{255, 200, 200, 255}), 40 * 30},
		"transparent":      {flat(white), flat(color.NRGBA{255, 255, 255, 0}), 40 * 30},
	} {
		if got := Compare(test.a, test.b, Options{}); got.Differing != test.want || !got.SameSize {
			t.Errorf("%s: %d pixels differ, want %d", name, got.Differing, test.want)
		}
	}
	if got := Compare(flat(white), image.NewNRGBA(image.Rect(0, 0, 3, 3)), Options{}); got.SameSize || got.Fraction != 1 {
		t.Errorf("other sizes: %+v", got)
	}
}
