package motion

import (
	"image"
	"time"

	"mockup/internal/render/composite"
)

// pop is how a part pops up.
type pop struct {
	at    time.Duration
	from  float64 // its size in the beginning, of 1; 0: it comes then
	pivot float64 // from its left side, of one that is there already: what of it stays in its place
	part  int     // in its newest look
}

// widenFrom is the least size at the start of a part that becomes wider: smaller would be seen as a jump.
const widenFrom = 0.75

// apply changes the pose of a part of some size.
func (p pop) apply(at time.Duration, size image.Point, pose *composite.Pose) {
	since := at - p.at + springLead
	left, _ := springing.left(since, (1-p.from)*float64(max(size.X, size.Y))/4)
	pose.Scale *= 1 - (1-p.from)*left
	pose.PivotX, pose.PivotY = float64(size.X)/2, float64(size.Y)/2
	if p.from > 0 {
		pose.PivotX = p.pivot
	} else {
		pose.Opacity *= smooth(since, springFade)
	}
	if at < p.at { // its bubble is there before
		pose.Opacity = 0
	}
}

// findPops collects the parts of each item that pop up when they come.
func (b *builder) findPops() {
	b.pops, b.popsOf, b.popped = map[int]pop{}, map[int][]int{}, map[string][]pop{}
	for i, part := range b.geometry.Parts {
		if part.Name == "pop" {
			item := b.geometry.Sprites[part.Sprite].Item
			b.popsOf[item] = append(b.popsOf[item], i)
		}
	}
}

// comePops notes when the parts of an item come. Those that its look before had, too, are there already.
func (b *builder) comePops(at time.Duration, item int) {
	if at == 0 {
		at = -time.Hour // it has been there before the video begins
	}
	key := b.board.Items[item].Key
	came := b.popped[key]
	for n, i := range b.popsOf[item] {
		if n == len(came) {
			came = append(came, pop{at: at, part: i})
		}
		came[n] = b.widened(came[n], at, i)
		b.pops[i] = came[n]
	}
	b.popped[key] = came[:len(b.popsOf[item])]
}

// widened returns how a part pops up that has another look from a moment on.
func (b *builder) widened(was pop, at time.Duration, part int) pop {
	old, young := b.geometry.Parts[was.part], b.geometry.Parts[part]
	before, after := float64(old.Cell[2]), float64(young.Cell[2])
	if before < after-1 { // a pixel may depend on the place
		pivot := float64(old.Offset[0]-young.Offset[0]) / (1 - before/after)
		return pop{at: at, from: max(before/after, widenFrom), pivot: min(max(pivot, 0), after), part: part}
	}
	was.part = part
	return was
}
