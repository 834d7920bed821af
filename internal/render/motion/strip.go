package motion

import (
	"time"

	"mockup/internal/render/composite"
)

// roundShare is how much of its round corners is seen of a strip at least, of those of one that is one with the field below it. Less would leave
// the field with square corners, which it has below a strip, or with shoulders that are seen.
const roundShare = 0.85

// roundField shows the empty field without the strip above it, and so with round corners of its own, while too little is seen of a strip that comes
// or goes and is one with the field.
func (t *Timeline) roundField(at time.Duration, poses []composite.Pose) {
	if t.strip == nil || t.composer == nil || t.board.Field == nil || t.board.Field.Answering == nil {
		return
	}
	last, there := t.strip.stateAt(at)
	if !there {
		return
	}
	strip := t.strip.states[last].sprite
	_, height := t.size(strip)
	seen := float64(height) - poses[strip].Clip.Bottom
	if !poses[strip].Visible || seen >= roundShare*float64(t.geometry.Sprites[strip].Round) {
		return
	}
	last, _ = t.composer.stateAt(at)
	square := t.composer.states[last].sprite
	answering, idle := t.geometry.Items[t.board.Field.Answering.Idle].First, t.geometry.Items[t.board.Field.Idle].First
	_, low := t.size(answering)
	_, is := t.size(square)
	_, round := t.size(idle)
	if empty := square == answering || t.board.Items[t.geometry.Sprites[square].Item].Lowers; !empty || is != low {
		return
	}
	poses[idle] = poses[square]
	poses[idle].Y += float64(low - round)
	poses[square], poses[strip] = composite.Pose{}, composite.Pose{}
}
