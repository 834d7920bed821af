package motion

import (
	"image"
	"math"
	"slices"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// A bubble that uncovers its words is shown by so many more pieces than another one that grows.
const aroundPieces = 3

// Its words fade in meanwhile, so that those which its edges cut are faint while it is small. So many pieces hide them: what of them is at the left
// above the others, as a name, and all else. In the first frame they are seen a little, so that the bubble is not empty.
const (
	veilPieces = 2
	wordsFirst = 0.15
)

// veil adds the pieces that hide words of a bubble, given their boxes.
func (b *builder) veil(g *growth, words []storyboard.Box) {
	if len(words) == 0 {
		return
	}
	g.veils = b.addPieces(g.wider, veilPieces)
	b.hides[g.veils], b.hides[g.veils+1] = words, words
}

// newWords returns the boxes of the words of a sprite but those which the typing indicator has in the same place, as a name, given the sprite of
// that. These stay.
func (b *builder) newWords(sprite, sign int) []storyboard.Box {
	after, before := b.geometry.Sprites[sprite], b.geometry.Sprites[sign]
	return slices.DeleteFunc(slices.Clone(after.Texts), func(box storyboard.Box) bool {
		now := box.Rect().Sub(after.Words.Rect().Min)
		return slices.ContainsFunc(before.Texts, func(box storyboard.Box) bool {
			was := box.Rect().Sub(before.Grow.Rect().Min)
			return was.In(now.Inset(-1)) && now.In(was.Inset(-1))
		})
	})
}

// wordsSeen is the opacity of the words of a bubble that uncovers them, given what is left of the growth.
func wordsSeen(left float64) float64 { return wordsFirst + (1-wordsFirst)*math.Pow(1-left, 3) }

// hideWords poses the pieces that hide the words of a bubble while they fade in, given where it is cut, the pose of the first and that of the words.
func (g *growth) hideWords(left float64, c cuts, first, words composite.Pose, poses []composite.Pose) {
	side, right := math.Inf(-1), c.atWords
	if g.reversed {
		side, right = c.atWords, math.Inf(1)
	}
	rest := within(words, g.wide, side, c.head, right, c.line)
	first.Opacity *= 1 - wordsSeen(left)
	rest.Opacity *= 1 - wordsSeen(left)
	poses[g.veils], poses[g.veils+1] = first, rest
}

// What stands above a bubble fades in when the list has no further to go than fadesAbove, CSS pixels. That is about as much as is free between
// messages, so that no edge of it is seen.
const fadesAbove = 12

// nameWay is in how much of the list's way the name above the typing indicator fades out before that, as a multiple of fadesAbove.
const nameWay = 2

// uncovering returns how the bubble of a sprite grows out of that of the typing indicator: it begins with the size of that, and the further
// its lower edge goes down and its side outwards, the more is seen of its words, at their full size, and of a picture or a card inside it. It
// is nil where there are no words, where a picture has no bubble around it and would be seen without its round corners, or where parts of the
// bubble have a motion of their own: then it is scaled. It is nil, too, where the bubble is no larger than the indicator and nothing new is
// above it. Top is where in the sprite the bubble of the indicator begins, above how much is above that in its own.
func (b *builder) uncovering(e *entrance, sprite int, top float64, above int) *growth {
	own, sign := b.geometry.Sprites[sprite], e.sign
	if own.Words == nil || min(own.Rims[0], own.Rims[1]) < 2 || own.Film != nil || e.right() || b.moves(sprite) {
		return nil
	}
	bubble := own.Words.Rect()
	newAbove := bubble.Min.Y-above >= sign.Y/2
	if sign.X >= bubble.Dx() && sign.Y >= bubble.Dy() && !newAbove {
		return nil
	}
	way := top - float64(bubble.Min.Y)
	size := own.Cell.Size()
	g := &growth{
		at: e.at, before: image.Pt(min(sign.X, bubble.Dx()), min(sign.Y, bubble.Dy())), bubble: bubble, size: size,
		reversed: own.Reversed, head: float64(own.Head), rim: bubbleRim * b.scale, corner: bubbleCorner * b.scale,
		wider: sprite, wideBubble: bubble, wide: size,
		uncovers: true, room: e.listUp - way, way: way, tail: tailReach * b.scale,
		pieces: b.addPieces(sprite, upperPieces+lowerPieces+aroundPieces),
	}
	sides, end := float64(own.Rims[0]), float64(own.Rims[1])
	g.end, g.side = min(g.rim, end), min(g.rim, sides)
	if sides < g.rim && end >= g.rim {
		g.corner = g.rim // the picture is not at the end: higher corners of that would be seen beside it
	}
	if newAbove {
		g.fades = fadesAbove * b.scale
	}
	b.growths[sprite] = g
	return g
}

// moves reports whether a part of a sprite moves in its bubble, as the end of what is heard of a recording.
func (b *builder) moves(sprite int) bool {
	return slices.ContainsFunc(b.geometry.Parts, func(part storyboard.Part) bool {
		return part.Sprite == sprite && !slices.Contains([]string{"time", "pop", "aside", "under", "thumb"}, part.Name)
	})
}

// uncover poses what stands above a bubble that uncovers its words, and what stands beside it, as a face, and returns where these end, and
// where the bubble does, given how much wider it becomes. What is above covers nothing that the list still has to move away. If it is not above
// the typing indicator, too, as a message that is answered, it fades in as a whole while the last of that goes, with what of it is beside the
// bubble's right side.
func (g *growth) uncover(left, wider float64, p composite.Pose, poses []composite.Pose) (side, top, right float64) {
	even := func(x float64) float64 { return 2 * math.Floor(x/2) } // nothing of the bubble belongs to what is around it
	side, top = even(p.X+float64(g.bubble.Min.X)-g.tail), even(p.Y+float64(g.bubble.Min.Y))
	end := math.Inf(1)
	begins := -end
	if g.room > 0 {
		begins = p.Y + g.room*left
	}
	around := poses[g.around():]
	around[0] = within(p, g.size, -end, begins, end, max(top, begins))
	around[1] = within(p, g.size, -end, top, side, end)
	if g.fades == 0 {
		return side, top, end
	}
	right = p.X + float64(g.bubble.Max.X)
	around[2] = within(p, g.size, right, top, end, end)
	around[0].Opacity *= g.aboveSeen(left)
	around[2].Opacity = around[0].Opacity
	return side, top, right - wider
}

// around is the first of the pieces that show what is around a bubble that uncovers its words: what stands above it.
func (g *growth) around() int { return g.pieces + upperPieces + lowerPieces }

// aboveSeen is the opacity of what stands above a bubble that uncovers its words, given what is left of the growth.
func (g *growth) aboveSeen(left float64) float64 {
	if g.fades == 0 {
		return 1
	}
	return 1 - min(max(0, g.room*left)/g.fades, 1)
}

// nameSeen is the opacity of the name above the typing indicator at a time: it has gone when what comes in its place begins to fade in, so that
// the one is not read through the other.
func (g *growth) nameSeen(at time.Duration) float64 {
	left, _, _ := g.left(at)
	way := min(nameWay*g.fades, g.room-g.fades)
	return min(1, max(0, g.room*left-g.fades)/max(way, 1))
}

// uncoverAbove changes the pose of the next look, which shows what stands above the bubble before the bubble gets that look: it comes as that of
// the first look would.
func (g *growth) uncoverAbove(at time.Duration, p *composite.Pose) {
	left, _, _ := g.left(at)
	p.Opacity *= g.aboveSeen(left)
	p.Clip.Top = max(p.Clip.Top, g.room*left)
}

// rename lets the name above the typing indicator, an item, go up to the upper edge of the new sprite until what stands there fades in. The
// name that a message has in a sprite of its own takes its place at once.
func (b *builder) rename(e *entrance, now state, typing int) {
	if e.growth == nil || e.growth.fades == 0 {
		return
	}
	above := b.geometry.Sprites[b.first(b.geometry.Sprites[now.sprite].Item):now.sprite]
	if slices.ContainsFunc(above, func(s storyboard.SpriteBox) bool { return !s.Face }) {
		return
	}
	for n := b.first(typing); n < b.geometry.End(typing); n++ {
		t := b.track(trackKey{storyboard.TypingKey, b.number(typing, n)})
		if own := b.geometry.Sprites[n]; own.Grow == nil && !own.Face && b.shown[t] {
			t.leave = departure{style: "rename", turn: e.growth, up: t.last().y - now.y}
		}
	}
}
