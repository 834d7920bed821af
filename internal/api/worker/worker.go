// Package worker makes stored files of accepted renders: of the videos in the queue, and, for a server that answers
// while it waits, of pictures.
//
// A render may be drawn twice, when the machine of its first worker stood still. Each attempt stores an object of its
// own, and the record names the one that was complete first; the other attempt deletes its own.
package worker

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mockup/internal/api/metrics"
	"mockup/internal/api/outputs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/render"
	"mockup/internal/schema"
	"mockup/internal/scratch"
)

// settleTimeout is how long database and storage have to note how a render ended whose own context may be over.
const settleTimeout = 10 * time.Second

// orphaned is the age at which a stored file that no record names is left over from a process that has ended. It is far
// longer than any render may take.
const orphaned = time.Hour

// Options are what a worker needs. All but Metrics and Logger must be set.
type Options struct {
	Store    *store.Store
	Outputs  *outputs.Outputs
	Renderer *render.Renderer // one with Public set: payloads come from strangers
	Metrics  *metrics.Metrics // nil: nothing is measured
	Logger   *slog.Logger     // nil: nothing is logged
}

// Worker renders. It is safe for concurrent use.
type Worker struct {
	Options
	every time.Duration // between two notes of progress
}

// New returns a worker.
func New(options Options) *Worker {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	return &Worker{options, progressEvery}
}

// Run renders a video of the queue, as jobs.Queue.Work wants it: what is wrong with the video itself is recorded, and
// the error says that another attempt may end better. A render that is finished, or no longer there, is left alone.
func (w *Worker) Run(ctx context.Context, id string) error {
	record, err := w.Store.Render(ctx, id, time.Now())
	if errors.Is(err, store.ErrNotFound) || err == nil && record.Status != wire.Rendering {
		return nil
	}
	if err != nil {
		return err
	}
	payload, found := schema.Decode(record.Payload, schema.Options{})
	if payload == nil { // a server of another version has accepted it
		return fmt.Errorf("decode the payload of render %s: %w", id, found.Err())
	}
	_, err = w.Render(ctx, id, payload, found)
	reason, final := Reason(err)
	switch {
	case err == nil || isOver(err):
		return nil
	case ctx.Err() != nil || !final:
		return err
	}
	return w.fail(ctx, id, reason)
}

// GiveUp records that a video failed which is not tried again, as jobs.Options.GiveUp wants it.
func (w *Worker) GiveUp(ctx context.Context, id string, err error) {
	w.Logger.ErrorContext(ctx, "render given up", slog.String("render", id), slog.Any("error", err))
	reason, _ := Reason(err)
	if err := w.fail(ctx, id, reason); err != nil {
		w.Logger.ErrorContext(ctx, "recording a failed render failed", slog.String("render", id), slog.Any("error", err))
	}
}

func (w *Worker) fail(ctx context.Context, id, reason string) error {
	if err := w.Store.Fail(ctx, id, reason, time.Now()); err != nil && !isOver(err) {
		return err
	}
	return nil
}

// isOver says that a render was finished by another attempt, or expired.
func isOver(err error) bool {
	return errors.Is(err, store.ErrFinished) || errors.Is(err, store.ErrNotFound)
}

// Render draws an accepted render, stores its file and records it as complete, with the warnings of what was found when
// its payload was read. When it was finished meanwhile, the error is store.ErrFinished, and nothing is left in the storage.
// See Reason for the other errors.
func (w *Worker) Render(ctx context.Context, id string, payload *schema.Payload, found schema.Diagnostics) (store.Output, error) {
	log := w.Logger.With(slog.String("render", id), slog.String("type", string(payload.MockupType)), slog.String("kind", string(payload.RenderKind)))
	log.InfoContext(ctx, "rendering")
	began := time.Now()
	output, err := w.render(ctx, id, payload, found)
	took := slog.Float64("ms", float64(time.Since(began).Microseconds())/1000)
	if err != nil {
		log.WarnContext(ctx, "render failed", took, slog.Any("error", err))
		return store.Output{}, err
	}
	log.InfoContext(ctx, "rendered", took, slog.Int64("bytes", output.Size))
	return output, nil
}

func (w *Worker) render(ctx context.Context, id string, payload *schema.Payload, found schema.Diagnostics) (store.Output, error) {
	job := render.Job{Payload: payload, Crop: true}
	if payload.RenderKind == schema.Video {
		folder, err := scratch.Folder("video")
		if err != nil {
			return store.Output{}, err
		}
		defer os.RemoveAll(folder)
		var stop func()
		job.Output = filepath.Join(folder, "video."+job.Format())
		job.Progress, stop = w.noteProgress(ctx, id)
		defer stop()
	}
	began := time.Now()
	result, err := w.Renderer.Render(ctx, job)
	w.Metrics.Rendered(payload.MockupType, payload.RenderKind, err == nil, time.Since(began))
	if err != nil {
		return store.Output{}, err
	}
	result.Remark(found)
	return w.keep(ctx, id, result)
}

// keep stores a finished file and records it.
func (w *Worker) keep(ctx context.Context, id string, result *render.Result) (store.Output, error) {
	output := newOutput(id, result)
	var file io.Reader = bytes.NewReader(result.Data)
	if result.Path != "" {
		opened, err := os.Open(result.Path)
		if err != nil {
			return store.Output{}, fmt.Errorf("open video: %w", err)
		}
		defer opened.Close()
		file = opened
	}
	if err := w.Store.Expect(ctx, output.Object, time.Now().Add(orphaned)); err != nil {
		return store.Output{}, err
	}
	if err := w.Outputs.Put(ctx, output.Object, ContentType(output.Format), file); err != nil {
		return store.Output{}, err
	}
	return output, w.complete(ctx, id, output)
}

// complete records a stored file. One that comes too late is deleted. After another error nobody can tell whether the
// record names it, so it stays; if not, it is swept.
func (w *Worker) complete(ctx context.Context, id string, output store.Output) error {
	err := w.Store.Complete(ctx, id, output, time.Now())
	if !isOver(err) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	return errors.Join(err, w.Outputs.Delete(ctx, output.Object))
}

// newOutput describes a result, under a name that no other attempt has.
func newOutput(id string, result *render.Result) store.Output {
	output := store.Output{
		Format: result.Format, Object: fmt.Sprintf("%s-%s.%s", id, strings.ToLower(rand.Text()[:8]), result.Format),
		Size: result.Size, Width: result.Width, Height: result.Height, Duration: result.Duration, SHA256: result.SHA256,
	}
	for _, warning := range result.Warnings {
		output.Warnings = append(output.Warnings, wire.Warning(warning))
	}
	return output
}

// ContentType is the media type of a format: png, mp4 or webm.
func ContentType(format string) string {
	if format == "png" {
		return "image/png"
	}
	return "video/" + format
}
