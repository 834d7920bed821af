package render

import (
	"bytes"
	"context"
	"image/png"
	"slices"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/scene"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// Shared is the renderer of all tests that need none of their own. TestMain makes it.
var Shared *Renderer

// SomePlatforms returns platforms of a type for a test of each: a sample that has one of each layout, or all in the long tests.
func SomePlatforms(t *testing.T, kind schema.Type) []string {
	t.Helper()
	return longtest.Sample(t, 5, templates.Available(string(kind)), func(platform string) string {
		manifest, err := templates.ReadManifest(string(kind), platform)
		if err != nil {
			t.Fatal(err)
		}
		if kind != schema.Chats {
			return ""
		}
		return manifest.Options.Chat.TextOn + " " + manifest.Options.Chat.Chrome
	})
}

// chatsThatShow returns those of a sample of chat platforms that show a field.
func chatsThatShow(t *testing.T, field string) []string {
	t.Helper()
	return slices.DeleteFunc(SomePlatforms(t, schema.Chats), func(platform string) bool { return !schema.Shows(schema.Chats, platform, field) })
}

// LimitVectors sets how long the SVG images of a document may take in browsers that are started from now on.
func (r *Renderer) LimitVectors(limit time.Duration) { r.pool.opts.VectorsTimeout = limit }

// EndState draws the last frame of a video, as a PNG, and returns where its sprites stand then, in device pixels.
func (r *Renderer) EndState(ctx context.Context, job Job) (data []byte, positions []storyboard.Position, err error) {
	run, err := r.captured(ctx, job)
	if err != nil {
		return nil, nil, err
	}
	defer run.close()
	picture, err := composite.Draw(run.video.Composition(), run.video.Frames()-1)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, picture)
	steps := run.video.Geometry.Positions
	return out.Bytes(), steps[len(steps)-1], err
}

// LayOutWarnings lays a job out and returns the warnings that Render gives for it.
func (r *Renderer) LayOutWarnings(ctx context.Context, job Job) (warnings []scene.Warning, err error) {
	doc, err := r.buildDocument(ctx, job)
	if err != nil {
		return nil, err
	}
	err = r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		l, err := doc.layOut(ctx, b)
		if err == nil {
			warnings = slices.Concat(doc.images.warnings, doc.warnings, l.warnings)
		}
		return err
	})
	return warnings, err
}
