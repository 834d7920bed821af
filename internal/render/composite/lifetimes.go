package composite

import (
	"cmp"
	"slices"
)

// lifetimes says when each layer of a composition changes for the last time and when it is visible for the last time, and
// so how long its pictures are needed.
type lifetimes struct {
	rests []int           // of every layer, the frame from which on it does not change
	ends  []int           // of every layer, the frame from which on it is not visible
	queue []int           // the layers whose pictures are still needed, in the order in which they end
	needs []bool          // of every layer, whether it still needs its pictures
	users map[*Sprite]int // how many layers still need a sprite
}

// never is the end of a layer that is visible to the end of the composition.
const never = int(^uint(0) >> 1)

func newLifetimes(layers int) lifetimes {
	return lifetimes{rests: make([]int, layers), ends: make([]int, layers), needs: make([]bool, layers), users: map[*Sprite]int{}}
}

// change notes that a layer changes, and whether it is visible from then on.
func (l *lifetimes) change(layer, frame int, visible bool) {
	l.rests[layer], l.ends[layer] = frame, frame
	if visible {
		l.ends[layer] = never
	}
}

// begin counts which layers need which pictures, and sorts the layers by their end.
func (l *lifetimes) begin(layers []Layer) {
	for i := range layers {
		for _, s := range layers[i].Sprites() {
			l.users[s]++
		}
		l.needs[i] = true
		l.queue = append(l.queue, i)
	}
	slices.SortStableFunc(l.queue, func(a, b int) int { return cmp.Compare(l.ends[a], l.ends[b]) })
}

// release frees the pictures of a layer that is not drawn again.
func (l *lifetimes) release(layers []Layer, i int) {
	if !l.needs[i] {
		return
	}
	l.needs[i], layers[i].derived = false, nil
	for _, s := range layers[i].Sprites() {
		if l.users[s]--; l.users[s] == 0 {
			s.discard()
		}
	}
}

// gone returns the next layer that is not visible from a frame on, and false when there is none.
func (l *lifetimes) gone(frame int) (layer int, ok bool) {
	if len(l.queue) == 0 || l.ends[l.queue[0]] > frame {
		return 0, false
	}
	layer, l.queue = l.queue[0], l.queue[1:]
	return layer, true
}
