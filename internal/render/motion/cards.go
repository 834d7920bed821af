package motion

import (
	"time"

	"mockup/internal/render/composite"
)

// coverSinking cuts off what of a card that sinks is behind other cards, so that no text is read through another one.
func (t *Timeline) coverSinking(at time.Duration, tracks []int, poses []composite.Pose) {
	var there, sinking []int // sprites
	for _, number := range tracks {
		track := t.tracks[number]
		i, ok := track.stateAt(at)
		if !ok || track.leave.style != "sink" {
			continue
		}
		switch s := track.states[i]; {
		case !poses[s.sprite].Visible:
		case s.shown:
			there = append(there, s.sprite)
		default:
			sinking = append(sinking, s.sprite)
		}
	}
	for _, below := range sinking {
		for _, above := range there {
			t.coverCard(below, above, poses)
		}
	}
}

// coverCard cuts a card off where another one begins or ends that lies over it.
func (t *Timeline) coverCard(below, above int, poses []composite.Pose) {
	p, over := &poses[below], poses[above]
	_, high := t.size(above)
	_, height := t.size(below)
	row := func(y float64) float64 { return p.PivotY + (y-p.Y-p.PivotY)/p.Scale } // of the card below
	top := row(over.Y + over.PivotY*(1-over.Scale))
	bottom := row(over.Y + over.PivotY + (float64(high)-over.PivotY)*over.Scale)
	switch {
	case bottom <= 0 || top >= float64(height):
	case top > 0:
		p.Clip.Bottom = max(p.Clip.Bottom, float64(height)-top)
	default:
		p.Clip.Top = max(p.Clip.Top, bottom)
	}
	p.Visible = p.Clip.Top+p.Clip.Bottom < float64(height)
}
