package scatter

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// stack places boxes in columns, the tightest way there is for cards, which are all about as wide. It returns their
// centres, from the frame's, or nil if they do not fit or one of them has a place already.
func stack(frame Size, boxes []Box, chance *rand.Rand) []Point {
	width := 0.0
	for _, b := range boxes {
		if b.X != nil || b.Y != nil {
			return nil
		}
		width = max(width, b.Width)
	}
	inside := Size{frame.Width - 2*margin, frame.Height - 2*margin}
	columns := fill(boxes, int((inside.Width+leastGap)/(width+leastGap)))
	slot := inside.Width / float64(len(columns))
	places := make([]Point, len(boxes))
	for i, c := range columns {
		if c.height > inside.Height {
			return nil
		}
		middle := slot * (float64(i) - float64(len(columns)-1)/2)
		for j, y := range c.spread(boxes, inside.Height, chance) {
			aside := max(0, slot-boxes[c.boxes[j]].Width-leastGap) / 2
			places[c.boxes[j]] = Point{X: middle + (2*chance.Float64()-1)*aside, Y: y}
		}
	}
	return places
}

// column is some boxes one below the other.
type column struct {
	boxes  []int
	height float64 // gaps included
}

// fill makes columns of boxes, which puts each box, the tallest first, into the column that is the lowest yet. The first
// boxes come to the middle.
func fill(boxes []Box, count int) []column {
	columns := make([]column, min(max(count, 1), len(boxes)))
	order := make([]int, len(boxes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(boxes[b].Height, boxes[a].Height) })
	for _, i := range order {
		lowest := 0
		for c := range columns {
			if columns[c].height < columns[lowest].height {
				lowest = c
			}
		}
		c := &columns[lowest]
		if len(c.boxes) > 0 {
			c.height += leastGap
		}
		c.boxes, c.height = append(c.boxes, i), c.height+boxes[i].Height
	}
	for c := range columns {
		slices.Sort(columns[c].boxes)
		columns[c].boxes = middleOut(columns[c].boxes)
	}
	slices.SortFunc(columns, func(a, b column) int { return cmp.Compare(slices.Min(a.boxes), slices.Min(b.boxes)) })
	return middleOut(columns)
}

// middleOut puts the first of a list into its middle, and the others by turns before and behind.
func middleOut[T any](list []T) []T {
	var out []T
	for i, item := range list {
		out = slices.Insert(out, i%2*len(out), item)
	}
	return out
}

// spread returns where the centres of a column's boxes are, from the middle of a height. Chance shares out the room that
// is left around them.
func (c column) spread(boxes []Box, height float64, chance *rand.Rand) []float64 {
	shares := make([]float64, len(c.boxes)+1)
	total := 0.0
	for i := range shares {
		shares[i] = 0.2 + chance.Float64()
		total += shares[i]
	}
	room := height - c.height
	y := -height / 2
	centres := make([]float64, len(c.boxes))
	for i, b := range c.boxes {
		y += room * shares[i] / total
		centres[i] = y + boxes[b].Height/2
		y += boxes[b].Height + leastGap
	}
	return centres
}
