package render

import (
	"context"

	"mockup/templates"
)

// Canonical returns the canonical form of a job's payload, see [schema.Payload.Canonical]. Its SHA-256 is in the metadata of
// what Renderer.Render makes of the job. The files that are shown or heard are loaded; nothing is drawn.
func Canonical(ctx context.Context, job Job) ([]byte, error) {
	images, audio, set := newImages(job.Placeholder), newAudio(), templates.Set{}
	sc, err := buildScene(ctx, job, &set, images, audio)
	if err != nil {
		return nil, err
	}
	if err := images.load(ctx, job, false); err != nil {
		return nil, err
	}
	if err := audio.load(ctx, job, false); err != nil {
		return nil, err
	}
	behind, err := loadVideoBehind(ctx, job, sc, images, false)
	if err != nil {
		return nil, err
	}
	films, err := loadFilms(ctx, job, sc, images, false)
	if err != nil {
		return nil, err
	}
	return images.canonical(job.Payload, audio, behind, films)
}
