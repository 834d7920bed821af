package motion

import (
	"image"
	"math"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// growth is how a bubble gets the size of its new look, while the list makes room for that. Reactions come into the bubble's room later;
// one that becomes wider, as others join it, does so together with its bubble, once there is room. What is above the bubble's end stays
// where it is, and the end goes down. The side at which no words begin goes outwards or inwards. So nothing is seen twice.
type growth struct {
	at       time.Duration   // when it begins
	dx       float64         // from the left side of the bubble to that which it had
	before   image.Point     // size of the bubble
	bubble   image.Rectangle // in the sprite of the new look
	size     image.Point     // of that sprite
	reversed bool            // words are at the right side
	head     float64         // where in the sprite all ends that is still at the left side above them, as a name
	rim      float64         // what of a bubble is below its words and beside them
	end      float64         // the same below a picture that is at its end, where that is less
	side     float64         // the same beside a picture, likewise
	corner   float64         // how far a corner reaches
	uncovers bool            // it grows out of the typing indicator: the further its edges are, the more is seen of its words
	room     float64         // how far below its place the list makes room for it at first, device pixels
	way      float64         // how far below its place it begins then, device pixels
	fades    float64         // how far the list still has to go then when what stands above it begins to fade in, device pixels; 0: it is seen at once
	tail     float64         // how far its tail may reach beside it then, device pixels

	veils      int // first of the pieces that hide its words, which fade in while it grows out of the typing indicator; 0: they do not
	pieces     int // first of those that show parts of the bubble
	wider      int // sprite of the wider look, which shows what is above the end
	wideBubble image.Rectangle
	wide       image.Point // size of that sprite
}

// The least that a bubble has below its words and beside them, and the most that a round corner takes, CSS pixels.
const (
	bubbleRim    = 6
	bubbleCorner = 18
)

// grow returns how the bubble of a new look gets its size; nil: the look fades in. So it is where the bubble becomes lower, where a video
// plays in it, and where it becomes narrower by more than its end has between its corners.
func (b *builder) grow(t turn, sprite int) *growth {
	own, before, after := b.geometry.Sprites[sprite], t.wasBubble.Size(), t.bubble.Size()
	g := &growth{
		at: t.since, dx: t.dx + float64(t.wasBubble.Min.X-t.bubble.Min.X), before: before, bubble: t.bubble, size: own.Cell.Size(),
		reversed: own.Reversed, head: float64(own.Head), rim: bubbleRim * b.scale, corner: bubbleCorner * b.scale, wider: sprite, wideBubble: t.bubble,
	}
	g.end, g.side = g.rim, g.rim
	if own.Film != nil || before == after || before.Y > after.Y || float64(before.X-after.X) > float64(after.X)-2*g.corner {
		return nil
	}
	for i, part := range b.geometry.Parts {
		if pop := b.pops[i]; part.Sprite == sprite && pop.wider > 0 && pop.moved == t.at {
			g.at = t.at
		}
	}
	if before.X > after.X {
		g.wider, g.wideBubble = t.was, t.wasBubble
	}
	g.wide = b.geometry.Sprites[g.wider].Cell.Size()
	g.pieces = b.addPieces(g.wider, upperPieces)
	b.addPieces(sprite, lowerPieces)
	b.growths[sprite] = g
	return g
}

// left is what is left of the growth at a time, from 1 to 0: how much higher the bubble becomes, and how much wider.
func (g *growth) left(at time.Duration) (left, higher, wider float64) {
	way := g.bubble.Size().Sub(g.before)
	left, _ = shifting.left(at-g.at, max(math.Abs(float64(way.X)), float64(way.Y), math.Abs(g.way), g.room))
	return left, float64(way.Y) * left, float64(way.X) * left
}

// pose poses the parts of a bubble, given the pose of its new look at rest. The sprite itself shows the left part of the end.
func (g *growth) pose(at time.Duration, sprite int, p composite.Pose, poses []composite.Pose) {
	left, higher, wider := g.left(at)
	if left == 0 {
		poses[sprite] = p
		return
	}
	p.X += g.dx * left
	upper, upperRight := p, p // those of the wider look that are at the left and at the right side of the bubble
	upper.X += float64(g.bubble.Min.X - g.wideBubble.Min.X)
	upper.Y += float64(g.bubble.Min.Y - g.wideBubble.Min.Y)
	upperRight.X, upperRight.Y = upper.X+float64(g.bubble.Dx()-g.wideBubble.Dx())-wider, upper.Y
	lower, lowerRight := p, p // of the new look
	lower.Y, lowerRight.Y, lowerRight.X = p.Y-higher, p.Y-higher, p.X-wider
	words := upper
	if g.reversed {
		words = upperRight
	}
	shown, end := g.before, math.Inf(1)
	side, top, right := -end, -end, end
	if g.uncovers {
		shown = g.bubble.Size().Sub(image.Pt(int(wider), int(higher)))
		side, top, right = g.uncover(left, wider, p, poses)
	}
	c := g.cuts(p, shown, wider)
	copy(poses[g.pieces:], []composite.Pose{
		within(upper, g.wide, side, top, c.atCorners, c.corners),
		within(upperRight, g.wide, c.atCorners, top, right, c.corners),
		within(upper, g.wide, side, c.corners, c.atHead, c.head),
		within(upperRight, g.wide, c.atHead, c.corners, right, c.head),
		within(upper, g.wide, side, c.head, c.atWords, c.sides),
		within(upperRight, g.wide, c.atWords, c.head, right, c.sides),
		within(words, g.wide, c.left, c.sides, c.right, c.line),
		within(lower, g.size, side, c.sides, c.left, c.line),
		within(lowerRight, g.size, c.right, c.sides, right, c.line),
		within(lowerRight, g.size, c.atEnd, c.line, right, end),
	})
	poses[sprite] = within(lower, g.size, side, c.line, c.atEnd, end)
	if g.veils > 0 {
		g.hideWords(left, c, within(upper, g.wide, side, top, c.atHead, c.head), words, poses)
	}
}

// A bubble that grows is shown by so many pieces of its wider look, and so many of its new one, beside its sprite.
const (
	upperPieces = 7
	lowerPieces = 3
)

// cuts are the lines of the frame at which a bubble that grows is cut.
type cuts struct {
	corners, head, sides, line        float64 // heights, from the upper one to the lower one
	atCorners, atHead, atWords, atEnd float64 // columns between the left and the right part, above each of these, and below the last
	left, right                       float64 // columns beside the last row of words
}

// cuts returns where the bubble is cut, given the pose of the new look, of which size it shows words, and how much wider it becomes. All are
// even numbers, so that no seam is seen: most videos have one colour for four pixels.
func (g *growth) cuts(p composite.Pose, shown image.Point, wider float64) cuts {
	x, y := p.X+float64(g.bubble.Min.X), p.Y+float64(g.bubble.Min.Y)
	width, narrow := float64(g.bubble.Dx())-wider, float64(min(shown.X, g.bubble.Dx()))
	even := func(x float64) float64 { return 2 * math.Round(x/2) }
	column := func(rim float64, reversed bool) float64 { // where all ends that the narrower look has room for
		if reversed {
			return 2 * math.Floor((x+width-narrow+rim)/2)
		}
		return 2 * math.Ceil((x+narrow-rim)/2) // no picture that ends there is seen beside it
	}
	c := cuts{corners: 2 * math.Floor((y+g.side)/2), line: even(y + float64(shown.Y) - g.end), left: even(x + g.rim), right: even(x + width - g.rim)}
	c.sides = max(c.corners, even(y+float64(shown.Y)-g.corner))
	if g.end < g.rim { // the picture ends at the line, so that no seam can be seen there, but for its corners
		c.line = math.Ceil(y + float64(shown.Y) - g.end)
		c.sides = max(c.corners, even(y+float64(shown.Y)-1.5*g.rim))
		c.left, c.right = even(x+1.5*g.rim), even(x+width-1.5*g.rim)
	}
	c.head = min(max(c.corners, even(p.Y+g.head)), c.sides)
	c.atCorners = column(g.corner, g.reversed && c.head == c.corners) // words may be nearer to the side than a corner reaches
	c.atHead, c.atWords = column(g.side, false), column(g.side, g.reversed)
	c.atEnd = even(x + g.corner + max(0, -wider))
	return c
}

// within cuts off what a pose shows of a sprite of some size outside of an area of the frame. What is cut off above stays so.
func within(p composite.Pose, size image.Point, left, top, right, bottom float64) composite.Pose {
	p.Clip = composite.Inset{
		Left: max(0, left-p.X), Top: max(p.Clip.Top, top-p.Y), Right: max(0, p.X+float64(size.X)-right), Bottom: max(0, p.Y+float64(size.Y)-bottom),
	}
	return p
}

// carry changes the pose of a sprite to that of what a part of it moves with while the bubble grows, given all poses: the time with the lower
// right corner, the reactions that come with the lower left one, what is under the bubble with what stands above it, all else with the words.
func (g *growth) carry(part storyboard.Part, at time.Duration, p *composite.Pose, poses []composite.Pose) {
	left, higher, wider := g.left(at)
	if left == 0 {
		return
	}
	p.Clip = composite.Inset{}
	switch {
	case part.Name == "under" && g.uncovers:
		*p = poses[g.around()]
		p.Clip.Bottom = 0
	case part.Name == "under":
		p.Y += higher
	case part.Name == "aside": // as far down the bubble as in the end
		middle := float64(part.Offset[1]) + float64(part.Cell[3])/2 - float64(g.bubble.Min.Y)
		p.X -= wider
		p.Y += higher * (1 - middle/float64(g.bubble.Dy()))
	case part.Name == "thumb":
		p.X, p.Y = p.X-wider, p.Y+higher
		if g.uncovers { // the words are still below it at first
			p.Opacity *= max(0, 1-2*wider/float64(part.Cell[2]))
		}
	case g.uncovers: // it is where its words are, and uncovered with them
		p.Y += higher
		p.Clip.Bottom = max(0, float64(g.size.Y-g.bubble.Max.Y)+higher+g.rim)
		p.Opacity *= wordsSeen(left)
	case part.Name == "time":
		p.X -= wider
	case part.Offset[1]+part.Cell[3] <= g.bubble.Min.Y+g.before.Y:
		p.Y += higher
	}
}
