package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/output"
)

const (
	key      = "mk_live_secret"
	picture  = `{"id":"p1","status":"completed","renderKind":"image","format":"png","downloadUrl":"/file?signature=hidden","sizeBytes":10}`
	accepted = `{"id":"v1","status":"rendering","renderKind":"video","statusUrl":"https://elsewhere.example/v1"}`
	finished = `{"id":"v1","status":"completed","renderKind":"video","downloadUrl":"/file?signature=hidden"}`
	content  = "0123456789"
	sum      = "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"
)

// request is a request that a fake service received.
type request struct {
	method, path string
	header       http.Header
	body         string
	at           time.Time
}

// fake is a service with scripted answers: for each kind of request a list of answers, of which the last one is repeated.
type fake struct {
	submit, status, file []http.HandlerFunc

	mu   sync.Mutex
	seen []request
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	f.seen = append(f.seen, request{r.Method, r.URL.Path, r.Header.Clone(), string(body), time.Now()})
	script := &f.file
	switch {
	case r.Method == http.MethodPost:
		script = &f.submit
	case strings.HasPrefix(r.URL.Path, wire.ExportsPath) && !strings.HasSuffix(r.URL.Path, "/download"):
		script = &f.status
	}
	if len(*script) == 0 {
		f.mu.Unlock()
		http.Error(w, "not in the script", http.StatusTeapot)
		return
	}
	answer := (*script)[0]
	if len(*script) > 1 {
		*script = (*script)[1:]
	}
	f.mu.Unlock()
	answer(w, r)
}

// requests returns the requests of a method.
func (f *fake) requests(method string) []request {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []request
	for _, r := range f.seen {
		if r.method == method {
			all = append(all, r)
		}
	}
	return all
}

// says answers with a status, a body, and header fields as name, value.
func says(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// refuses answers with an error in the service's form.
func refuses(status int, code wire.Code, message string, header ...string) http.HandlerFunc {
	return says(status, fmt.Sprintf(`{"error":{"code":%q,"message":%q,"extra":1},"also":2}`, code, message), header...)
}

// breaks sends only a part of an answer and then resets the connection.
func breaks(part string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		io.WriteString(w, part)
		w.(http.Flusher).Flush()
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			time.Sleep(20 * time.Millisecond) // otherwise the reset would overtake what was sent before
			tcp.SetLinger(0)
		}
		conn.Close()
	}
}

// serves answers as net/http's file server does, with ranges, entity tags and dates.
func serves(tag, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if tag != "" {
			w.Header().Set("ETag", tag)
		}
		http.ServeContent(w, r, "x.png", time.Unix(1_700_000_000, 0), strings.NewReader(text))
	}
}

// start lets the fake serve over TCP and returns a client for it.
func (f *fake) start(t *testing.T) *client.Client {
	t.Helper()
	return newClient(t, client.Options{Server: f.serve(t)})
}

// serve lets the fake serve over TCP and returns its address.
func (f *fake) serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return server.URL
}

// bubble lets the fake serve inside a synctest bubble and returns a client for it.
func (f *fake) bubble(t *testing.T) *client.Client {
	t.Helper()
	return newClient(t, client.Options{Server: "http://service.example", Transport: f.transport(t)})
}

// transport lets the fake serve inside a synctest bubble, in whose clock real connections would stop the time. It returns
// the transport that leads to it.
func (f *fake) transport(t *testing.T) *http.Transport {
	t.Helper()
	l := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
	server := &http.Server{Handler: f}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return &http.Transport{DialContext: l.dial}
}

func newClient(t *testing.T, opts client.Options) *client.Client {
	t.Helper()
	opts.Key = key
	c, err := client.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// pipes is a listener with connections inside the process.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.done) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

// download downloads a job's file into an empty folder, and returns the contents of the folder's files afterwards.
func download(t *testing.T, c *client.Client, job wire.Job) (got string, err error) {
	t.Helper()
	folder := t.TempDir()
	out, err := output.New(filepath.Join(folder, "x.png"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Download(t.Context(), job, out)
	entries, failed := os.ReadDir(folder)
	if failed != nil {
		t.Fatal(failed)
	}
	for _, entry := range entries {
		data, failed := os.ReadFile(filepath.Join(folder, entry.Name()))
		if failed != nil {
			t.Fatal(failed)
		}
		got += string(data)
		if entry.Name() != "x.png" {
			t.Errorf("%s is left", entry.Name())
		}
	}
	if err != nil && len(entries) > 0 {
		t.Errorf("a download that failed leaves %d files", len(entries))
	}
	return got, err
}

// wantError checks a *client.Error: its status, parts of its text, and that it contains no secrets.
func wantError(t *testing.T, err error, status int, parts ...string) *client.Error {
	t.Helper()
	var e *client.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want an error of the service", err)
	}
	if e.Status != status {
		t.Errorf("status %d, want %d: %v", e.Status, status, err)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not hold %q", err, part)
		}
	}
	for _, secret := range []string{key, "hidden"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("%q contains a secret", err)
		}
	}
	return e
}
