// Package batchlog shows people how a batch goes: on a terminal with one progress bar, elsewhere with a line for each
// output, and on GitHub Actions with groups and annotations.
package batchlog

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"mockup/internal/batch"
	"mockup/internal/console"
	"mockup/internal/schema"
)

// Log shows one batch. Its methods are called one at a time, as a batch.Runner calls them.
type Log struct {
	Planned string // what the summary calls outputs that are not drawn

	console console.Console
	github  bool // annotations are wanted in place of messages
	began   time.Time

	bar         *progressbar.ProgressBar // nil: nobody looks at the console
	drawnWith   string                   // for the summary, such as "2 browsers"
	todo, done  int
	failed      int
	upToDate    int
	drawingTime time.Duration
}

// New returns the log of a batch that begins now.
func New(c console.Console) *Log {
	return &Log{Planned: "left", console: c, github: os.Getenv("GITHUB_ACTIONS") == "true", began: time.Now()}
}

// Began is when the batch began.
func (l *Log) Began() time.Time { return l.began }

// Ran reports whether Run was called.
func (l *Log) Ran() bool { return l.drawnWith != "" }

// Checked shows what is wrong with the payloads of a plan. What is wrong with all variants of a payload is shown once.
func (l *Log) Checked(plan *batch.Plan) error {
	l.group("Check %s", console.Plural(plan.Payloads(), "payload"))
	defer l.endGroup()
	items, times := map[string]int{}, map[string]int{}
	for _, item := range plan.Items {
		items[item.File]++
		for _, d := range item.Found {
			times[d.String()]++
		}
	}
	for _, item := range plan.Items {
		if item.Err != nil {
			l.failure(item, item.Err.Error())
		}
		for _, d := range item.Found {
			text := d.String()
			n := times[text]
			if n == 0 {
				continue // shown with another variant
			}
			times[text] = 0
			if item.Label != "" && n < items[item.File] {
				d.Message += " [" + item.Label + "]"
			}
			if err := l.diagnostic(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// diagnostic shows a violation or a warning.
func (l *Log) diagnostic(d schema.Diagnostic) error {
	if !l.github {
		return l.console.Diagnostics(schema.Diagnostics{d})
	}
	_, text, _ := strings.Cut(d.String(), fmt.Sprintf(":%d:%d: ", d.Line, d.Col)) // the annotation has the place
	l.annotate(string(d.Severity), d.File, fmt.Sprintf(",line=%d,col=%d", d.Line, d.Col), text)
	return nil
}

// failure shows why an item failed, with its name unless the reason has it.
func (l *Log) failure(item *batch.Item, reason string) {
	if item.Label != "" || !strings.Contains(reason, " "+item.File+": ") {
		reason = item.Name + ": " + reason
	}
	if l.github {
		l.annotate("error", item.File, "", reason)
		return
	}
	l.console.Error("%s", reason)
}

// Waiting shows that another batch holds the record of the output folder.
func (l *Log) Waiting() {
	l.console.Line("mockup: another batch writes into this folder; waiting for its end")
}

// Notice shows why a service is waited for.
func (l *Log) Notice(text string) {
	l.clear()
	l.console.Warn("%s", text)
}

// Run runs a batch and shows its progress. drawnWith names what draws in the summary, such as "2 browsers".
func (l *Log) Run(ctx context.Context, runner *batch.Runner, plan *batch.Plan, drawnWith string) error {
	counts := plan.Count()
	l.todo, l.upToDate, l.drawnWith = counts[batch.Planned], counts[batch.UpToDate], drawnWith
	l.group("Draw %d of %s", l.todo, console.Plural(len(plan.Items), "output"))
	defer l.endGroup()
	runner.Started, runner.Progress, runner.Finished = l.started, l.progress, l.finished
	if l.console.Watched() {
		l.bar = l.newBar()
	}
	began := time.Now()
	err := runner.Run(ctx, plan)
	l.drawingTime = time.Since(began)
	l.clear()
	return err
}

func (l *Log) newBar() *progressbar.ProgressBar {
	return progressbar.NewOptions(l.todo,
		progressbar.OptionSetWriter(l.console.W),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("outputs"),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetWidth(20),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionShowDescriptionAtLineEnd(),
	)
}

// clear takes the bar off the terminal. It comes back with the next change.
func (l *Log) clear() {
	if l.bar != nil {
		_ = l.bar.Clear()
	}
}

func (l *Log) started(item *batch.Item) { l.describe(item.Output) }

func (l *Log) progress(item *batch.Item, done, total int) {
	if total > 0 {
		l.describe(fmt.Sprintf("%s %d%%", item.Output, 100*done/total))
	}
}

// describe shows on the bar what is being drawn.
func (l *Log) describe(current string) {
	if l.bar == nil {
		return
	}
	const most = 40
	if letters := []rune(current); len(letters) > most {
		current = "…" + string(letters[len(letters)-most:])
	}
	text := ""
	if l.upToDate > 0 {
		text += fmt.Sprintf("%d up to date, ", l.upToDate)
	}
	if l.failed > 0 {
		text += fmt.Sprintf("%d failed, ", l.failed)
	}
	l.bar.Describe(console.Printable(text + current))
}

// finished shows what has become of an item.
func (l *Log) finished(item *batch.Item) {
	l.done++
	if item.State.Wrong() {
		l.failed++
		l.clear()
		reason := item.Reason
		if item.Err != nil {
			reason = item.Err.Error()
		}
		l.failure(item, reason)
		for _, d := range item.Found {
			_ = l.diagnostic(d) // a console that cannot be written does not end the batch
		}
	}
	if len(item.Drawn.Warnings) > 0 {
		l.clear()
	}
	for _, w := range item.Drawn.Warnings {
		if text := fmt.Sprintf("%s: %s (%s)", item.Name, w.Message, w.Code); l.github {
			l.annotate("warning", item.File, "", text)
		} else {
			l.console.Warn("%s", text)
		}
	}
	switch {
	case l.bar != nil:
		_ = l.bar.Set(l.done)
	case item.State == batch.Rendered:
		l.console.Line("%s (%s)", l.count(item), item.Reason)
	case item.State == batch.Same:
		l.console.Line("%s", l.count(item))
	}
}

// count returns the line of a finished item: its number, its output and how long it took.
func (l *Log) count(item *batch.Item) string {
	return fmt.Sprintf("[%*d/%d] %s  %.2f s", len(fmt.Sprint(l.todo)), l.done, l.todo, item.Output, item.Took.Seconds())
}

// Summary shows how many outputs have which state, how fast they were drawn, and which took longest. stopped means
// that the batch was interrupted.
func (l *Log) Summary(plan *batch.Plan, stopped bool) {
	counts := plan.Count()
	var parts []string
	for _, c := range []struct {
		state batch.State
		text  string
	}{
		{batch.Rendered, "drawn"}, {batch.Same, "the same"}, {batch.Different, "different"}, {batch.Missing, "missing"}, {batch.UpToDate, "up to date"},
		{batch.Failed, "failed"}, {batch.Invalid, "invalid"}, {batch.Planned, l.Planned},
	} {
		if n := counts[c.state]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, c.text))
		}
	}
	text := fmt.Sprintf("%s of %s: %s; %.1f s", console.Plural(len(plan.Items), "output"), console.Plural(plan.Payloads(), "payload"),
		strings.Join(parts, ", "), time.Since(l.began).Seconds())
	if l.done > 0 {
		text += fmt.Sprintf(", %.1f a second with %s", float64(l.done)/l.drawingTime.Seconds(), l.drawnWith)
	}
	l.console.Line("%s", text)
	l.slowest(plan)
	if left := counts[batch.Planned]; left > 0 && stopped {
		l.console.Line("mockup: %s left; run the same command again to draw the rest", console.Plural(left, "output"))
	}
}

// slowest lists the items that took longest, if several were drawn.
func (l *Log) slowest(plan *batch.Plan) {
	const most = 5
	var items []*batch.Item
	for _, item := range plan.Items {
		if item.Took > 0 {
			items = append(items, item)
		}
	}
	if len(items) < 2 {
		return
	}
	slices.SortStableFunc(items, func(a, b *batch.Item) int { return cmp.Compare(b.Took, a.Took) })
	l.console.Line("slowest:")
	for _, item := range items[:min(len(items), most)] {
		l.console.Line("  %7.2f s  %-9s %s", item.Took.Seconds(), item.State, item.Output)
	}
}
