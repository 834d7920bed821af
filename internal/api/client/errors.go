package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"mockup/internal/api/wire"
)

// ErrUnfinished is the cause of an Error about a job that the service may still finish.
var ErrUnfinished = errors.New("not finished in time")

// Error is a failure of the service or of the network.
type Error struct {
	ID      string        // of the job; "" if it has none yet
	Status  int           // HTTP status; 0: there was no answer
	Code    wire.Code     // "" if the service gave none
	Message string        // what happened
	Hint    string        // what to do; may be empty
	Details []wire.Detail // violations of a payload that the service refused
	Err     error         // the cause; may be nil
}

// Error names the job, if there is one.
func (e *Error) Error() string {
	text := e.Message
	if e.Code != "" {
		text += fmt.Sprintf(" (%s)", e.Code)
	}
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	if e.ID != "" {
		text = fmt.Sprintf("job %s: %s", e.ID, text)
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// withID adds the id of the job to an Error.
func withID(err error, id string) error {
	var e *Error
	if errors.As(err, &e) {
		e.ID = id
	}
	return err
}

const (
	maxAnswer  = 1 << 20 // bytes of an answer that are read; records have some hundred
	maxMessage = 500     // bytes of a service's message that are shown
)

// readError turns an answer that is not a success into an Error.
func (c *Client) readError(resp *http.Response) *Error {
	e := &Error{Status: resp.StatusCode}
	data, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer)) // an incomplete body may still be readable
	var body wire.ErrorBody
	if json.Unmarshal(data, &body) == nil {
		e.Code, e.Message, e.Details = wire.Code(c.sanitize(string(body.Error.Code))), c.sanitize(body.Error.Message), body.Error.Details
	}
	if e.Message == "" {
		e.Message = fmt.Sprintf("the service answers %d %s", resp.StatusCode, http.StatusText(resp.StatusCode))
	}
	e.Message, e.Hint = strings.TrimRight(e.Message, ". "), hint(resp.StatusCode, e.Code)
	if id := c.sanitize(resp.Header.Get(wire.RequestID)); id != "" && resp.StatusCode >= http.StatusInternalServerError {
		e.Hint += " with the request id " + id
	}
	for i, d := range e.Details {
		e.Details[i] = wire.Detail{Path: c.sanitize(d.Path), Pointer: c.sanitize(d.Pointer), Code: c.sanitize(d.Code), Message: c.sanitize(d.Message)}
	}
	return e
}

// sanitize makes a service's text fit for a message: it removes the key, which the service may have repeated, and cuts
// long text.
func (c *Client) sanitize(text string) string {
	if c.opts.Key != "" {
		text = strings.ReplaceAll(text, c.opts.Key, "…")
	}
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return text
}

const checkServer = "check --server: it is the address before /api/v1"

// hint returns the next step after an answer.
func hint(status int, code wire.Code) string {
	switch status {
	case http.StatusUnauthorized:
		return "check the API key, which comes from MOCKUP_API_KEY, your configuration or --api-key"
	case http.StatusForbidden:
		return "the API key is suspended or without a subscription; ask those who run the service"
	case http.StatusNotFound:
		if code == wire.NotFound {
			return "jobs are kept for a limited time, and only the key that submitted a job sees it"
		}
		return checkServer
	case http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType:
		return checkServer
	case http.StatusRequestEntityTooLarge:
		return "give large images as https URLs"
	case http.StatusTooManyRequests:
		return "submit less at once, or later"
	}
	if status >= http.StatusInternalServerError {
		return "try again later, or report it to those who run the service"
	}
	return ""
}

// unfinished returns the error of a submission that took longer than Options.Timeout. The service may still finish the
// job.
func (c *Client) unfinished(id string) *Error {
	e := &Error{ID: id, Err: ErrUnfinished}
	limit := c.opts.Timeout.Round(time.Second)
	if id == "" {
		e.Message, e.Hint = fmt.Sprintf("the service has not accepted the payload within %s", limit), "try again later"
		return e
	}
	e.Message = fmt.Sprintf("not finished within %s", limit)
	e.Hint = fmt.Sprintf("the service may still finish it: see mockup status %s, then mockup download %s", id, id)
	return e
}
