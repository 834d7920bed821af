package outputs

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mockup/internal/api/s3test"
)

var server s3test.Server

func TestMain(m *testing.M) {
	code := m.Run()
	if err := server.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "stop the S3 server:", err)
		code = 1
	}
	os.Exit(code)
}

// conforms runs a test on both kinds of storage, in parallel with the other tests.
func conforms(t *testing.T, test func(t *testing.T, o *Outputs)) {
	t.Parallel()
	for kind, address := range map[string]func(t *testing.T) string{
		"folder": func(t *testing.T) string { return filepath.Join(t.TempDir(), "new", "outputs") },
		"s3":     func(t *testing.T) string { return server.Bucket(t) },
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			o, err := Open(t.Context(), address(t))
			check(t, err)
			t.Cleanup(func() { o.Close() })
			test(t, o)
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, o *Outputs, key string, data []byte) {
	t.Helper()
	check(t, o.Put(t.Context(), key, "image/png", bytes.NewReader(data)))
}

func get(t *testing.T, o *Outputs, key string) []byte {
	t.Helper()
	object, err := o.Get(t.Context(), key)
	check(t, err)
	data, err := io.ReadAll(object)
	check(t, errors.Join(err, object.Close()))
	return data
}

func TestObjects(t *testing.T) {
	conforms(t, func(t *testing.T, o *Outputs) {
		large := make([]byte, 20<<20) // more than the 5 MB of a part of S3
		rand.Read(large)
		put(t, o, "large.mp4", large)
		put(t, o, "empty.png", nil)
		put(t, o, "small.png", []byte("first"))
		put(t, o, "small.png", []byte("second"))
		if !bytes.Equal(get(t, o, "large.mp4"), large) || string(get(t, o, "small.png")) != "second" || len(get(t, o, "empty.png")) != 0 {
			t.Error("an object is not what was put")
		}
		object, err := o.Get(t.Context(), "large.mp4")
		check(t, err)
		defer object.Close()
		if object.Size != int64(len(large)) || time.Since(object.ModTime).Abs() > time.Minute {
			t.Errorf("%d bytes, of %v", object.Size, object.ModTime)
		}
		for range 2 {
			check(t, o.Delete(t.Context(), "small.png"))
		}
		if _, err := o.Get(t.Context(), "small.png"); !errors.Is(err, ErrNotFound) {
			t.Errorf("after the deletion: %v", err)
		}
	})
}

// Ranges of a download are served from the middle of an object.
func TestRanges(t *testing.T) {
	conforms(t, func(t *testing.T, o *Outputs) {
		data := bytes.Repeat([]byte("0123456789"), 300_000)
		put(t, o, "a.mp4", data)
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			object, err := o.Get(r.Context(), "a.mp4")
			if err != nil {
				t.Error(err)
				return
			}
			defer object.Close()
			http.ServeContent(w, r, "a.mp4", object.ModTime, object)
		}))
		defer web.Close()
		for bounds, want := range map[string][]byte{
			"bytes=5-8": []byte("5678"), "bytes=-3": []byte("789"), "bytes=2999998-": []byte("89"), "bytes=0-": data,
		} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, web.URL, nil)
			check(t, err)
			request.Header.Set("Range", bounds)
			answer, err := http.DefaultClient.Do(request)
			check(t, err)
			got, err := io.ReadAll(answer.Body)
			check(t, errors.Join(err, answer.Body.Close()))
			if answer.StatusCode != http.StatusPartialContent || !bytes.Equal(got, want) {
				t.Errorf("%s: %s with %d bytes, want %d", bounds, answer.Status, len(got), len(want))
			}
		}
	})
}

// A write that fails midway creates no object, and an object that existed before stays as it was.
func TestWholeOrNotAtAll(t *testing.T) {
	conforms(t, func(t *testing.T, o *Outputs) {
		put(t, o, "there.mp4", []byte("before"))
		broken := errors.New("the video cannot be read")
		for _, key := range []string{"there.mp4", "new.mp4"} {
			half := io.MultiReader(bytes.NewReader(make([]byte, 9<<20)), failing{broken})
			if err := o.Put(t.Context(), key, "video/mp4", half); !errors.Is(err, broken) {
				t.Errorf("%s: %v", key, err)
			}
			cancelled, cancel := context.WithCancel(t.Context())
			half = io.MultiReader(bytes.NewReader(make([]byte, 9<<20)), calling{cancel})
			if err := o.Put(cancelled, key, "video/mp4", half); err == nil {
				t.Errorf("%s: no error though its context was cancelled", key)
			}
		}
		if got := get(t, o, "there.mp4"); string(got) != "before" {
			t.Errorf("%d bytes are left of the object that was there", len(got))
		}
		if _, err := o.Get(t.Context(), "new.mp4"); !errors.Is(err, ErrNotFound) {
			t.Errorf("half an object: %v", err)
		}
		if o.folder != "" {
			checkFiles(t, o.folder, "there.mp4")
		}
	})
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// calling is an empty file that calls a function when it is read.
type calling struct{ f func() }

func (c calling) Read([]byte) (int, error) { c.f(); return 0, io.EOF }

func checkFiles(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	check(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if !slices.Equal(names, want) {
		t.Errorf("the folder holds %q, want %q", names, want)
	}
}

func TestConcurrently(t *testing.T) {
	conforms(t, func(t *testing.T, o *Outputs) {
		var group sync.WaitGroup
		for n := range 8 {
			group.Go(func() {
				ctx, own := context.Background(), fmt.Sprintf("own%d.png", n)
				err := errors.Join(o.Check(ctx), o.Put(ctx, own, "image/png", strings.NewReader(own)),
					o.Put(ctx, "shared.png", "image/png", strings.NewReader("the same")))
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if string(get(t, o, "shared.png")) != "the same" || string(get(t, o, "own7.png")) != "own7.png" {
			t.Error("an object is not what was put")
		}
	})
}

func TestKeys(t *testing.T) {
	conforms(t, func(t *testing.T, o *Outputs) {
		for _, key := range []string{
			"", ".", "..", "../up.png", "a/b.png", "/a.png", `a\b.png`, ".hidden", "a.png.attrs", "A.png", "a b.png", "ä.png",
			"a\x00.png", "a.png\n", strings.Repeat("a", 200),
		} {
			_, getError := o.Get(t.Context(), key)
			for call, err := range map[string]error{
				"Put": o.Put(t.Context(), key, "image/png", strings.NewReader("x")), "Get": getError, "Delete": o.Delete(t.Context(), key),
			} {
				if err == nil || errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "allowed are") {
					t.Errorf("%s %q: %v", call, key, err)
				}
			}
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	check(t, os.WriteFile(file, nil, 0o600))
	for address, want := range map[string]string{
		"":                     "names no folder",
		"ftp://host/folder":    "found ftp://; allowed are s3://BUCKET?region=REGION and the path of a folder",
		"file://host/folder":   "file:///FOLDER",
		file:                   "not a directory",
		"s3://":                "s3://BUCKET?region=REGION",
		"s3://bucket/folder":   "s3://BUCKET?region=REGION",
		"s3://bucket?colour=1": "colour",
		"s3://bucket?endpoint=http://127.0.0.1&use_path_style=often": `found "often"; allowed are true and false`,
		"/proc/mockup/outputs":  "open storage",
		"file:///proc/mockup/a": "open storage",
	} {
		o, err := Open(t.Context(), address)
		if err == nil {
			o.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
	}
}

// Open fails for a bucket that does not exist or belongs to somebody else, and its error does not contain the secret.
func TestOpenRefusesBuckets(t *testing.T) {
	address := server.Bucket(t)
	open := func(address string) string {
		_, err := Open(t.Context(), address)
		return fmt.Sprint(err)
	}
	if got := open(strings.Replace(address, "s3://test", "s3://another", 1)); !strings.Contains(got, "NoSuchBucket") {
		t.Errorf("a bucket that is not there: %s", got)
	}
	if got := open("s3://bucket?region=here&endpoint=http://127.0.0.1:1"); !strings.Contains(got, "cannot be reached: dial tcp 127.0.0.1:1") {
		t.Errorf("a service that is not there: %s", got)
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "wrong-secret")
	if got := open(address); !strings.Contains(got, "SignatureDoesNotMatch") || strings.Contains(got, "wrong-secret") {
		t.Errorf("a wrong secret: %s", got)
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	if got := open(address); !strings.Contains(got, "set AWS_ACCESS_KEY_ID") {
		t.Errorf("no secret: %s", got)
	}
}

// Check fails when the folder can no longer be written to.
func TestCheck(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "outputs")
	o, err := Open(t.Context(), folder)
	check(t, err)
	defer o.Close()
	check(t, o.Check(t.Context()))
	checkFiles(t, folder)
	check(t, os.Remove(folder))
	check(t, os.WriteFile(folder, nil, 0o600))
	if err := o.Check(t.Context()); err == nil {
		t.Error("no error though the folder is a file now")
	}
}

// What an interrupted Check has left is deleted later; other objects are not.
func TestProbesAreRemoved(t *testing.T) {
	conforms(t, func(t *testing.T, o *Outputs) {
		const left = probePrefix + "left"
		put(t, o, left, nil)
		put(t, o, "mine.png", nil)
		o.removeProbes(t.Context(), staleAge)
		get(t, o, left) // may still be in use
		o.removeProbes(t.Context(), -1)
		if _, err := o.Get(t.Context(), left); !errors.Is(err, ErrNotFound) {
			t.Errorf("after the removal: %v", err)
		}
		get(t, o, "mine.png")
	})
}

// Ping distinguishes a storage that answers from one that does not, and writes nothing.
func TestPing(t *testing.T) {
	conforms(t, func(t *testing.T, o *Outputs) {
		for range 2 {
			check(t, o.Ping(t.Context()))
		}
		if o.folder == "" {
			return
		}
		checkFiles(t, o.folder)
		check(t, os.Remove(o.folder))
		if err := o.Ping(t.Context()); err == nil {
			t.Error("no error without the folder")
		}
		check(t, os.WriteFile(o.folder, nil, 0o600))
		if err := o.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), "not a folder") {
			t.Errorf("with a file instead of the folder: %v", err)
		}
	})
}

// The next start deletes what a killed process left half-written, once it is too old to be still in use.
func TestStaleFiles(t *testing.T) {
	folder := t.TempDir()
	old := time.Now().Add(-2 * staleAge)
	for name, at := range map[string]time.Time{"a.mp4.17f.tmp": old, "b.mp4.17f.tmp": time.Now(), "c.mp4": old} {
		path := filepath.Join(folder, name)
		check(t, os.WriteFile(path, nil, 0o600))
		check(t, os.Chtimes(path, at, at))
	}
	o, err := Open(t.Context(), "file://"+folder)
	check(t, err)
	check(t, o.Close())
	checkFiles(t, folder, "b.mp4.17f.tmp", "c.mp4")
}
