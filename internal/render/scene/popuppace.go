package scene

import (
	"fmt"
	"sort"
	"time"
	"unicode/utf8"

	"mockup/internal/render/scene/pace"
	"mockup/internal/schema"
)

// The pace of a pop-up video: the first cards stay alone long enough to be read, then the gaps shrink by a share each,
// until the cards rain.
const (
	popLead   = 100 * time.Millisecond  // before the first card: the ground alone, to which a loop leads back
	popHold   = 1500 * time.Millisecond // after the last one
	popRead   = 3                       // cards that are waited for while they are read
	popFirst  = 850 * time.Millisecond  // gap after those
	popShrink = 0.82
	popLeast  = 120 * time.Millisecond

	popLetters = 22 // letters a second that are read silently: 238 words a minute (Brysbaert 2019, a review of 190 studies)
)

// pacePopup times the cards: none comes too late to be read, at any speed. It returns how long the first frame holds.
func (b *builder) pacePopup(p *schema.PopupProps) (pace.Plan, []pace.Beat, time.Duration, error) {
	factor := map[string]float64{"slow": 1.35, "fast": 0.6}[p.Speed]
	if factor == 0 {
		factor = 1
	}
	opts := pace.OptionsOf(b.payload.Video, 0, 0)
	opts.Factor = 1
	beats := make([]pace.Beat, len(p.Comments))
	gap := popFirst
	unread := time.Duration(0) // how much longer the cards that are there take to be read
	for i, comment := range p.Comments {
		hold := scaled(readingTime(comment.Text), factor)
		if i >= popRead {
			hold = scaled(gap, factor)
			gap = max(popLeast, scaled(gap, popShrink))
		}
		if unread = max(unread, wholeReading(comment.Text), exitTime(comment)); i == len(beats)-1 {
			hold = max(hold, popHold, unread)
		}
		unread -= hold
		beats[i] = pace.Beat{Hold: pace.Flexible(hold)}
		if i == 0 {
			beats[i].Lead = pace.Flexible(popLead)
		}
		if t := comment.Timing; t != nil {
			beats[i].Give(&schema.Timing{At: t.At, Delay: t.Delay, Hold: t.Hold})
		}
		beats[i].Voice = b.voice(comment.Narration)
	}
	if err := checkVoices(beats, opts, func(i int) string { return fmt.Sprintf("comments.%d", i) }); err != nil {
		return pace.Plan{}, nil, 0, err
	}
	return pace.New(beats, opts), beats, opts.Intro, nil
}

// exitTime is how long a card takes until it is gone, with a moment of the ground behind it; 0: it stays.
func exitTime(c schema.PopupComment) time.Duration {
	if c.Exit == nil {
		return 0
	}
	return time.Duration(*c.Exit*float64(time.Second)) + 600*time.Millisecond
}

// readUntil returns, for each card, the index of the first one that may cover it: the cards that are waited for are not
// covered before they are read.
func readUntil(texts []string, onsets []time.Duration) []int {
	until := make([]int, len(texts))
	for i, text := range texts[:min(len(texts), popRead)] {
		until[i] = sort.Search(len(onsets), func(next int) bool { return onsets[next] >= onsets[i]+wholeReading(text) })
	}
	return until
}

// wholeReading is how long all of a text takes to read, with a moment to find its card.
func wholeReading(text string) time.Duration {
	return 500*time.Millisecond + time.Duration(utf8.RuneCountInString(text))*time.Second/popLetters
}

// readingTime is how long the next card is waited for: a second for a few words, and not for ever, since a card stays in
// view.
func readingTime(text string) time.Duration {
	letters := utf8.RuneCountInString(text)
	return min(max(700*time.Millisecond+time.Duration(letters)*20*time.Millisecond, time.Second), 1800*time.Millisecond)
}

func scaled(d time.Duration, factor float64) time.Duration { return time.Duration(float64(d) * factor) }
