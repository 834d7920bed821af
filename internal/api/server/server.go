// Package server answers version 1 of the render interface over HTTP.
//
// A request passes, in this order: the log and the limits of time (observe.go), the origin of a browser's page (cors.go),
// the route, the key and its rate limit (access.go), the handler. A handler returns an error for whatever it does not
// answer itself; one place makes an answer of it (problem.go).
//
// Pictures are drawn within their request, a few at a time, behind a queue of fixed length (picture.go). Videos are
// recorded together with a job, which a worker takes, in this process or another (render.go).
package server

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"mockup/internal/api/jobs"
	"mockup/internal/api/metrics"
	"mockup/internal/api/outputs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// Options configure a Server. Store, Queue, Outputs, Draw and Secret are needed; elsewhere zero means the default.
type Options struct {
	Store   *store.Store
	Queue   jobs.Queue
	Outputs *outputs.Outputs
	// Draw draws an accepted picture, stores its file in Outputs and records it as complete, as worker.Render does.
	Draw func(ctx context.Context, renderID string, payload *schema.Payload, found schema.Diagnostics) (store.Output, error)

	Secret          string           // signs download addresses; all processes of a deployment have the same
	PublicURL       string           // base of the addresses in answers; default: as the request was addressed
	Origins         []string         // of web pages that may use the service; "*": all; default: none
	RendererVersion string           // the only rendererVersion that is taken; default: all
	Pictures        int              // drawn at once; default 1
	Waiting         int              // pictures that may wait for their turn; default: none
	Expiry          time.Duration    // of records and outputs, from acceptance; default 24 h
	LinkExpiry      time.Duration    // of download addresses; default 15 min
	ImageQuota      int64            // pictures of a key in a month; default: no limit
	VideoQuota      int64            // videos of a key in a month; default: no limit
	Logger          *slog.Logger     // default: nothing is logged
	Metrics         *metrics.Metrics // default: nothing is measured
}

// Limits of the interface, and of a request's time.
const (
	rateWindow   = time.Minute
	renderLimit  = 60  // POST requests of a key in a rateWindow
	exportsLimit = 120 // exports and downloads of a key in a rateWindow, together

	headerTime = 10 * time.Second // for a request's head, and a body that nobody reads
	bodyTime   = 2 * time.Minute  // for a payload: 10 MB pass a line of 0.7 megabits a second in it
	stallTime  = 30 * time.Second // for each part of an answer to be taken
	idleTime   = 2 * time.Minute  // between two requests of a connection

	mostDiscarded = 4 * wire.MaxBody // bytes of a body that is refused

	pictureTime = time.Minute                  // for a picture, its wait in the queue included
	lostTime    = pictureTime + 30*time.Second // after which a picture's process must have ended
	videoTime   = 10 * time.Minute             // for a video, from acceptance: as long as clients wait
	settleTime  = 10 * time.Second             // for the database to note how a render ended
	sweepPeriod = time.Minute                  // between two sweeps
	retryAfter  = 2 * time.Second              // for clients that find the queue full
)

// Server answers requests. New makes one, Serve runs it.
type Server struct {
	opts     Options
	handler  http.Handler
	pictures *queue
	draining atomic.Bool
	health   health
	openapi  []byte
}

// New returns a server.
func New(opts Options) (*Server, error) {
	opts.Pictures = cmp.Or(opts.Pictures, 1)
	opts.Expiry = cmp.Or(opts.Expiry, 24*time.Hour)
	opts.LinkExpiry = cmp.Or(opts.LinkExpiry, 15*time.Minute)
	opts.PublicURL = strings.TrimSuffix(opts.PublicURL, "/")
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	document, err := document(opts.PublicURL)
	if err != nil {
		return nil, err
	}
	s := &Server{opts: opts, pictures: newQueue(opts.Pictures, opts.Waiting), openapi: document}
	opts.Metrics.Gauge("mockup_pictures_running", "Pictures that this process draws.", s.pictures.drawn)
	opts.Metrics.Gauge("mockup_pictures_waiting", "Pictures that wait for their turn in this process.", s.pictures.waiting)
	s.handler = s.observe(s.allowOrigins(s.routes()))
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// routes maps addresses to handlers.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	post := s.authenticated("render", renderLimit, s.postRender)
	mux.Handle(wire.RenderPath, s.route(http.MethodPost, post))
	mux.Handle(wire.AliasPath, s.route(http.MethodPost, post))
	mux.Handle(wire.ExportsPath+"{id}", s.route(http.MethodGet, s.authenticated("exports", exportsLimit, s.getExport)))
	download := s.signedOr(s.authenticated("exports", exportsLimit, s.downloadOwn))
	mux.Handle(wire.ExportsPath+"{id}/download", s.route(http.MethodGet, download))
	mux.Handle(wire.DownloadPath+"{id}/download", s.route(http.MethodGet, download))
	mux.Handle("/healthz", s.route(http.MethodGet, s.healthz))
	mux.Handle("/readyz", s.route(http.MethodGet, s.readyz))
	mux.Handle("/openapi.json", s.route(http.MethodGet, s.getOpenAPI))
	mux.Handle("/", s.route("", func(http.ResponseWriter, *http.Request) error { return errNoRoute }))
	return mux
}

// handler answers a request, or returns why it does not.
type handler func(w http.ResponseWriter, r *http.Request) error

// route takes requests of one method, "" meaning any, and answers what the handler returns. GET includes HEAD.
func (s *Server) route(method string, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var err error
		switch {
		case method == "" || r.Method == method || method == http.MethodGet && r.Method == http.MethodHead:
			err = h(w, r)
		default:
			w.Header().Set("Allow", allowed(method))
			err = &problem{status: http.StatusMethodNotAllowed, code: wire.MethodNotAllowed,
				message: r.Method + " is not allowed here; use " + method}
		}
		if err != nil {
			s.refuse(w, r, err)
		}
	})
}

func allowed(method string) string {
	if method == http.MethodGet {
		return "GET, HEAD"
	}
	return method
}
