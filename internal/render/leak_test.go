package render_test

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/browser"
)

// openFiles counts this process's open files, and goroutines what runs besides the caller.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(entries)
}

// settled polls until a count is at most want, for up to two seconds, and returns the last one.
func settled(want int, count func() int) int {
	for range 40 {
		if count() <= want {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return count()
}

// A renderer that is closed leaves no goroutine, no open file and no temporary file.
func TestNothingLeft(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	routines, files := runtime.NumGoroutine(), openFiles(t)
	for range 3 {
		r, err := render.New(render.Options{Workers: 2, NoSandbox: browser.NeedsNoSandbox()})
		if err != nil {
			t.Fatal(err)
		}
		drawBytes(t, r, chat("", ""))
		r.Close()
	}
	if got := settled(routines, runtime.NumGoroutine); got > routines {
		t.Errorf("%d goroutines, had %d", got, routines)
	}
	if got := settled(files, func() int { return openFiles(t) }); got > files {
		t.Errorf("%d open files, had %d", got, files)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
}

// Rendering for long uses no more of anything than rendering for short. scripts/test --long sets the variable.
func TestSoak(t *testing.T) {
	if os.Getenv("MOCKUP_LONG_TESTS") == "" {
		t.Skip("takes minutes; run scripts/test --long")
	}
	r, err := render.New(render.Options{Workers: 2, NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	heap := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	payload := strings.Replace(chat("", ""), "hello", `"hello 你好 😀"`, 1)
	render200 := func() {
		for range 200 {
			drawBytes(t, r, payload)
		}
	}
	render200()
	before, files, routines := heap(), openFiles(t), runtime.NumGoroutine()
	for range 4 {
		render200()
	}
	// 800 pictures: less than 1 MB per 100.
	if after := heap(); after > before+8<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
	if got := openFiles(t); got > files+4 {
		t.Errorf("%d open files, had %d", got, files)
	}
	if got := settled(routines+4, runtime.NumGoroutine); got > routines+4 {
		t.Errorf("%d goroutines, had %d", got, routines)
	}
}
