package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mockup/internal/api/pgtest"
	"mockup/internal/api/store"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	if address := os.Getenv(workerEnv); address != "" {
		os.Exit(workerProcess(address))
	}
	flag.Parse()
	// These tests mostly wait, so more of them than there are processors run at once.
	if err := flag.Set("test.parallel", "8"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := cluster.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// waitLimit is how long tests wait for what must happen. It says nothing about how long that takes.
const waitLimit = 10 * time.Minute

// testLease is long enough for a busy machine. Tests that wait for its end move heartbeats instead; see expireLeases.
const testLease = 6 * time.Second

// conforms runs a test on both databases, in parallel with the other tests.
func conforms(t *testing.T, test func(t *testing.T, address string)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, "sqlite://"+filepath.Join(t.TempDir(), "records.db"))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, cluster.Database(t))
	})
}

// process has what a process of a deployment has: connections of its own to the database.
type process struct {
	Queue
	store *store.Store
}

// join opens the database as another process does. The test fails if River finds the database locked.
func join(t *testing.T, address string, options Options) process {
	t.Helper()
	if options.Lease == 0 {
		options.Lease = testLease
	}
	options.Logger = slog.New(&watch{t: t})
	s, err := store.Open(t.Context(), address)
	check(t, err)
	t.Cleanup(func() { s.Close() })
	q, err := Open(t.Context(), s, options)
	check(t, err)
	return process{q, s}
}

// watch is a logger that fails a test when River complains of a locked database.
type watch struct {
	slog.Handler
	t *testing.T
}

func (w *watch) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }
func (w *watch) WithAttrs([]slog.Attr) slog.Handler               { return w }
func (w *watch) WithGroup(string) slog.Handler                    { return w }
func (w *watch) Handle(_ context.Context, r slog.Record) error {
	line := r.Message
	r.Attrs(func(a slog.Attr) bool { line += " " + a.String(); return true })
	complain(w.t, line)
	return nil
}

// complain fails a test if River's log reports a locked database.
func complain(t *testing.T, logged string) {
	if strings.Contains(logged, "locked") || strings.Contains(logged, "BUSY") {
		t.Errorf("River: %s", logged)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// insert queues videos of one key.
func (p process) insert(t *testing.T, ids ...string) {
	t.Helper()
	for _, id := range ids {
		check(t, p.tryInsert(t, Video{RenderID: id, KeyID: "key", Cost: 1, Accepted: time.Now()}, 1000))
	}
}

func (p process) tryInsert(t *testing.T, video Video, maxWaiting int) error {
	return p.store.InTx(t.Context(), func(tx *store.Tx) error { return p.Insert(t.Context(), tx, video, maxWaiting) })
}

// exec runs a statement on the database.
func (p process) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	_, err := p.store.DB().ExecContext(t.Context(), statement, args...)
	check(t, err)
}

// expireLeases makes the workers of all claimed videos look dead, as if the lease had passed.
func (p process) expireLeases(t *testing.T) {
	t.Helper()
	p.exec(t, "UPDATE video_jobs SET heartbeat = heartbeat - $1 WHERE job_id <> 0", (2 * testLease).Microseconds())
}

// work starts a worker. The returned function stops it and waits for its end.
func (p process) work(t *testing.T, n int, run func(ctx context.Context, renderID string) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Work(ctx, n, run) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("work: %v", err)
			}
		case <-time.After(waitLimit):
			t.Errorf("Work did not end")
		}
	})
	t.Cleanup(stop)
	return stop
}

// receive waits for a value.
func receive[T any](t *testing.T, what string, from <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-from:
	case <-time.After(waitLimit):
		t.Fatalf("waited in vain for %s", what)
	}
	return value
}

// await waits until a condition holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > waitLimit {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// idle checks that no video is left in the queue.
func (p process) idle(t *testing.T) {
	t.Helper()
	var n int
	check(t, p.store.DB().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM video_jobs").Scan(&n))
	if n != 0 {
		t.Errorf("%d videos are still queued", n)
	}
}

func TestInsertIsPartOfTheTransaction(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		web, other := join(t, address, Options{}), join(t, address, Options{})
		ran := make(chan string, 10)
		stop := other.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		boom := errors.New("boom")
		err := web.store.InTx(t.Context(), func(tx *store.Tx) error {
			if err := web.Insert(t.Context(), tx, Video{RenderID: "undone", KeyID: "key", Accepted: time.Now()}, 1000); err != nil {
				return err
			}
			return boom
		})
		if !errors.Is(err, boom) {
			t.Fatal(err)
		}
		begin := time.Now()
		web.insert(t, "done")
		if id := receive(t, "the job", ran); id != "done" {
			t.Errorf("ran %s", id)
		}
		t.Logf("begun by another process after %v", time.Since(begin).Round(time.Millisecond))
		stop()
		web.idle(t)
		if len(ran) != 0 {
			t.Errorf("ran %s too", <-ran)
		}
	})
}

// Two processes render up to four videos each, and two others insert: every video is rendered once, and never more than
// four at a time in a process.
func TestManyWorkers(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		const each = 10
		var mu sync.Mutex
		times := map[string]int{}
		all := make(chan struct{})
		for range 2 {
			var busy atomic.Int32
			join(t, address, Options{Lease: time.Minute}).work(t, 4, func(_ context.Context, id string) error {
				if n := busy.Add(1); n > 4 {
					t.Errorf("%d at once", n)
				}
				defer busy.Add(-1)
				runtime.Gosched()
				mu.Lock()
				defer mu.Unlock()
				if times[id]++; len(times) == 2*each && times[id] == 1 {
					close(all)
				}
				return nil
			})
		}
		begin := time.Now()
		for i := range 2 {
			web := join(t, address, Options{Lease: time.Minute})
			go func() {
				for n := range each {
					web.insert(t, fmt.Sprint(i, "-", n))
				}
			}()
		}
		receive(t, "all videos", all)
		t.Logf("%d videos in %v", 2*each, time.Since(begin).Round(time.Millisecond))
		mu.Lock()
		defer mu.Unlock()
		for id, n := range times {
			if n != 1 {
				t.Errorf("%s was rendered %d times", id, n)
			}
		}
	})
}

func TestCancel(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		web, other := join(t, address, Options{}), join(t, address, Options{})
		web.insert(t, "waiting")
		check(t, web.Cancel(t.Context(), "waiting"))
		check(t, web.Cancel(t.Context(), "unknown"))
		running, ended := make(chan string, 10), make(chan error, 10)
		stop := other.work(t, 2, func(ctx context.Context, id string) error {
			running <- id
			<-ctx.Done()
			ended <- ctx.Err()
			return ctx.Err()
		})
		web.insert(t, "running")
		if id := receive(t, "the job", running); id != "running" {
			t.Errorf("ran %s", id)
		}
		begin := time.Now()
		check(t, web.Cancel(t.Context(), "running"))
		if err := receive(t, "the end", ended); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		t.Logf("cancelled in another process after %v", time.Since(begin).Round(time.Millisecond))
		stop()
		web.idle(t)
	})
}

func TestStopFinishes(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		p.insert(t, "a")
		running, finish := make(chan string), make(chan struct{})
		stop := p.work(t, 1, func(ctx context.Context, id string) error {
			running <- id
			<-finish
			return ctx.Err()
		})
		receive(t, "the job", running)
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			stop()
		}()
		var first, latest int64
		await(t, "heartbeats go on while the worker stops", func() bool {
			check(t, p.store.DB().QueryRowContext(t.Context(), "SELECT heartbeat FROM video_jobs").Scan(&latest))
			if first == 0 {
				first = latest
			}
			return latest > first
		})
		close(finish)
		receive(t, "the end", stopped)
		p.idle(t)
	})
}

func TestStopQueuesAgain(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{SoftStop: 100 * time.Millisecond, GiveUp: func(_ context.Context, id string, err error) {
			t.Errorf("%s was given up: %v", id, err)
		}})
		p.insert(t, "a")
		running := make(chan string, 1)
		for range maxAttempts + 1 { // more often than a failing video is tried
			stop := p.work(t, 1, func(ctx context.Context, id string) error {
				running <- id
				<-ctx.Done()
				return ctx.Err()
			})
			receive(t, "the job", running)
			stop()
		}
		begin := time.Now()
		p.work(t, 1, func(_ context.Context, id string) error { running <- id; return nil })
		receive(t, "the job", running)
		t.Logf("begun again after %v", time.Since(begin).Round(time.Millisecond))
	})
}

func TestFailures(t *testing.T) {
	for name, run := range map[string]func(ctx context.Context) error{
		"storage full":           func(context.Context) error { return errors.New("storage full") },
		"render a: panic: burnt": func(context.Context) error { panic("burnt") },
	} {
		t.Run(name, func(t *testing.T) {
			conforms(t, func(t *testing.T, address string) {
				gaveUp := make(chan error, 10)
				p := join(t, address, Options{GiveUp: func(_ context.Context, _ string, err error) { gaveUp <- err }})
				p.insert(t, "a")
				var tries atomic.Int32
				stop := p.work(t, 1, func(ctx context.Context, _ string) error { tries.Add(1); return run(ctx) })
				if err := receive(t, "the end", gaveUp); err.Error() != name || tries.Load() != maxAttempts {
					t.Errorf("given up after %d tries: %v", tries.Load(), err)
				}
				stop()
				p.idle(t)
			})
		})
	}
}

func TestDeadline(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		gaveUp := make(chan error, 10)
		p := join(t, address, Options{Deadline: time.Second, GiveUp: func(_ context.Context, _ string, err error) { gaveUp <- err }})
		p.insert(t, "a")
		stop := p.work(t, 1, func(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() })
		if err := receive(t, "the end", gaveUp); !errors.Is(err, ErrDeadline) {
			t.Error(err)
		}
		stop()
		p.idle(t)
	})
}

func TestDepth(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		wantDepth := func(wantWaiting, wantRunning int) {
			t.Helper()
			waiting, running, err := p.Depth(t.Context())
			check(t, err)
			if waiting != wantWaiting || running != wantRunning {
				t.Errorf("%d wait and %d run, want %d and %d", waiting, running, wantWaiting, wantRunning)
			}
		}
		wantDepth(0, 0)
		p.insert(t, "a", "b", "c")
		wantDepth(3, 0)
		begun, end := make(chan string, 10), make(chan struct{})
		stop := p.work(t, 1, func(context.Context, string) error { begun <- ""; <-end; return nil })
		receive(t, "the job", begun)
		wantDepth(2, 1)
		close(end)
		receive(t, "the second job", begun)
		receive(t, "the third job", begun)
		stop()
		wantDepth(0, 0)
	})
}
