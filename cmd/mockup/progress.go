package main

import (
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
