package server

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// Both addresses draw a picture, and its record is the same when it is requested later.
func TestPicture(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for _, path := range []string{wire.RenderPath, wire.AliasPath} {
		got := s.do(s.request(http.MethodPost, path, strings.NewReader(picture("02"))))
		got.want(t, http.StatusOK, "")
		if fields := got.fields(t); fields != "downloadUrl format height id renderKind sha256 sizeBytes status width" {
			t.Errorf("fields: %s", fields)
		}
		job := got.job(t)
		if job.Status != wire.Completed || job.RenderKind != schema.Image || job.Format != "png" {
			t.Errorf("%+v", job)
		}
		file := s.do(s.request(http.MethodGet, job.DownloadURL, nil, "Authorization: ")) // no key is needed
		file.want(t, http.StatusOK, "")
		if int64(len(file.body)) != job.SizeBytes || sum(string(file.body)) != job.SHA256 {
			t.Errorf("%d bytes with SHA-256 %s, want %d with %s", len(file.body), sum(string(file.body)), job.SizeBytes, job.SHA256)
		}
		drawn, err := png.Decode(bytes.NewReader(file.body))
		check(t, err)
		if size := drawn.Bounds().Size(); size.X != job.Width || size.Y != job.Height {
			t.Errorf("%v, want %d x %d", size, job.Width, job.Height)
		}
		record, err := s.store.Render(t.Context(), job.ID, time.Now())
		check(t, err)
		if kept := record.Expires.Sub(record.Created); kept != 24*time.Hour {
			t.Errorf("kept for %v", kept)
		}
		later := s.get(wire.ExportsPath + job.ID).job(t)
		later.DownloadURL, job.DownloadURL = "", ""
		if later.ID != job.ID || later.SHA256 != job.SHA256 || later.Status != wire.Completed {
			t.Errorf("later: %+v, at first %+v", later, job)
		}
	}
}

// Warnings of decoding and drawing are in the record. That the chat is longer than the screen is none.
func TestPictureWithWarning(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	message := `{"id":"m%d","userId":"b","type":"text","timestamp":"2026-05-16T08:21:00Z","text":"a line"},`
	var many strings.Builder
	for i := range 40 {
		many.WriteString(strings.Replace(message, "%d", strconv.Itoa(i), 1))
	}
	payload := strings.Replace(strings.Replace(video(""), `"video"`, `"image"`, 1), `"messages":[`, `"messages":[`+many.String(), 1)
	payload = strings.Replace(payload, `"props":{`, `"props":{"statusBarTime":"8:00","bubbleColor":"green",`, 1) // too early, and without effect on whatsapp
	job := s.get(wire.ExportsPath + s.post(payload).job(t).ID).job(t)
	if len(job.Warnings) != 2 || job.Warnings[0].Code != "contradiction" || !strings.HasPrefix(job.Warnings[0].Message, "props.statusBarTime: ") ||
		job.Warnings[1].Code != "ignored" || !strings.HasPrefix(job.Warnings[1].Message, "props.bubbleColor: ") {
		t.Errorf("%+v", job.Warnings)
	}
}

// A transparent chat is cropped below its last message.
func TestPictureIsCropped(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	payload := strings.Replace(video(`"transparentBackground":true,"showFooter":false,`), `"video"`, `"image"`, 1)
	job := s.post(payload).job(t)
	file := s.do(s.request(http.MethodGet, job.DownloadURL, nil))
	drawn, err := png.Decode(bytes.NewReader(file.body))
	check(t, err)
	size := drawn.Bounds().Size()
	if size.X != job.Width || size.Y != job.Height || size.X != 402 || size.Y >= 874 {
		t.Errorf("%v, and the record has %d x %d", size, job.Width, job.Height)
	}
	shown := false
	for x := range size.X {
		_, _, _, alpha := drawn.At(x, size.Y-1).RGBA()
		shown = shown || alpha != 0
	}
	if !shown || !bytes.Contains(file.body, []byte("Payload-SHA256")) {
		t.Error("the last row is transparent, or the provenance is missing")
	}
}

// A video is accepted at once, reports its progress, and is completed in the end: as MP4, or as WebM if it is transparent.
func TestVideo(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	accepted := map[string]string{}
	for format, payload := range map[string]string{"mp4": video(""), "webm": video(`"transparentBackground":true,`)} {
		got := s.post(payload)
		got.want(t, http.StatusAccepted, "")
		if fields := got.fields(t); fields != "id renderKind status statusUrl" {
			t.Errorf("fields: %s", fields)
		}
		job := got.job(t)
		if job.Status != wire.Rendering || job.RenderKind != schema.Video || job.StatusURL != s.url+wire.ExportsPath+job.ID {
			t.Errorf("%+v", job)
		}
		accepted[format] = job.ID
		waiting := s.get(job.StatusURL)
		if fields := waiting.fields(t); fields != "id progress renderKind status" {
			t.Errorf("fields: %s", fields)
		}
		check(t, s.store.SetProgress(t.Context(), job.ID, 0.25))
		if job := s.get(job.StatusURL).job(t); *job.Progress != 0.25 {
			t.Errorf("progress %v", *job.Progress)
		}
		s.get(wire.ExportsPath+job.ID+"/download").want(t, http.StatusNotFound, wire.NotFound)
	}
	s.work()
	for format, id := range accepted {
		got := s.finished(id)
		if fields := got.fields(t); fields != "cuesUrl downloadUrl durationSeconds format height id renderKind sha256 sizeBytes status width" {
			t.Errorf("fields: %s", fields)
		}
		job := got.job(t)
		if job.Status != wire.Completed || job.Format != format || job.DurationSeconds < 1 || job.Width != 402 {
			t.Errorf("%+v", job)
		}
		file := s.do(s.request(http.MethodGet, job.DownloadURL, nil, "Authorization: "))
		if got := file.header.Get("Content-Type"); got != "video/"+format || sum(string(file.body)) != job.SHA256 {
			t.Errorf("%s of %d bytes", got, len(file.body))
		}
		checkCues(t, s, job)
	}
}

// checkCues downloads the cues of a video in every format, with the signed address and with the key.
func checkCues(t *testing.T, s *service, job wire.Job) {
	t.Helper()
	if !strings.HasPrefix(job.CuesURL, s.url+wire.ExportsPath+job.ID+"/cues?") {
		t.Fatalf("cuesUrl %s", job.CuesURL)
	}
	for format, want := range map[string][2]string{
		"":            {"application/json", `"kind": "`},
		"&format=srt": {"application/x-subrip", " --> "},
		"&format=vtt": {"text/vtt; charset=utf-8", "WEBVTT"},
	} {
		signed := s.do(s.request(http.MethodGet, job.CuesURL+format, nil, "Authorization: "))
		if signed.status != http.StatusOK || signed.header.Get("Content-Type") != want[0] || !strings.Contains(string(signed.body), want[1]) {
			t.Errorf("%q: status %d, %s: %.200s", format, signed.status, signed.header.Get("Content-Type"), signed.body)
		}
		own := s.get(wire.ExportsPath + job.ID + "/cues?" + strings.TrimPrefix(format, "&"))
		if string(own.body) != string(signed.body) {
			t.Errorf("%q: with the key, the cues are %.200s", format, own.body)
		}
	}
	s.get(wire.ExportsPath+job.ID+"/cues?format=txt").want(t, http.StatusBadRequest, wire.ValidationFailed)
	s.do(s.request(http.MethodGet, job.CuesURL+"0", nil, "Authorization: ")).want(t, http.StatusUnauthorized, wire.InvalidCredentials)
}

// An image that cannot be loaded fails a video, and is refused at once for a picture; both errors name the field.
func TestMissingImage(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.work()
	payload := strings.Replace(video(""), `"name":"Bo"`, `"name":"Bo","image":"https://127.0.0.1/secret.png?token=1"`, 1)
	failed := s.finished(s.post(payload).job(t).ID)
	if fields := failed.fields(t); fields != "error id renderKind status" {
		t.Errorf("fields: %s", fields)
	}
	if job := failed.job(t); job.Status != wire.Failed || !strings.Contains(job.Error, "props.receivers.0.image") || strings.Contains(job.Error, "token") {
		t.Errorf("%+v", job)
	}
	refused := s.post(strings.Replace(payload, `"video"`, `"image"`, 1))
	refused.want(t, http.StatusBadRequest, wire.ValidationFailed)
	details := refused.problem(t).Details
	if len(details) != 1 || details[0].Path != "props.receivers.0.image" || details[0].Pointer != "/props/receivers/0/image" ||
		details[0].Code != "missing_asset" || !strings.Contains(details[0].Message, "public address") {
		t.Errorf("%+v", details)
	}
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if len(usage) != 1 || usage[0].Images != 0 { // the video was counted when it was accepted
		t.Errorf("a picture that was not drawn is counted: %+v", usage)
	}
}

// A voice comes as a data URL, and is heard. Files of the machine and private addresses are refused.
func TestNarration(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.work()
	clip, err := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:duration=1", "-f", "mp3", "-").Output()
	check(t, err)
	narrated := func(ref string) string {
		return strings.Replace(video(""), `"text":"hello"`, `"text":"hello","narration":"`+ref+`"`, 1)
	}
	done := s.finished(s.post(narrated("data:audio/mpeg;base64," + base64.StdEncoding.EncodeToString(clip))).job(t).ID).job(t)
	if done.Status != wire.Completed {
		t.Fatalf("%+v", done)
	}
	file := filepath.Join(t.TempDir(), "video.mp4")
	check(t, os.WriteFile(file, s.get(done.DownloadURL).body, 0o600))
	tracks, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", file).Output()
	if err != nil || string(tracks) != "h264\naac\n" {
		t.Errorf("the tracks are %q, %v", tracks, err)
	}
	if cues := s.get(wire.ExportsPath + done.ID + "/cues").body; !strings.Contains(string(cues), `"kind": "voice"`) {
		t.Errorf("the cues are %s", cues)
	}
	s.post(narrated("clip.mp3")).want(t, http.StatusBadRequest, wire.ValidationFailed)
	failed := s.finished(s.post(narrated("https://127.0.0.1/secret.mp3?token=1")).job(t).ID).job(t)
	if failed.Status != wire.Failed || !strings.HasPrefix(failed.Error, "load audio file props.messages.0.narration (https://127.0.0.1/secret.mp3): ") {
		t.Errorf("%+v", failed)
	}
}

// A file is served at both addresses, with the key or a signature, whole or in ranges.
func TestDownload(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	const content = "the content of a picture"
	id := s.complete(schema.Image, "png", content)
	signed := strings.TrimPrefix(s.get(wire.ExportsPath+id).job(t).DownloadURL, s.url)
	second := strings.TrimPrefix(signed, "/api/v1")
	for _, path := range []string{signed, second, signed + "&utm=1"} {
		got := s.get(path, "Authorization: ")
		got.want(t, http.StatusOK, "")
		if string(got.body) != content {
			t.Errorf("%s: %q", path, got.body)
		}
	}
	for _, path := range []string{wire.ExportsPath + id + "/download", wire.DownloadPath + id + "/download"} {
		got := s.get(path)
		for name, want := range map[string]string{
			"Content-Type": "image/png", "Content-Disposition": `attachment; filename="` + id + `.png"`, "Content-Length": "24",
			"Cache-Control": "private, max-age=60", "ETag": `"` + sum(content) + `"`, "Accept-Ranges": "bytes", "X-RateLimit-Limit": "120",
		} {
			if found := got.header.Get(name); found != want {
				t.Errorf("%s: %s is %q, want %q", path, name, found, want)
			}
		}
		if string(got.body) != content {
			t.Errorf("%s: %q", path, got.body)
		}
		s.get(path, "Authorization: ").want(t, http.StatusUnauthorized, wire.InvalidCredentials)
	}
	head := s.do(s.request(http.MethodHead, signed, nil))
	if head.status != http.StatusOK || len(head.body) > 0 || head.header.Get("Content-Length") != "24" {
		t.Errorf("HEAD: %d, %v", head.status, head.header)
	}
	tag := `"` + sum(content) + `"`
	for _, c := range []struct {
		headers []string
		status  int
		body    string
		header  string // Content-Range
	}{
		{[]string{"Range: bytes=4-10"}, http.StatusPartialContent, content[4:11], "bytes 4-10/24"},
		{[]string{"Range: bytes=-7"}, http.StatusPartialContent, content[17:], "bytes 17-23/24"},
		{[]string{"Range: bytes=17-", "If-Range: " + tag}, http.StatusPartialContent, content[17:], "bytes 17-23/24"},
		{[]string{"Range: bytes=17-", `If-Range: "another"`}, http.StatusOK, content, ""},
		{[]string{"Range: bytes=24-"}, http.StatusRequestedRangeNotSatisfiable, "", "bytes */24"},
	} {
		got := s.get(signed, c.headers...)
		if got.status != c.status || c.body != "" && string(got.body) != c.body || got.header.Get("Content-Range") != c.header {
			t.Errorf("%v: %d %q %q", c.headers, got.status, got.header.Get("Content-Range"), got.body)
		}
	}
}

// A signed address that was altered in any part is refused, even together with a key.
func TestSignatureOfDownload(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	id, other := s.complete(schema.Image, "png", "one"), s.complete(schema.Image, "png", "two")
	signed, err := url.Parse(s.get(wire.ExportsPath + id).job(t).DownloadURL)
	check(t, err)
	change := func(edit func(*url.URL, url.Values)) string {
		u := *signed
		query := u.Query()
		edit(&u, query)
		u.RawQuery = query.Encode()
		return u.String()
	}
	for what, address := range map[string]string{
		"another job":         change(func(u *url.URL, _ url.Values) { u.Path = strings.Replace(u.Path, id, other, 1) }),
		"a later time":        change(func(_ *url.URL, q url.Values) { q.Set("expires", "99999999999") }),
		"a time in words":     change(func(_ *url.URL, q url.Values) { q.Set("expires", "never") }),
		"no time":             change(func(_ *url.URL, q url.Values) { q.Del("expires") }),
		"no signature":        change(func(_ *url.URL, q url.Values) { q.Del("signature") }),
		"an empty signature":  change(func(_ *url.URL, q url.Values) { q.Set("signature", "") }),
		"a shorter signature": change(func(_ *url.URL, q url.Values) { q.Set("signature", q.Get("signature")[:63]) }),
	} {
		for _, key := range []string{s.key, ""} {
			header := "Authorization: "
			if key != "" {
				header += "Bearer " + key
			}
			got := s.get(address, header)
			if got.status != http.StatusUnauthorized || got.problem(t).Code != wire.InvalidCredentials {
				t.Errorf("%s: %d %s", what, got.status, got.body)
			}
		}
	}
	// A second process with the same secret accepts the signature of the first one; other deployments do not.
	for secret, status := range map[string]int{"a secret of tests": http.StatusOK, "another secret": http.StatusUnauthorized} {
		second := serveBeside(t, s, func(o *Options) { o.Secret = secret })
		second.do(second.request(http.MethodGet, second.url+signed.RequestURI(), nil, "Authorization: ")).want(t, status, "")
	}
}

// A request with the same Idempotency-Key and payload gets the first answer again; with another payload it is refused.
// Different API keys may use the same Idempotency-Key.
func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	const header = wire.IdempotencyKey + ": again"
	first := s.post(picture("02"), header).job(t)
	again := s.post(picture("02"), header)
	again.want(t, http.StatusOK, "")
	if job := again.job(t); job.ID != first.ID || job.SHA256 != first.SHA256 || job.DownloadURL == "" {
		t.Errorf("again: %+v, at first: %+v", job, first)
	}
	s.post(picture("03"), header).want(t, http.StatusUnprocessableEntity, wire.IdempotencyMismatch)

	accepted := s.post(video(""), wire.IdempotencyKey+": video")
	s.work()
	s.finished(accepted.job(t).ID)
	if again := s.post(video(""), wire.IdempotencyKey+": video"); again.status != http.StatusAccepted || !bytes.Equal(again.body, accepted.body) {
		t.Errorf("again: %d %s, at first: %s", again.status, again.body, accepted.body)
	}
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if usage[0].Images != 1 || usage[0].Videos != 1 {
		t.Errorf("repetitions are counted: %+v", usage)
	}
	s.newKey("other")
	if job := s.post(picture("02"), header).job(t); job.ID == first.ID {
		t.Error("another key was given the first one's job")
	}
	for _, bad := range []string{strings.Repeat("x", 256), "ä"} {
		s.post(picture("02"), wire.IdempotencyKey+": "+bad).want(t, http.StatusBadRequest, wire.ValidationFailed)
	}
}

// The service works in the same way on PostgreSQL.
func TestOnPostgreSQL(t *testing.T) {
	t.Parallel()
	s := serveAt(t, cluster.Database(t), listenLocal(t), &http.Transport{}, nil)
	s.work()
	job := s.post(picture("02"), wire.IdempotencyKey+": again").job(t)
	if again := s.post(picture("02"), wire.IdempotencyKey+": again").job(t); again.ID != job.ID {
		t.Errorf("%s and %s", again.ID, job.ID)
	}
	s.do(s.request(http.MethodGet, job.DownloadURL, nil, "Authorization: ")).want(t, http.StatusOK, "")
	if job := s.finished(s.post(video("")).job(t).ID).job(t); job.Status != wire.Completed {
		t.Errorf("%+v", job)
	}
	for _, id := range []string{"none", "a%00b", "%E4"} {
		s.get(wire.ExportsPath+id).want(t, http.StatusNotFound, wire.NotFound)
	}
	check(t, s.server.sweep(t.Context(), time.Now().Add(25*time.Hour)))
	s.get(wire.ExportsPath+job.ID).want(t, http.StatusNotFound, wire.NotFound)
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	if got := s.get("/healthz", wire.RequestID+": abc-1.2:3").header.Get(wire.RequestID); got != "abc-1.2:3" {
		t.Errorf("got %q", got)
	}
	for _, bad := range []string{"", "a b", "a\"b", strings.Repeat("x", 129), "ä"} {
		if got := s.get("/healthz", wire.RequestID+": "+bad).header.Get(wire.RequestID); !strings.HasPrefix(got, "req_") {
			t.Errorf("for %q got %q", bad, got)
		}
	}
	if !strings.Contains(s.log.String(), `"request":"abc-1.2:3"`) {
		t.Error("the id is not in the log")
	}
}

func TestPublicURL(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.PublicURL = "https://mockups.example.com/base" })
	id := s.complete(schema.Image, "png", "x")
	if got := s.get(wire.ExportsPath + id).job(t).DownloadURL; !strings.HasPrefix(got, "https://mockups.example.com/base/api/v1/exports/"+id+"/download?expires=") {
		t.Errorf("downloadUrl %s", got)
	}
	if got := s.post(video("")).job(t).StatusURL; !strings.HasPrefix(got, "https://mockups.example.com/base/api/v1/exports/") {
		t.Errorf("statusUrl %s", got)
	}
}

// Web pages of other origins may use the service only if that is configured.
func TestOrigins(t *testing.T) {
	t.Parallel()
	preflight := func(s *service, origin string) answered {
		return s.do(s.request(http.MethodOptions, wire.RenderPath, nil, "Authorization: ", "Origin: "+origin, "Access-Control-Request-Method: POST"))
	}
	closed := serve(t, nil)
	got := preflight(closed, "https://app.example.com")
	got.want(t, http.StatusMethodNotAllowed, wire.MethodNotAllowed)
	if h := got.header.Get("Access-Control-Allow-Origin"); h != "" {
		t.Errorf("allowed %s", h)
	}
	open := serve(t, func(o *Options) { o.Origins = []string{"https://app.example.com"} })
	got = preflight(open, "https://app.example.com")
	if got.status != http.StatusNoContent || got.header.Get("Access-Control-Allow-Origin") != "https://app.example.com" ||
		!strings.Contains(got.header.Get("Access-Control-Allow-Headers"), "Idempotency-Key") || got.header.Get("Vary") != "Origin" {
		t.Errorf("%d %v", got.status, got.header)
	}
	got = open.get(wire.ExportsPath+"none", "Origin: https://app.example.com")
	if got.header.Get("Access-Control-Allow-Origin") == "" || !strings.Contains(got.header.Get("Access-Control-Expose-Headers"), "X-RateLimit-Limit") {
		t.Errorf("%v", got.header)
	}
	if got := open.get("/healthz", "Origin: https://other.example.com"); got.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%v", got.header)
	}
	all := serve(t, func(o *Options) { o.Origins = []string{"*"} })
	if got := preflight(all, "https://any.example.com"); got.status != http.StatusNoContent {
		t.Errorf("%d %v", got.status, got.header)
	}
}

// readAll reads a body that may end early.
func readAll(r io.Reader) []byte {
	data, _ := io.ReadAll(r)
	return data
}
