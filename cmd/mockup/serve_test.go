package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"mockup/internal/api/wire"
	"mockup/internal/longtest"
)

// A short video, and one that takes its time.
const (
	shortVideo = `{"mockupType":"ai","platform":"chatgpt","renderKind":"video","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"platform":"chatgpt","model":"5","messages":[{"id":"m1","role":"user","content":"Is it?"},{"id":"m2","role":"assistant","content":"It is."}]}}`
	smallPicture = `{"mockupType":"contribution-chart","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"levels":[0,1,2,3,4]}}`
)

func longVideo() string {
	answer := strings.Repeat("It is, and there is much to be said about it. ", 12)
	return strings.Replace(shortVideo, "It is.", answer, 1)
}

// newSite is a service on one machine, with nothing but a folder.
func newSite(t *testing.T) *fleet {
	t.Helper()
	return &fleet{program: buildProgram(t), folder: t.TempDir(), temp: t.TempDir(), address: []string{"--data", filepath.Join(t.TempDir(), "data")}}
}

// serve starts the service.
func (f *fleet) serve(t *testing.T) *process {
	t.Helper()
	p := f.start(t, "serve", "--addr", "127.0.0.1:0")
	f.serves = []*process{p}
	return p
}

// read returns the content of a file of the working directory.
func (f *fleet) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(f.folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// post sends a payload with the first key.
func (f *fleet) post(t *testing.T, payload string) wire.Job {
	t.Helper()
	status, body := f.do(t, f.request(t, 0, http.MethodPost, wire.RenderPath, f.keys[0], payload))
	var job wire.Job
	if err := json.Unmarshal(body, &job); err != nil || status/100 != 2 {
		t.Fatalf("status %d, %s", status, body)
	}
	return job
}

// completed waits until a job is.
func (f *fleet) completed(t *testing.T, id string) wire.Job {
	t.Helper()
	var job wire.Job
	const interval = 500 * time.Millisecond // which the rate limit allows
	every(t, interval, "the job is over", func() bool {
		_, body := f.do(t, f.request(t, 0, http.MethodGet, wire.ExportsPath+id, f.keys[0], ""))
		if err := json.Unmarshal(body, &job); err != nil {
			t.Fatalf("%s", body)
		}
		return job.Status != wire.Rendering
	})
	if job.Status != wire.Completed {
		t.Fatalf("%+v", job)
	}
	return job
}

// The first run says how to create a key; one that is created while it runs works at once, and submit, status and download speak
// to the service.
func TestServe(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	p := f.serve(t)
	hint := "mockup serve: there is no API key yet; create one with: mockup keys create --name NAME " + strings.Join(f.address, " ")
	eventually(t, "the log has: "+hint, func() bool { return strings.Contains(p.log.String(), hint) })
	key := f.newKey(t)
	f.env = []string{"MOCKUP_API_KEY=" + key, "MOCKUP_SERVER=" + p.url}
	for name, content := range map[string]string{"picture.json": smallPicture, "video.json": shortVideo} {
		if err := os.WriteFile(filepath.Join(f.folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := f.run(t, "submit", "picture.json", "video.json"); got != "picture.png\nvideo.mp4\n" {
		t.Errorf("submit: %s", got)
	}
	if got := f.run(t, "version"); !strings.HasPrefix(got, "mockup "+testVersion+" (go") {
		t.Errorf("version: %s", got)
	}
	for _, name := range []string{"picture.png", "video.mp4"} {
		if file := f.read(t, name); !strings.Contains(string(file), "mockup "+testVersion) {
			t.Errorf("%s does not name the version of its software", name)
		}
	}
	checkSameFiles(t, f)
	checkDocumentedAnswer(t, f, key)
	id := strings.TrimSpace(f.run(t, "submit", "video.json", "--no-wait"))
	eventually(t, "the video is completed", func() bool { return strings.Contains(p.log.String(), `"msg":"rendered","render":"`+id) })
	if got := f.run(t, "status", id); got != "completed\n" {
		t.Errorf("status: %s", got)
	}
	if got := f.run(t, "download", id, "-o", "again.mp4"); got != "again.mp4\n" {
		t.Errorf("download: %s", got)
	}
	if first, again := f.read(t, "video.mp4"), f.read(t, "again.mp4"); first != again {
		t.Errorf("the same payload gave %d bytes, and others, %d", len(first), len(again))
	}
	if got := f.run(t, append([]string{"usage"}, f.address...)...); !strings.Contains(got, "  3       2\n") {
		t.Errorf("usage:\n%s", got)
	}
	if strings.Contains(p.log.String(), key) {
		t.Error("the log holds the key")
	}
	p.stop(t)
	f.checkNothingLeft(t)
}

// checkDocumentedAnswer checks that the request in the documentation gives the answer that stands below it, but for what is
// different each time.
func checkDocumentedAnswer(t *testing.T, f *fleet, key string) {
	t.Helper()
	data, err := os.ReadFile("../../docs/service.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)-d '(\\{.*?\\})'\n```\n\n```json\n(.*?)```\n").FindSubmatch(data)
	if found == nil {
		t.Fatal("docs/service.md has no request and answer")
	}
	f.keys = []string{key}
	answered, err := json.Marshal(f.post(t, string(found[1])))
	if err != nil {
		t.Fatal(err)
	}
	var got, want map[string]any
	if err := errors.Join(json.Unmarshal(answered, &got), json.Unmarshal(found[2], &want)); err != nil {
		t.Fatalf("%v in %s", err, found[2])
	}
	for _, different := range []string{"id", "downloadUrl", "sha256", "sizeBytes"} {
		if got[different] == nil || want[different] == nil {
			t.Errorf("%s is %v, and %v in the documentation", different, got[different], want[different])
		}
		delete(got, different)
		delete(want, different)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the answer is %v, and %v in the documentation", got, want)
	}
}

// checkSameFiles checks that what the service draws is what is drawn here, byte for byte, with an image from a file, from a host
// or inside the payload.
func checkSameFiles(t *testing.T, f *fleet) {
	t.Helper()
	face, err := os.ReadFile("../../examples/media/avatars/mia.jpg")
	if err != nil {
		t.Fatal(err)
	}
	host := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(face) }))
	defer host.Close()
	const payload = `{"mockupType":"stories","platform":"instagram","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"platform":"instagram","author":{"username":"mia","verified":false,"avatar":%q},"slides":[{"id":"s"}]}}`
	for name, content := range map[string]string{
		"host.pem": string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: host.Certificate().Raw})),
		"face.jpg": string(face), "file.json": fmt.Sprintf(payload, "face.jpg"), "remote.json": fmt.Sprintf(payload, host.URL+"/a.jpg"),
		"inline.json": fmt.Sprintf(payload, "data:image/jpeg;base64,"+base64.StdEncoding.EncodeToString(face)),
	} {
		if err := os.WriteFile(filepath.Join(f.folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := f.env
	f.env = append(slices.Clip(env), "SSL_CERT_FILE=host.pem", "HTTPS_PROXY=")
	defer func() { f.env = env }()
	f.run(t, "submit", "file.json", "-o", "submitted.png")
	want := f.read(t, "submitted.png")
	for _, name := range []string{"file.json", "remote.json"} {
		f.run(t, "render", name, "-o", "rendered.png")
		if got := f.read(t, "rendered.png"); got != want {
			t.Errorf("%s gives other bytes than the service", name)
		}
	}
	for _, name := range []string{"file.json", "remote.json", "inline.json"} {
		if sum := fmt.Sprintf("Payload-SHA256\x00%x", sha256.Sum256([]byte(f.run(t, "canonical", name)))); !strings.Contains(want, sum) {
			t.Errorf("of %s the canonical form has another hash than the file", name)
		}
	}
	f.run(t, "render", "video.json", "-o", "rendered.mp4")
	if f.read(t, "rendered.mp4") != f.read(t, "video.mp4") {
		t.Error("a video gives other bytes than the service")
	}
}

// Accepted jobs survive a process that is killed: the next one renders them, and clients never see another state.
func TestServeKilled(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	f := newSite(t)
	f.keys = []string{f.newKey(t)}
	p := f.serve(t)
	before := f.post(t, smallPicture)
	video, waiting := f.post(t, longVideo()), f.post(t, shortVideo)
	eventually(t, "the video has begun", func() bool { return strings.Contains(p.log.String(), `"msg":"rendering","render":"`+video.ID) })
	if err := p.command.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-p.ended
	f.serve(t)
	for _, id := range []string{video.ID, waiting.ID, before.ID} {
		job := f.completed(t, id)
		if status, body := f.do(t, f.request(t, 0, http.MethodGet, wire.DownloadPath+id+"/download", f.keys[0], "")); status != http.StatusOK || int64(len(body)) != job.SizeBytes {
			t.Errorf("status %d, %d bytes of %+v", status, len(body), job)
		}
	}
	f.serves[0].stop(t)
}

// A second signal ends the service at once, with all that it has started. The next one goes on with the video.
func TestServeSecondSignal(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	f.keys = []string{f.newKey(t)}
	p := f.serve(t)
	video := f.post(t, longVideo())
	eventually(t, "the video has begun", func() bool { return strings.Contains(p.log.String(), `"msg":"rendering","render":"`+video.ID) })
	signal := func() {
		if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	signal()
	eventually(t, "the service stops", func() bool { return strings.Contains(p.log.String(), "a second signal stops at once") })
	signal()
	<-p.ended
	if code := p.command.ProcessState.ExitCode(); code != exitInterrupted { // 0 after the end of the video
		t.Errorf("ended with %d: %s", code, p.log)
	}
	eventually(t, "no process is left", func() bool { return len(f.leftRunning()) == 0 })
}
