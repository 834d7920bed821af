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
	"mockup/internal/render/process/processtest"
)

// testPool returns a renderer whose Chromium is a shell script that notes each start. It runs the given commands,
// in which $n is the number of this start, and then the real Chromium.
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
	if opts.Timeout == 0 {
		opts.Timeout = waitLimit // on a busy machine a start may take long, and would be made once more
	}
	r, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r, log
}

// waitLimit is far more than anything takes, on a machine that has much else to do.
const waitLimit = 5 * time.Minute

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
	t.Parallel()
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
		processtest.Until(t, "Chromium was started", func() bool { return log.count() > 0 })
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
	t.Parallel()
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

// Work is done once more after a hang, with another browser that has as long, and no third time.
func TestRetryHang(t *testing.T) {
	t.Parallel()
	for hangs, fails := range map[int]bool{1: false, 2: true} {
		r, log := testPool(t, Options{Workers: 2}, "")
		for range 2 {
			if err := r.Warm(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		timeout := r.pool.timeout
		r.pool.timeout = 500 * time.Millisecond // starts are over
		var used []*browser.Browser
		err := r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
			if used = append(used, b); len(used) > hangs {
				return ctx.Err()
			}
			return hang(ctx, b)
		})
		if len(used) != 2 || used[0] == used[1] || errors.Is(err, browser.ErrHung) != fails {
			t.Errorf("%d hangs: attempts with %p, error %v; want 2 browsers", hangs, used, err)
		}
		if want := "call page: Chromium did not answer in time: not within 500ms; --timeout allows more"; fails && err.Error() != want {
			t.Errorf("error is %q, want %q", err, want)
		}
		r.pool.timeout = timeout
		check(t, r)
		if n := log.count(); n != 1+hangs {
			t.Errorf("%d hangs: %d starts, want %d", hangs, n, 1+hangs)
		}
	}
}

// A caller that goes away is no hang, and work is not done again for it.
func TestCancelIsNoHang(t *testing.T) {
	r, _ := testPool(t, Options{Workers: 1}, "")
	ctx, cancel := context.WithCancel(t.Context())
	attempts := 0
	err := r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		attempts++
		cancel()
		return hang(ctx, b)
	})
	if attempts != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d attempts, error %v; want 1", attempts, err)
	}
}

// Browsers that crashed while nobody used them are noticed: they cost no attempt.
func TestCrashWhileIdle(t *testing.T) {
	t.Parallel()
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
		processtest.Until(t, "the crash was noticed", func() bool { return l.browser.Err() != nil })
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
	t.Parallel()
	r, log := testPool(t, Options{Workers: 1}, `[ $n != 1 ] || exit 1`)
	check(t, r)
	if n := log.count(); n != 2 {
		t.Errorf("a start that fails: %d starts, want 2", n)
	}
	// On a busy machine later starts may be too slow for a limit that makes the test wait little for the first.
	for limit := 2 * time.Second; ; limit *= 8 {
		r, log := testPool(t, Options{Workers: 1, Timeout: limit}, `[ $n != 1 ] || exec sleep 1000`)
		if _, err := r.Check(t.Context()); errors.Is(err, browser.ErrHung) && limit < waitLimit {
			continue
		} else if err != nil || log.count() != 2 {
			t.Errorf("a start that hangs: %d starts, want 2; %v", log.count(), err)
		}
		break
	}
	r, log = testPool(t, Options{Workers: 1}, `[ $n -gt 2 ] || exit 1`)
	if _, err := r.Check(t.Context()); !errors.Is(err, browser.ErrCrashed) || !strings.Contains(err.Error(), "run mockup doctor") || log.count() != 2 {
		t.Errorf("error is %v after %d starts, want ErrCrashed after 2", err, log.count())
	}
	check(t, r)
	r, _ = testPool(t, Options{Workers: 1, Timeout: time.Second}, "exec sleep 1000")
	if _, err := r.Check(t.Context()); !errors.Is(err, browser.ErrHung) {
		t.Errorf("starts that hang: error is %v, want ErrHung", err)
	}
}

// A browser ends after its share of pictures.
func TestRecycle(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
	for name, commands := range map[string]string{"starting": "exec sleep 1000", "working": ""} {
		t.Run(name, func(t *testing.T) {
			r, log := testPool(t, Options{Workers: 1}, commands)
			errs, working := make(chan error, 3), make(chan bool, 3)
			var users sync.WaitGroup
			for range cap(errs) { // one works, the others wait for it
				users.Go(func() {
					errs <- r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
						working <- true
						return hang(ctx, b)
					})
				})
			}
			if name == "working" {
				<-working
			} else {
				processtest.Until(t, "Chromium was started", func() bool { return log.count() > 0 })
			}
			r.Close()
			users.Wait()
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
