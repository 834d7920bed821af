package render_test

import (
	"context"
	"fmt"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// A payload becomes a picture. A renderer keeps its browser for the next one.
func ExampleRenderer_Render() {
	payload, found := schema.Decode([]byte(`
mockupType: chats
platform: whatsapp
renderKind: image
resolutionScale: 2x
rendererVersion: mockup-chromium-v1
props:
  platform: whatsapp
  sender: { id: me, name: Mia }
  receivers: [{ id: noah, name: Noah Lindqvist }]
  messages:
    - { id: m1, userId: noah, type: text, timestamp: "2026-05-16T16:31:00Z", text: "are you still up for Saturday? 🛶" }
`), schema.Options{Filename: "chat.yaml"})
	if payload == nil {
		fmt.Println(found)
		return
	}
	renderer, err := render.New(render.Options{NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer renderer.Close()
	result, err := renderer.Render(context.Background(), render.Job{Payload: payload})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Format, result.Width, "x", result.Height)
	// Output: png 804 x 1748
}
