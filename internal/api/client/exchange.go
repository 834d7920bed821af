package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"mockup/internal/api/wire"
)

// attemptTimeout bounds one attempt of a request, including its answer. It is enough for 10 MB at half a Mbit/s.
const attemptTimeout = 3 * time.Minute

// call is a request with the key that may be sent several times.
type call struct {
	method, path string
	body         []byte
	header       http.Header
}

// exchange sends a call, again if necessary, and returns the job in the answer.
func (c *Client) exchange(ctx context.Context, call call) (wire.Job, error) {
	var job wire.Job
	err := c.retry(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeoutCause(ctx, attemptTimeout, fmt.Errorf("no answer within %s", attemptTimeout))
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, call.method, c.address(call.path), bytes.NewReader(call.body))
		if err != nil {
			return err
		}
		if call.header != nil {
			req.Header = call.header.Clone()
		}
		c.sign(req)
		resp, err := c.api.Do(req)
		if err != nil {
			return c.connectionError(cause(ctx, err))
		}
		defer resp.Body.Close()
		if resp.StatusCode/100 != 2 {
			return c.answerError(resp)
		}
		job, err = c.readJob(ctx, resp)
		return err
	})
	return job, err
}

// cause returns the reason why ctx has ended, if it has, and otherwise err.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// sign adds the key and the client's name to a request.
func (c *Client) sign(req *http.Request) {
	req.Header.Set("Authorization", "Bearer "+c.opts.Key)
	req.Header.Set("User-Agent", "mockup")
}

// readJob reads a record. It must have an id and a status.
func (c *Client) readJob(ctx context.Context, resp *http.Response) (wire.Job, error) {
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return wire.Job{}, c.connectionError(cause(ctx, err))
	}
	var job wire.Job
	if err := json.Unmarshal(data, &job); err != nil || job.ID == "" || job.Status == "" {
		return job, &Error{Status: resp.StatusCode, Err: err, Message: "the answer is not that of a render service", Hint: checkServer}
	}
	job.Error = c.sanitize(job.Error)
	for i, w := range job.Warnings {
		job.Warnings[i] = wire.Warning{Code: c.sanitize(w.Code), Message: c.sanitize(w.Message)}
	}
	return job, nil
}

// transient is a failure after which another attempt may succeed.
type transient struct {
	reason     *Error
	after      time.Duration // how long the service asks to wait; 0: it does not
	progressed bool          // whether the attempt got further than those before
}

func (t *transient) Error() string { return t.reason.Error() }

// answerError returns the error of an answer that is not a success. It is transient if the service is busy or broken.
func (c *Client) answerError(resp *http.Response) error {
	e := c.readError(resp)
	if resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= http.StatusInternalServerError {
		return &transient{reason: e, after: retryAfter(resp.Header)}
	}
	return e
}

// retryAfter returns how long the service asks to wait, or 0.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseInt(text, 10, 32); err == nil {
		return max(time.Duration(seconds)*time.Second, 0)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(time.Until(at), 0)
	}
	if at, err := strconv.ParseInt(h.Get(wire.RateLimitReset), 10, 64); err == nil && text == "" {
		return max(time.Until(time.Unix(at, 0)), 0)
	}
	return 0
}

// connectionError returns the error of a request without a complete answer. It is transient unless the next attempt
// would fail in the same way. It contains no path, because the paths of downloads are signed.
func (c *Client) connectionError(err error) error {
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err
	}
	e := &Error{Err: err, Message: fmt.Sprintf("the service at %s cannot be reached: %v", origin(c.base), err)}
	var redirect *redirectError
	var lookup *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &redirect):
		e.Message = fmt.Sprintf("the service at %s: %v", origin(c.base), redirect)
	case errors.As(err, &lookup) && lookup.IsNotFound:
		e.Message, e.Hint = fmt.Sprintf("the host %q does not exist", lookup.Name), "check --server"
	case errors.Is(err, http.ErrSchemeMismatch):
		e.Message, e.Hint = fmt.Sprintf("the service at %s speaks HTTP without TLS", origin(c.base)), "check --server: its address begins with http://"
	case errors.As(err, &certificate), errors.As(err, &record):
		e.Hint = "check --server"
	default:
		e.Hint = "check --server, and that the service runs"
		return &transient{reason: e}
	}
	return e
}

// retry calls attempt until it succeeds, fails with an error that is not transient, or has failed Options.Attempts times.
// Failures after which the service says how long to wait do not count; they are retried as long as ctx lasts.
func (c *Client) retry(ctx context.Context, attempt func(context.Context) error) error {
	for failures := 0; ; {
		err := attempt(ctx)
		var passing *transient
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !errors.As(err, &passing):
			return err
		}
		if passing.progressed {
			failures = 0
		}
		wait := passing.after
		if wait == 0 {
			if failures++; failures >= c.opts.Attempts {
				return passing.reason
			}
			wait = 500 * time.Millisecond << min(failures-1, 6)
		}
		pause := wait + jitter(wait/4+time.Second/4)
		if deadline, ok := ctx.Deadline(); ok && passing.after > 0 && time.Until(deadline) < pause {
			passing.reason.Message += fmt.Sprintf("; the service asks to wait %s", wait.Round(time.Second))
			return passing.reason
		}
		c.opts.Notice(fmt.Sprintf("%s; trying again in %s", passing.reason.Message, max(wait, time.Second).Round(time.Second)))
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// jitter returns a random duration below limit, so that clients do not all come back at the same time.
func jitter(limit time.Duration) time.Duration { return rand.N(limit) }

// sleep waits for a time. If ctx ends first, it returns the cause.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
