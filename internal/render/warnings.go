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
// be drawn, or data URLs of images that are damaged.
func (c *Checker) Check(ctx context.Context, job Job) error {
	images, _, err := c.buildDocument(ctx, job)
	if err != nil {
		return err
	}
	refs := slices.DeleteFunc(images.wanted(job.Payload), func(ref asset.Ref) bool { return !isDataURL(ref.Value) })
	if len(refs) == 0 {
		return nil
	}
	loader := asset.New(asset.Options{Public: true})
	defer loader.Close()
	_, _, err = loader.Load(ctx, refs)
	return err
}

func isDataURL(value string) bool { return len(value) > 5 && strings.EqualFold(value[:5], "data:") }

// buildDocument builds a job's scene and draws its template. It loads no images.
func (c *Checker) buildDocument(ctx context.Context, job Job) (*images, *document, error) {
	images := newImages(job.Placeholder)
	sc, err := buildScene(ctx, job, &c.templates, images)
	if err != nil {
		return nil, nil, err
	}
	doc, err := newDocument(ctx, sc, images, templates.Emoji{}, job.Payload.ResolutionScale.Factor())
	if err == nil {
		doc.payload = job.Payload
	}
	return images, doc, err
}

// Warnings returns those warnings that Renderer.Render gives for a job whatever its layout and its images are: of the
// scene, of characters that no font has, and of a picture of known size that is too large for its scale. The error is one
// that Render gives, too.
func (c *Checker) Warnings(ctx context.Context, job Job) ([]scene.Warning, error) {
	_, doc, err := c.buildDocument(ctx, job)
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
