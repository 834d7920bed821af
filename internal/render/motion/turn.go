package motion

import (
	"time"

	"mockup/internal/render/composite"
)

// turn is how an element gets a look for which the list makes room first: the look before is seen until then.
type turn struct {
	at     time.Duration // when the new look is seen; 0: at once
	was    int           // sprite of the look before
	dx, dy float64       // from the place of the new look to that of the look before
	soft   bool          // the new look comes softly
}

// A soft turn: the new look fades in over the one before, which then fades out, so that a bubble never becomes pale.
const (
	turnFade = 100 * time.Millisecond // of each of the two
	turnLead = 50 * time.Millisecond  // the new look is half there when it is first seen
	turnEnd  = turnFade + turnLead
)

// turn returns how an element gets from one state to the next, which has a place of its own after a move. Seen is when
// the step says that its looks are seen.
func (b *builder) turn(was, now state, seen time.Duration, m move) turn {
	next := turn{at: seen, was: was.sprite, dx: was.x - m.dx - now.x, dy: was.y - m.dy - now.y}
	switch {
	case !was.shown:
		return turn{}
	case was.sprite == now.sprite && now.at < was.turn.at+turnEnd:
		return was.turn
	case now.at < was.turn.at: // the look before was not seen yet
		next = turn{at: was.turn.at, was: was.turn.was, dx: next.dx + was.turn.dx, dy: next.dy + was.turn.dy}
	case was.sprite == now.sprite || seen <= now.at:
		return turn{}
	}
	next.soft = b.resizes(next.was, now.sprite)
	return next
}

// resizes reports whether the bubble of a sprite has another size in its new look.
func (b *builder) resizes(was, now int) bool {
	before, after := b.geometry.Sprites[was].Grow, b.geometry.Sprites[now].Grow
	return before != nil && after != nil && before.Size() != after.Size()
}

// pose poses both looks at a time, given the pose of the new one.
func (t turn) pose(at time.Duration, sprite int, p composite.Pose, poses []composite.Pose) {
	since, old := at-t.at, p
	old.X += t.dx
	old.Y += t.dy
	switch {
	case since < 0:
		poses[t.was] = old
		return
	case t.soft && since < turnEnd:
		old.Opacity *= 1 - smooth(since-turnLead, turnFade)
		p.Opacity *= smooth(since+turnLead, turnFade)
		poses[t.was] = old
	}
	poses[sprite] = p
}
