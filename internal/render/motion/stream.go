package motion

import (
	"image"
	"math"
	"time"

	"mockup/internal/render/composite"
)

// Unit is what of a sprite is uncovered at once while its text is written. Units tile their sprite in bands from top to
// bottom, and come in the order in which they are written.
type Unit struct {
	Sprite  int
	Box     image.Rectangle // from the sprite's corner, device pixels
	Letters int
	Ends    bool // the paragraph, or the card of code
	Line    bool // of code: it is uncovered from the top down
	Foot    int  // height of the end of the card of code that the unit is on; it follows what is uncovered
	Rest    bool // what stands below the text and comes when all is written
}

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
	size   [2]int
	units  []timed
	first  int // its first piece
	room   int // pieces that units take turns in; one more is the foot of a card
}

// timed is a unit and when it is uncovered.
type timed struct {
	Unit
	at, length time.Duration
}

// stream begins to write a sprite's text at a time.
func (c *casting) stream(sprite int, at, length time.Duration) *stream {
	var units []Unit
	for _, unit := range c.places.Units {
		if unit.Sprite == sprite {
			units = append(units, unit)
		}
	}
	if len(units) == 0 {
		return nil
	}
	s := &stream{sprite: sprite, size: c.places.Sizes[sprite], units: schedule(units, at, length), first: len(c.pieces)}
	for i, unit := range s.units {
		s.room = max(s.room, i+1-s.line(s.whole(unit.at)))
	}
	for range s.room + 1 {
		c.pieces = append(c.pieces, sprite)
	}
	return s
}

// schedule spreads units over a length of time by their letters, a little unevenly and with pauses where paragraphs end.
func schedule(units []Unit, from, length time.Duration) []timed {
	out := make([]timed, len(units))
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
		out[i] = timed{unit, when(i), unitFade}
		switch {
		case unit.Rest:
			out[i].at, out[i].length = from+length+restAfter, restFade
		case unit.Foot > 0:
			out[i].length = min(unitFade, when(i+1)-out[i].at) // a card grows by one line at a time
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
	for i > 0 && i < len(s.units) && s.units[i-1].Box.Min.Y == s.units[i].Box.Min.Y {
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
	edge := s.units[line].Box.Min.Y
	poses[s.sprite].Visible = edge > 0
	poses[s.sprite].Clip = s.inset(image.Rect(0, 0, s.size[0], edge))
	i := line
	for ; i < len(s.units) && s.units[i].at <= at; i++ {
		pieces[s.first+i%s.room] = s.piece(base, s.units[i], at)
	}
	// The card that the newest unit is on has its foot until its last line is whole.
	if last := i - 1; last >= 0 && s.units[last].Foot > 0 && !(s.units[last].Ends && last < whole) {
		pieces[s.first+s.room] = s.foot(base, last, at)
	}
}

// piece uncovers a unit: it fades in; a line of code is uncovered from above.
func (s *stream) piece(base composite.Pose, u timed, at time.Duration) composite.Pose {
	if u.Line {
		u.Box.Max.Y = u.edge(at)
		if u.Box.Empty() {
			return composite.Pose{}
		}
	} else {
		base.Opacity *= smooth(at-u.at, u.length)
	}
	base.Clip = s.inset(u.Box)
	return base
}

// edge is how far down a unit on a card is uncovered, without the card's foot.
func (u timed) edge(at time.Duration) int {
	end := u.Box.Max.Y
	if u.Ends {
		end -= u.Foot
	}
	if !u.Line {
		return end
	}
	return u.Box.Min.Y + int(math.Round(float64(end-u.Box.Min.Y)*smooth(at-u.at, u.length)))
}

// foot moves the end of a card up to what is uncovered of it.
func (s *stream) foot(base composite.Pose, i int, at time.Duration) composite.Pose {
	u := s.units[i]
	for !s.units[i].Ends && i+1 < len(s.units) {
		i++
	}
	end := s.units[i].Box.Max.Y
	base.Y -= float64(end - u.Foot - u.edge(at))
	base.Clip = s.inset(image.Rect(0, end-u.Foot, s.size[0], end))
	if !u.Line && !u.Ends {
		base.Opacity *= smooth(at-u.at, u.length)
	}
	return base
}

// inset cuts off all but a part of the sprite's box.
func (s *stream) inset(part image.Rectangle) composite.Inset {
	return composite.Inset{
		Left: float64(part.Min.X), Top: float64(part.Min.Y), Right: float64(s.size[0] - part.Max.X), Bottom: float64(s.size[1] - part.Max.Y),
	}
}
