package motion

import (
	"math"
	"time"

	"mockup/internal/render/composite"
)

// How long the parts of sprites take for one turn of their own motion.
const (
	dotCycle     = 1200 * time.Millisecond
	pulseCycle   = 1300 * time.Millisecond
	glowCycle    = 1600 * time.Millisecond
	spinCycle    = 1800 * time.Millisecond
	twinkleCycle = 1400 * time.Millisecond
	arcCycle     = 900 * time.Millisecond
)

// posePart moves a part of a sprite by the motion that its name stands for:
//
//	dot      swells and fades, one after another: the three dots of a typing indicator
//	pulse    swells and shrinks: the mark of a thinking assistant
//	glow     grows pale and dark again: words that say what an assistant does
//	pop      grows out of nothing about its middle when it comes, a little beyond its size and back: a reaction. One that
//	         becomes wider, as others join it, grows out of the place that it had
//	spin     turns once about its middle, softly
//	twinkle  shrinks a little while it swings to one side and to the other
//	heard    is uncovered from the left while a recording plays
//	knob     goes with the end of that; on the page it stands apart, so that their pictures stay separate
//	arc      shows in turn with others: the waves of sound in an icon
//	piece    is a pressed key or a suggested word, and shows when the keyboard does
//
// Those that spin and twinkle come to rest as they are drawn when the answer is written that they stand by.
func (t *Timeline) posePart(index int, at time.Duration, base composite.Pose) composite.Pose {
	if !base.Visible {
		return composite.Pose{}
	}
	p := t.geometry.Parts[index]
	pose := base
	pose.X += float64(p.Offset[0])
	pose.Y += float64(p.Offset[1])
	pose.PivotX -= float64(p.Offset[0])
	pose.PivotY -= float64(p.Offset[1])
	middle := func() { pose.PivotX, pose.PivotY = float64(p.Cell[2])/2, float64(p.Cell[3])/2 }
	switch p.Name {
	case "piece":
		return t.posePiece(p, at, base)
	case "heard":
		pose.Clip.Right = float64(p.Cell[2]) * (1 - t.heard(p.Sprite, at))
	case "knob":
		t.poseKnob(p, at, &pose)
	case "arc":
		if part := turns(at, arcCycle); part-math.Floor(part) < float64(p.Number+1)/3 {
			return composite.Pose{}
		}
	case "dot":
		wave := math.Max(0, math.Sin(2*math.Pi*(turns(at, dotCycle)-float64(p.Number)*0.16)))
		pose.Opacity *= 0.4 + 0.6*wave
		pose.Y -= 1.5 * t.scale * wave
	case "pulse":
		pose.Scale *= 0.95 + 0.15*math.Sin(2*math.Pi*turns(at, pulseCycle))
		middle()
	case "pop":
		width, height := t.size(p.Sprite)
		pose.Clip = composite.Inset{
			Left: max(0, base.Clip.Left-float64(p.Offset[0])), Right: max(0, base.Clip.Right-float64(width-p.Offset[0]-p.Cell[2])),
			Top: max(0, base.Clip.Top-float64(p.Offset[1])), Bottom: max(0, base.Clip.Bottom-float64(height-p.Offset[1]-p.Cell[3])),
		}
		t.pops[index].apply(at, p.Cell.Size(), &pose)
	case "glow":
		pose.Opacity *= 0.7 + 0.3*math.Cos(2*math.Pi*turns(at, glowCycle))
	case "spin":
		part := turns(t.clock(p.Sprite, at, spinCycle), spinCycle)
		part -= math.Floor(part)
		pose.Rotate += 360 * part * part * (3 - 2*part)
		middle()
	case "twinkle":
		phase := 2 * math.Pi * turns(t.clock(p.Sprite, at, twinkleCycle), twinkleCycle)
		pose.Scale *= 0.91 + 0.09*math.Cos(2*phase)
		pose.Rotate += 24 * math.Sin(phase)
		middle()
	}
	return pose
}

// turns is how many cycles fit in a time.
func turns(at, cycle time.Duration) float64 { return at.Seconds() / cycle.Seconds() }
