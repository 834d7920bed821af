package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/api/node"
	"mockup/internal/api/server"
	"mockup/internal/api/store"
	"mockup/internal/api/webhook"
	"mockup/internal/render"
)

func newServeCmd() *cobra.Command {
	f := serveFlags{workers: max(1, runtime.NumCPU()/2), videos: 1, queue: 32, videoQueue: 100, connections: 1000, expiry: 24 * time.Hour, linkExpiry: 15 * time.Minute}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the render service",
		Long: `serve draws payloads that arrive over HTTP with an API key. It keeps its records in a SQLite file and its outputs in a
folder, both below --data, unless --database and --storage name other places.

It prints its address and logs to the standard error as JSON. On a signal to stop it accepts no more requests, finishes
what has begun within 30 seconds, and leaves the rest to the next start. A second signal stops it at once.`,
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
	addDeploymentFlags(cmd, &f.Deployment)
	flags.Var(intFlag{&f.workers, 1, maxParallel}, "workers", "how many pictures are drawn at once")
	flags.Var(intFlag{&f.videos, 0, maxParallel}, "videos", "how many videos are rendered at once; with 0, only mockup worker renders videos")
	flags.Var(intFlag{&f.queue, 0, 10_000}, "queue", "how many pictures may wait to be drawn; further requests are refused with 503 and Retry-After")
	flags.Var(intFlag{&f.videoQueue, 1, 1000}, "video-queue", "how many videos may wait in the whole deployment; further requests are refused with 503 and Retry-After")
	flags.Var(intFlag{&f.connections, 1, 100_000}, "connections", "how many connections may be open; further ones wait until one is closed")
	flags.Var(durationFlag{&f.expiry}, "expiry", "how long jobs and their outputs are kept")
	flags.Var(durationFlag{&f.linkExpiry}, "link-expiry", "how long a download address is valid")
	flags.StringVar(&f.publicURL, "public-url", "", "address at which clients reach the service (default: the one that each request names)")
	flags.StringVar(&f.origins, "cors-origin", "", "origins of web pages that may use the service, separated by commas, or * for all (default: none)")
	flags.StringVar(&f.hooks, "webhook-hosts", "", "hosts that requests may name in Webhook-Url, separated by commas, such as hooks.example.com or *.example.com, or * for all (default: none)")
	flags.Var(intFlag{&f.imageQuota, 0, 1 << 40}, "image-quota", "how many pictures a key may have drawn in a month; 0 for no limit")
	flags.Var(intFlag{&f.videoQuota, 0, 1 << 40}, "video-quota", "how many videos a key may have rendered in a month; 0 for no limit")
	flags.StringVar(&f.secret, "signing-secret", "", "secret that signs download addresses (default: a random one that is kept in the database)")
	flags.StringVar(&f.metrics, "metrics-addr", "", "address to serve /metrics and /healthz at, as HOST:PORT (default: none)")
	flags.StringVar(&f.version, "renderer-version", "", "accept only payloads of this rendererVersion")
	addEngineFlags(cmd, &f.engine)
	flags.Lookup("workers").DefValue = "half of the processors" // help and manual are the same on every machine
	return cmd
}

// serveFlags are the flags of the command.
type serveFlags struct {
	node.Deployment
	addr, publicURL, origins string
	hooks                    string
	secret, metrics, version string
	workers, videos          int
	queue, videoQueue        int
	connections              int
	imageQuota, videoQuota   int
	expiry, linkExpiry       time.Duration
	engine                   render.Options
}

func (f *serveFlags) run(cmd *cobra.Command) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	ctx := cmd.Context()
	listener, err := node.Listen(ctx, f.addr, settingName(cmd, "addr"))
	if err != nil {
		return err
	}
	defer listener.Close()
	f.engine.Workers = f.workers + f.videos
	n, err := openNode(cmd, f.Deployment, f.engine)
	if err != nil {
		return err
	}
	web, err := f.server(ctx, n)
	if err == nil {
		err = f.greet(cmd, n, listener.Addr())
	}
	if err != nil {
		n.Close()
		return err
	}
	n.Warm(f.workers)
	return n.Run(ctx, f.parts(cmd, n, web, listener)...)
}

// check refuses values that cannot be meant.
func (f *serveFlags) check(cmd *cobra.Command) error {
	if f.publicURL != "" {
		u, err := url.Parse(f.publicURL)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return usageError(cmd, "%s: found %q; write it like https://mockups.example.com", settingName(cmd, "public-url"), f.publicURL)
		}
	}
	for _, found := range list(f.origins) {
		if origin := originOf(found); origin != "*" && !isOrigin(origin) {
			return usageError(cmd, "%s: found %q; write each origin in full and in ASCII, like https://app.example.com, or * for all", settingName(cmd, "cors-origin"), found)
		}
	}
	for _, host := range list(f.hooks) {
		if err := webhook.CheckHost(host); err != nil {
			return usageError(cmd, "%s: %v", settingName(cmd, "webhook-hosts"), err)
		}
	}
	if f.secret != "" && len(f.secret) < 16 {
		return usageError(cmd, "%s: found %d characters; use 16 or more that are hard to guess", settingName(cmd, "signing-secret"), len(f.secret))
	}
	return nil
}

func (f *serveFlags) originList() []string {
	origins := list(f.origins)
	for i, found := range origins {
		origins[i] = originOf(found)
	}
	return origins
}

// originOf returns an origin as browsers send it: in small letters, without a slash at its end and without the usual port.
func originOf(text string) string {
	origin := strings.ToLower(strings.TrimSuffix(text, "/"))
	if strings.HasPrefix(origin, "https://") {
		return strings.TrimSuffix(origin, ":443")
	}
	return strings.TrimSuffix(origin, ":80")
}

// isOrigin reports whether a browser can send a text as an origin. Browsers write hosts in ASCII, such as xn--mnchen-3ya.de.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Hostname() != "" && u.Host[0] != '.' && u.Scheme+"://"+u.Host == text &&
		!strings.ContainsFunc(text, func(r rune) bool { return r == '*' || r > '~' })
}

// list returns the parts of a text that commas separate.
func list(text string) []string {
	if text == "" {
		return nil
	}
	parts := strings.Split(text, ",")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return parts
}

func (f *serveFlags) server(ctx context.Context, n *node.Node) (*server.Server, error) {
	secret := f.secret
	if secret == "" {
		var err error
		if secret, err = n.Store.Secret(ctx, "links"); err != nil {
			return nil, err
		}
	}
	return server.New(server.Options{
		Store: n.Store, Queue: n.Queue, Outputs: n.Outputs, Draw: n.Worker.Render, Renderer: n.Renderer, Secret: secret,
		PublicURL: f.publicURL, Origins: f.originList(), RendererVersion: f.version, Pictures: f.workers, Waiting: f.queue, VideoQueue: f.videoQueue, Connections: f.connections,
		Expiry: f.expiry, LinkExpiry: f.linkExpiry, ImageQuota: int64(f.imageQuota), VideoQuota: int64(f.videoQuota),
		WebhookHosts: list(f.hooks), Logger: n.Logger, Metrics: n.Metrics,
	})
}

// greet prints the address of the service, and how to create a key if there is none.
func (f *serveFlags) greet(cmd *cobra.Command, n *node.Node, addr net.Addr) error {
	keys, err := n.Store.Keys(cmd.Context())
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "mockup serve: listening on http://%s\n", addr)
	if !slices.ContainsFunc(keys, func(k store.Key) bool { return k.State == store.Active }) {
		where := "--data " + f.Data
		if f.Database != "" {
			where = "--database …"
		}
		fmt.Fprintf(out, "mockup serve: there is no API key yet; create one with: mockup keys create --name NAME %s\n", where)
	}
	return nil
}

// parts returns what the process does concurrently.
func (f *serveFlags) parts(cmd *cobra.Command, n *node.Node, web *server.Server, listener net.Listener) []func(context.Context) error {
	parts := []func(context.Context) error{
		func(ctx context.Context) error { return web.Serve(ctx, listener, drainTime) },
	}
	if f.videos > 0 {
		parts = append(parts, func(ctx context.Context) error { return n.Queue.Work(ctx, f.videos, n.Worker.Run) })
	}
	if f.metrics != "" {
		parts = append(parts, func(ctx context.Context) error {
			return n.ServeMetrics(ctx, f.metrics, settingName(cmd, "metrics-addr"))
		})
	}
	return parts
}
