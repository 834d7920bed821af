//go:build !bench

package render

import (
	"context"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/encode"
)

// captured returns a video with all of its pictures. It has to be closed.
func (r *Renderer) captured(ctx context.Context, job Job) (*videoRun, error) {
	doc, err := r.buildDocument(ctx, job)
	if err != nil {
		return nil, err
	}
	run := &videoRun{doc: doc, job: job, result: &Result{}}
	err = r.layOutAndCapture(ctx, run, func(ctx context.Context, b *browser.Browser) error { return run.video.Capture(ctx, b, nil) })
	return run, err
}

// Frames composes a video's frames without encoding them. A frame's bytes are valid during the call of emit, and stand for that
// many equal frames.
func (r *Renderer) Frames(ctx context.Context, job Job, emit func(frame []byte, times int) error) (encode.Video, error) {
	run, err := r.captured(ctx, job)
	if err != nil {
		return encode.Video{}, err
	}
	defer run.close()
	return run.format(), composite.Compose(ctx, run.video.Composition(), emit)
}
