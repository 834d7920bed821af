package main

import (
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"mockup/internal/api/wire"
)

var metricsURL = regexp.MustCompile(`"msg":"serving metrics","url":"([^"]+)"`)

// A worker renders the videos of a serve, serves metrics, and finishes what it has begun when it is stopped.
func TestWorker(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	f.keys = []string{f.newKey(t)}
	web := f.start(t, "serve", "--addr", "127.0.0.1:0", "--videos", "0", "--metrics-addr", "127.0.0.1:0")
	f.serves = []*process{web}
	waiting := f.post(t, shortVideo)
	f.checkMetrics(t, web, "mockup_videos_waiting 1", "mockup_videos_running 0", "mockup_pictures_running 0",
		`mockup_http_request_seconds_count{code="202",route="/api/v1/render"} 1`)

	worker := f.start(t, "worker", "--metrics-addr", "127.0.0.1:0")
	f.completed(t, waiting.ID)
	f.checkMetrics(t, worker, "mockup_videos_waiting 0", "mockup_browsers 1",
		`mockup_render_seconds_count{kind="video",result="completed",type="ai"} 1`)

	last := f.post(t, longVideo())
	eventually(t, "the worker has begun", func() bool {
		return strings.Contains(worker.log.String(), `"msg":"rendering","render":"`+last.ID)
	})
	worker.stop(t)
	if job := f.completed(t, last.ID); job.Status != wire.Completed {
		t.Errorf("the worker left %+v", job)
	}
	web.stop(t)
	f.checkNothingLeft(t)
}

// checkMetrics looks for lines among the figures of a process.
func (f *fleet) checkMetrics(t *testing.T, p *process, want ...string) {
	t.Helper()
	var url string
	eventually(t, "metrics are served", func() bool {
		if match := metricsURL.FindStringSubmatch(p.log.String()); match != nil {
			url = match[1]
		}
		return url != ""
	})
	get := func(url string) string {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, body := f.do(t, request)
		return string(body)
	}
	figures := get(url)
	for _, line := range want {
		if !strings.Contains(figures, "\n"+line+"\n") {
			t.Errorf("%s is not among the figures:\n%s", line, figures)
		}
	}
	if got := get(strings.TrimSuffix(url, "metrics") + "healthz"); got != "ok\n" {
		t.Errorf("health: %s", got)
	}
}

// A worker that gets a second signal leaves its video to others, and leaves neither Chromium nor ffmpeg running.
func TestWorkerSecondSignal(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	f.keys = []string{f.newKey(t)}
	f.serves = []*process{f.start(t, "serve", "--addr", "127.0.0.1:0", "--videos", "0")}
	worker := f.start(t, "worker")
	video := f.post(t, longVideo())
	eventually(t, "the worker has begun", func() bool { return strings.Contains(worker.log.String(), `"msg":"rendering"`) })
	for _, sign := range []string{"a second signal stops at once", ""} {
		if err := worker.command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the worker stops", func() bool { return strings.Contains(worker.log.String(), sign) })
	}
	<-worker.ended
	if code := worker.command.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d: %s", code, worker.log)
	}
	other := f.start(t, "worker")
	f.completed(t, video.ID)
	other.stop(t)
	f.serves[0].stop(t)
	f.checkNothingLeft(t)
}
