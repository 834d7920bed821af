package render_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/templates"
)

// What init prints for a platform that has a look renders, without warnings. But in the long tests only the full sample is drawn, which
// has all that the others have; of those it is checked that nothing would be warned of.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, kind := range schema.Types() {
		for _, platform := range render.SomePlatforms(t, kind) {
			for _, opts := range []schema.SampleOptions{{}, {Minimal: true}, {Full: true}} {
				opts.Platform = platform
				data, err := schema.Sample(kind, opts)
				if err != nil {
					t.Fatal(err)
				}
				p := decode(t, string(data))
				if p.RenderKind != schema.Image {
					continue
				}
				p.ResolutionScale = "1x"
				if warnings, err := sampleWarnings(t, render.Job{Payload: p}, opts.Full); err != nil || len(warnings) > 0 {
					t.Errorf("%s %+v: %v, %v", kind, opts, warnings, err)
				}
			}
		}
	}
}

func sampleWarnings(t *testing.T, job render.Job, draw bool) ([]scene.Warning, error) {
	if !draw && !longtest.On() {
		return new(render.Checker).Warnings(t.Context(), job)
	}
	result, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		return nil, err
	}
	return result.Warnings, nil
}

// A platform without a look is refused with the list of those that have one.
func TestNoLook(t *testing.T) {
	for _, kind := range schema.Types() {
		if !schema.HasPlatform(kind) {
			continue
		}
		missing := []string{"none"}
		for _, platform := range schema.Platforms(kind) {
			if !templates.Has(string(kind), platform) {
				missing = append(missing, platform)
			}
		}
		for _, platform := range missing {
			_, err := shared.renderer.Render(context.Background(), render.Job{Payload: lookless(t, kind, platform)})
			var refused *templates.MissingError
			if !errors.As(err, &refused) {
				t.Errorf("%s %s: error is %v, want a *templates.MissingError", kind, platform, err)
				continue
			}
			for _, available := range templates.Available(string(kind)) {
				if !strings.Contains(err.Error(), available) {
					t.Errorf("%s %s: %v does not name %s", kind, platform, err, available)
				}
			}
		}
	}
}

// lookless is the sample of a type, as if it were for another platform.
func lookless(t *testing.T, kind schema.Type, platform string) *schema.Payload {
	t.Helper()
	data, err := schema.Sample(kind, schema.SampleOptions{Minimal: true})
	if err != nil {
		t.Fatal(err)
	}
	p := decode(t, string(data))
	p.Platform = platform
	return p
}
