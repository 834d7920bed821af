package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// accepted records a video that no worker renders.
func (s *service) accepted() string {
	s.t.Helper()
	return s.post(video("")).job(s.t).ID
}

// The list has the jobs of the key, the newest first, in pages.
func TestList(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.complete(schema.Image, "png", "another key's")
	s.newKey("lists")
	if got := s.get(wire.ListPath); string(got.body) != `{"jobs":[]}`+"\n" {
		t.Errorf("without jobs: %s", got.body)
	}
	want := []string{s.complete(schema.Video, "mp4", "first"), s.complete(schema.Image, "png", "second"), s.accepted()}
	var failed = store.NewID("render")
	check(t, s.store.InTx(t.Context(), func(tx *store.Tx) error {
		_, _, err := tx.Accept(t.Context(), store.Render{ID: failed, KeyID: s.keyID, Kind: schema.Video, Created: time.Now(), Expires: time.Now().Add(time.Hour)})
		return err
	}))
	check(t, s.store.Fail(t.Context(), failed, "too long", time.Now()))
	want = append(want, failed)

	var got []string
	var page wire.Page
	for path := wire.ListPath + "?limit=2"; ; {
		page = wire.Page{}
		answer := s.get(path)
		answer.want(t, http.StatusOK, "")
		check(t, json.Unmarshal(answer.body, &page))
		for _, job := range page.Jobs {
			got = append([]string{job.ID}, got...)
			if job.CreatedAt.IsZero() || !job.ExpiresAt.After(job.CreatedAt) || (job.DownloadURL == "") != (job.Status != wire.Completed) {
				t.Errorf("%+v", job)
			}
		}
		if page.NextCursor == "" {
			break
		}
		path = wire.ListPath + "?limit=2&cursor=" + url.QueryEscape(page.NextCursor)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") || len(page.Jobs) != 2 {
		t.Errorf("got %v, want %v; %d in the last page", got, want, len(page.Jobs))
	}
	for _, query := range []string{"limit=0", "limit=101", "limit=x", "limit=", "limit=2;cursor=x", "cursor=x", "cursor=" + url.QueryEscape("MSAn")} {
		s.get(wire.ListPath+"?"+query).want(t, http.StatusBadRequest, wire.ValidationFailed)
	}
	s.get(wire.ListPath, "Authorization: ").want(t, http.StatusUnauthorized, wire.InvalidCredentials)
}

// A job is removed with its file, or cancelled.
func TestDelete(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	remove := func(id string) answered { return s.do(s.request(http.MethodDelete, wire.ExportsPath+id, nil)) }
	id := s.complete(schema.Image, "png", "x")
	link := s.get(wire.ExportsPath + id).job(t).DownloadURL
	mine, mineID := s.key, s.keyID
	s.newKey("stranger")
	remove(id).want(t, http.StatusNotFound, wire.NotFound)
	s.key, s.keyID = mine, mineID
	if got := remove(id); got.status != http.StatusNoContent || len(got.body) > 0 {
		t.Errorf("%d %s", got.status, got.body)
	}
	for _, path := range []string{wire.ExportsPath + id, link} {
		s.get(path).want(t, http.StatusNotFound, wire.NotFound)
	}
	if _, err := s.outputs.Get(t.Context(), id+".png"); err == nil {
		t.Error("the file exists")
	}
	if objects, err := s.store.Sweep(t.Context(), time.Now()); err != nil || len(objects) > 0 {
		t.Errorf("garbage %v, %v", objects, err)
	}
	remove(id).want(t, http.StatusNotFound, wire.NotFound)
	remove("none").want(t, http.StatusNotFound, wire.NotFound)

	// A video that waits is not rendered any more, and its Idempotency-Key is free.
	const header = wire.IdempotencyKey + ": again"
	first := s.post(video(""), header).job(t).ID
	remove(first).want(t, http.StatusNoContent, "")
	if waiting, running, err := s.server.opts.Queue.Depth(t.Context()); err != nil || waiting+running > 0 {
		t.Errorf("%d wait, %d run, %v", waiting, running, err)
	}
	if again := s.post(video(""), header).job(t).ID; again == first {
		t.Error("the deleted job was answered")
	}

	// A picture that is being drawn belongs to the request that waits for it.
	drawing := store.NewID("render")
	check(t, s.store.InTx(t.Context(), func(tx *store.Tx) error {
		_, _, err := tx.Accept(t.Context(), store.Render{ID: drawing, KeyID: s.keyID, Kind: schema.Image, Created: time.Now(), Expires: time.Now().Add(time.Hour)})
		return err
	}))
	remove(drawing).want(t, http.StatusServiceUnavailable, wire.Overloaded)
}

// A poll is held until the video ends, or for the time that it asked for, or until the service stops.
func TestWait(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	id := s.accepted()
	if job := s.get(wire.ExportsPath + id + "?wait=1").job(t); job.Status != wire.Rendering {
		t.Errorf("%+v", job)
	}
	held := func(id string) chan answered {
		answers := make(chan answered, 1)
		go func() { answers <- s.get(wire.ExportsPath + id + "?wait=60") }()
		await(t, "the poll is held", func() bool { return s.server.held.count() == 1 })
		return answers
	}
	answers := held(id)
	check(t, s.store.Fail(t.Context(), id, "too long", time.Now()))
	if job := (<-answers).job(t); job.Status != wire.Failed || job.Error != "too long" {
		t.Errorf("%+v", job)
	}
	await(t, "no poll is held", func() bool { return s.server.held.count() == 0 })
	if job := s.get(wire.ExportsPath + id + "?wait=60").job(t); job.Status != wire.Failed { // at once
		t.Errorf("%+v", job)
	}
	for _, wait := range []string{"61", "-1", "1s", ""} {
		s.get(wire.ExportsPath+id+"?wait="+wait).want(t, http.StatusBadRequest, wire.ValidationFailed)
	}

	deleted := s.accepted()
	answers = held(deleted)
	s.do(s.request(http.MethodDelete, wire.ExportsPath+deleted, nil)).want(t, http.StatusNoContent, "")
	(<-answers).want(t, http.StatusNotFound, wire.NotFound)
	await(t, "no poll is held", func() bool { return s.server.held.count() == 0 })

	// Beyond a number of polls further ones are answered at once, and asked to come again.
	release, ok := s.server.held.take(s.keyID, maxHeld/2)
	if !ok {
		t.Fatal("nothing is left")
	}
	last := s.accepted()
	if got := s.get(wire.ExportsPath + last + "?wait=60"); got.job(t).Status != wire.Rendering || got.header.Get("Retry-After") != "3" {
		t.Errorf("%s, %v", got.body, got.header)
	}
	release()

	answers = held(last)
	s.close()
	if job := (<-answers).job(t); job.Status != wire.Rendering {
		t.Errorf("%+v", job)
	}
}

// count is how much is taken.
func (s *shares) count() (all int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, used := range s.used {
		all += used
	}
	return all
}

// Payloads are checked as render checks them, and warnings are listed, too.
func TestValidate(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	validate := func(payload string) wire.Validation {
		t.Helper()
		got := s.do(s.request(http.MethodPost, wire.ValidatePath, strings.NewReader(payload)))
		got.want(t, http.StatusOK, "")
		var v wire.Validation
		check(t, json.Unmarshal(got.body, &v))
		return v
	}
	if v := validate(picture("02")); !v.Valid || len(v.Errors)+len(v.Warnings) > 0 {
		t.Errorf("%+v", v)
	}
	if v := validate(video(`"bubbleColor":"green",`)); !v.Valid || len(v.Warnings) == 0 || v.Warnings[0].Path != "props.bubbleColor" || v.Warnings[0].Code != "ignored" {
		t.Errorf("%+v", v)
	}
	want := wire.Detail{Path: "props.statusBarTime", Pointer: "/props/statusBarTime", Code: "contradiction"}
	found := slices.ContainsFunc(validate(video(`"statusBarTime":"1:00",`)).Warnings, func(d wire.Detail) bool {
		drawn := strings.HasPrefix(d.Message, "the clock shows 1:00")
		d.Message = ""
		return drawn && d == want
	})
	if !found {
		t.Errorf("%+v, want a warning of the scene with its path", validate(video(`"statusBarTime":"1:00",`)).Warnings)
	}
	answer := `{"mockupType":"ai","platform":"claude","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"platform":"claude","model":"m","messages":[{"id":"a","role":"assistant","content":"![a boat](boat.png)"}]}}`
	if v := validate(answer); len(v.Warnings) != 1 || v.Warnings[0].Code != "markdown_image" || v.Warnings[0].Pointer != "/props/messages/0/content" {
		t.Errorf("%+v", v)
	}
	for name, c := range map[string]struct{ payload, code, path string }{
		"no JSON":        {`{"mockupType":`, "syntax", ""},
		"YAML":           {"mockupType: chats", "syntax", ""},
		"unknown field":  {strings.Replace(picture("02"), `"props":{`, `"props":{"colour":1,`, 1), "unknown_field", "props.colour"},
		"file":           {strings.Replace(video(""), `"name":"Bo"`, `"name":"Bo","image":"bo.png"`, 1), "format", "props.receivers.0.image"},
		"damaged image":  {strings.Replace(video(""), `"name":"Bo"`, `"name":"Bo","image":"data:image/png;base64,AAAA"`, 1), "missing_asset", "props.receivers.0.image"},
		"playlist":       {strings.Replace(video(""), `"text":"hello"`, `"text":"hello","narration":"data:audio/mpeg;base64,I0VYVE0zVQo="`, 1), "missing_asset", "props.messages.0.narration"},
		"beyond a limit": {strings.Replace(picture("02"), `[1,2,3]`, `[1]`, 1), "length", "props.points"},
	} {
		v := validate(c.payload)
		if v.Valid || len(v.Errors) == 0 || v.Errors[0].Code != c.code || v.Errors[0].Path != c.path {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if usage, err := s.store.Usage(t.Context(), time.Now()); err != nil || len(usage) > 0 && usage[0].Images+usage[0].Videos > 0 {
		t.Errorf("%+v, %v", usage, err)
	}
	s.do(s.request(http.MethodPost, wire.ValidatePath, strings.NewReader(picture("02")), "Content-Type: text/plain")).
		want(t, http.StatusUnsupportedMediaType, wire.UnsupportedMediaType)
	s.do(s.request(http.MethodPost, wire.ValidatePath, strings.NewReader(strings.Repeat(" ", wire.MaxBody+1)))).
		want(t, http.StatusRequestEntityTooLarge, wire.ValidationFailed)
}

// More connections than allowed wait until one is closed.
func TestConnections(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Connections = 2 })
	address := strings.TrimPrefix(s.url, "http://")
	ask := func(conn net.Conn) (int, error) {
		if _, err := fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			return 0, err
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	}
	open := func() net.Conn {
		conn, err := net.Dial("tcp", address)
		check(t, err)
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	first, second, third := open(), open(), open()
	served := make(chan int, 1)
	for _, conn := range []net.Conn{first, second} {
		if status, err := ask(conn); status != http.StatusOK {
			t.Fatal(status, err)
		}
	}
	go func() { status, _ := ask(third); served <- status }()
	for range 20 { // in the meantime the third would have been served
		if status, err := ask(second); status != http.StatusOK {
			t.Fatal(status, err)
		}
	}
	select {
	case <-served:
		t.Error("a third connection was served")
	default:
	}
	first.Close()
	if status := <-served; status != http.StatusOK {
		t.Errorf("status %d", status)
	}
}

// People find what this is, and the documentation, whose links lead somewhere.
func TestPages(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	seen := map[string]bool{}
	var visit func(path string)
	visit = func(path string) {
		if seen[path] {
			return
		}
		seen[path] = true
		got := s.get(path, "Authorization: ")
		if got.status != http.StatusOK {
			t.Errorf("%s: %d", path, got.status)
			return
		}
		if path == "/openapi.json" || path == "/readyz" {
			return
		}
		if !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") || !strings.Contains(got.header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %v", path, got.header)
		}
		base, err := url.Parse(path)
		check(t, err)
		for _, part := range strings.Split(string(got.body), `<a href="`)[1:] {
			target, _, _ := strings.Cut(part, `"`)
			to, err := base.Parse(target)
			check(t, err)
			if to.Host != "" {
				continue
			}
			visit(to.Path)
			if page := s.server.pages[strings.TrimPrefix(to.Path, "/docs/")]; to.Fragment != "" && !strings.Contains(string(page), `id="`+to.Fragment+`"`) {
				t.Errorf("%s: %s leads nowhere", path, target)
			}
		}
	}
	visit("/")
	for _, path := range []string{"/docs/service", "/docs/payload", "/docs/video", "/docs/formats", "/docs/honest-use", "/openapi.json"} {
		if !seen[path] {
			t.Errorf("no link leads to %s", path)
		}
	}
}
