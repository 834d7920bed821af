package scatter

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

func frames() []Size { return []Size{{500, 889}, {1422, 800}} }

func cardsOf(n int, size Size) []Box {
	boxes := make([]Box, n)
	for i := range boxes {
		boxes[i].Size = size
	}
	return boxes
}

// overlaps counts the pairs of boxes that cover each other.
func overlaps(boxes []Box, places []Point) int {
	n := 0
	for i := range boxes {
		for j := range i {
			dx, dy := math.Abs(places[i].X-places[j].X), math.Abs(places[i].Y-places[j].Y)
			if dx < (boxes[i].Width+boxes[j].Width)/2 && dy < (boxes[i].Height+boxes[j].Height)/2 {
				n++
			}
		}
	}
	return n
}

// least is the smallest distance between a box and the frame's edge; it is negative outside.
func least(frame Size, boxes []Box, places []Point) float64 {
	distance := math.Inf(1)
	for i, p := range places {
		distance = min(distance, (frame.Width-boxes[i].Width)/2-math.Abs(p.X), (frame.Height-boxes[i].Height)/2-math.Abs(p.Y))
	}
	return distance
}

// Cards do not cover each other while there is room: seven of 320 x 110 fill the upright frame, which is one card
// wide; twelve are few in the wide one.
func TestPlaceRoom(t *testing.T) {
	for _, test := range []struct {
		frame    Size
		from, to int
		seeds    int64
	}{{frames()[0], 1, 7, 200}, {frames()[1], 1, 12, 200}, {frames()[1], 18, 18, 20}} {
		for n := test.from; n <= test.to; n++ {
			boxes := cardsOf(n, Size{320, 110})
			for seed := range test.seeds {
				places := Place(test.frame, boxes, seed)
				if n := overlaps(boxes, places); n > 0 {
					t.Errorf("%v, %d cards, seed %d: %d overlap", test.frame, len(boxes), seed, n)
				}
				if d := least(test.frame, boxes, places); d < margin-.01 {
					t.Errorf("%v, %d cards, seed %d: %.1f from the edge, want %d", test.frame, len(boxes), seed, d, margin)
				}
			}
		}
	}
}

// Where cards just fit into columns, none covers another.
func TestPlaceFull(t *testing.T) {
	for _, test := range []struct {
		frame Size
		cards int
		size  Size
	}{
		{frames()[0], 7, Size{344, 113}}, {frames()[0], 3, Size{344, 275}},
		{frames()[1], 18, Size{344, 118}}, {frames()[1], 9, Size{344, 245}}, {frames()[1], 28, Size{328, 100}},
	} {
		for seed := range int64(50) {
			boxes := cardsOf(test.cards, test.size)
			places := Place(test.frame, boxes, seed)
			if n, d := overlaps(boxes, places), least(test.frame, boxes, places); n > 0 || d < margin-.01 {
				t.Errorf("%v, %d cards of %v, seed %d: %d overlap, %.1f from the edge", test.frame, test.cards, test.size, seed, n, d)
			}
		}
	}
}

// Cards of any number are placed in a few milliseconds; the most that a frame has room for take longest.
func BenchmarkPlace(b *testing.B) {
	for _, frame := range frames() {
		for _, n := range []int{10, 20, 30, 40, 50} {
			b.Run(fmt.Sprintf("%gx%g/%d", frame.Width, frame.Height, n), func(b *testing.B) {
				boxes := cardsOf(n, Size{344, 110})
				for seed := int64(0); b.Loop(); seed++ {
					Place(frame, boxes, seed)
				}
			})
		}
	}
}

// Cards of different heights find room as well, when it is not too scarce.
func TestPlaceMixed(t *testing.T) {
	for _, test := range []struct {
		frame Size
		cards int
	}{{frames()[0], 5}, {frames()[1], 12}} {
		crowded := 0
		for seed := range int64(200) {
			chance := rand.New(rand.NewPCG(1, uint64(seed)))
			boxes := cardsOf(test.cards, Size{})
			for i := range boxes {
				boxes[i].Size = Size{328 + 16*chance.Float64(), 90 + 70*chance.Float64()}
			}
			crowded += min(1, overlaps(boxes, Place(test.frame, boxes, seed)))
		}
		if crowded > 0 {
			t.Errorf("%v, %d cards: cards overlap for %d of 200 seeds", test.frame, test.cards, crowded)
		}
	}
}

// The first card is near the middle, but for what centres all of them; across seeds, none is always at the same place.
func TestPlaceMiddle(t *testing.T) {
	for _, frame := range frames() {
		seen := map[Point]bool{}
		for seed := range int64(50) {
			first := Place(frame, cardsOf(6, Size{320, 110}), seed)[0]
			if math.Hypot(first.X, first.Y) > 70 {
				t.Errorf("%v, seed %d: the first card is at %v", frame, seed, first)
			}
			seen[first] = true
		}
		if len(seen) < 45 {
			t.Errorf("%v: only %d places for 50 seeds", frame, len(seen))
		}
	}
}

// All cards together have the same margins on opposite sides; from four on they reach them, but where they stand in a
// line with the first.
func TestPlaceMargins(t *testing.T) {
	for _, frame := range frames() {
		for n := 1; n <= 12; n++ {
			reached := 0
			for seed := range int64(50) {
				boxes := cardsOf(n, Size{320, 110})
				places := Place(frame, boxes, seed)
				left, right, top, bottom := frame.Width, frame.Width, frame.Height, frame.Height
				for i, p := range places {
					left, right = min(left, (frame.Width-boxes[i].Width)/2+p.X), min(right, (frame.Width-boxes[i].Width)/2-p.X)
					top, bottom = min(top, (frame.Height-boxes[i].Height)/2+p.Y), min(bottom, (frame.Height-boxes[i].Height)/2-p.Y)
				}
				if math.Abs(left-right) > .01 || math.Abs(top-bottom) > .01 || min(left, top) < margin-.01 {
					t.Errorf("%v, %d cards, seed %d: margins are %.1f, %.1f, %.1f, %.1f", frame, n, seed, left, right, top, bottom)
				}
				if max(left, top) < margin+.01 {
					reached++
				}
			}
			if n >= spreadFrom && reached < 45 {
				t.Errorf("%v, %d cards: they reach all margins for %d of 50 seeds", frame, n, reached)
			}
		}
	}
}

// Where there is no room for all, no card covers one that is still being read.
func TestPlaceUnread(t *testing.T) {
	for _, frame := range frames() {
		for seed := range int64(30) {
			boxes := cardsOf(30, Size{344, 110})
			boxes[0] = Box{Size: Size{344, 275}, Until: 25}
			places := Place(frame, boxes, seed)
			for i := 1; i < 25; i++ {
				if overlaps([]Box{boxes[0], boxes[i]}, []Point{places[0], places[i]}) > 0 {
					t.Errorf("%v, seed %d: card %d covers the first", frame, seed, i)
				}
			}
		}
	}
}

func TestPlaceSame(t *testing.T) {
	boxes := cardsOf(9, Size{320, 110})
	if a, b := Place(frames()[0], boxes, 5), Place(frames()[0], boxes, 5); !reflect.DeepEqual(a, b) {
		t.Errorf("the same seed gives %v and %v", a, b)
	}
	if a, b := Place(frames()[0], boxes, 5), Place(frames()[0], boxes, 6); reflect.DeepEqual(a, b) {
		t.Error("another seed gives the same places")
	}
}

// Fifty large cards cannot but cover each other. They stay inside, and even then most of them can be read: what is covered is rather old than young.
func TestPlaceCrowd(t *testing.T) {
	for _, frame := range frames() {
		for _, size := range []Size{{344, 110}, {344, 330}} {
			t.Run(fmt.Sprint(frame, size), func(t *testing.T) {
				boxes := cardsOf(50, size)
				places := Place(frame, boxes, 1)
				if d := least(frame, boxes, places); d < margin-.01 {
					t.Errorf("%.1f from the edge, want %d", d, margin)
				}
				if rows := int((frame.Height - 2*margin) / (size.Height + 20)); overlaps(boxes[50-rows:], places[50-rows:]) > rows {
					t.Errorf("the last %d cards cover each other %d times", rows, overlaps(boxes[50-rows:], places[50-rows:]))
				}
			})
		}
	}
}

// A card goes exactly to where the payload wants it, even outside; the others leave it free, those before it too.
func TestPlaceGiven(t *testing.T) {
	x, y, far := 20.0, 150.0, 900.0
	boxes := cardsOf(5, Size{320, 110})
	boxes[3].X, boxes[3].Y = &x, &y
	boxes[4].X, boxes[4].Y = &far, &far
	boxes[1].X = &x
	for seed := range int64(100) {
		places := Place(frames()[0], boxes, seed)
		if places[3] != (Point{20, 150}) || places[4] != (Point{900, 900}) || places[1].X != 20 {
			t.Errorf("seed %d: the cards are at %v", seed, places)
		}
		if n := overlaps(boxes, places); n > 0 {
			t.Errorf("seed %d: %d overlap", seed, n)
		}
	}
}

// A card larger than the frame is centred.
func TestPlaceLarge(t *testing.T) {
	if places := Place(frames()[0], cardsOf(1, Size{600, 1200}), 1); places[0] != (Point{}) {
		t.Errorf("the card is at %v", places[0])
	}
}
