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
	endLetters = 16                     // the pause at a paragraph's end, in letters
)

// stream uncovers a sprite. What is whole down to some line is the sprite itself, clipped; the units of the lines that
// are in progress are pieces, the same sprite clipped to their boxes.
type stream struct {
	sprite int
	size   image.Point
	units  []timedUnit
	first  int // its first piece
	room   int // pieces that units take turns in; one more is the foot of a card
}

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
	s := &stream{sprite: sprite, size: own.Cell.Size(), units: schedule(own.Units, at, length), first: len(b.pieces)}
	for i, unit := range s.units {
		s.room = max(s.room, i+1-s.line(s.whole(unit.at)))
	}
	b.addPieces(sprite, s.room+1)
	return s
}

// schedule spreads units over a length of time by their letters, a little unevenly and with pauses where paragraphs end.
func schedule(units []storyboard.Unit, from, length time.Duration) []timedUnit {
	out := make([]timedUnit, len(units))
	before := make([]float64, len(units)+1)
	for i, unit := range units {
		weight := 0.0
		if !unit.Rest {
			weight = (2 + float64(unit.Letters)) * uneven(i)
		}
		if unit.Ends {
			weight += endLetters
		}
		before[i+1] = before[i] + weight
	}
	total := max(before[len(units)], 1)
	when := func(i int) time.Duration { return from + time.Duration(before[i]/total*float64(length)) }
	for i, unit := range units {
		out[i] = timedUnit{unit, when(i), unitFade}
		switch {
		case unit.Rest:
			out[i].at, out[i].length = from+length+restAfter, restFade
		case unit.Line:
			out[i].length = 0 // a card grows by whole lines, so that none is cut through its letters
		case unit.Foot > 0:
			out[i].length = min(unitFade, when(i+1)-out[i].at)
		}
	}
	return out
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
	// The card that the newest unit is on has its foot until its last line is whole.
	if last := i - 1; last >= 0 && s.units[last].Foot > 0 && !(s.units[last].Ends && last < whole) {
		pieces[s.first+s.room] = s.foot(base, last, at)
	}
}

// piece shows a unit that fades in.
func (s *stream) piece(base composite.Pose, u timedUnit, at time.Duration) composite.Pose {
	base.Opacity *= smooth(at-u.at, u.length)
	base.Clip = s.inset(u.Box.Rect(), base.Y)
	return base
}

// edge is where a unit on a card ends, without the card's foot.
func (u timedUnit) edge() int {
	end := u.Box.Rect().Max.Y
	if u.Ends {
		end -= u.Foot
	}
	return end
}

// bottom is how far down the sprite reaches once a unit is uncovered, with the foot of the card that the unit is on.
func (u timedUnit) bottom() int {
	bottom := u.Box.Rect().Max.Y
	if !u.Ends {
		bottom += u.Foot
	}
	return bottom
}

// foot moves the end of a card up to what is uncovered of it.
func (s *stream) foot(base composite.Pose, i int, at time.Duration) composite.Pose {
	u := s.units[i]
	for !s.units[i].Ends && i+1 < len(s.units) {
		i++
	}
	end := s.units[i].Box.Rect().Max.Y
	base.Y -= float64(end - u.Foot - u.edge())
	base.Clip = s.inset(image.Rect(0, end-u.Foot, s.size.X, end), base.Y)
	if !u.Line && !u.Ends {
		base.Opacity *= smooth(at-u.at, u.length)
	}
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
