package motion

import (
	"time"

	"mockup/internal/render/composite"
)

// cover is a time in which the keyboard or a composer that has grown covers the end of what a view shows that scrolls by
// itself. The view then stays above them. At the end, when a prompt is sent, it goes on from where it is.
type cover struct {
	from, to time.Duration
	way      float64 // how far up the view was moved in the end
	gone     bool    // the view has gone on from there
}

// cover notes whether a step makes something cover the view's end, given how high the composer is after the step.
func (b *builder) cover(at time.Duration, height int) {
	if len(b.field.states) == 0 {
		b.lowField = height
	}
	grown := state{at: at, shown: true, y: -float64(max(0, height-b.lowField))}
	if b.field.last() != grown {
		b.field.states = append(b.field.states, grown)
	}
	switch covers := b.bar.last().y+grown.y < 0; {
	case covers && !b.covers:
		b.scroller.covers = append(b.scroller.covers, cover{from: at, to: endless})
	case !covers && b.covers:
		b.scroller.covers[len(b.scroller.covers)-1].to = at
	}
	b.covers = b.bar.last().y+grown.y < 0
}

// listEnd is where a list ends at a time, above the composer and the strip on it that goes down, before the view scrolls.
func (t *Timeline) listEnd(at time.Duration) float64 {
	end := -t.composer.higher(at) - t.Risen(at) + t.scrolled(at)
	if t.strip == nil {
		return end
	}
	if i, ok := t.strip.stateAt(at); ok && !t.strip.states[i].shown && t.strip.states[i].leave.seen(at-t.strip.states[i].at) {
		f := t.strip.states[i].leave.fold
		end -= f.above - f.room - f.hidden(at)
	}
	return end
}

// higher is how far above its place a track stands at a time.
func (t *track) higher(at time.Duration) float64 {
	i, ok := t.stateAt(at)
	if !ok {
		return 0
	}
	p := composite.At(0, t.states[i].y)
	t.applyMoves(at, &p)
	return -p.Y
}

// scrolled is how far down the view is at a time.
func (t *Timeline) scrolled(at time.Duration) float64 { return t.scroller.offset(at) + t.above(at) }

// above is how far the view is moved up at a time by what covers its end.
func (t *Timeline) above(at time.Duration) float64 {
	s := &t.scroller
	for _, c := range s.covers {
		if at < c.from || at >= c.to {
			continue
		}
		lowest := advance(s.lowest, -1, c.from)
		if lowest < 0 {
			return 0
		}
		free := s.bottom - (s.lowestAt(lowest, c.from) - s.offset(c.from))
		return max(0, t.bar.higher(at)+t.field.higher(at)-max(0, free))
	}
	return 0
}

// goOn returns where a view at x is from a moment on: what has covered its end until shortly before has moved it.
func (t *Timeline) goOn(x float64, at time.Duration) float64 {
	for i := range t.scroller.covers {
		if c := &t.scroller.covers[i]; c.to <= at && !c.gone {
			c.way, c.gone = t.above(c.to-1), true
			x += c.way
		}
	}
	return x
}
