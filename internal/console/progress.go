package console

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// FrameBar shows how many frames of a video are encoded. The nil FrameBar shows nothing.
type FrameBar struct{ bar *progressbar.ProgressBar }

// NewFrameBar returns a progress bar, or nil where nobody looks at the console.
func (c Console) NewFrameBar() *FrameBar {
	if !c.Watched() {
		return nil
	}
	return &FrameBar{progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(c.W),
		progressbar.OptionSetDescription("frames"),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
	)}
}

// Set shows that done of total frames are encoded.
func (b *FrameBar) Set(done, total int) {
	if b == nil {
		return
	}
	if b.bar.GetMax() != total {
		b.bar.ChangeMax(total)
	}
	_ = b.bar.Set(done) // a console that cannot be written does not end the video
}

// Clear takes the bar off the terminal.
func (b *FrameBar) Clear() {
	if b != nil {
		_ = b.bar.Clear()
	}
}

// JobsBar shows how far several jobs of a service are together. The nil JobsBar shows nothing.
type JobsBar struct {
	bar *progressbar.ProgressBar

	mu       sync.Mutex
	part     []float64 // what is done of each job, from 0 to 1
	reported bool      // a job has reported how far it is
}

// NewJobsBar returns a progress bar for a number of jobs, or nil where nobody looks at the console.
func (c Console) NewJobsBar(jobs int) *JobsBar {
	if !c.Watched() {
		return nil
	}
	return &JobsBar{part: make([]float64, jobs), bar: progressbar.NewOptions(100*jobs,
		progressbar.OptionSetWriter(c.W),
		progressbar.OptionSetDescription("rendering"),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetWidth(30),
		progressbar.OptionUseANSICodes(true),
	)}
}

// Set shows which part of a job is done, from 0 to 1.
func (b *JobsBar) Set(job int, part float64) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reported, b.part[job] = true, part
	b.draw()
}

// Finish shows that a job has ended. The bar does not appear for pictures alone, which take only a moment.
func (b *JobsBar) Finish(job int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.part[job] = 1; b.reported {
		b.draw()
	}
}

func (b *JobsBar) draw() {
	sum := 0.0
	for _, part := range b.part {
		sum += part
	}
	_ = b.bar.Set(int(100 * sum)) // a console that cannot be written does not end the job
}

// Clear takes the bar off the terminal. It comes back with the next change.
func (b *JobsBar) Clear() {
	if b != nil {
		_ = b.bar.Clear()
	}
}
