package scene

import (
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// buildVideo builds the scene of a video with settings.
func buildVideo(t *testing.T, kind schema.Type, platform string, props schema.Props, video *schema.VideoSettings) *Scene {
	t.Helper()
	payload := &schema.Payload{MockupType: kind, Platform: platform, RenderKind: schema.Video, Props: props, Video: video}
	sc, err := Build(t.Context(), payload, &templates.Set{}, Options{Images: func(ref string) string { return "/image/" + ref }})
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// warnings returns the messages of a scene's warnings with a code.
func warnings(sc *Scene, code string) (messages []string) {
	for _, w := range sc.Warnings {
		if w.Code == code {
			messages = append(messages, w.Message)
		}
	}
	return messages
}
