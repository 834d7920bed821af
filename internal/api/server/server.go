// Package server serves version 1 of the render interface over HTTP.
//
// A request passes through these steps in this order: log and time limits (observe.go), cross-origin rules (cors.go), the
// route, the API key and its rate limit (access.go), the handler. A handler returns an error for everything that it does
// not answer itself; one place turns errors into answers (problem.go).
//
// A picture is drawn while its request waits, a few at a time, behind a queue of fixed length (picture.go). A video is
// recorded together with a job for a worker, in this process or another (render.go).
//
// Beyond version 1 there are a list of jobs, their deletion and polls that are held (jobs.go), a check of payloads
// (validate.go), a choice of formats (negotiate.go), webhooks (webhooks.go), and pages for people (pages.go).
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
	"mockup/internal/api/webhook"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/render"
)

// Options configure a Server. Store, Queue, Outputs, Draw and Secret must be set; for the others zero means the default.
type Options struct {
	Store   *store.Store
	Queue   jobs.Queue
	Outputs *outputs.Outputs
	// Draw draws an accepted picture, stores its file in Outputs and records its completion, as worker.Worker.Render does. It waits
	// for the task's turn once it needs nothing but a browser.
	Draw func(ctx context.Context, task worker.Task) (store.Output, error)

	Renderer        *render.Renderer // asked whether Chromium starts; default: it is not asked
	Secret          string           // signs download addresses; the same in all processes of a deployment
	PublicURL       string           // base of the addresses in answers; default: the host that the request names
	Origins         []string         // origins of web pages that may use the service; "*": all; default: none
	RendererVersion string           // the only rendererVersion that is accepted; default: all
	Pictures        int              // how many pictures are drawn at once; default 1
	Waiting         int              // how many more pictures may wait; default 0
	VideoQueue      int              // how many videos may wait, in the whole deployment; default 100
	Connections     int              // how many connections may be open; more wait until one is closed; default 1000
	Expiry          time.Duration    // of records and outputs, counted from acceptance; default 24 h
	LinkExpiry      time.Duration    // of download addresses; default 15 min
	ImageQuota      int64            // pictures per key and month; default: no limit
	VideoQuota      int64            // videos per key and month; default: no limit
	WebhookHosts    []string         // hosts that requests may name for webhooks, see webhook.CheckHost; default: none
	Logger          *slog.Logger     // default: nothing is logged
	Metrics         *metrics.Metrics // default: nothing is measured

	WebhookTransport http.RoundTripper // sends webhooks; default: webhook.NewTransport
}

// Limits of the interface, and time limits.
const (
	rateWindow    = time.Minute
	renderLimit   = 60  // POST requests of a key in a rateWindow
	exportsLimit  = 120 // exports and downloads of a key in a rateWindow, together
	validateLimit = 120 // payloads of a key that are only checked, in a rateWindow

	headerTimeout = 10 * time.Second // for a request's header, and for a body that no handler reads
	bodyTimeout   = 2 * time.Minute  // for a payload; enough for 10 MB at 0.7 Mbit/s
	writeTimeout  = 30 * time.Second // for the client to take each part of an answer
	idleTimeout   = 2 * time.Minute  // between two requests of a connection

	maxDrainBytes = 4 * wire.MaxBody // how much of a refused body is read, so that the client gets to read its answer

	pictureTimeout = time.Minute                     // for a picture, including its wait in the queue
	lostTimeout    = pictureTimeout + 30*time.Second // after which the process of an unfinished picture must have ended
	videoTimeout   = 10 * time.Minute                // for a video, from its acceptance; clients wait as long
	recordTimeout  = 10 * time.Second                // for the database to record how a render ended
	sweepInterval  = time.Minute
	retryAfter     = 2 * time.Second // what a client is asked to wait when the service is busy
	pollInterval   = 3 * time.Second // what a client is asked to wait before it polls a video again

	holdInterval = 500 * time.Millisecond // between two looks at a video whose poll is held
	maxHeld      = 64                     // polls that are held in this process; one API key may have half of them
)

// Server answers requests. New returns one, and Serve runs it.
type Server struct {
	opts     Options
	handler  http.Handler
	checker  render.Checker
	intake   *intake
	pictures *fairQueue // for browsers
	loading  *fairQueue // for images
	hosts    *hostSlots
	draining atomic.Bool
	health   health
	held     *shares // polls
	webhooks *webhook.Dispatcher
	openapi  []byte
	pages    map[string][]byte // in HTML, by name
}

// New returns a server.
func New(opts Options) (*Server, error) {
	opts.Pictures = cmp.Or(opts.Pictures, 1)
	opts.VideoQueue = cmp.Or(opts.VideoQueue, 100)
	opts.Connections = cmp.Or(opts.Connections, 1000)
	opts.Expiry = cmp.Or(opts.Expiry, 24*time.Hour)
	opts.LinkExpiry = cmp.Or(opts.LinkExpiry, 15*time.Minute)
	opts.PublicURL = strings.TrimSuffix(opts.PublicURL, "/")
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.WebhookTransport == nil {
		opts.WebhookTransport = webhook.NewTransport()
	}
	document, err := document(opts.PublicURL)
	if err != nil {
		return nil, err
	}
	pages, err := pages()
	if err != nil {
		return nil, err
	}
	places := opts.Pictures + opts.Waiting
	s := &Server{
		opts: opts, intake: newIntake(), openapi: document, pages: pages, hosts: newHostSlots(), held: newShares(maxHeld),
		pictures: &fairQueue{slots: opts.Pictures, places: places, limit: pictureTimeout, full: errQueueFull},
		loading:  &fairQueue{slots: loadingSlots, perKey: loadingSlots / 2, places: places, limit: pictureTimeout, full: errQueueFull},
	}
	s.webhooks = webhook.New(webhook.Options{Store: opts.Store, Body: s.eventBody, Transport: opts.WebhookTransport, Logger: opts.Logger})
	opts.Metrics.Gauge("mockup_pictures_running", "Pictures that this process is drawing.", s.pictures.inUse)
	opts.Metrics.Gauge("mockup_pictures_waiting", "Pictures that wait to be drawn by this process.", s.pictures.queued)
	s.handler = s.observe(s.crossOrigin(s.routes()))
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// routes maps addresses to handlers.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	render := s.route(post(s.authenticated("render", renderLimit, s.postRender)))
	mux.Handle(wire.RenderPath, render)
	mux.Handle(wire.AliasPath, render)
	mux.Handle(wire.ValidatePath, s.route(post(s.authenticated("validate", validateLimit, s.postValidate))))
	exports := func(h func(http.ResponseWriter, *http.Request, store.Key) error) handler {
		return s.authenticated("exports", exportsLimit, h)
	}
	mux.Handle(wire.ListPath, s.route(get(exports(s.listExports))))
	mux.Handle(wire.ExportsPath+"{id}", s.route(get(exports(s.getExport)), method{http.MethodDelete, exports(s.deleteExport)}))
	download := s.route(get(s.signedOr(s.download)))
	mux.Handle(wire.ExportsPath+"{id}/download", download)
	mux.Handle(wire.ExportsPath+"{id}/cues", s.route(get(s.signedOr(s.serveCues))))
	mux.Handle(wire.DownloadPath+"{id}/download", download)
	mux.Handle("/healthz", s.route(get(s.healthz)))
	mux.Handle("/readyz", s.route(get(s.readyz)))
	mux.Handle("/openapi.json", s.route(get(s.getOpenAPI)))
	mux.Handle("/{$}", s.route(get(s.getPage)))
	mux.Handle("/docs/{name}", s.route(get(s.getPage)))
	mux.Handle("/", s.route(method{"", func(http.ResponseWriter, *http.Request) error { return errNoRoute }}))
	return mux
}

// handler answers a request, or returns an error that becomes the answer.
type handler func(w http.ResponseWriter, r *http.Request) error

// method is a handler for the requests of one method, or of all with "". GET includes HEAD.
type method struct {
	name string
	handler
}

func get(h handler) method  { return method{http.MethodGet, h} }
func post(h handler) method { return method{http.MethodPost, h} }

// route serves the requests of an address, and answers the errors that handlers return.
func (s *Server) route(methods ...method) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := dispatch(w, r, methods); err != nil {
			s.writeError(w, r, err)
		}
	})
}

// dispatch passes a request to the handler of its method.
func dispatch(w http.ResponseWriter, r *http.Request, methods []method) error {
	var names, allowed []string
	for _, m := range methods {
		if m.name == "" || r.Method == m.name || m.name == http.MethodGet && r.Method == http.MethodHead {
			return m.handler(w, r)
		}
		names, allowed = append(names, m.name), append(allowed, m.name)
		if m.name == http.MethodGet {
			allowed = append(allowed, http.MethodHead)
		}
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &problem{status: http.StatusMethodNotAllowed, code: wire.MethodNotAllowed,
		message: r.Method + " is not allowed here; use " + strings.Join(names, " or ")}
}
