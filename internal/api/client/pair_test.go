package client_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"mockup/internal/api/client"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
)

const (
	chart = `{"mockupType":"dashboard-chart","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1","props":{"points":[1,2,3]}}`
	video = `{"mockupType":"chats","platform":"whatsapp","renderKind":"video","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"platform":"whatsapp","sender":{"id":"a","name":"Ann"},"receivers":[{"id":"b","name":"Bo"}],"messages":[]}}`
)

func TestPairPicture(t *testing.T) {
	t.Parallel()
	pair(t, &fake{submit: []http.HandlerFunc{says(200, picture)}, file: []http.HandlerFunc{serves(`"a"`, content)}}, nil,
		func(t *testing.T, c *client.Client) {
			job, err := c.Submit(t.Context(), client.Request{Body: []byte(chart)})
			if err != nil || job.Status != wire.Completed || job.Format != "png" || job.SizeBytes != int64(len(content)) {
				t.Fatalf("%+v, %v", job, err)
			}
			if got, err := download(t, c, job); got != content || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		})
}

func TestPairRefusals(t *testing.T) {
	t.Parallel()
	suspend := func(r *real) { r.check(r.store.SetKeyState(r.t.Context(), r.key.ID, store.Suspended)) }
	revoke := func(r *real) { r.check(r.store.SetKeyState(r.t.Context(), r.key.ID, store.Revoked)) }
	violation := says(400, `{"error":{"code":"validation_failed","message":"m","details":[{"path":"props.points","pointer":"/props/points","code":"type","message":"m"}]}}`)
	for name, c := range map[string]struct {
		answer  http.HandlerFunc
		setup   func(*real)
		payload string
		status  int
		code    wire.Code
		path    string // of the first detail
	}{
		"invalid":       {violation, nil, strings.Replace(chart, "[1,2,3]", `"1"`, 1), 400, wire.ValidationFailed, "props.points"},
		"no payload":    {refuses(400, wire.ValidationFailed, "syntax"), nil, "", 400, wire.ValidationFailed, ""},
		"too large":     {refuses(413, wire.ValidationFailed, "large"), nil, strings.Repeat(" ", wire.MaxBody) + chart, 413, wire.ValidationFailed, ""},
		"suspended key": {refuses(403, wire.SubscriptionInactive, "suspended"), suspend, chart, 403, wire.SubscriptionInactive, ""},
		"revoked key":   {refuses(401, wire.InvalidCredentials, "revoked"), revoke, chart, 401, wire.InvalidCredentials, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pair(t, &fake{submit: []http.HandlerFunc{c.answer}}, c.setup, func(t *testing.T, cl *client.Client) {
				_, err := cl.Submit(t.Context(), client.Request{Body: []byte(c.payload)})
				e := wantError(t, err, c.status)
				if e.Code != c.code || e.Hint == "" && c.status != 400 {
					t.Errorf("%+v", e)
				}
				if c.path != "" && (len(e.Details) == 0 || e.Details[0].Path != c.path) {
					t.Errorf("details %+v", e.Details)
				}
			})
		})
	}
}

func TestPairUnknownJob(t *testing.T) {
	t.Parallel()
	pair(t, &fake{status: []http.HandlerFunc{refuses(404, wire.NotFound, "no job")}, file: []http.HandlerFunc{refuses(404, wire.NotFound, "no job")}}, nil,
		func(t *testing.T, c *client.Client) {
			_, err := c.Status(t.Context(), "render_none")
			wantError(t, err, 404, "job render_none: ", "kept for a limited time")
			_, err = download(t, c, wire.Job{ID: "render_none"})
			wantError(t, err, 404, "job render_none: ")
		})
}

// rendering lets a video be rendered in the real server for a while: it reports progress and then ends.
func rendering(end func(r *real, id string)) func(*real) {
	return func(r *real) {
		go func() {
			time.Sleep(time.Second)
			id := r.only()
			r.check(r.store.SetProgress(r.t.Context(), id, 0.25))
			time.Sleep(5 * time.Second)
			end(r, id)
		}()
	}
}

func TestPairVideo(t *testing.T) {
	t.Parallel()
	script := &fake{
		submit: []http.HandlerFunc{says(202, accepted)},
		status: []http.HandlerFunc{says(200, `{"id":"v1","status":"rendering","renderKind":"video","progress":0.25}`), says(200, finished)},
		file:   []http.HandlerFunc{serves("", content)},
	}
	done := rendering(func(r *real, id string) { r.complete(r.t.Context(), id, "mp4") })
	pair(t, script, done, func(t *testing.T, c *client.Client) {
		var reported []float64
		job, err := c.Submit(t.Context(), client.Request{Body: []byte(video), Report: func(progress float64) { reported = append(reported, progress) }})
		if err != nil || job.Status != wire.Completed {
			t.Fatalf("%+v, %v", job, err)
		}
		if len(reported) < 2 || reported[0] != 0 || reported[1] != 0.25 {
			t.Errorf("progress %v", reported)
		}
		if got, err := download(t, c, job); got != content || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestPairFailedVideo(t *testing.T) {
	t.Parallel()
	script := &fake{submit: []http.HandlerFunc{says(202, accepted)}, status: []http.HandlerFunc{says(200, `{"id":"v1","status":"failed","error":"too long"}`)}}
	failed := rendering(func(r *real, id string) { r.check(r.store.Fail(r.t.Context(), id, "too long", time.Now())) })
	pair(t, script, failed, func(t *testing.T, c *client.Client) {
		job, err := c.Submit(t.Context(), client.Request{Body: []byte(video)})
		wantError(t, err, 0, "rendering failed: too long")
		if job.Status != wire.Failed {
			t.Errorf("%+v", job)
		}
	})
}

func TestPairUnfinishedVideo(t *testing.T) {
	t.Parallel()
	script := &fake{submit: []http.HandlerFunc{says(202, accepted)}, status: []http.HandlerFunc{says(200, `{"id":"v1","status":"rendering"}`)}}
	pair(t, script, nil, func(t *testing.T, c *client.Client) {
		began := time.Now()
		job, err := c.Submit(t.Context(), client.Request{Body: []byte(video)})
		if took := time.Since(began); !errors.Is(err, client.ErrUnfinished) || took != 10*time.Minute || job.Status != wire.Rendering || job.ID == "" {
			t.Errorf("%+v, %v after %v", job, err, took)
		}
	})
}

// A key that has used up its minute waits as long as the service says.
func TestPairRateLimit(t *testing.T) {
	t.Parallel()
	script := &fake{submit: []http.HandlerFunc{refuses(429, wire.RateLimited, "slow", "Retry-After", "60"), says(200, picture)}}
	exhaust := func(r *real) {
		for range 60 {
			if _, err := r.store.Allow(r.t.Context(), r.key.ID, "render", 60, time.Minute, time.Now()); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	pair(t, script, exhaust, func(t *testing.T, c *client.Client) {
		began := time.Now()
		if _, err := c.Submit(t.Context(), client.Request{Body: []byte(chart)}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took < time.Minute || took > 76*time.Second {
			t.Errorf("waited %v", took)
		}
	})
}

// An address that has expired is replaced by a fresh one.
func TestPairExpiredAddress(t *testing.T) {
	t.Parallel()
	script := &fake{
		submit: []http.HandlerFunc{says(200, picture)},
		status: []http.HandlerFunc{says(200, picture)},
		file:   []http.HandlerFunc{refuses(401, wire.InvalidCredentials, "expired"), serves("", content)},
	}
	pair(t, script, nil, func(t *testing.T, c *client.Client) {
		job, err := c.Submit(t.Context(), client.Request{Body: []byte(chart)})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Minute)
		if got, err := download(t, c, job); got != content || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
}

// A submission whose answer is lost is sent again, and is the same job to the service.
func TestPairLostAnswer(t *testing.T) {
	t.Parallel()
	lose := func(next http.RoundTripper) http.RoundTripper {
		return &breaking{RoundTripper: next, method: http.MethodPost}
	}
	once := func(r *real) {
		r.t.Cleanup(func() {
			usage, err := r.store.Usage(context.Background(), time.Now())
			if err != nil || len(usage) != 1 || usage[0].Images != 1 {
				r.t.Errorf("counted %+v, %v", usage, err)
			}
		})
	}
	pairThrough(t, lose, &fake{submit: []http.HandlerFunc{says(200, picture)}}, once, func(t *testing.T, c *client.Client) {
		if job, err := c.Submit(t.Context(), client.Request{Body: []byte(chart)}); err != nil || job.Status != wire.Completed {
			t.Errorf("%+v, %v", job, err)
		}
	})
}

// A download that breaks off is continued where it was.
func TestPairResume(t *testing.T) {
	t.Parallel()
	cut := func(next http.RoundTripper) http.RoundTripper {
		return &breaking{RoundTripper: next, method: http.MethodGet, bytes: 4, again: func(r *http.Request) {
			if found := r.Header.Get("Range"); found != "bytes=4-" {
				t.Errorf("Range %q", found)
			}
		}}
	}
	script := &fake{submit: []http.HandlerFunc{says(200, picture)}, file: []http.HandlerFunc{serves(`"a"`, content)}}
	pairThrough(t, cut, script, nil, func(t *testing.T, c *client.Client) {
		job, err := c.Submit(t.Context(), client.Request{Body: []byte(chart)})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := download(t, c, job); got != content || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
}
