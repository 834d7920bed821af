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

	wasBubble, bubble image.Rectangle // in the sprite of the look before, and in that of the new one
	width, height     float64         // of the new look

	pieces int     // first of those that show parts of the new look while its bubble grows; 0: it fades in
	rim    float64 // what of a bubble is below its words and beside them
	corner float64 // how far a corner reaches to the right
}

// The least that a bubble has below its words and beside them, and the most that a round corner takes, CSS pixels.
const (
	bubbleRim    = 6
	bubbleCorner = 18
)

// turn returns how an element gets from one state to the next, which has a place of its own after a move. Seen is when
// the step says that its looks are seen.
func (b *builder) turn(was, now state, seen time.Duration, m move) turn {
	width, height := b.size(now.sprite)
	next := turn{
		at: seen, since: now.at, was: was.sprite, dx: was.x - m.dx - now.x, dy: was.y - m.dy - now.y,
		wasBubble: b.bubble(was.sprite), bubble: b.bubble(now.sprite), width: float64(width), height: float64(height),
	}
	switch {
	case !was.shown:
		return turn{}
	case was.sprite == now.sprite && now.at < was.turn.end():
		return was.turn
	case now.at < was.turn.at: // the look before was not seen yet
		first := was.turn
		next.at, next.since, next.was, next.wasBubble = first.at, first.since, first.was, first.wasBubble
		next.dx, next.dy = next.dx+first.dx, next.dy+first.dy
		return next
	case was.sprite == now.sprite || seen <= now.at:
		return turn{}
	}
	b.addPieces(&next, now.sprite)
	return next
}

// addPieces adds the pieces with which the bubble of a new look grows. A bubble whose words would not stay at its left side has none, nor
// has one in which a video plays.
func (b *builder) addPieces(t *turn, sprite int) {
	own, larger := b.geometry.Sprites[sprite], t.bubble.Size().Sub(t.wasBubble.Size())
	if own.Film != nil || min(larger.X, larger.Y) < 0 || larger == (image.Point{}) || larger.X > 0 && own.Reversed {
		return
	}
	t.pieces, t.rim, t.corner = len(b.geometry.Sprites)+len(b.geometry.Parts)+len(b.pieces), bubbleRim*b.scale, bubbleCorner*b.scale
	b.pieces = append(b.pieces, sprite)
	if larger.X > 0 {
		b.pieces = append(b.pieces, sprite, sprite)
	}
}

// end is when the new look is at rest: a bubble of another size comes softly.
func (t turn) end() time.Duration {
	if t.wasBubble.Size() != t.bubble.Size() {
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
	if since := at - t.at; since >= 0 && t.pieces > 0 {
		t.extend(since, sprite, p, poses)
		return
	}
	if since := at - t.at; since >= 0 { // the new look fades in before the one below it, whose edge and tail may be seen beside it, fades out
		old.Opacity *= 1 - smooth(since-turnLength, turnLength)
		p.Opacity *= smooth(since, turnLength)
		poses[t.was], poses[sprite] = old, p
		return
	}
	if above := float64(t.bubble.Min.Y); t.bubble.Min.Y > t.wasBubble.Min.Y && t.wasBubble.Min.Y > 0 {
		further := above - float64(t.wasBubble.Min.Y)
		left, _ := shifting.left(at-t.since, further)
		p.Y += further * left
		p.Clip.Bottom = max(p.Clip.Bottom, t.height-above+further*left)
		old.Clip.Top = max(old.Clip.Top, float64(t.wasBubble.Min.Y))
		poses[sprite] = p
	}
	poses[t.was] = old
}

// extend lets a bubble grow to its new size: its lower part comes down from behind the upper one, and its right part comes out from behind
// the left one, so that no word is seen twice. Words stay at its left side.
func (t turn) extend(since time.Duration, sprite int, p composite.Pose, poses []composite.Pose) {
	left := 1 - smooth(since+33*time.Millisecond, 2*turnLength)
	higher, wider := float64(t.bubble.Dy()-t.wasBubble.Dy())*left, float64(t.bubble.Dx()-t.wasBubble.Dx())*left
	p.X += (t.dx + float64(t.wasBubble.Min.X-t.bubble.Min.X)) * left
	// From the sprite's corner. In the frame the numbers are even, so that no seam is seen: most videos have one colour for four pixels.
	line := 2*math.Round((p.Y+float64(t.bubble.Min.Y+t.wasBubble.Dy())-t.rim)/2) - p.Y
	upper, lower := p, p
	upper.Clip.Bottom = t.height - line
	lower.Y, lower.Clip.Top = p.Y-higher, line+higher
	if t.bubble.Dx() > t.wasBubble.Dx() {
		poses[t.pieces+1] = t.widen(&upper, float64(t.wasBubble.Dx())-t.rim, wider)
		poses[t.pieces+2] = t.widen(&lower, t.corner, wider) // the time is at the right
	}
	poses[t.pieces], poses[sprite] = upper, lower
}

// widen cuts a part of a bubble at so many pixels from the bubble's left side, and returns the pose of what is to the right of that, which
// still has to go some way.
func (t turn) widen(part *composite.Pose, at, way float64) composite.Pose {
	column := 2*math.Round((part.X+float64(t.bubble.Min.X)+at)/2) - part.X
	right := *part
	right.X, right.Clip.Left = part.X-way, column+way
	part.Clip.Right = t.width - column
	return right
}
