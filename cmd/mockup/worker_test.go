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

// A worker beside a serve renders its videos, tells figures, and finishes what it has begun when it is told to stop.
func TestWorker(t *testing.T) {
	f := newSite(t)
	f.keys = []string{f.newKey(t)}
	web := f.start(t, "serve", "--addr", "127.0.0.1:0", "--videos", "0", "--metrics-addr", "127.0.0.1:0")
	f.serves = []*process{web}
	waiting := f.post(t, shortFilm)
	f.checkMetrics(t, web, "mockup_videos_waiting 1", "mockup_videos_running 0", "mockup_pictures_running 0",
		`mockup_http_request_seconds_count{code="202",route="/api/v1/render"} 1`)

	worker := f.start(t, "worker", "--metrics-addr", "127.0.0.1:0")
	f.completed(t, waiting.ID)
	f.checkMetrics(t, worker, "mockup_videos_waiting 0", "mockup_browsers 1",
		`mockup_render_seconds_count{kind="video",result="completed",type="ai"} 1`)

	last := f.post(t, longFilm())
	eventually(t, "the worker has begun", func() bool {
		return strings.Contains(worker.log.String(), `"msg":"rendering","render":"`+last.ID)
	})
	worker.stop(t)
	if job := f.completed(t, last.ID); job.Status != wire.Completed {
		t.Errorf("the worker left %+v", job)
	}
	web.stop(t)
	checkNothingLeft(t)
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

// A worker that is told to stop a second time leaves its video to others, and no Chromium and no ffmpeg.
func TestWorkerSecondSignal(t *testing.T) {
	f := newSite(t)
	f.keys = []string{f.newKey(t)}
	f.serves = []*process{f.start(t, "serve", "--addr", "127.0.0.1:0", "--videos", "0")}
	worker := f.start(t, "worker")
	video := f.post(t, longFilm())
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
	checkNothingLeft(t)
}

// Records that several machines share tell nothing of a folder that they do not.
func TestDeploymentWarning(t *testing.T) {
	for d, want := range map[deployment]bool{
		{}:                                 false,
		{database: "sqlite://records.db"}:  false,
		{database: "postgres://db/mockup"}: true,
		{database: "postgresql://db/mockup", data: "data"}:              true,
		{database: "postgres://db/mockup", storage: "s3://mockups"}:     false,
		{database: "postgres://db/mockup", storage: "/mnt/all/outputs"}: false,
	} {
		if got := d.warning(); (got != "") != want {
			t.Errorf("%+v: %q", d, got)
		}
	}
}
