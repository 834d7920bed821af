package composite

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"
)

// patchyRow is a row of a picture as pages have them: runs of transparent, opaque and mixed pixels of 4 channels.
func patchyRow(rng *rand.Rand, w int) []byte {
	var pix []byte
	for len(pix) < 4*w {
		p := [][4]byte{{}, {255, 255, 255, 255}, {9, 8, 7, 255}, {200, 100, 50, 128}, {255, 0, 0, 0}}[rng.IntN(5)]
		for range 1 + rng.IntN(30) {
			if rng.IntN(40) == 0 {
				p[3] = byte(rng.IntN(256))
			}
			pix = append(pix, p[:]...)
		}
	}
	return pix[:4*w]
}

// Rows that are worked on eight pixels at once become what they become pixel by pixel.
func TestPictureRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		w := 1 + rng.IntN(70)
		pix := patchyRow(rng, w)
		p := NewPicture(image.Pt(w, 1))
		p.SetRow(0, pix, 4)
		var want span
		for x := range w {
			c := straight(int(pix[4*x]), int(pix[4*x+1]), int(pix[4*x+2]), int(pix[4*x+3]))
			if got := (pixel{p.full.p[0][x], p.full.p[1][x], p.full.p[2][x], p.full.p[3][x]}); got != c {
				t.Fatalf("pixel %d of %v is %v, want %v", x, pix, got, c)
			}
			if c.a != 0 {
				if want.last == 0 {
					want.first = int32(x)
				}
				want.last = int32(x) + 1
			}
		}
		got := p.full.spans[0]
		if got.first != want.first || got.last != want.last {
			t.Fatalf("the span of %v is %v, want %v", p.full.p[3], got, want)
		}
		if alpha := p.full.p[3][got.solid:got.solidEnd]; slices.ContainsFunc(alpha, func(a byte) bool { return a != 255 }) {
			t.Fatalf("%v to %v of %v is not opaque", got.solid, got.solidEnd, p.full.p[3])
		}
		if longest := longestOpaque(p.full.p[3]); int(got.solidEnd-got.solid) != longest {
			t.Fatalf("of %v the span knows %d opaque pixels, want %d", p.full.p[3], got.solidEnd-got.solid, longest)
		}
	}
}

func longestOpaque(alpha []byte) (longest int) {
	run := 0
	for _, a := range alpha {
		if run++; a != 255 {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// A picture without alpha is one with an alpha of 255.
func TestPictureWithoutAlpha(t *testing.T) {
	one, other := NewPicture(image.Pt(3, 1)), NewPicture(image.Pt(3, 1))
	one.SetRow(0, []byte{1, 2, 3, 40, 50, 60, 255, 254, 253, 99}, 3)
	other.SetRow(0, []byte{1, 2, 3, 255, 40, 50, 60, 255, 255, 254, 253, 255}, 4)
	for i := range one.full.p {
		if !slices.Equal(one.full.p[i], other.full.p[i]) {
			t.Errorf("plane %d is %v, want %v", i, one.full.p[i], other.full.p[i])
		}
	}
}

// Chroma is the mean of four pixels, wherever a sprite lies on the chroma grid, and also where rows are transparent.
func TestHalve(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range []image.Point{{1, 1}, {2, 2}, {7, 5}, {16, 9}, {37, 12}, {40, 41}} {
		p := NewPicture(size)
		for y := range size.Y {
			if rng.IntN(3) > 0 {
				p.SetRow(y, patchyRow(rng, size.X), 4)
			}
		}
		for _, repeat := range []bool{false, true} {
			for corner := range 4 {
				px, py := corner%2, corner/2
				if repeat && corner > 0 {
					continue // is for corner 0
				}
				half := p.full.halve(px, py, repeat)
				for i := range half.p {
					for at, got := range half.p[i] {
						if want := meanOfFour(p.full, i+1, 2*(at%half.w)-px, 2*(at/half.w)-py, repeat); got != want {
							t.Fatalf("size %v, corner %d, repeat %v: sample %d of plane %d is %d, want %d", size, corner, repeat, at, i, got, want)
						}
					}
				}
			}
		}
	}
}

func meanOfFour(l *level, plane, x0, y0 int, repeat bool) byte {
	sum := 2
	for y := y0; y < y0+2; y++ {
		for x := x0; x < x0+2; x++ {
			at := image.Pt(x, y)
			if repeat {
				at = image.Pt(min(x, l.w-1), min(y, l.h-1))
			}
			if at.In(image.Rect(0, 0, l.w, l.h)) {
				sum += int(l.row(plane, at.Y, at.X, at.X+1)[0])
			}
		}
	}
	return byte(sum / 4)
}
