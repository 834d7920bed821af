package motion

import (
	"image"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// departure is how an element goes. The zero departure is being gone.
type departure struct {
	style         string
	width, height float64 // of the sprite, device pixels
	scale         float64 // device pixels per CSS pixel
	screen        float64 // height of the view, device pixels

	bubble image.Rectangle // what shrinks of the sprite as it dissolves, with all around it; empty: nothing does
	length time.Duration   // of a dissolve, or until something else is seen in its place

	fold fold
	turn *growth // of the bubble that the typing indicator becomes below a name
	up   float64 // how far above the name, or the indicator, is then what takes its place, device pixels
}

// fold is how a strip goes down behind the composer below it, which goes down as well.
type fold struct {
	from     time.Duration
	length   time.Duration
	composer *track
	top      float64 // where the composer was before, device pixels
	above    float64 // how far above the composer the strip began
	room     float64 // what the composer has above its field again once the text is sent
}

// fold makes the departure of a strip that goes down at a step, given where it and the composer were before.
func (b *builder) fold(step storyboard.Step, strip state, top int) departure {
	d := strip.leave
	f := fold{from: step.At, length: step.Fold, composer: b.byKey[trackKey{storyboard.ComposerKey, 0}], top: float64(top), above: float64(top) - strip.y}
	if f.above <= 0 || f.composer == nil { // it stands below the composer
		d.style = "lower"
		return d
	}
	_, answering := b.size(b.first(b.board.Field.Answering.Idle))
	f.room = float64(max(0, b.lowField-answering))
	d.fold = f
	return d
}

// hidden is how much of the strip is behind the field. In the end it is the room above the field that is still seen of it.
func (f fold) hidden(at time.Duration) float64 {
	left := max(0, 1-float64(at-f.from+33*time.Millisecond)/float64(f.length+33*time.Millisecond))
	return (f.above - f.room) * (1 - left*left)
}

// apply changes the pose of the strip.
func (f fold) apply(at time.Duration, p *composite.Pose) {
	hidden := f.hidden(at)
	p.Y += -f.composer.higher(at) + f.room - f.top + hidden
	p.Clip.Bottom = max(0, hidden-1) // it reaches a pixel behind the field, so that no gap opens
}

// departure makes the departure of a sprite in the style that the storyboard names:
//
//	fade    disappears in place
//	yield   does so faster: another element comes to its place, as a message to that of a receipt
//	dissolve  does so more slowly, and its bubble shrinks a little: a message that is deleted
//	shrink  goes as a spring comes: into nothing about its middle
//	sink    goes down and under what comes in its place, as a card into the pile below it
//	banner  goes up out of the screen
//	fold    goes down behind the composer below it
//	lower   goes down behind what is below it, by its height: a strip below the composer
//	rename  goes up to what takes its place, and fades out before that fades in: a name above the typing indicator
//	cover   goes up with what takes its place, until that is as wide: a typing indicator in whose place a picture comes
//	up      goes up by the height of the screen, as a lock screen that is swiped away
func (b *builder) departure(style string, sprite int) departure {
	width, height := b.size(sprite)
	d := departure{style: style, width: float64(width), height: float64(height), scale: b.scale, screen: float64(b.geometry.View.Rect().Dy())}
	if own := b.geometry.Sprites[sprite]; own.Grow != nil && !own.Beside {
		d.bubble = own.Grow.Rect()
	}
	return d
}

const (
	dissolveTo   = 0.8 // size of a bubble at the end
	shrinkLength = 200 * time.Millisecond
	shrinkBack   = 1.7                   // how far it grows before it shrinks: 10 %, as in the usual curve that begins with a swing back
	yieldLength  = 80 * time.Millisecond // at 30 frames a second, little is left of it once what comes is seen
	bannerLength = 280 * time.Millisecond
	sinkLength   = 180 * time.Millisecond // little of it is left once the card over it is opaque
	sinkDepth    = 8                      // CSS pixels
	sinkTo       = 0.9                    // size at the end of a sinking
)

// seen reports whether the element is still on its way out.
func (d departure) seen(since time.Duration) bool {
	switch d.style {
	case "fade":
		return since < fadeLength
	case "dissolve":
		return since < d.length
	case "yield":
		return since < yieldLength
	case "shrink":
		return since < shrinkLength
	case "fold":
		return since < d.fold.length
	case "rename":
		return since < shiftMost && d.turn.nameSeen(d.turn.at+since) > 0
	case "cover":
		return since < d.length
	case "lower":
		_, moving := shifting.left(since, d.height)
		return moving
	case "up":
		_, moving := unlocking.left(since, d.screen)
		return moving
	case "sink":
		return since < sinkLength
	}
	return d.style == "banner" && since < bannerLength
}

// apply changes the pose of an element that is going.
func (d departure) apply(since time.Duration, p *composite.Pose) {
	switch d.style {
	case "fade":
		p.Opacity *= 1 - smooth(since+33*time.Millisecond, fadeLength)
		return
	case "dissolve":
		gone := smooth(since+33*time.Millisecond, d.length)
		p.Opacity *= 1 - gone
		if !d.bubble.Empty() {
			p.Scale = 1 - (1-dissolveTo)*gone
			p.PivotX, p.PivotY = float64(d.bubble.Min.X+d.bubble.Max.X)/2, float64(d.bubble.Min.Y+d.bubble.Max.Y)/2
		}
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
	case "fold":
		d.fold.apply(d.fold.from+since, p)
		return
	case "rename":
		left, _ := shifting.left(since, d.up)
		p.Y -= d.up * (1 - left)
		p.Opacity *= d.turn.nameSeen(d.turn.at + since)
		return
	case "cover":
		left, _ := shifting.left(since, d.up)
		p.Y -= d.up * (1 - left)
		return
	case "lower":
		left, _ := shifting.left(since, d.height)
		p.Y += d.height * (1 - left)
		p.Clip.Bottom = max(0, d.height*(1-left)-1)
		return
	case "up":
		left, _ := unlocking.left(since, d.screen)
		p.Y -= d.screen * (1 - left)
		return
	case "banner":
		p.Y -= (d.height + bannerAbove*d.scale) * smooth(since+33*time.Millisecond, bannerLength)
		return
	}
	gone := smooth(since+33*time.Millisecond, sinkLength)
	p.Y += sinkDepth * d.scale * gone
	p.Scale = 1 - (1-sinkTo)*gone
	p.PivotX, p.PivotY = d.width/2, d.height
	p.Opacity *= 1 - gone
}
