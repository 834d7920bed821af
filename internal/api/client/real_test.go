package client_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"mockup/internal/api/client"
	"mockup/internal/api/dbtest"
	"mockup/internal/api/jobs"
	"mockup/internal/api/outputs"
	"mockup/internal/api/server"
	"mockup/internal/api/store"
	"mockup/internal/api/worker"
)

// real is the real server on SQLite, without an engine: a picture's file is content.
type real struct {
	t       *testing.T
	store   *store.Store
	outputs *outputs.Outputs
	key     store.Key
	secret  string // the key itself
}

// startReal starts a server inside a synctest bubble and returns the transport that leads to it.
func startReal(t *testing.T, database string) (*real, *http.Transport) {
	t.Helper()
	r := &real{t: t}
	records, err := store.Open(t.Context(), database)
	r.check(err)
	files, err := outputs.Open(t.Context(), filepath.Join(filepath.Dir(database), "outputs"))
	r.check(err)
	queue, err := jobs.Open(t.Context(), records, jobs.Options{})
	r.check(err)
	r.store, r.outputs = records, files
	s, err := server.New(server.Options{Store: records, Queue: queue, Outputs: files, Secret: "a secret of tests",
		Draw: func(ctx context.Context, task worker.Task) (store.Output, error) {
			return r.complete(ctx, task.RenderID, "png"), task.Turn(ctx)
		}})
	r.check(err)
	r.key, r.secret, err = records.CreateKey(t.Context(), "test", time.Now())
	r.check(err)
	listener := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
	ctx, stop := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := s.Serve(ctx, listener, time.Minute); err != nil {
			t.Error(err)
		}
	})
	transport := &http.Transport{DialContext: listener.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		stop()
		serving.Wait()
		files.Close()
		records.Close()
	})
	return r, transport
}

func (r *real) check(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// complete stores content as the file of a render and records its completion.
func (r *real) complete(ctx context.Context, id, format string) store.Output {
	sum := sha256.Sum256([]byte(content))
	output := store.Output{Format: format, Object: id + "." + format, Size: int64(len(content)), Width: 2, Height: 2, SHA256: hex.EncodeToString(sum[:])}
	r.check(r.outputs.Put(ctx, output.Object, "image/png", strings.NewReader(content)))
	r.check(r.store.Complete(ctx, id, output, time.Now()))
	return output
}

// only returns the id of the service's only render.
func (r *real) only() (id string) {
	r.t.Helper()
	r.check(r.store.DB().QueryRowContext(r.t.Context(), "SELECT id FROM renders").Scan(&id))
	return id
}

// pair runs the same test against a fake and against the real server, each in a synctest bubble: once with the answers that
// script gives, and once with the server in the state in which setup leaves it.
func pair(t *testing.T, script *fake, setup func(*real), test func(t *testing.T, c *client.Client)) {
	t.Helper()
	pairThrough(t, func(next http.RoundTripper) http.RoundTripper { return next }, script, setup, test)
}

// pairThrough is pair with a transport between client and service.
func pairThrough(t *testing.T, transport func(http.RoundTripper) http.RoundTripper, script *fake, setup func(*real),
	test func(t *testing.T, c *client.Client)) {
	t.Helper()
	t.Run("fake", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			test(t, newClient(t, client.Options{Server: "http://service.example", Transport: transport(script.transport(t))}))
		})
	})
	t.Run("real", func(t *testing.T) {
		t.Parallel()
		database := dbtest.SQLite(t)
		synctest.Test(t, func(t *testing.T) {
			r, direct := startReal(t, database)
			if setup != nil {
				setup(r)
			}
			c, err := client.New(client.Options{Server: "http://service.example", Key: r.secret, Transport: transport(direct)})
			r.check(err)
			test(t, c)
		})
	})
}

// breaking is a transport that breaks the answers to the first request of a method, after some bytes.
type breaking struct {
	http.RoundTripper
	method string
	bytes  int64
	again  func(*http.Request) // called with the next request of the method; may be nil
	broken bool
}

func (b *breaking) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == b.method && b.broken && b.again != nil {
		b.again(r)
	}
	resp, err := b.RoundTripper.RoundTrip(r)
	if err != nil || r.Method != b.method || b.broken {
		return resp, err
	}
	b.broken = true
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(io.LimitReader(resp.Body, b.bytes), iotest.ErrReader(io.ErrUnexpectedEOF)), resp.Body}
	return resp, nil
}
