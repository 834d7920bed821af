package render

import (
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
)

// A reaction that comes beside others, at either side of the chat, does not lie on them while they move aside for it.
func TestReactionsMakeWay(t *testing.T) {
	t.Parallel()
	const slack = 2.0 // pixels, for what grows a little beyond its size
	for _, platform := range chatsThatShow(t, "reactions") {
		t.Run(platform, func(t *testing.T) {
			eachFrame(t, reactionsTo(t, platform, 4), func(v *video.Video, at time.Duration, poses []composite.Pose) {
				for i := 1; i < len(v.Geometry.Parts); i++ {
					left, right := v.Geometry.Parts[i-1], v.Geometry.Parts[i]
					pose, other := poses[len(v.Geometry.Sprites)+i], poses[len(v.Geometry.Sprites)+i-1]
					row := left.Name == "pop" && right.Name == "pop" && left.Sprite == right.Sprite && left.Offset[1] == right.Offset[1]
					if !row || !pose.Visible || pose.Opacity == 0 || !other.Visible || left.Offset[0]+left.Cell[2] > right.Offset[0] {
						continue
					}
					_, end := across(left, other)
					if begins, _ := across(right, pose); end > begins+slack {
						t.Errorf("at %v a reaction begins at %.1f, and the one beside it ends at %.1f", at, begins, end)
					}
				}
			})
		})
	}
}

// across is from where to where a part is seen in the frame.
func across(part storyboard.Part, pose composite.Pose) (left, right float64) {
	x := func(x float64) float64 { return pose.X + pose.PivotX + (x-pose.PivotX)*pose.Scale }
	return x(pose.Clip.Left), x(float64(part.Cell[2]) - pose.Clip.Right)
}

// The number in a pill is seen all the while as more reactions join it.
func TestNumberStaysInPill(t *testing.T) {
	t.Parallel()
	for _, platform := range chatsThatShow(t, "reactions") {
		t.Run(platform, func(t *testing.T) {
			counted := map[int]bool{} // messages
			eachFrame(t, reactionsTo(t, platform, 4), func(v *video.Video, at time.Duration, poses []composite.Pose) {
				seen := map[int]bool{}
				for i, part := range v.Geometry.Parts {
					index := len(v.Geometry.Sprites) + i
					message, shows := messageOf(v, part.Sprite, poses[index])
					if part.Name != "pop" || part.Number != 0 || !shows {
						continue
					}
					seen[message] = seen[message] || part.Count > 0 && showsNumber(part, poses[index])
					for k, of := range v.Timeline.Pieces() {
						if of == index {
							seen[message] = seen[message] || showsNumber(part, poses[len(v.Geometry.Sprites)+len(v.Geometry.Parts)+k])
						}
					}
				}
				for message, now := range seen {
					if counted[message] && !now {
						t.Errorf("at %v the number of message %d is not seen", at, message)
					}
					counted[message] = counted[message] || now
				}
			})
		})
	}
}

// showsNumber reports whether the middle of the number of a part is seen.
func showsNumber(part storyboard.Part, pose composite.Pose) bool {
	x, y := float64(part.Count)/2, float64(part.Cell[3])/2 // from the lower right corner
	return pose.Visible && pose.Clip.Left < float64(part.Cell[2])-x && pose.Clip.Right < x && pose.Clip.Top < y && pose.Clip.Bottom < y
}
