package scene

import (
	"strings"
	"testing"
	"time"
)

func texts(n, letters int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.Repeat("a", letters)
	}
	return list
}

func TestPaceLength(t *testing.T) {
	for _, test := range []struct {
		cards, letters int
		speed          string
		from, to       float64 // seconds
	}{
		{1, 20, "normal", 1.8, 2.2},
		{1, 280, "normal", 2.1, 2.2},
		{5, 10, "normal", 5, 6.5},
		{5, 280, "normal", 7, 9},
		{10, 10, "normal", 7, 9},
		{10, 280, "normal", 9, 12},
		{50, 10, "normal", 11, 15},
		{50, 280, "normal", 13, 18},
		{5, 40, "slow", 7, 10},
		{10, 40, "slow", 9, 13},
		{50, 280, "slow", 16, 20.5},
		{5, 40, "fast", 4, 6},
		{10, 40, "fast", 5, 7},
		{50, 280, "fast", 8, 11},
	} {
		onsets, length := pace(texts(test.cards, test.letters), test.speed)
		if s := length.Seconds(); len(onsets) != test.cards || s < test.from || s > test.to {
			t.Errorf("%d cards of %d letters, %s: %d onsets, %.2f s; want %g to %g s", test.cards, test.letters, test.speed, len(onsets), s, test.from, test.to)
		}
	}
}

// The first cards hold, then gaps shrink, but never to nothing; the end holds.
func TestPaceGaps(t *testing.T) {
	onsets, length := pace(texts(50, 40), "normal")
	last := time.Duration(1 << 62)
	for i := 1; i < len(onsets); i++ {
		gap := onsets[i] - onsets[i-1]
		switch {
		case i <= popRead && gap != 1500*time.Millisecond:
			t.Errorf("card %d is alone for %v, want 1.5 s for 40 letters", i-1, gap)
		case i > popRead && (gap > last || gap < popLeast):
			t.Errorf("gap %d is %v after %v", i, gap, last)
		}
		last = gap
	}
	if hold := length - onsets[49]; hold != popHold {
		t.Errorf("the end holds for %v, want %v", hold, popHold)
	}
}

// What the first cards say takes time to read.
func TestPaceReading(t *testing.T) {
	_, short := pace(texts(6, 10), "normal")
	_, long := pace(texts(6, 100), "normal")
	if long-short != 3*800*time.Millisecond {
		t.Errorf("long texts take %v more, want 2.4 s", long-short)
	}
}
