//go:build bench

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"mockup/internal/batch"
	"mockup/internal/schema"
)

const (
	batchStills   = 200
	batchUpToDate = 1000
)

// batches measures mockup batch: the rate of many stills, compared with workers that each draw as fast as one alone; a batch
// with nothing to do; and memory.
func batches(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "mockup-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := manyInBatch(ctx, folder); err != nil {
		return err
	}
	return nothingToDo(ctx, folder)
}

// manyInBatch runs a batch of mixed stills between two runs of one warm worker over some of them.
func manyInBatch(ctx context.Context, folder string) error {
	jobs, paths, err := allExamples()
	if err != nil {
		return err
	}
	payloads := filepath.Join(folder, "mixed")
	for i := range batchStills {
		if err := placeExample(paths[i%len(paths)], filepath.Join(payloads, fmt.Sprintf("%03d", i/len(paths)))); err != nil {
			return err
		}
	}
	for i := range jobs {
		jobs[i].Output = filepath.Join(folder, "single.png")
	}
	r, err := newRenderer(1)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := renderAll(ctx, r, jobs, len(jobs), 1); err != nil { // loads fonts
		return err
	}
	var single series
	run := func() error {
		for _, job := range jobs {
			if _, err := r.Render(ctx, job); err != nil {
				return err
			}
		}
		return nil
	}
	if err := single.measure(run); err != nil {
		return err
	}
	workers := batch.DefaultJobs()
	took, memory, err := runBatch(ctx, payloads, filepath.Join(folder, "out"), batchStills)
	if err != nil {
		return err
	}
	if err := single.measure(run); err != nil {
		return err
	}
	each := (single[0] + single[1]) / time.Duration(2*len(jobs))
	rate, alone := batchStills/took.Seconds(), 1/each.Seconds()
	fmt.Printf("%d mixed stills with %d workers, including start and end: %.1f/s; one warm worker: %.1f/s\n", batchStills, workers, rate, alone)
	processors := float64(runtime.GOMAXPROCS(0))
	fmt.Printf("  %-52s %6.2f   goal >= 0.85\n", "rate / (processors × rate of one warm worker)", rate/(processors*alone))
	first, second := memory[:len(memory)/2], memory[len(memory)/2:]
	fmt.Printf("  memory of mockup itself: at most %d MB in the first half, %d MB in the second; goal flat\n", most(first), most(second))
	return nil
}

// placeExample copies an example to a folder in which its relative paths to media work.
func placeExample(path, folder string) error {
	target := filepath.Join(folder, filepath.Base(filepath.Dir(path)), filepath.Base(path))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	media, err := filepath.Abs("examples/media")
	if err != nil {
		return err
	}
	if err := os.Symlink(media, filepath.Join(folder, "media")); err != nil && !os.IsExist(err) {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(target, data, 0o644)
}

// runBatch runs the command over a folder and checks how many outputs it has drawn. It returns samples of the process's
// resident memory, in megabytes.
func runBatch(ctx context.Context, payloads, out string, drawn int) (took time.Duration, memory []int, err error) {
	cmd := exec.CommandContext(ctx, binary, "batch", "--json", "--quiet", payloads, "-o", out)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // which ends its Chromium
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for sample := time.Tick(100 * time.Millisecond); ; {
		select {
		case <-sample:
			memory = append(memory, resident(cmd.Process.Pid))
			continue
		case err = <-ended:
		}
		break
	}
	took = time.Since(began)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w: %s", cmd, err, &stderr)
	}
	var report batch.Report
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
		return 0, nil, err
	}
	if got := report.Counts[batch.Rendered]; got != drawn {
		return 0, nil, fmt.Errorf("%s: drew %d outputs, want %d", cmd, got, drawn)
	}
	return took, append(memory, 0), nil
}

// resident returns the resident memory of a process in megabytes; 0 if the system has no /proc.
func resident(pid int) int {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, _ := strings.Cut(string(data), "VmRSS:")
	kilobytes, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	n, _ := strconv.Atoi(kilobytes)
	return n >> 10
}

func most(numbers []int) int {
	n := 0
	for _, x := range numbers {
		n = max(n, x)
	}
	return n
}

// nothingToDo runs a batch of small pictures, and again while all are up to date.
func nothingToDo(ctx context.Context, folder string) error {
	payloads, out := filepath.Join(folder, "many"), filepath.Join(folder, "many-out")
	sample, err := schema.Sample(schema.Posts, schema.SampleOptions{Platform: "x", Minimal: true})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(payloads, 0o755); err != nil {
		return err
	}
	small := bytes.Replace(sample, []byte("resolutionScale: 2x"), []byte("resolutionScale: 1x"), 1)
	for i := range batchUpToDate {
		payload := fmt.Appendf(nil, "# %d\n%s", i, small)
		if err := os.WriteFile(filepath.Join(payloads, fmt.Sprintf("%04d.yaml", i)), payload, 0o644); err != nil {
			return err
		}
	}
	if _, _, err := runBatch(ctx, payloads, out, batchUpToDate); err != nil {
		return err
	}
	var times series
	for range 5 {
		took, _, err := runBatch(ctx, payloads, out, 0)
		if err != nil {
			return err
		}
		times = append(times, took)
	}
	fmt.Printf("%d outputs that are up to date, the whole command: %v   goal <= 1000 ms\n", batchUpToDate, times)
	return nil
}
