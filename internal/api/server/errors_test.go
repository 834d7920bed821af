package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/render"
	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"mockup/templates"
)

// Every request without a valid key is refused, at every address that needs one.
func TestCredentials(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	good := s.key
	s.newKey("revoked")
	revoked := s.key
	check(t, s.store.SetKeyState(t.Context(), s.keyID, store.Revoked))
	for what, authorization := range map[string]string{
		"missing": "", "another scheme": "Basic " + good, "no scheme": good, "an empty key": "Bearer ", "another prefix": "Bearer sk_live_x",
		"unknown": "Bearer mk_live_unknown", "revoked": "Bearer " + revoked, "cut": "Bearer " + good[:len(good)-1],
		"endless": "Bearer mk_live_" + strings.Repeat("x", 10_000),
	} {
		for _, request := range []*http.Request{
			s.request(http.MethodPost, wire.RenderPath, strings.NewReader(picture("02"))),
			s.request(http.MethodPost, wire.AliasPath, strings.NewReader(picture("02"))),
			s.request(http.MethodGet, wire.ExportsPath+"x", nil),
			s.request(http.MethodGet, wire.ExportsPath+"x/download", nil),
			s.request(http.MethodGet, wire.DownloadPath+"x/download", nil),
		} {
			request.Header.Del("Authorization")
			if authorization != "" {
				request.Header.Set("Authorization", authorization)
			}
			got := s.do(request)
			if got.status != http.StatusUnauthorized || got.problem(t).Code != wire.InvalidCredentials ||
				got.header.Get("WWW-Authenticate") != "Bearer" || got.header.Get(wire.RateLimitLimit) != "" {
				t.Errorf("%s: %s: %d %s", what, request.URL.Path, got.status, got.body)
			}
			if fields := got.fields(t); fields != "error" {
				t.Errorf("fields: %s", fields)
			}
		}
	}
	s.get(wire.ExportsPath+"x", "Authorization: bearer  "+good).want(t, http.StatusNotFound, wire.NotFound) // the scheme has no case
}

// Suspending, resuming and revoking a key takes effect with the next request.
func TestKeyStates(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	path := wire.ExportsPath + s.complete(schema.Image, "png", "x")
	s.get(path).want(t, http.StatusOK, "")
	set := func(state store.KeyState) { check(t, s.store.SetKeyState(t.Context(), s.keyID, state)) }
	set(store.Suspended)
	got := s.get(path)
	got.want(t, http.StatusForbidden, wire.SubscriptionInactive)
	if got.header.Get(wire.RateLimitLimit) != "120" {
		t.Errorf("headers %v", got.header)
	}
	s.post(picture("02")).want(t, http.StatusForbidden, wire.SubscriptionInactive)
	set(store.Active)
	s.get(path).want(t, http.StatusOK, "")
	set(store.Revoked)
	s.get(path).want(t, http.StatusUnauthorized, wire.InvalidCredentials)
}

// Jobs that do not exist and jobs of other keys get the same answer. Unknown addresses are answered as not found, too.
func TestNotFound(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	id := s.complete(schema.Image, "png", "x")
	s.newKey("stranger")
	var bodies [][]byte
	for _, path := range []string{id, "none", id + "x", "..%2f..%2fetc%2fpasswd", "%2e%2e", "a%00b", "a'b;--", strings.Repeat("x", 4000), "%E4"} {
		got := s.get(wire.ExportsPath + path)
		got.want(t, http.StatusNotFound, wire.NotFound)
		bodies = append(bodies, got.body)
		s.get(wire.ExportsPath+path+"/download").want(t, http.StatusNotFound, wire.NotFound)
		s.get(wire.DownloadPath+path+"/download").want(t, http.StatusNotFound, wire.NotFound)
	}
	if !bytes.Equal(bodies[0], bodies[1]) {
		t.Errorf("another key's job: %s, no job: %s", bodies[0], bodies[1])
	}
	for _, path := range []string{"/docs/none", "/docs", "/api", "/api/v1", "/api/v2/render", wire.RenderPath + "/", wire.ExportsPath, "/exports", "/exports/" + id,
		wire.ExportsPath + id + "/", wire.ExportsPath + id + "/download/x", "//api/v1/render", "/api/./v1/render", "/api/v1/exports/../render", "/metrics"} {
		got := s.do(s.request(http.MethodGet, s.url+path, nil))
		if got.status != http.StatusNotFound || got.problem(t).Code != wire.NotFound {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for path, allowed := range map[string]string{
		wire.RenderPath: "POST", wire.AliasPath: "POST", wire.ExportsPath + "x": "GET, HEAD, DELETE", wire.ExportsPath + "x/download": "GET, HEAD",
		wire.DownloadPath + "x/download": "GET, HEAD", "/healthz": "GET, HEAD", "/readyz": "GET, HEAD", "/openapi.json": "GET, HEAD",
		wire.ListPath: "GET, HEAD", wire.ValidatePath: "POST", "/": "GET, HEAD",
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, "PROPFIND"} {
			if strings.Contains(allowed, method) {
				continue
			}
			got := s.do(s.request(method, path, nil))
			if got.status != http.StatusMethodNotAllowed || got.problem(t).Code != wire.MethodNotAllowed || got.header.Get("Allow") != allowed {
				t.Errorf("%s %s: %d %s, Allow %q", method, path, got.status, got.body, got.header.Get("Allow"))
			}
		}
	}
}

func TestContentType(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for header, says := range map[string]string{
		"Content-Type: ":                                     "Content-Type is missing or empty; send the payload with Content-Type: application/json",
		"Content-Type: text/plain":                           "text/plain",
		"Content-Type: application/yaml":                     "send the payload in JSON and UTF-8, with Content-Type: application/json",
		"Content-Type: multipart/form-data; boundary=x":      "multipart/form-data",
		"Content-Type: application/json; charset=iso-8859-1": "UTF-8",
		"Content-Type: application/json;;;":                  "application/json;;;",
		"Content-Encoding: gzip":                             "uncompressed",
	} {
		got := s.post(picture("02"), header)
		got.want(t, http.StatusUnsupportedMediaType, wire.UnsupportedMediaType)
		if !strings.Contains(string(got.body), says) {
			t.Errorf("%s: the answer is %s, which lacks %q", header, got.body, says)
		}
	}
	for _, header := range []string{"Content-Type: application/json; charset=UTF-8", "Content-Type: Application/JSON", "Content-Encoding: identity"} {
		s.post(picture("02"), header).want(t, http.StatusOK, "")
	}
}

// All violations of a payload are listed. Each row breaks one rule.
func TestValidation(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.RendererVersion = "mockup-chromium-v1" })
	image := strings.Replace(video(""), `"video"`, `"image"`, 1)
	edit := func(old, new string) string {
		if !strings.Contains(image, old) {
			t.Fatalf("the payload has no %s", old)
		}
		return strings.Replace(image, old, new, 1)
	}
	sample := func(mt schema.Type, old, new string) string {
		data, err := schema.Sample(mt, schema.SampleOptions{Minimal: true})
		check(t, err)
		payload, found := schema.Read(data, schema.Options{})
		check(t, found.Err())
		body, err := payload.JSON(nil)
		check(t, err)
		return strings.Replace(string(body), old, new, 1)
	}
	for what, c := range map[string]struct{ payload, path, code string }{
		"unknown top-level field": {edit(`"mockupType"`, `"extra":1,"mockupType"`), "extra", "unknown_field"},
		"unknown field below":     {edit(`"name":"Bo"`, `"name":"Bo","extra":1`), "props.receivers.0.extra", "unknown_field"},
		"another platform":        {edit(`"props":{"platform":"whatsapp"`, `"props":{"platform":"imessage"`), "props.platform", "mismatch"},
		"video of a post":         {sample(schema.Posts, `"image"`, `"video"`), "renderKind", "enum"},
		"video of comments":       {sample(schema.Comments, `"image"`, `"video"`), "renderKind", "enum"},
		"video of an email":       {sample(schema.Emails, `"image"`, `"video"`), "renderKind", "enum"},
		"picture of a pop-up":     {sample(schema.CommentPopup, `"video"`, `"image"`), "renderKind", "enum"},
		"wrong scale":             {edit(`"1x"`, `"3x"`), "resolutionScale", "enum"},
		"another version":         {edit(`mockup-chromium-v1`, `mockup-other-v1`), "rendererVersion", "mismatch"},
		"wrong case":              {edit(`"renderKind"`, `"RenderKind"`), "RenderKind", "wrong_case"},
		"twice":                   {edit(`"resolutionScale"`, `"renderKind":"image","resolutionScale"`), "renderKind", "duplicate_key"},
		"null":                    {edit(`"name":"Bo"`, `"name":null`), "props.receivers.0.name", "null"},
		"a file path":             {edit(`"name":"Bo"`, `"name":"Bo","image":"/etc/passwd"`), "props.receivers.0.image", "format"},
		"a file address":          {edit(`"name":"Bo"`, `"name":"Bo","image":"file:///etc/passwd"`), "props.receivers.0.image", "format"},
		"an id without a user":    {edit(`"userId":"b"`, `"userId":"c"`), "props.messages.0.userId", "reference"},
		"trailing data":           {image + "{}", "", "trailing_data"},
		"no JSON":                 {"mockupType: chats", "", "syntax"},
		"half a payload":          {image[:100], "", "syntax"},
		"nothing":                 {"", "", "syntax"},
		"no UTF-8":                {edit(`"Bo"`, "\"\xff\""), "", "encoding"},
		"nested deeply":           {edit(`"Bo"`, strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)), "", "depth"},
		"an array":                {"[" + image + "]", "", "type"},
	} {
		got := s.post(c.payload)
		got.want(t, http.StatusBadRequest, wire.ValidationFailed)
		found := false
		for _, d := range got.problem(t).Details {
			found = found || d.Code == c.code && (d.Path == c.path || c.code == "depth")
		}
		if !found {
			t.Errorf("%s: no detail of %q with the code %s: %s", what, c.path, c.code, cut(got.body))
		}
	}
	for payload, want := range map[string]string{
		"{\n  \"mockupType\": \"chats\",\n}":          "line 3, column 1: not valid JSON",
		strings.Replace(image, `"Bo"`, "\"\xff\"", 1): "line 2, column 98: not text in UTF-8",
		"{}\n{}": "line 2, column 1: something follows the payload",
	} {
		got := s.post(payload).problem(t)
		if !strings.HasPrefix(got.Message, "the payload is not valid: "+want) || !strings.HasPrefix(got.Details[0].Message, want) {
			t.Errorf("%q: %+v, want %s", payload, got, want)
		}
	}
	several := s.post(edit(`"1x"`, `"3x","extra":1`)).problem(t)
	if len(several.Details) != 2 || !strings.Contains(several.Message, "1 more") {
		t.Errorf("%+v", several)
	}
}

// Faults of a payload that are found only when it is drawn are answered like violations of the rules.
func TestContentFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want wire.Detail
	}{
		{&templates.MissingError{Type: "chats", Platform: "pigeon", Available: []string{"whatsapp"}}, wire.Detail{Path: "platform", Pointer: "/platform", Code: "unavailable",
			Message: `platform "pigeon" of chats cannot be drawn yet; available: whatsapp`}},
		{asset.Errors{asset.Failed(asset.ImageKind, []string{"props.sender.image"}, "https://example.com/a.png?key=1", asset.ErrDamaged)}, wire.Detail{Path: "props.sender.image",
			Pointer: "/props/sender/image", Code: "missing_asset", Message: "load image https://example.com/a.png: the file is damaged; export or download it again"}},
		{&render.SizeError{}, wire.Detail{Code: "content"}},
	} {
		if got := contentDetails(fmt.Errorf("draw: %w", c.err)); len(got) != 1 || got[0] != c.want {
			t.Errorf("%v: %+v, want %+v", c.err, got, c.want)
		}
	}
	if got := contentDetails(browser.ErrCrashed); got != nil {
		t.Errorf("a crash is the payload's fault: %+v", got)
	}
}

func cut(b []byte) []byte { return b[:min(len(b), 500)] }

// A body over 10 MB is refused, whether its length is announced or not, and a body of 10 MB is accepted.
func TestBodyLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	large := strings.Repeat(" ", wire.MaxBody+10<<20)
	s.post(large).want(t, http.StatusRequestEntityTooLarge, wire.ValidationFailed)
	chunked := s.request(http.MethodPost, wire.RenderPath, io.MultiReader(strings.NewReader(large))) // of unknown length
	s.do(chunked).want(t, http.StatusRequestEntityTooLarge, wire.ValidationFailed)
	fits := picture("02")
	s.post(fits+strings.Repeat(" ", wire.MaxBody-len(fits))).want(t, http.StatusOK, "")
}

// A client that reads no answer before it has sent its whole body gets its answer, too.
func TestRefusedBodyIsRead(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	large := strings.Repeat(" ", 2*wire.MaxBody)
	for key, status := range map[string]int{s.key: http.StatusRequestEntityTooLarge, "mk_live_unknown": http.StatusUnauthorized} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		check(t, err)
		defer conn.Close()
		_, err = fmt.Fprintf(conn, "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			key, len(large), large)
		check(t, err)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		check(t, err)
		if resp.StatusCode != status {
			t.Errorf("%d %s", resp.StatusCode, readAll(resp.Body))
		}
	}
}

// A client that announces more than 10 MB and waits for permission is refused before it sends them.
func TestBodyLimitBeforeBody(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	check(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n", s.key)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	check(t, err)
	if resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %s", resp.StatusCode, readAll(resp.Body))
	}
}

// A full queue refuses pictures, while videos and other requests are still accepted.
func TestOverload(t *testing.T) {
	t.Parallel()
	began, release := make(chan struct{}, 10), make(chan struct{})
	s := serve(t, func(o *Options) {
		draw := o.Draw
		o.Pictures, o.Waiting = 1, 1
		o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
			return draw(ctx, inTurn(task, func(context.Context) error {
				began <- struct{}{}
				<-release
				return nil
			}))
		}
	})
	answers := make(chan answered, 2)
	submit := func() { answers <- s.post(picture("02")) }
	go submit()
	<-began
	go submit()
	await(t, "two pictures are in the queue", func() bool { return s.server.pictures.inUse()+s.server.pictures.queued() == 2 })
	const rejected = 20
	var slowest time.Duration
	for range rejected {
		sent := time.Now()
		got := s.post(picture("02"))
		slowest = max(slowest, time.Since(sent))
		got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
		if got.header.Get("Retry-After") != "2" {
			t.Errorf("Retry-After %q", got.header.Get("Retry-After"))
		}
	}
	t.Logf("the slowest of %d rejections took %v", rejected, slowest)
	s.post(video("")).want(t, http.StatusAccepted, "")
	s.get("/healthz").want(t, http.StatusOK, "")
	close(release)
	for range 2 {
		got := <-answers
		got.want(t, http.StatusOK, "")
	}
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if usage[0].Images != 2 {
		t.Errorf("counted %d pictures, want 2", usage[0].Images)
	}
}

// Concurrent requests with one Idempotency-Key draw one picture. When the first request fails, another one draws it.
func TestIdempotencyKeyTogether(t *testing.T) {
	t.Parallel()
	const clients = 5
	var draws int // by turns
	s := serve(t, func(o *Options) {
		draw := o.Draw
		o.Pictures, o.Waiting = 1, 2*clients
		o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
			return draw(ctx, inTurn(task, func(context.Context) error {
				if draws++; draws == 1 {
					return errors.New("no more paint")
				}
				return nil
			}))
		}
	})
	answers := make(chan answered, clients)
	for range clients {
		go func() { answers <- s.post(picture("02"), wire.IdempotencyKey+": together") }()
	}
	ids := map[string]bool{}
	failed := 0
	for range clients {
		if got := <-answers; got.status == http.StatusOK {
			ids[got.job(t).ID] = true
		} else {
			got.want(t, http.StatusInternalServerError, wire.InternalError)
			failed++
		}
	}
	if failed != 1 || len(ids) != 1 || draws != 2 {
		t.Errorf("%d failed, drawn %d times, jobs %v", failed, draws, ids)
	}
}

// The answer to a failure of the service itself has no internal details, and the picture is not counted.
func TestInternalError(t *testing.T) {
	t.Parallel()
	for what, fail := range map[string]func() error{
		"error": func() error { return errors.New("secret: /var/lib") },
		"panic": func() error { panic("secret") },
	} {
		s := serve(t, func(o *Options) {
			o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
				return store.Output{}, errors.Join(task.Turn(ctx), fail())
			}
		})
		got := s.post(picture("02"))
		got.want(t, http.StatusInternalServerError, wire.InternalError)
		if bytes.Contains(got.body, []byte("secret")) {
			t.Errorf("%s: %s", what, got.body)
		}
		if !strings.Contains(s.log.String(), "secret") || !strings.Contains(s.log.String(), got.header.Get(wire.RequestID)) {
			t.Errorf("%s: the log does not say why: %s", what, s.log)
		}
		usage, err := s.store.Usage(t.Context(), time.Now())
		check(t, err)
		if len(usage) > 0 && usage[0].Images != 0 {
			t.Errorf("%s: counted: %+v", what, usage)
		}
	}
}

// When a client leaves, its picture is given up and leaves nothing behind.
func TestClientLeaves(t *testing.T) {
	t.Parallel()
	began, ended := make(chan struct{}), make(chan error, 1)
	s := serve(t, func(o *Options) {
		o.Draw = func(ctx context.Context, _ worker.Task) (store.Output, error) {
			close(began)
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return store.Output{}, context.Cause(ctx)
		}
	})
	ctx, leave := context.WithCancel(t.Context())
	request := s.request(http.MethodPost, wire.RenderPath, strings.NewReader(picture("02"))).WithContext(ctx)
	go func() {
		<-began
		leave()
	}()
	if _, err := s.client.Do(request); err == nil {
		t.Error("answered")
	}
	<-ended
	s.close()
	if log := s.log.String(); !strings.Contains(log, `"status":499`) {
		t.Errorf("log: %s", log)
	}
}

// The log contains no secrets and nothing of payloads.
func TestLog(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.work()
	job := s.post(strings.Replace(video(""), "hello", "between you and me", 1)).job(t)
	done := s.finished(job.ID).job(t)
	s.do(s.request(http.MethodGet, done.DownloadURL, nil)).want(t, http.StatusOK, "")
	s.do(s.request(http.MethodGet, done.DownloadURL+"0", nil)).want(t, http.StatusUnauthorized, "")
	s.post(`{"mockupType":"between you and me"}`, wire.IdempotencyKey+": mine").want(t, http.StatusBadRequest, "")
	s.close()
	log := s.log.String()
	for _, secret := range []string{s.key, s.key[len(store.KeyPrefix):], "signature", "between you", "a secret of tests"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log contains %q: %s", secret, log)
		}
	}
	for line := range strings.Lines(log) {
		var entry map[string]any
		check(t, json.Unmarshal([]byte(line), &entry))
		if entry["msg"] == "request" && entry["path"] == wire.RenderPath && (entry["key"] != s.keyID || entry["request"] == "" || entry["ms"] == nil) {
			t.Errorf("entry %s", line)
		}
	}
}
