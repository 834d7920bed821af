package scene

import (
	"time"
	"unicode/utf8"
)

// The pace of a pop-up video: the first cards stay alone long enough to be read, then the gaps shrink by a share each,
// until the cards rain.
const (
	popLead   = 300 * time.Millisecond  // before the first card
	popHold   = 1500 * time.Millisecond // after the last one
	popRead   = 3                       // cards that are waited for while they are read
	popFirst  = 850 * time.Millisecond  // gap after those
	popShrink = 0.82
	popLeast  = 120 * time.Millisecond
)

// pace returns when each card begins to pop up, and how long the video is.
func pace(texts []string, speed string) (onsets []time.Duration, length time.Duration) {
	factor := map[string]float64{"slow": 1.35, "fast": 0.6}[speed]
	if factor == 0 {
		factor = 1
	}
	at, gap := popLead, popFirst
	for i, text := range texts {
		onsets = append(onsets, at)
		if i < popRead {
			at += scaled(readingTime(text), factor)
			continue
		}
		at += scaled(gap, factor)
		gap = max(popLeast, scaled(gap, popShrink))
	}
	return onsets, max(at, onsets[len(onsets)-1]+popHold)
}

// readingTime is how long a card stays alone: a second for a few words, and not for ever, since it stays in view.
func readingTime(text string) time.Duration {
	letters := utf8.RuneCountInString(text)
	return min(max(700*time.Millisecond+time.Duration(letters)*20*time.Millisecond, time.Second), 1800*time.Millisecond)
}

func scaled(d time.Duration, factor float64) time.Duration { return time.Duration(float64(d) * factor) }
