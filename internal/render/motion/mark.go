package motion

import (
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/scene"
)

// markStep is how long the mark of an assistant takes to the next line; markRoom is kept free below it, CSS pixels.
const (
	markStep = 240 * time.Millisecond
	markRoom = 12
)

// mark stands below what is written, and goes to its own place when all is.
type mark struct {
	work
	stream *stream
	gap    float64 // from what is written to the mark
}

// work is the time in which a sprite shows that an assistant is busy.
type work struct {
	sprite    int
	from, end time.Duration
}

// endless is the end of work whose end is not known.
const endless = time.Duration(1<<63 - 1)

// begin notes that the mark came: it is busy until an answer is written.
func (c *casting) begin(at time.Duration, item int) {
	if c.film.Items[item].Key == scene.MarkKey && c.sprite(item) >= 0 {
		c.works = append(c.works, work{c.sprite(item), at, endless})
	}
}

// sprite is the first sprite of an item, or -1.
func (c *casting) sprite(item int) int {
	if c.places.First[item] == c.end(item) {
		return -1
	}
	return c.places.First[item]
}

// busy notes that the sprites of an item show that it is written, and sets the mark below it, if there is one. It
// returns what the view has to keep free below the text, and the lowest point that it has to show.
func (c *casting) busy(at time.Duration, item int, s *stream, p Place, places map[int]Place) (room, end float64) {
	until := at + c.film.Items[item].Stream
	for n := c.places.First[item]; n < c.end(item); n++ {
		c.works = append(c.works, work{n, at, until})
	}
	room, end = c.camera.margin, float64(p.Y+s.size[1])
	index, there := c.present[scene.MarkKey]
	if !there || c.sprite(index) < 0 {
		return room, end
	}
	sprite := c.sprite(index)
	for i := range c.works {
		if w := &c.works[i]; w.sprite == sprite && w.end == endless {
			w.end = until
		}
	}
	m := mark{work: work{sprite, at, until}, stream: s, gap: c.actor(name{scene.MarkKey, 0}).last().y - float64(p.Y)}
	c.marks = append(c.marks, m)
	height := float64(c.places.Sizes[sprite][1])
	return max(room, m.gap+height+markRoom*c.scale), max(end, float64(places[sprite].Y)+height)
}

// follow puts the mark below what is written. It is in its own place when what stands below the text comes.
func (t *Timeline) follow(at time.Duration, poses []composite.Pose) {
	for _, m := range t.marks {
		own, text := &poses[m.sprite], poses[m.stream.sprite]
		if !own.Visible || at > m.end+restAfter {
			continue
		}
		edge := m.stream.edge(at)
		switch {
		case at < m.from:
			own.Y += edge
		case text.Visible:
			below := text.Y + edge + m.gap
			own.Y += (below - own.Y) * (1 - smooth(at-m.end, restAfter))
		}
	}
}

// edge is how far down the mark has made room for the text: with a soft step just before every line.
func (s *stream) edge(at time.Duration) float64 {
	edge, last := 0.0, 0
	for i, unit := range s.units {
		since := at - unit.at + markStep
		if unit.Rest || since < 0 {
			break
		}
		if bottom := unit.Box.Max.Y; s.line(i) == i {
			edge += float64(bottom-last) * smooth(since, markStep)
			last = bottom
		}
	}
	return edge
}

// clock is the time that a sprite's own motion goes by: it stands still from the end of the first whole cycle after the
// work is done.
func (t *Timeline) clock(sprite int, at, cycle time.Duration) time.Duration {
	for i := len(t.works) - 1; i >= 0; i-- {
		if w := t.works[i]; w.sprite == sprite && w.from <= at {
			if w.end == endless {
				return at
			}
			return min(at, (w.end+cycle-1)/cycle*cycle)
		}
	}
	return at
}
