package motion

import (
	"image"
	"slices"
	"time"

	"mockup/internal/render/composite"
)

// turn is how an element gets a look for which the list makes room first: the look before is seen until then. Only what stands above
// the bubble, such as the message that is answered or a picture above its caption, is seen as the new look has it, since it may be
// further away from the bubble there.
type turn struct {
	at     time.Duration // when the new look is seen; 0: at once
	since  time.Duration // from when on the list makes room
	was    int           // sprite of the look before
	dx, dy float64       // from the place of the new look to that of the look before

	wasBubble, bubble image.Rectangle // in the sprite of the look before, and in that of the new one
	height            float64         // of the new look

	fades   bool    // the new look fades in although no bubble gets another size
	over    bool    // it does so over the look before, which goes once the new one is there; if it fades as well, slowly
	after   bool    // it fades in while the look before goes, as the outline of a bubble through which that would be seen
	corners [2]int  // of a look with other corners, or no tail: the pieces with what only the look before has, and only this one; 0: none
	growth  *growth // of a bubble that gets another size; nil: the new look fades in, or is there at once
}

// turn returns how an element gets from one state to the next, which has a place of its own after a move. Seen is when
// the step says that its looks are seen. A bubble may also get another size although its look is seen at once: it grows, or its look fades
// in where it becomes lower.
func (b *builder) turn(was, now state, seen time.Duration, m move, resizes bool) turn {
	_, height := b.size(now.sprite)
	next := turn{
		at: max(seen, now.at), since: now.at, was: was.sprite, dx: was.x - m.dx - now.x, dy: was.y - m.dy - now.y,
		wasBubble: b.bubble(was.sprite), bubble: b.bubble(now.sprite), height: float64(height),
	}
	switch {
	case !was.shown:
		return turn{}
	case was.sprite == now.sprite && now.at < was.turn.end():
		return was.turn
	case was.turn.over && now.at < was.turn.end() && b.bubble(was.sprite).Size() == next.bubble.Size(): // as the tail goes of what is left of a message
		next, next.dx, next.dy = was.turn, next.dx+was.turn.dx, next.dy+was.turn.dy
		if named := slices.IndexFunc(b.renames, func(r rename) bool { return r.at == next.at && r.now == was.sprite }); named >= 0 {
			b.renames = append(b.renames, rename{at: next.at, was: b.renames[named].was, now: now.sprite})
		}
		return next
	case now.at < was.turn.at || resizes && was.turn.growth != nil && now.at < was.turn.end(): // the look before was not seen yet, or still grows
		first := was.turn
		next.at, next.since, next.was, next.wasBubble = first.at, first.since, first.was, first.wasBubble
		next.dx, next.dy = next.dx+first.dx, next.dy+first.dy
	case was.sprite == now.sprite || seen <= now.at && (!resizes || next.wasBubble.Size() == next.bubble.Size()):
		return turn{}
	}
	next.growth = b.grow(next, now.sprite)
	next.over = resizes && next.growth == nil
	return next
}

// getsCorners reports whether a bubble that stays as it is may get other corners with its next look. One that still comes or grows gets
// them at once, and so does a picture that is not inside a bubble with words.
func (b *builder) getsCorners(t *track, was, now state) bool {
	before, after := b.geometry.Sprites[was.sprite], b.geometry.Sprites[now.sprite]
	same := was.sprite != now.sprite && before.Cell.Size() == after.Cell.Size() && b.bubble(was.sprite) == b.bubble(now.sprite)
	picture := after.Edges && after.Rims == [2]int{} // its own corners change: one that fades is seen as a pale wedge
	if !was.shown || !same || before.Bubble == nil || before.Film != nil || after.Film != nil || picture || now.at < was.turn.end() {
		return false
	}
	return t.rests(now.at)
}

// fadeOver returns how an element gets a look that fades in over the one before, as a message is deleted.
func fadeOver(was, now state, m move) turn {
	return turn{at: m.at, since: m.at, was: was.sprite, dx: was.x - m.dx - now.x, dy: was.y - m.dy - now.y, over: true}
}

// difference returns the piece of a look that shows only what differs from another one of its element.
func (b *builder) difference(of, other int) (piece int) {
	looks := [2]int{of, other}
	if piece, there := b.differences[looks]; there {
		return piece
	}
	piece = b.addPieces(of, 1)
	b.differences[looks], b.unlike[piece] = piece, other
	return piece
}

// end is when the new look is at rest: a bubble of another size comes softly.
func (t turn) end() time.Duration {
	if t.growth != nil {
		return t.growth.at + shiftMost
	}
	if t.over {
		return t.at + 2*softLength
	}
	if t.fades || t.corners != [2]int{} || t.wasBubble.Size() != t.bubble.Size() {
		return t.at + 2*turnLength
	}
	return t.at
}

// before is the look of an element that has the motion with which it came: the one before the turn, or the given one, which it has now, if it
// has not turned.
func (t turn) before(sprite int) int {
	if t.at > 0 {
		return t.was
	}
	return sprite
}

// pose poses the look that is seen at a time, given the pose of the new one.
func (t turn) pose(at time.Duration, sprite int, p composite.Pose, poses []composite.Pose) {
	if at >= t.end() {
		poses[sprite] = p
		return
	}
	if t.growth != nil && at >= t.growth.at {
		t.growth.pose(at, sprite, p, poses)
		return
	}
	old := p
	old.X += t.dx
	old.Y += t.dy
	since := at - t.at
	if t.corners != [2]int{} {
		t.poseCorners(since, sprite, old, p, poses)
		return
	}
	if t.after && since >= 0 {
		old.Opacity *= 1 - smooth(since+33*time.Millisecond, fadeLength)
		p.Opacity *= smooth(since-turnLength/4, softLength) // before the other has gone, so that something is always there
		poses[t.was], poses[sprite] = old, p
		return
	}
	if since >= 0 { // the new look fades in before the one below it, whose edge and tail may be seen beside it, fades out
		wait, length, comes := turnLength, turnLength, turnLength
		switch {
		case t.fades && t.over:
			since, wait, length, comes = since+33*time.Millisecond, 0, 2*turnLength, 2*turnLength
		case t.over: // soon, since its words come by themselves: two bubbles of different widths look like two shades
			since, wait, length, comes = since+33*time.Millisecond, softLength, softLength, softLength/2
		case t.fades: // no edge is seen beside it
			wait = 0
		}
		old.Opacity *= 1 - smooth(since-wait, length)
		p.Opacity *= smooth(since, comes)
		poses[t.was], poses[sprite] = old, p
		return
	}
	if above := float64(t.bubble.Min.Y); t.bubble.Min.Y > t.wasBubble.Min.Y && t.wasBubble.Min.Y > 0 {
		further := t.further(at, above-float64(t.wasBubble.Min.Y))
		p.Y += further
		p.Clip.Bottom = max(p.Clip.Bottom, t.height-above+further)
		old.Clip.Top = max(old.Clip.Top, float64(t.wasBubble.Min.Y))
		poses[sprite] = p
	}
	poses[t.was] = old
}

// poseCorners poses a look with other corners and the one before, given their poses at rest. One of them is whole, and of the other one only what
// differs fades: first in, then out. What both have stays as it is.
func (t turn) poseCorners(since time.Duration, sprite int, old, p composite.Pose, poses []composite.Pose) {
	if since < turnLength {
		poses[t.was] = old
		p.Opacity *= smooth(since, turnLength)
		poses[t.corners[1]] = p
		return
	}
	poses[sprite] = p
	old.Opacity *= 1 - smooth(since-turnLength, turnLength)
	poses[t.corners[0]] = old
}

// further is how far below its place that is which stands above the bubble, given its way. It is there when the new look is seen.
func (t turn) further(at time.Duration, way float64) float64 {
	left, _ := shifting.left(at-t.since, way)
	last, _ := shifting.left(t.at-t.since, way)
	return way * (left - last) / (1 - last)
}
