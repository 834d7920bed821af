package motion

import (
	"slices"

	"mockup/internal/render/storyboard"
)

// trackKey names a track: the item's key and the element's number in it. Those that join others have numbers below 0.
type trackKey struct {
	item   string
	number int
}

// The numbers of a face in its item, and of the faces of readers. The others have theirs whether these are there or not.
const (
	faceNumber    = 1 << 16
	readersNumber = faceNumber + 1
	aboveNumber   = faceNumber / 4 // of the first element above a message, as a name
	belowNumber   = faceNumber / 2 // of the first one below a message, as a receipt
	anewNumber    = 2 * faceNumber // of the first element of an item whose elements are others than those of the look before
)

// number is an element's number in its item: among those that join others, among messages, among what stands above or below these, or among
// all of an item without messages, beside the face and the readers. So a message that gets a name above it stays the same element.
func (b *builder) number(item, sprite int) int {
	if b.board.Items[item].Anew {
		return anewNumber + sprite - b.first(item)
	}
	own := b.geometry.Sprites[sprite]
	switch {
	case own.Face:
		return faceNumber
	case own.Readers != "":
		return readersNumber
	}
	n, below := 0, false
	for _, other := range b.geometry.Sprites[b.first(item):sprite] {
		switch {
		case other.Message && !own.Message && !below:
			n, below = 0, true
		case other.Joins == own.Joins && other.Message == own.Message && !other.Face && other.Readers == "":
			n++
		}
	}
	switch {
	case own.Joins:
		return -1 - n
	case below:
		return belowNumber + n
	case !own.Message && slices.ContainsFunc(b.geometry.Sprites[sprite:b.geometry.End(item)], func(other storyboard.SpriteBox) bool { return other.Message }):
		return aboveNumber + n
	}
	return n
}
