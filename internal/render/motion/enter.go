package motion

import (
	"strings"
	"time"

	"mockup/internal/render/composite"
)

// entrance is how an actor arrives. The zero entrance is being there.
type entrance struct {
	at     time.Duration
	style  string
	width  float64 // of the sprite, device pixels
	height float64
	scale  float64 // device pixels per CSS pixel
	grows  Growth  // what of the sprite grows in a pop
	least  float64 // shortest way that a rise takes, device pixels
	field  float64 // how far below its place the composer is, device pixels
	shift  float64 // how far the list moves up for the newcomer
	push   float64 // or down
	heir   bool    // takes the place of the sign that it is being typed
}

// entrance makes the entrance of a sprite that comes to a place, in the style that the scene names:
//
//	rise        comes from below with the list, fading in
//	pop-left    grows out of its lower left corner, as a bubble out of its tail
//	pop-right   out of its lower right corner
//	lift-left   comes out of the phone: a pop that is smaller at first, goes a way outwards and swings further
//	lift-right  the same to the right
//	fade        appears in place
//	fly         comes up from the composer
//	spring      grows out of nothing about its middle, a little beyond its size and back
//	drop        comes down from above, growing to its size, as far as the list below moves down, within bounds
func (c *casting) entrance(at time.Duration, style string, p Place) entrance {
	grows, ok := c.places.Grow[p.Sprite]
	if !ok && (strings.HasPrefix(style, "pop-") || strings.HasPrefix(style, "lift-")) {
		style = "fade"
	}
	size := c.places.Sizes[p.Sprite]
	e := entrance{at: at, style: style, width: float64(size[0]), height: float64(size[1]), scale: c.scale, grows: grows, least: 22 * c.scale}
	if c.composer > 0 {
		e.field = float64(c.composer - p.Y)
	}
	return e
}

const (
	fadeLength = 160 * time.Millisecond
	popLength  = 110 * time.Millisecond // of a pop's fade; its growth takes longer
	popFrom    = 0.55                   // size at the start of a pop
	heirFrom   = 0.75                   // the same of a bubble that follows its sign
	liftFrom   = 0.4                    // size at the start of a lift
	liftWay    = 46                     // how far a lift goes outwards, CSS pixels
	liftRise   = 24                     // and upwards at most: below the list nothing hides what is beside the phone
	flyFade    = 80 * time.Millisecond
	springFade = 90 * time.Millisecond
	springLead = 33 * time.Millisecond  // a spring's first frame shows it on its way already, not as nothing
	dropFrom   = 0.9                    // and of a drop
	dropHeight = 30                     // least way, CSS pixels
	dropMost   = 48                     // longest: a card that pushes a full list down must not come over the clock
	dropLength = 200 * time.Millisecond // of its fade
)

// apply changes the pose of an actor that has come.
func (e entrance) apply(at time.Duration, p *composite.Pose) {
	since := at - e.at
	if since > shiftMost {
		return
	}
	switch e.style {
	case "rise":
		way := max(e.shift, e.least)
		if e.heir {
			way = e.shift // it begins where its sign was
		}
		e.come(since, way, shifting, fadeLength, p)
	case "fly":
		e.come(since, max(e.shift, e.field, e.least), flying, flyFade, p)
	case "fade":
		e.come(since, e.shift, shifting, fadeLength, p)
	case "pop-left", "pop-right":
		e.come(since, e.shift, shifting, popLength, p)
		e.pop(since, popping, popFrom, p)
	case "lift-left", "lift-right":
		e.come(since, min(e.shift, liftRise*e.scale), shifting, popLength, p)
		e.lift(since, p)
	case "spring":
		// Text is never quite sharp while it is scaled, so the end comes when the edges are a pixel from their place.
		left, _ := springing.left(since+springLead, max(e.width, e.height)/8)
		p.Scale = 1 - left
		p.PivotX, p.PivotY = e.width/2, e.height/2
		p.Opacity = smooth(since+springLead, springFade)
	case "drop":
		left, _ := landing.left(since, e.width*(1-dropFrom))
		p.Scale = 1 - (1-dropFrom)*left
		p.PivotX, p.PivotY = e.width/2, e.height/2
		p.Y -= min(max(e.push, dropHeight*e.scale), dropMost*e.scale) * left
		p.Opacity = smooth(since+33*time.Millisecond, dropLength)
	}
}

// come moves an actor up to its place and fades it in. What follows a sign is seen at once.
func (e entrance) come(since time.Duration, way float64, s spring, fade time.Duration, p *composite.Pose) {
	left, _ := s.left(since, way)
	p.Y += way * left
	if !e.heir {
		p.Opacity = smooth(since+33*time.Millisecond, fade)
	}
}

// pop lets an actor grow out of the lower corner on its side.
func (e entrance) pop(since time.Duration, s spring, from float64, p *composite.Pose) {
	if e.heir {
		from = heirFrom
	}
	left, moving := s.left(since, float64(e.grows.Right-e.grows.Left)*(1-from))
	if moving {
		p.Scale = 1 - (1-from)*left
	}
	p.PivotX, p.PivotY = float64(e.grows.Left), float64(e.grows.Bottom)
	if e.right() {
		p.PivotX = float64(e.grows.Right)
	}
}

// lift lets an actor grow, and come out of the phone to its side. What follows a sign is out already.
func (e entrance) lift(since time.Duration, p *composite.Pose) {
	e.pop(since, lifting, liftFrom, p)
	if e.heir {
		return
	}
	left, _ := lifting.left(since, liftWay*e.scale)
	if e.right() {
		left = -left
	}
	p.X += liftWay * e.scale * left
}

// right tells whether an actor that pops up belongs to the right side.
func (e entrance) right() bool { return strings.HasSuffix(e.style, "-right") }
