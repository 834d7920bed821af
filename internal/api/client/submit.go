package client

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"time"

	"mockup/internal/api/wire"
)

// Submit has a payload rendered and waits until it is, or with noWait until the service has taken it; a picture is
// finished by then. report, which may be nil, is told how far a video is, from 0 to 1. When Options.Patience ends before
// the job does, the error has its id and the cause ErrUnfinished. The job that is returned along with an error has at
// least what is known of it.
func (c *Client) Submit(ctx context.Context, body []byte, noWait bool, report func(float64)) (wire.Job, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.opts.Patience, ErrUnfinished)
	defer cancel()
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set(wire.IdempotencyKey, rand.Text())
	job, err := c.exchange(ctx, call{method: http.MethodPost, path: wire.RenderPath, body: body, header: header})
	if err == nil && !noWait {
		job, err = c.wait(ctx, job, report)
	}
	if errors.Is(err, ErrUnfinished) {
		err = c.unfinished(job.ID)
	}
	if err == nil && job.Status == wire.Failed {
		err = c.failure(job)
	}
	return job, err
}

// wait polls until the job has come to its end.
func (c *Client) wait(ctx context.Context, job wire.Job, report func(float64)) (wire.Job, error) {
	part := 0.0 // stays what it was where an answer does not say
	for job.Status != wire.Completed && job.Status != wire.Failed {
		if job.Progress != nil {
			part = min(max(*job.Progress, 0), 1)
		}
		if report != nil {
			report(part)
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

// Status asks for the record of a job, with a fresh address of its download.
func (c *Client) Status(ctx context.Context, id string) (wire.Job, error) {
	job, err := c.exchange(ctx, call{method: http.MethodGet, path: wire.ExportsPath + url.PathEscape(id)})
	return job, withID(err, id)
}

// failure is the Error of a job that has failed.
func (c *Client) failure(job wire.Job) *Error {
	reason := c.foreign(job.Error)
	if reason == "" {
		reason = "the service gives no reason; submit it again"
	}
	return &Error{ID: job.ID, Message: "rendering failed: " + reason}
}
