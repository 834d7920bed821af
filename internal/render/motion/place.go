package motion

import (
	"math"
	"slices"
	"time"

	"mockup/internal/render/storyboard"
)

// change is how a step takes an element from one state to the next.
type change struct {
	track    *track
	step     storyboard.Step
	position storyboard.Position // the new place
	seen     time.Duration       // when the step says that new looks are seen; 0: at once
	was, now state
	deleted  bool // the element belongs to the message that is deleted
	other    bool // the new look fades in for the one before, since it has another size or is somebody else's
}

// place notes where an element stands from a moment on. It returns the move that takes the element there, if it stood
// somewhere else before and does not snap.
func (b *builder) place(t *track, step storyboard.Step, p storyboard.Position, snap bool) (move, bool) {
	c := change{track: t, step: step, position: p, seen: step.Seen, was: t.last()}
	if snap {
		c.seen = 0
	}
	c.now = state{at: step.At, shown: true, sprite: p.Sprite, x: float64(p.X), y: float64(p.Y)}
	if c.was.shown && c.was.sprite == c.now.sprite && c.was.x == c.now.x && c.was.y == c.now.y {
		return move{}, false
	}
	c.deleted = step.Deletes != "" && b.isOf(p.Sprite, step.Deletes)
	b.soften(&c)
	m := b.way(&c)
	c.now.turn = b.turnOf(&c, m, snap)
	if c.was.soft && c.was.at == c.now.at { // of two looks at one moment, the second one comes as the first one would
		c.now.soft, c.now.apart, t.states = true, c.was.apart+c.was.y-c.now.y-m.dy, t.states[:len(t.states)-1]
	}
	t.states = append(t.states, c.now)
	if snap || !c.was.shown || m.dx == 0 && m.dy == 0 {
		return move{}, false
	}
	m = b.waiting(m)
	t.moves = append(t.moves, m)
	return m, true
}

// soften finds out whether the new look fades in. An element that has an owner fades into a look of another size, wherever that is, unless
// the list makes room for that look first, until the step says that it is seen. So does the face or the name of a typing indicator that
// becomes that of somebody else.
func (b *builder) soften(c *change) {
	was, now := &c.was, &c.now
	before, after, own := b.geometry.Sprites[was.sprite].Cell.Size(), b.geometry.Sprites[now.sprite].Cell.Size(), b.geometry.Sprites[now.sprite]
	others := b.ofOther(was.sprite, now.sprite)
	c.other = was.shown && (c.track.owner != "" && before != after || others)
	now.soft = c.other && now.at >= max(c.seen, was.turn.at)
	now.over = now.soft && (own.Grow != nil && c.track.owner == "" || own.Face && was.x == now.x && was.y == now.y || own.Readers != "")
	now.lower = now.over && after.Y < before.Y
	if now.over && others {
		b.renames = append(b.renames, rename{at: now.at, was: was.sprite, now: now.sprite})
	}
}

// way returns how an element gets to its new place. A new look, such as "Delivered" after "Sent", is no move if its left side, its right
// side or its middle has not moved. A bubble with more above it in its new look, as the room for a reaction, moves there too. A receipt
// moves up with its message for which the list makes room, and the faces of readers always move with it.
func (b *builder) way(c *change) move {
	was, now := &c.was, &c.now
	own := b.geometry.Sprites[now.sprite]
	m := move{at: now.at, dx: was.x - now.x, dy: was.y + b.above(was.sprite) - now.y - b.above(now.sprite), wait: b.closing.wait}
	// What fades from side to side is another element, as a mark of who has seen a message where a face was.
	wider := float64(b.geometry.Sprites[was.sprite].Cell.Size().X - own.Cell.Size().X)
	if c.other || math.Abs(m.dx+wider/2) <= 1 || math.Abs(m.dx+wider) <= 1 {
		m.dx = 0
	}
	beside := c.step.Deletes != "" && own.Bubble == nil
	switch {
	case beside && c.deleted && was.shown && own.Face && !now.soft && math.Abs(m.dy-b.closing.way) <= gapOfText*b.scale: // it goes to its own place as the lines go
		m.wait = b.closing.wait / 2
	case beside && c.deleted && was.shown: // its face and name go with the bubble that takes the place of the deleted one
		if now.soft {
			now.apart = m.dy - b.closing.way
		}
		m.dy = b.closing.way
	case own.Message && c.step.Deletes != "" && !c.deleted && was.y < b.closing.top: // it may lose what stands at its end, as a number of answers
	case own.Message && c.step.Deletes != "" && !c.deleted: // it may get or lose a heading, as it begins a group or joins the one above
		m.dy = b.endWay(c.was, c.position)
	case beside && !c.deleted: // the name and the face of a message may go
		m.dy = b.endWay(c.was, c.position)
	case b.board.Items[own.Item].Snap: // a field that glides may become lower at once
		m.dy = b.endWay(c.was, c.position)
	}
	if up := b.movedUp(c.track.owner, now.at); now.soft && own.Grow == nil && (up > 0 && !now.over || own.Readers != "") {
		m.dy, now.apart = up, m.dy-up
	}
	return m
}

// turnOf returns how an element gets its new look, given its move. As a message is deleted, all new looks fade in, but for those of its
// neighbours, which only get other corners or change at once when the list sets out; an outline fades in while the bubble goes.
func (b *builder) turnOf(c *change, m move, snap bool) turn {
	was, now := c.was, c.now
	corners := (b.regroups || c.step.Deletes != "" && !c.deleted) && !c.other && was.x-m.dx == now.x && was.y-m.dy == now.y
	switch {
	case c.deleted && b.geometry.Sprites[now.sprite].Outlined && was.shown && !snap:
		c.now.soft, c.now.over, c.now.lower, c.now.apart = false, false, false, 0
		over := fadeOver(was, now, m)
		over.after = true
		return over
	case corners && b.getsCorners(c.track, was, now):
		both := [2]int{b.difference(was.sprite, now.sprite), b.difference(now.sprite, was.sprite)}
		return turn{at: now.at, since: now.at, was: was.sprite, corners: both}
	case c.step.Deletes != "" && !snap && !now.soft && was.shown && was.sprite != now.sprite:
		if b.geometry.Sprites[now.sprite].Message && !c.deleted {
			sets := now.at + b.closing.wait
			return turn{at: sets, since: now.at, was: was.sprite, dx: was.x - m.dx - now.x, dy: was.y - m.dy - now.y}
		}
		if c.deleted {
			b.renames = append(b.renames, rename{at: now.at, was: was.sprite, now: now.sprite})
		}
		over := fadeOver(was, now, m)
		over.fades = c.deleted && (b.closing.fade < fadesIn || !b.hasWords(was.sprite)) // the look before is much higher, or has more than words
		return over
	}
	votes := c.step.Votes != "" && b.isOf(now.sprite, c.step.Votes) && !snap && c.track.rests(now.at)
	next := b.turn(was, now, c.seen, m, votes)
	next.fades = c.other
	return next
}

// hasWords reports whether the words of a look of a deleted message go by themselves.
func (b *builder) hasWords(sprite int) bool {
	return slices.ContainsFunc(b.geometry.Parts, func(part storyboard.Part) bool { return part.Sprite == sprite && part.Name == "words" })
}

// isOf reports whether a sprite is one of the item with a key.
func (b *builder) isOf(sprite int, key string) bool {
	return b.board.Items[b.geometry.Sprites[sprite].Item].Key == key
}

// ofOther reports whether two looks are the face or the name of different people beside the typing indicator, or its bubble with a name in it.
func (b *builder) ofOther(was, now int) bool {
	before, after := b.geometry.Sprites[was], b.geometry.Sprites[now]
	named := after.Grow == nil || before.Words != nil || after.Words != nil
	return before.Item != after.Item && b.board.Items[after.Item].Key == storyboard.TypingKey && named
}

// movedUp is how far the list moves a message up at a moment, given the key of its item: to make room for a receipt, for example.
func (b *builder) movedUp(item string, at time.Duration) float64 {
	message := b.byKey[trackKey{item, 0}]
	if message == nil || len(message.moves) == 0 || message.moves[len(message.moves)-1].at != at {
		return 0
	}
	return message.moves[len(message.moves)-1].dy
}

// endWay is how far the lower edge of an element goes up with its new place: not at all where a field only becomes lower.
func (b *builder) endWay(was state, p storyboard.Position) float64 {
	if !was.shown {
		return 0
	}
	_, before := b.size(was.sprite)
	_, after := b.size(p.Sprite)
	return was.y + float64(before) - float64(p.Y+after)
}
