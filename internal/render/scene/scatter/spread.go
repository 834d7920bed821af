package scatter

import "math"

// spreadFrom is the number of boxes from which on they reach all margins. Fewer would leave the middle empty; they are
// centred together.
const spreadFrom = 4

// spread moves boxes away from the first one until the outermost on each side is at the margin. What does not overlap
// does not overlap then either, since no two boxes come closer in either direction. A box whose place is given stays, and
// the others move away from it; several such boxes leave all as it is.
func spread(frame Size, boxes []Box, places []Point) {
	pivot, given := 0, 0
	for i, b := range boxes {
		if b.X != nil || b.Y != nil {
			pivot, given = i, given+1
		}
	}
	if given > 1 {
		return
	}
	across, down := make([]extent, len(boxes)), make([]extent, len(boxes))
	for i, b := range boxes {
		across[i], down[i] = extent{places[i].X, b.Width / 2}, extent{places[i].Y, b.Height / 2}
	}
	spreadOut(across, pivot, frame.Width/2-margin, given > 0)
	spreadOut(down, pivot, frame.Height/2-margin, given > 0)
	for i := range places {
		places[i] = Point{across[i].centre, down[i].centre}
	}
}

// extent is a box in one direction.
type extent struct{ centre, half float64 }

// spreadOut is spread in one direction. A first box that is the outermost on one side has nothing to move away there, so
// all are centred and moved away from the frame's centre then, unless the pivot stays.
func spreadOut(boxes []extent, pivot int, room float64, stays bool) {
	if len(boxes) >= spreadFrom {
		stretch(boxes, boxes[pivot].centre, room)
	}
	if stays {
		return
	}
	centre(boxes, room)
	if len(boxes) >= spreadFrom {
		stretch(boxes, 0, room)
	}
}

// stretch multiplies the distances from a place on either side of it, as far as there is room from the frame's centre.
func stretch(boxes []extent, middle, room float64) {
	for _, side := range []float64{-1, 1} {
		factor := math.Inf(1)
		for _, b := range boxes {
			if away := side * (b.centre - middle); away > epsilon {
				factor = min(factor, (room-b.half-side*middle)/away)
			}
		}
		for i, b := range boxes {
			if away := side * (b.centre - middle); away > epsilon {
				boxes[i].centre = middle + side*away*max(factor, 1)
			}
		}
	}
}

// centre moves all boxes so that there is as much room on one side of them as on the other.
func centre(boxes []extent, room float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, b := range boxes {
		low, high = min(low, b.centre-b.half), max(high, b.centre+b.half)
	}
	if high-low > 2*room+epsilon {
		return
	}
	for i := range boxes {
		boxes[i].centre -= (low + high) / 2
	}
}
