//go:build bench

package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"mockup/internal/batch"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

const (
	example = "examples/chats/whatsapp.yaml"
	binary  = "bin/mockup"
)

// stills measures pictures: one with a running browser against a bare screenshot, a whole command against the start of
// Chromium, and with a helper against a running browser, redraws, looks that are new, and many by one process against a process for
// each.
func stills(ctx context.Context) error {
	sockets, err := os.MkdirTemp("", "mockup-bench-*") // no helper that runs already takes part
	if err != nil {
		return err
	}
	defer os.RemoveAll(sockets)
	if err := os.Setenv("XDG_RUNTIME_DIR", sockets); err != nil {
		return err
	}
	fmt.Println("stills, whatsapp example at 2x (804x1748)")
	warm, err := warmStill(ctx)
	if err != nil {
		return err
	}
	if err := coldStill(ctx, warm); err != nil {
		return err
	}
	if err := helperStill(ctx); err != nil {
		return err
	}
	if err := newLooks(ctx); err != nil {
		return err
	}
	if err := keystrokes(ctx); err != nil {
		return err
	}
	if err := rows(ctx); err != nil {
		return err
	}
	return manyStills(ctx)
}

// keystrokes redraws the example after each letter of its last message, as the studio does, in turns with a bare screenshot.
func keystrokes(ctx context.Context) error {
	job, err := load(example)
	if err != nil {
		return err
	}
	job.Still.Redraw = true
	messages := job.Payload.Props.(*schema.ChatProps).Messages
	text := &messages[len(messages)-1].Text
	r, err := newRenderer(1)
	if err != nil {
		return err
	}
	defer r.Close()
	other, err := newRenderer(1) // the browser that is measured draws redraws alone, as that of the studio does
	if err != nil {
		return err
	}
	defer other.Close()
	if _, err := other.Render(ctx, job); err != nil {
		return err
	}
	var redraw, bare series
	for i := range 33 {
		*text = "See you there"[:1+i%13]
		before := time.Now()
		if _, err := r.Render(ctx, job); err != nil {
			return err
		}
		whole := time.Since(before)
		before = time.Now()
		if err := other.Recapture(ctx); err != nil {
			return err
		}
		if i >= 3 { // the first ones load fonts
			redraw, bare = append(redraw, whole), append(bare, time.Since(before))
		}
	}
	fmt.Printf("  a keystroke's redraw %v\n  bare screenshot      %v\n", redraw, bare)
	ratio("a keystroke's redraw / bare screenshot", redraw.median(), bare.median(), "<= 0.6")
	return nil
}

// rows renders the example with other words in one of its messages over and over, as mockup batch does with rows of data, with one
// browser to one more than there are processors.
func rows(ctx context.Context) error {
	var jobs []render.Job
	for i := range manyRows {
		job, err := load(example)
		if err != nil {
			return err
		}
		messages := job.Payload.Props.(*schema.ChatProps).Messages
		messages[len(messages)-1].Text = fmt.Sprintf("Pick me up at 7, gate %d", i)
		job.Still.Redraw = true
		jobs = append(jobs, job)
	}
	for browsers := 1; browsers <= runtime.GOMAXPROCS(0)+1; browsers++ {
		rate, err := rowRate(ctx, jobs, browsers)
		if err != nil {
			return err
		}
		goal := ""
		if browsers == batch.DefaultJobs() {
			goal = ", as mockup batch does   goal >= 40"
		}
		fmt.Printf("%d rows of one payload, %d at once: %.1f/s%s\n", manyRows, browsers, rate, goal)
	}
	return nil
}

const manyRows = 100

// rowRate returns how many rows some browsers draw a second.
func rowRate(ctx context.Context, jobs []render.Job, browsers int) (float64, error) {
	r, err := newRenderer(browsers)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if err := renderAll(ctx, r, jobs, 4*browsers, browsers); err != nil { // starts the browsers and loads fonts
		return 0, err
	}
	began := time.Now()
	err = renderAll(ctx, r, jobs, len(jobs), browsers)
	return float64(len(jobs)) / time.Since(began).Seconds(), err
}

// newRenderer returns an engine with some browsers.
func newRenderer(browsers int) (*render.Renderer, error) {
	return render.New(render.Options{Workers: browsers, NoSandbox: browser.NeedsNoSandbox()})
}

// load reads an example.
func load(path string) (render.Job, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return render.Job{}, err
	}
	p, found := schema.Decode(data, schema.Options{Filename: path, AllowPaths: true})
	if p == nil {
		return render.Job{}, found.Err()
	}
	return render.Job{Payload: p, Dir: filepath.Dir(path)}, nil
}

// warmStill renders with a running browser, in turns with a bare screenshot of the page.
func warmStill(ctx context.Context) (time.Duration, error) {
	job, err := load(example)
	if err != nil {
		return 0, err
	}
	r, err := newRenderer(1)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	var warm, bare series
	for i := range 33 {
		before := time.Now()
		if _, err := r.Render(ctx, job); err != nil {
			return 0, err
		}
		whole := time.Since(before)
		before = time.Now()
		if err := r.Recapture(ctx); err != nil {
			return 0, err
		}
		if i >= 3 { // the first ones load fonts
			warm, bare = append(warm, whole), append(bare, time.Since(before))
		}
	}
	fmt.Printf("  warm still        %v\n  bare screenshot   %v\n", warm, bare)
	ratio("warm still / bare screenshot", warm.median(), bare.median(), "<= 2.0")
	return warm.median(), nil
}

// coldStill runs the whole command, in turns with the start of a Chromium that shows an empty page.
func coldStill(ctx context.Context, warm time.Duration) error {
	out, err := os.MkdirTemp("", "mockup-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	var cold, start series
	for range 11 {
		if err := cold.measure(func() error { return command(ctx, example, filepath.Join(out, "a.png")) }); err != nil {
			return err
		}
		r, err := newRenderer(1)
		if err != nil {
			return err
		}
		err = start.measure(func() error { return r.Warm(ctx) })
		r.Close()
		if err != nil {
			return err
		}
	}
	fmt.Printf("  cold command      %v\n  Chromium start    %v\n", cold, start)
	ratio("cold command / (Chromium start + warm still)", cold.median(), start.median()+warm, "<= 1.4")
	return nil
}

// command renders a payload with the built binary.
func command(ctx context.Context, payload, output string) error {
	cmd := exec.CommandContext(ctx, binary, "render", "--quiet", payload, "-o", output)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // which ends its Chromium
	cmd.WaitDelay = 5 * time.Second
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", cmd, err, text)
	}
	return nil
}

// manyStills renders 200 pictures of all examples with as many browsers as mockup batch takes, and some of them with a process for each.
func manyStills(ctx context.Context) error {
	jobs, paths, err := allExamples()
	if err != nil {
		return err
	}
	browsers := batch.DefaultJobs()
	r, err := newRenderer(browsers)
	if err != nil {
		return err
	}
	defer r.Close()
	const total, alone = 200, 20
	began := time.Now()
	if err := renderAll(ctx, r, jobs, total, browsers+1); err != nil { // one more is encoded meanwhile, as in a batch
		return err
	}
	together := time.Since(began)
	out, err := os.MkdirTemp("", "mockup-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	began = time.Now()
	for i := range alone {
		if err := command(ctx, paths[i*len(paths)/alone%len(paths)], filepath.Join(out, "a.png")); err != nil {
			return err
		}
	}
	each := time.Since(began) / alone
	fmt.Printf("%d stills over %d examples, %d browsers: %.1f/s, goal >= 14; a process for each: %.1f/s\n",
		total, len(jobs), browsers, total/together.Seconds(), 1/each.Seconds())
	ratio("rate with these browsers / rate of a process for each", each*total, together, ">= 5")
	return nil
}

// renderAll renders the jobs over and over until total pictures are done, some at once.
func renderAll(ctx context.Context, r *render.Renderer, jobs []render.Job, total, atOnce int) error {
	next := make(chan render.Job)
	failed := make(chan error, 1)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for job := range next {
				if _, err := r.Render(ctx, job); err != nil {
					select {
					case failed <- err:
					default:
					}
				}
			}
		})
	}
	for i := range total {
		next <- jobs[i%len(jobs)]
	}
	close(next)
	workers.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// allExamples reads every example that is a picture.
func allExamples() (jobs []render.Job, paths []string, err error) {
	err = filepath.WalkDir("examples", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".yaml") {
			return err
		}
		job, err := load(path)
		if err != nil {
			return err
		}
		if job.Payload.RenderKind == schema.Image {
			jobs, paths = append(jobs, job), append(paths, path)
		}
		return nil
	})
	return jobs, paths, err
}
