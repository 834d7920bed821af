package motion

import (
	"cmp"
	"slices"
	"time"

	"mockup/internal/render/storyboard"
)

// scrollGap is how long a list may rest without its scrolling being taken for two.
const scrollGap = 200 * time.Millisecond

// Scrolls returns when a list moves up for what comes, or when the view follows what is written, in order of time.
func (t *Timeline) Scrolls() []storyboard.Cue {
	var moves []storyboard.Cue
	add := func(at, end time.Duration) {
		moves = append(moves, storyboard.Cue{At: at, End: end, Kind: storyboard.CueScroll})
	}
	for _, up := range t.ups {
		add(up.at, min(up.at+shifting.rest(up.dy), t.board.Length))
	}
	const step = time.Second / 60
	for at := step; at < t.board.Length && len(t.scroller.positions) > 0; at += step {
		if t.scrolled(at) > t.scrolled(at-step) {
			add(at-step, at)
		}
	}
	slices.SortStableFunc(moves, func(a, b storyboard.Cue) int { return cmp.Compare(a.At, b.At) })
	var cues []storyboard.Cue
	for _, move := range moves {
		if last := len(cues) - 1; last >= 0 && move.At <= cues[last].End+scrollGap {
			cues[last].End = max(cues[last].End, move.End)
			continue
		}
		cues = append(cues, move)
	}
	return cues
}

// rest is when a move of so many pixels is over.
func (s spring) rest(pixels float64) time.Duration {
	at := time.Duration(0)
	for ; at < shiftMost; at += time.Second / 60 {
		if _, moving := s.left(at, pixels); !moving {
			break
		}
	}
	return at
}
