package main

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"mockup/internal/render"
)

// progress shows on a terminal how far a video is. The nil progress shows nothing.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress lets the job tell a progress bar about its frames, where somebody looks on.
func newProgress(cmd *cobra.Command, job *render.Job) *progress {
	if isQuiet(cmd) || !isTerminal(cmd.ErrOrStderr()) || job.Format() == "png" {
		return nil
	}
	p := &progress{progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(cmd.ErrOrStderr()),
		progressbar.OptionSetDescription("frames"),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
	)}
	job.Progress = func(done, total int) {
		if p.bar.GetMax() != total {
			p.bar.ChangeMax(total)
		}
		_ = p.bar.Set(done) // an output that fails is no reason to end the video
	}
	return p
}

// clear takes the bar off the terminal.
func (p *progress) clear() {
	if p != nil {
		_ = p.bar.Clear()
	}
}

// shares shows on a terminal how far several jobs of a service are together. The nil shares show nothing.
type shares struct {
	bar  *progressbar.ProgressBar
	mu   sync.Mutex
	part []float64 // of each job, from 0 to 1
	any  bool      // a job has told how far it is
}

// newShares returns a progress bar for a number of jobs, where somebody looks on.
func newShares(cmd *cobra.Command, jobs int) *shares {
	if isQuiet(cmd) || !isTerminal(cmd.ErrOrStderr()) {
		return nil
	}
	return &shares{part: make([]float64, jobs), bar: progressbar.NewOptions(100*jobs,
		progressbar.OptionSetWriter(cmd.ErrOrStderr()),
		progressbar.OptionSetDescription("rendering"),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetWidth(30),
		progressbar.OptionUseANSICodes(true),
	)}
}

// set says how far a job is.
func (s *shares) set(job int, part float64) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.any, s.part[job] = true, part
	s.draw()
}

// finish says that a job has come to its end. Pictures alone, which take a moment, make no bar appear.
func (s *shares) finish(job int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.part[job] = 1; s.any {
		s.draw()
	}
}

func (s *shares) draw() {
	sum := 0.0
	for _, part := range s.part {
		sum += part
	}
	_ = s.bar.Set(int(100 * sum)) // an output that fails is no reason to end the job
}

// clear takes the bar off the terminal; it comes back with the next change.
func (s *shares) clear() {
	if s != nil {
		_ = s.bar.Clear()
	}
}
