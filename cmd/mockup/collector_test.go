package main

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"testing"
)

// The heap of a large payload does not become many times as large before it is collected.
func TestGrowthTo(t *testing.T) {
	for _, c := range []struct {
		heap, growth int
		live         uint64
		want         int
	}{
		{pictureHeap, pictureGrowth, 0, 800},
		{pictureHeap, pictureGrowth, 4 << 20, 800},
		{pictureHeap, pictureGrowth, 8 << 20, 300},
		{pictureHeap, pictureGrowth, 30 << 20, pictureGrowth},
		{videoHeap, videoGrowth, 2 << 20, 2400},
		{videoHeap, videoGrowth, 24 << 20, 300},
		{videoHeap, videoGrowth, 300 << 20, videoGrowth},
	} {
		if got := growthTo(c.heap, c.live, c.growth); got != c.want {
			t.Errorf("to %d MB with %d bytes in use: %d %%, want %d %%", c.heap, c.live, got, c.want)
		}
	}
}

// After the first collection the heap grows as usual, also if that was before the payload is read.
func TestCollectFirstAt(t *testing.T) {
	t.Setenv("GOGC", "")
	usual := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(usual) })
	percent := func() int {
		now := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(now)
		return int(now[0].Value.Uint64())
	}
	stopped := collectFirstAt(1<<20, 77)
	if got := percent(); got < 1000 {
		t.Fatalf("before the first collection, the heap grows by %d %%", got)
	}
	stopped.Stop()
	collectFirstAt(1<<20, 55)
	for percent() != 55 { // cleanups run after the collection
		if percent() == 77 {
			t.Fatal("what was stopped has had its effect")
		}
		runtime.GC()
	}
	t.Setenv("GOGC", "100")
	collectFirstAt(1<<20, 33).Stop()
	if got := percent(); got != 55 {
		t.Errorf("the environment says when memory is collected, and yet the heap grows by %d %%", got)
	}
}

// The initial values of libraries are too little for a collection before main, which would take each command a tenth of its start.
func TestStart(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(buildProgram(t), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	used := 0
	for _, init := range regexp.MustCompile(`(?m)^init .*, (\d+) bytes`).FindAllSubmatch(output, -1) {
		size, _ := strconv.Atoi(string(init[1])) // digits
		used += size
	}
	if most := 2900 << 10; used == 0 || used > most {
		t.Errorf("libraries take %d bytes before main, want %d at most: compile patterns when they are used (package pattern), and see what GODEBUG=inittrace=1 prints", used, most)
	}
}
