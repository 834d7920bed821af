package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// problem is an error that says how it is answered.
type problem struct {
	status     int
	code       wire.Code
	message    string
	details    []wire.Detail
	retryAfter time.Duration   // above 0: when to come again
	limit      *store.Decision // that was hit, if it is not the rate limit
	cause      error           // for the log only
}

func (p *problem) Error() string {
	if p.cause != nil {
		return p.message + ": " + p.cause.Error()
	}
	return p.message
}

func (p *problem) Unwrap() error { return p.cause }

func invalid(format string, args ...any) *problem {
	return &problem{status: http.StatusBadRequest, code: wire.ValidationFailed, message: fmt.Sprintf(format, args...)}
}

func overloaded(message string) *problem {
	return &problem{status: http.StatusServiceUnavailable, code: wire.Overloaded, message: message, retryAfter: retryAfter}
}

func unauthorized(message string) *problem {
	return &problem{status: http.StatusUnauthorized, code: wire.InvalidCredentials, message: message}
}

func notFound(message string) *problem {
	return &problem{status: http.StatusNotFound, code: wire.NotFound, message: message}
}

var (
	errNoRoute      = notFound("there is nothing at this address; /openapi.json lists what there is")
	errNoJob        = notFound("there is no such job: it never was, it has expired, or it is another key's")
	errShuttingDown = overloaded("the service is shutting down; send it again")
	errQueueFull    = overloaded("too many pictures are waiting to be drawn; send it again later")
	errTooLarge     = &problem{status: http.StatusRequestEntityTooLarge, code: wire.ValidationFailed,
		message: fmt.Sprintf("the body is larger than %d bytes, the most a payload may have; give large images as https URLs", wire.MaxBody)}
)

// problemOf decides how an error is answered: the one place that does.
func problemOf(err error) *problem {
	var known *problem
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, store.ErrNotFound):
		return errNoJob
	case errors.Is(err, store.ErrMismatch):
		return &problem{status: http.StatusUnprocessableEntity, code: wire.IdempotencyMismatch,
			message: "this " + wire.IdempotencyKey + " came with another payload before; use a new one for each payload"}
	}
	return &problem{status: http.StatusInternalServerError, code: wire.InternalError,
		message: "something went wrong in the service; send it again, or tell those who run it", cause: err}
}

// invalidPayload answers what is wrong with a payload.
func invalidPayload(details []wire.Detail) *problem {
	p := invalid("%s", summary(details))
	p.details = details
	return p
}

// detailsOf are the violations that the rules found.
func detailsOf(found schema.Diagnostics) []wire.Detail {
	var details []wire.Detail
	for _, d := range found.Errors() {
		details = append(details, wire.Detail{Path: d.Path, Pointer: d.Pointer, Code: string(d.Code), Message: d.Message})
	}
	return details
}

// summary says in one sentence what the details say.
func summary(details []wire.Detail) string {
	first := details[0].Message
	if path := details[0].Path; path != "" {
		first = path + ": " + first
	}
	if more := len(details) - 1; more > 0 {
		return fmt.Sprintf("the payload is not valid: %s; and %d more, see details", first, more)
	}
	return "the payload is not valid: " + first
}

// refuse answers an error, and has those of the service itself logged. Nobody is there any more to be told when the
// client has gone.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	entry := entryOf(r)
	p := problemOf(err)
	if p.code == wire.InternalError && errors.Is(context.Cause(r.Context()), context.Canceled) {
		entry.add(slog.String("cause", "the client has gone"))
		return
	}
	if p.status >= http.StatusInternalServerError {
		entry.add(slog.String("error", err.Error()))
	}
	if r.Header.Get("Expect") == "" { // many clients look for no answer before they have sent all
		_, _ = io.CopyN(io.Discard, r.Body, mostDiscarded)
	}
	h := w.Header()
	if p.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if p.limit != nil {
		tellLimit(h, *p.limit, time.Now())
	}
	if p.retryAfter > 0 {
		h.Set("Retry-After", seconds(p.retryAfter))
	}
	entry.add(slog.String("code", string(p.code)))
	answer(w, p.status, wire.ErrorBody{Error: wire.Error{Code: p.code, Message: p.message, Details: p.details}})
}

// seconds are whole ones, rounded up: whoever waits that long has waited enough.
func seconds(d time.Duration) string {
	return strconv.FormatInt(int64(math.Ceil(max(d, 0).Seconds())), 10)
}

// answer writes a JSON body. What cannot be sent any more is nobody's loss but the client's.
func answer(w http.ResponseWriter, status int, body any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(body)
}
