package motion

import "time"

// upAgain is the time between two steps in which a list would be seen to go down and up again: a receipt goes from below an earlier message, and
// somebody is seen typing soon after. What would go down waits until the list goes up.
const upAgain = 400 * time.Millisecond

// untilNext is how long after a step the next item comes to the list; 0: it does not come soon, or at once.
func (b *builder) untilNext(i int) time.Duration {
	for _, next := range b.board.Steps[i+1:] {
		until := next.At - b.board.Steps[i].At
		if until > upAgain {
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
