package motion

import (
	"image"
	"math"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

const (
	unitFade   = 170 * time.Millisecond
	restFade   = 300 * time.Millisecond
	restAfter  = 220 * time.Millisecond // from the last words to what stands below them
	endLetters = 8                      // the pause at a paragraph's end, in letters
)

// stream uncovers a sprite. What is whole down to some line is the sprite itself, clipped; the units of the lines that
// are in progress are pieces, the same sprite clipped to their boxes. A line of code lies on the ground of its card, which is
// there before its letters are: a piece that shows a row of the card without letters in the place of all rows.
type stream struct {
	sprite  int
	size    image.Point
	units   []timedUnit
	grounds map[int]int // the piece with the ground of each card, by the unit that is its foot
	first   int         // the first piece of units
	room    int         // pieces that units take turns in; one more is the foot of a card
}

// groundRow is how far down the foot of a card the row lies that shows its ground: below all letters, and above the round corners.
const groundRow = 0.25

// timedUnit is a unit and when it is uncovered.
type timedUnit struct {
	storyboard.Unit
	at, length time.Duration
}

// stream begins to write a sprite's text at a time.
func (b *builder) stream(sprite int, at, length time.Duration) *stream {
	own := b.geometry.Sprites[sprite]
	if len(own.Units) == 0 {
		return nil
	}
	s := &stream{sprite: sprite, size: own.Cell.Size(), units: schedule(own.Units, at, length), grounds: map[int]int{}}
	whole := 0 // units that are fully uncovered when the next one comes
	for i, unit := range s.units {
		for s.units[whole].at+s.units[whole].length <= unit.at && whole < i {
			whole++
		}
		s.room = max(s.room, i+1-s.line(whole))
		if isFoot(unit.Unit) {
			s.grounds[i] = len(b.pieces)
			b.rows[b.addPieces(sprite, 1)] = unit.Box[1] + int(groundRow*float64(unit.Foot))
		}
	}
	s.first = len(b.pieces)
	b.addPieces(sprite, s.room+1)
	return s
}

// schedule spreads units over a length of time by their letters, a little unevenly and with pauses where paragraphs end.
func schedule(units []storyboard.Unit, from, length time.Duration) []timedUnit {
	out := make([]timedUnit, len(units))
	before := make([]float64, len(units)+1)
	for i := range units {
		before[i+1] = before[i] + weight(units, i)
	}
	total := max(before[len(units)], 1)
	when := func(i int) time.Duration { return from + time.Duration(before[i]/total*float64(length)) }
	for i, unit := range units {
		out[i] = timedUnit{unit, when(i), unitFade}
		switch {
		case unit.Rest:
			out[i].at, out[i].length = from+length+restAfter, restFade
		case isFoot(unit):
			out[i].length = 0 // it is seen already
		case unit.Foot > 0:
			next := i + 1
			if unit.Letters == 0 { // the upper edge of a card comes with its head, which stands beside the first line
				next++
			}
			out[i].length = min(unitFade, when(next)-out[i].at) // so that one line at a time is in progress
		}
	}
	return out
}

// weight is how long it takes from a unit to the next one, in letters. A line of code takes no longer for being many units.
func weight(units []storyboard.Unit, i int) float64 {
	unit, letters := units[i], 0.0
	begins := i == 0 || unit.Box[1] != units[i-1].Box[1]
	switch {
	case unit.Rest:
	case unit.Foot == 0 || begins && unit.Letters > 0:
		letters = 2 + float64(unit.Letters)
	default:
		letters = float64(unit.Letters)
	}
	letters *= uneven(i)
	if unit.Ends {
		letters += endLetters
	}
	return letters
}

// uneven is a number from 0.7 to 1.3 that looks random, always the same for the same index.
func uneven(i int) float64 {
	x := uint32(i+1) * 2654435761
	x ^= x >> 15
	return 0.7 + 0.6*float64(x%1000)/1000
}

// whole is the number of units, from the first on, that are fully uncovered.
func (s *stream) whole(at time.Duration) int {
	for i, unit := range s.units {
		if unit.at+unit.length > at {
			return i
		}
	}
	return len(s.units)
}

// line is the first unit of the band that a unit is in.
func (s *stream) line(i int) int {
	for i > 0 && i < len(s.units) && s.units[i-1].Box[1] == s.units[i].Box[1] {
		i--
	}
	return i
}

// pose clips the sprite to what is whole, and poses the pieces of what is in progress.
func (s *stream) pose(at time.Duration, poses, pieces []composite.Pose) {
	base := poses[s.sprite]
	whole := s.whole(at)
	if !base.Visible || whole == len(s.units) {
		return
	}
	line := s.line(whole)
	edge := s.units[line].Box[1]
	poses[s.sprite].Visible = edge > 0
	poses[s.sprite].Clip = s.inset(image.Rect(0, 0, s.size.X, edge), base.Y)
	i := line
	for ; i < len(s.units) && s.units[i].at <= at; i++ {
		pieces[s.first+i%s.room] = s.piece(base, s.units[i], at)
	}
	// The card that the newest unit is on has its foot until that is a unit itself.
	if last := i - 1; last >= 0 && s.units[last].Foot > 0 && !isFoot(s.units[last].Unit) {
		foot := s.footOf(last)
		pieces[s.first+s.room] = s.foot(base, last, foot, at)
		if s.writes(last, whole) {
			pieces[s.grounds[foot]] = s.ground(base, s.units[last], at)
		}
	}
}

// piece shows a unit that fades in.
func (s *stream) piece(base composite.Pose, u timedUnit, at time.Duration) composite.Pose {
	base.Opacity *= smooth(at-u.at, u.length)
	base.Clip = s.inset(u.Box.Rect(), base.Y)
	return base
}

// isFoot reports whether a unit is the end of a card of code, below its last line.
func isFoot(u storyboard.Unit) bool { return u.Foot > 0 && u.Ends }

// bottom is how far down the sprite reaches once a unit is uncovered, with the foot of the card that the unit is on.
func (u timedUnit) bottom() int {
	bottom := u.Box.Rect().Max.Y
	if !isFoot(u.Unit) {
		bottom += u.Foot
	}
	return bottom
}

// footOf is the unit that is the foot of the card that a unit is on.
func (s *stream) footOf(i int) int {
	for !isFoot(s.units[i].Unit) && i+1 < len(s.units) {
		i++
	}
	return i
}

// foot moves the end of a card up to what is uncovered of it, down to the unit i.
func (s *stream) foot(base composite.Pose, i, foot int, at time.Duration) composite.Pose {
	u, box := s.units[i], s.units[foot].Box.Rect()
	base.Y -= float64(box.Min.Y - u.Box.Rect().Max.Y)
	base.Clip = s.inset(box, base.Y)
	if !u.Line {
		base.Opacity *= smooth(at-u.at, u.length)
	}
	return base
}

// writes reports whether the newest unit is on a line of code that is not whole, given the number of units that are.
func (s *stream) writes(newest, whole int) bool {
	end := newest
	for end+1 < len(s.units) && s.units[end+1].Box[1] == s.units[newest].Box[1] {
		end++
	}
	return s.units[end].Line && end >= whole
}

// ground shows the line of code on which a unit is, without letters. The head of a card may stand on its first line, at the right: the
// ground comes with it, beside it.
func (s *stream) ground(base composite.Pose, u timedUnit, at time.Duration) composite.Pose {
	line := image.Rect(0, u.Box[1], s.size.X, u.Box.Rect().Max.Y)
	if !u.Line {
		line.Max.X = u.Box[0]
		base.Opacity *= smooth(at-u.at, u.length)
	}
	base.Clip = s.inset(line, base.Y)
	return base
}

// inset cuts off all but a part of the sprite's box, which is at some height of the frame. Where pieces meet, they meet at a
// whole pixel of the frame, so that no seam is seen while the view scrolls.
func (s *stream) inset(part image.Rectangle, y float64) composite.Inset {
	cut := func(at int) float64 {
		if at == 0 || at == s.size.Y {
			return float64(at)
		}
		return math.Round(y+float64(at)) - y
	}
	return composite.Inset{
		Left: float64(part.Min.X), Top: cut(part.Min.Y), Right: float64(s.size.X - part.Max.X), Bottom: float64(s.size.Y) - cut(part.Max.Y),
	}
}
