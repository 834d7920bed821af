package client_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// A picture is answered at once, over TLS, with unknown fields and without optional ones.
func TestPicture(t *testing.T) {
	t.Parallel()
	f := &fake{
		submit: []http.HandlerFunc{says(200, strings.Replace(picture, `{`, `{"future":{"a":[1]},`, 1))},
		file:   []http.HandlerFunc{serves(`"a"`, content)},
	}
	server := httptest.NewTLSServer(f)
	defer server.Close()
	c := newClient(t, client.Options{Server: server.URL + "/", Transport: server.Client().Transport})
	job, err := c.Submit(t.Context(), client.Request{Body: []byte(`{"a":1}`)})
	if err != nil {
		t.Fatal(err)
	}
	if job.ID != "p1" || job.RenderKind != schema.Image || job.SHA256 != "" {
		t.Errorf("job: %+v", job)
	}
	posted := f.requests(http.MethodPost)[0]
	h := posted.header
	if posted.path != wire.RenderPath || posted.body != `{"a":1}` || h.Get("Authorization") != "Bearer "+key ||
		h.Get("Content-Type") != "application/json" || len(h.Get(wire.IdempotencyKey)) < 20 {
		t.Errorf("request: %+v", posted)
	}
	if got, err := download(t, c, job); got != content || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// A refusal is not tried again, and its error says what to do.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		status int
		parts  []string
	}{
		{"400", refuses(400, wire.ValidationFailed, "not valid"), 400, []string{"not valid", "(validation_failed)"}},
		{"401", refuses(401, wire.InvalidCredentials, "no such key "+key), 401, []string{"no such key …", "MOCKUP_API_KEY", "(invalid_credentials)"}},
		{"403", refuses(403, wire.SubscriptionInactive, "suspended."), 403, []string{"suspended (subscription_inactive); ", "ask those who run"}},
		{"404", refuses(404, wire.NotFound, "no job"), 404, []string{"no job", "kept for a limited time"}},
		{"404 of another program", says(404, "<html>"), 404, []string{"404 Not Found", "check --server"}},
		{"405", refuses(405, wire.MethodNotAllowed, "no"), 405, []string{"check --server"}},
		{"413", refuses(413, wire.ValidationFailed, "too large"), 413, []string{"https URLs"}},
		{"415", refuses(415, wire.UnsupportedMediaType, "no"), 415, []string{"unsupported_media_type"}},
		{"422", refuses(422, wire.IdempotencyMismatch, "other payload"), 422, []string{"other payload"}},
		{"a web page", says(200, "<html>"), 200, []string{"not that of a render service", "check --server"}},
		{"a record without id", says(200, `{"status":"completed"}`), 200, []string{"not that of a render service"}},
		{"an endless message", refuses(400, wire.ValidationFailed, strings.Repeat("x", 9000)), 400, []string{"xxx…"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := &fake{submit: []http.HandlerFunc{test.answer}}
			_, err := f.start(t).Submit(t.Context(), client.Request{})
			wantError(t, err, test.status, test.parts...)
			if n := len(f.requests(http.MethodPost)); n != 1 {
				t.Errorf("%d requests, want 1", n)
			}
			if len(err.Error()) > 1000 {
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
		})
	}
}

func TestDetails(t *testing.T) {
	t.Parallel()
	f := &fake{submit: []http.HandlerFunc{says(400, `{"error":{"code":"validation_failed","message":"m","details":[
		{"path":"props.a","pointer":"/props/a","code":"enum","message":"wrong `+key+`","hint":"new"}]}}`)}}
	_, err := f.start(t).Submit(t.Context(), client.Request{})
	e := wantError(t, err, 400)
	if want := (wire.Detail{Path: "props.a", Pointer: "/props/a", Code: "enum", Message: "wrong …"}); len(e.Details) != 1 || e.Details[0] != want {
		t.Errorf("details: %+v", e.Details)
	}
}

// After a transient failure the client waits as long as the service says, or longer each time, and tries again with the
// same Idempotency-Key.
func TestRetries(t *testing.T) {
	t.Parallel()
	at := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
	for _, test := range []struct {
		name        string
		answer      func() http.HandlerFunc
		least, most time.Duration
	}{
		{"429 in seconds", func() http.HandlerFunc { return refuses(429, wire.RateLimited, "slow", "Retry-After", "20") }, 20 * time.Second, 26 * time.Second},
		{"429 at a date", func() http.HandlerFunc { return refuses(429, wire.RateLimited, "slow", "Retry-After", at(time.Minute)) }, time.Minute, 76 * time.Second},
		{"429 until the reset", func() http.HandlerFunc {
			return refuses(429, wire.RateLimited, "slow", wire.RateLimitReset, "946684830") // bubbles begin at 946684800
		}, 30 * time.Second, 38 * time.Second},
		{"429 without a time", func() http.HandlerFunc { return refuses(429, wire.RateLimited, "slow") }, 500 * time.Millisecond, time.Second},
		{"429 with nonsense", func() http.HandlerFunc { return refuses(429, wire.RateLimited, "slow", "Retry-After", "-5") }, 500 * time.Millisecond, time.Second},
		{"503", func() http.HandlerFunc { return refuses(503, wire.Overloaded, "busy", "Retry-After", "3") }, 3 * time.Second, 5 * time.Second},
		{"500", func() http.HandlerFunc { return refuses(500, wire.InternalError, "oops") }, 500 * time.Millisecond, time.Second},
		{"502 of a proxy", func() http.HandlerFunc { return says(502, "<html>") }, 500 * time.Millisecond, time.Second},
		{"broken", func() http.HandlerFunc { return breaks(`{"id"`) }, 500 * time.Millisecond, time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{submit: []http.HandlerFunc{test.answer(), says(200, picture)}}
				if _, err := f.bubble(t).Submit(t.Context(), client.Request{Body: []byte("x")}); err != nil {
					t.Fatal(err)
				}
				posts := f.requests(http.MethodPost)
				if len(posts) != 2 || posts[1].body != "x" || posts[0].header.Get(wire.IdempotencyKey) != posts[1].header.Get(wire.IdempotencyKey) {
					t.Fatalf("requests: %+v", posts)
				}
				if wait := posts[1].at.Sub(posts[0].at); wait < test.least || wait > test.most {
					t.Errorf("waited %s, want %s to %s", wait, test.least, test.most)
				}
			})
		})
	}
}

// A failure that does not pass ends with the service's reason.
func TestGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{submit: []http.HandlerFunc{refuses(503, wire.Overloaded, "busy", wire.RequestID, "r7")}}
		began := time.Now()
		_, err := f.bubble(t).Submit(t.Context(), client.Request{})
		wantError(t, err, 503, "busy", "overloaded", "try again later", "request id r7")
		if n, took := len(f.requests(http.MethodPost)), time.Since(began); n != 7 || took < 31*time.Second || took > 42*time.Second {
			t.Errorf("%d requests in %s", n, took)
		}
	})
}

// The client does not wait if the service asks for more time than Timeout allows.
func TestLongWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{submit: []http.HandlerFunc{refuses(429, wire.RateLimited, "quota", "Retry-After", "86400")}}
		began := time.Now()
		_, err := f.bubble(t).Submit(t.Context(), client.Request{})
		wantError(t, err, 429, "quota", "the service asks to wait 24h0m0s")
		if took := time.Since(began); took > time.Second {
			t.Errorf("took %s", took)
		}
	})
}

// If the service asks to wait again and again, the client gives up after 10 minutes.
func TestBusyForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{submit: []http.HandlerFunc{refuses(429, wire.RateLimited, "slow", "Retry-After", "50")}}
		began := time.Now()
		_, err := f.bubble(t).Submit(t.Context(), client.Request{})
		wantError(t, err, 429, "slow")
		if took := time.Since(began); took < 9*time.Minute || took > 10*time.Minute {
			t.Errorf("took %s", took)
		}
	})
}

// A request that is not answered is sent again.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{submit: []http.HandlerFunc{func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, says(200, picture)}}
		began := time.Now()
		if _, err := f.bubble(t).Submit(t.Context(), client.Request{}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took < 3*time.Minute || took > 4*time.Minute {
			t.Errorf("took %s", took)
		}
	})
}

func TestVideo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{
			submit: []http.HandlerFunc{says(202, accepted)},
			status: []http.HandlerFunc{
				says(200, `{"id":"v1","status":"rendering","progress":0.25,"eta":9}`),
				refuses(500, wire.InternalError, "oops"),
				refuses(429, wire.RateLimited, "slow", "Retry-After", "7"),
				says(200, `{"id":"v1","status":"queued"}`),
				says(200, `{"id":"v1","status":"rendering","progress":7}`),
				says(200, finished),
			},
			file: []http.HandlerFunc{serves("", content)},
		}
		c := f.bubble(t)
		var reported []float64
		job, err := c.Submit(t.Context(), client.Request{Report: func(part float64) { reported = append(reported, part) }})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(reported, []float64{0, 0.25, 0.25, 1}) {
			t.Errorf("progress: %v", reported)
		}
		polls := f.requests(http.MethodGet)
		if len(polls) != 6 || polls[0].path != wire.ExportsPath+"v1" || polls[0].header.Get("Authorization") != "Bearer "+key {
			t.Fatalf("polls: %+v", polls)
		}
		for _, gap := range []time.Duration{polls[0].at.Sub(f.requests(http.MethodPost)[0].at), polls[1].at.Sub(polls[0].at), polls[5].at.Sub(polls[4].at)} {
			if gap < 2*time.Second || gap > 4*time.Second {
				t.Errorf("a poll after %s", gap)
			}
		}
		if got, err := download(t, c, job); got != content || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestFailedVideo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{submit: []http.HandlerFunc{says(202, accepted)},
			status: []http.HandlerFunc{says(200, `{"id":"v1","status":"failed","renderKind":"video","error":"too long"}`)}}
		job, err := f.bubble(t).Submit(t.Context(), client.Request{})
		wantError(t, err, 0, "job v1: rendering failed: too long")
		if job.Status != wire.Failed {
			t.Errorf("job: %+v", job)
		}
	})
}

// The key is revoked while a video is being rendered.
func TestRevoked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{submit: []http.HandlerFunc{says(202, accepted)},
			status: []http.HandlerFunc{says(200, accepted), refuses(401, wire.InvalidCredentials, "revoked")}}
		_, err := f.bubble(t).Submit(t.Context(), client.Request{})
		wantError(t, err, 401, "job v1: revoked")
	})
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{submit: []http.HandlerFunc{says(202, accepted)}, status: []http.HandlerFunc{says(200, accepted)}}
		began := time.Now()
		job, err := f.bubble(t).Submit(t.Context(), client.Request{})
		wantError(t, err, 0, "job v1: not finished within 10m0s", "mockup status v1", "mockup download v1")
		if took := time.Since(began); !errors.Is(err, client.ErrUnfinished) || took != 10*time.Minute || job.ID != "v1" {
			t.Errorf("%v after %s: %+v", err, took, job)
		}
	})
}

func TestNoWait(t *testing.T) {
	t.Parallel()
	f := &fake{submit: []http.HandlerFunc{says(202, accepted)}}
	job, err := f.start(t).Submit(t.Context(), client.Request{NoWait: true})
	if err != nil || job.ID != "v1" || job.Status != wire.Rendering || len(f.requests(http.MethodGet)) != 0 {
		t.Errorf("%+v, %v", job, err)
	}
}

// The job is returned even if the context is cancelled.
func TestCancel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{submit: []http.HandlerFunc{says(202, accepted)}, status: []http.HandlerFunc{says(200, accepted)}}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		began := time.Now()
		job, err := f.bubble(t).Submit(ctx, client.Request{})
		if took := time.Since(began); !errors.Is(err, context.Canceled) || took != time.Minute || job.ID != "v1" {
			t.Errorf("%v after %s: %+v", err, took, job)
		}
	})
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nil)
	server.Close()
	c := newClient(t, client.Options{Server: server.URL, Attempts: 2})
	_, err := c.Submit(t.Context(), client.Request{})
	wantError(t, err, 0, server.URL+" cannot be reached", "refused")

	dials := 0
	nowhere := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		dials++
		return nil, &net.DNSError{Name: "none.invalid", Err: "no such host", IsNotFound: true}
	}}
	_, err = newClient(t, client.Options{Server: "https://none.invalid", Transport: nowhere}).Submit(t.Context(), client.Request{})
	wantError(t, err, 0, `the host "none.invalid" does not exist; check --server`)
	tls := httptest.NewTLSServer(nil)
	defer tls.Close()
	counting := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		dials++
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	_, err = newClient(t, client.Options{Server: tls.URL, Transport: counting}).Submit(t.Context(), client.Request{})
	wantError(t, err, 0, "certificate", "check --server")
	plain := httptest.NewServer(nil)
	defer plain.Close()
	secure := strings.Replace(plain.URL, "http:", "https:", 1)
	_, err = newClient(t, client.Options{Server: secure, Transport: counting}).Submit(t.Context(), client.Request{})
	wantError(t, err, 0, "speaks HTTP without TLS", "its address begins with http://")
	if dials != 3 {
		t.Errorf("failures that are not transient were tried %d times, want each once", dials)
	}
}
