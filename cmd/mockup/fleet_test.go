package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mockup/internal/api/pgtest"
	"mockup/internal/api/s3test"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/longtest"
	"mockup/internal/schema"
)

// What the fleet is given to do.
const (
	fleetJobs   = 100
	fleetVideos = 8 // of the jobs
	fleetKeys   = 4 // at 60 requests a minute each
)

// fleet is a deployment of several processes over one PostgreSQL and one bucket.
type fleet struct {
	program string
	folder  string   // working directory; empty: that of the test
	temp    string   // folder of temporary files
	env     []string // in addition to that of the test
	address []string // of the deployment, as flags
	serves  []*process
	keys    []string
	store   *store.Store
}

// Two serves and two workers, as on four machines. One worker is killed while it renders; nothing is lost, nothing comes
// of it twice, and what one serve counts the other knows.
func TestFleet(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	var cluster pgtest.Cluster
	var s3 s3test.Server
	t.Cleanup(func() {
		if err := errors.Join(cluster.Stop(), s3.Stop()); err != nil {
			t.Error(err)
		}
	})
	database, bucket := cluster.Database(t), s3.Bucket(t)
	f := &fleet{program: buildProgram(t), temp: t.TempDir(), address: []string{"--database", database, "--storage", bucket}}
	for range fleetKeys {
		f.keys = append(f.keys, f.newKey(t))
	}
	f.open(t, database)
	for range 2 {
		f.serves = append(f.serves, f.start(t, "serve", "--addr", "127.0.0.1:0", "--workers", "1", "--videos", "0"))
	}
	victim, survivor := f.start(t, "worker"), f.start(t, "worker")

	jobs := f.render(t, func() { killAtWork(t, victim) })

	objects := map[string]bool{}
	for _, job := range jobs {
		objects[f.checkJob(t, job)] = true
	}
	f.checkNothingElse(t, s3.Objects(t, bucket), objects)
	f.checkUsage(t)
	f.checkLimits(t)
	for _, p := range append(f.serves, survivor) {
		p.stop(t)
	}
	f.checkNothingLeft(t)
}

// job is a render that was accepted.
type job struct {
	wire.Job
	n   int
	key string
}

// render has all jobs accepted and waits until they are done; meanwhile calls what happens on the way.
func (f *fleet) render(t *testing.T, meanwhile func()) []job {
	t.Helper()
	jobs := make([]job, fleetJobs)
	next := make(chan int, fleetJobs)
	for n := range fleetJobs {
		next <- n
	}
	close(next)
	var clients sync.WaitGroup
	for range 6 {
		clients.Go(func() {
			for n := range next {
				jobs[n] = f.submit(t, n)
			}
		})
	}
	meanwhile()
	clients.Wait()
	eventually(t, "all videos are done", func() bool {
		var unfinished int
		err := f.store.DB().QueryRow("SELECT COUNT(*) FROM renders WHERE status = 'rendering'").Scan(&unfinished)
		return err == nil && unfinished == 0
	})
	return jobs
}

// submit sends the nth payload to one serve, and then to the other one, as a client does that lost the first answer.
func (f *fleet) submit(t *testing.T, n int) job {
	key := f.keys[n%fleetKeys]
	payload, kind := fleetPayload(n)
	var jobs [2]wire.Job
	for i := range jobs {
		if i > 0 && n%17 > 0 { // which a rate of 60 a minute leaves room for
			return job{jobs[0], n, key}
		}
		request := f.request(t, n/fleetKeys+i, http.MethodPost, wire.RenderPath, key, payload)
		request.Header.Set(wire.IdempotencyKey, fmt.Sprint("job", n))
		status, body := f.do(t, request)
		if err := json.Unmarshal(body, &jobs[i]); err != nil || status/100 != 2 || jobs[i].RenderKind != kind {
			t.Errorf("job %d: status %d, %s", n, status, body)
		}
	}
	if jobs[0].ID != jobs[1].ID {
		t.Errorf("job %d was sent twice and became %s and %s", n, jobs[0].ID, jobs[1].ID)
	}
	return job{jobs[0], n, key}
}

// fleetPayload is the nth payload: a calendar of its own, or a short video.
func fleetPayload(n int) (payload string, kind schema.Kind) {
	if n%25 < 2 {
		return fmt.Sprintf(`{"mockupType":"ai","platform":"chatgpt","renderKind":"video","resolutionScale":"1x","video":{"length":2},
			"rendererVersion":"mockup-chromium-v1","props":{"platform":"chatgpt","model":"No. %d",
			"messages":[{"id":"m1","role":"user","content":"Is it %d?"},{"id":"m2","role":"assistant","content":"It is %d."}]}}`, n, n, n), schema.Video
	}
	return fmt.Sprintf(`{"mockupType":"contribution-chart","renderKind":"image","resolutionScale":"1x",
		"rendererVersion":"mockup-chromium-v1","props":{"levels":[%d,%d,%d,%d,1]}}`, n%5, n/5%5, n/25%5, n/125%5), schema.Image
}

// checkJob compares what the other serve says of a job and hands out with what is in the records, and returns the name
// of its object.
func (f *fleet) checkJob(t *testing.T, j job) (object string) {
	t.Helper()
	record, err := f.store.Render(t.Context(), j.ID, time.Now())
	if err != nil {
		t.Fatalf("job %d: %v", j.n, err)
	}
	status, body := f.do(t, f.request(t, j.n/fleetKeys+1, http.MethodGet, wire.ExportsPath+j.ID, j.key, ""))
	var got wire.Job
	if err := json.Unmarshal(body, &got); err != nil || status != http.StatusOK || got.Status != wire.Completed || got.SHA256 != record.Output.SHA256 {
		t.Fatalf("job %d: status %d, %s", j.n, status, body)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, got.DownloadURL, nil)
	if err != nil {
		t.Fatal(err)
	}
	status, file := f.do(t, request)
	sum := sha256.Sum256(file)
	if status != http.StatusOK || hex.EncodeToString(sum[:]) != got.SHA256 || int64(len(file)) != got.SizeBytes {
		t.Errorf("job %d: downloaded %d bytes, status %d, of %s", j.n, len(file), status, body)
	}
	return record.Output.Object
}

// checkNothingElse holds what is stored against what the records name.
func (f *fleet) checkNothingElse(t *testing.T, stored []string, named map[string]bool) {
	t.Helper()
	if len(named) != fleetJobs {
		t.Errorf("%d jobs share %d objects", fleetJobs, len(named))
	}
	for _, object := range stored {
		if !named[object] {
			t.Errorf("object %s is nobody's", object)
		}
	}
	if len(stored) < len(named) {
		t.Errorf("%d objects are stored, want %d", len(stored), len(named))
	}
}

// checkUsage finds each job counted once, repetitions not at all.
func (f *fleet) checkUsage(t *testing.T) {
	t.Helper()
	var images, videos int
	err := f.store.DB().QueryRow("SELECT SUM(images), SUM(videos) FROM usage").Scan(&images, &videos)
	if err != nil || images != fleetJobs-fleetVideos || videos != fleetVideos {
		t.Errorf("%d images and %d videos are counted, want %d and %d (%v)", images, videos, fleetJobs-fleetVideos, fleetVideos, err)
	}
}

// checkLimits sends more than the limits allow to both serves in turn.
func (f *fleet) checkLimits(t *testing.T) {
	t.Helper()
	key := f.newKey(t)
	for _, test := range []struct {
		method, path string
		limit        int
	}{{http.MethodPost, wire.RenderPath, 60}, {http.MethodGet, wire.ExportsPath + "render_unknown", 120}} {
		began := time.Now()
		counts := map[int]int{}
		for n := range test.limit + 10 {
			status, _ := f.do(t, f.request(t, n, test.method, test.path, key, "{}"))
			counts[status]++
		}
		if counts[http.StatusTooManyRequests] != 10 && time.Since(began) < 50*time.Second {
			t.Errorf("%s %s: %v, want 10 times 429", test.method, test.path, counts)
		}
	}
}

// request is one to the nth serve.
func (f *fleet) request(t *testing.T, n int, method, path, key, body string) *http.Request {
	request, err := http.NewRequestWithContext(t.Context(), method, f.serves[n%len(f.serves)].url+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	return request
}

func (f *fleet) do(t *testing.T, request *http.Request) (status int, body []byte) {
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return 0, nil
	}
	defer answer.Body.Close()
	if body, err = io.ReadAll(answer.Body); err != nil {
		t.Error(err)
	}
	return answer.StatusCode, body
}

func (f *fleet) newKey(t *testing.T) string {
	t.Helper()
	out := f.run(t, "keys", "create", "--name", "fleet", "--quiet", f.address[0], f.address[1])
	return strings.TrimSpace(out)
}

func (f *fleet) open(t *testing.T, database string) {
	t.Helper()
	var err error
	if f.store, err = store.Open(t.Context(), database); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.store.Close() })
}

// killAtWork kills a worker once it has begun a video.
func killAtWork(t *testing.T, worker *process) {
	eventually(t, "the worker has begun a video", func() bool { return strings.Contains(worker.log.String(), `"msg":"rendering"`) })
	if err := worker.command.Process.Signal(syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	<-worker.ended
	log := worker.log.String()
	t.Logf("the killed worker had begun %d videos and finished %d",
		strings.Count(log, `"msg":"rendering"`), strings.Count(log, `"msg":"rendered"`))
}
