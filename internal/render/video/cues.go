package video

import (
	"math"
	"slices"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/cues"
	"mockup/internal/render/storyboard"
)

// holdLeast is how long nothing moves at least where a cue says so.
const holdLeast = 200 * time.Millisecond

// Cues returns what is seen and heard when, in order of time. Each begins with the first frame that shows it.
func (v *Video) Cues() cues.List {
	list := v.happenings()
	var holds []storyboard.Cue
	for _, c := range list {
		if c.Kind == storyboard.CueHold {
			holds = append(holds, v.stillIn(c)...)
		}
	}
	list = append(slices.DeleteFunc(list, func(c storyboard.Cue) bool { return c.Kind == storyboard.CueHold }), holds...)
	storyboard.SortCues(list)
	return cues.List{Cues: list, Length: v.Length(), FPS: v.opts.FPS}
}

// happenings returns the cues in order of time. A hold may have motion in it.
func (v *Video) happenings() []storyboard.Cue {
	list := slices.Concat(v.Board.Cues, v.Timeline.Scrolls())
	for i := range list {
		list[i].At, list[i].End = v.onFrame(list[i].At), v.onFrame(list[i].End)
	}
	storyboard.SortCues(list)
	return list
}

// stillIn returns the parts of a hold in which no layer moves: what comes last may still be on its way, and a phone may be unlocked.
func (v *Video) stillIn(hold storyboard.Cue) (parts []storyboard.Cue) {
	pose := v.Composition().Pose
	before, now := make([]composite.Pose, len(v.layers)), make([]composite.Pose, len(v.layers))
	number := func(at time.Duration) int { return int((at*time.Duration(v.opts.FPS) + time.Second/2) / time.Second) }
	from, end := number(hold.At), number(hold.End)
	add := func(until int) {
		part := hold
		part.At, part.End = v.timeOf(from), v.timeOf(until)
		if part.End-part.At >= holdLeast {
			parts = append(parts, part)
		}
	}
	pose(from, before)
	for frame := from + 1; frame < end; frame++ {
		clear(now) // what is not seen has no pose
		pose(frame, now)
		if !slices.EqualFunc(before, now, looksAlike) {
			add(frame)
			from = frame + 1
		}
		before, now = now, before
	}
	add(end)
	return parts
}

// looksAlike reports poses in which a sprite looks the same: springs come to rest in steps that nobody sees.
func looksAlike(a, b composite.Pose) bool {
	if unseen := func(p composite.Pose) bool { return !p.Visible || p.Opacity <= 0 || p.Scale <= 0 }; unseen(a) || unseen(b) {
		return unseen(a) == unseen(b)
	}
	const pixels, parts = 0.02, 0.001
	near := func(a, b, most float64) bool { return math.Abs(a-b) < most }
	return near(a.X, b.X, pixels) && near(a.Y, b.Y, pixels) && near(a.Scale, b.Scale, parts) && near(a.Rotate, b.Rotate, pixels) &&
		near(a.Opacity, b.Opacity, parts) && a.Picture == b.Picture &&
		near(a.Clip.Left, b.Clip.Left, pixels) && near(a.Clip.Top, b.Clip.Top, pixels) &&
		near(a.Clip.Right, b.Clip.Right, pixels) && near(a.Clip.Bottom, b.Clip.Bottom, pixels)
}
