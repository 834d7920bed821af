package composite

import "image"

// rectangles are a few parts of a frame that do not overlap. Their sides are even, so that they hold whole
// chroma samples.
type rectangles []image.Rectangle

// waste is how many pixels may be drawn without need to have one rectangle instead of two.
const waste = 8192

// add adds a rectangle. It is merged with the rectangles that it overlaps, and with those where the union wastes little.
func (d *rectangles) add(r image.Rectangle) {
	if r.Empty() {
		return
	}
	r = image.Rect(r.Min.X&^1, r.Min.Y&^1, (r.Max.X+1)&^1, (r.Max.Y+1)&^1)
	for i := 0; i < len(*d); i++ {
		other := (*d)[i]
		union := r.Union(other)
		if !r.Overlaps(other) && area(union)-area(r)-area(other) > waste {
			continue
		}
		r = union
		(*d)[i] = (*d)[len(*d)-1]
		*d = (*d)[:len(*d)-1]
		i = -1 // the larger rectangle may reach others now
	}
	*d = append(*d, r)
}

func (d *rectangles) addAll(other rectangles) {
	for _, r := range other {
		d.add(r)
	}
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

// widen adds the whole area of every backdrop that has to be made again and lies in them in part.
func (d *rectangles) widen(places []placement, backdrops []filtered) {
	for again := true; again; {
		again = false
		for i := range places {
			a := places[i].area
			if !backdrops[i].valid && d.touches(a) && !d.holds(a) {
				d.add(a)
				again = true
			}
		}
	}
}

func (d *rectangles) touches(r image.Rectangle) bool {
	for _, mine := range *d {
		if mine.Overlaps(r) {
			return true
		}
	}
	return false
}

func (d *rectangles) holds(r image.Rectangle) bool {
	for _, mine := range *d {
		if r.In(mine) {
			return true
		}
	}
	return false
}
