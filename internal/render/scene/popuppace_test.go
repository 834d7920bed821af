package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
)

func texts(n, letters int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.Repeat("a", letters)
	}
	return list
}

// pacePopups times cards without anything else.
func pacePopups(texts []string, speed string) (onsets []time.Duration, length time.Duration) {
	props := &schema.PopupProps{Speed: speed}
	for _, text := range texts {
		props.Comments = append(props.Comments, schema.PopupComment{Text: text})
	}
	plan, _, _, _ := (&builder{payload: &schema.Payload{}}).pacePopup(props)
	for _, moment := range plan.Moments {
		onsets = append(onsets, moment.At)
	}
	return onsets, plan.Length
}

func TestPaceLength(t *testing.T) {
	for _, test := range []struct {
		cards, letters int
		speed          string
		from, to       float64 // seconds
	}{
		{1, 20, "normal", 1.6, 2.0},
		{1, 280, "normal", 13, 14},
		{5, 10, "normal", 5, 6.5},
		{5, 280, "normal", 19, 21},
		{10, 10, "normal", 7, 9},
		{10, 280, "normal", 21, 23},
		{50, 10, "normal", 11, 15},
		{50, 280, "normal", 26, 29},
		{5, 40, "slow", 7, 10},
		{10, 40, "slow", 9, 13.5},
		{50, 280, "slow", 31, 34},
		{5, 40, "fast", 4, 6},
		{10, 40, "fast", 5, 7.5},
		{50, 280, "fast", 20, 23},
	} {
		onsets, length := pacePopups(texts(test.cards, test.letters), test.speed)
		if s := length.Seconds(); len(onsets) != test.cards || s < test.from || s > test.to {
			t.Errorf("%d cards of %d letters, %s: %d onsets, %.2f s; want %g to %g s", test.cards, test.letters, test.speed, len(onsets), s, test.from, test.to)
		}
	}
}

// The ground alone is seen for a tenth of a second at most before the first card comes, but in the first frame it is.
func TestPaceBegins(t *testing.T) {
	for _, speed := range []string{"slow", "normal", "fast"} {
		if onsets, _ := pacePopups(texts(3, 20), speed); onsets[0] <= 0 || onsets[0] > 100*time.Millisecond {
			t.Errorf("%s: the first card comes after %v", speed, onsets[0])
		}
	}
}

// The first cards hold, then gaps shrink, but never to nothing; the end holds.
func TestPaceGaps(t *testing.T) {
	onsets, length := pacePopups(texts(50, 40), "normal")
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
	if hold := length - onsets[49]; hold != wholeReading(strings.Repeat("a", 40)) {
		t.Errorf("the end holds for %v, want as long as 40 letters take to read", hold)
	}
}

// At every speed the video lasts until the last card has been read, and until an early one has.
func TestPaceWholeReading(t *testing.T) {
	long, need := strings.Repeat("a", 280), wholeReading(strings.Repeat("a", 280))
	for _, speed := range []string{"slow", "normal", "fast"} {
		for name, list := range map[string][]string{"last": {"hi", "ho", "hi", "ho", long}, "first": {long, "hi"}, "only": {long}} {
			onsets, length := pacePopups(list, speed)
			at := onsets[slices.Index(list, long)]
			if length-at < need {
				t.Errorf("%s, %s: the long card is shown for %v, want %v", speed, name, length-at, need)
			}
		}
	}
}

// The first cards are left free until they have been read; the others are not.
func TestPaceReadUntil(t *testing.T) {
	list := texts(30, 40)
	list[0] = strings.Repeat("a", 280)
	onsets, _ := pacePopups(list, "normal")
	until := readUntil(list, onsets)
	for i := range list {
		read := onsets[i] + wholeReading(list[i])
		switch {
		case i >= popRead && until[i] != 0:
			t.Errorf("card %d is left free until card %d", i, until[i])
		case i < popRead && (until[i] <= i || onsets[until[i]-1] >= read || until[i] < len(list) && onsets[until[i]] < read):
			t.Errorf("card %d is read at %v and left free until card %d", i, read, until[i])
		}
	}
}

// What the first cards say takes time to read.
func TestPaceReading(t *testing.T) {
	short, _ := pacePopups(texts(6, 10), "normal")
	long, _ := pacePopups(texts(6, 100), "normal")
	if more := long[3] - short[3]; more != 3*800*time.Millisecond {
		t.Errorf("long texts take %v more, want 2.4 s", more)
	}
}
