package render

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mockup/internal/render/browser"
)

// testPool returns a renderer whose Chromium is a shell script that notes each start. It runs the given commands,
// in which $n is the number of this start, and then the real one.
func testPool(t *testing.T, opts Options, commands string) (*Renderer, starts) {
	t.Helper()
	real, err := browser.Find("")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log := starts(filepath.Join(dir, "starts"))
	script := fmt.Sprintf("#!/bin/sh\necho $$ >>%s\nn=$(wc -l <%[1]s)\n%s\nexec %s \"$@\"\n", log, commands, real)
	opts.Chromium = filepath.Join(dir, "chromium-headless-shell")
	if err := os.WriteFile(opts.Chromium, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	opts.NoSandbox = browser.NeedsNoSandbox()
	r, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r, log
}

// starts is the file that holds the process number of each start.
type starts string

func (s starts) pids() []string {
	text, _ := os.ReadFile(string(s)) // none before the first start
	return strings.Fields(string(text))
}

func (s starts) count() int { return len(s.pids()) }

// kill kills the process of each start.
func (s starts) kill() error {
	for _, pid := range s.pids() {
		if err := exec.Command("kill", "-KILL", pid).Run(); err != nil {
			return fmt.Errorf("kill %s: %w", pid, err)
		}
	}
	return os.Truncate(string(s), 0)
}

// hang is work that never ends by itself.
func hang(ctx context.Context, b *browser.Browser) error {
	return b.Call(ctx, `() => new Promise(() => {})`, nil, nil)
}

// check draws a small picture.
func check(t *testing.T, r *Renderer) {
	t.Helper()
	if _, err := r.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A warmed browser is the one that the next picture uses, also while it is still starting.
func TestWarmIsUsed(t *testing.T) {
	for _, workers := range []int{1, 3} {
		r, log := testPool(t, Options{Workers: workers}, "")
		if err := r.Warm(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			check(t, r)
		}
		if n := log.count(); n != 1 {
			t.Errorf("%d workers: %d starts, want 1", workers, n)
		}

		r, log = testPool(t, Options{Workers: workers}, "sleep 0.3")
		warmed := make(chan error, 1)
		go func() { warmed <- r.Warm(t.Context()) }()
		for log.count() == 0 {
			time.Sleep(time.Millisecond)
		}
		check(t, r)
		if err := <-warmed; err != nil || log.count() != 1 {
			t.Errorf("%d workers: %d starts (%v), want 1", workers, log.count(), err)
		}
	}
}

// Warming goes up to the number of workers.
func TestWarmAll(t *testing.T) {
	r, log := testPool(t, Options{Workers: 2}, "")
	for range 3 {
		if err := r.Warm(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := log.count(); n != 2 {
		t.Errorf("%d starts, want 2", n)
	}
}

// Work is done once more after a crash, and no third time.
func TestRetryCrash(t *testing.T) {
	for crashes, fails := range map[int]bool{1: false, 2: true} {
		r, log := testPool(t, Options{Workers: 1}, "")
		attempts := 0
		err := r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
			if attempts++; attempts > crashes {
				return nil
			}
			if err := log.kill(); err != nil {
				return err
			}
			return hang(ctx, b)
		})
		if attempts != 2 || errors.Is(err, browser.ErrCrashed) != fails {
			t.Errorf("%d crashes: %d attempts, error %v; want 2 attempts", crashes, attempts, err)
		}
		check(t, r)
	}
}

// Browsers that crashed while nobody used them are noticed: they cost no attempt.
func TestCrashWhileIdle(t *testing.T) {
	r, log := testPool(t, Options{Workers: 2}, "")
	for range 2 {
		if err := r.Warm(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.kill(); err != nil {
		t.Fatal(err)
	}
	for _, l := range r.pool.idle {
		for l.browser.Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}
	attempts := 0
	err := r.pool.use(t.Context(), func(_ context.Context, b *browser.Browser) error { attempts++; return b.Err() })
	if err != nil || attempts != 1 {
		t.Errorf("%d attempts, error %v; want 1 and none", attempts, err)
	}
}

// An error that is not the browser's leaves it for the next picture.
func TestErrorKeepsBrowser(t *testing.T) {
	r, log := testPool(t, Options{Workers: 1}, "")
	own := errors.New("image is damaged")
	for range 2 {
		if err := r.pool.use(t.Context(), func(context.Context, *browser.Browser) error { return own }); !errors.Is(err, own) {
			t.Errorf("error is %v, want %v", err, own)
		}
		err := r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
			return b.Call(ctx, `() => { throw new Error("no") }`, nil, nil)
		})
		if err == nil {
			t.Error("an exception is no error")
		}
	}
	if n := log.count(); n != 1 {
		t.Errorf("%d starts, want 1", n)
	}
}

// A start that fails or hangs is tried once more. When that fails too, the next picture tries anew.
func TestRetryStart(t *testing.T) {
	for _, commands := range []string{`[ $n != 1 ] || exit 1`, `[ $n != 1 ] || exec sleep 60`} {
		r, log := testPool(t, Options{Workers: 1, Timeout: 4 * time.Second}, commands)
		check(t, r)
		if n := log.count(); n != 2 {
			t.Errorf("%s: %d starts, want 2", commands, n)
		}
	}
	r, log := testPool(t, Options{Workers: 1}, `[ $n -gt 2 ] || exit 1`)
	if _, err := r.Check(t.Context()); !errors.Is(err, browser.ErrCrashed) || log.count() != 2 {
		t.Errorf("error is %v after %d starts, want ErrCrashed after 2", err, log.count())
	}
	check(t, r)
}

// What hangs costs the timeout once.
func TestHangCostsOnce(t *testing.T) {
	const limit = 4 * time.Second
	r, log := testPool(t, Options{Workers: 1, Timeout: limit}, "")
	check(t, r)
	began := time.Now()
	err := r.pool.use(t.Context(), hang)
	if took := time.Since(began); !errors.Is(err, browser.ErrHung) || took < limit || took > 3*limit/2 || log.count() != 1 {
		t.Errorf("error is %v after %v and %d starts, want ErrHung after %v and 1", err, took, log.count(), limit)
	}
	if want := "call stage: Chromium did not answer in time: not within 4s; --timeout allows more"; err.Error() != want {
		t.Errorf("error is %q, want %q", err, want)
	}
	check(t, r)

	r, _ = testPool(t, Options{Workers: 1, Timeout: time.Second}, "exec sleep 60")
	began = time.Now()
	if _, err := r.Check(t.Context()); !errors.Is(err, browser.ErrHung) || time.Since(began) > 5*time.Second {
		t.Errorf("a start that hangs: error is %v after %v, want ErrHung after 1 s", err, time.Since(began))
	}
}

// A browser ends after its share of pictures.
func TestRecycle(t *testing.T) {
	r, log := testPool(t, Options{Workers: 1}, "")
	for range recycleAfter {
		check(t, r)
	}
	if n := log.count(); n != 1 {
		t.Errorf("%d starts for %d pictures, want 1", n, recycleAfter)
	}
	check(t, r)
	if n := log.count(); n != 2 {
		t.Errorf("%d starts for %d pictures, want 2", n, recycleAfter+1)
	}
}

// A start that nobody waits for any more goes on for the next picture.
func TestCancelledWait(t *testing.T) {
	r, log := testPool(t, Options{Workers: 1}, "sleep 0.3")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := r.Check(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v, want the context's", err)
	}
	check(t, r)
	if n := log.count(); n != 1 {
		t.Errorf("%d starts, want 1", n)
	}
}

// Close ends starts, work and waits at once, with an error that says so.
func TestClose(t *testing.T) {
	for name, commands := range map[string]string{"starting": "exec sleep 60", "working": ""} {
		t.Run(name, func(t *testing.T) {
			r, log := testPool(t, Options{Workers: 1}, commands)
			errs := make(chan error, 3)
			var users sync.WaitGroup
			for range cap(errs) { // one works, the others wait for it
				users.Go(func() { errs <- r.pool.use(t.Context(), hang) })
			}
			for log.count() == 0 {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(300 * time.Millisecond) // the start of a real one
			began := time.Now()
			r.Close()
			users.Wait()
			if took := time.Since(began); took > 10*time.Second { // the script sleeps for 60
				t.Errorf("took %v, want to end at once", took)
			}
			for range cap(errs) {
				if err := <-errs; !errors.Is(err, ErrClosed) {
					t.Errorf("error is %v, want ErrClosed", err)
				}
			}
			if _, err := r.Check(t.Context()); !errors.Is(err, ErrClosed) {
				t.Errorf("after Close the error is %v, want ErrClosed", err)
			}
			if err := r.Warm(t.Context()); !errors.Is(err, ErrClosed) {
				t.Errorf("after Close, Warm gives %v, want ErrClosed", err)
			}
		})
	}
}

// Root has to say that it goes without the sandbox.
func TestRootDecides(t *testing.T) {
	if !browser.NeedsNoSandbox() {
		t.Skip("only root has to")
	}
	if _, err := New(Options{Public: true}); err == nil || !strings.Contains(err.Error(), "NoSandbox") {
		t.Errorf("error is %v, want one that names NoSandbox", err)
	}
}
