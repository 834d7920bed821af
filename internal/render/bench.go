//go:build bench

package render

import (
	"context"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/encode"
)

// What scripts/bench measures against. It is no part of the program: scripts/bench alone builds with the tag "bench".

// Recapture takes one more screenshot of what a free browser shows, by Chromium's usual call, and drops it: the cost of a picture
// that needs nothing but its pixels.
func (r *Renderer) Recapture(ctx context.Context) error {
	return r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error { return b.Recapture(ctx) })
}

// Frames composes a video's frames without encoding them: what ffmpeg is given. A frame's bytes are valid during the
// call of emit, and stand for that many equal frames.
func (r *Renderer) Frames(ctx context.Context, job Job, emit func(frame []byte, times int) error) (encode.Video, error) {
	run, err := r.captured(ctx, job)
	if err != nil {
		return encode.Video{}, err
	}
	defer run.close()
	defer run.playFilms(ctx).Close()
	return run.format(), composite.Compose(ctx, run.video.Composition(), emit)
}

func (r *Renderer) captured(ctx context.Context, job Job) (*videoRun, error) {
	doc, err := r.buildDocument(ctx, job)
	if err != nil {
		return nil, err
	}
	run := &videoRun{doc: doc, job: job, result: &Result{}}
	err = r.layOutAndCapture(ctx, run, func(ctx context.Context, b *browser.Browser) error { return run.video.Capture(ctx, b, nil) })
	return run, err
}
