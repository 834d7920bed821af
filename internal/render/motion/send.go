package motion

import (
	"maps"

	"mockup/internal/render/storyboard"
)

// sendMargin is what stays free between a message that is sent and what is above it as it sets out, CSS pixels.
const sendMargin = 2

// send lets what is sent and rises from behind the composer begin so near that some of it is seen in the frame in which its text leaves the field:
// it begins right below what was there before. What comes above it with it, as a date, fades in once there is room.
func (b *builder) send(step storyboard.Step, shown map[*track]bool, arriving []*track) {
	sent := func(t *track) bool {
		return b.board.Items[b.geometry.Sprites[t.last().sprite].Item].Sent && t.enters[len(t.enters)-1].style == "rise"
	}
	before := maps.Clone(shown)
	for _, t := range arriving {
		delete(before, t)
	}
	ahead, free, top := unbound, unbound, unbound
	for _, t := range arriving {
		if e := t.enters[len(t.enters)-1]; sent(t) && step.At > 0 {
			ahead, free = min(ahead, b.gapAbove(t, e.grows, before)), min(free, b.gapBelowGone(t, e, shown))
			top = min(top, t.last().y)
		}
	}
	for _, t := range arriving {
		e := &t.enters[len(t.enters)-1]
		switch now := t.last(); {
		case top == unbound:
		case sent(t):
			margin := sendMargin * b.scale
			e.sent, e.clear, e.ahead = true, free > margin, max(0, min(min(ahead, free)-margin, e.listUp))
		case e.style == "fade" && now.y < top && !b.pinned[now.sprite] && !b.geometry.Sprites[now.sprite].Face:
			e.style = "join"
		}
	}
}

// gapBelowGone is how much is free between the place from which an element would come with the list and the lowest one that goes now, as a receipt,
// device pixels.
func (b *builder) gapBelowGone(t *track, e entrance, shown map[*track]bool) float64 {
	from, gap := t.last().y+float64(e.grows.Min.Y)+e.listUp, unbound
	for gone := range b.shown {
		last := gone.last()
		_, height := b.size(last.sprite)
		if !shown[gone] && !b.pinned[last.sprite] {
			gap = min(gap, max(0, from-last.y-float64(height)))
		}
	}
	return gap
}
