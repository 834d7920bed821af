package render

import (
	"context"
	"fmt"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"mockup/templates"
)

// Many reactions to a short message stay on the screen, on every app.
func TestReactionsStayOnScreen(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".reaction")].map((r) => r.getBoundingClientRect()).filter((r) => r.left < 0 || r.right > 402).map((r) => [r.left, r.right].map(Math.round))`
	for _, platform := range templates.Available(string(schema.Chats)) {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind = schema.Image
		props := p.Props.(*schema.ChatProps)
		props.Messages = nil
		var marks []schema.Reaction
		for _, emoji := range []string{"👍", "😂", "🔥", "❤️", "😮", "🎉", "😢"} {
			marks = append(marks, schema.Reaction{Emoji: emoji, By: []string{props.Receivers[0].ID}})
		}
		for i, user := range []string{props.Sender.ID, props.Receivers[0].ID, props.Sender.ID, props.Receivers[0].ID} {
			props.Messages = append(props.Messages, schema.ChatMessage{
				ID: fmt.Sprint("m", i), UserID: user, Type: "text", Timestamp: schema.Instant(fmt.Sprintf("2026-03-01T09:%d0:00Z", i)), Text: "ok", Reactions: marks[:3+i],
			})
		}
		var out [][2]float64
		onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &out) })
		if len(out) > 0 {
			t.Errorf("%s: reactions reach out of the screen: %v", platform, out)
		}
	}
}
