package video

import (
	"image"
	"math"
	"time"

	"mockup/internal/render/composite"
)

// Spot is an area of a sprite, from its corner, or of what does not move. Lengths are device pixels.
type Spot struct {
	Sprite int // NoSprite: what does not move; the area is from the frame's corner then
	Area   image.Rectangle
}

// NoSprite is the Sprite of a spot of what does not move.
const NoSprite = -1

// Locate returns where spots are seen in a frame. The area of one that is not seen is empty. It does not look at what lies in
// front of the items but for the bars.
func (v *Video) Locate(frame int, spots []Spot) []image.Rectangle {
	at := v.timeOf(frame)
	poses := v.poseBuffer()
	v.Timeline.Poses(at, poses)
	seen := make([]image.Rectangle, len(spots))
	for i, spot := range spots {
		if spot.Sprite == NoSprite {
			seen[i] = spot.Area.Intersect(image.Rectangle{Max: v.opts.Size})
			continue
		}
		area := v.shown(&poses[spot.Sprite], spot)
		for k, owner := range v.Timeline.Pieces() {
			if owner == spot.Sprite {
				area = area.Union(v.shown(&poses[len(v.Geometry.Sprites)+len(v.Geometry.Parts)+k], spot))
			}
		}
		seen[i] = area.Intersect(v.uncovered(spot.Sprite, at))
	}
	return seen
}

// shown is where a spot of a sprite stands at a pose, without what the pose cuts off.
func (v *Video) shown(pose *composite.Pose, spot Spot) image.Rectangle {
	size, cut := v.boxSize(spot.Sprite), pose.Clip
	whole := image.Rect(int(math.Floor(cut.Left)), int(math.Floor(cut.Top)), size.X-int(math.Floor(cut.Right)), size.Y-int(math.Floor(cut.Bottom)))
	return pose.Bounds(spot.Area.Intersect(whole))
}

// uncovered is the part of the frame in which a sprite is seen: between the bars, or in the window of its own.
func (v *Video) uncovered(sprite int, at time.Duration) image.Rectangle {
	frame := image.Rectangle{Max: v.opts.Size}
	if window := v.Geometry.Items[v.Geometry.Sprites[sprite].Item].Window; window != nil {
		return frame.Intersect(window.Rect())
	}
	inner := v.Geometry.Inner.Rect()
	inner.Max.Y -= int(v.Timeline.Risen(at))
	return frame.Intersect(inner)
}

// timeOf is the moment that a frame shows.
func (v *Video) timeOf(frame int) time.Duration {
	return time.Duration(frame) * time.Second / time.Duration(v.opts.FPS)
}

// poseBuffer has room for the poses of all sprites, parts and pieces.
func (v *Video) poseBuffer() []composite.Pose {
	return make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
}
