package server

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

const (
	readyTime  = 3 * time.Second // for database and storage to answer
	readyKnown = 2 * time.Second // that an answer is good for: anybody may ask, at any rate
)

// health remembers what the last look at database and storage found.
type health struct {
	mu     sync.Mutex
	looked time.Time
	broken string // what does not answer; "" if all does
}

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) error {
	answer(w, http.StatusOK, map[string]string{"status": "ok"})
	return nil
}

// readyz says whether requests should be sent here.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) error {
	if s.draining.Load() {
		return errShuttingDown
	}
	if broken := s.broken(r.Context()); broken != "" {
		return overloaded("not ready: " + broken)
	}
	answer(w, http.StatusOK, map[string]string{"status": "ok"})
	return nil
}

// broken names what does not answer. Why is logged only: whoever asks need not be known.
func (s *Server) broken(ctx context.Context) string {
	h := &s.health
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.looked) < readyKnown {
		return h.broken
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTime)
	defer cancel()
	h.broken = ""
	for _, part := range []struct {
		name  string
		check func(context.Context) error
	}{{"the database", s.opts.Store.Ping}, {"the storage", s.opts.Outputs.Check}} {
		if err := part.check(ctx); err != nil {
			s.opts.Logger.ErrorContext(ctx, "not ready", slog.String("part", part.name), slog.Any("error", err))
			h.broken = part.name + " does not answer"
		}
	}
	h.looked = time.Now()
	return h.broken
}
