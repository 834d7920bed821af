package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
)

// entry is the log entry of a request. Handlers add attributes to it.
type entry struct {
	attrs    []any
	bodyRead bool // whether the whole body was read
}

func (e *entry) add(attr slog.Attr) { e.attrs = append(e.attrs, attr) }

type entryKey struct{}

func entryOf(r *http.Request) *entry { return r.Context().Value(entryKey{}).(*entry) }

// observe gives each request an id, sets time limits, and logs and measures the request once it is answered.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := requestID(r)
		w.Header().Set(wire.RequestID, id)
		log := &entry{}
		r = r.WithContext(context.WithValue(r.Context(), entryKey{}, log))
		out := &response{ResponseWriter: w, control: http.NewResponseController(w)}
		if r.ContentLength != 0 { // a body that no handler reads must not keep the connection busy
			_ = out.control.SetReadDeadline(began.Add(headerTimeout))
		}
		defer func() {
			if cause := recover(); cause != nil {
				s.recovered(out, r, cause)
			}
			took := time.Since(began)
			status := out.status
			if status == 0 {
				status = http.StatusOK
				if r.Context().Err() != nil {
					status = statusClientLeft
				}
			}
			s.log(r, log, id, status, out.bytes, took)
			s.opts.Metrics.Request(route(r), status, took)
		}()
		if !isClean(r.URL.EscapedPath()) { // ServeMux would redirect
			s.writeError(out, r, errNoRoute)
			return
		}
		next.ServeHTTP(out, r)
	})
}

// statusClientLeft is logged as the status when the client has left before its answer, as nginx does.
const statusClientLeft = 499

// recovered answers a request whose handler has panicked.
func (s *Server) recovered(w *response, r *http.Request, cause any) {
	err := fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
	if w.status == 0 {
		s.writeError(w, r, err)
		return
	}
	entryOf(r).add(slog.String("error", err.Error()))
}

// log writes the entry. It leaves out the query of the address, because it may contain a signature.
func (s *Server) log(r *http.Request, e *entry, id string, status int, bytes int64, took time.Duration) {
	level := slog.LevelInfo
	if status >= http.StatusInternalServerError && status != http.StatusServiceUnavailable {
		level = slog.LevelError
	}
	attrs := append([]any{
		slog.String("request", id), slog.String("method", r.Method), slog.String("path", r.URL.Path),
		slog.Int("status", status), slog.Int64("bytes", bytes), slog.Float64("ms", float64(took.Microseconds())/1000),
	}, e.attrs...)
	s.opts.Logger.Log(context.WithoutCancel(r.Context()), level, "request", attrs...)
}

// route returns the pattern that a request matched.
func route(r *http.Request) string {
	if r.Pattern == "" || r.Pattern == "/" {
		return "none"
	}
	return r.Pattern
}

// requestID returns the id that the client gave its request if it is fit for a log, otherwise a new one.
func requestID(r *http.Request) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:"
	id := r.Header.Get(wire.RequestID)
	if id == "" || len(id) > 128 || strings.Trim(id, letters) != "" {
		return store.NewID("req")
	}
	return id
}

// isClean reports whether a path has no empty, "." or ".." segments.
func isClean(p string) bool {
	return strings.HasPrefix(p, "/") && (p == "/" || path.Clean(p) == strings.TrimSuffix(p, "/"))
}

// response records status and size of an answer, and gives the client writeTimeout to take each part of it.
type response struct {
	http.ResponseWriter
	control *http.ResponseController
	status  int
	bytes   int64
}

func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *response) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	_ = w.control.SetWriteDeadline(time.Now().Add(writeTimeout))
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}
