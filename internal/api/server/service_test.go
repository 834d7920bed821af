package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"mockup/internal/api/dbtest"
	"mockup/internal/api/jobs"
	"mockup/internal/api/outputs"
	"mockup/internal/api/pgtest"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/format"
	"mockup/internal/schema"
)

var (
	cluster  pgtest.Cluster
	renderer *render.Renderer // starts Chromium when the first test draws
)

func TestMain(m *testing.M) {
	var err error
	renderer, err = render.New(render.Options{Workers: 2, Public: true, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	renderer.Close()
	if err := cluster.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// service is a running server together with everything behind it.
type service struct {
	t        *testing.T
	server   *Server
	store    *store.Store
	outputs  *outputs.Outputs
	worker   *worker.Worker
	folder   string // of the outputs
	database string // address
	url      string
	client   *http.Client
	key      string // that requests are sent with
	keyID    string
	log      *logs
	stop     func()     // makes the server stop
	stopped  chan error // receives the result of Serve
	closing  sync.Once
	working  func() // stops the worker of videos
}

// logs is a log that tests can read while it is being written.
type logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// serve starts a service on SQLite. change, which may be nil, adjusts its options first.
func serve(t *testing.T, change func(*Options)) *service {
	t.Helper()
	return serveAt(t, dbtest.SQLite(t), listenLocal(t), &http.Transport{}, change)
}

// serveAt starts a service on a database and behind a listener; the transport connects to that listener.
func serveAt(t *testing.T, database string, listener net.Listener, transport *http.Transport, change func(*Options)) *service {
	t.Helper()
	ctx := context.Background()
	s := &service{t: t, folder: t.TempDir(), database: database, log: &logs{}, stopped: make(chan error, 1), working: func() {},
		url: "http://" + listener.Addr().String()}
	s.client = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var err error
	s.store, err = store.Open(ctx, database)
	check(t, err)
	s.outputs, err = outputs.Open(ctx, s.folder)
	check(t, err)
	logger := slog.New(slog.NewJSONHandler(s.log, nil))
	s.worker = worker.New(worker.Options{Store: s.store, Outputs: s.outputs, Renderer: renderer, Logger: logger})
	queue, err := jobs.Open(ctx, s.store, jobs.Options{GiveUp: s.worker.GiveUp})
	check(t, err)
	opts := Options{Store: s.store, Queue: queue, Outputs: s.outputs, Draw: s.worker.Render, Secret: "a secret of tests", Pictures: 2, Waiting: 100, Logger: logger}
	if change != nil {
		change(&opts)
	}
	s.server, err = New(opts)
	check(t, err)
	s.newKey("test")

	running, stop := context.WithCancel(ctx)
	s.stop = stop
	go func() { s.stopped <- s.server.Serve(running, listener, 30*time.Second) }()
	t.Cleanup(s.close)
	return s
}

// close stops the service unless it is stopped already.
func (s *service) close() {
	s.closing.Do(func() {
		s.stop()
		s.client.CloseIdleConnections()
		if err := <-s.stopped; err != nil {
			s.t.Errorf("serve: %v", err)
		}
		s.working()
		if err := errors.Join(s.outputs.Close(), s.store.Close()); err != nil {
			s.t.Error(err)
		}
	})
}

// work starts a worker for the queue's videos, which runs until the service is closed.
func (s *service) work() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.server.opts.Queue.Work(ctx, 1, s.worker.Run) }()
	s.working = func() {
		cancel()
		if err := <-ended; err != nil {
			s.t.Errorf("work: %v", err)
		}
	}
}

// newKey creates a key and uses it for further requests.
func (s *service) newKey(name string) {
	s.t.Helper()
	key, secret, err := s.store.CreateKey(context.Background(), name, time.Now())
	check(s.t, err)
	s.key, s.keyID = secret, key.ID
}

// answered is the answer to a request.
type answered struct {
	status int
	header http.Header
	body   []byte
}

// request returns a request with the key. Further headers are written "Name: value"; an empty value removes a header.
func (s *service) request(method, path string, body io.Reader, headers ...string) *http.Request {
	s.t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = s.url + path
	}
	r, err := http.NewRequest(method, path, body)
	check(s.t, err)
	r.Header.Set("Authorization", "Bearer "+s.key)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if r.Header.Del(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	return r
}

// do sends a request and checks its answer against the OpenAPI document.
func (s *service) do(r *http.Request) answered {
	s.t.Helper()
	resp, err := s.client.Do(r)
	check(s.t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	check(s.t, err)
	got := answered{resp.StatusCode, resp.Header, body}
	checkAnswer(s.t, r, got)
	return got
}

func (s *service) get(path string, headers ...string) answered {
	s.t.Helper()
	return s.do(s.request(http.MethodGet, path, nil, headers...))
}

func (s *service) post(payload string, headers ...string) answered {
	s.t.Helper()
	return s.do(s.request(http.MethodPost, wire.RenderPath, strings.NewReader(payload), headers...))
}

// job reads the answer as a job.
func (a answered) job(t *testing.T) wire.Job {
	t.Helper()
	var job wire.Job
	if err := json.Unmarshal(a.body, &job); err != nil || job.ID == "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	return job
}

// problem reads the answer as an error.
func (a answered) problem(t *testing.T) wire.Error {
	t.Helper()
	var body wire.ErrorBody
	if err := json.Unmarshal(a.body, &body); err != nil || body.Error.Code == "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	return body.Error
}

// fields returns the sorted names of the answer's fields.
func (a answered) fields(t *testing.T) string {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(a.body, &all); err != nil {
		t.Fatalf("%d %s", a.status, a.body)
	}
	return strings.Join(sortedKeys(all), " ")
}

// want checks the status and, unless it is empty, the error code.
func (a answered) want(t *testing.T, status int, code wire.Code) {
	t.Helper()
	if a.status != status {
		t.Errorf("status %d, want %d: %s", a.status, status, a.body)
		return
	}
	if code == "" {
		return
	}
	if got := a.problem(t); got.Code != code {
		t.Errorf("code %s, want %s: %s", got.Code, code, got.Message)
	}
}

// finished polls a job until it is completed or failed.
func (s *service) finished(id string) answered {
	s.t.Helper()
	for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		render, err := s.store.Render(s.t.Context(), id, time.Now())
		check(s.t, err)
		if render.Status != wire.Rendering {
			return s.get(wire.ExportsPath + id)
		}
	}
	s.t.Fatalf("%s is still not finished", id)
	return answered{}
}

// complete records a completed render of the current key with a file, without drawing anything.
func (s *service) complete(kind schema.Kind, name, content string) string {
	s.t.Helper()
	ctx, now := context.Background(), time.Now()
	id := store.NewID("render")
	check(s.t, s.store.InTx(ctx, func(tx *store.Tx) error {
		_, _, err := tx.Accept(ctx, store.Render{ID: id, KeyID: s.keyID, Kind: kind, Created: now, Expires: now.Add(24 * time.Hour)})
		return err
	}))
	made, err := format.Lookup(name, kind == schema.Video)
	check(s.t, err)
	output := store.Output{Format: name, Object: id + made.Suffix(), Size: int64(len(content)), Width: 2, Height: 2, SHA256: sum(content)}
	check(s.t, s.outputs.Put(ctx, output.Object, made.MediaType, strings.NewReader(content)))
	check(s.t, s.store.Complete(ctx, id, output, now))
	return id
}

// inTurn returns a task that calls f when it has its turn.
func inTurn(task worker.Task, f func(ctx context.Context) error) worker.Task {
	turn := task.Turn
	task.Turn = func(ctx context.Context) error {
		if err := turn(ctx); err != nil {
			return err
		}
		return f(ctx)
	}
	return task
}

// await waits until a condition holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for began := time.Now(); !holds(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Minute {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// picture returns a small payload of a picture. day, from 01 to 31, makes payloads different.
func picture(day string) string {
	return `{"mockupType":"dashboard-chart","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1","props":{"points":[1,2,3],"startDate":"2026-01-` + day + `"}}`
}

// video returns the payload of a short video with further props.
func video(props string) string {
	return `{"mockupType":"chats","platform":"whatsapp","renderKind":"video","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"platform":"whatsapp","sender":{"id":"a","name":"Ann"},"receivers":[{"id":"b","name":"Bo"}],` + props + `
		"messages":[{"id":"m","userId":"b","type":"text","timestamp":"2026-05-16T08:21:00Z","text":"hello"}]}}`
}

func listenLocal(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	return listener
}

// serveBeside starts a second service on the records and outputs of a first one, and uses the same key.
func serveBeside(t *testing.T, first *service, change func(*Options)) *service {
	t.Helper()
	second := serveAt(t, first.database, listenLocal(t), &http.Transport{}, func(o *Options) {
		o.Outputs = first.outputs
		if change != nil {
			change(o)
		}
	})
	second.key, second.keyID = first.key, first.keyID
	return second
}
