package motion

import (
	"image"
	"math"
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

	wasAbove, above float64 // how far below its upper edge the bubble begins, in the look before and in the new one
	height          float64 // of the new look

	wasBubble, bubble image.Point // sizes of the bubble, likewise
	top               int         // piece that shows the upper part of the new look while its lower part comes down; 0: it fades in
	rim               float64     // what of a bubble is below its words
}

// bubbleRim is the least that a bubble has below its words, CSS pixels.
const bubbleRim = 6

// turn returns how an element gets from one state to the next, which has a place of its own after a move. Seen is when
// the step says that its looks are seen.
func (b *builder) turn(was, now state, seen time.Duration, m move) turn {
	_, height := b.size(now.sprite)
	next := turn{
		at: seen, since: now.at, was: was.sprite, dx: was.x - m.dx - now.x, dy: was.y - m.dy - now.y,
		wasAbove: b.above(was.sprite), above: b.above(now.sprite), height: float64(height),
		wasBubble: b.bubble(was.sprite), bubble: b.bubble(now.sprite),
	}
	switch {
	case !was.shown:
		return turn{}
	case was.sprite == now.sprite && now.at < was.turn.end():
		return was.turn
	case now.at < was.turn.at: // the look before was not seen yet
		first := was.turn
		next.at, next.since, next.was, next.wasAbove, next.wasBubble = first.at, first.since, first.was, first.wasAbove, first.wasBubble
		next.dx, next.dy = next.dx+first.dx, next.dy+first.dy
		return next
	case was.sprite == now.sprite || seen <= now.at:
		return turn{}
	}
	if b.geometry.Sprites[now.sprite].Film == nil && next.wasBubble.X == next.bubble.X && next.wasBubble.Y < next.bubble.Y {
		next.top, next.rim = len(b.geometry.Sprites)+len(b.geometry.Parts)+len(b.pieces), bubbleRim*b.scale
		b.pieces = append(b.pieces, now.sprite)
	}
	return next
}

// end is when the new look is at rest: a bubble of another size comes softly.
func (t turn) end() time.Duration {
	if t.wasBubble != t.bubble {
		return t.at + 2*turnLength
	}
	return t.at
}

// pose poses the look that is seen at a time, given the pose of the new one.
func (t turn) pose(at time.Duration, sprite int, p composite.Pose, poses []composite.Pose) {
	if at >= t.end() {
		poses[sprite] = p
		return
	}
	old := p
	old.X += t.dx
	old.Y += t.dy
	if since := at - t.at; since >= 0 && t.top > 0 {
		t.extend(since, sprite, p, poses)
		return
	}
	if since := at - t.at; since >= 0 { // the new look fades in before the one below it, whose edge and tail may be seen beside it, fades out
		old.Opacity *= 1 - smooth(since-turnLength, turnLength)
		p.Opacity *= smooth(since, turnLength)
		poses[t.was], poses[sprite] = old, p
		return
	}
	if further := t.above - t.wasAbove; further > 0 && t.wasAbove > 0 {
		left, _ := shifting.left(at-t.since, further)
		p.Y += further * left
		p.Clip.Bottom = max(p.Clip.Bottom, t.height-t.above+further*left)
		old.Clip.Top = max(old.Clip.Top, t.wasAbove)
		poses[sprite] = p
	}
	poses[t.was] = old
}

// extend lets the lower part of a higher bubble come down from behind the upper one, so that no word is seen twice.
func (t turn) extend(since time.Duration, sprite int, p composite.Pose, poses []composite.Pose) {
	higher := float64(t.bubble.Y - t.wasBubble.Y)
	left := 1 - smooth(since+33*time.Millisecond, 2*turnLength)
	// From the sprite's upper edge. It is at an even row of the frame, so that no seam is seen: two rows have one colour in most videos.
	line := 2*math.Round((p.Y+t.above+float64(t.wasBubble.Y)-t.rim)/2) - p.Y
	top := p
	top.Clip.Bottom = t.height - line
	p.Y -= higher * left
	p.Clip.Top = line + higher*left
	poses[t.top], poses[sprite] = top, p
}
