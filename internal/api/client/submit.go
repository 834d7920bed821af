package client

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"mockup/internal/api/wire"
)

// Request asks for a payload to be drawn. Only Body must be set.
type Request struct {
	Body      []byte             // the payload, as the function Body returns it
	MediaType string             // of the file, such as image/webp; empty: the usual one. Beyond version 1: other services may not heed it
	Query     string             // parameters that say how the file is encoded, such as "fps=60&quality=high"; empty: as usual. Beyond version 1, too
	NoWait    bool               // do not wait for a video
	Report    func(part float64) // called with the progress of a video, from 0 to 1
}

// Submit sends a payload and waits until the job is completed. With NoWait it returns as soon as the service has accepted
// the payload; a picture is completed by then. If the job is not finished within Options.Timeout, the error is an *Error with the job's id and the cause
// ErrUnfinished. A job that is returned together with an error has those fields that are known.
func (c *Client) Submit(ctx context.Context, request Request) (wire.Job, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.opts.Timeout, ErrUnfinished)
	defer cancel()
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set(wire.IdempotencyKey, rand.Text())
	if request.MediaType != "" {
		header.Set("Accept", request.MediaType+", application/json") // the answer is JSON
	}
	path := wire.RenderPath
	if request.Query != "" {
		path += "?" + request.Query
	}
	job, err := c.exchange(ctx, call{method: http.MethodPost, path: path, body: request.Body, header: header})
	if err == nil && !request.NoWait {
		job, err = c.wait(ctx, job, request.Report)
	}
	if errors.Is(err, ErrUnfinished) {
		err = c.unfinished(job.ID)
	}
	if err == nil && job.Status == wire.Failed {
		err = c.failure(job)
	}
	return job, err
}

// wait polls until the job is completed or failed.
func (c *Client) wait(ctx context.Context, job wire.Job, report func(float64)) (wire.Job, error) {
	progress := 0.0 // keeps its value when an answer states none
	for job.Status != wire.Completed && job.Status != wire.Failed {
		if job.Progress != nil {
			progress = min(max(*job.Progress, 0), 1)
		}
		if report != nil {
			report(progress)
		}
		if err := sleep(ctx, 2*time.Second+jitter(2*time.Second)); err != nil {
			return job, err
		}
		next, err := c.Status(ctx, job.ID)
		if err != nil {
			return job, err
		}
		job = next
	}
	return job, nil
}

// Status requests the record of a job, with a fresh download address.
func (c *Client) Status(ctx context.Context, id string) (wire.Job, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.opts.Timeout, &Error{Message: fmt.Sprintf("the service has not answered within %s", c.opts.Timeout)})
	defer cancel()
	job, err := c.exchange(ctx, call{method: http.MethodGet, path: wire.ExportsPath + url.PathEscape(id)})
	if err == nil && job.ID != id {
		return wire.Job{}, &Error{ID: id, Message: "the service answers with another job", Hint: checkServer}
	}
	return job, withID(err, id)
}

// failure returns the Error of a failed job.
func (c *Client) failure(job wire.Job) *Error {
	reason := job.Error
	if reason == "" {
		reason = "the service gives no reason; submit the payload again"
	}
	return &Error{ID: job.ID, Message: "rendering failed: " + reason}
}
