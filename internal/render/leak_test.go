package render_test

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/process/processtest"
)

// A renderer that is closed leaves no goroutine, no open file and no temporary file.
func TestNothingLeft(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	work := func() {
		r, err := render.New(render.Options{Workers: 2, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		drawBytes(t, r, chat("", ""))
		r.Close()
	}
	work() // the first time opens what the runtime keeps, such as its poller
	before := processtest.Held(t)
	for range 2 {
		work()
	}
	processtest.UntilReleased(t, before)
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
}

// Rendering for long uses no more of anything than rendering for short. scripts/test --long sets the variable.
func TestSoak(t *testing.T) {
	longtest.Only(t)
	r, err := render.New(render.Options{Workers: 2, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
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
	before, held := heap(), processtest.Held(t)
	for range 4 {
		render200()
	}
	// 800 pictures: less than 1 MB per 100.
	if after := heap(); after > before+8<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
	held.Files, held.Goroutines = held.Files+4, held.Goroutines+4
	processtest.UntilReleased(t, held)
}
