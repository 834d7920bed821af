package motion

import (
	"cmp"
	"slices"
	"time"

	"mockup/internal/render/storyboard"
)

// scrollGap is how long a list may rest without its scrolling being taken for two.
const scrollGap = 200 * time.Millisecond

// scrollSeen is how far a list has moved when that is seen, device pixels.
const scrollSeen = 0.25

// Scrolls returns when a list moves up for what comes, or when the view follows what is written, in order of time.
func (t *Timeline) Scrolls() []storyboard.Cue {
	var moves []storyboard.Cue
	add := func(at, end time.Duration) {
		moves = append(moves, storyboard.Cue{At: at, End: end, Kind: storyboard.CueScroll})
	}
	for _, up := range t.ups {
		add(up.at+shifting.begins(up.dy), min(up.at+shifting.rest(up.dy), t.board.Length))
	}
	const step = time.Second / 60
	rested := t.scrolled(0) // where the view has rested last
	for at := step; at < t.board.Length && len(t.scroller.positions) > 0; at += step {
		switch now := t.scrolled(at); {
		case now <= t.scrolled(at-step):
			rested = now
		case now >= rested+scrollSeen:
			add(at, at)
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

// begins is when a move of so many pixels is first seen.
func (s spring) begins(pixels float64) time.Duration {
	at := time.Duration(0)
	for ; at < shiftMost; at += time.Millisecond {
		if left, _ := s.left(at, pixels); pixels*(1-left) >= scrollSeen {
			break
		}
	}
	return at
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
