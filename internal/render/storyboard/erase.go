package storyboard

import (
	"slices"
	"time"
)

const (
	regretTime = 650 * time.Millisecond // from the last letter until the first one is deleted
	eraseKey   = 48 * time.Millisecond  // from one letter that is deleted to the next
	eraseMost  = 1500 * time.Millisecond
	eraseClick = 80 * time.Millisecond // from one sound of the key to the next: more of them would buzz
)

// EraseTime is how long it takes until a text of so many letters, which has been typed, is deleted.
func EraseTime(letters int) time.Duration {
	return regretTime + erasing(letters)
}

func erasing(letters int) time.Duration { return min(time.Duration(letters)*eraseKey, eraseMost) }

// typeErased types a draft that is not sent, and deletes it letter by letter with one key that is held: the field is empty again at its
// end.
func (s *typist) typeErased(draft Draft, lines []DraftLine) {
	letters := letterCount(lines)
	rest := min(scaled(EraseTime(letters), s.hurry(draft, EraseTime(letters))), (draft.To-draft.From)/2)
	s.typeVersions(draft, version{lines: lines, to: letters}.parts(), rest)
	written := slices.Clone(s.Typed[len(s.Typed)-1].Strokes)
	from := draft.To - time.Duration(rest.Seconds()/EraseTime(letters).Seconds()*float64(erasing(letters)))
	uncovered := true // what is seen is a part of the whole lines
	clicks := 0       // the frame from which on the key may be heard again
	for n := letters - 1; n > 0; n-- {
		typed := &s.Typed[len(s.Typed)-1]
		left := written[n-1]
		left.At = from + (draft.To-from)*time.Duration(letters-n-1)/time.Duration(letters)
		left.Key = DeleteKey
		if frame := s.frame(left.At); frame >= clicks {
			clicks = frame + s.frame(eraseClick)
		} else {
			left.Quiet = true
		}
		if line := typed.Strokes[len(typed.Strokes)-1].Line; left.Line < line && left.Line < fieldLines {
			s.growTo(fieldLook{size: growthSteps * left.Line, answers: draft.Answers}, left.At)
		}
		before := uncovered
		if uncovered = reach(lines, n-1) == 0; uncovered && before {
			typed.Strokes = append(typed.Strokes, left)
			continue
		}
		typed.To, draft.From = left.At, left.At
		s.eraseTo(draft, lines, n, left.Quiet)
	}
	s.emptyField(draft)
}

// eraseTo adds the part of a draft that begins with its first n letters, when the one behind them is deleted, with a sound of the key or
// without.
func (s *typist) eraseTo(draft Draft, lines []DraftLine, n int, quiet bool) {
	if reach(lines, n-1) > 0 {
		lines = linesUpTo(lines, n)
	}
	strokes := pasteStrokes(draft, lines)[:n]
	for i := range strokes {
		strokes[i].Quiet = quiet
	}
	part := s.addTyped(Typed{Draft: draft, Strokes: strokes, Before: n, Deletes: true}, lines)
	s.step(draft.From).put(part.Item)
}
