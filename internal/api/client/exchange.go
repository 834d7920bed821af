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

// exchangeTime bounds one attempt of a request and its answer. 10 MB pass a line of half a megabit a second in it.
const exchangeTime = 3 * time.Minute

// call is a request with the key, which may be sent several times.
type call struct {
	method, path string
	body         []byte
	header       http.Header
}

// exchange sends a call until the service has decided on it, and reads the job it answers with.
func (c *Client) exchange(ctx context.Context, call call) (wire.Job, error) {
	var job wire.Job
	err := c.retry(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeoutCause(ctx, exchangeTime, fmt.Errorf("no answer in %s", exchangeTime))
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
			return c.broken(cause(ctx, err))
		}
		defer resp.Body.Close()
		if resp.StatusCode/100 != 2 {
			return c.refused(resp)
		}
		job, err = c.readJob(ctx, resp)
		return err
	})
	return job, err
}

// cause prefers the reason why a request was given up to the request's own words for it.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// sign gives a request the key and our name.
func (c *Client) sign(req *http.Request) {
	req.Header.Set("Authorization", "Bearer "+c.opts.Key)
	req.Header.Set("User-Agent", "mockup")
}

// readJob reads a record, which has to have what the next step needs.
func (c *Client) readJob(ctx context.Context, resp *http.Response) (wire.Job, error) {
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return wire.Job{}, c.broken(cause(ctx, err))
	}
	var job wire.Job
	if err := json.Unmarshal(data, &job); err != nil || job.ID == "" || job.Status == "" {
		return job, &Error{Status: resp.StatusCode, Err: err, Message: "the answer is not that of a render service", Hint: checkServer}
	}
	return job, nil
}

// transient is a failure that may pass.
type transient struct {
	reason *Error
	after  time.Duration // what the service asks to wait; 0: it did not say
	moved  bool          // the attempt got further than those before
}

func (t *transient) Error() string { return t.reason.Error() }

// refused returns the Error of an answer: transient if the service is busy or broken.
func (c *Client) refused(resp *http.Response) error {
	e := c.refusal(resp)
	if resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= http.StatusInternalServerError {
		return &transient{reason: e, after: retryAfter(resp.Header)}
	}
	return e
}

// retryAfter reads how long the service asks to wait; 0 if it does not.
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

// broken returns the Error of an exchange without an answer: transient unless it would fail the same way again.
// Addresses stay out, since those of downloads are signed.
func (c *Client) broken(err error) error {
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err
	}
	e := &Error{Err: err, Message: fmt.Sprintf("the service at %s cannot be reached: %v", place(c.base), err)}
	var redirect *errRedirect
	var lookup *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &redirect):
		e.Message = fmt.Sprintf("the service at %s: %v", place(c.base), redirect)
	case errors.As(err, &lookup) && lookup.IsNotFound:
		e.Message, e.Hint = fmt.Sprintf("the host %q does not exist", lookup.Name), "check --server"
	case errors.As(err, &certificate), errors.As(err, &record):
		e.Hint = "check --server"
	default:
		return &transient{reason: e}
	}
	return e
}

// retry calls attempt until it succeeds, fails for good, or has failed too often. Where the service says how long to
// wait, it is waited for as long as ctx lasts.
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
		if passing.moved {
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
			passing.reason.Message += fmt.Sprintf("; it asks to wait %s", wait.Round(time.Second))
			return passing.reason
		}
		c.opts.Notice(fmt.Sprintf("%s; trying again in %s", passing.reason.Message, max(wait, time.Second).Round(time.Second)))
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// jitter is a random time below most, so that clients do not come back all at once.
func jitter(most time.Duration) time.Duration { return rand.N(most) }

// sleep waits, or returns the cause of ctx's end.
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
