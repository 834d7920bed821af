package main

import (
	"context"

	"mockup/internal/output"
	"mockup/internal/render"
	"mockup/internal/render/asset"
	"mockup/internal/render/format"
	"mockup/internal/schema"
	"mockup/internal/warm"
)

// helperOf returns the identity by which a helper is asked to draw what a renderer would; empty if there seems to be none.
func helperOf(renderer *render.Renderer) string {
	identity, err := renderer.Identity()
	if err != nil || !warm.Present(identity) {
		return ""
	}
	return identity
}

// draw has the helper draw the job, or the renderer if there is no helper or it does not draw this job.
func (f *renderFlags) draw(ctx context.Context, renderer *render.Renderer, identity string, job render.Job, file string) (*render.Result, error) {
	if identity == "" {
		return renderer.Render(ctx, job)
	}
	if !helperDraws(job) {
		go func() { _ = renderer.Warm(ctx) }() // which borrows the helper's browser
		return renderer.Render(ctx, job)
	}
	out, err := output.New(job.Output)
	if err != nil {
		return nil, err
	}
	images := asset.New(asset.Options{Dir: job.Dir})
	defer images.Close()
	result, err := warm.Draw(ctx, identity, warm.Drawing{
		Payload: f.source, Name: payloadName(file), Version: f.version, Scale: f.scale,
		Guides: job.Guides, Now: job.Now, Quality: job.Still.Quality,
	}, f.engine.Timeout, images.Read)
	if err != nil {
		return renderer.Render(ctx, job)
	}
	if result.Path, err = out.Write(result.Data); err != nil {
		return nil, err
	}
	if result.Path != "" {
		result.Data = nil
	}
	return result, nil
}

// helperDraws reports whether helpers draw such a job: a PNG that is made of nothing but its payload and images. Anything else needs
// ffmpeg or the 3D phone, which depend on more of the command's environment.
func helperDraws(job render.Job) bool {
	if job.Payload.RenderKind != schema.Image || job.Format().Name != format.PNG || job.Matte != nil || job.Payload.InSpace() {
		return false
	}
	for file := range job.Payload.Files() {
		if file.Media != schema.ImageMedia {
			return false
		}
	}
	return true
}
