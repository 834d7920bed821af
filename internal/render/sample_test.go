package render_test

import (
	"context"
	"errors"
	"testing"

	"mockup/internal/render"
	"mockup/internal/schema"
	"mockup/templates"
)

// What init prints for a platform that has a look renders, without warnings.
func TestSamples(t *testing.T) {
	for _, kind := range schema.Types() {
		for _, platform := range templates.Available(string(kind)) {
			for _, minimal := range []bool{false, true} {
				data, err := schema.Sample(kind, platform, minimal)
				if err != nil {
					t.Fatal(err)
				}
				p := decode(t, string(data))
				if p.RenderKind != schema.Image {
					continue
				}
				p.ResolutionScale = "1x"
				result, err := shared.renderer.Render(context.Background(), render.Job{Payload: p})
				if err != nil {
					t.Errorf("%s %s (minimal %v): %v", kind, platform, minimal, err)
				} else if len(result.Warnings) > 0 {
					t.Errorf("%s %s (minimal %v): %v", kind, platform, minimal, result.Warnings)
				}
			}
		}
	}
}

// A platform without a look is refused with the list of those that have one.
func TestNoLook(t *testing.T) {
	data, err := schema.Sample(schema.Chats, "msn", true)
	if err != nil {
		t.Fatal(err)
	}
	_, err = shared.renderer.Render(context.Background(), render.Job{Payload: decode(t, string(data))})
	var missing *templates.MissingError
	if !errors.As(err, &missing) || len(missing.Available) == 0 {
		t.Errorf("error is %v, want a *templates.MissingError", err)
	}
}
