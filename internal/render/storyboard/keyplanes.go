package storyboard

import (
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	// planeFor is how long a plane of a keyboard shows at least, if there is time: three frames at 30 a second.
	planeFor = 100 * time.Millisecond
	// planeLeast is two of them: a plane that would show for less would be seen as a flash.
	planeLeast = 67 * time.Millisecond
)

// withoutFlashes returns the states of a keyboard in which each plane shows for some frames: if need be, until the next key is pressed. One
// for which that is too short does not show, and neither does the key that leads there; a capital on it presses the key of its small letter.
func (k *Keyboard) withoutFlashes(states []KeyState) []KeyState {
	end := k.planeEnd(states, 0)
	for end < len(states) {
		start := end
		end = k.planeEnd(states, start)
		if end == len(states) {
			break
		}
		k.holdPlane(states, end, states[start].At+planeFor)
		if states[end].At-states[start].At < planeLeast {
			k.skipPlane(states, start, end)
			end = k.planeEnd(states, start)
		}
	}
	return states
}

// planeEnd is the first state from one on that shows another plane, or the number of states. Letters are spelled on one plane: only some keys
// do something else meanwhile.
func (k *Keyboard) planeEnd(states []KeyState, from int) int {
	for i := from; i < len(states); i++ {
		if k.atRest(states[i].Plane) != k.atRest(states[from].Plane) {
			return i
		}
	}
	return len(states)
}

// atRest is a plane as it is while nothing is being spelled.
func (k *Keyboard) atRest(plane int) int {
	if k.Choosing > 0 && plane == k.Choosing {
		return k.Spelling
	}
	return plane
}

// holdPlane lets the plane before that of a state show until a moment, or until a key is pressed on the next one.
func (k *Keyboard) holdPlane(states []KeyState, next int, until time.Duration) {
	end := k.planeEnd(states, next)
	if end < len(states) { // that has to show, too
		until = min(until, states[end].At-planeLeast)
	}
	for i := next; i < end && states[i].At < until; i++ {
		if states[i].Key >= 0 {
			until = states[i].At
		}
	}
	for i := next; i < end && states[i].At < until; i++ {
		states[i].At = until
	}
}

// skipPlane lets states show the plane before them, or the next one where the first of another language is left out, so that the key is pressed that
// leads there. Keys that this plane does not have are not pressed.
func (k *Keyboard) skipPlane(states []KeyState, start, end int) {
	if next := states[end].Plane; k.Planes[next].Layout != k.Planes[states[start-1].Plane].Layout && k.Planes[next].Layout == k.Planes[states[start].Plane].Layout {
		for i := start; i < end; i++ {
			states[i].Plane, states[i].Key = next, k.Planes[next].sameKey(k.Planes[states[i].Plane], states[i].Key)
		}
		return
	}
	ways, before := k.Planes[states[start].Plane].Switch, k.atRest(states[start-1].Plane)
	for i := start; i < end; i++ {
		states[i].Plane, states[i].Key = before, k.Planes[before].sameKey(k.Planes[states[i].Plane], states[i].Key)
	}
	leads := func(piece int) bool {
		return slices.ContainsFunc(ways, func(name string) bool {
			key, there := k.Planes[before].Keys[name]
			return there && key == piece
		})
	}
	for i := start - 1; i >= 0 && k.atRest(states[i].Plane) == before && states[i].Key >= 0 && leads(states[i].Key); i-- {
		states[i].Key = -1
	}
}

// sameKey returns the piece of the key that has the name of another plane's, or that of its small letter or capital; -1: there is none.
func (p Plane) sameKey(other Plane, piece int) int {
	for _, name := range slices.Sorted(maps.Keys(other.Keys)) { // a key may type several letters
		if other.Keys[name] != piece {
			continue
		}
		for _, cased := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
			if same, there := p.Keys[cased]; there {
				return same
			}
		}
	}
	return -1
}
