package motion

import (
	"math"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
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
//	name     fades out as another person types, and then that of this person in: the name in the bubble of a typing indicator
//	words    fades out into that of the next look as a message is deleted: its words, and those that the app leaves in their place
//	glow     grows pale and dark again: words that say what an assistant does
//	pop      grows out of nothing about its middle when it comes, a little beyond its size and back: a reaction. As others
//	         join it, it glides to its new place and width
//	more     fades in with them and glides likewise: the button beside reactions
//	aside    fades in with a bubble, beside which it stays, and out before a look without it is seen: the button that likes
//	         a message
//	under    lies below its sprite, and comes with what stands above the bubble: a message that is answered and reaches behind it
//	thumb    stays at the right side of a bubble that gets another size, and fades in at the end of the way of one that grows out of the typing
//	         indicator: the picture of a message that is answered
//	answered fades out as the strip above the composer that it stands on goes, so that it is not read there and in the answer
//	late     fades in once the list has made room for it: how many answers a message has, inside its row
//	time     stays at the lower right corner of a bubble that gets another size: when a message was sent
//	answer   glides from the place that it had before somebody voted: the answer of a poll
//	bar      is uncovered from the left when somebody votes: the bar of an answer
//	share    fades in beside it: how many chose that answer
//	spin     turns once about its middle, softly
//	twinkle  shrinks a little while it swings to one side and to the other
//	heard    is uncovered from the left while a recording plays
//	knob     goes with the end of that; on the page it stands apart, so that their pictures stay separate
//	arc      shows in turn with others: the waves of sound in an icon
//	piece    is a pressed key or a suggested word, and shows when the keyboard does
//
// Those that spin and twinkle come to rest as they are drawn when the answer is written that they stand by.
func (t *Timeline) posePart(index int, at time.Duration, poses []composite.Pose) composite.Pose {
	p := t.geometry.Parts[index]
	if p.Name == "aside" {
		return t.poseAside(index, at, poses)
	}
	base := poses[p.Sprite]
	if !base.Visible {
		return composite.Pose{}
	}
	if g := t.growths[p.Sprite]; g != nil {
		g.carry(p, at, &base, poses)
	}
	pose := t.onSprite(p, base)
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
	case "pop", "more", "late":
		t.pops[index].apply(p.Name, at, p.Cell.Size(), &pose)
		t.cutPart(p, base, &pose)
		t.posePop(t.pops[index], at, &pose, poses)
	case "answer", "bar", "share":
		t.votes[index].apply(p.Name, at, p.Cell[2], &pose)
	case "answered":
		pose.Opacity *= 1 - t.strip.gone(at, yieldLength)
	case "name":
		pose.Opacity *= t.renamed(p.Sprite, at, turnLength, turnLength-33*time.Millisecond)
	case "words":
		pose.Opacity *= t.renamed(p.Sprite, at, softLength, 0)
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

// renamed is the opacity of the name in a look of the typing indicator while that becomes the indicator of another person, and of the words in a look
// of a message that is deleted, given how long each fades and when the later one begins. Names are not read through each other; of words, some are
// always seen.
func (t *Timeline) renamed(sprite int, at, length, begins time.Duration) float64 {
	for _, r := range t.renames {
		switch since := at - r.at; {
		case since < 0 || since > 2*softLength:
		case sprite == r.was:
			return 1 - smooth(since+33*time.Millisecond, length)
		case sprite == r.now:
			return smooth(since-begins, length)
		}
	}
	return 1
}

// onSprite is the pose of a part that moves with its sprite, whose pose is given.
func (t *Timeline) onSprite(p storyboard.Part, base composite.Pose) composite.Pose {
	pose := base
	pose.X += float64(p.Offset[0])
	pose.Y += float64(p.Offset[1])
	pose.PivotX -= float64(p.Offset[0])
	pose.PivotY -= float64(p.Offset[1])
	t.cutPart(p, base, &pose)
	return pose
}

// cutPart cuts off a part, which may be scaled about its pivot, where its sprite is cut off above and below.
func (t *Timeline) cutPart(part storyboard.Part, base composite.Pose, pose *composite.Pose) {
	_, height := t.size(part.Sprite)
	size, sprite := float64(part.Cell[3]), base.Clip
	scale := max(pose.Scale/max(base.Scale, 0.01), 0.01) // beside that of the sprite
	own := func(y float64) float64 {                     // in the part's own pixels, given a height in the sprite
		return min(max(0, pose.PivotY+(y-float64(part.Offset[1])-pose.PivotY)/scale), size)
	}
	pose.Clip = composite.Inset{}
	if sprite.Top > 0 {
		pose.Clip.Top = own(sprite.Top)
	}
	if sprite.Bottom > 0 {
		pose.Clip.Bottom = size - own(float64(height)-sprite.Bottom)
	}
}

// turns is how many cycles fit in a time.
func turns(at, cycle time.Duration) float64 { return at.Seconds() / cycle.Seconds() }
