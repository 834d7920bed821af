package composite

import "image"

// brush draws one sprite on one band. All its lengths are in pixels of that band.
type brush struct {
	dst     *band
	src     *level
	rect    image.Rectangle // what is drawn of the band
	box     box             // what the clips do not cut off
	opacity int             // 1..fine
	mask    *level          // nil: none
	paint   *paint          // nil: the sprite's own colours
	over    *brush          // of what hides a paint that fades; nil: nothing does
	sampler sampler

	// The row that is drawn: the source's planes in columns [x0, x1). In [solid, solidEnd) all pixels are opaque.
	x0, x1          int
	solid, solidEnd int
	rows            [4][]byte
	*scratch
}

// paint holds colours that are fixed to a band, from its pixel (x, y) on.
type paint struct {
	*planes
	x, y int
}

// scratch is working memory, kept from brush to brush.
type scratch struct {
	row      [4][]byte // one per plane
	tmp      []byte
	coverage []byte
	over     *scratch // of what hides a paint; nil: not used yet
	blurrer
}

// grow returns n values with undefined contents.
func grow[T any](b *[]T, n int) []T {
	if cap(*b) < n {
		*b = make([]T, n+n/2)
	}
	return (*b)[:n]
}

// drawLayer draws the part of a layer that lies in rectangle r, whose sides are even, over what c holds. A backdrop that is
// not valid is made from that, for which r must hold the whole area of the layer.
func (c *canvas) drawLayer(l *Layer, p *placement, backdrop *filtered, r image.Rectangle, s *scratch) {
	if !r.Overlaps(p.bounds) {
		return
	}
	if r.Overlaps(p.area) {
		if !backdrop.valid {
			s.filter(backdrop, c, l.Backdrop, p.area)
		}
		for i := range c.bands {
			c.bands[i].drawSprite(l.Backdrop.Shape, l, p, &backdrop.paints[i], r, s)
		}
	}
	if l.Sprite == nil {
		return
	}
	for i := range c.bands {
		b := &c.bands[i]
		b.drawSprite(l.drawn(), l, p, l.paintOn(b), r, s)
	}
}

// drawn is what is drawn of the layer's sprite, which is loaded.
func (l *Layer) drawn() *Sprite {
	switch {
	case l.Unlike == nil && l.Row == 0 && l.Blank == nil:
		return l.Sprite
	case l.derived != nil:
	case l.Unlike != nil:
		l.derived = differing(l.Sprite, l.Unlike)
	case l.Blank != nil:
		l.derived = blank(l.Sprite, l.Blank)
	default:
		l.derived = repeating(l.Sprite, l.Row)
	}
	return l.derived
}

// paintOn is the layer's paint for a band, nil if it has none.
func (l *Layer) paintOn(b *band) *paint {
	if l.Paint == nil {
		return nil
	}
	return &paint{planes: &l.Paint.level(b.kind, 0, 0).planes}
}

// drawSprite draws the part of a sprite that lies in r, with the clip, mask and place of a layer.
func (b *band) drawSprite(sprite *Sprite, l *Layer, p *placement, paint *paint, r image.Rectangle, s *scratch) {
	shift := b.kind.shift()
	br := brush{dst: b, rect: b.rect(r.Intersect(p.bounds)), opacity: p.opacity, paint: paint, scratch: s}
	br.box = box{p.box.x0 >> shift, p.box.y0 >> shift, p.box.x1 >> shift, p.box.y1 >> shift}
	br.rect = br.rect.Intersect(br.box.pixels())
	if l.Mask != nil {
		br.mask = l.Mask.level(b.kind, 0, 0)
	}
	if paint != nil {
		br.rect = br.rect.Intersect(image.Rect(paint.x, paint.y, paint.x+paint.w, paint.y+paint.h))
	}
	if sprite.Size().X == 0 || sprite.Size().Y == 0 {
		return
	}
	br.src, br.sampler = samplerFor(sprite, b.kind, p)
	if l.Over != nil && l.Paint != nil && p.opacity < fine {
		br.over = br.overPaint(l.Over, p)
	}
	for y := br.rect.Min.Y; y < br.rect.Max.Y; y++ {
		br.drawRow(y)
	}
}

// pixels is the whole pixels a box touches.
func (b box) pixels() image.Rectangle {
	if b.x0 >= b.x1 || b.y0 >= b.y1 {
		return image.Rectangle{}
	}
	return image.Rect(b.x0>>8, b.y0>>8, (b.x1+fine-1)>>8, (b.y1+fine-1)>>8)
}

// cover is how much of pixel i is covered from lo to hi, in 1/fine pixels.
func cover(i, lo, hi int) int {
	return max(min(hi, (i+1)*fine)-max(lo, i*fine), 0)
}

// drawRow draws row y of the band.
func (b *brush) drawRow(y int) {
	b.x0, b.x1, b.solid, b.solidEnd = b.rect.Min.X, b.rect.Max.X, 0, 0
	b.sampler.gather(b, y)
	if b.x0 >= b.x1 {
		return
	}
	if b.over != nil {
		b.hide(y)
	}
	if k := b.opacity * cover(y, b.box.y0, b.box.y1) / fine; k < fine {
		b.weigh(k)
	}
	b.weighSides()
	if b.mask != nil {
		b.multiply(b.mask.row(b.mask.alpha(), y, b.x0, b.x1))
	}
	if b.paint != nil {
		b.colour(y)
	}
	b.blend(y)
}

// first is the first plane that has to be gathered: with paint, alpha alone.
func (b *brush) first() int {
	if b.paint != nil {
		return b.src.alpha()
	}
	return 0
}

// weigh multiplies the row by k/fine.
func (b *brush) weigh(k int) {
	b.solid, b.solidEnd = 0, 0
	for i := b.first(); i < len(b.src.p); i++ {
		out := grow(&b.row[i], b.x1-b.x0)
		scaleRow(out, b.rows[i], k)
		b.rows[i] = out
	}
}

// weighSides multiplies the columns that the box covers in part by how much it covers of them.
func (b *brush) weighSides() {
	left, right := b.box.x0>>8, (b.box.x1-1)>>8
	if b.weighColumn(left) {
		b.solid = max(b.solid, left+1)
	}
	if right != left && b.weighColumn(right) {
		b.solidEnd = min(b.solidEnd, right)
	}
}

// weighColumn multiplies column x by how much the box covers of it, unless that is all.
func (b *brush) weighColumn(x int) bool {
	k := cover(x, b.box.x0, b.box.x1)
	if k == fine || x < b.x0 || x >= b.x1 {
		return false
	}
	for i := b.first(); i < len(b.src.p); i++ {
		if out := grow(&b.row[i], b.x1-b.x0); &out[0] != &b.rows[i][0] { // the row is the source's
			copy(out, b.rows[i])
			b.rows[i] = out
		}
		at := b.rows[i][x-b.x0:][:1]
		scaleRow(at, at, k)
	}
	return true
}

// multiply multiplies the row by a row of alpha.
func (b *brush) multiply(m []byte) {
	b.solid, b.solidEnd = 0, 0
	for i := b.first(); i < len(b.src.p); i++ {
		out := grow(&b.row[i], b.x1-b.x0)
		mulRow(out, b.rows[i], m)
		b.rows[i] = out
	}
}

// overPaint is the brush that reads the alpha of a sprite over the paint that the brush draws.
func (b *brush) overPaint(sprite *Sprite, p *placement) *brush {
	if b.scratch.over == nil {
		b.scratch.over = &scratch{}
	}
	over := &brush{paint: b.paint, scratch: b.scratch.over}
	over.src, over.sampler = samplerFor(sprite, b.dst.kind, p)
	return over
}

// hide takes from the row of a paint what the sprite over it hides, so that the two fade as one picture does: where both are seen through, the
// paint would tint the sprite.
func (b *brush) hide(y int) {
	o := b.over
	o.x0, o.x1 = b.x0, b.x1
	o.sampler.gather(o, y)
	if o.x0 >= o.x1 {
		return
	}
	alpha := b.src.alpha()
	out := grow(&b.row[alpha], b.x1-b.x0)
	if &out[0] != &b.rows[alpha][0] { // the row is the source's
		copy(out, b.rows[alpha])
		b.rows[alpha] = out
	}
	out = out[o.x0-b.x0 : o.x1-b.x0]
	for i, a := range o.rows[o.src.alpha()][:len(out)] {
		out[i] = byte(int(out[i]) * (255 - int(a)) / (255 - int(a)*b.opacity/fine))
	}
	b.solid, b.solidEnd = 0, 0
}

// colour fills the row's colours from the paint.
func (b *brush) colour(y int) {
	a := b.src.alpha()
	x0, x1 := b.x0-b.paint.x, b.x1-b.paint.x
	for i := range a {
		colours := b.paint.row(i, y-b.paint.y, x0, x1)
		b.rows[i] = colours
		if b.solid > b.x0 || b.solidEnd < b.x1 {
			b.rows[i] = grow(&b.row[i], b.x1-b.x0)
			mulRow(b.rows[i], colours, b.rows[a])
		}
	}
	if len(b.paint.p) > a {
		b.solid, b.solidEnd = 0, 0
		out := grow(&b.row[a], b.x1-b.x0)
		mulRow(out, b.rows[a], b.paint.row(a, y-b.paint.y, x0, x1))
		b.rows[a] = out
	}
}

// blend draws the row over row y of the band.
func (b *brush) blend(y int) {
	alpha := b.rows[b.src.alpha()]
	s0, s1 := b.solid-b.x0, b.solidEnd-b.x0
	for i := range b.dst.p {
		dst, src := b.dst.row(i, y, b.x0, b.x1), b.rows[i]
		if s0 >= s1 {
			blendRow(dst, src, alpha)
			continue
		}
		blendRow(dst[:s0], src, alpha)
		copy(dst[s0:s1], src[s0:s1])
		blendRow(dst[s1:], src[s1:], alpha[s1:])
	}
}
