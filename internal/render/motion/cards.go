package motion

import (
	"slices"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// coverCards cuts off what of a card that sinks is behind other cards, and what of one that comes would lie on those that still make room
// for it, so that no text is read through another one.
func (t *Timeline) coverCards(at time.Duration, tracks []int, poses []composite.Pose) {
	var sinking, coming, there []int // sprites
	for _, number := range tracks {
		track := t.tracks[number]
		if track.leave.style != "sink" {
			continue
		}
		i, ok := track.stateAt(at)
		if !ok {
			continue
		}
		enter := track.enterAt(at)
		switch s := track.states[i]; {
		case !poses[s.sprite].Visible:
		case !s.shown:
			sinking = append(sinking, s.sprite)
		case enter != nil && enter.style != "" && at-enter.at < shiftMost:
			coming = append(coming, s.sprite)
		default:
			there = append(there, s.sprite)
		}
	}
	for _, above := range there {
		for _, below := range coming {
			t.coverCard(below, above, poses)
		}
	}
	for _, above := range append(there, coming...) {
		for _, below := range sinking {
			t.coverCard(below, above, poses)
		}
	}
}

// hurryCards lets a card that is replaced go faster if another card than the newer one of its stack comes to its place: else the text of both
// would be read at once.
func (b *builder) hurryCards(step storyboard.Step, shown map[*track]bool) {
	for older := range b.shown {
		gone := older.last()
		_, height := b.size(gone.sprite)
		of := b.board.Items[b.geometry.Sprites[gone.sprite].Item].Key
		if gone.at != step.At || gone.leave.style != "sink" || !slices.Contains(step.Drop, of) {
			continue
		}
		for t := range shown {
			if now := t.last(); b.shown[t] && t.leave.style == "sink" && now.y < gone.y+float64(height) && now.y > gone.y-float64(height) {
				older.states[len(older.states)-1].leave.style = "yield"
			}
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
