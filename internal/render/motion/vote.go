package motion

import (
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// The shares of a poll come once the answers beside them have almost made room.
const (
	shareAfter = 100 * time.Millisecond
	shareFade  = 200 * time.Millisecond
)

// vote is how a part of a poll gets to its place in the look that shows how many chose which answer.
type vote struct {
	at     time.Duration
	dx, dy float64 // from its place to that in the look before, device pixels
}

// findPolls collects the parts of each item that move when somebody votes.
func (b *builder) findPolls() {
	b.votes, b.polls = map[int]vote{}, map[int][]int{}
	for i, part := range b.geometry.Parts {
		switch part.Name {
		case "answer", "share", "bar":
			item := b.geometry.Sprites[part.Sprite].Item
			b.polls[item] = append(b.polls[item], i)
		}
	}
}

// comeVotes notes that the parts of an item's polls come, given the look before if there is one. That may be another slide, whose
// answers have nothing to do with these.
func (b *builder) comeVotes(at time.Duration, item int, was int, there bool) {
	if there && was == item {
		return
	}
	if at == 0 {
		at = -time.Hour // it has been there before the video begins
	}
	there = there && b.board.Items[was].Path == b.board.Items[item].Path
	for _, i := range b.polls[item] {
		v := vote{at: at}
		if part := b.geometry.Parts[i]; there && part.Name == "answer" {
			v.dx, v.dy = b.answerMoved(was, part)
		}
		b.votes[i] = v
	}
}

// answerMoved returns how far the same answer is away from its place in the look before.
func (b *builder) answerMoved(was int, part storyboard.Part) (dx, dy float64) {
	for _, i := range b.polls[was] {
		if old := b.geometry.Parts[i]; old.Name == part.Name && old.Number == part.Number {
			return float64(old.Offset[0] - part.Offset[0]), float64(old.Offset[1] - part.Offset[1])
		}
	}
	return 0, 0
}

// apply changes the pose of a part of a poll that is as wide as said.
func (v vote) apply(name string, at time.Duration, width int, pose *composite.Pose) {
	since := at - v.at + springLead
	switch name {
	case "answer":
		left, _ := shifting.left(since, max(v.dx, -v.dx, v.dy, -v.dy))
		pose.X += v.dx * left
		pose.Y += v.dy * left
	case "bar":
		left, _ := shifting.left(since, float64(width))
		pose.Clip.Right = float64(width) * max(0, left)
	case "share":
		pose.Opacity *= smooth(since-shareAfter, shareFade)
	}
}
