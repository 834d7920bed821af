package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mockup/internal/api/dbtest"
	"mockup/internal/api/encoding"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/schema"
)

// pipes is a listener with connections inside the process. Real sockets cannot be used with synctest: its clock stands
// still while a goroutine waits for the operating system.
type pipes struct {
	accept chan net.Conn
	once   sync.Once
	closed chan struct{}
}

func newPipes() *pipes { return &pipes{accept: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.accept:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return pipesAddr{} }

type pipesAddr struct{}

func (pipesAddr) Network() string { return "pipe" }
func (pipesAddr) String() string  { return "service.test" }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.accept <- server:
		return client, nil
	case <-p.closed:
		return nil, errors.New("connection refused")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// withClock runs a test of a service in a synctest bubble, whose clock begins at midnight UTC on 1 January 2000. Pictures
// take no time to draw unless change replaces Draw.
func withClock(t *testing.T, change func(*Options), test func(t *testing.T, s *service, p *pipes)) {
	t.Helper()
	withClockAfter(t, 0, change, test)
}

// withClockAfter is withClock with a service that starts some time after that midnight.
func withClockAfter(t *testing.T, wait time.Duration, change func(*Options), test func(t *testing.T, s *service, p *pipes)) {
	t.Helper()
	database := dbtest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(wait)
		p := newPipes()
		s := serveAt(t, database, p, &http.Transport{DialContext: p.dial}, func(o *Options) {
			output := store.Output{Format: "png", Size: 1, Width: 1, Height: 1, SHA256: sum("x")}
			o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
				if err := task.Turn(ctx); err != nil {
					return store.Output{}, err
				}
				output := output
				output.Object = task.RenderID + ".png"
				err := o.Outputs.Put(ctx, output.Object, "image/png", strings.NewReader("x"))
				return output, errors.Join(err, o.Store.Complete(ctx, task.RenderID, output, time.Now()))
			}
			if change != nil {
				change(o)
			}
		})
		test(t, s, p)
		s.close()
	})
}

// rate returns the rate headers. retryAfter is 0 if the header is missing; it must not be 0 otherwise.
func (a answered) rate(t *testing.T) (retryAfter, limit, remaining, reset int) {
	t.Helper()
	for name, into := range map[string]*int{"Retry-After": &retryAfter, wire.RateLimitLimit: &limit, wire.RateLimitRemaining: &remaining, wire.RateLimitReset: &reset} {
		if a.header.Get(name) == "" && name == "Retry-After" {
			continue
		}
		n, err := strconv.Atoi(a.header.Get(name))
		if err == nil && n == 0 && name == "Retry-After" {
			err = errors.New("there is nothing to wait for")
		}
		if err != nil {
			t.Fatalf("%s is %q in an answer %d: %v", name, a.header.Get(name), a.status, err)
		}
		*into = n
	}
	return retryAfter, limit, remaining, reset
}

// wantRate checks the rate headers; reset is counted from now.
func (a answered) wantRate(t *testing.T, retryAfter, limit, remaining int, reset time.Duration) {
	t.Helper()
	gotRetry, gotLimit, gotRemaining, gotReset := a.rate(t)
	wantReset := int(ceilUnix(time.Now().Add(reset)))
	if gotRetry != retryAfter || gotLimit != limit || gotRemaining != remaining || gotReset != wantReset {
		t.Errorf("status %d: Retry-After %d, Limit %d, Remaining %d, Reset %d; want %d, %d, %d, %d",
			a.status, gotRetry, gotLimit, gotRemaining, gotReset, retryAfter, limit, remaining, wantReset)
	}
}

// A key may send 60 render requests in any minute, counted over both addresses and whatever the answers are. The window
// slides.
func TestRenderLimit(t *testing.T) {
	t.Parallel()
	withClock(t, nil, func(t *testing.T, s *service, _ *pipes) {
		for i := range renderLimit {
			path := []string{wire.RenderPath, wire.AliasPath}[i%2]
			payload := []string{picture("02"), "not valid"}[i/2%2]
			got := s.do(s.request(http.MethodPost, path, strings.NewReader(payload)))
			wait := 0
			if i == renderLimit-1 {
				wait = 60 - i/2
			}
			got.wantRate(t, wait, 60, renderLimit-1-i, time.Minute-time.Duration(i/2)*time.Second)
			if i%2 == 1 {
				time.Sleep(time.Second)
			}
		}
		// 30 s have passed; the first two leave the window after 60.
		got := s.post(picture("02"))
		got.want(t, http.StatusTooManyRequests, wire.RateLimited)
		got.wantRate(t, 30, 60, 0, 30*time.Second)
		s.get(wire.ExportsPath+"x").want(t, http.StatusNotFound, wire.NotFound) // has a limit of its own
		time.Sleep(30*time.Second - time.Millisecond)
		s.post(picture("02")).want(t, http.StatusTooManyRequests, wire.RateLimited)
		time.Sleep(time.Millisecond)
		for range 2 {
			s.post(picture("02")).want(t, http.StatusOK, "")
		}
		got = s.post(picture("02"))
		got.want(t, http.StatusTooManyRequests, wire.RateLimited)
		got.wantRate(t, 1, 60, 0, time.Second)
		s.newKey("other")
		s.post(picture("02")).want(t, http.StatusOK, "")
	})
}

// A key may send 120 requests for exports and downloads, together, in any minute. Requests with a signed address do not
// count, because they have no key.
func TestExportsLimit(t *testing.T) {
	t.Parallel()
	withClock(t, nil, func(t *testing.T, s *service, _ *pipes) {
		id := s.complete(schema.Image, "png", "x")
		signed := s.get(wire.ExportsPath + id).job(t).DownloadURL
		paths := []string{wire.ExportsPath + id, wire.ExportsPath + id + "/download", wire.DownloadPath + id + "/download", wire.ExportsPath + "none"}
		for i := range exportsLimit - 1 {
			got := s.get(paths[i%len(paths)])
			if _, limit, remaining, _ := got.rate(t); limit != 120 || remaining != exportsLimit-2-i || got.status == http.StatusTooManyRequests {
				t.Fatalf("request %d: %d, limit %d, remaining %d", i, got.status, limit, remaining)
			}
		}
		for _, path := range paths {
			got := s.get(path)
			got.want(t, http.StatusTooManyRequests, wire.RateLimited)
			got.wantRate(t, 60, 120, 0, time.Minute)
		}
		s.get(signed, "Authorization: ").want(t, http.StatusOK, "")
		s.post(picture("02")).want(t, http.StatusOK, "")
		time.Sleep(time.Minute)
		s.get(paths[0]).wantRate(t, 0, 120, 119, time.Minute)
	})
}

// Two processes on one database share one limit.
func TestLimitTogether(t *testing.T) {
	t.Parallel()
	first := serve(t, nil)
	second := serveBeside(t, first, nil)
	var group sync.WaitGroup
	taken := make([]int, 4)
	for i := range taken {
		s := []*service{first, second}[i%2]
		group.Go(func() {
			for range 20 {
				if got := s.post("not valid"); got.status != http.StatusTooManyRequests {
					taken[i]++
				}
			}
		})
	}
	group.Wait()
	if all := taken[0] + taken[1] + taken[2] + taken[3]; all != renderLimit {
		t.Errorf("%d requests were taken, want %d: %v", all, renderLimit, taken)
	}
}

// The monthly quota is exact for each kind. Its answer says when the next month begins, in UTC, and then it starts anew.
func TestQuota(t *testing.T) {
	t.Parallel()
	const almostFebruary = 31*24*time.Hour - 90*time.Second
	withClockAfter(t, almostFebruary, func(o *Options) { o.ImageQuota, o.VideoQuota = 2, 1 }, func(t *testing.T, s *service, _ *pipes) {
		for range 2 {
			s.post(picture("02")).want(t, http.StatusOK, "")
		}
		got := s.post(picture("02"))
		got.want(t, http.StatusTooManyRequests, wire.RateLimited)
		got.wantRate(t, 90, 2, 0, 90*time.Second)
		if message := got.problem(t).Message; !strings.Contains(message, "2000-02-01") {
			t.Error(message)
		}
		s.post(video("")).want(t, http.StatusAccepted, "")
		s.post(video("")).want(t, http.StatusTooManyRequests, wire.RateLimited)
		time.Sleep(90 * time.Second)
		s.post(picture("02")).want(t, http.StatusOK, "")
		for _, month := range []time.Month{time.January, time.February} {
			usage, err := s.store.Usage(t.Context(), time.Date(2000, month, 1, 0, 0, 0, 0, time.UTC))
			check(t, err)
			want := map[time.Month]store.Usage{
				time.January:  {KeyID: s.keyID, Month: "2000-01", Images: 2, Videos: 1},
				time.February: {KeyID: s.keyID, Month: "2000-02", Images: 1},
			}[month]
			if len(usage) != 1 || usage[0] != want {
				t.Errorf("%+v, want %+v", usage, want)
			}
		}
	})
}

// Without a configured quota, renders are only counted.
func TestQuotaIsOff(t *testing.T) {
	t.Parallel()
	withClock(t, nil, func(t *testing.T, s *service, _ *pipes) {
		for range 3 {
			s.post(video("")).want(t, http.StatusAccepted, "")
		}
		usage, err := s.store.Usage(t.Context(), time.Now())
		check(t, err)
		if usage[0].Videos != 3 {
			t.Errorf("%+v", usage)
		}
	})
}

// A download address is valid for 15 minutes, and a fresh one can be requested. The record and its file are kept for
// Options.Expiry.
func TestExpiry(t *testing.T) {
	t.Parallel()
	withClock(t, func(o *Options) { o.Expiry = 20 * time.Minute }, func(t *testing.T, s *service, _ *pipes) {
		job := s.post(picture("02"), wire.IdempotencyKey+": mine").job(t)
		time.Sleep(15*time.Minute - time.Second)
		s.get(job.DownloadURL, "Authorization: ").want(t, http.StatusOK, "")
		time.Sleep(time.Second)
		got := s.get(job.DownloadURL, "Authorization: ")
		got.want(t, http.StatusUnauthorized, wire.InvalidCredentials)
		if !strings.Contains(string(got.body), "expired") {
			t.Errorf("%s", got.body)
		}
		time.Sleep(4 * time.Minute)
		fresh := s.get(wire.ExportsPath + job.ID).job(t).DownloadURL
		s.get(fresh, "Authorization: ").want(t, http.StatusOK, "")
		time.Sleep(time.Minute) // the file expires before the address would
		s.get(fresh, "Authorization: ").want(t, http.StatusUnauthorized, wire.InvalidCredentials)
		s.get(wire.ExportsPath+job.ID).want(t, http.StatusNotFound, wire.NotFound)
		s.get(wire.ExportsPath+job.ID+"/download").want(t, http.StatusNotFound, wire.NotFound)
		time.Sleep(sweepInterval)
		synctest.Wait()
		if _, err := s.outputs.Get(t.Context(), job.ID+".png"); err == nil {
			t.Error("the file is still there")
		}
		if again := s.post(picture("02"), wire.IdempotencyKey+": mine").job(t); again.ID == job.ID {
			t.Error("the Idempotency-Key outlived its job")
		}
	})
}

// A file that cannot be deleted is deleted by a later sweep.
func TestSweepAgain(t *testing.T) {
	t.Parallel()
	withClock(t, nil, func(t *testing.T, s *service, _ *pipes) {
		id := s.complete(schema.Image, "png", "x")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.server.sweep(ctx, time.Now().Add(25*time.Hour)); err == nil {
			t.Error("swept without a context")
		}
		check(t, s.server.sweep(t.Context(), time.Now().Add(25*time.Hour)))
		if _, err := s.outputs.Get(t.Context(), id+".png"); err == nil {
			t.Error("the file is still there")
		}
	})
}

// A video that is not finished after ten minutes fails and leaves the queue.
func TestOverdueVideo(t *testing.T) {
	t.Parallel()
	withClock(t, nil, func(t *testing.T, s *service, _ *pipes) {
		id := s.post(video("")).job(t).ID
		time.Sleep(videoTimeout)
		if job := s.get(wire.ExportsPath + id).job(t); job.Status != wire.Rendering {
			t.Errorf("%+v", job)
		}
		time.Sleep(sweepInterval)
		synctest.Wait()
		job := s.get(wire.ExportsPath + id).job(t)
		if job.Status != wire.Failed || job.Error != "the video was not finished within 10m0s; send it again" {
			t.Errorf("%+v", job)
		}
		var queued int
		check(t, s.store.DB().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM video_jobs").Scan(&queued))
		if queued != 0 {
			t.Errorf("%d videos are still queued", queued)
		}
	})
}

// A picture whose process has crashed is discarded together with its Idempotency-Key. A request that repeats the key
// before that draws the picture itself.
func TestLostPicture(t *testing.T) {
	t.Parallel()
	withClock(t, nil, func(t *testing.T, s *service, _ *pipes) {
		lose := func(idempotencyKey string) string {
			id := store.NewID("render")
			_, _, err := s.server.accept(t.Context(), store.Render{ID: id, KeyID: s.keyID, Kind: schema.Image, Created: time.Now(),
				Expires: time.Now().Add(time.Hour), IdempotencyKey: idempotencyKey, PayloadHash: hashOf([]byte(picture("02")), "", encoding.Encoding{})}, 0)
			check(t, err)
			return id
		}
		lost := lose("mine")
		time.Sleep(45 * time.Second)
		if job := s.post(picture("02"), wire.IdempotencyKey+": mine").job(t); job.ID == lost || job.Status != wire.Completed {
			t.Errorf("%+v", job)
		}
		lost = lose("another")
		time.Sleep(lostTimeout + sweepInterval)
		s.get(wire.ExportsPath+lost).want(t, http.StatusNotFound, wire.NotFound)
		usage, err := s.store.Usage(t.Context(), time.Now())
		check(t, err)
		if usage[0].Images != 1 {
			t.Errorf("counted %d pictures, want 1", usage[0].Images)
		}
	})
}

// A picture that takes too long is given up and leaves its place in the queue.
func TestSlowPicture(t *testing.T) {
	t.Parallel()
	withClock(t, func(o *Options) {
		o.Pictures = 1
		o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
			if err := task.Turn(ctx); err != nil {
				return store.Output{}, err
			}
			<-ctx.Done()
			return store.Output{}, ctx.Err()
		}
	}, func(t *testing.T, s *service, _ *pipes) {
		began := time.Now()
		for range 2 { // one that is drawn, and one that waits for its turn
			go func() {
				got := s.post(picture("02"))
				got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
				if took := time.Since(began); took != pictureTimeout {
					t.Errorf("answered after %v", took)
				}
			}()
		}
		time.Sleep(pictureTimeout + time.Second)
		synctest.Wait()
		if s.server.pictures.inUse()+s.server.pictures.queued() != 0 {
			t.Error("the queue is not empty")
		}
	})
}

// The connections of clients that send too slowly are closed in time.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	head := func(key string) string {
		return "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer " + key + "\r\n"
	}
	for what, c := range map[string]struct {
		first  func(s *service) string
		status int // 0: none
		within time.Duration
	}{
		"a head that never ends":           {func(s *service) string { return head(s.key) + "X-Slow: " }, 0, headerTimeout},
		"a body that never ends":           {func(s *service) string { return head(s.key) + "Content-Length: 1000000\r\n\r\n" }, http.StatusBadRequest, bodyTimeout + headerTimeout},
		"chunks that never end":            {func(s *service) string { return head(s.key) + "Transfer-Encoding: chunked\r\n\r\n" }, http.StatusBadRequest, bodyTimeout + headerTimeout},
		"a body that nobody reads":         {func(s *service) string { return head("mk_live_no") + "Content-Length: 1000\r\n\r\n" }, http.StatusUnauthorized, 2 * headerTimeout},
		"a connection that is left unused": {func(s *service) string { return "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" }, http.StatusOK, idleTimeout},
	} {
		t.Run(what, func(t *testing.T) {
			withClock(t, nil, func(t *testing.T, s *service, p *pipes) {
				conn, err := p.dial(t.Context(), "", "")
				check(t, err)
				began := time.Now()
				var sending sync.WaitGroup
				sending.Go(func() { // sends a byte per second until the connection is closed
					_, err := io.WriteString(conn, c.first(s))
					for err == nil && c.status != http.StatusOK {
						time.Sleep(time.Second)
						_, err = conn.Write([]byte("x"))
					}
				})
				defer sending.Wait()
				defer conn.Close()
				r := bufio.NewReader(conn)
				resp, err := http.ReadResponse(r, nil)
				if status := statusOf(resp, err); status != c.status {
					t.Errorf("answered %d (%v), want %d", status, err, c.status)
				}
				if resp != nil {
					_, _ = io.Copy(io.Discard, resp.Body)
					_, _ = io.Copy(io.Discard, r) // until the connection is closed
				}
				if took := time.Since(began); took > c.within+time.Second {
					t.Errorf("closed after %v, want %v", took, c.within)
				}
			})
		})
	}
}

// statusOf returns the status of an answer, or 0 if there is none. A header that comes too late is refused by net/http
// itself, which counts as no answer.
func statusOf(resp *http.Response, err error) int {
	if err != nil || resp.StatusCode == http.StatusRequestTimeout {
		return 0
	}
	return resp.StatusCode
}

// The connection of a client that does not read its file is closed.
func TestClientThatReadsNothing(t *testing.T) {
	t.Parallel()
	withClock(t, nil, func(t *testing.T, s *service, p *pipes) {
		id := s.complete(schema.Image, "png", strings.Repeat("x", 1<<20))
		conn, err := p.dial(t.Context(), "", "")
		check(t, err)
		defer conn.Close()
		fmt.Fprintf(conn, "GET /api/v1/exports/%s/download HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", id, s.key)
		time.Sleep(writeTimeout + time.Second)
		synctest.Wait()
		if n := len(readAll(conn)); n > 64<<10 {
			t.Errorf("%d bytes were kept for a client that took none", n)
		}
	})
}
