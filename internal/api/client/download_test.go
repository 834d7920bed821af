package client_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/output"
)

// An interrupted download continues where it was if the file is unchanged and the server supports it.
func TestResume(t *testing.T) {
	t.Parallel()
	const date = "Tue, 14 Nov 2023 22:13:20 GMT" // of serves
	tagged, dated := []string{"ETag", `"a"`}, []string{"Last-Modified", date}
	for _, test := range []struct {
		name   string
		script []http.HandlerFunc
		want   string
		ranges string // of the requests
	}{
		{"by its tag", []http.HandlerFunc{breaks("0123", tagged...), serves(`"a"`, content)}, content, ",bytes=4-"},
		{"by its date", []http.HandlerFunc{breaks("0123", dated...), serves("", content)}, content, ",bytes=4-"},
		{"twice", []http.HandlerFunc{breaks("0123", tagged...), func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Range", "bytes 4-9/10")
			w.WriteHeader(206)
			w.Write([]byte("45"))
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, serves(`"a"`, content)}, content, ",bytes=4-,bytes=6-"},
		{"nothing came", []http.HandlerFunc{breaks("", tagged...), serves(`"a"`, content)}, content, ","},
		{"changed", []http.HandlerFunc{breaks("0123", tagged...), serves(`"b"`, "abcdefghij")}, "abcdefghij", ",bytes=4-"},
		{"weak tag", []http.HandlerFunc{breaks("0123", "ETag", `W/"a"`), serves("", content)}, content, ","},
		{"no ranges", []http.HandlerFunc{breaks("0123", tagged...), says(200, content)}, content, ",bytes=4-"},
		{"another range", []http.HandlerFunc{breaks("0123", tagged...), says(206, "56789", "Content-Range", "bytes 5-9/10"), serves(`"a"`, content)},
			content, ",bytes=4-,"},
		{"range refused", []http.HandlerFunc{breaks("0123", tagged...), says(416, ""), serves(`"a"`, content)}, content, ",bytes=4-,"},
		{"short without a length", []http.HandlerFunc{says(200, "0123", "ETag", `"a"`, "Transfer-Encoding", "chunked"), serves(`"a"`, content)}, content, ",bytes=4-"},
		{"busy", []http.HandlerFunc{says(503, ""), says(429, "", "Retry-After", "9"), serves("", content)}, content, ",,"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{file: test.script}
				job := wire.Job{ID: "p1", DownloadURL: "/file", SizeBytes: 10}
				if test.want == content {
					job.SHA256 = sum // of the assembled file
				}
				got, err := download(t, f.bubble(t), job)
				if got != test.want || err != nil {
					t.Errorf("%q, %v", got, err)
				}
				var ranges []string
				for _, r := range f.requests(http.MethodGet) {
					ranges = append(ranges, r.header.Get("Range"))
					if (r.header.Get("Range") == "") != (r.header.Get("If-Range") == "") {
						t.Error("a range without its condition, or the other way round")
					}
				}
				if got := strings.Join(ranges, ","); got != test.ranges {
					t.Errorf("ranges %q, want %q", got, test.ranges)
				}
			})
		})
	}
}

// The same over TCP, with a real reset of the connection.
func TestReset(t *testing.T) {
	t.Parallel()
	f := &fake{file: []http.HandlerFunc{breaks("0123", "ETag", `"a"`), serves(`"a"`, content)}}
	got, err := download(t, f.start(t), wire.Job{ID: "p1", DownloadURL: "/file", SizeBytes: 10, SHA256: sum})
	if got != content || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if r := f.requests(http.MethodGet); len(r) != 2 || r[1].header.Get("Range") != "bytes=4-" {
		t.Errorf("requests: %+v", r)
	}
}

// A download that receives nothing for a while is resumed.
func TestStall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stalls := func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"a"`)
			for _, c := range []byte("012") {
				w.Write([]byte{c})
				w.(http.Flusher).Flush()
				time.Sleep(20 * time.Second) // slow, but within IdleTimeout
			}
			<-r.Context().Done()
		}
		silent := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
		f := &fake{file: []http.HandlerFunc{stalls, silent, serves(`"a"`, content)}}
		began := time.Now()
		got, err := download(t, f.bubble(t), wire.Job{ID: "p1", DownloadURL: "/file"})
		if got != content || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		if took := time.Since(began); took < 100*time.Second || took > 103*time.Second {
			t.Errorf("took %s", took)
		}
		if r := f.requests(http.MethodGet); len(r) != 3 || r[2].header.Get("Range") != "bytes=3-" {
			t.Errorf("requests: %+v", r)
		}
	})
}

// A download that gets further each time succeeds however often it is interrupted; one that does not is given up.
func TestBreaksOften(t *testing.T) {
	t.Parallel()
	piece := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"a"`)
		have := 0
		for i := range 10 {
			if r.Header.Get("Range") == "bytes="+string(rune('0'+i))+"-" {
				have = i
				w.Header().Set("Content-Range", "bytes "+string(rune('0'+i))+"-9/10")
				w.WriteHeader(206)
			}
		}
		w.Write([]byte(content[have : have+1]))
		w.(http.Flusher).Flush()
		if have < 9 {
			panic(http.ErrAbortHandler)
		}
	}
	for name, test := range map[string]struct {
		answer   http.HandlerFunc
		requests int
	}{"further": {piece, 10}, "never": {breaks("0123"), 7}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{file: []http.HandlerFunc{test.answer}}
				got, err := download(t, f.bubble(t), wire.Job{ID: "p1", DownloadURL: "/file", SizeBytes: 10})
				if name == "further" && (got != content || err != nil) {
					t.Errorf("%q, %v", got, err)
				}
				if name == "never" {
					wantError(t, err, 0, "job p1", "interrupted after 4 bytes")
				}
				if n := len(f.requests(http.MethodGet)); n != test.requests {
					t.Errorf("%d requests, want %d", n, test.requests)
				}
			})
		})
	}
}

// The file must match the record.
func TestVerify(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		job  wire.Job
		file string
		part string // of the error
	}{
		"checksum in capitals": {wire.Job{SizeBytes: 10, SHA256: strings.ToUpper(sum)}, content, ""},
		"wrong checksum":       {wire.Job{SHA256: sum}, "9876543210", "SHA-256 is "},
		"too long":             {wire.Job{SizeBytes: 9}, content, "more than 9 bytes"},
		"empty":                {wire.Job{}, "", "empty"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fake{file: []http.HandlerFunc{says(200, test.file)}}
			test.job.ID, test.job.DownloadURL = "p1", "/file?signature=hidden"
			got, err := download(t, f.start(t), test.job)
			switch {
			case test.part != "":
				wantError(t, err, 0, "job p1: ", test.part)
			case got != test.file || err != nil:
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// An expired address is replaced by a fresh one, once.
func TestExpired(t *testing.T) {
	t.Parallel()
	f := &fake{
		status: []http.HandlerFunc{says(200, strings.Replace(finished, "hidden", "fresh", 1))},
		file:   []http.HandlerFunc{refuses(403, "expired", "expired"), serves("", content)},
	}
	if got, err := download(t, f.start(t), wire.Job{ID: "v1", DownloadURL: "/file?signature=old"}); got != content || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	f = &fake{status: f.status, file: []http.HandlerFunc{refuses(404, wire.NotFound, "swept")}}
	_, err := download(t, f.start(t), wire.Job{ID: "v1", DownloadURL: "/file?signature=hidden"})
	wantError(t, err, 404, "job v1: the file is refused: 404")
	if n := len(f.requests(http.MethodGet)); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
}

// A record without a download address is downloaded from the interface's own address, with the key.
func TestNoAddress(t *testing.T) {
	t.Parallel()
	f := &fake{file: []http.HandlerFunc{serves("", content)}}
	if got, err := download(t, f.start(t), wire.Job{ID: "../v1"}); got != content || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if r := f.requests(http.MethodGet)[0]; r.path != "/api/v1/exports/../v1/download" || r.header.Get("Authorization") == "" {
		t.Errorf("request: %+v", r)
	}
}

// Whatever the service answers, the key is sent to the service only.
func TestKeyStays(t *testing.T) {
	t.Parallel()
	other := &fake{submit: []http.HandlerFunc{says(200, picture)}, status: []http.HandlerFunc{says(200, finished)}, file: []http.HandlerFunc{serves("", content)}}
	elsewhere := httptest.NewServer(other)
	defer elsewhere.Close()
	moved := func(status int, path string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+path+"?signature=hidden", status)
		}
	}
	t.Run("requests", func(t *testing.T) {
		for _, status := range []int{301, 302, 303, 307, 308} {
			f := &fake{submit: []http.HandlerFunc{moved(status, "/")}, status: []http.HandlerFunc{moved(status, "/")}}
			c := f.start(t)
			_, err := c.Submit(t.Context(), client.Request{Body: []byte("x")})
			wantError(t, err, 0, "redirects to "+elsewhere.URL+",", "--server")
			_, err = c.Status(t.Context(), "v1")
			wantError(t, err, 0, "redirects to "+elsewhere.URL+",")
		}
		if len(other.seen) > 0 {
			t.Errorf("the other host got %+v", other.seen)
		}
	})
	t.Run("downloads", func(t *testing.T) {
		f := &fake{file: []http.HandlerFunc{moved(302, "/file")}}
		c := f.start(t)
		for _, address := range []string{"/file?signature=hidden", elsewhere.URL + "/file?signature=hidden"} {
			if got, err := download(t, c, wire.Job{ID: "p1", DownloadURL: address}); got != content || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		}
		if f.requests(http.MethodGet)[0].header.Get("Authorization") == "" || len(other.seen) != 2 {
			t.Errorf("the service got %+v, the other host %+v", f.seen, other.seen)
		}
		for _, r := range other.seen {
			if r.header.Get("Authorization") != "" || r.header.Get("Referer") != "" || strings.Contains(strings.Join(r.header["Cookie"], ""), key) {
				t.Errorf("the other host got %+v", r.header)
			}
		}
	})
	t.Run("to plain http", func(t *testing.T) {
		f := &fake{file: []http.HandlerFunc{moved(302, "/file")}}
		server := httptest.NewTLSServer(f)
		defer server.Close()
		c := newClient(t, client.Options{Server: server.URL, Transport: server.Client().Transport})
		for _, address := range []string{"/file", elsewhere.URL + "/file", "file:///etc/passwd"} {
			_, err := download(t, c, wire.Job{ID: "p1", DownloadURL: address})
			wantError(t, err, 0, "the download")
		}
		if len(other.seen) != 2 {
			t.Errorf("the other host got %+v", other.seen)
		}
	})
}

// A redirect within the service is followed if it keeps the payload, but not endlessly.
func TestRedirects(t *testing.T) {
	t.Parallel()
	to := func(status int, path string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, path, status) }
	}
	f := &fake{submit: []http.HandlerFunc{to(308, "/moved"), says(200, picture)}}
	if _, err := f.start(t).Submit(t.Context(), client.Request{Body: []byte("x")}); err != nil {
		t.Error(err)
	}
	if posts := f.requests(http.MethodPost); len(posts) != 2 || posts[1].body != "x" || posts[1].header.Get("Authorization") == "" {
		t.Errorf("requests: %+v", posts)
	}
	f = &fake{submit: []http.HandlerFunc{to(302, "/moved")}}
	_, err := f.start(t).Submit(t.Context(), client.Request{Body: []byte("x")})
	wantError(t, err, 0, "lose the payload")
	f = &fake{submit: []http.HandlerFunc{to(307, "/moved")}}
	_, err = f.start(t).Submit(t.Context(), client.Request{Body: []byte("x")})
	wantError(t, err, 0, "more than 10 times")
}

// A target that cannot be written is reported as an error of this machine, not of the service.
func TestDownloadTarget(t *testing.T) {
	t.Parallel()
	f := &fake{file: []http.HandlerFunc{serves("", content)}}
	c := f.start(t)
	out, err := output.New("/dev/full")
	if err != nil {
		t.Skip(err)
	}
	_, err = c.Download(t.Context(), wire.Job{ID: "p1", DownloadURL: "/file"}, out)
	if err == nil || !strings.Contains(err.Error(), "write /dev/full: no space left") {
		t.Errorf("got %v", err)
	}
	if out, err = output.New(filepath.Join(t.TempDir(), "")); err == nil {
		t.Error("a folder is taken for a file")
	}
}
