package browser

import (
	"image"
	"slices"
	"testing"
)

// Boxes that lie near each other are drawn at once; areas stay inside the picture, and are not joined across what must not be touched.
func TestAreas(t *testing.T) {
	size := image.Pt(1000, 4000)
	for name, test := range map[string]struct {
		changes changes
		want    []image.Rectangle
		touches bool
	}{
		"none":             {changes{}, nil, false},
		"outside":          {changes{Boxes: []box{{0, 5000, 10, 5010}}}, nil, false},
		"cut by the edge":  {changes{Boxes: []box{{-5, -5, 20, 20}}}, []image.Rectangle{image.Rect(0, 0, 20, 20)}, false},
		"near":             {changes{Boxes: []box{{0, 0, 20, 20}, {100, 100, 120, 120}}}, []image.Rectangle{image.Rect(0, 0, 120, 120)}, false},
		"far":              {changes{Boxes: []box{{0, 0, 1000, 20}, {0, 3900, 1000, 3920}}}, []image.Rectangle{image.Rect(0, 0, 1000, 20), image.Rect(0, 3900, 1000, 3920)}, false},
		"across an image":  {changes{Boxes: []box{{0, 0, 20, 20}, {100, 0, 120, 20}}, Fixed: []box{{40, 0, 60, 20}}}, []image.Rectangle{image.Rect(0, 0, 20, 20), image.Rect(100, 0, 120, 20)}, false},
		"beside an image":  {changes{Boxes: []box{{0, 0, 40, 20}}, Fixed: []box{{40, 0, 60, 20}}}, []image.Rectangle{image.Rect(0, 0, 40, 20)}, false},
		"touches an image": {changes{Boxes: []box{{0, 0, 41, 20}}, Fixed: []box{{40, 0, 60, 20}}}, []image.Rectangle{image.Rect(0, 0, 41, 20)}, true},
	} {
		got := test.changes.areas(size)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: areas are %v, want %v", name, got, test.want)
		}
		if touches := slices.ContainsFunc(got, test.changes.touchFixed); touches != test.touches {
			t.Errorf("%s: touches what is fixed: %v", name, touches)
		}
	}
}

// A browser keeps few pictures, the last ones, and none that is too large.
func TestKeptPictures(t *testing.T) {
	small, large := image.Pt(10, 10), image.Pt(3600, 3600)
	for name, test := range map[string]struct {
		sizes []image.Point
		want  int
	}{
		"few":         {[]image.Point{small, large, small}, 0},
		"many":        {slices.Repeat([]image.Point{small}, keptPictures+2), 2},
		"large":       {[]image.Point{small, large, large}, 2},
		"too large":   {[]image.Point{small, image.Pt(5100, 5000)}, 2},
		"first large": {[]image.Point{large, small, large, small}, 1},
	} {
		if got := surplus(test.sizes); got != test.want {
			t.Errorf("%s: %d pictures are too many, want %d", name, got, test.want)
		}
	}
}
