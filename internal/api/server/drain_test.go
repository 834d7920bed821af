package server

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
)

// When the service is stopped, it accepts no more requests, finishes those it has begun, and cancels those that take too
// long.
func TestDrain(t *testing.T) {
	t.Parallel()
	for what, takes := range map[string]time.Duration{"in time": 29 * time.Second, "too slow": 40 * time.Second} {
		t.Run(what, func(t *testing.T) {
			withClock(t, func(o *Options) {
				draw := o.Draw
				o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
					return draw(ctx, inTurn(task, func(ctx context.Context) error {
						select {
						case <-time.After(takes):
							return nil
						case <-ctx.Done():
							return context.Cause(ctx)
						}
					}))
				}
			}, func(t *testing.T, s *service, p *pipes) {
				idle, err := p.dial(t.Context(), "", "")
				check(t, err)
				defer idle.Close()
				answers := make(chan answered, 1)
				go func() { answers <- s.post(picture("02")) }()
				synctest.Wait()
				began := time.Now()
				s.stop()
				synctest.Wait()
				if _, err := p.dial(t.Context(), "", ""); err == nil {
					t.Error("a new connection is taken")
				}
				check(t, <-s.stopped)
				close(s.stopped)
				got, took := <-answers, time.Since(began)
				if takes < 30*time.Second {
					got.want(t, http.StatusOK, "")
				} else {
					got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
					if usage, err := s.store.Usage(t.Context(), time.Now()); err != nil || usage[0].Images != 0 {
						t.Errorf("counted: %+v, %v", usage, err)
					}
				}
				if want := min(takes, 30*time.Second); took < want || took > want+2*time.Second {
					t.Errorf("stopped after %v, want %v", took, want)
				}
			})
		})
	}
}

// While the service stops, requests on open connections are asked to come again.
func TestRequestWhileDraining(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.server.draining.Store(true)
	got := s.post(picture("02"))
	got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
	if got.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	s.get("/readyz").want(t, http.StatusServiceUnavailable, wire.Overloaded)
	s.get("/healthz").want(t, http.StatusOK, "")
	s.get(wire.ExportsPath+"x").want(t, http.StatusNotFound, wire.NotFound)
}
