package render

import (
	"context"
	"errors"
	"image"
	"io"
	"sync"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/cues"
	"mockup/internal/render/scene"
	"mockup/internal/render/sound"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// Playback is a video whose layers are in memory, so that each of its frames can be drawn at any time, without a browser and
// without an encoder. It is safe for concurrent use. It has to be closed.
type Playback struct {
	Width, Height int // of a frame, device pixels
	Frames        int
	FPS           int
	Cues          cues.List
	Sound         *sound.Mix // nil: silence
	Warnings      []scene.Warning

	mu     sync.Mutex // the compositor fills sprites as it draws
	video  *video.Video
	spots  spots
	behind io.Closer // what decodes the video behind
	films  io.Closer // what decodes those that play in messages
	doc    *document
}

// NewPlayback lays a video out and captures its layers. It does not use Job.Output and Job.Video.At.
func (r *Renderer) NewPlayback(ctx context.Context, job Job) (*Playback, error) {
	if job.Payload.RenderKind != schema.Video {
		return nil, errors.New("the payload is a picture; set renderKind to video")
	}
	job.Video.At, job.Video.Cues = nil, true
	doc, err := r.buildDocument(ctx, job)
	if err != nil {
		return nil, err
	}
	run := videoRun{doc: doc, job: job, result: &Result{}, drawn: true}
	var found spots
	err = r.layOutAndCapture(ctx, &run, func(ctx context.Context, b *browser.Browser) (err error) {
		if err := run.video.Capture(ctx, b, nil); err != nil || len(job.Texts) == 0 || doc.phone != nil {
			return err
		}
		found, err = doc.findSpots(ctx, b, run.video.Board, job.Texts)
		return err
	})
	if err != nil {
		run.close()
		doc.close()
		return nil, err
	}
	warnings := append(doc.images.warnings, doc.warnings...)
	return &Playback{
		Width: run.result.Width, Height: run.result.Height, Frames: run.video.Frames(), FPS: job.FPS(),
		Cues: run.result.Cues, Sound: run.sound, Warnings: append(warnings, run.result.Warnings...), video: run.video, spots: found,
		behind: run.showBehind(context.WithoutCancel(ctx)), films: run.playFilms(context.WithoutCancel(ctx)), doc: doc, // which outlive the call
	}, nil
}

// Frame draws a frame, counted from 0.
func (p *Playback) Frame(n int) (*image.NRGBA, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.video == nil {
		return nil, ErrClosed
	}
	return composite.Draw(p.video.Composition(), n)
}

// Places returns where the job's texts and the payload's images are seen in a frame, counted from 0.
func (p *Playback) Places(n int) ([]Place, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.video == nil {
		return nil, ErrClosed
	}
	return p.spots.in(p.video, n), nil
}

// Close frees the layers.
func (p *Playback) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.video != nil {
		p.video.Close()
		_ = p.behind.Close()
		_ = p.films.Close()
		p.doc.close()
		p.video = nil
	}
}
