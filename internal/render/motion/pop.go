package motion

import (
	"image"
	"math"
	"slices"
	"time"

	"mockup/internal/render/composite"
)

// pop is how a part pops up, and how it glides and becomes wider when its row gets another look.
type pop struct {
	at   time.Duration // when it comes
	part int           // in its newest look

	gives  bool    // it gives way to a reaction that comes as fast as that grows: the button beside them
	beside bool    // it is such a reaction, and grows away from the one at its left side
	room   float64 // how far the one at its left moves aside for it when it comes, device pixels; 0: it has room

	moved time.Duration // when it was last given another place or width; what follows is of that moment
	dx    float64       // from its new place to the one before
	wider float64       // how much wider it became
	was   int           // the part before, which was wider and fades out; -1: it was not
	end   int           // the first of the pieces that show its right end while it becomes wider; 0: it does not

	counted bool // it had a number at its right end then, and has got something before that: the end that follows shows the number
}

// The least that a pill has beside its emoji, and above and below them, CSS pixels.
const (
	pillSide = 4
	pillRim  = 3
)

// popNames are the names of the parts that come, and of those beside them.
var popNames = []string{"pop", "more", "late"}

// lateFor is how long after its row has got its new look a part comes for which the list makes room then.
const lateFor = 130 * time.Millisecond

// partKey names a list of parts: the key of their item, and their name.
type partKey struct{ item, name string }

// findPops collects the parts of each item that pop up when they come, and the button beside them.
func (b *builder) findPops() {
	b.pops, b.popsOf, b.popped = map[int]pop{}, map[int][]int{}, map[partKey][]pop{}
	for i, part := range b.geometry.Parts {
		if slices.Contains(popNames, part.Name) {
			item := b.geometry.Sprites[part.Sprite].Item
			b.popsOf[item] = append(b.popsOf[item], i)
		}
	}
}

// comePops notes when the parts of an item come. Those that its look before had, too, are there already.
func (b *builder) comePops(at time.Duration, item int) {
	came := at
	if at == 0 {
		came = -time.Hour // it has been there before the video begins
	}
	key := b.board.Items[item].Key
	count := map[partKey]int{}
	comes := false // a reaction
	for _, i := range b.popsOf[item] {
		list := partKey{key, b.geometry.Parts[i].Name}
		n := count[list]
		count[list]++
		if n == len(b.popped[list]) {
			beside := list.name == "pop" && len(b.popped[partKey{key, "more"}]) > 0
			b.popped[list] = append(b.popped[list], pop{at: came, part: i, was: -1, beside: beside, room: b.roomAside(b.popped[list], came, i)})
			comes = comes || beside
		}
		p := b.shifted(b.popped[list][n], at, i)
		if p.moved == at {
			p.gives = comes && list.name == "more"
		}
		b.popped[list][n], b.pops[i] = p, p
	}
	for _, name := range popNames {
		list := partKey{key, name}
		b.popped[list] = b.popped[list][:count[list]]
	}
}

// roomAside is how far the last one of a list moves to the left for a part that comes at its right.
func (b *builder) roomAside(list []pop, came time.Duration, part int) float64 {
	if len(list) == 0 {
		return 0
	}
	last := list[len(list)-1]
	left, right := b.geometry.Parts[last.part], b.geometry.Parts[part]
	if last.moved != came || last.dx <= 0 || left.Offset[1] != right.Offset[1] || left.Offset[0]+left.Cell[2] > right.Offset[0] {
		return 0
	}
	return max(last.dx, last.wider)
}

// shifted returns how a part shows that has another look from a moment on: it glides from the place in its bubble that it had, unless
// that was in another row. What becomes narrower is the badge that had the tail: it loses the side that it goes away from.
func (b *builder) shifted(p pop, at time.Duration, part int) pop {
	old, young := b.geometry.Parts[p.part], b.geometry.Parts[part]
	was, now := b.bubble(old.Sprite), b.bubble(young.Sprite)
	dx := float64(old.Offset[0] - was.Min.X - young.Offset[0] + now.Min.X)
	wider := 0.0
	if young.Name == "pop" {
		wider = float64(young.Cell[2] - old.Cell[2])
	}
	fromTop := math.Abs(float64(old.Offset[1] - was.Min.Y - young.Offset[1] + now.Min.Y))
	fromEnd := math.Abs(float64(old.Offset[1] - was.Max.Y - young.Offset[1] + now.Max.Y))
	if wider < -1 && dx-wider/2 < 0 {
		dx -= wider
	}
	before := p.part
	p.part = part
	if inRow := min(fromTop, fromEnd) <= 1; before != part && inRow && (math.Abs(dx) > 1 || math.Abs(wider) > 1) { // a pixel may depend on the place
		left := p.left(at)
		p.counted = old.Count > 0 && wider > float64(young.Count-old.Count)+1
		p.dx, p.wider, p.moved, p.was = dx+p.dx*left, max(0, wider)+p.wider*left, at, -1
		if wider < -1 {
			p.was = before
		}
	}
	p.end = 0
	if p.wider > 0 && p.left(at) > 0 {
		p.end = b.addPieces(len(b.geometry.Sprites)+part, pillPieces)
	}
	return p
}

// left is what is left of the way to its place and its width, from 1 to 0.
func (p pop) left(at time.Duration) float64 {
	if p.gives {
		left, _ := springing.left(at-p.moved+springLead, math.Abs(p.dx))
		return left
	}
	left, _ := shifting.left(at-p.moved, max(math.Abs(p.dx), p.wider))
	return max(0, left)
}

// apply changes the pose of a part of some size. Only reactions grow; others fade in. One for which another moves aside grows out of its
// right end, as fast as that goes.
func (p pop) apply(name string, at time.Duration, size image.Point, pose *composite.Pose) {
	since := at - p.at + springLead
	left, _ := springing.left(since, float64(max(size.X, size.Y))/4)
	pose.PivotX, pose.PivotY = float64(size.X)/2, float64(size.Y)/2
	if p.beside {
		pose.PivotX = 0
	}
	switch name {
	case "pop":
		if p.room > 0 {
			aside, _ := shifting.left(at-p.at, p.room)
			left = max(left, aside)
			pose.PivotX = float64(size.X)
		}
		pose.Scale *= 1 - left
	case "late":
		since -= lateFor
	}
	pose.Opacity *= smooth(since, springFade)
	pose.X += p.dx * p.left(at)
	if at < p.at { // its bubble is there before
		pose.Opacity = 0
	}
}

// posePop poses what is seen beside a part whose own pose is given: the part before, and the right end of a pill that becomes wider,
// which the pill's own pose leaves out.
func (t *Timeline) posePop(p pop, at time.Duration, pose *composite.Pose, poses []composite.Pose) {
	left := p.left(at)
	if since := at - p.moved; p.was >= 0 && since >= 0 && since < turnLength {
		before := *pose
		before.Opacity *= 1 - smooth(since, turnLength)
		if now := t.geometry.Parts[p.part]; p.dx < 0 { // its right side is that of the badge
			before.X -= float64(t.geometry.Parts[p.was].Cell[2] - now.Cell[2])
		}
		poses[len(t.geometry.Sprites)+p.was] = before
	}
	if narrower := p.wider * left; p.end > 0 && narrower > 0 {
		now, count := t.geometry.Parts[p.part], 0
		if p.counted {
			count = now.Count
		}
		t.widen(narrower, float64(count), now.Cell.Size(), pose, poses[p.end:])
	}
}

// So many pieces show what of a pill that becomes wider its own pose does not show.
const pillPieces = 4

// widen cuts a pill of some size, which is still narrower, so that its left part is at its place, and its right end follows: the corners, and
// between them what is beside emoji, with the number that is so far from the right side. It is cut at even pixels, as bubbles are.
func (t *Timeline) widen(narrower, count float64, size image.Point, pose *composite.Pose, pieces []composite.Pose) {
	even := func(x float64) float64 { return 2 * math.Round(x/2) }
	right, foot, outside := pose.X+float64(size.X)-narrower, pose.Y+float64(size.Y), math.Inf(1)
	end := even(right - max(count, pillSide*t.scale))
	corners := min(end, even(right-float64(size.Y)/2))
	top, bottom := even(pose.Y+pillRim*t.scale), even(foot-pillRim*t.scale)
	follows := *pose
	follows.X, follows.PivotX = pose.X-narrower, pose.PivotX+narrower
	cut := func(p composite.Pose, left, top, right, bottom float64) composite.Pose {
		was := p.Clip.Bottom
		p = within(p, size, left, top, right, bottom)
		p.Clip.Bottom = max(p.Clip.Bottom, was)
		return p
	}
	copy(pieces, []composite.Pose{
		cut(*pose, corners, top, end, bottom),
		cut(follows, corners, -outside, outside, top),
		cut(follows, end, top, outside, bottom),
		cut(follows, corners, bottom, outside, outside),
	})
	*pose = cut(*pose, -outside, -outside, corners, outside)
}
