package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"mockup/internal/api/jobs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// problem is an error together with its answer.
type problem struct {
	status     int
	code       wire.Code
	message    string
	details    []wire.Detail
	retryAfter time.Duration   // how long the client should wait; 0: not stated
	limit      *store.Decision // the limit that was exceeded, unless it is the rate limit
	cause      error           // only for the log
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
	errNoRoute      = notFound("there is nothing at this address; /openapi.json lists all addresses")
	errNoJob        = notFound("there is no such job: the id is wrong, the job has expired, or it belongs to another key")
	errShuttingDown = overloaded("the service is shutting down; send the request again")
	errQueueFull    = overloaded("too many pictures are waiting to be drawn; send it again later")
	errBeingDrawn   = overloaded("the picture is being drawn; delete it when it is completed, or break off the request that draws it")
	errTooLarge     = &problem{status: http.StatusRequestEntityTooLarge, code: wire.ValidationFailed,
		message: fmt.Sprintf("the body is larger than %d bytes, the most a payload may have; give large images as https URLs", wire.MaxBody)}
)

// problemOf is the only place that decides how an error is answered.
func problemOf(err error) *problem {
	var known *problem
	var full *jobs.FullError
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, store.ErrNotFound):
		return errNoJob
	case errors.Is(err, store.ErrBeingDrawn):
		return errBeingDrawn
	case errors.As(err, &full):
		return &problem{status: http.StatusServiceUnavailable, code: wire.Overloaded, message: full.Reason, retryAfter: full.RetryAfter}
	case store.IsBusy(err):
		return &problem{status: http.StatusServiceUnavailable, code: wire.Overloaded, message: "the database is busy; send it again later",
			retryAfter: retryAfter, cause: err}
	case errors.Is(err, store.ErrMismatch):
		return &problem{status: http.StatusUnprocessableEntity, code: wire.IdempotencyMismatch,
			message: "this " + wire.IdempotencyKey + " was used with another payload, format or query before; use a new one for each request"}
	}
	return &problem{status: http.StatusInternalServerError, code: wire.InternalError,
		message: "something went wrong in the service; send it again, or report it to those who run the service", cause: err}
}

// invalidPayload answers the violations of a payload.
func invalidPayload(details []wire.Detail) *problem {
	p := invalid("%s", summary(details))
	p.details = details
	return p
}

// detailsOf returns the diagnostics of a payload as they are answered.
func detailsOf(found schema.Diagnostics) []wire.Detail {
	details := []wire.Detail{}
	for _, d := range found {
		details = append(details, wire.Detail{Path: d.Path, Pointer: d.Pointer, Code: string(d.Code), Message: placed(d)})
	}
	return details
}

// placed returns a diagnostic's message, with its place where no field is one, because the text is no JSON.
func placed(d schema.Diagnostic) string {
	switch d.Code {
	case schema.CodeSyntax, schema.CodeEncoding, schema.CodeDepth, schema.CodeTrailingData:
		if d.Path == "" {
			return fmt.Sprintf("line %d, column %d: %s", d.Line, d.Col, d.Message)
		}
	}
	return d.Message
}

// summary sums the details up in one sentence.
func summary(details []wire.Detail) string {
	first := details[0].Message
	if path := details[0].Path; path != "" {
		first = path + ": " + first
	}
	if last := details[len(details)-1]; last.Code == string(schema.CodeTooMany) {
		return fmt.Sprintf("the payload is not valid: %s; %s", first, last.Message)
	}
	if more := len(details) - 1; more > 0 {
		return fmt.Sprintf("the payload is not valid: %s; and %d more, see details", first, more)
	}
	return "the payload is not valid: " + first
}

// writeError answers an error, and logs it if it is the service's own fault. When the client has left, nothing is
// answered.
func (s *Server) writeError(w http.ResponseWriter, r *http.Request, err error) {
	entry := entryOf(r)
	p := problemOf(err)
	if p.code == wire.InternalError && errors.Is(context.Cause(r.Context()), context.Canceled) {
		entry.add(slog.String("cause", "the client has left"))
		return
	}
	if p.status >= http.StatusInternalServerError {
		entry.add(slog.String("error", err.Error()))
	}
	h := w.Header()
	if p.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if p.limit != nil {
		setRateHeaders(h, *p.limit, time.Now())
	}
	if p.retryAfter > 0 {
		setRetryAfter(h, p.retryAfter)
	}
	entry.add(slog.String("code", string(p.code)))
	body := wire.ErrorBody{Error: wire.Error{Code: p.code, Message: p.message, Details: p.details}}
	if r.ContentLength == 0 || entry.bodyRead || r.Header.Get("Expect") != "" {
		answer(w, p.status, body)
		return
	}
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex() // otherwise net/http would read the rest of the body before it sends the answer
	h.Set("Connection", "close")
	answer(w, p.status, body)
	_ = control.Flush()
	_, _ = io.CopyN(io.Discard, r.Body, maxDrainBytes) // many clients read no answer before they have sent their whole body
}

// answer writes a JSON body. A failure to send it is ignored: the client has left.
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
