package motion

import (
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// markStep is how long the mark of an assistant takes to the next line, except of code; markRoom is kept free below it, CSS pixels.
const (
	markStep = 240 * time.Millisecond
	markRoom = 12
)

// mark is the mark of an assistant. It stands below what is written, and goes to its own place when all is.
type mark struct {
	busyPeriod
	stream *stream
	before float64 // from the answer's upper edge to the mark, before anything is written
	gap    float64 // from what is written to the mark
}

// busyPeriod is the time in which a sprite shows that an assistant is busy.
type busyPeriod struct {
	sprite    int
	from, end time.Duration
}

// endless is the end of a period whose end is not known yet.
const endless = time.Duration(1<<63 - 1)

// beginBusy notes that the mark came: it is busy until an answer is written. What a video begins with is written already.
func (b *builder) beginBusy(step storyboard.Step, item int) {
	written := step.At == 0 || step.Rewind
	for n := b.first(item); n < b.geometry.End(item); n++ {
		switch {
		case written:
			b.busy = append(b.busy, busyPeriod{n, step.At, 0})
		case b.board.Items[item].Key == storyboard.MarkKey && n == b.first(item):
			b.busy = append(b.busy, busyPeriod{n, step.At, endless})
		}
	}
}

// addMark notes that the sprites of an item show that it is written, and puts the mark below it, if there is one. It
// returns what the view has to keep free below the text, and the lowest point that it has to show.
func (b *builder) addMark(at time.Duration, item int, s *stream, p storyboard.Position, positions map[int]storyboard.Position) (room, end float64) {
	until := at + b.board.Items[item].Stream
	for n := b.first(item); n < b.geometry.End(item); n++ {
		b.busy = append(b.busy, busyPeriod{n, at, until})
	}
	room, end = b.scroller.margin, float64(p.Y+s.size.Y)
	index, there := b.present[storyboard.MarkKey]
	if !there || b.firstSprite(index) < 0 {
		return room, end
	}
	sprite := b.firstSprite(index)
	for i := range b.busy {
		if period := &b.busy[i]; period.sprite == sprite && period.end == endless {
			period.end = until
		}
	}
	before := b.track(trackKey{storyboard.MarkKey, 0}).last().y - float64(p.Y)
	gap := max(before, float64(positions[sprite].Y-p.Y-s.size.Y)) // an answer of no height may leave the mark less room than one with text
	b.marks = append(b.marks, mark{busyPeriod: busyPeriod{sprite, at, until}, stream: s, before: before, gap: gap})
	_, height := b.size(sprite)
	return max(room, gap+float64(height)+markRoom*b.scale), max(end, float64(positions[sprite].Y+height))
}

// poseMarks puts each mark below what is written. It is in its own place when what stands below the text comes.
func (t *Timeline) poseMarks(at time.Duration, poses []composite.Pose) {
	for _, m := range t.marks {
		own, text := &poses[m.sprite], poses[m.stream.sprite]
		if !own.Visible || at > m.end+restAfter {
			continue
		}
		edge := m.edge(at)
		switch {
		case at < m.from:
			own.Y += edge - m.before
		case text.Visible:
			below := text.Y + edge
			own.Y += (below - own.Y) * (1 - smooth(at-m.end, restAfter))
		}
	}
}

// edge is how far below the answer's upper edge the mark stands: it makes room for the text with a soft step just before
// every line. The ground of a line of code comes at once with the end of its card, and moves the mark likewise.
func (m mark) edge(at time.Duration) float64 {
	edge, last := m.before, m.before
	for i, unit := range m.stream.units {
		since := at - unit.at + markStep
		if unit.Rest || since < 0 {
			break
		}
		if m.stream.line(i) != i {
			continue
		}
		part := smooth(since, markStep)
		if unit.Line && at < unit.at {
			part = 0
		}
		next := float64(unit.bottom()) + m.gap
		edge += (next - last) * part
		last = next
	}
	return edge
}

// clock is the time that a sprite's own motion goes by: it stands still from the end of the first whole cycle after the
// assistant is no longer busy.
func (t *Timeline) clock(sprite int, at, cycle time.Duration) time.Duration {
	for i := len(t.busy) - 1; i >= 0; i-- {
		if period := t.busy[i]; period.sprite == sprite && period.from <= at {
			if period.end == endless {
				return at
			}
			return min(at, (period.end+cycle-1)/cycle*cycle)
		}
	}
	return at
}
