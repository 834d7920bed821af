// Package node runs one process of a render service. The commands serve and worker each start one.
package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sync/errgroup"

	"mockup/internal/api/jobs"
	"mockup/internal/api/metrics"
	"mockup/internal/api/outputs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/scratch"
)

// Options say what a node consists of. All fields are required.
type Options struct {
	Deployment Deployment
	Engine     render.Options // for root, Chromium's sandbox is turned off, with a warning in the log
	Log        io.Writer      // gets the log as JSON, a line for each entry
	DrainTime  time.Duration  // how long videos that have begun may take after a signal to stop
	Signals    []os.Signal    // a second one of these ends the node at once
}

// Node is a process that renders for a deployment.
type Node struct {
	Store   *store.Store
	Outputs *outputs.Outputs
	Queue   jobs.Queue
	Worker  *worker.Worker
	Metrics *metrics.Metrics
	Logger  *slog.Logger

	Renderer *render.Renderer
	signals  []os.Signal
}

// Open opens the records, the storage, the queue and the engine. Run, or else Close, closes them.
func Open(ctx context.Context, opts Options) (*Node, error) {
	n := &Node{Metrics: metrics.New(), Logger: slog.New(slog.NewJSONHandler(opts.Log, nil)), signals: opts.Signals}
	if err := n.open(ctx, opts); err != nil {
		n.Close()
		return nil, err
	}
	if warning := opts.Deployment.warning(); warning != "" {
		n.Logger.Warn(warning, slog.String("folder", opts.Deployment.outputs()))
	}
	return n, nil
}

func (n *Node) open(ctx context.Context, opts Options) (err error) {
	if n.Store, err = opts.Deployment.CreateStore(ctx); err != nil {
		return err
	}
	if n.Outputs, err = outputs.Open(ctx, opts.Deployment.outputs()); err != nil {
		return err
	}
	if err := n.openEngine(opts.Engine); err != nil {
		return err
	}
	n.Worker = worker.New(worker.Options{
		Store: n.Store, Outputs: n.Outputs, Renderer: n.Renderer, Metrics: n.Metrics, Logger: n.Logger,
	})
	// What River does when all is well is of interest only to those who look into the queue itself.
	quiet := slog.New(slog.NewJSONHandler(opts.Log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	n.Queue, err = jobs.Open(ctx, n.Store, jobs.Options{SoftStop: opts.DrainTime, GiveUp: n.Worker.GiveUp, Logger: quiet})
	if err != nil {
		return err
	}
	n.Metrics.Queue(n.Queue.Depth)
	n.Metrics.Gauge("mockup_browsers", "Browsers of this process that are up or starting.", n.Renderer.Browsers)
	return nil
}

func (n *Node) openEngine(engine render.Options) (err error) {
	engine.Public, engine.MaxVideo = true, wire.MaxFile
	if browser.NeedsNoSandbox() && !engine.NoSandbox {
		engine.NoSandbox = true
		n.Logger.Warn("Chromium runs without its sandbox because you are root, and the payloads come from others; run mockup as an ordinary user, or accept it with --no-sandbox")
	}
	scratch.Sweep(os.TempDir())
	n.Renderer, err = render.New(engine)
	return err
}

// Close ends the browsers and closes the rest.
func (n *Node) Close() {
	if n.Renderer != nil {
		n.Renderer.Close()
	}
	if n.Outputs != nil {
		_ = n.Outputs.Close()
	}
	if n.Store != nil {
		_ = n.Store.Close()
	}
}

// Warm starts browsers in the background. A Chromium that does not start makes renders fail, but does not end the
// process: somebody may repair it meanwhile.
func (n *Node) Warm(browsers int) {
	for range browsers {
		go func() {
			if err := n.Renderer.Warm(context.Background()); err != nil && !errors.Is(err, render.ErrClosed) {
				n.Logger.Error("Chromium does not start, so nothing can be drawn; run mockup doctor to find out why", slog.Any("error", err))
			}
		}()
	}
}

// Run runs the parts of the node until ctx ends and they have finished what they began, or until one of them fails.
// A further signal ends the node without waiting for them: the next start renders what was accepted.
func (n *Node) Run(ctx context.Context, parts ...func(context.Context) error) error {
	group, within := errgroup.WithContext(ctx)
	for _, part := range parts {
		group.Go(func() error { return part(within) })
	}
	done := make(chan error, 1)
	go func() { done <- group.Wait() }()
	select {
	case err := <-done:
		n.Close()
		return err
	case <-ctx.Done():
	}
	again, stop := signal.NotifyContext(context.Background(), n.signals...)
	defer stop()
	n.Logger.Info("stopping once what is under way is finished; a second signal stops at once")
	select {
	case err := <-done:
		n.Close()
		n.Logger.Info("stopped")
		return err
	case <-again.Done():
		n.Renderer.Kill()
		return errors.New("stopped at once")
	}
}

// ServeMetrics answers /metrics and /healthz at an address, HOST:PORT, that a setting names, until ctx ends.
func (n *Node) ServeMetrics(ctx context.Context, addr, setting string) error {
	listener, err := Listen(ctx, addr, setting)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", n.Metrics.Handler())
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	n.Logger.Info("serving metrics", slog.String("url", "http://"+listener.Addr().String()+"/metrics"))
	web := &http.Server{Handler: mux, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second}
	context.AfterFunc(ctx, func() { _ = web.Close() })
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve metrics: %w", err)
	}
	return nil
}

// Listen opens an address, HOST:PORT, that a setting names. Errors begin with the setting, such as --addr.
func Listen(ctx context.Context, addr, setting string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; name a free one as HOST:PORT", setting, err)
	}
	return listener, nil
}
