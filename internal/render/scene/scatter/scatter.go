// Package scatter finds places for boxes of any size in a frame: random ones, without overlaps where there is room, the
// first ones near the middle.
package scatter

import (
	"math"
	"math/rand/v2"
)

// Size is a width and a height, in CSS pixels.
type Size struct{ Width, Height float64 }

// Point is a place, in CSS pixels.
type Point struct{ X, Y float64 }

// Box is something to be placed. Where X or Y is given, its centre gets that offset from the frame's centre, however
// far that is. Boxes before the index Until cover it only where there is no other room: it is still being read.
type Box struct {
	Size
	X, Y  *float64
	Until int
}

const (
	margin      = 24   // between boxes and the frame's edge, where they fit
	mostJitter  = 28   // at most, off the even distribution
	leastGap    = 8    // least distance between boxes that do not overlap
	coverFade   = 0.8  // what it costs to cover a box, against covering the next younger one
	coverUnread = 50   // and one that is still being read, whatever its age
	goldenAngle = 2.4  // radians; successive boxes lie in directions that never repeat
	mostWork    = 1e6  // comparisons of two boxes that may be spent on trying again
	mostTries   = 40   // at most
	tightSpread = 0.4  // spread from which on an arrangement is tight
	firstRoll   = 1000 // other users of the same seed take smaller numbers
	epsilon     = 1e-6 // areas and distances closer than this are the same
)

// roll returns the n-th source of chance of a seed.
func roll(seed int64, n int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), uint64(n))) }

// Place finds a place for every box: the offset of its centre from the frame's centre. The first ones lie near the middle, later
// ones further out, each in the free spot that is nearest to where chance wants it; where there is none, it covers as
// little as possible of the boxes before it, and rather old ones than young ones. The same seed gives the same places.
//
// Loose arrangements waste room, so when one makes boxes overlap, a tighter one is tried, and at last plain columns. The
// boxes are then moved apart until they reach the margins.
func Place(frame Size, boxes []Box, seed int64) []Point {
	places := arrange(frame, boxes, seed)
	spread(frame, boxes, places)
	return places
}

// arrange is Place without the last step.
func arrange(frame Size, boxes []Box, seed int64) []Point {
	tries := int(min(max(1, mostWork/math.Pow(float64(len(boxes)), 4)), mostTries))
	if !roomFor(frame, boxes) {
		tries = 1
	}
	var best []Point
	least := math.Inf(1)
	for try := range tries {
		a := arrangement{
			frame: frame, boxes: boxes, places: make([]Point, len(boxes)), placed: make([]bool, len(boxes)),
			chance: roll(seed, firstRoll+try), spread: 1 - float64(try)/float64(max(1, tries-1)),
		}
		if covered := a.arrange(); covered < least-epsilon {
			best, least = a.places, covered
		}
		if least < epsilon {
			break
		}
	}
	if least >= epsilon {
		if places := stack(frame, boxes, roll(seed, firstRoll)); places != nil {
			return places
		}
	}
	return best
}

// roomFor reports whether the frame is large enough for all boxes at all.
func roomFor(frame Size, boxes []Box) bool {
	area := 0.0
	for _, b := range boxes {
		area += b.Width * b.Height
	}
	return area <= frame.Width*frame.Height
}

// arrangement is one try.
type arrangement struct {
	frame  Size
	boxes  []Box
	places []Point
	placed []bool
	chance *rand.Rand
	spread float64 // 1: all over the frame, 0: close to the middle
	turn   float64 // direction that the second box lies in
	middle Point   // of the spiral, from the frame's
}

// arrange places all boxes and returns how much they cover of each other.
func (a *arrangement) arrange() float64 {
	a.turn = a.chance.Float64() * 2 * math.Pi
	if a.spread < tightSpread {
		a.middle = a.shift()
	}
	for i, b := range a.boxes {
		if b.X != nil && b.Y != nil {
			a.places[i], a.placed[i] = Point{*b.X, *b.Y}, true
		}
	}
	covered := 0.0
	for i := range a.boxes {
		target := a.target(i)
		if a.placed[i] {
			continue
		}
		place, cost := a.nearest(i, target)
		a.places[i], a.placed[i] = place, true
		covered += cost
	}
	return covered
}

// shift moves the middle of a tight arrangement by half a box, or not: an even number of columns or rows fits only
// beside the middle, an odd one only around it.
func (a *arrangement) shift() Point {
	half := func(length, reach float64) float64 {
		if odd := a.chance.IntN(2) == 1; odd || alone(length, reach) {
			return 0
		}
		return (length + a.gap()) / 2
	}
	first, reach := a.boxes[0], a.reach(0)
	return Point{X: half(first.Width, reach.Width), Y: half(first.Height, reach.Height)}
}

// alone reports whether no two boxes fit side by side.
func alone(length, reach float64) bool { return reach < length/2 }

// target is where chance wants a box: on a spiral from the middle that covers the frame evenly, and a little off it.
func (a *arrangement) target(i int) Point {
	reach := a.reach(i)
	radius := a.spread * math.Sqrt(float64(i)/math.Max(1, float64(len(a.boxes)-1)))
	angle := a.turn + goldenAngle*float64(i)
	jitter := func(length, reach float64) float64 {
		return (2*a.chance.Float64() - 1) * min(reach, a.looseness(length, reach))
	}
	return Point{
		X: clamp(a.middle.X+radius*reach.Width*math.Cos(angle)+jitter(a.boxes[i].Width, reach.Width), reach.Width),
		Y: clamp(a.middle.Y+radius*reach.Height*math.Sin(angle)+jitter(a.boxes[i].Height, reach.Height), reach.Height),
	}
}

// looseness is how far off its place on the spiral a box may be. Where no two fit side by side, that wastes no room.
func (a *arrangement) looseness(length, reach float64) float64 {
	if alone(length, reach) {
		return mostJitter
	}
	return mostJitter * a.spread
}

// reach is how far the centre of a box may be from the frame's.
func (a *arrangement) reach(i int) Size {
	return Size{
		Width:  max(0, (a.frame.Width-a.boxes[i].Width)/2-margin),
		Height: max(0, (a.frame.Height-a.boxes[i].Height)/2-margin),
	}
}

func clamp(x, reach float64) float64 { return min(max(x, -reach), reach) }

// nearest returns the place for a box that covers the least, and of those the nearest to its target. Such a place
// touches the edges of the frame or of other boxes, or is on a level with the target: only those are looked at.
func (a *arrangement) nearest(i int, target Point) (best Point, least float64) {
	least = math.Inf(1)
	xs, ys := a.columns(i, target.X), a.rows(i, target.Y)
	nearest := math.Inf(1)
	for _, x := range xs {
		for _, y := range ys {
			p, distance := Point{x, y}, math.Hypot(x-target.X, y-target.Y)
			if least == 0 && distance >= nearest {
				continue
			}
			cost := a.cover(i, p, least)
			if cost < least-epsilon || cost < least+epsilon && distance < nearest {
				best, least, nearest = p, cost, distance
			}
		}
	}
	return best, least
}

// columns lists the offsets to the right that a box may have.
func (a *arrangement) columns(i int, target float64) []float64 {
	b, reach := a.boxes[i], a.reach(i).Width
	if b.X != nil {
		return []float64{*b.X}
	}
	xs := []float64{target, -reach, reach}
	for j, other := range a.boxes {
		if away := (b.Width+other.Width)/2 + a.gap(); a.placed[j] {
			xs = append(xs, a.places[j].X-away, a.places[j].X+away)
		}
	}
	return within(xs, reach)
}

// rows lists the offsets downwards that a box may have.
func (a *arrangement) rows(i int, target float64) []float64 {
	b, reach := a.boxes[i], a.reach(i).Height
	if b.Y != nil {
		return []float64{*b.Y}
	}
	ys := []float64{target, -reach, reach}
	for j, other := range a.boxes {
		if away := (b.Height+other.Height)/2 + a.gap(); a.placed[j] {
			ys = append(ys, a.places[j].Y-away, a.places[j].Y+away)
		}
	}
	return within(ys, reach)
}

func within(offsets []float64, reach float64) []float64 {
	kept := offsets[:0]
	for _, x := range offsets {
		if math.Abs(x) <= reach+epsilon {
			kept = append(kept, x)
		}
	}
	return kept
}

// gap is the distance between boxes: looser where they spread.
func (a *arrangement) gap() float64 { return leastGap + 10*a.spread }

// cover adds up what a box would cover of the others, gaps included, until it is more than enough. What lies below
// others already counts less.
func (a *arrangement) cover(i int, p Point, enough float64) float64 {
	cost, weight := 0.0, 1.0
	for j := len(a.boxes) - 1; j >= 0; j-- {
		if j < i-1 {
			weight *= coverFade
		}
		if !a.placed[j] {
			continue
		}
		costs := weight
		if i < a.boxes[j].Until {
			costs = coverUnread
		}
		width := (a.boxes[i].Width+a.boxes[j].Width)/2 + a.gap() - math.Abs(p.X-a.places[j].X)
		height := (a.boxes[i].Height+a.boxes[j].Height)/2 + a.gap() - math.Abs(p.Y-a.places[j].Y)
		if width < epsilon || height < epsilon {
			continue
		}
		if cost += width * height * costs; cost > enough+epsilon {
			break
		}
	}
	return cost
}
