package motion

import (
	"math"
	"time"

	"mockup/internal/render/storyboard"
)

// following is the spring of a view that follows what is written. It never overshoots.
var following = spring{response: 620 * time.Millisecond, damping: 1}

// followMargin is what is kept free below what is written, CSS pixels.
const followMargin = 26

// A view is at rest when it is that near to its aim and that slow, in pixels and pixels a second: nobody sees it arrive.
const (
	restWay   = 0.1
	restSpeed = 2
)

// scrollRate is how often a second the scroller's position is computed.
const scrollRate = 240

// scroller scrolls a view over the items, without jumps: to what leads, and on with what is written.
type scroller struct {
	top, bottom float64 // of the part of the view that no bar covers, device pixels
	margin      float64 // kept free below what is written
	leads       []target
	lowest      []target      // what has to be seen at the lower edge
	rewind      time.Duration // when the view is again where it began; 0: never
	covers      []cover       // in order of time
	positions   []float32     // how far down the view is, scrollRate times a second
}

// target is something that the view scrolls to.
type target struct {
	at          time.Duration
	top, bottom float64 // of one that has to be seen at the lower edge, bottom alone
	ramp        bool    // the view is on its way here from the target before
}

// addTarget notes what a step puts on the page.
func (b *builder) addTarget(at time.Duration, lead bool, p storyboard.Position) {
	_, height := b.size(p.Sprite)
	t := target{at: at, top: float64(p.Y), bottom: float64(p.Y + height)}
	if lead {
		b.scroller.leads = append(b.scroller.leads, t)
	}
	b.scroller.lowest = append(b.scroller.lowest, t)
}

// addBands notes the bands of a text that is written, below which some room is kept, down to the end of what belongs to
// it.
func (b *builder) addBands(s *stream, p storyboard.Position, room, end float64) {
	for i, unit := range s.units {
		if s.line(i) != i || i+1 < len(s.units) && s.units[i+1].at == unit.at {
			continue
		}
		bottom := min(float64(p.Y+unit.bottom())+room, end)
		b.scroller.lowest = append(b.scroller.lowest, target{at: unit.at, bottom: bottom, ramp: i > 0})
	}
}

// simulate computes the view's positions.
func (t *Timeline) simulate(length time.Duration) {
	s := &t.scroller
	if len(s.leads) == 0 && len(s.lowest) == 0 {
		return
	}
	x := s.start()
	omega, speed := 2*math.Pi/following.response.Seconds(), 0.0
	lead, lowest := -1, -1
	for n := 0; n <= int(length.Seconds()*scrollRate)+1; n++ {
		at := tick(n)
		if s.rewind > 0 && at >= s.rewind {
			s.positions = append(s.positions, s.positions[0])
			continue
		}
		x = t.goOn(x, at)
		s.positions = append(s.positions, float32(x))
		lead, lowest = advance(s.leads, lead, at), advance(s.lowest, lowest, at)
		if lowest < 0 {
			continue
		}
		aim := s.aim(lead, lowest, at)
		speed += (omega*omega*(aim-x) - 2*omega*speed) / scrollRate
		if x += speed / scrollRate; math.Abs(speed) < restSpeed && math.Abs(math.Round(aim)-x) < restWay {
			x, speed = math.Round(aim), 0 // at rest text is at whole pixels, and sharp
		}
	}
}

// tick is when the view has its n-th position.
func tick(n int) time.Duration { return time.Duration(n) * time.Second / scrollRate }

// start is where the view is in the beginning: where what is there belongs. If nothing is there yet, what leads first
// comes from the view's lower edge.
func (s *scroller) start() float64 {
	lead, lowest := advance(s.leads, -1, 0), advance(s.lowest, -1, 0)
	switch {
	case lowest >= 0:
		return s.aim(lead, lowest, 0)
	case len(s.leads) > 0:
		return min(s.leads[0].bottom-s.bottom, 0)
	}
	return 0
}

// aim is where the view belongs at a time, given the last targets.
func (s *scroller) aim(lead, lowest int, at time.Duration) float64 {
	aim := max(s.lowestAt(lowest, at)-s.bottom, 0)
	if lead >= 0 {
		aim = max(aim, s.leads[lead].top-s.top)
	}
	return aim
}

// advance returns the last target at a time, from the i-th on.
func advance(targets []target, i int, at time.Duration) int {
	for i+1 < len(targets) && targets[i+1].at <= at {
		i++
	}
	return i
}

// lowestAt is the lowest point that has to be seen at a time, between two targets.
func (s *scroller) lowestAt(i int, at time.Duration) float64 {
	here := s.lowest[i]
	if i+1 == len(s.lowest) || !s.lowest[i+1].ramp {
		return here.bottom
	}
	next := s.lowest[i+1]
	part := float64(at-here.at) / float64(max(next.at-here.at, 1))
	return here.bottom + (next.bottom-here.bottom)*part
}

// offset is how far down the view is at a time. It moves by fractions of a pixel: whole ones would be seen as jerks where
// it is slow.
func (s *scroller) offset(at time.Duration) float64 {
	if len(s.positions) == 0 {
		return 0
	}
	n := at.Seconds() * scrollRate
	i := min(int(n), len(s.positions)-1)
	next := min(i+1, len(s.positions)-1)
	before, after := float64(s.positions[i]), float64(s.positions[next])
	for _, c := range s.covers { // where the view goes on from, it has not gone
		switch {
		case c.to <= tick(i) || c.to > tick(next):
		case c.to <= at:
			before += c.way
		default:
			after -= c.way
		}
	}
	return before + (after-before)*(n-float64(i))
}
