package warp

import (
	"image"
	"math/rand/v2"
	"testing"
)

// A part has the one value that its pixels have, or it is said to have several; of the second there are as few as cells allow.
func TestCells(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	size := image.Pt(43, 30)
	source, cells := make([]byte, size.X*size.Y), NewCells(size)
	if got := cells.only(image.Rect(0, 0, 8, 8)); got != several {
		t.Fatalf("a part at which nobody has looked has the value %d", got)
	}
	cells.Note(source, image.Rectangle{Max: size})
	known := 0
	for n := range 2000 {
		if n%20 == 0 { // a rectangle changes
			r := randomPart(random, size)
			for i := range source {
				if image.Pt(i%size.X, i/size.X).In(r) {
					source[i] = byte(n / 20 % 2)
				}
			}
			cells.Note(source, r)
		}
		part := randomPart(random, size)
		got, want := cells.only(part), source[part.Min.Y*size.X+part.Min.X]
		if got == several {
			continue
		}
		known++
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				if v := source[y*size.X+x]; v != want || uint16(v) != got {
					t.Fatalf("%v has the value %d, but %d at %d, %d", part, got, v, x, y)
				}
			}
		}
	}
	if known < 200 {
		t.Errorf("%d of 2000 parts have a known value", known)
	}
}

func randomPart(random *rand.Rand, size image.Point) image.Rectangle {
	x, y := random.IntN(size.X-1), random.IntN(size.Y-1)
	return image.Rect(x, y, x+1+random.IntN(size.X-x), y+1+random.IntN(size.Y-y))
}
