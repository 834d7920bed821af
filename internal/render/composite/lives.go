package composite

import (
	"cmp"
	"slices"
)

// lives is what the layers of a film come to: when each rests and when it is gone, which tells how long its pictures
// are needed.
type lives struct {
	rests []int           // of every layer, the frame from which on nothing changes about it
	ends  []int           // the frame from which on it is not seen
	queue []int           // the layers whose pictures are still needed, in the order in which they end
	needs []bool          // of every layer, whether it still needs its pictures
	users map[*Sprite]int // how many layers still need a sprite
}

// never is the end of a layer that is seen to the film's end.
const never = int(^uint(0) >> 1)

func newLives(layers int) lives {
	return lives{rests: make([]int, layers), ends: make([]int, layers), needs: make([]bool, layers), users: map[*Sprite]int{}}
}

// change notes that a layer changes, and whether it is seen from then on.
func (l *lives) change(layer, frame int, seen bool) {
	l.rests[layer], l.ends[layer] = frame, frame
	if seen {
		l.ends[layer] = never
	}
}

// begin lists who needs which picture, and when no more.
func (l *lives) begin(layers []Layer) {
	for i := range layers {
		for _, s := range layers[i].sprites() {
			l.users[s]++
		}
		l.needs[i] = true
		l.queue = append(l.queue, i)
	}
	slices.SortStableFunc(l.queue, func(a, b int) int { return cmp.Compare(l.ends[a], l.ends[b]) })
}

// release lets go of the pictures of a layer that is not drawn again.
func (l *lives) release(layers []Layer, i int) {
	if !l.needs[i] {
		return
	}
	l.needs[i] = false
	for _, s := range layers[i].sprites() {
		if l.users[s]--; l.users[s] == 0 {
			s.drop()
		}
	}
}

// gone returns the next layer that is not seen from a frame on, and false when there is none.
func (l *lives) gone(frame int) (layer int, ok bool) {
	if len(l.queue) == 0 || l.ends[l.queue[0]] > frame {
		return 0, false
	}
	layer, l.queue = l.queue[0], l.queue[1:]
	return layer, true
}
