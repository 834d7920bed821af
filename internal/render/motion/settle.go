package motion

import (
	"time"

	"mockup/internal/render/storyboard"
)

// untilNext is how long after a step the next item comes to the list; 0: it does not come soon, or at once. A list would be seen to go down and up
// again in such a time: a receipt goes from below an earlier message, and somebody is seen typing soon after. What would go down waits until the list
// goes up. In a chat, what is below the gap goes up meanwhile.
func (b *builder) untilNext(i int) time.Duration {
	for _, next := range b.board.Steps[i+1:] {
		until := next.At - b.board.Steps[i].At
		if until > storyboard.LookAhead {
			break
		}
		for _, index := range next.Put {
			item := b.board.Items[index]
			if _, there := b.present[item.Key]; !there && item.Enter != "" && !item.Pinned && !item.Snap {
				return until
			}
		}
	}
	return 0
}

// waiting is a move that waits if it goes down and the list goes up soon.
func (b *builder) waiting(m move) move {
	if m.dy < 0 {
		m.wait += b.upSoon
	}
	return m
}

// held is how much higher than on the page the list of a chat stands after a step at which messages would go down and the list goes up soon, given
// where all stands on the page then: so much that none goes down, device pixels.
func (b *builder) held(positions []storyboard.Position) int {
	down := 0.0
	for _, p := range positions {
		item := b.geometry.Sprites[p.Sprite].Item
		if t := b.byKey[trackKey{b.board.Items[item].Key, b.number(item, p.Sprite)}]; b.upSoon > 0 && t != nil && t.last().shown && b.geometry.Sprites[p.Sprite].Message {
			down = max(down, float64(p.Y)+b.above(p.Sprite)-t.last().y-b.above(t.last().sprite))
		}
	}
	return int(down)
}
