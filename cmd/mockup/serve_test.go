package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mockup/internal/api/wire"
)

// A short video, and one that takes its time.
const (
	shortFilm = `{"mockupType":"ai","platform":"chatgpt","renderKind":"video","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"platform":"chatgpt","model":"5","messages":[{"id":"m1","role":"user","content":"Is it?"},{"id":"m2","role":"assistant","content":"It is."}]}}`
	smallPicture = `{"mockupType":"contribution-chart","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"levels":[0,1,2,3,4]}}`
)

func longFilm() string {
	answer := strings.Repeat("It is, and there is much to be said about it. ", 12)
	return strings.Replace(shortFilm, "It is.", answer, 1)
}

// newSite is a service on one machine, with nothing but a folder.
func newSite(t *testing.T) *fleet {
	t.Helper()
	program := buildProgram(t)
	t.Setenv("TMPDIR", t.TempDir())
	return &fleet{program: program, address: []string{"--data", filepath.Join(t.TempDir(), "data")}}
}

// serve starts the service.
func (f *fleet) serve(t *testing.T) *process {
	t.Helper()
	p := f.start(t, "serve", "--addr", "127.0.0.1:0")
	f.serves = []*process{p}
	return p
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
	eventually(t, "the job is over", func() bool {
		_, body := f.do(t, f.request(t, 0, http.MethodGet, wire.ExportsPath+id, f.keys[0], ""))
		if err := json.Unmarshal(body, &job); err != nil {
			t.Fatalf("%s", body)
		}
		time.Sleep(500 * time.Millisecond) // which the rate limit leaves room for
		return job.Status != wire.Rendering
	})
	if job.Status != wire.Completed {
		t.Fatalf("%+v", job)
	}
	return job
}

// The first run says how to make a key; one that is made beside it works at once, and submit, status and download speak
// to the service.
func TestServe(t *testing.T) {
	f := newSite(t)
	p := f.serve(t)
	if want := "mockup serve: there is no API key yet; make one with: mockup keys create --name NAME " + strings.Join(f.address, " "); !strings.Contains(p.log.String(), want) {
		t.Errorf("%s\nlacks %s", p.log, want)
	}
	key := f.newKey(t)
	t.Setenv("MOCKUP_API_KEY", key)
	t.Setenv("MOCKUP_SERVER", p.url)
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{"picture.json": smallPicture, "film.json": shortFilm} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := f.run(t, "submit", "picture.json", "film.json"); got != "picture.png\nfilm.mp4\n" {
		t.Errorf("submit: %s", got)
	}
	id := strings.TrimSpace(f.run(t, "submit", "film.json", "--no-wait"))
	eventually(t, "the film is completed", func() bool {
		time.Sleep(500 * time.Millisecond)
		return f.run(t, "status", id) == "completed\n"
	})
	if got := f.run(t, "download", id, "-o", "again.mp4"); got != "again.mp4\n" {
		t.Errorf("download: %s", got)
	}
	first, _ := os.ReadFile("film.mp4")
	if again, _ := os.ReadFile("again.mp4"); len(first) == 0 || string(first) != string(again) {
		t.Errorf("the same payload gave %d bytes, and others, %d", len(first), len(again))
	}
	if got := f.run(t, append([]string{"usage"}, f.address...)...); !strings.Contains(got, "  1       2\n") {
		t.Errorf("usage:\n%s", got)
	}
	if strings.Contains(p.log.String(), key) {
		t.Error("the log holds the key")
	}
	p.stop(t)
	checkNothingLeft(t)
}

// What was accepted survives the process: the next one renders it, and nobody is told anything else on the way.
func TestServeKilled(t *testing.T) {
	f := newSite(t)
	f.keys = []string{f.newKey(t)}
	p := f.serve(t)
	before := f.post(t, smallPicture)
	video, waiting := f.post(t, longFilm()), f.post(t, shortFilm)
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
	f := newSite(t)
	f.keys = []string{f.newKey(t)}
	p := f.serve(t)
	video := f.post(t, longFilm())
	eventually(t, "the video has begun", func() bool { return strings.Contains(p.log.String(), `"msg":"rendering","render":"`+video.ID) })
	signal := func() {
		if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	signal()
	eventually(t, "the service stops", func() bool { return strings.Contains(p.log.String(), "a second signal stops at once") })
	began := time.Now()
	signal()
	<-p.ended
	if took, code := time.Since(began), p.command.ProcessState.ExitCode(); code != exitInterrupted || took > 10*time.Second {
		t.Errorf("ended with %d after %v: %s", code, took, p.log)
	}
	eventually(t, "no process is left", func() bool { return len(leftRunning()) == 0 })
}
