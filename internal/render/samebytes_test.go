package render_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// Every example gives the same bytes, whatever was drawn before it, beside it and in which browser: with one browser
// and with two, in an order of chance. In the long tests each draws everything twice; otherwise each draws a sample of the
// examples once.
func TestSameBytesOfExamples(t *testing.T) {
	t.Parallel()
	jobs := map[string]render.Job{}
	for _, path := range longtest.Sample(t, 40, examples(t), filepath.Dir) {
		if job := example(t, path); job.Payload.RenderKind == schema.Image {
			jobs[path] = job
		}
	}
	// Some at another size, and all of them in the long tests: fonts are kept by the size at which they are drawn.
	for _, path := range examples(t) {
		if !longtest.On() && !slices.Contains([]string{"chats/whatsapp.yaml", "comments/tiktok.yaml", "posts/x.yaml"}, path) {
			continue
		}
		if job := example(t, path); job.Payload.RenderKind == schema.Image {
			job.Payload.ResolutionScale = "2x"
			jobs[path+" at 2x"] = job
		}
	}
	sums, rounds := map[string][]string{}, 1
	if longtest.On() {
		rounds = 2
	}
	for _, workers := range []int{1, 2} {
		r, err := render.New(render.Options{Workers: workers, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for range rounds {
			for path, sum := range drawShuffled(t, r, jobs, workers) {
				sums[path] = append(sums[path], sum)
			}
		}
	}
	for path, sums := range sums {
		if len(slices.Compact(slices.Sorted(slices.Values(sums)))) > 1 {
			t.Errorf("%s gave different bytes: %q", path, sums)
		}
	}
}

// drawShuffled draws all jobs in an order of chance, as many at once as there are workers, and returns their sums.
func drawShuffled(t *testing.T, r *render.Renderer, jobs map[string]render.Job, workers int) map[string]string {
	t.Helper()
	order := make(chan string, len(jobs))
	paths := slices.Sorted(func(yield func(string) bool) {
		for path := range jobs {
			if !yield(path) {
				return
			}
		}
	})
	for _, i := range rand.Perm(len(paths)) {
		order <- paths[i]
	}
	close(order)
	var mu sync.Mutex
	var group sync.WaitGroup
	sums := map[string]string{}
	for range workers {
		group.Go(func() {
			for path := range order {
				result, err := r.Render(context.Background(), jobs[path])
				if err != nil {
					t.Errorf("%s: %v", path, err)
					continue
				}
				mu.Lock()
				sums[path] = result.SHA256
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return sums
}

// A video in which all that has a rhythm of its own is seen and heard gives the same bytes in every browser: keys, typos, sounds.
func TestSameBytesOfKeyboard(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	var sums []string
	for range 2 {
		job := example(t, "chats/imessage-keyboard-video.yaml")
		job.Payload.Video.Sounds, job.Payload.Video.Typos, job.Payload.ResolutionScale = true, 3, "1x"
		job.Video.Quality, job.Output = "draft", filepath.Join(t.TempDir(), "video.mp4")
		r, err := render.New(render.Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		result, err := r.Render(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, result.SHA256)
	}
	if sums[0] != sums[1] || sums[0] == "" {
		t.Errorf("the sums are %q, want the same", sums)
	}
}
