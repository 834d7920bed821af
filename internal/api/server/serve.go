package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Serve answers the connections of a listener until ctx ends. Then it takes no more and finishes what is under way, for
// as long as drain allows; what remains is broken off. The listener is closed on return.
func (s *Server) Serve(ctx context.Context, listener net.Listener, drain time.Duration) error {
	requests, breakOff := context.WithCancelCause(context.WithoutCancel(ctx))
	defer breakOff(nil)
	web := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return requests },
		ErrorLog:    slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelDebug), // what clients do to connections
	}
	var sweeping sync.WaitGroup
	sweeping.Go(func() { s.sweepUntil(ctx) })
	defer sweeping.Wait()

	ended := make(chan error, 1)
	go func() { ended <- web.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.draining.Store(true)
	limited, cancel := context.WithTimeout(requests, drain)
	defer cancel()
	err := web.Shutdown(limited)
	breakOff(errShuttingDown)
	if errors.Is(err, context.DeadlineExceeded) {
		s.opts.Logger.Warn("requests were broken off", slog.Duration("after", drain))
		s.settle(web)
		return nil
	}
	return err
}

// settle waits until the requests that were broken off have put their records in order.
func (s *Server) settle(web *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), settleTime)
	defer cancel()
	if web.Shutdown(ctx) != nil {
		_ = web.Close()
	}
}
