package storyboard

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
)

// settled is how long before a moment everything that has moved is at rest again, with plenty of room.
const settled = 3 * time.Second

// LookAhead is how long before a step something may already move in another way, for what that step brings.
const LookAhead = 400 * time.Millisecond

// Moment returns the part of a storyboard that one moment needs: what is there shortly before it, and what happens from
// then on until shortly after it. Its items are those of the part alone. The storyboard itself is returned where a moment depends on all that was
// before it, as the place of a view that scrolls, and the places of cards that are scattered.
func (s *Storyboard) Moment(at time.Duration) *Storyboard {
	if s.Scatter != nil || slices.ContainsFunc(s.Items, func(i Item) bool { return i.Lead || i.Stream > 0 }) {
		return s
	}
	part := *s
	from := at - settled
	first := Step{Set: map[string]string{}}
	part.Steps = []Step{first}
	for _, step := range s.Steps {
		switch {
		case step.At <= from:
			maps.Copy(first.Set, step.Set)
			part.Steps[0].Keyboard = cmp.Or(step.Keyboard, part.Steps[0].Keyboard)
		case step.At <= at+LookAhead:
			part.Steps = append(part.Steps, step)
		}
	}
	items, order := s.present(from)
	for _, key := range order {
		part.Steps[0].Put = append(part.Steps[0].Put, items[key])
	}
	part.keepItems()
	return &part
}

// MomentDrafts returns the storyboard with those of its drafts that one moment shows. A keyboard stays with the language and the emoji that
// were typed last: with one, the drafts before them are among them up to the last one with letters.
func (s *Storyboard) MomentDrafts(at time.Duration) *Storyboard {
	part := *s
	end := 0
	for end < len(s.Drafts) && s.Drafts[end].From <= at {
		end++
	}
	from := end
	for from > 0 && at-settled <= s.Drafts[from-1].To {
		from--
	}
	for letters := s.Keyboard == nil; from > 0 && !letters; from-- {
		letters = strings.ContainsFunc(s.Drafts[from-1].Text, unicode.IsLetter)
	}
	part.Drafts = s.Drafts[from:end]
	return &part
}

// keepItems leaves the items out that no step puts.
func (s *Storyboard) keepItems() {
	used := map[int]int{} // index of an item, and its new one
	for _, step := range s.Steps {
		for _, item := range step.Put {
			used[item] = 0
		}
	}
	for _, typed := range s.Typed {
		used[typed.Item] = 0
	}
	items := make([]Item, 0, len(used))
	for _, old := range slices.Sorted(maps.Keys(used)) {
		used[old] = len(items)
		items = append(items, s.Items[old])
	}
	s.Items, s.Steps, s.Typed = items, slices.Clone(s.Steps), slices.Clone(s.Typed)
	for i, step := range s.Steps {
		s.Steps[i].Put = nil
		for _, item := range step.Put {
			s.Steps[i].put(used[item])
		}
	}
	for i := range s.Typed {
		s.Typed[i].Item = used[s.Typed[i].Item]
	}
	if s.Keyboard != nil {
		keyboard := *s.Keyboard
		keyboard.Item = used[keyboard.Item]
		s.Keyboard = &keyboard
	}
}
