package render

import (
	"fmt"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// A picture, or an album, without words keeps its size as reactions join it: it is moved as a whole, and never seen in pieces.
func TestPicturesStayWhole(t *testing.T) {
	t.Parallel()
	for _, platform := range chatsThatShow(t, "reactions") {
		for _, count := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s, %d pictures", platform, count), func(t *testing.T) {
				p := reactionsTo(t, platform, 4)
				props := p.Props.(*schema.ChatProps)
				for i := range 2 {
					m := &props.Messages[i]
					m.Type, m.Text = "image", ""
					for k := range count {
						m.Images = append(m.Images, schema.ChatImage{ID: fmt.Sprint("p", k), Data: "../media/photos/aurora.jpg"})
					}
				}
				seen := false
				eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
					for i, sprite := range v.Geometry.Sprites {
						message, shows := messageOf(v, i, poses[i])
						if !shows || message > 1 || i != tallest(v, sprite.Item) {
							continue
						}
						seen = true
						if clip := poses[i].Clip; inPieces(v, i, poses) || clip != (composite.Inset{}) {
							t.Errorf("at %v the picture of message %d is cut: %+v", at, message, clip)
						}
					}
				})
				if !seen {
					t.Error("no picture is seen")
				}
			})
		}
	}
}
