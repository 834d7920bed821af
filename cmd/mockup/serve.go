package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/api/server"
	"mockup/internal/api/store"
	"mockup/internal/render"
)

func newServeCmd() *cobra.Command {
	f := serveFlags{workers: max(1, runtime.NumCPU()/2), videos: 1, queue: 32, expiry: 24 * time.Hour, linkExpiry: 15 * time.Minute}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the render service",
		Long: `serve draws pictures and videos for whoever sends payloads with an API key over HTTP. Its records are in a SQLite
file and its outputs in a folder, both below --data, unless --database and --storage say otherwise.

It prints its address and logs to the standard error as JSON. Told to stop, it takes no more, finishes what is under
way within 30 seconds, and leaves the rest to the next start; told again, it stops at once.`,
		Example: `  mockup serve
  mockup serve --addr 0.0.0.0:8080 --public-url https://mockups.example.com
  mockup serve --database postgres://mockup@db/mockup --storage 's3://mockups?region=eu-north-1' --videos 0`,
		Annotations: map[string]string{drains: "yes"},
		Args:        noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080", "address to listen at, as HOST:PORT")
	addDeploymentFlags(cmd, &f.deployment)
	flags.Var(amount{&f.workers, 1, 64}, "workers", "how many pictures are drawn at once")
	flags.Var(amount{&f.videos, 0, 64}, "videos", "how many videos are rendered at once; 0 leaves them to mockup worker")
	flags.Var(amount{&f.queue, 0, 10_000}, "queue", "how many pictures may wait; more are turned away for a moment")
	flags.Var(patience{&f.expiry}, "expiry", "how long jobs and their outputs are kept")
	flags.Var(patience{&f.linkExpiry}, "link-expiry", "how long a download address can be followed")
	flags.StringVar(&f.publicURL, "public-url", "", "address that others reach the service at (default: the one they name)")
	flags.StringVar(&f.origins, "cors-origin", "", "origins of web pages that may use the service, with commas between them, or * for all (default: none)")
	flags.Var(amount{&f.imageQuota, 0, 1 << 40}, "image-quota", "pictures that a key may have drawn in a month; 0: no limit")
	flags.Var(amount{&f.videoQuota, 0, 1 << 40}, "video-quota", "videos that a key may have rendered in a month; 0: no limit")
	flags.StringVar(&f.secret, "signing-secret", "", "what signs download addresses (default: a random one that the database keeps)")
	flags.StringVar(&f.metrics, "metrics-addr", "", "address to serve /metrics and /healthz at, as HOST:PORT (default: none)")
	flags.StringVar(&f.version, "renderer-version", "", "accept only payloads of this rendererVersion")
	addEngineFlags(cmd, &f.engine)
	return cmd
}

// serveFlags are the flags of the command.
type serveFlags struct {
	deployment
	addr, publicURL, origins string
	secret, metrics, version string
	workers, videos, queue   int
	imageQuota, videoQuota   int
	expiry, linkExpiry       time.Duration
	engine                   render.Options
}

func (f *serveFlags) run(cmd *cobra.Command) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	ctx := cmd.Context()
	listener, err := listen(ctx, f.addr, "addr")
	if err != nil {
		return err
	}
	defer listener.Close()
	f.engine.Workers = f.workers + f.videos
	st, err := openStation(cmd, f.deployment, f.engine)
	if err != nil {
		return err
	}
	web, err := f.server(ctx, st)
	if err == nil {
		err = f.greet(cmd, st, listener.Addr())
	}
	if err != nil {
		st.close()
		return err
	}
	st.warm(f.workers)
	return st.run(ctx, f.parts(st, web, listener)...)
}

// check refuses flags that cannot be what was meant.
func (f *serveFlags) check(cmd *cobra.Command) error {
	if f.publicURL != "" {
		u, err := url.Parse(f.publicURL)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return usageError(cmd, "--public-url: found %q; write it like https://mockups.example.com", f.publicURL)
		}
	}
	for _, origin := range f.originList() {
		u, err := url.Parse(origin)
		if origin != "*" && (err != nil || u.Host == "" || u.Scheme+"://"+u.Host != origin) {
			return usageError(cmd, "--cors-origin: found %q; write origins like https://app.example.com, or * for all", origin)
		}
	}
	if f.secret != "" && len(f.secret) < 16 {
		return usageError(cmd, "--signing-secret: found %d characters; allowed are 16 or more, which nobody can guess", len(f.secret))
	}
	return nil
}

func (f *serveFlags) originList() []string {
	if f.origins == "" {
		return nil
	}
	var list []string
	for origin := range strings.SplitSeq(f.origins, ",") {
		list = append(list, strings.TrimSuffix(strings.TrimSpace(origin), "/"))
	}
	return list
}

func (f *serveFlags) server(ctx context.Context, st *station) (*server.Server, error) {
	secret := f.secret
	if secret == "" {
		var err error
		if secret, err = st.store.Secret(ctx, "links"); err != nil {
			return nil, err
		}
	}
	return server.New(server.Options{
		Store: st.store, Queue: st.queue, Outputs: st.outputs, Draw: st.worker.Render, Secret: secret,
		PublicURL: f.publicURL, Origins: f.originList(), RendererVersion: f.version, Pictures: f.workers, Waiting: f.queue,
		Expiry: f.expiry, LinkExpiry: f.linkExpiry, ImageQuota: int64(f.imageQuota), VideoQuota: int64(f.videoQuota),
		Logger: st.logger, Metrics: st.metrics,
	})
}

// greet says where the service is, and how to make a key where there is none.
func (f *serveFlags) greet(cmd *cobra.Command, st *station, addr net.Addr) error {
	keys, err := st.store.Keys(cmd.Context())
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "mockup serve: listening on http://%s\n", addr)
	if !slices.ContainsFunc(keys, func(k store.Key) bool { return k.State == store.Active }) {
		where := "--data " + f.data
		if f.database != "" {
			where = "--database …"
		}
		fmt.Fprintf(out, "mockup serve: there is no API key yet; make one with: mockup keys create --name NAME %s\n", where)
	}
	return nil
}

// parts are what the process does side by side.
func (f *serveFlags) parts(st *station, web *server.Server, listener net.Listener) []func(context.Context) error {
	parts := []func(context.Context) error{
		func(ctx context.Context) error { return web.Serve(ctx, listener, drainTime) },
	}
	if f.videos > 0 {
		parts = append(parts, func(ctx context.Context) error { return st.queue.Work(ctx, f.videos, st.worker.Run) })
	}
	if f.metrics != "" {
		parts = append(parts, func(ctx context.Context) error { return st.serveMetrics(ctx, f.metrics) })
	}
	return parts
}

// amount is a flag that takes a number within limits.
type amount struct {
	value *int
	least int
	most  int
}

func (a amount) String() string {
	if a.value == nil {
		return ""
	}
	return strconv.Itoa(*a.value)
}

func (amount) Type() string { return "number" }

func (a amount) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < a.least || n > a.most {
		return errors.New("allowed are " + strconv.Itoa(a.least) + " to " + strconv.Itoa(a.most))
	}
	*a.value = n
	return nil
}
