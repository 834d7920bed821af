package browser

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"testing"

	"mockup/internal/render/strips"
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
	b := &Browser{}
	keep := func(look string, width, height int) {
		var file bytes.Buffer
		img := image.NewNRGBA(image.Rect(0, 0, width, height))
		draw.Draw(img, img.Rect, image.Black, image.Point{}, draw.Src)
		if err := png.Encode(&file, img); err != nil {
			t.Fatal(err)
		}
		picture, err := strips.Read(file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		b.keep(kept{look, picture})
	}
	looks := func() (names []string) {
		for _, k := range b.kept {
			names = append(names, k.look)
		}
		return names
	}
	for i := range 6 {
		keep(fmt.Sprint(i), 10, 10)
	}
	if got := looks(); !slices.Equal(got, []string{"2", "3", "4", "5"}) {
		t.Errorf("after six pictures %q are kept", got)
	}
	keep("large", 3600, 3600)
	keep("larger", 3600, 3600)
	if got := looks(); !slices.Equal(got, []string{"larger"}) {
		t.Errorf("after two large pictures %q are kept", got)
	}
	keep("too large", 5100, 5000)
	if got := looks(); len(got) > 0 {
		t.Errorf("after one that is too large %q are kept", got)
	}
	if b.forget("larger") != nil {
		t.Error("a picture that was forgotten is there")
	}
}
