package motion

import (
	"image"
	"math"
	"strings"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// entrance is how an element arrives. The zero entrance is being there.
type entrance struct {
	at     time.Duration
	style  string
	width  float64 // of the sprite, device pixels
	height float64
	scale  float64                     // device pixels per CSS pixel
	grows  image.Rectangle             // what of the sprite grows in a pop
	least  float64                     // shortest way that a rise takes, device pixels
	field  float64                     // how far below its place the composer is, device pixels
	end    func(time.Duration) float64 // where the list ends at a time, before the view scrolls: there it is cut off while it comes; nil: nowhere
	gap    float64                     // between what grows and the lowest element above it, device pixels
	floor  float64                     // how far below its upper edge it is cut off: at the end of a composer that shows what is behind; or unbound

	sent             bool          // it rises from behind the composer, out of which it comes
	clear            bool          // nothing that goes then is in its way at first
	ahead            float64       // how much further up than what moves with the list it begins then, device pixels
	listUp, listDown float64       // how far the list moves up for what arrives, or down
	closes           time.Duration // how long the list waits until it closes the gap in which it appears
	replacesTyping   bool          // it takes the place of the indicator that it is being typed, or beside that the place of the face of a message
	sign             image.Point   // size of the bubble of that indicator; zero: it has none
	waits            bool          // it fades in a frame later: something else still fades out in its place
	beside           bool          // something of the sprite does not grow with the rest
	pieces           int           // first of those that show it at its size; 0: the sprite does not grow then
	sprite           int           // that has these pieces
	growth           *growth       // how it uncovers its words then; nil: it is scaled
}

// entrance makes the entrance of a sprite that comes to a place, in the style that the storyboard names:
//
//	rise        comes from below with the list, fading in
//	pop-left    grows out of its lower left corner, as a bubble out of its tail
//	pop-right   out of its lower right corner
//	lift-left   comes out of the phone: a pop that is smaller at first, goes a way outwards and swings further
//	lift-right  the same to the right
//	fade        appears in place
//	late        appears in place, once a list that moves up has made room, or what was there has faded out
//	join        the same, and moves up with the list: between parts of a row that are there already
//	fly         comes up from the composer
//	pick        grows up out of the composer, as a picture that is sent
//	spring      grows out of nothing about its middle, a little beyond its size and back
//	drop        comes down from above, growing to its size, as far as the list below moves down, within bounds
//	cover       the same, over a card that sinks: from nearer, and opaque sooner
//	banner      comes down from above the screen, as a notification does
//	unfold      comes up from behind what is below it, by its height
//	uncover     appears below the edge of a lock screen that goes up, in place
//	zoom        the same, and comes from nearer than its place, as the apps of a home screen
func (b *builder) entrance(at time.Duration, style string, p storyboard.Position) entrance {
	grow := b.geometry.Sprites[p.Sprite].Grow
	switch {
	case grow == nil && (strings.HasPrefix(style, "pop-") || strings.HasPrefix(style, "lift-")):
		style = "fade"
	case style == "pick" && (grow == nil || b.composer[0] == 0):
		style = "rise"
	}
	width, height := b.size(p.Sprite)
	e := entrance{at: at, style: style, width: float64(width), height: float64(height), scale: b.scale, least: 22 * b.scale, floor: unbound}
	if grow != nil {
		e.grows, e.beside = grow.Rect(), b.geometry.Sprites[p.Sprite].Beside
	}
	if top, bottom := b.composer[0], b.composer[1]; top > 0 {
		e.field = float64(min(top-p.Y, bottom-p.Y-height)) // what is higher than the composer reaches up out of it
		sent := b.board.Items[b.geometry.Sprites[p.Sprite].Item].Sent
		// It is seen behind the composer and below it. Of what rises, more than that would be seen beside a field that is still high.
		whole := sent && b.glass() && (style != "rise" || bottom-top <= b.lowField)
		if view := b.geometry.View.Rect(); view.Max.Y > top && !b.follows && !whole { // where the view follows, it brings the place into sight
			e.floor = float64(bottom - p.Y)
		}
		above := p.Y < bottom-b.lowField // it belongs there, as messages do
		if !whole && !b.pinned[p.Sprite] && style != "pick" && (above && !b.follows || style == "rise" && b.follows) {
			e.end = b.listEnd
		}
	}
	return e
}

// gapAbove is how much is free between what grows of an element and the lowest one above it, device pixels.
func (b *builder) gapAbove(t *track, grows image.Rectangle, shown map[*track]bool) float64 {
	top, gap := t.last().y+float64(grows.Min.Y), unbound
	for other := range shown {
		last := other.last()
		box := b.bubble(last.sprite)
		if box.Empty() {
			box = image.Rectangle{Max: b.geometry.Sprites[last.sprite].Cell.Size()}
		}
		if free := top - last.y - float64(box.Max.Y); other != t && free >= 0 {
			gap = min(gap, free)
		}
	}
	return gap
}

// glass reports whether the composer shows what is behind it.
func (b *builder) glass() bool {
	item, there := b.present[storyboard.ComposerKey]
	return there && len(b.geometry.Sprites[b.first(item)].Backdrops) > 0
}

// unbound is more than any way is long.
const unbound = 1e9

const (
	fadeLength  = 160 * time.Millisecond
	turnLength  = 100 * time.Millisecond // of each of the two fades from one look of an element to the next
	softLength  = 133 * time.Millisecond // of each of these as a message is deleted
	lateBy      = 120 * time.Millisecond // a list that moves up a line has then gone two thirds of its way
	popLength   = 110 * time.Millisecond // of a pop's fade; its growth takes longer
	popFrom     = 0.55                   // size at the start of a pop
	afterTyping = 0.75                   // the same of a bubble that replaces the typing indicator
	pickFrom    = 0.35                   // and of a picture that is sent
	liftFrom    = 0.4                    // size at the start of a lift
	liftWay     = 46                     // how far a lift goes outwards, CSS pixels
	liftRise    = 24                     // and upwards at most: below the list nothing hides what is beside the phone
	flyFade     = 80 * time.Millisecond
	springFade  = 90 * time.Millisecond
	springLead  = 33 * time.Millisecond  // a spring's first frame shows it on its way already, not as nothing
	dropFrom    = 0.9                    // and of a drop
	dropHeight  = 30                     // least way, CSS pixels
	dropMost    = 48                     // longest: a card that pushes a full list down must not come over the clock
	bannerAbove = 76                     // how far above its place the screen begins, with room for its shadow, CSS pixels
	bannerLead  = 60 * time.Millisecond  // its first frame shows some of it
	zoomFrom    = 1.3                    // size at the start of a zoom
	dropLength  = 200 * time.Millisecond // of its fade
	coverFrom   = 0.96                   // size at the start of a card over another
	coverHeight = 4                      // and its way, CSS pixels: with sinkDepth less than there is below the text of a card
	coverLength = 80 * time.Millisecond  // of its fade
)

// apply changes the pose of an element that has come.
func (e entrance) apply(at time.Duration, p *composite.Pose) {
	since := at - e.at
	if since > shiftMost {
		return
	}
	if e.growth != nil {
		left, _, _ := e.growth.left(at)
		p.Y += e.growth.way * left
		return
	}
	switch e.style {
	case "rise":
		way, fade := max(e.listUp-e.ahead, e.least), fadeLength
		if e.sent {
			fade = flyFade
		}
		if e.replacesTyping {
			way = e.listUp // it begins where the typing indicator was, and grows out of it
			e.pop(since, popping, popFrom, p)
		}
		e.come(since, way, shifting, fade, p)
	case "fly":
		e.come(since, max(e.listUp, e.field, e.least), flying, flyFade, p)
	case "pick":
		e.pick(since, p)
	case "fade":
		e.come(since, e.listUp, shifting, fadeLength, p)
	case "join": // what stands around it makes room, and moves with it
		e.come(since, e.listUp, shifting, fadeLength, p)
		p.Opacity = smooth(since-lateBy, fadeLength)
	case "late":
		p.Opacity = smooth(since-max(lateBy, e.closes), fadeLength)
	case "pop-left", "pop-right":
		e.pop(since, popping, popFrom, p)
		e.come(since, e.listUp, shifting, popLength, p)
	case "lift-left", "lift-right":
		e.lift(since, p)
	case "spring":
		// Text is never quite sharp while it is scaled, so the end comes when the edges are a pixel from their place.
		left, _ := springing.left(since+springLead, max(e.width, e.height)/8)
		p.Scale = 1 - left
		p.PivotX, p.PivotY = e.width/2, e.height/2
		p.Opacity = smooth(since+springLead, springFade)
	case "banner":
		left, _ := landing.left(since+bannerLead, e.height+bannerAbove*e.scale)
		p.Y -= (e.height + bannerAbove*e.scale) * left
	case "zoom":
		left, _ := shifting.left(since, e.width*(zoomFrom-1)/2)
		p.Scale = 1 + (zoomFrom-1)*left
		p.PivotX, p.PivotY = e.width/2, e.height/2
		e.uncover(since, p)
	case "uncover":
		e.uncover(since, p)
	case "unfold":
		left, _ := shifting.left(since, e.height)
		p.Y += e.height * left
		p.Clip.Bottom = max(0, e.height*left-1) // it reaches a pixel behind what is below it, so that no gap opens
	case "drop", "cover":
		from, way, fade := dropFrom, min(max(e.listDown, dropHeight*e.scale), dropMost*e.scale), dropLength
		p.PivotX, p.PivotY = e.width/2, e.height/2
		if e.style == "cover" { // of the card below it, only the rim is seen
			p.PivotY = e.height
			from, way, fade = coverFrom, coverHeight*e.scale, coverLength
		}
		left, _ := landing.left(since, e.width*(1-from))
		p.Scale = 1 - (1-from)*left
		p.Y -= way * left
		p.Opacity = smooth(since+33*time.Millisecond, fade)
	}
}

// uncover cuts off what a lock screen still covers that goes up. The element is as high as the screen.
func (e entrance) uncover(since time.Duration, p *composite.Pose) {
	edge, _ := unlocking.left(since, e.height)
	p.Clip.Top = max(0, p.PivotY+(e.height*edge-p.PivotY)/p.Scale)
}

// pick makes an element grow up out of the composer, below the end of a list that still moves up for it.
func (e entrance) pick(since time.Duration, p *composite.Pose) {
	e.pop(since, flying, pickFrom, p)
	way := max(min(e.listUp, e.field), e.least)
	left, _ := flying.left(since, way)
	list, _ := shifting.left(since, e.listUp)
	e.appear(since, max(way*left, e.listUp*list-(1-p.Scale)*p.PivotY), flyFade, p)
}

// come moves an element up to its place and fades it in.
func (e entrance) come(since time.Duration, way float64, s spring, fade time.Duration, p *composite.Pose) {
	left, _ := s.left(since, math.Abs(way))
	e.appear(since, way*left, fade, p)
}

// appear fades an element in that still is below its place. What replaces the typing indicator is seen at once, unless
// it is narrower at first.
func (e entrance) appear(since time.Duration, below float64, fade time.Duration, p *composite.Pose) {
	p.Y += below
	if e.replacesTyping && e.grows.Empty() {
		return // a face or a name was seen where it begins, also if the composer now goes higher than that
	}
	switch {
	case e.narrows():
		if since < e.wideAfter() {
			p.Opacity = 0
		}
	case e.waits && !e.replacesTyping:
		p.Opacity = smooth(since, fade)
	case !e.replacesTyping:
		p.Opacity = smooth(since+33*time.Millisecond, fade)
	}
	floor := e.floor - below
	if e.end != nil && !e.replacesTyping {
		floor = e.end(e.at+since) - p.Y
	}
	if cut := e.height - p.PivotY - (floor-p.PivotY)/p.Scale; cut > 0 {
		p.Clip.Bottom = min(cut, e.height)
		if e.sent && !e.waits { // it comes from behind what cuts it off
			p.Opacity = 1
		}
	}
}

// pop makes an element grow out of the lower corner on its side.
func (e entrance) pop(since time.Duration, s spring, from float64, p *composite.Pose) {
	if e.grows.Empty() || e.replacesTyping && e.beside && e.pieces == 0 { // a face that was beside the indicator keeps its size
		return
	}
	low := float64(e.grows.Max.Y)
	switch {
	case e.outOfSign():
		size := e.grows.Size()
		from, low, s = float64(e.sign.Y)/float64(size.Y), float64(e.grows.Min.Y), shifting
	case e.replacesTyping: // it begins where the indicator was, and no smaller
		from, low = max(afterTyping, min(1, float64(e.sign.Y)/float64(e.grows.Dy()))), min(low, float64(e.grows.Min.Y+e.sign.Y))
	}
	left, moving := s.left(since, float64(e.grows.Dx())*(1-from))
	if moving {
		p.Scale = 1 - (1-from)*left
	}
	p.PivotX, p.PivotY = float64(e.grows.Min.X), low
	if e.right() {
		p.PivotX = float64(e.grows.Max.X)
	}
	e.keepBelow(0, p)
}

// outOfSign reports whether an element is so much higher than the bubble of the typing indicator that it grows out of that, down from its
// upper edge and as fast as the list makes room: whole, it would be seen as a jump.
func (e entrance) outOfSign() bool {
	return e.replacesTyping && e.sign.Y > 0 && float64(e.sign.Y) < afterTyping*float64(e.grows.Dy())
}

// narrows reports whether an element that grows out of the typing indicator is narrower than that at first, as a high picture. It takes the
// indicator's place once it is as wide, so that nothing is seen to shrink.
func (e entrance) narrows() bool {
	scaled := e.growth == nil && (!e.beside || e.pieces > 0)
	return scaled && e.outOfSign() && e.sign.X*e.grows.Dy() > e.sign.Y*e.grows.Dx()
}

// wideAfter is when an element that is narrower than the typing indicator at first is as wide, from when it comes.
func (e entrance) wideAfter() time.Duration {
	size := e.grows.Size()
	from, wide := float64(e.sign.Y)/float64(size.Y), float64(e.sign.X)/float64(size.X)
	for since := time.Duration(0); since < turnLength; since += time.Second / 120 {
		if left, _ := shifting.left(since, float64(size.X)*(1-from)); 1-(1-from)*left >= wide {
			return since
		}
	}
	return turnLength
}

// tailReach is how far the tail of a bubble may reach out of it to the side, CSS pixels. A face is further away.
const tailReach = 7

// keepBeside lets what of a sprite stands above or beside what grows keep its size, while the sprite still is below its place: a piece each
// shows it.
func (e entrance) keepBeside(sprite int, below float64, poses []composite.Pose) {
	grown := &poses[sprite]
	if e.pieces == 0 || e.sprite != sprite || grown.Scale == 1 {
		return
	}
	rest := *grown
	rest.Opacity = 1 // they have been beside the indicator, too
	rest.Scale, rest.Clip.Bottom = 1, max(0, e.height-(e.floor-below))
	above, side := rest, rest
	top, edge := float64(e.grows.Min.Y), float64(e.grows.Min.X)-tailReach*e.scale
	above.Clip.Bottom = max(rest.Clip.Bottom, e.height-top+1) // a row between pixels is mixed with the one below it, which is the bubble's
	side.Clip.Top, side.Clip.Right = top, e.width-edge
	grown.Clip.Top, grown.Clip.Left = top, edge
	poses[e.pieces], poses[e.pieces+1] = above, side
}

// lift makes an element grow, and come out of the phone to its side. What replaces the typing indicator is out already, and begins there.
func (e entrance) lift(since time.Duration, p *composite.Pose) {
	e.pop(since, lifting, liftFrom, p)
	if e.replacesTyping {
		e.come(since, e.listUp, shifting, popLength, p)
		return
	}
	way := min(e.listUp, liftRise*e.scale)
	list, _ := shifting.left(since, e.listUp)
	e.keepBelow((e.listUp-way)*list, p)
	e.come(since, way, shifting, popLength, p)
	left, _ := lifting.left(since, liftWay*e.scale)
	if e.right() {
		left = -left
	}
	p.X += liftWay * e.scale * left
}

// keepBelow makes an element that grows so small that it covers nothing above it, also where it would grow beyond its size, given how much
// further what is above it is below its place than the element is.
func (e entrance) keepBelow(further float64, p *composite.Pose) {
	if above := p.PivotY - float64(e.grows.Min.Y); above > 0 {
		p.Scale = max(0, min(p.Scale, 1+(e.gap/2-further)/above))
	}
}

// right reports whether an element that pops up belongs to the right side.
func (e entrance) right() bool { return strings.HasSuffix(e.style, "-right") || e.style == "pick" }
