package motion

import (
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// fill changes the pose of a progress bar, the part "fill", or of its round end, the part "tip": a disc as high as the
// bar. The bar is cut off in the middle of the disc. On the page the disc stands beside the bar, so that their pictures
// stay separate.
func (t *Timeline) fill(part storyboard.Part, at time.Duration, pose *composite.Pose) {
	if part.Name != "fill" && part.Name != "tip" || part.Number >= len(t.bars) {
		return
	}
	bar := t.bars[part.Number]
	width, round := float64(bar.Cell[2]), float64(bar.Cell[3])
	filled := t.filled(part.Number, at)
	end := filled * width
	switch {
	case part.Name == "fill" && filled < 1:
		pose.Clip.Right = width - max(0, end-round/2)
	case part.Name == "tip" && filled < 1:
		pose.X += float64(bar.Offset[0]-part.Offset[0]) + max(0, end-round)
		pose.Y += float64(bar.Offset[1] - part.Offset[1])
		pose.Opacity *= min(1, end/round)
	case part.Name == "tip":
		pose.Visible = false
	}
}

// heard is how much of a recording was heard, from 0 to 1, given a sprite of its item.
func (t *Timeline) heard(sprite int, at time.Duration) float64 {
	play, does := t.board.Plays[t.board.Items[t.geometry.Sprites[sprite].Item].Key]
	if !does {
		return 0
	}
	return max(0, min(1, float64(at-play.From)/float64(play.To-play.From)))
}

// poseKnob puts a knob at the end of what was heard: the part "heard" of its sprite.
func (t *Timeline) poseKnob(knob storyboard.Part, at time.Duration, pose *composite.Pose) {
	for _, wave := range t.geometry.Parts {
		if wave.Sprite == knob.Sprite && wave.Name == "heard" {
			pose.X += float64(wave.Offset[0]-knob.Offset[0]-knob.Cell[2]/2) + t.heard(knob.Sprite, at)*float64(wave.Cell[2])
			pose.Y += float64(wave.Offset[1]-knob.Offset[1]) + float64(wave.Cell[3]-knob.Cell[3])/2
		}
	}
}

// filled is how much of a progress bar is full, from 0 to 1.
func (t *Timeline) filled(number int, at time.Duration) float64 {
	if number >= len(t.board.Fills) {
		return 0
	}
	fill := t.board.Fills[number]
	if at >= fill.To || fill.Cut > 0 && at >= fill.Cut {
		return 1
	}
	return max(0, float64(at-fill.From)/float64(fill.To-fill.From))
}
