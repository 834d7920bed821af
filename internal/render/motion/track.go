package motion

import (
	"image"
	"math"
	"slices"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
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

// place notes where an element stands from a moment on. It returns the move that takes the element there, if it stood
// somewhere else before and does not snap. A new look, such as "Delivered" after "Sent", is no move if its left side, its
// right side or its middle has not moved. A bubble with more above it in its new look, as the room for a reaction, moves
// there too. An element that has an owner fades into a look of another size, wherever that is, unless the list makes room
// for that look first, until the step says that it is seen. So does the face or the name of a typing indicator that becomes
// that of somebody else. A receipt moves up with its message for which the list makes room, and the faces of readers always
// move with it. As a message is deleted, all new looks fade in, and an outline does so when the bubble has gone.
func (b *builder) place(t *track, step storyboard.Step, p storyboard.Position, snap bool) (move, bool) {
	at, seen := step.At, step.Seen
	if snap {
		seen = 0
	}
	was := t.last()
	now := state{at: at, shown: true, sprite: p.Sprite, x: float64(p.X), y: float64(p.Y)}
	if was.shown && was.sprite == now.sprite && was.x == now.x && was.y == now.y {
		return move{}, false
	}
	before, after := b.geometry.Sprites[was.sprite].Cell.Size(), b.geometry.Sprites[now.sprite].Cell.Size()
	other := was.shown && (t.owner != "" && before != after || b.ofOther(was.sprite, now.sprite)) // it fades into the other look
	now.soft = other && at >= max(seen, was.turn.at)
	own := b.geometry.Sprites[now.sprite]
	now.over = now.soft && (own.Grow != nil && t.owner == "" || own.Face && was.x == now.x && was.y == now.y || own.Readers != "")
	if now.over && b.ofOther(was.sprite, now.sprite) {
		b.renames = append(b.renames, rename{at: at, was: was.sprite, now: now.sprite})
	}
	now.lower = now.over && after.Y < before.Y
	m := move{at: at, dx: was.x - now.x, dy: was.y + b.above(was.sprite) - now.y - b.above(now.sprite), wait: b.closing.wait}
	// What fades from side to side is another element, as a mark of who has seen a message where a face was.
	if wider := float64(before.X - after.X); other || math.Abs(m.dx+wider/2) <= 1 || math.Abs(m.dx+wider) <= 1 {
		m.dx = 0
	}
	if b.board.Items[b.geometry.Sprites[p.Sprite].Item].Snap { // a field that glides may become lower at once
		m.dy = b.endWay(t, p)
	}
	switch beside := step.Deletes != "" && own.Bubble == nil; {
	case beside && !b.isOf(p.Sprite, step.Deletes):
		m.dy = b.endWay(t, p) // its name and face may go, as it joins the group above
	case beside && was.shown: // its face and name go with the bubble that takes the place of the deleted one
		if now.soft {
			now.apart = m.dy - b.closing.way
		}
		m.dy = b.closing.way
	}
	if up := b.movedUp(t.owner, at); now.soft && own.Grow == nil && (up > 0 && !now.over || own.Readers != "") {
		m.dy, now.apart = up, m.dy-up
	}
	now.turn = b.turn(was, now, seen, m)
	now.turn.fades = other
	deleted := step.Deletes != "" && b.isOf(p.Sprite, step.Deletes)
	switch {
	case deleted && own.Outlined && was.shown && !snap:
		now.turn = fadeOver(was, now, m)
		now.turn.after = true
		now.soft, now.over, now.lower, now.apart = false, false, false, 0
	case (b.regroups || step.Deletes != "" && !deleted) && !other && was.x-m.dx == now.x && was.y-m.dy == now.y && b.getsCorners(t, was, now):
		corners := [2]int{b.difference(was.sprite, now.sprite), b.difference(now.sprite, was.sprite)}
		now.turn = turn{at: at, since: at, was: was.sprite, corners: corners}
	case step.Deletes != "" && !snap && !now.soft && was.shown && was.sprite != now.sprite:
		now.turn = fadeOver(was, now, m)
		now.turn.fades = deleted && b.closing.fade < fadesIn // the look before is much higher
		if deleted {
			b.renames = append(b.renames, rename{at: at, was: was.sprite, now: now.sprite})
		}
	}
	if was.soft && was.at == at { // of two looks at one moment, the second one comes as the first one would
		now.soft, now.apart, t.states = true, was.apart+was.y-now.y-m.dy, t.states[:len(t.states)-1]
	}
	t.states = append(t.states, now)
	if snap || !was.shown || m.dx == 0 && m.dy == 0 {
		return move{}, false
	}
	m = b.waiting(m)
	t.moves = append(t.moves, m)
	return m, true
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
func (b *builder) endWay(t *track, p storyboard.Position) float64 {
	was := t.last()
	if !was.shown {
		return 0
	}
	_, before := b.size(was.sprite)
	_, after := b.size(p.Sprite)
	return was.y + float64(before) - float64(p.Y+after)
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
