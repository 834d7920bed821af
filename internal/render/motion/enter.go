package motion

import (
	"math"
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
	least  float64 // shortest way that a rise takes, device pixels
	shift  float64 // how far the list moves up for the newcomer
	push   float64 // or down
}

// entrance makes the entrance of a sprite in the style that the scene names:
//
//	rise        comes from below with the list, fading in
//	pop-left    grows out of its lower left corner, as a bubble out of its tail
//	pop-right   out of its lower right corner
//	fade        appears in place
//	drop        comes down from above, growing to its size, as far as the list below moves down, within bounds
//	spring      grows out of nothing about its middle, a little beyond its size and back
func (c *casting) entrance(at time.Duration, style string, sprite int) entrance {
	size := c.places.Sizes[sprite]
	return entrance{at: at, style: style, width: float64(size[0]), height: float64(size[1]), scale: c.scale, least: 22 * c.scale}
}

const (
	fadeLength = 160 * time.Millisecond
	popLength  = 110 * time.Millisecond // of a pop's fade; its growth takes longer
	popFrom    = 0.55                   // size at the start of a pop
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
		left, _ := shifting.left(since, max(e.shift, e.least))
		p.Y += max(e.shift, e.least) * left
		p.Opacity = smooth(since+33*time.Millisecond, fadeLength)
	case "fade":
		left, _ := shifting.left(since, e.shift)
		p.Y += e.shift * left
		p.Opacity = smooth(since+33*time.Millisecond, fadeLength)
	case "pop-left", "pop-right":
		left, _ := shifting.left(since, e.shift)
		p.Y += e.shift * left
		left, moving := popping.left(since, e.width*(1-popFrom))
		if moving {
			p.Scale = 1 - (1-popFrom)*left
		}
		p.PivotY = e.height
		if e.style == "pop-right" {
			p.PivotX = e.width
		}
		p.Opacity = smooth(since+33*time.Millisecond, popLength)
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

// dotCycle is the time in which the three dots of a typing indicator swell and fade once.
const dotCycle = 1200 * time.Millisecond

// pulseCycle is the time in which the mark of a thinking assistant swells once.
const pulseCycle = 1300 * time.Millisecond

// pose moves a part by the motion that its name tells.
func (p Part) pose(at time.Duration, of composite.Pose, scale float64) composite.Pose {
	if !of.Visible {
		return composite.Pose{}
	}
	pose := of
	pose.X += float64(p.X)
	pose.Y += float64(p.Y)
	pose.PivotX -= float64(p.X)
	pose.PivotY -= float64(p.Y)
	if p.Name == "dot" {
		phase := at.Seconds()/dotCycle.Seconds() - float64(p.Number)*0.16
		wave := math.Max(0, math.Sin(2*math.Pi*phase))
		pose.Opacity *= 0.4 + 0.6*wave
		pose.Y -= 1.5 * scale * wave
	}
	if p.Name == "pulse" {
		wave := 0.5 + 0.5*math.Sin(2*math.Pi*at.Seconds()/pulseCycle.Seconds())
		pose.Scale *= 0.8 + 0.3*wave
		pose.PivotX, pose.PivotY = float64(p.Width)/2, float64(p.Height)/2
	}
	return pose
}
