package storyboard

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"
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

// KeyCount is how many keys are pressed for a draft before it is pasted, sent or deleted, without those of FirstTurns. A typo counts for TypoKeys.
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
	return letters + len(d.Turns) - d.turnsBefore(0) + TypoKeys*len(d.Typos)
}

// rhythm gives every key that is pressed for a draft its moment, of which the last comes a pause before its end: those of letters, for
// a part that is spelled its keys and the one that chooses it, and those that delete wrong letters. No two follow each other at the
// same distance, a new word takes longer, so does what has another plane, one pauses behind a sentence, and notices what is wrong. The
// same text has the same rhythm.
func (s *typist) rhythm(d Draft, versions []version, pause time.Duration) []time.Duration {
	gaps := s.weigh(d, versions)
	lead := min(TapPause+d.Wait, max(d.Wait, (d.To-d.From)/4))
	if s.Keyboard != nil {
		lead = d.Wait + scaled(TapPause+d.FirstTurns(), s.hurry(d, pause))
		if s.comesUp(d.From) {
			lead = max(lead, d.leadOfKeyboard(pause))
		}
	}
	span := float64(max(0, d.To-pause-d.From-lead))
	widen(gaps, span)
	passed := make([]float64, len(gaps)) // weight up to each key
	for i, g := range gaps {
		passed[i] = passed[max(0, i-1)] + g.weight
	}
	total := passed[len(passed)-1] - passed[0]
	times := make([]time.Duration, len(gaps))
	for i := range times {
		part := (passed[i] - passed[0]) / math.Max(total, 1)
		times[i] = d.From + lead + time.Duration(span*part)
	}
	return times
}

// leadOfKeyboard is how long the keyboard takes to come and stand, and then the keys that lead to the plane of the first letter, as far as the
// other keys leave time for that.
func (d Draft) leadOfKeyboard(pause time.Duration) time.Duration {
	half := (d.To - d.From) / 2
	if d.FirstTurns() == 0 {
		return min(standsAfter, half)
	}
	return min(standsAfter+d.FirstTurns(), max(half, d.To-d.From-pause-time.Duration(d.KeyCount())*usualKey))
}

// gap is the time before a key.
type gap struct {
	weight float64 // compared to a letter within a word
	least  float64 // nanoseconds that it takes at least, if there is time
	wide   bool    // it would take less, so that it takes its least
}

// widen gives gaps that would take less than their least more weight: all but the first one part a span. Nothing is done if too little of
// it would be left to the others.
func widen(gaps []gap, span float64) {
	least := 0.0
	for _, g := range gaps {
		least += g.least
	}
	if least > span/2 {
		return
	}
	for found := true; found; { // with each wide gap the others become shorter
		free, rest := 0.0, span // of those that are not wide: their weight, and the time that is left to them
		for _, g := range gaps[1:] {
			if g.wide {
				rest -= g.least
			} else {
				free += g.weight
			}
		}
		found = false
		for i := range gaps[1:] {
			g := &gaps[i+1]
			if weight := free * g.least / rest; g.wide || g.weight < weight {
				found = found || !g.wide
				g.weight, g.wide = weight, true
			}
		}
	}
}

// weigh returns the time before each key of a draft.
func (s *typist) weigh(d Draft, versions []version) (gaps []gap) {
	hash := fnv.New64a()
	hash.Write([]byte(d.Text))
	random := rand.New(rand.NewPCG(hash.Sum64(), 0))
	least, more := 0.55, 0.9
	if s.Keyboard != nil { // no two keys are pressed in one frame
		least, more = 0.7, 0.6
	}
	shortest := time.Duration(0) // the least of the next gap
	add := func(weight float64) {
		gaps = append(gaps, gap{weight: weight * (least + more*random.Float64()), least: float64(shortest)})
		shortest = 0
	}
	earlier, before := "", ""
	for i, v := range versions {
		if i > 0 && !v.joins {
			shortest = noticeLeast
			add(noticeWeight)
			shortest = correctLeast
		}
		letters := lettersOf(v.lines)[:v.to]
		for n := v.from; n < v.to; n++ {
			turns := turnWeight * float64(d.turnsBefore(n))
			if turns > 0 && comeLetters(earlier, before) { // all planes are seen
				shortest = max(shortest, time.Duration(d.turnsBefore(n)+1)*usualKey)
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
			earlier, before = before, letters[n]
		}
	}
	return gaps
}

// comeLetters reports whether small letters may come by themselves behind two letters: behind a capital, and behind a sign and a space.
func comeLetters(earlier, before string) bool {
	sign, _ := utf8.DecodeRuneInString(earlier)
	return isCapital(before) || before == " " && !unicode.IsLetter(sign)
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
	usual := TapPause + d.FirstTurns() + pause + time.Duration(d.KeyCount())*usualKey
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
