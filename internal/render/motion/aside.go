package motion

import (
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// aside is when a part that stands beside a bubble comes and goes: the button that likes a message.
type aside struct {
	comes, goes time.Duration
	next        int // the sprite with the bubble in the look that does not have it any more
}

// findAsides collects the items that have a part beside their bubble.
func (b *builder) findAsides() {
	b.asides, b.asideOf = map[int]aside{}, map[int]int{}
	for i, part := range b.geometry.Parts {
		if part.Name == "aside" {
			b.asideOf[b.geometry.Sprites[part.Sprite].Item] = i
		}
	}
}

// comeAside notes that what stands beside the bubble of an item comes, or goes as the list makes room for a look without it, given the look
// before if there is one.
func (b *builder) comeAside(step storyboard.Step, item, was int, there bool) {
	now, has := b.asideOf[item]
	before, had := b.asideOf[was]
	switch had = had && there; {
	case there && was == item:
	case has && had:
		b.asides[now] = b.asides[before]
	case has && step.At == 0: // it has been there before the video begins
		b.asides[now] = aside{comes: -time.Hour, goes: endless}
	case has:
		b.asides[now] = aside{comes: max(step.At, step.Seen), goes: endless}
	case had:
		b.asides[before] = aside{comes: b.asides[before].comes, goes: step.At, next: b.bubbled(item)}
	}
}

// bubbled is the sprite of an item that has its bubble, or its first.
func (b *builder) bubbled(item int) int {
	for n := b.first(item); n < b.geometry.End(item); n++ {
		if b.geometry.Sprites[n].Bubble != nil {
			return n
		}
	}
	return b.first(item)
}

// poseAside poses a part beside a bubble. One that goes stays at the bubble's new look, if that is seen already.
func (t *Timeline) poseAside(index int, at time.Duration, poses []composite.Pose) composite.Pose {
	part, a := t.geometry.Parts[index], t.asides[index]
	base := poses[part.Sprite]
	switch {
	case base.Visible:
		if g := t.growths[part.Sprite]; g != nil {
			g.carry(part, at, &base, poses)
		}
	case at >= a.goes && at < a.goes+fadeLength:
		base = t.beside(a.next, part.Sprite, at, poses)
	}
	if !base.Visible {
		return composite.Pose{}
	}
	pose := t.onSprite(part, base)
	pose.Opacity *= smooth(at-a.comes, fadeLength) * (1 - smooth(at-a.goes+33*time.Millisecond, fadeLength))
	return pose
}

// beside is the pose that a look would have whose bubble begins where that of the next one does.
func (t *Timeline) beside(next, sprite int, at time.Duration, poses []composite.Pose) composite.Pose {
	base := poses[next]
	if g := t.growths[next]; g != nil {
		_, higher, _ := g.left(at)
		base.Y += higher
	}
	way := t.bubble(next).Min.Sub(t.bubble(sprite).Min)
	base.X, base.Y = base.X+float64(way.X), base.Y+float64(way.Y)
	base.Clip = composite.Inset{}
	return base
}
