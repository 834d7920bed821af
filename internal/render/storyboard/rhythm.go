package storyboard

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// usualKey is how long a key takes within a word at the pace normal, where keys are seen: 11 a second, as pace.KeyRate says.
	usualKey = time.Second / 11
	// standsAfter is the time from the tap on the field until a keyboard that comes stands still. No key is pressed before.
	standsAfter = 400 * time.Millisecond

	turnWeight  = 1.0 // how much longer a letter takes to whose plane another key leads, compared to a letter within a word
	partWeight  = 2.0 // how long the first key of a part takes that is spelled, as one looks at what was chosen before
	pickWeight  = 1.2 // how long it takes to find what has been spelled among the candidates
	emojiWeight = 2.6
)

// KeyCount is how many keys are pressed for a draft before it is pasted, sent or deleted. A typo counts for TypoKeys.
func (d Draft) KeyCount() int {
	letters, _ := Keys(d.Text)
	if d.Erased {
		letters = len(graphemes(d.Text))
	}
	for _, s := range d.Spelled {
		letters += len(s.Keys) - (s.To - s.From)
		if !s.Composed {
			letters++
		}
	}
	return letters + len(d.Turns) + TypoKeys*len(d.Typos)
}

// rhythm gives every key that is pressed for a draft its moment, of which the last comes a pause before its end: those of letters, for
// a part that is spelled its keys and the one that chooses it, and those that delete wrong letters. No two follow each other at the
// same distance, a new word takes longer, so does what has another plane, one pauses behind a sentence, and notices what is wrong. The
// same text has the same rhythm.
func (s *typist) rhythm(d Draft, versions []version, pause time.Duration) []time.Duration {
	weights := s.weigh(d, versions)
	total := weights[len(weights)-1] - weights[0]
	lead := min(TapPause+d.Wait, (d.To-d.From)/4)
	if s.Keyboard != nil {
		lead = d.Wait + scaled(TapPause, s.hurry(d, pause))
		if s.comesUp(d.From) {
			lead = max(lead, min(standsAfter, (d.To-d.From)/2))
		}
	}
	span := float64(max(0, d.To-pause-d.From-lead))
	times := make([]time.Duration, len(weights))
	for i := range times {
		part := (weights[i] - weights[0]) / math.Max(total, 1)
		times[i] = d.From + lead + time.Duration(span*part)
	}
	return times
}

// weigh returns how much of the time of a draft has passed with each of its keys, compared to a letter within a word.
func (s *typist) weigh(d Draft, versions []version) (weights []float64) {
	hash := fnv.New64a()
	hash.Write([]byte(d.Text))
	random := rand.New(rand.NewPCG(hash.Sum64(), 0))
	least, more := 0.55, 0.9
	if s.Keyboard != nil { // no two keys are pressed in one frame
		least, more = 0.7, 0.6
	}
	total := 0.0
	add := func(weight float64) {
		total += weight * (least + more*random.Float64())
		weights = append(weights, total)
	}
	before := ""
	for i, v := range versions {
		if i > 0 && !v.joins {
			add(noticeWeight)
		}
		letters := lettersOf(v.lines)[:v.to]
		for n := v.from; n < v.to; n++ {
			turns := 0.0
			if slices.Contains(d.Turns, n) {
				turns = turnWeight
			}
			if part := d.spelledAt(n, v.to); part >= 0 {
				first, last := partWeight, pickWeight
				if d.Spelled[part].Composed {
					first, last = weight(before, letters[n]), 0
				}
				add(first + turns)
				for range len(d.Spelled[part].Keys) - 1 {
					add(1)
				}
				if last > 0 {
					add(last)
				}
				n = d.Spelled[part].To - 1
			} else {
				add(weight(before, letters[n]) + turns)
			}
			before = letters[n]
		}
	}
	return weights
}

// spelledAt returns which of the parts that are spelled begins with a letter, if the letters up to an end have all of it; else -1.
func (d Draft) spelledAt(letter, end int) int {
	return slices.IndexFunc(d.Spelled, func(s Spelling) bool { return s.From == letter && s.To <= end && len(s.Keys) > 0 })
}

// hurry is the part of their usual time that the pauses of a draft take, so that keys are not hurried more than they are: less than 1
// where the draft has less time than its keys and a pause at its end take. Where no keys are seen, pauses keep their time.
func (s *typist) hurry(d Draft, pause time.Duration) float64 {
	if s.Keyboard == nil {
		return 1
	}
	usual := TapPause + pause + time.Duration(d.KeyCount())*usualKey
	return min(1, max(0, d.To-d.From-d.Wait).Seconds()/usual.Seconds())
}

func scaled(length time.Duration, part float64) time.Duration {
	return time.Duration(float64(length) * part)
}

// comesUp reports whether the keyboard comes at a moment.
func (s *Storyboard) comesUp(at time.Duration) bool {
	return slices.ContainsFunc(s.Steps, func(step Step) bool { return step.At == at && step.Keyboard == "up" })
}

// weight is how long a letter takes behind another, compared to one within a word.
func weight(before, letter string) float64 {
	switch first, _ := utf8.DecodeRuneInString(letter); {
	case strings.ContainsAny(before, ".!?…\n"):
		return 2.4
	case first >= emojiRunes:
		return emojiWeight
	case before == " ":
		return 1.35
	}
	return 1
}
