package motion

import (
	"math"
	"sort"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// raise notes that the keyboard comes or goes with a step. It moves by the spring of the list.
func (b *builder) raise(step storyboard.Step) {
	if step.Keyboard == "" {
		return
	}
	was, now := b.bar.last(), state{at: step.At, shown: true}
	if step.Keyboard == "up" {
		now.y = -float64(b.geometry.Rise)
	}
	b.bar.states = append(b.bar.states, now)
	if step.At > 0 && was.y != now.y {
		b.bar.moves = append(b.bar.moves, move{at: step.At, dy: was.y - now.y})
	}
}

// onBar reports whether an item stands on what rises with the keyboard, and not on the keyboard itself, which has another way.
func (t *Timeline) onBar(item int) bool {
	return t.geometry.Items[item].Rises && (t.board.Keyboard == nil || t.board.Keyboard.Item != item)
}

// raisePoses moves what stands on the bar as far as the bar has risen.
func (t *Timeline) raisePoses(at time.Duration, poses []composite.Pose) {
	risen := t.Risen(at)
	if risen == 0 {
		return
	}
	for i, sprite := range t.geometry.Sprites {
		if t.onBar(sprite.Item) {
			poses[i].Y -= risen
		}
	}
}

// Risen is how far above its place that of the front stands at a time which rises with the keyboard, in device pixels.
func (t *Timeline) Risen(at time.Duration) float64 { return t.bar.higher(at) }

// keyboardUp reports whether the keyboard is up at a time, or comes up.
func (t *Timeline) keyboardUp(at time.Duration) bool {
	next := sort.Search(len(t.bar.states), func(i int) bool { return t.bar.states[i].at > at })
	return next > 0 && t.bar.states[next-1].y != 0
}

// Narrowed is how much narrower than on the page the bar with the composer is at a time, on each side, in device pixels.
func (t *Timeline) Narrowed(at time.Duration) float64 {
	if t.geometry.Narrows == 0 || t.geometry.Rise == 0 {
		return 0
	}
	return float64(t.geometry.Narrows) * (1 - t.Risen(at)/float64(t.geometry.Rise))
}

// keyState returns what the keyboard shows at a time.
func (t *Timeline) keyState(at time.Duration) storyboard.KeyState {
	i := sort.Search(len(t.keys), func(i int) bool { return t.keys[i].At > at })
	if i == 0 {
		return t.board.Keyboard.Resting(0)
	}
	return t.keys[i-1]
}

// posePlanes hides the planes of the keyboard that do not show.
func (t *Timeline) posePlanes(at time.Duration, poses []composite.Pose) {
	k := t.board.Keyboard
	if k == nil {
		return
	}
	first, shown := t.geometry.Items[k.Item].First+1, t.keyState(at).Plane
	for plane := range k.Planes {
		if plane != shown {
			poses[first+plane] = composite.Pose{}
		}
	}
}

// posePiece puts a piece of the keyboard into its place on the board, where it shows.
func (t *Timeline) posePiece(p storyboard.Part, at time.Duration, base composite.Pose) composite.Pose {
	k, state := t.board.Keyboard, t.keyState(at)
	x, y := k.Pieces[p.Number].X, k.Pieces[p.Number].Y
	strip := k.Planes[state.Plane].Kind != "emoji" // the words stand in it
	shows := state.Key == p.Number || strip && state.Strip == p.Number || k.Bars == p.Number && state.Words[0] >= 0 && strip
	for slot, word := range state.Words {
		if word == p.Number && strip {
			shows, x = true, x+k.Slots[slot]
		}
	}
	if !shows {
		return composite.Pose{}
	}
	base.X += math.Round(x * t.scale)
	base.Y += math.Round(y * t.scale)
	return base
}
