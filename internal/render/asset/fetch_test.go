package asset

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mockup/internal/render/process/processtest"
)

// site is an HTTPS server on loopback that the loader takes for a public one.
type site struct {
	*httptest.Server
	hits atomic.Int64
}

func newSite(t *testing.T, handler http.HandlerFunc) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.hits.Add(1)
		handler(w, r)
	}))
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // clients that hang up are what is tested
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// serving answers every request with one file.
func serving(file []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.Write(file) }
}

// public returns the options of service mode, with 127.0.0.1, and that alone, counted among the public addresses.
func (s *site) public() Options {
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return Options{Public: true, hooks: hooks{roots: roots, anyPort: true, check: func(addr netip.Addr) error {
		if addr == netip.AddrFrom4([4]byte{127, 0, 0, 1}) {
			return nil
		}
		return checkPublic(addr)
	}}}
}

// named returns the address of the site under the host name of its certificate.
func (s *site) named(path string) string {
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	return "https://example.com:" + port + path
}

// resolver returns a resolver whose name server answers each question for an IPv4 address by asking answer.
func resolver(answer func() []string) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			var length [2]byte
			if _, err := io.ReadFull(server, length[:]); err != nil {
				return
			}
			query := make([]byte, binary.BigEndian.Uint16(length[:]))
			if _, err := io.ReadFull(server, query); err != nil {
				return
			}
			reply := dnsReply(query, answer)
			server.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...))
		}()
		return client, nil
	}}
}

// dnsReply answers a query with one question (RFC 1035, section 4).
func dnsReply(query []byte, answer func() []string) []byte {
	end := 12 + bytes.IndexByte(query[12:], 0) + 5
	var addresses []string
	if query[end-3] == 1 { // type A
		addresses = answer()
	}
	reply := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, byte(len(addresses)), 0, 0, 0, 0}, query[12:end]...)
	for _, address := range addresses {
		ip := netip.MustParseAddr(address).As4()
		reply = append(reply, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4)
		reply = append(reply, ip[:]...)
	}
	return reply
}

func TestFetch(t *testing.T) {
	file := pngFile(t, 6, 5)
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "" || !strings.HasSuffix(r.Header.Get("Accept"), ",image/svg+xml;q=0.9") || r.Referer() != "" {
			t.Errorf("sent %v", r.Header)
		}
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/images/a%20b.png?size=2", http.StatusFound)
		case "/images/a b.png":
			w.Header().Set("Content-Type", "text/html") // the content counts
			w.Write(file)
		}
	})
	for _, opts := range []Options{s.public(), {hooks: hooks{roots: s.public().hooks.roots}}} {
		for _, path := range []string{"/images/a%20b.png", "/moved?token=secret"} {
			got, err := loadOne(t, opts, s.URL+path)
			if err != nil || !bytes.Equal(got.Data, file) || got.Type != "image/png" || got.Width != 6 || got.Height != 5 {
				t.Errorf("got %+v, %v", got, err)
			}
		}
	}
}

func TestFetchEachOnceAndAFewAtATime(t *testing.T) {
	var now atomic.Int64
	var once sync.Once
	full := make(chan struct{})
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		n := now.Add(1)
		defer now.Add(-1)
		if n > parallel {
			t.Errorf("%d requests at once", n)
		}
		if n == parallel {
			once.Do(func() { close(full) })
		}
		<-full                       // the first requests wait until there are as many as are allowed
		time.Sleep(time.Millisecond) // for one more, which must not come
		w.Write(pngFile(t, 1, 1))
	})
	loader := New(s.public())
	defer loader.Close()
	var refs []Ref
	for i := range 60 {
		refs = append(refs, Ref{fmt.Sprintf("messages[%d].image", i), fmt.Sprintf("%s/%d.png", s.URL, i%12)})
	}
	images, _, err := loader.Load(t.Context(), refs)
	if err != nil || len(images) != 12 || s.hits.Load() != 12 {
		t.Errorf("%d images by %d requests: %v", len(images), s.hits.Load(), err)
	}
}

func TestFetchRefusesContent(t *testing.T) {
	huge := make([]byte, 1<<20)
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/declared":
			w.Header().Set("Content-Length", "999999999")
			w.Write(pngFile(t, 1, 1))
		case "/chunked": // 300 MB, if one reads on
			for range 300 {
				if _, err := w.Write(huge); err != nil {
					return
				}
				w.(http.Flusher).Flush()
			}
		case "/gzip":
			w.Header().Set("Content-Encoding", "gzip")
			packer := gzip.NewWriter(w)
			packer.Write(huge)
			packer.Close()
		case "/html":
			io.WriteString(w, "<!doctype html><title>Sign in</title>")
		case "/svg":
			w.Header().Set("Content-Type", "image/png")
			io.WriteString(w, "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</svg>")
		case "/bomb":
			w.Write(pngClaiming(t, 50_000, 50_000))
		case "/cut":
			w.Write(jpegFile(t, 50, 50)[:300])
		case "/short":
			w.Header().Set("Content-Length", "5000")
			w.Write(pngFile(t, 1, 1))
		case "/gone":
			w.WriteHeader(http.StatusNotFound)
			w.Write(pngFile(t, 1, 1))
		}
	})
	opts := s.public()
	opts.MaxBytes = 100_000
	for path, want := range map[string]string{
		"/declared": "larger than the 100000 bytes", "/chunked": "larger than the 100000 bytes", "/gzip": "application/x-gzip",
		"/html": "an HTML page", "/svg": "the SVG image is damaged", "/bomb": "50000 x 50000 pixels", "/cut": "JPEG image ends too early",
		"/short": "", "/gone": "404 Not Found", "/empty": "0 bytes",
	} {
		t.Run(path, func(t *testing.T) {
			got, err := loadOne(t, opts, s.URL+path+"?sig=secret")
			wantError(t, err, want, "props.image", s.URL+path)
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("error %q holds the query", err)
			}
			if got.Data != nil {
				t.Error("data in spite of the error")
			}
		})
	}
}

func TestFetchConnectionCut(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, stream, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		stream.WriteString("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nsome")
		stream.Flush()
	})
	opts := s.public()
	loader := New(opts)
	loader.transport.ForceAttemptHTTP2 = false // HTTP/2 has no connection to take over
	defer loader.Close()
	_, _, err := loader.Load(t.Context(), []Ref{{"a", s.URL}})
	wantError(t, err, "ended after 4 bytes")
}

func TestRedirects(t *testing.T) {
	var inner atomic.Int64
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { inner.Add(1) }))
	defer private.Close()
	for name, test := range map[string]struct{ location, want string }{
		"metadata":     {"https://169.254.169.254/latest?token=secret", "redirects to https://169.254.169.254/latest: 169.254.169.254 is not a public address (link-local)"},
		"loopback":     {"https://127.0.0.2/a.png", "127.0.0.2 is not a public address (loopback)"},
		"mapped":       {"https://[::ffff:127.0.0.2]/", "127.0.0.2 is not a public address (loopback)"},
		"inner name":   {"https://inner.invalid/", "not at a public address"},
		"http":         {private.URL, "only https is loaded, not http"},
		"file":         {"file:///etc/passwd", "only https is loaded, not file"},
		"credentials":  {"https://user:secret@127.0.0.1/", "user names and passwords"},
		"number":       {"https://2130706433/", "neither a name nor a dotted IP address"},
		"without host": {"https:///a.png", "no host"},
		"nowhere":      {"", "redirects to nowhere"},
		"broken":       {"https://[secret", "redirects to nowhere"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", test.location)
				w.WriteHeader(http.StatusFound)
			})
			opts := s.public()
			opts.hooks.resolver = resolver(func() []string { return []string{"10.0.0.1"} })
			_, err := loadOne(t, opts, s.URL)
			wantError(t, err, test.want)
			if strings.Contains(fmt.Sprint(err), "secret") {
				t.Errorf("error %q holds a secret", err)
			}
		})
	}
	if inner.Load() != 0 {
		t.Errorf("%d requests reached the private server", inner.Load())
	}
}

func TestRedirectLimit(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		var left int
		fmt.Sscanf(r.URL.Path, "/%d", &left)
		if left == 0 {
			w.Write(pngFile(t, 1, 1))
			return
		}
		http.Redirect(w, r, fmt.Sprintf("/%d", left-1), http.StatusSeeOther)
	})
	opts := s.public()
	if _, err := loadOne(t, opts, s.URL+"/5"); err != nil {
		t.Error(err)
	}
	s.hits.Store(0)
	_, err := loadOne(t, opts, s.URL+"/20")
	wantError(t, err, "redirects more than 5 times")
	if s.hits.Load() != 6 {
		t.Errorf("%d requests, want 6", s.hits.Load())
	}
	opts.MaxRedirects = -1
	_, err = loadOne(t, opts, s.URL+"/1")
	wantError(t, err, "redirects more than 0 times")
}

// A name that is public when first asked for and private afterwards must not be followed to the private address.
func TestRebinding(t *testing.T) {
	s := newSite(t, serving(pngFile(t, 1, 1)))
	private, err := net.Listen("tcp", "127.0.0.2:"+portOf(s))
	if err != nil {
		t.Skip(err)
	}
	defer private.Close()
	var reached atomic.Int64
	go func() {
		for {
			conn, err := private.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			conn.Close()
		}
	}()
	var asked atomic.Int64
	opts := s.public()
	opts.hooks.resolver = resolver(func() []string {
		if asked.Add(1) == 1 {
			return []string{"127.0.0.1"}
		}
		return []string{"127.0.0.2"}
	})
	if _, err := loadOne(t, opts, s.named("/a.png")); err != nil {
		t.Fatal(err)
	}
	_, err = loadOne(t, opts, s.named("/a.png"))
	wantError(t, err, "or is not at a public address")
	if strings.Contains(fmt.Sprint(err), "127.0.0.2") {
		t.Errorf("error %q shows the inner address", err)
	}
	if reached.Load() != 0 || asked.Load() < 2 {
		t.Errorf("%d connections to the private address, %d questions", reached.Load(), asked.Load())
	}
}

func portOf(s *site) string {
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	return port
}

// Names of the inner network have the same error as names that do not exist.
func TestNamesOfPrivateAddresses(t *testing.T) {
	s := newSite(t, serving(nil))
	texts := map[string]bool{}
	for _, address := range []string{"10.0.0.1", "169.254.169.254", "127.0.0.3", "0.0.0.0", "100.64.0.1", "224.0.0.1", ""} {
		opts := s.public()
		opts.hooks.resolver = resolver(func() []string {
			if address == "" {
				return nil
			}
			return []string{address, address}
		})
		_, err := loadOne(t, opts, s.named("/a.png"))
		wantError(t, err, "does not exist, or is not at a public address", "example.com")
		texts[fmt.Sprint(err)] = true
	}
	if len(texts) != 1 {
		t.Errorf("the errors differ: %v", texts)
	}
	opts := s.public()
	opts.Public, opts.hooks.resolver = false, resolver(func() []string { return nil })
	_, err := loadOne(t, opts, s.named("/a.png"))
	wantError(t, err, "host name does not exist")
	if s.hits.Load() != 0 {
		t.Errorf("%d requests", s.hits.Load())
	}
}

// A name server that fails is not the fault of the reference.
func TestTemporary(t *testing.T) {
	broken := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("10.0.0.53 is down")
	}}
	for name, c := range map[string]struct {
		refs []Ref
		want bool
	}{
		"a name":                    {[]Ref{{"a", "https://example.com/a.png"}}, true},
		"a name and a broken image": {[]Ref{{"a", "https://example.com/a.png"}, {"b", "data:image/png;base64,AAAA"}}, false},
	} {
		loader := New(Options{Public: true, hooks: hooks{resolver: broken}})
		_, _, err := loader.Load(t.Context(), c.refs)
		loader.Close()
		var failed Errors
		if !errors.As(err, &failed) || failed.Temporary() != c.want {
			t.Errorf("%s: %v", name, err)
		}
		wantError(t, err, "cannot be looked up now; try again later")
		if strings.Contains(fmt.Sprint(err), "10.0.0.53") {
			t.Errorf("%s: the error names a resolver: %v", name, err)
		}
	}
}

func TestFetchUntrusted(t *testing.T) {
	s := newSite(t, serving(pngFile(t, 1, 1)))
	opts := s.public()
	opts.hooks.roots = x509.NewCertPool()
	_, err := loadOne(t, opts, s.URL+"/a.png")
	wantError(t, err, "certificate")
}

func TestFetchUnreachable(t *testing.T) {
	s := newSite(t, serving(nil))
	s.Close()
	_, err := loadOne(t, s.public(), s.URL+"/a.png?sig=secret")
	wantError(t, err, "refused", s.URL+"/a.png): ")
}

// slow sends a byte now and then until the client goes away.
func slow(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		io.WriteString(w, "\x89")
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func TestDeadlines(t *testing.T) {
	s := newSite(t, slow)
	for name, test := range map[string]struct {
		one, all time.Duration
		want     string
	}{
		"of an image": {100 * time.Millisecond, time.Minute, "not loaded in the 100ms that an image may take"},
		"of all":      {time.Minute, 100 * time.Millisecond, "not loaded in the 100ms that all images together may take"},
	} {
		t.Run(name, func(t *testing.T) {
			opts := s.public()
			opts.Timeout, opts.TotalTimeout = test.one, test.all
			_, err := loadOne(t, opts, s.URL+"/a.png")
			wantError(t, err, test.want, "props.image")
		})
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	opts := s.public()
	opts.Placeholder = true
	loader := New(opts)
	defer loader.Close()
	images, warnings, err := loader.Load(ctx, []Ref{{"a", s.URL}})
	if !errors.Is(err, context.Canceled) || images != nil || warnings != nil {
		t.Errorf("got %v, %v, %v", images, warnings, err)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			slow(w, r)
			return
		}
		w.Write(pngFile(t, 1, 1))
	})
	before := processtest.Held(t)
	opts := s.public()
	opts.Timeout = 50 * time.Millisecond
	for range 5 {
		loader := New(opts)
		loader.Load(t.Context(), []Ref{{"a", s.URL + "/a"}, {"b", s.URL + "/slow"}, {"c", s.URL + "/c"}})
		loader.Close()
	}
	s.CloseClientConnections()
	processtest.UntilReleased(t, before)
}
