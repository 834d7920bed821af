package server

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

const (
	readyTimeout         = 3 * time.Second  // for database and storage to answer
	readyAge             = 2 * time.Second  // how long a result is used again: anybody may ask, as often as they like
	storageCheckInterval = 15 * time.Second // between two attempts to store an object, or to start a Chromium that did not start
)

// health keeps the results of the latest checks.
type health struct {
	mu       sync.Mutex
	checked  time.Time // when database and storage were asked
	failure  string    // what does not answer; "" if both do
	readOnly bool      // whether the latest attempt to store an object has failed
}

// healthz answers that the process is alive.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) error {
	answer(w, http.StatusOK, map[string]string{"status": "ok"})
	return nil
}

// readyz answers whether requests should be sent to this process. It only reads, because anybody may ask.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) error {
	if s.draining.Load() {
		return errShuttingDown
	}
	if failure := s.failure(r.Context()); failure != "" {
		return overloaded("not ready: " + failure)
	}
	answer(w, http.StatusOK, map[string]string{"status": "ok"})
	return nil
}

// failure says what does not work, or returns "". The cause is only logged.
func (s *Server) failure(ctx context.Context) string {
	h := &s.health
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.checked) >= readyAge {
		h.failure = s.ask(ctx)
		h.checked = time.Now()
	}
	switch {
	case h.failure != "":
		return h.failure
	case h.readOnly:
		return "nothing can be stored"
	case s.opts.Renderer != nil && s.opts.Renderer.Failure() != nil:
		return "Chromium does not start"
	}
	return ""
}

// ask asks database and storage whether they answer, and names the one that does not.
func (s *Server) ask(ctx context.Context) (failure string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTimeout)
	defer cancel()
	for _, part := range []struct {
		name string
		ping func(context.Context) error
	}{{"the database", s.opts.Store.Ping}, {"the storage", s.opts.Outputs.Ping}} {
		if err := part.ping(ctx); err != nil {
			s.opts.Logger.ErrorContext(ctx, "not ready", slog.String("part", part.name), slog.Any("error", err))
			failure = part.name + " does not answer"
		}
	}
	return failure
}

// checkUntil regularly checks whether an object can be stored and Chromium starts, until ctx ends.
func (s *Server) checkUntil(ctx context.Context) {
	ticker := time.NewTicker(storageCheckInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		s.checkStorage(ctx)
		s.checkBrowsers(ctx)
	}
}

// checkBrowsers tries again to start a Chromium that did not start: a process that is not ready gets no requests that would.
func (s *Server) checkBrowsers(ctx context.Context) {
	if s.opts.Renderer == nil || s.opts.Renderer.Failure() == nil {
		return
	}
	if err := s.opts.Renderer.Warm(ctx); err != nil && ctx.Err() == nil {
		s.opts.Logger.ErrorContext(ctx, "Chromium does not start", slog.Any("error", err))
	}
}

func (s *Server) checkStorage(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, storageCheckInterval)
	defer cancel()
	err := s.opts.Outputs.Check(limited)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		s.opts.Logger.ErrorContext(ctx, "storing an object failed", slog.Any("error", err))
	}
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	s.health.readOnly = err != nil
}
