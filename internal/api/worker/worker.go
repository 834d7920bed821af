// Package worker renders what the service has accepted and stores the files: the videos of the queue, and the pictures of
// requests that wait for them.
//
// A render may be drawn twice at the same time, when the machine of the first worker was suspended. Each attempt stores
// an object of its own. The record names the object of the attempt that finished first; the other attempt deletes its
// object.
package worker

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mockup/internal/api/encoding"
	"mockup/internal/api/metrics"
	"mockup/internal/api/outputs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/render"
	"mockup/internal/render/cues"
	"mockup/internal/render/format"
	"mockup/internal/schema"
	"mockup/internal/scratch"
)

// cleanupTimeout is how long storage may take to delete a file whose render's own context may have ended.
const cleanupTimeout = 10 * time.Second

// orphanAge is the age at which a stored file that no record names must be left over from a crashed process. It is far
// longer than any render may take.
const orphanAge = time.Hour

// Options configure a worker. All but Metrics and Logger must be set.
type Options struct {
	Store    *store.Store
	Outputs  *outputs.Outputs
	Renderer *render.Renderer // must have Public set, because payloads come from strangers
	Metrics  *metrics.Metrics // nil: nothing is measured
	Logger   *slog.Logger     // nil: nothing is logged
}

// Worker renders. It is safe for concurrent use.
type Worker struct {
	Options
	progressInterval time.Duration // between two writes of a video's progress
}

// New returns a worker.
func New(options Options) *Worker {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	return &Worker{options, progressInterval}
}

// Run renders a video of the queue; it is the run function of jobs.Queue.Work. A fault of the payload is recorded, and
// Run returns nil. An error means that another attempt may succeed. Run does nothing if the render is finished or no
// longer exists.
func (w *Worker) Run(ctx context.Context, id string) error {
	record, err := w.Store.Render(ctx, id, time.Now())
	if errors.Is(err, store.ErrNotFound) || err == nil && record.Status != wire.Rendering {
		return nil
	}
	if err != nil {
		return err
	}
	payload, found := schema.Decode(record.Payload, schema.Options{})
	if payload == nil { // it was accepted by a server of another version
		return fmt.Errorf("decode the payload of render %s: %w", id, found.Err())
	}
	query, err := url.ParseQuery(record.Encoding)
	if err != nil {
		return fmt.Errorf("read the encoding of render %s: %w", id, err)
	}
	encoded, err := encoding.Parse(query)
	if err != nil {
		return fmt.Errorf("read the encoding of render %s: %w", id, err)
	}
	_, err = w.Render(ctx, Task{RenderID: id, Payload: payload, Found: found, As: record.Output.Format, Encoding: encoded})
	reason, final := Reason(err)
	switch {
	case err == nil || isFinished(err):
		return nil
	case ctx.Err() != nil || !final:
		return err
	}
	return w.fail(ctx, id, reason)
}

// GiveUp records the failure of a video that is not tried again; it is the GiveUp function of jobs.Options.
func (w *Worker) GiveUp(ctx context.Context, id string, err error) {
	w.Logger.ErrorContext(ctx, "render given up", slog.String("render", id), slog.Any("error", err))
	reason, _ := Reason(err)
	if err := w.fail(ctx, id, reason); err != nil {
		w.Logger.ErrorContext(ctx, "recording a failed render failed", slog.String("render", id), slog.Any("error", err))
	}
}

func (w *Worker) fail(ctx context.Context, id, reason string) error {
	if err := w.Store.Fail(ctx, id, reason, time.Now()); err != nil && !isFinished(err) {
		return err
	}
	return nil
}

// isFinished reports whether an error means that a render was finished by another attempt or has expired.
func isFinished(err error) bool {
	return errors.Is(err, store.ErrFinished) || errors.Is(err, store.ErrNotFound)
}

// Task is an accepted render.
type Task struct {
	RenderID string
	Payload  *schema.Payload
	Found    schema.Diagnostics // of decoding the payload; its warnings are recorded with the output
	As       string             // see render.Job
	Encoding encoding.Encoding
	// Turn waits until the task may use a browser. It is called once, when the images are loaded and all else is prepared.
	// nil means that the task need not wait.
	Turn func(ctx context.Context) error
}

// Render draws an accepted render, stores its file and records its completion. If another attempt has finished the render
// meanwhile, the error is store.ErrFinished and nothing is left in the storage. Reason explains the other errors.
func (w *Worker) Render(ctx context.Context, task Task) (store.Output, error) {
	log := w.Logger.With(slog.String("render", task.RenderID), slog.String("type", string(task.Payload.MockupType)),
		slog.String("kind", string(task.Payload.RenderKind)))
	log.InfoContext(ctx, "rendering")
	began := time.Now()
	output, err := w.render(ctx, task)
	took := slog.Float64("ms", float64(time.Since(began).Microseconds())/1000)
	if err != nil {
		log.WarnContext(ctx, "render failed", took, slog.Any("error", err))
		return store.Output{}, err
	}
	log.InfoContext(ctx, "rendered", took, slog.Int64("bytes", output.Size))
	return output, nil
}

func (w *Worker) render(ctx context.Context, task Task) (store.Output, error) {
	id, payload := task.RenderID, task.Payload
	job := task.Encoding.Job(payload, task.As)
	if payload.RenderKind == schema.Video {
		folder, err := scratch.Folder("video")
		if err != nil {
			return store.Output{}, err
		}
		defer folder.Remove()
		var stop func()
		job.Output = filepath.Join(folder.Path, "video"+job.Format().Suffix())
		job.Video.Progress, stop = w.recordProgress(ctx, id)
		job.Video.Cues = true
		defer stop()
	}
	result, err := w.draw(ctx, job, task.Turn)
	if err != nil {
		return store.Output{}, err
	}
	result.AddWarnings(task.Found)
	return w.save(ctx, id, job.Format(), result)
}

// draw prepares a job, waits for its turn and draws it. Only the drawing is measured.
func (w *Worker) draw(ctx context.Context, job render.Job, turn func(context.Context) error) (*render.Result, error) {
	prepared, err := w.Renderer.Prepare(ctx, job)
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	if turn != nil {
		if err := prepared.AwaitPhone(ctx); err != nil {
			return nil, err
		}
		if err := turn(ctx); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	result, err := prepared.Render(ctx)
	w.Metrics.Rendered(job.Payload.MockupType, job.Payload.RenderKind, err == nil, time.Since(began))
	return result, err
}

// save stores a finished file and records it.
func (w *Worker) save(ctx context.Context, id string, made format.Format, result *render.Result) (store.Output, error) {
	output := newOutput(id, made, result)
	if output.HasCues = len(result.Cues.Cues) > 0; output.HasCues {
		var err error
		if output.Cues, err = result.Cues.Encode(cues.JSON); err != nil {
			return store.Output{}, err
		}
	}
	var file io.Reader = bytes.NewReader(result.Data)
	if result.Path != "" {
		opened, err := os.Open(result.Path)
		if err != nil {
			return store.Output{}, fmt.Errorf("open video: %w", err)
		}
		defer opened.Close()
		file = opened
	}
	if err := w.Store.ExpectObject(ctx, output.Object, time.Now().Add(orphanAge)); err != nil {
		return store.Output{}, err
	}
	if err := w.Outputs.Put(ctx, output.Object, made.MediaType, file); err != nil {
		return store.Output{}, err
	}
	return output, w.complete(ctx, id, output)
}

// complete records a stored file. If another attempt has finished the render, the file is deleted. After any other error
// it is unknown whether the record names the file, so it stays; a sweep deletes it later if no record names it.
func (w *Worker) complete(ctx context.Context, id string, output store.Output) error {
	err := w.Store.Complete(ctx, id, output, time.Now())
	if !isFinished(err) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTimeout)
	defer cancel()
	return errors.Join(err, w.Outputs.Delete(ctx, output.Object))
}

// newOutput describes a result. The object's name is different in every attempt.
func newOutput(id string, made format.Format, result *render.Result) store.Output {
	output := store.Output{
		Format: made.Name, Object: id + "-" + strings.ToLower(rand.Text()[:8]) + made.Suffix(),
		Size: result.Size, Width: result.Width, Height: result.Height, Duration: result.Duration, SHA256: result.SHA256,
	}
	for _, warning := range result.Warnings {
		output.Warnings = append(output.Warnings, wire.Warning(warning))
	}
	return output
}
