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

// ErrUnfinished is the cause of an Error about a job that may still be finished by the service.
var ErrUnfinished = errors.New("not finished in time")

// Error says what the service, or the way to it, did not let happen.
type Error struct {
	ID      string        // of the job, if it has one yet
	Status  int           // of HTTP; 0: there was no answer
	Code    wire.Code     // "" if the service gave none
	Message string        // what was found
	Hint    string        // what to do; may be empty
	Details []wire.Detail // of a payload that the service does not take
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

// withID says which job an error is about.
func withID(err error, id string) error {
	var e *Error
	if errors.As(err, &e) {
		e.ID = id
	}
	return err
}

const (
	maxAnswer  = 1 << 20 // bytes of an answer that are read; records have hundreds
	maxMessage = 500     // bytes of a service's own words that are shown
)

// refusal turns an answer that is not a success into an Error.
func (c *Client) refusal(resp *http.Response) *Error {
	e := &Error{Status: resp.StatusCode}
	data, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer)) // what did arrive may still be told
	var body wire.ErrorBody
	if json.Unmarshal(data, &body) == nil {
		e.Code, e.Message, e.Details = wire.Code(c.foreign(string(body.Error.Code))), c.foreign(body.Error.Message), body.Error.Details
	}
	if e.Message == "" {
		e.Message = fmt.Sprintf("the service answers %d %s", resp.StatusCode, http.StatusText(resp.StatusCode))
	}
	e.Message, e.Hint = strings.TrimRight(e.Message, ". "), hint(resp.StatusCode, e.Code)
	if id := c.foreign(resp.Header.Get(wire.RequestID)); id != "" && resp.StatusCode >= http.StatusInternalServerError {
		e.Hint += ", naming request " + id
	}
	for i := range e.Details {
		e.Details[i].Message = c.foreign(e.Details[i].Message)
	}
	return e
}

// foreign makes a service's words fit for a message: not endless, and without the key, which it may have repeated.
func (c *Client) foreign(text string) string {
	if c.opts.Key != "" {
		text = strings.ReplaceAll(text, c.opts.Key, "…")
	}
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return text
}

const checkServer = "check --server: it is the address before /api/v1"

// hint is the next step after an answer.
func hint(status int, code wire.Code) string {
	switch status {
	case http.StatusUnauthorized:
		return "check the API key, which comes from MOCKUP_API_KEY, your configuration or --api-key"
	case http.StatusForbidden:
		return "the API key is suspended or without a subscription; ask those who run the service"
	case http.StatusNotFound:
		if code == wire.NotFound {
			return "jobs are kept for a time, and for the key that submitted them"
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
		return "try again later, or tell those who run the service"
	}
	return ""
}

// unfinished says that patience is at its end. The job may yet be finished.
func (c *Client) unfinished(id string) *Error {
	e := &Error{ID: id, Err: ErrUnfinished}
	limit := c.opts.Patience.Round(time.Second)
	if id == "" {
		e.Message, e.Hint = fmt.Sprintf("the service has not taken the payload in %s", limit), "try again later"
		return e
	}
	e.Message = fmt.Sprintf("not finished in %s", limit)
	e.Hint = fmt.Sprintf("it may still be: mockup status %s tells, and mockup download %s gets it", id, id)
	return e
}
