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
}

// turn returns how an element gets from one state to the next, which has a place of its own after a move. Seen is when
// the step says that its looks are seen.
func (b *builder) turn(was, now state, seen time.Duration, m move) turn {
	next := turn{at: seen, was: was.sprite, dx: was.x - m.dx - now.x, dy: was.y - m.dy - now.y}
	switch {
	case !was.shown:
		return turn{}
	case was.sprite == now.sprite && now.at < was.turn.at:
		return was.turn
	case now.at < was.turn.at: // the look before was not seen yet
		return turn{at: was.turn.at, was: was.turn.was, dx: next.dx + was.turn.dx, dy: next.dy + was.turn.dy}
	case was.sprite == now.sprite || seen <= now.at:
		return turn{}
	}
	return next
}

// pose poses the look that is seen at a time, given the pose of the new one.
func (t turn) pose(at time.Duration, sprite int, p composite.Pose, poses []composite.Pose) {
	if at < t.at {
		p.X += t.dx
		p.Y += t.dy
		sprite = t.was
	}
	poses[sprite] = p
}
