//go:build bench

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// helperStill runs the whole command while a helper keeps a browser, in turns with a picture by a running browser.
func helperStill(ctx context.Context) error {
	stop, err := startHelper(ctx)
	if err != nil {
		return err
	}
	defer stop()
	job, err := load(example)
	if err != nil {
		return err
	}
	r, err := newRenderer(1)
	if err != nil {
		return err
	}
	defer r.Close()
	out, err := os.MkdirTemp("", "mockup-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	var whole, warm series
	for range 24 {
		if err := whole.measure(func() error { return command(ctx, example, filepath.Join(out, "a.png")) }); err != nil {
			return err
		}
		if err := warm.measure(func() error { _, err := r.Render(ctx, job); return err }); err != nil {
			return err
		}
	}
	whole, warm = whole[3:], warm[3:] // the first ones load fonts
	fmt.Printf("  with helper       %v\n", whole)
	ratio("command with helper / warm still", whole.median(), warm.median(), "<= 1.2")
	return nil
}

// startHelper starts mockup warm and waits until it is ready.
func startHelper(ctx context.Context) (stop func(), err error) {
	cmd := exec.CommandContext(ctx, binary, "warm")
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // which ends its Chromium
	cmd.WaitDelay = 5 * time.Second
	ready, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = cmd.Cancel()
		_ = cmd.Wait()
	}
	if _, err := bufio.NewReader(ready).ReadString('\n'); err != nil {
		stop()
		return nil, fmt.Errorf("start %s: %w", cmd, err)
	}
	return stop, nil
}

// newLooks draws a picture of each platform with a browser that has drawn others, in turns with a bare screenshot of the page and with the
// same picture once more.
func newLooks(ctx context.Context) error {
	jobs, _, err := allExamples()
	if err != nil {
		return err
	}
	r, err := newRenderer(1)
	if err != nil {
		return err
	}
	defer r.Close()
	var first, bare, again series
	seen := map[string]bool{}
	for _, job := range jobs {
		look := fmt.Sprintf("%s %s", job.Payload.MockupType, job.Payload.Platform)
		if seen[look] || job.Payload.InSpace() {
			continue
		}
		seen[look] = true
		draw := func() error { _, err := r.Render(ctx, job); return err }
		if err := first.measure(draw); err != nil {
			return err
		}
		if err := bare.measure(func() error { return r.Recapture(ctx) }); err != nil {
			return err
		}
		if err := again.measure(draw); err != nil {
			return err
		}
	}
	first, bare, again = first[1:], bare[1:], again[1:] // the first one starts the browser
	fmt.Printf("  a new look        %v\n  its screenshot    %v\n  the look again    %v\n", first, bare, again)
	ratio("a new look / bare screenshot", first.median(), bare.median(), "<= 1.3")
	ratio("a new look / the same look again", first.median(), again.median(), "<= 1.2")
	return nil
}
