package motion

import (
	"math"
	"time"

	"mockup/internal/render/storyboard"
)

// closing is how a list closes the gap of a message that a step deletes. The zero closing is that of a step that deletes nothing.
type closing struct {
	wait time.Duration // until the list sets out
	fade time.Duration // of the message, if nothing takes its place
	way  float64       // how far up the bubble goes that takes the place of the deleted one, device pixels
	top  float64       // where the deleted message begins, device pixels
}

const (
	closesAfter = 200 * time.Millisecond // the wait for the gap of a line of text: little of it is seen then
	closesTall  = 66 * time.Millisecond  // and for that of a picture, which would leave the screen empty
	fadesIn     = 280 * time.Millisecond // how long a line of text takes to fade
	fadesTall   = 200 * time.Millisecond // and a picture, over which the list closes
	gapOfText   = 100                    // up to this height a gap is like that of a line, to whose end a face goes by itself, CSS pixels
	gapOfTall   = 200                    // and from this one on like that of a picture
)

// closes makes the closing of a step, given where everything stands after it, and how soon something else comes; 0: it does not.
func (b *builder) closes(step storyboard.Step, positions map[int]storyboard.Position, soon time.Duration) closing {
	if step.Deletes == "" {
		return closing{}
	}
	was, now := extent{math.Inf(1), math.Inf(-1)}, extent{math.Inf(1), math.Inf(-1)}
	for key, t := range b.byKey {
		if last := t.last(); key.item == step.Deletes && last.shown {
			_, height := b.size(last.sprite)
			was.add(last.y, height)
		}
	}
	var c closing
	index, stays := b.present[step.Deletes]
	for n := b.first(index); stays && n < b.geometry.End(index); n++ {
		p, near := positions[n]
		if !near {
			continue
		}
		_, height := b.size(n)
		now.add(float64(p.Y), height)
		if t := b.byKey[trackKey{step.Deletes, b.number(index, n)}]; b.geometry.Sprites[n].Bubble != nil && t != nil && t.last().shown {
			last := t.last()
			c.way = last.y + b.above(last.sprite) - float64(p.Y) - b.above(n)
		}
	}
	c.top = was.top
	tall := max(0, min(1, ((was.height()-now.height())/b.scale-gapOfText)/(gapOfTall-gapOfText)))
	c.wait = closesAfter - time.Duration(tall*float64(closesAfter-closesTall))
	c.fade = fadesIn - time.Duration(tall*float64(fadesIn-fadesTall))
	if now.height() > was.height() { // what is left is higher, and would cover what stands above it
		c.wait = 0
	}
	if soon > 0 { // what comes stands where the list has closed its gap
		c.wait = min(c.wait, soon/4)
	}
	return c
}

// extent is from where to where something reaches down, device pixels.
type extent struct{ top, bottom float64 }

// add makes the extent reach over something of a height.
func (e *extent) add(top float64, height int) {
	e.top, e.bottom = min(e.top, top), max(e.bottom, top+float64(height))
}

// height is that of an extent; 0: there is nothing in it.
func (e extent) height() float64 { return max(0, e.bottom-e.top) }
