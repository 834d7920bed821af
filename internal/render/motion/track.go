package motion

import (
	"image"
	"math"
	"slices"
	"time"

	"mockup/internal/render/composite"
)

// track is one element of the page through all its looks: a message is a track, its looks with and without a tail are
// sprites.
type track struct {
	states []state
	moves  []move
	enters []entrance // one for every time it came
	leave  departure  // as its last look has it
	owner  string     // key of the item that may stay when this element goes softly; empty: the element goes with its item
}

// state is how an element is from a moment on.
type state struct {
	at     time.Duration
	shown  bool
	sprite int
	x, y   float64
	leave  departure // of an element that is not shown any more
	soft   bool      // the look before fades out and then this one in
	over   bool      // it fades in over the look before then, which goes later: a face over another one in its place, faces of readers, or a bubble
	lower  bool      // that is higher, and goes at the same time: it would be seen below this one
	apart  float64   // from the place of this look to that of the look before, as both move with a message for which the list makes room
	turn   turn      // from the look before, where that is seen for longer
}

// move is a change of place: the element sets out from dx, dy beside its new place.
type move struct {
	at     time.Duration
	dx, dy float64
	wait   time.Duration // from then until it sets out
}

func (t *track) last() state {
	if len(t.states) == 0 {
		return state{}
	}
	return t.states[len(t.states)-1]
}

// above is how far below a sprite's upper edge its bubble begins.
func (b *builder) above(sprite int) float64 {
	return float64(b.bubble(sprite).Min.Y)
}

// bubble is where a sprite's bubble is in it; empty: it has none.
func (t *Timeline) bubble(sprite int) image.Rectangle {
	if bubble := t.geometry.Sprites[sprite].Bubble; bubble != nil {
		return bubble.Rect()
	}
	return image.Rectangle{}
}

// pose poses the sprite that shows the element now.
func (t *track) pose(at time.Duration, poses []composite.Pose) {
	i, ok := t.stateAt(at)
	if !ok {
		return
	}
	s := t.states[i]
	p := composite.At(s.x, s.y)
	if !s.shown && !s.leave.seen(at-s.at) {
		return
	}
	t.applyMoves(at, &p)
	enter := t.enterAt(at)
	if enter != nil {
		enter.apply(at, &p)
	}
	if !s.shown {
		s.leave.apply(at-s.at, &p)
	}
	wait := time.Duration(0)
	if s.apart != 0 { // the list makes room for it first
		wait = lateBy / 2
	}
	if since := at - s.at; s.soft && since < fadeLength+wait {
		was, old := t.states[i-1], p
		old.X += was.x - s.x
		old.Y += s.apart
		old.Clip.Bottom = max(0, old.Clip.Bottom+s.apart)
		out, in := since+33*time.Millisecond, since-wait-33*time.Millisecond
		if s.over {
			out, in = since+turnLength-fadeLength, since+33*time.Millisecond
			if s.lower {
				out = in
			}
		}
		old.Opacity *= 1 - smooth(out, turnLength)
		p.Opacity *= smooth(in, turnLength)
		poses[was.sprite] = old
	}
	s.turn.pose(at, s.sprite, p, poses)
	if enter != nil {
		enter.keepBeside(s.sprite, p.Y-s.y, poses)
		if g := enter.growth; g != nil && at-enter.at < shiftMost {
			s.grow(g, at, poses)
		}
	}
}

// grow poses the look with which the element came out of the typing indicator, while that is seen. A picture above the words belongs to what
// grows; what stands above all that does not.
func (s state) grow(g *growth, at time.Duration, poses []composite.Pose) {
	look := s.turn.before(s.sprite)
	if !poses[look].Visible {
		return
	}
	g.pose(at, look, poses[look], poses)
	if at < s.turn.at && s.turn.wasBubble.Min.Y <= g.bubble.Min.Y {
		g.uncoverAbove(at, &poses[s.sprite])
	}
}

// rests reports whether the motion with which the element came is over at a time.
func (t *track) rests(at time.Duration) bool {
	return len(t.enters) == 0 || at >= t.enters[len(t.enters)-1].at+shiftMost
}

// enterAt returns how the element has come last at a time; nil: it has been there.
func (t *track) enterAt(at time.Duration) *entrance {
	for k := len(t.enters) - 1; k >= 0; k-- {
		if t.enters[k].at <= at {
			return &t.enters[k]
		}
	}
	return nil
}

// stateAt returns the state at a time: the last of several at one moment.
func (t *track) stateAt(at time.Duration) (i int, ok bool) {
	i, exact := slices.BinarySearchFunc(t.states, at, func(s state, at time.Duration) int { return int(s.at - at) })
	if !exact {
		i--
	}
	for i+1 < len(t.states) && t.states[i+1].at <= at {
		i++
	}
	return i, i >= 0
}

// gone is how far a fade of some length has come with which something goes as the element does, from 0 to 1.
func (t *track) gone(at, length time.Duration) float64 {
	i, ok := t.stateAt(at)
	if !ok || t.states[i].shown {
		return 0
	}
	return smooth(at-t.states[i].at+33*time.Millisecond, length)
}

// applyMoves adds what is left of the ways that the element is on.
func (t *track) applyMoves(at time.Duration, p *composite.Pose) {
	for k := len(t.moves) - 1; k >= 0; k-- {
		m := t.moves[k]
		if m.at > at {
			continue
		}
		since := max(0, at-m.at-m.wait)
		left, moving := shifting.left(since, max(math.Abs(m.dx), math.Abs(m.dy)))
		if !moving && since > shiftMost {
			break
		}
		p.X += m.dx * left
		p.Y += m.dy * left
	}
}
