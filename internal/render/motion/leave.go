package motion

import (
	"time"

	"mockup/internal/render/composite"
)

// departure is how an element goes. The zero departure is being gone.
type departure struct {
	style         string
	width, height float64 // of the sprite, device pixels
	scale         float64 // device pixels per CSS pixel
	screen        float64 // height of the view, device pixels
}

// departure makes the departure of a sprite in the style that the storyboard names:
//
//	fade    disappears in place
//	yield   does so faster: another element comes to its place, as a message to that of a receipt
//	shrink  goes as a spring comes: into nothing about its middle
//	sink    goes down and under what comes in its place, as a card into the pile below it
//	banner  goes up out of the screen
//	up      goes up by the height of the screen, as a lock screen that is swiped away
func (b *builder) departure(style string, sprite int) departure {
	width, height := b.size(sprite)
	return departure{style: style, width: float64(width), height: float64(height), scale: b.scale, screen: float64(b.geometry.View.Rect().Dy())}
}

const (
	shrinkLength = 200 * time.Millisecond
	shrinkBack   = 1.7                   // how far it grows before it shrinks: 10 %, as in the usual curve that begins with a swing back
	yieldLength  = 80 * time.Millisecond // at 30 frames a second, little is left of it once what comes is seen
	leaveLength  = 280 * time.Millisecond
	sinkDepth    = 16  // CSS pixels
	sinkTo       = 0.9 // size at the end of a sinking
)

// seen reports whether the element is still on its way out.
func (d departure) seen(since time.Duration) bool {
	switch d.style {
	case "fade":
		return since < fadeLength
	case "yield":
		return since < yieldLength
	case "shrink":
		return since < shrinkLength
	case "up":
		_, moving := unlocking.left(since, d.screen)
		return moving
	}
	return (d.style == "sink" || d.style == "banner") && since < leaveLength
}

// apply changes the pose of an element that is going.
func (d departure) apply(since time.Duration, p *composite.Pose) {
	switch d.style {
	case "fade":
		p.Opacity *= 1 - smooth(since+33*time.Millisecond, fadeLength)
		return
	case "yield":
		p.Opacity *= 1 - smooth(since+33*time.Millisecond, yieldLength)
		return
	case "shrink":
		part := min(1, float64(since+33*time.Millisecond)/float64(shrinkLength))
		p.Scale = 1 - part*part*((shrinkBack+1)*part-shrinkBack)
		p.PivotX, p.PivotY = d.width/2, d.height/2
		p.Opacity *= 1 - smooth(since-shrinkLength/2, shrinkLength/2)
		return
	case "up":
		left, _ := unlocking.left(since, d.screen)
		p.Y -= d.screen * (1 - left)
		return
	}
	gone := smooth(since+33*time.Millisecond, leaveLength)
	if d.style == "banner" {
		p.Y -= (d.height + bannerAbove*d.scale) * gone
		return
	}
	p.Y += sinkDepth * d.scale * gone
	p.Scale = 1 - (1-sinkTo)*gone
	p.PivotX, p.PivotY = d.width/2, d.height
	p.Opacity *= 1 - gone
}
