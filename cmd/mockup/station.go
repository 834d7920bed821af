package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os/signal"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"mockup/internal/api/jobs"
	"mockup/internal/api/metrics"
	"mockup/internal/api/outputs"
	"mockup/internal/api/store"
	"mockup/internal/api/worker"
	"mockup/internal/render"
	"mockup/internal/render/browser"
)

// station is a process that renders for a deployment: serve and worker are ones.
type station struct {
	store    *store.Store
	outputs  *outputs.Outputs
	renderer *render.Renderer
	queue    jobs.Queue
	worker   *worker.Worker
	metrics  *metrics.Metrics
	logger   *slog.Logger
}

// openStation opens what a deployment consists of. It logs to the standard error, as JSON.
func openStation(cmd *cobra.Command, d deployment, engine render.Options) (*station, error) {
	ctx := cmd.Context()
	log := cmd.ErrOrStderr()
	st := &station{metrics: metrics.New(), logger: slog.New(slog.NewJSONHandler(log, nil))}
	// What River does when all is well is of interest only to those who look into the queue itself.
	quiet := slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := st.open(ctx, d, engine, quiet); err != nil {
		st.close()
		return nil, err
	}
	if browser.NeedsNoSandbox() && !engine.NoSandbox {
		st.logger.Warn("Chromium runs without its sandbox because you are root, and payloads of others are drawn; run mockup as an ordinary user, or accept it with --no-sandbox")
	}
	if warning := d.warning(); warning != "" {
		st.logger.Warn(warning, slog.String("folder", d.outputs()))
	}
	return st, nil
}

func (st *station) open(ctx context.Context, d deployment, engine render.Options, queueLogger *slog.Logger) (err error) {
	if st.store, err = d.createStore(ctx); err != nil {
		return err
	}
	if st.outputs, err = outputs.Open(ctx, d.outputs()); err != nil {
		return err
	}
	engine.Public = true
	if st.renderer, err = newRenderer(engine); err != nil {
		return err
	}
	st.worker = worker.New(worker.Options{
		Store: st.store, Outputs: st.outputs, Renderer: st.renderer, Metrics: st.metrics, Logger: st.logger,
	})
	st.queue, err = jobs.Open(ctx, st.store, jobs.Options{SoftStop: drainTime, GiveUp: st.worker.GiveUp, Logger: queueLogger})
	if err != nil {
		return err
	}
	st.metrics.Queue(st.queue.Depth)
	st.metrics.Gauge("mockup_browsers", "Browsers of this process that are up or starting.", st.renderer.Browsers)
	return nil
}

// close ends the browsers and closes the rest.
func (st *station) close() {
	if st.renderer != nil {
		st.renderer.Close()
	}
	if st.outputs != nil {
		_ = st.outputs.Close()
	}
	if st.store != nil {
		_ = st.store.Close()
	}
}

// warm starts the browsers that are sure to be wanted. A Chromium that does not start fails the renders, not the process:
// somebody may mend it meanwhile.
func (st *station) warm(browsers int) {
	for range browsers {
		go func() {
			if err := st.renderer.Warm(context.Background()); err != nil && !errors.Is(err, render.ErrClosed) {
				st.logger.Error("Chromium does not start, and nothing can be drawn; mockup doctor tells more", slog.Any("error", err))
			}
		}()
	}
}

// run runs the parts of the process until the command is told to stop and they have finished what they began, or one of
// them fails. A second signal does not wait for them: what was accepted is rendered by the next start.
func (st *station) run(ctx context.Context, parts ...func(context.Context) error) error {
	group, within := errgroup.WithContext(ctx)
	for _, part := range parts {
		group.Go(func() error { return part(within) })
	}
	done := make(chan error, 1)
	go func() { done <- group.Wait() }()
	select {
	case err := <-done:
		st.close()
		return err
	case <-ctx.Done():
	}
	again, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	defer stop()
	st.logger.Info("stopping once what is under way is finished; a second signal stops at once")
	select {
	case err := <-done:
		st.close()
		st.logger.Info("stopped")
		return err
	case <-again.Done():
		st.renderer.Kill()
		return errors.New("stopped at once")
	}
}

// serveMetrics answers at an address of its own with the figures of the process, and that it lives.
func (st *station) serveMetrics(ctx context.Context, addr string) error {
	listener, err := listen(ctx, addr, "metrics-addr")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", st.metrics.Handler())
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	st.logger.Info("serving metrics", slog.String("url", "http://"+listener.Addr().String()+"/metrics"))
	web := &http.Server{Handler: mux, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second}
	context.AfterFunc(ctx, func() { _ = web.Close() })
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve metrics: %w", err)
	}
	return nil
}

// listen opens an address that a flag names.
func listen(ctx context.Context, addr, flag string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w; name a free one as HOST:PORT", flag, err)
	}
	return listener, nil
}
