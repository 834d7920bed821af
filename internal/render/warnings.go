package render

import (
	"context"
	"slices"
	"strings"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
	"mockup/templates"
)

// Checker finds the warnings and faults of payloads that are known without drawing them. The zero value is ready for use.
type Checker struct{ templates templates.Set }

// Check returns the error that Renderer.Render gives for a job whatever Chromium and the network do: content that cannot
// be drawn, or data URLs of files that are damaged.
func (c *Checker) Check(ctx context.Context, job Job) error {
	images, audio := newImages(job.Placeholder), newAudio()
	doc, err := c.buildDocument(ctx, job, images, audio)
	if err != nil {
		return err
	}
	loader := asset.New(asset.Options{Public: true})
	defer loader.Close()
	remote := func(ref asset.Ref) bool { return !isDataURL(ref.Value) }
	if _, _, err := loader.Load(ctx, slices.DeleteFunc(images.wanted(job.Payload), remote)); err != nil {
		return err
	}
	if _, _, err := loader.LoadAudio(ctx, slices.DeleteFunc(audio.wanted(job), remote)); err != nil {
		return err
	}
	// As when it is drawn, the film behind and those of messages are loaded separately: each has the limit of all.
	for _, refs := range [][]asset.Ref{videoRefs(job, doc.scene), filmRefs(job, doc.scene)} {
		if _, _, err := loader.LoadVideos(ctx, slices.DeleteFunc(refs, remote)); err != nil {
			return err
		}
	}
	return nil
}

func isDataURL(value string) bool { return len(value) > 5 && strings.EqualFold(value[:5], "data:") }

// buildDocument builds a job's scene and draws its template. It loads no files.
func (c *Checker) buildDocument(ctx context.Context, job Job, images *images, audio *audio) (*document, error) {
	sc, err := buildScene(ctx, job, &c.templates, images, audio)
	if err != nil {
		return nil, err
	}
	return newDocument(ctx, job.Payload, sc, images, templates.Emoji{})
}

// Warnings returns those warnings that Renderer.Render gives for a job whatever its layout and its images are: of the
// scene, of characters that no font has, and of a picture of known size that is too large for its scale. The error is one
// that Render gives, too.
func (c *Checker) Warnings(ctx context.Context, job Job) ([]scene.Warning, error) {
	doc, err := c.buildDocument(ctx, job, newImages(job.Placeholder), newAudio())
	if err != nil {
		return nil, err
	}
	l := &layout{}
	switch {
	case job.Payload.InSpace():
		err = doc.placePhone()
	case doc.exact():
		if doc.Height > 0 {
			_, err = doc.exactScale(doc.Width, doc.Height)
		}
	case doc.Height > 0:
		width, height := doc.outerSize(browser.Layout{})
		_, err = doc.fit(width, height, l)
	}
	return append(doc.warnings, l.warnings...), err
}
