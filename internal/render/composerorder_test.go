package render

import (
	"context"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// In a video the composer lies in front of the messages, as on the page, and none that somebody else sends is seen below
// it, where the app shows what is behind.
func TestComposerInFrontOfMessages(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind, p.ResolutionScale = schema.Video, "1x"
		props := p.Props.(*schema.ChatProps)
		photo := []schema.ChatImage{{ID: "photo", Filename: "photo.jpg", Data: "../media/photos/alpine-forest.jpg", MimeType: "image/jpeg"}}
		props.Messages = nil
		for i, user := range []string{props.Sender.ID, props.Receivers[0].ID, props.Sender.ID, props.Receivers[0].ID} {
			props.Messages = append(props.Messages, schema.ChatMessage{
				ID: string(rune('a' + i)), UserID: user, Type: "image", Images: photo, Timestamp: "2026-05-16T08:00:00Z",
			})
		}
		_, err := layOutVideo(t, r, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
			v := run.video
			g := v.Geometry
			floor := 0
			for i, item := range v.Board.Items {
				if item.Key == storyboard.ComposerKey && g.Items[i].Window == nil {
					t.Errorf("%s: the composer is behind the front, as the messages are", platform)
				}
			}
			for _, position := range g.Positions[0] {
				if sprite := g.Sprites[position.Sprite]; v.Board.Items[sprite.Item].Key == storyboard.ComposerKey {
					floor = position.Y + sprite.Cell[3]
				}
			}
			if g.View.Rect().Max.Y <= floor {
				return nil // the messages end above the composer
			}
			poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(v.Timeline.Pieces()))
			arrived := 0
			for frame := range v.Frames() {
				v.Timeline.Poses(time.Duration(frame)*time.Second/30, poses)
				for i, pose := range poses[:len(g.Sprites)] {
					height := float64(g.Sprites[i].Cell[3])
					seen := pose.Visible && pose.Opacity > 0 && pose.Clip.Bottom < height
					item := v.Board.Items[g.Sprites[i].Item]
					if !seen || item.Sent || !strings.HasPrefix(item.Key, "message ") { // what is sent comes from there
						continue
					}
					arrived++
					if bottom := pose.Y + pose.PivotY + pose.Scale*(height-pose.Clip.Bottom-pose.PivotY); bottom > float64(floor)+1 {
						t.Errorf("%s: in frame %d a message reaches down to %.0f, below the composer, which ends at %d", platform, frame, bottom, floor)
						return nil
					}
				}
			}
			if arrived == 0 {
				t.Errorf("%s: no message is seen", platform)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
