package storyboard

import (
	"slices"
	"time"
)

// againAfter is the time from when everything begins to go until what the first frame shows begins to come back.
const againAfter = 220 * time.Millisecond

// Loop adds the way back to the first frame, which begins at a time: what has come goes, and what the first frame shows
// comes back in its place. Texts never lie upon each other. The storyboard ends when all of it rests.
func (s *Storyboard) Loop(from time.Duration) {
	first, _ := s.present(0)
	last, order := s.present(from)
	back, again := Step{At: from, Leave: "fade"}, Step{At: from + againAfter, Rewind: true}
	for _, key := range order {
		item, there := first[key]
		switch {
		case s.Items[last[key]].moves() || !there:
			back.Drop = append(back.Drop, key)
		case item != last[key]:
			back.Put = append(back.Put, item)
		}
	}
	_, order = s.present(0)
	for _, key := range order {
		_, stays := last[key]
		if item := s.Items[first[key]]; item.moves() || !stays {
			item.Key, item.Enter, item.Lead, item.Stream, item.Again = "again "+key, "fade", false, 0, true
			s.Items = append(s.Items, item)
			again.Put = append(again.Put, len(s.Items)-1)
		}
	}
	s.Steps = append(s.Steps, back, again)
}

// Keys returns the keys of the items that are there at a time, in the order in which they came.
func (s *Storyboard) Keys(at time.Duration) []string {
	_, order := s.present(at)
	return order
}

// present returns the items that are there at a time, by key, and the keys in the order in which they came.
func (s *Storyboard) present(at time.Duration) (items map[string]int, order []string) {
	items = map[string]int{}
	var came []string
	for _, step := range s.Steps {
		if step.At > at {
			break
		}
		for _, key := range step.Drop {
			delete(items, key)
		}
		for _, i := range step.Put {
			key := s.Items[i].Key
			if _, there := items[key]; !there {
				came = append(came, key)
			}
			items[key] = i
		}
	}
	seen := map[string]bool{}
	for _, key := range slices.Backward(came) { // what went and came again is where it came last
		if _, there := items[key]; there && !seen[key] {
			seen[key], order = true, append(order, key)
		}
	}
	slices.Reverse(order)
	return items, order
}

// moves reports whether an item has its place in a list, and not on the screen.
func (i Item) moves() bool { return !i.Snap && !i.Pinned }
