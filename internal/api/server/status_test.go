package server

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/api/dbtest"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/render/asset"
	"mockup/internal/render/phone"
	"mockup/internal/schema"
)

// raw sends a request as it is written and returns its answer.
func (s *service) raw(request string) answered {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	check(s.t, err)
	defer conn.Close()
	_, err = conn.Write([]byte(request))
	check(s.t, err)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	check(s.t, err)
	defer resp.Body.Close()
	return answered{resp.StatusCode, resp.Header, readAll(resp.Body)}
}

// A Host header that is not a host is refused where it would get into an address. With PublicURL it does not.
func TestHostHeader(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "mockups.example.com": true, "127.0.0.1:80": true, "[::1]:8080": true, "[2001:db8::1]": true, "a_b.example": true,
		"": false, "a b": false, `a"><script>`: false, "a/b": false, "a?b": false, "a#b": false, "user@host": false, "a:b": false, "a:": false, "a:0": false,
		"a:99999": false, "::1": false, "[::1": false, "a,b": false, "a%2eb": false, "a'b": false, "ä": false, "a\\b": false, strings.Repeat("a", 300): false,
	} {
		if isHost(text) != want {
			t.Errorf("%q is a host: %v", text, !want)
		}
	}
	s := serve(t, nil)
	public := serve(t, func(o *Options) { o.PublicURL = "https://mockups.example.com" })
	for _, c := range []struct {
		s      *service
		host   string
		status int
	}{{s, "evil'onload=x", http.StatusBadRequest}, {s, "x:99999", http.StatusBadRequest}, {s, "fine.example", http.StatusOK}, {public, "evil'onload=x", http.StatusOK}} {
		id := c.s.complete(schema.Image, "png", "x")
		got := c.s.raw(fmt.Sprintf("GET /api/v1/exports/%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", id, c.host, c.s.key))
		if got.status != c.status || strings.Contains(string(got.body), `"downloadUrl":"http://evil`) {
			t.Errorf("Host %s: %d %s", c.host, got.status, got.body)
		}
	}
	body := picture("02")
	got := s.raw(fmt.Sprintf("POST /api/v1/render HTTP/1.1\r\nHost: evil'x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", s.key, len(body), body))
	got.want(t, http.StatusBadRequest, wire.ValidationFailed)
	if !strings.Contains(got.problem(t).Message, "the header Host is") {
		t.Errorf("%s", got.body)
	}
}

// With several keys it is not clear which one counts.
func TestTwoAuthorizationHeaders(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for _, request := range []*http.Request{s.request(http.MethodGet, wire.ExportsPath+"x", nil), s.request(http.MethodPost, wire.RenderPath, strings.NewReader(picture("02")))} {
		request.Header.Add("Authorization", "Bearer "+s.key)
		got := s.do(request)
		got.want(t, http.StatusBadRequest, wire.ValidationFailed)
		if !strings.Contains(got.problem(t).Message, "2 headers Authorization; send one") {
			t.Errorf("%s", got.body)
		}
	}
}

// A range that the file does not have is refused in the form of all errors.
func TestRangeNotSatisfiable(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	id := s.complete(schema.Image, "png", "four")
	for _, bounds := range []string{"bytes=4-", "bytes=9-12", "pages=1"} {
		got := s.get(wire.ExportsPath+id+"/download", "Range: "+bounds)
		got.want(t, http.StatusRequestedRangeNotSatisfiable, wire.ValidationFailed)
		for name, want := range map[string]string{"Content-Type": "application/json", "Content-Disposition": "", "ETag": "", "Cache-Control": "no-store"} {
			if found := got.header.Get(name); found != want {
				t.Errorf("%s: %s is %q, want %q", bounds, name, found, want)
			}
		}
	}
}

// Retry-After is there where a client should wait, and only there.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	id := s.complete(schema.Image, "png", "x")
	accepted := s.post(video(""))
	for what, c := range map[string]struct {
		got  answered
		want string
	}{
		"a picture":        {s.post(picture("02")), ""},
		"an error":         {s.post("{}"), ""},
		"a completed job":  {s.get(wire.ExportsPath + id), ""},
		"a download":       {s.get(wire.ExportsPath + id + "/download"), ""},
		"an unknown job":   {s.get(wire.ExportsPath + "x"), ""},
		"a new video":      {accepted, "3"},
		"a video rendered": {s.get(wire.ExportsPath + accepted.job(t).ID), "3"},
	} {
		if found := c.got.header.Get("Retry-After"); found != c.want {
			t.Errorf("%s: %d with Retry-After %q, want %q", what, c.got.status, found, c.want)
		}
	}
}

// Anybody may ask for /readyz, so it writes nothing.
func TestReadinessWritesNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	before, err := os.Stat(s.folder)
	check(t, err)
	s.get("/readyz", "Authorization: ").want(t, http.StatusOK, "")
	after, err := os.Stat(s.folder)
	check(t, err)
	if !after.ModTime().Equal(before.ModTime()) {
		t.Error("the folder of the outputs was changed")
	}
}

// An object that cannot be deleted is tried again, and does not keep others from being deleted.
func TestSweepGoesOn(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	var ids []string
	for range 5 {
		ids = append(ids, s.complete(schema.Image, "png", "x"))
	}
	stuck := filepath.Join(s.folder, ids[2]+".png")
	check(t, os.Remove(stuck))
	check(t, os.MkdirAll(filepath.Join(stuck, "not empty"), 0o700))
	tomorrow := time.Now().Add(25 * time.Hour)
	for range 2 {
		if err := s.server.sweep(t.Context(), tomorrow); err == nil || !strings.Contains(err.Error(), "delete 1 of ") {
			t.Errorf("sweep: %v", err)
		}
	}
	files, err := os.ReadDir(s.folder)
	check(t, err)
	if len(files) != 1 {
		t.Errorf("left: %v", files)
	}
	check(t, os.RemoveAll(stuck))
	check(t, s.server.sweep(t.Context(), tomorrow))
	if objects, err := s.store.Sweep(t.Context(), tomorrow); err != nil || len(objects) != 0 {
		t.Errorf("still to be deleted: %v, %v", objects, err)
	}
}

// A database that another process has locked for too long is a reason to come again, not a fault.
func TestLockedDatabaseIsBusy(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t)
	open := func() *sql.DB {
		db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=busy_timeout(0)")
		check(t, err)
		t.Cleanup(func() { db.Close() })
		return db
	}
	tx, err := open().BeginTx(t.Context(), nil)
	check(t, err)
	defer tx.Rollback()
	_, err = open().BeginTx(t.Context(), nil)
	if err == nil {
		t.Fatal("the database is not locked")
	}
	p := problemOf(fmt.Errorf("begin transaction: %w", err))
	if p.status != http.StatusServiceUnavailable || p.code != wire.Overloaded || p.retryAfter == 0 || strings.Contains(p.message, "sqlite") {
		t.Errorf("%+v", p)
	}
}

// A picture whose time lies in the future, because the clock was set back, does not keep requests with its Idempotency-Key
// waiting.
func TestLostPictureOfTheFuture(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	first := store.Render{ID: store.NewID("render"), KeyID: s.keyID, Status: wire.Rendering, Created: time.Now().Add(time.Hour)}
	if _, err := s.server.awaitFirst(t.Context(), first); !errors.Is(err, errFirstRequestFailed) {
		t.Error(err)
	}
}

// A text that is too much to be laid out is the payload's fault, for pictures and videos, and the answer says what it is.
func TestHeavyTexts(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for what, text := range map[string]string{
		"more than 524288 characters": strings.Repeat("many words ", 60_000), "more than 1000 combining marks": "e" + strings.Repeat("\u0301", 5000),
	} {
		payload := strings.Replace(video(""), `"hello"`, `"`+text+`"`, 1)
		for _, payload := range []string{payload, strings.Replace(payload, `"video"`, `"image"`, 1)} {
			got := s.post(payload)
			got.want(t, http.StatusBadRequest, wire.ValidationFailed)
			if !strings.Contains(got.problem(t).Message, what) {
				t.Errorf("%s", cut(got.body))
			}
		}
	}
}

// An image inside a payload that is damaged is refused for videos as for pictures. One that is not shown is not looked at.
func TestDamagedDataURL(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	damaged := strings.Replace(video(""), `"name":"Bo"`, `"name":"Bo","image":"data:image/png;base64,iVBORw0KGgo="`, 1)
	var answers []string
	for _, payload := range []string{damaged, strings.Replace(damaged, `"video"`, `"image"`, 1)} {
		got := s.post(payload)
		got.want(t, http.StatusBadRequest, wire.ValidationFailed)
		answers = append(answers, string(got.body))
	}
	if answers[0] != answers[1] || !strings.Contains(answers[0], "props.receivers.0.image") {
		t.Errorf("the video: %s, the picture: %s", answers[0], answers[1])
	}
	hidden := video(`"groupChatSettings":{"name":"The crew","image":"data:image/png;base64,iVBORw0KGgo="},`) // which a direct chat does not show
	s.post(hidden).want(t, http.StatusAccepted, "")
	s.post(strings.Replace(hidden, `"video"`, `"image"`, 1)).want(t, http.StatusOK, "")
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if usage[0].Videos != 1 || usage[0].Images != 1 {
		t.Errorf("counted %+v", usage)
	}
}

// A fault that is expected to pass is not the payload's.
func TestFaultsThatPass(t *testing.T) {
	t.Parallel()
	lookup := asset.Errors{{Kind: asset.ImageKind, Fields: []string{"props.sender.image"}, Address: "https://example.com/a.png", Err: &net.DNSError{Err: "server misbehaving", IsTemporary: true}}}
	for what, err := range map[string]error{
		"example.com": lookup,
		"the phone is drawn for this cameraPosition for the first time": phone.Unfinished(t.Context()),
	} {
		p := problemOf(drawProblem(t.Context(), fmt.Errorf("draw: %w", err)))
		if p.status != http.StatusServiceUnavailable || p.code != wire.Overloaded || p.retryAfter != 10*time.Second || !strings.Contains(p.message, what) {
			t.Errorf("%v: %+v", err, p)
		}
		if _, final := worker.Reason(err); final {
			t.Errorf("%v fails a video at once", err)
		}
	}
}
