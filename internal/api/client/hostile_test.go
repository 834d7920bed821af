package client_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/output"
)

// endless sends a beginning and then the same text until the client leaves.
func endless(status int, first, rest string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, first)
		text := strings.Repeat(rest, 1000)
		for {
			if _, err := io.WriteString(w, text); err != nil {
				return
			}
		}
	}
}

// Answers that never end are cut off, and are not asked for again.
func TestEndlessAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status      int
		first, rest string
	}{
		"a record": {200, `{"id":"`, "x"}, "nested": {200, "", "["}, "nothing": {200, "", " "},
		"an error": {400, `{"error":{"message":"`, "x"}, "details": {400, `{"error":{"details":[`, `{"path":"x"},`},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fake{submit: []http.HandlerFunc{endless(c.status, c.first, c.rest)}}
			server := f.start(t)
			_, err := server.Submit(t.Context(), client.Request{})
			wantError(t, err, c.status)
			server.Close()
			if n := len(f.requests(http.MethodPost)); n != 1 || len(err.Error()) > 1000 {
				t.Errorf("%d requests, and an error of %d bytes", n, len(err.Error()))
			}
		})
	}
}

// Headers without end are refused.
func TestEndlessHeaders(t *testing.T) {
	t.Parallel()
	f := &fake{submit: []http.HandlerFunc{func(w http.ResponseWriter, _ *http.Request) {
		for i := range 1000 {
			w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 1000))
		}
		io.WriteString(w, picture)
	}}}
	server := f.serve(t)
	_, err := newClient(t, client.Options{Server: server, Attempts: 1}).Submit(t.Context(), client.Request{})
	wantError(t, err, 0, "cannot be reached")
}

// What a service writes into a record is shortened, and does not repeat the key.
func TestEndlessTexts(t *testing.T) {
	t.Parallel()
	long := key + strings.Repeat("x", 9000)
	f := &fake{
		submit: []http.HandlerFunc{says(400, `{"error":{"code":"validation_failed","message":"m","details":[{"path":"`+long+`","pointer":"`+long+`","code":"`+long+`","message":"`+long+`"}]}}`)},
		status: []http.HandlerFunc{says(200, `{"id":"v1","status":"failed","error":"`+long+`","warnings":[{"code":"`+long+`","message":"`+long+`"}]}`)},
	}
	c := f.start(t)
	_, err := c.Submit(t.Context(), client.Request{})
	e := wantError(t, err, 400)
	job, err := c.Status(t.Context(), "v1")
	if err != nil {
		t.Fatal(err)
	}
	d, w := e.Details[0], job.Warnings[0]
	for _, text := range []string{d.Path, d.Pointer, d.Code, d.Message, job.Error, w.Code, w.Message} {
		if len(text) > 600 || strings.Contains(text, key) {
			t.Errorf("%.100s… of %d bytes", text, len(text))
		}
	}
}

// A file without end is refused, whatever the record says about its size.
func TestEndlessFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		size int64
		want string
	}{
		"of unknown size": {0, "larger than 100000 bytes"}, "of a huge size": {1 << 60, "larger than 100000 bytes"}, "of a small size": {10, "more than 10 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fake{file: []http.HandlerFunc{endless(200, "", "x")}}
			c2 := newClient(t, client.Options{Server: f.serve(t), MaxFile: 100_000})
			_, err := download(t, c2, wire.Job{ID: "p1", DownloadURL: "/file", SizeBytes: c.size})
			wantError(t, err, 0, "job p1", c.want)
			if n := len(f.requests(http.MethodGet)); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// A service that goes on for ever, a little at a time, is given up.
func TestEndlessWaits(t *testing.T) {
	t.Parallel()
	slow := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"a"`)
		for r.Context().Err() == nil {
			io.WriteString(w, "x")
			w.(http.Flusher).Flush()
			time.Sleep(20 * time.Second)
		}
	}
	restarting := func(w http.ResponseWriter, r *http.Request) { // each attempt gets one byte further
		var have int
		if _, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &have); err == nil {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-99999/100000", have))
			w.WriteHeader(http.StatusPartialContent)
		} else {
			w.Header().Set("ETag", `"a"`)
		}
		io.WriteString(w, "x")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	busy := refuses(503, wire.Overloaded, "busy", "Retry-After", "1")
	for name, c := range map[string]struct {
		fake *fake
		call func(t *testing.T, c *client.Client) error
		most time.Duration
	}{
		"a slow file": {&fake{file: []http.HandlerFunc{slow}}, func(t *testing.T, c *client.Client) error {
			_, err := download(t, c, wire.Job{ID: "p1", DownloadURL: "/file"})
			return err
		}, 5 * time.Minute},
		"a file that breaks": {&fake{file: []http.HandlerFunc{restarting}}, func(t *testing.T, c *client.Client) error {
			_, err := download(t, c, wire.Job{ID: "p1", DownloadURL: "/file", SizeBytes: 100_000})
			return err
		}, 5 * time.Minute},
		"a busy file": {&fake{file: []http.HandlerFunc{busy}}, func(t *testing.T, c *client.Client) error {
			_, err := download(t, c, wire.Job{ID: "p1", DownloadURL: "/file"})
			return err
		}, 5 * time.Minute},
		"a busy status": {&fake{status: []http.HandlerFunc{busy}}, func(t *testing.T, c *client.Client) error {
			_, err := c.Status(t.Context(), "v1")
			return err
		}, 2 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				err := c.call(t, newClient(t, client.Options{Server: "http://service.example", Transport: c.fake.transport(t),
					Timeout: 2 * time.Minute, DownloadTimeout: 5 * time.Minute}))
				if took := time.Since(began); err == nil || took > c.most || took < c.most/2 {
					t.Errorf("%v after %v", err, took)
				}
				time.Sleep(time.Minute) // until the fake has noticed
			})
		})
	}
}

// A download that redirects for ever is given up, and so is one whose address is refused again and again.
func TestEndlessRedirects(t *testing.T) {
	t.Parallel()
	f := &fake{file: []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
	}}}
	_, err := download(t, f.start(t), wire.Job{ID: "p1", DownloadURL: "/file"})
	wantError(t, err, 0, "more than 10 times")
	if n := len(f.requests(http.MethodGet)); n > 20 {
		t.Errorf("%d requests", n)
	}
}

// A service cannot put another job in the place of the one that is asked for.
func TestAnotherJob(t *testing.T) {
	t.Parallel()
	f := &fake{status: []http.HandlerFunc{says(200, `{"id":"v2","status":"completed"}`)}}
	_, err := f.start(t).Status(t.Context(), "v1")
	wantError(t, err, 0, "job v1: the service answers with another job")
}

// Nothing in a record decides where a file is written.
func TestFileStaysInItsFolder(t *testing.T) {
	t.Parallel()
	f := &fake{file: []http.HandlerFunc{says(200, content, "Content-Disposition", `attachment; filename="../../evil.png"`)}}
	parent := t.TempDir()
	folder := filepath.Join(parent, "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := output.New(filepath.Join(folder, "mine.png"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := f.start(t).Download(t.Context(), wire.Job{ID: "../../../evil", Format: "/../evil", DownloadURL: "/../../evil.png", RenderKind: "../evil"}, out)
	if err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(parent, "*", "*"))
	if err != nil || len(left) != 1 || left[0] != file.Path || file.Path != filepath.Join(folder, "mine.png") {
		t.Errorf("written are %v, reported is %s: %v", left, file.Path, err)
	}
}
