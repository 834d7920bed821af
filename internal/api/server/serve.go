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

	"golang.org/x/net/netutil"
)

// Serve answers the connections of a listener until ctx ends. Then it accepts no more and waits for the requests that it
// has begun, at most for the time drain; those still unfinished are cancelled. The listener is closed on return.
func (s *Server) Serve(ctx context.Context, listener net.Listener, drain time.Duration) error {
	ctx, cancel := context.WithCancel(ctx) // so that the background work also ends when listening fails
	requests, cancelRequests := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancelRequests(nil)
	web := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return requests },
		ErrorLog:    slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelDebug), // mostly connections that clients broke
	}
	var background sync.WaitGroup
	background.Go(func() { s.sweepUntil(ctx) })
	background.Go(func() { s.checkUntil(ctx) })
	background.Go(func() { s.webhooks.Run(ctx) })
	defer background.Wait()
	defer cancel()

	ended := make(chan error, 1)
	go func() { ended <- web.Serve(netutil.LimitListener(listener, s.opts.Connections)) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.draining.Store(true)
	limited, stopWaiting := context.WithTimeout(requests, drain)
	defer stopWaiting()
	err := web.Shutdown(limited)
	cancelRequests(errShuttingDown)
	if errors.Is(err, context.DeadlineExceeded) {
		s.opts.Logger.Warn("requests were cancelled", slog.Duration("after", drain))
		awaitCancelled(web)
		return nil
	}
	return err
}

// awaitCancelled waits until cancelled requests have removed their records.
func awaitCancelled(web *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), recordTimeout)
	defer cancel()
	if web.Shutdown(ctx) != nil {
		_ = web.Close()
	}
}
