package render

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// The corners of a picture follow those of its bubble, which are smaller where two bubbles of a run meet. Next to a text they are small.
func TestCornersOfPicturesOnTelegram(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".pictures")].map((pictures) => getComputedStyle(pictures).borderRadius)`
	p := samplePayload(t, schema.Chats, "telegram")
	props := p.Props.(*schema.ChatProps)
	image := []schema.ChatImage{{ID: "i", Filename: "beach.jpg", Data: "../media/photos/sunset-beach.jpg", MimeType: "image/jpeg"}}
	props.Messages = nil
	for i, text := range []string{"", "", "On the beach"} {
		props.Messages = append(props.Messages, schema.ChatMessage{
			ID: fmt.Sprint("m", i), UserID: props.Sender.ID, Type: "mixed", Timestamp: schema.Instant(fmt.Sprintf("2026-03-01T09:0%d:00Z", i)), Text: text, Images: image,
		})
	}
	var corners []string
	onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &corners) })
	if want := []string{"15px 15px 6px", "15px 6px 6px 15px", "15px 6px 4px 4px"}; !slices.Equal(corners, want) {
		t.Errorf("the corners are %q, not %q", corners, want)
	}
}

// Where the capsule says nothing of a person, the name stands in its middle.
func TestNameAloneOnTelegram(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const [name, capsule] = [".title", ".who"].map((s) => document.querySelector(s).getBoundingClientRect());
		return name.top + name.bottom - capsule.top - capsule.bottom;
	}`
	p := samplePayload(t, schema.Chats, "telegram")
	props := p.Props.(*schema.ChatProps)
	props.Receivers[0].Presence = "none"
	var off float64
	if layOutPage(t, Shared, p, script, nil, &off); off < -2 || off > 2 {
		t.Errorf("the middle of the name is %.1f from that of the capsule", off/2)
	}
}
