package render

import (
	"context"
	"image"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// A bubble keeps its size while the states of its message change: its words stay where they are. Signal's times leave the
// bubbles of a run that goes on, as in the app.
func TestBubblesKeepTheirSize(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range chatsThatShow(t, "bubbles") {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind, p.ResolutionScale = schema.Video, "1x"
		props := p.Props.(*schema.ChatProps)
		them := props.Receivers[0].ID
		props.Messages = nil
		for i, text := range []string{"Hello", "ok", strings.Repeat("seven words that fill a line or ", 3), "👍", strings.Repeat("wide enough ", 4), "See you at half past eight then"} {
			id := string(rune('a' + i))
			at := schema.Instant("2026-05-16T08:0" + string(rune('0'+2*i%10)) + ":00Z")
			props.Messages = append(props.Messages, schema.ChatMessage{ID: id, UserID: props.Sender.ID, Type: "text", Status: "read", Text: text, Timestamp: at},
				schema.ChatMessage{ID: id + "2", UserID: them, Type: "text", Text: text, Timestamp: at})
		}
		_, err := layOutVideo(t, r, Job{Payload: p}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
			sizes := map[string]image.Point{}
			for _, sprite := range run.video.Geometry.Sprites {
				key := run.video.Board.Items[sprite.Item].Key
				if sprite.Grow == nil || !strings.HasPrefix(key, "message ") {
					continue
				}
				size := sprite.Grow.Size()
				if before, seen := sizes[key]; seen && before != size {
					t.Errorf("%s: the bubble of %s is %v, and %v later", platform, key, before, size)
				}
				sizes[key] = size
			}
			if len(sizes) < len(props.Messages) {
				t.Errorf("%s: only %d bubbles were measured", platform, len(sizes))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
