package composite

import (
	"bytes"
	"errors"
	"image"
	"testing"
)

// A film shows the picture that its pose asks for, as much of it as its alpha says. It is asked for each once, and frames that
// show the same one are equal.
func TestFilm(t *testing.T) {
	var asked []int
	var film *Sprite
	film = NewFilm(image.Pt(3, 2), func(picture int) error {
		asked = append(asked, picture)
		planes := bytes.Repeat([]byte{128}, 3*4*2) // frames are larger than the sprite
		for i := range 4 * 2 {
			planes[i] = byte(100 + picture)
		}
		film.FillPlanes(planes, image.Pt(4, 2), 0, []byte{255, 255, 51, 255, 255, 0})
		return nil
	})
	comp := &Composition{Width: 4, Height: 2, Frames: 5, Layers: []Layer{{Sprite: film}}, Pose: func(frame int, p []Pose) {
		p[0] = At(0, 0)
		p[0].Picture = frame / 2 * 10
	}}
	for i, frame := range frames(t, comp) {
		y := byte(100 + i/2*10)
		part := byte((int(y)*51 + blackY*204) / 255)
		if frame[0] != y || !near(frame[2], part, 1) || frame[6] != blackY || frame[3] != blackY {
			t.Errorf("frame %d is %v, want %d, a fifth of it, and black", i, frame[:8], y)
		}
	}
	if len(asked) != 3 || asked[0] != 0 || asked[1] != 10 || asked[2] != 20 {
		t.Errorf("the pictures %v were asked for, want 0, 10 and 20 once each", asked)
	}
}

// In its margin a film repeats the edges of its frame.
func TestFilmMargin(t *testing.T) {
	film := NewFilm(image.Pt(4, 3), nil)
	planes := []byte{16, 235, 0, 0, 128, 128, 128, 128, 128, 128, 128, 128}
	film.FillPlanes(planes, image.Pt(2, 2), 1, bytes.Repeat([]byte{255}, 12))
	for y := range 3 {
		if row := film.full.row(0, y, 0, 4); !bytes.Equal(row, []byte{16, 16, 235, 235}) {
			t.Errorf("row %d is %v", y, row)
		}
	}
}

// A picture that could not be loaded is asked for again, and the one before does not stand for it.
func TestFilmFails(t *testing.T) {
	failure, asked := errors.New("it is not decoded"), 0
	var film *Sprite
	film = NewFilm(image.Pt(2, 2), func(picture int) error {
		if asked++; picture == 1 && asked == 2 {
			return failure
		}
		film.FillPlanes(bytes.Repeat([]byte{byte(100 + picture)}, 12), image.Pt(2, 2), 0, []byte{255, 255, 255, 255})
		return nil
	})
	if err := film.ensure(0); err != nil {
		t.Fatal(err)
	}
	if err := film.ensure(1); !errors.Is(err, failure) {
		t.Errorf("%v", err)
	}
	if err := film.ensure(1); err != nil || asked != 3 || film.full.p[0][0] != 101 {
		t.Errorf("asked for %d times it shows %d, %v", asked, film.full.p[0][0], err)
	}
}
