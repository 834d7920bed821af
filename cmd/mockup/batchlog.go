package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"mockup/internal/batch"
	"mockup/internal/schema"
)

// batchLog tells people, on the standard error, how a batch goes: on a terminal with one bar, elsewhere with a line for
// each output, and for GitHub Actions with groups and annotations. The calls of a Runner come one at a time.
type batchLog struct {
	cmd     *cobra.Command
	w       io.Writer
	actions bool
	began   time.Time

	planned string // what the summary calls items that are not drawn

	bar         *progressbar.ProgressBar // nil: no terminal
	skipped     int                      // up to date
	with        string
	todo, done  int
	failed      int
	drawingTime time.Duration
}

func newBatchLog(cmd *cobra.Command) *batchLog {
	return &batchLog{cmd: cmd, w: cmd.ErrOrStderr(), began: time.Now(), planned: "left", actions: os.Getenv("GITHUB_ACTIONS") == "true"}
}

// line prints a remark, unless only errors are wanted.
func (l *batchLog) line(format string, args ...any) {
	if !isQuiet(l.cmd) {
		fmt.Fprintln(l.w, printable(fmt.Sprintf(format, args...)))
	}
}

// checked tells what is wrong with the payloads of a plan.
func (l *batchLog) checked(plan *batch.Plan) error {
	l.group("Check %s", plural(plan.Payloads(), "payload"))
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
				continue // told with another variant
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

// diagnostic tells a violation or a warning.
func (l *batchLog) diagnostic(d schema.Diagnostic) error {
	if !l.actions {
		return printDiagnostics(l.cmd, l.w, schema.Diagnostics{d})
	}
	_, text, _ := strings.Cut(d.String(), fmt.Sprintf(":%d:%d: ", d.Line, d.Col)) // the place is shown anyway
	l.annotate(string(d.Severity), d.File, fmt.Sprintf(",line=%d,col=%d", d.Line, d.Col), text)
	return nil
}

// failure tells why an item failed.
func (l *batchLog) failure(item *batch.Item, reason string) {
	if l.actions {
		l.annotate("error", item.File, "", item.Name+": "+reason)
		return
	}
	fmt.Fprintln(l.w, printable("mockup: "+item.Name+": "+reason))
}

// annotate is GitHub's way to mark a place, see "Workflow commands for GitHub Actions" in its documentation.
func (l *batchLog) annotate(kind, file, place, text string) {
	if kind == "warning" && isQuiet(l.cmd) {
		return
	}
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	fmt.Fprintf(l.w, "::%s file=%s%s::%s\n", kind, property.Replace(inWorkspace(file)), place, data.Replace(printable(text)))
}

// inWorkspace returns a file's path as GitHub wants it: from the top of the checkout.
func inWorkspace(file string) string {
	top := os.Getenv("GITHUB_WORKSPACE")
	full, err := filepath.Abs(file)
	if top == "" || err != nil {
		return file
	}
	rel, err := filepath.Rel(top, full)
	if err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return filepath.ToSlash(rel)
}

func (l *batchLog) group(format string, args ...any) {
	if l.actions && !isQuiet(l.cmd) {
		fmt.Fprintln(l.w, "::group::"+printable(fmt.Sprintf(format, args...)))
	}
}

func (l *batchLog) endGroup() {
	if l.actions && !isQuiet(l.cmd) {
		fmt.Fprintln(l.w, "::endgroup::")
	}
}

// waiting tells that another batch has the folder.
func (l *batchLog) waiting() {
	l.line("mockup: another batch writes into this folder; waiting for its end")
}

// notice tells why a service is waited for.
func (l *batchLog) notice(text string) {
	l.clear()
	warn(l.cmd, "%s", text)
}

// run runs a batch and tells how it goes. with is what draws, for the summary.
func (l *batchLog) run(runner *batch.Runner, plan *batch.Plan, with string) error {
	counts := plan.Count()
	l.todo, l.skipped, l.with = counts[batch.Planned], counts[batch.UpToDate], with
	l.group("Draw %d of %s", l.todo, plural(len(plan.Items), "output"))
	defer l.endGroup()
	runner.Started, runner.Progress, runner.Finished = l.started, l.progress, l.finished
	if isTerminal(l.w) && !isQuiet(l.cmd) {
		l.bar = progressbar.NewOptions(l.todo,
			progressbar.OptionSetWriter(l.w),
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
	began := time.Now()
	err := runner.Run(l.cmd.Context(), plan)
	l.drawingTime = time.Since(began)
	l.clear()
	return err
}

// clear takes the bar off the terminal; it comes back with the next change.
func (l *batchLog) clear() {
	if l.bar != nil {
		_ = l.bar.Clear()
	}
}

func (l *batchLog) started(item *batch.Item) { l.describe(item.Output) }

func (l *batchLog) progress(item *batch.Item, done, total int) {
	if total > 0 {
		l.describe(fmt.Sprintf("%s %d%%", item.Output, 100*done/total))
	}
}

// describe shows on the bar what goes on.
func (l *batchLog) describe(current string) {
	if l.bar == nil {
		return
	}
	const most = 40
	if letters := []rune(current); len(letters) > most {
		current = "…" + string(letters[len(letters)-most:])
	}
	text := ""
	if l.skipped > 0 {
		text += fmt.Sprintf("%d up to date, ", l.skipped)
	}
	if l.failed > 0 {
		text += fmt.Sprintf("%d failed, ", l.failed)
	}
	l.bar.Describe(printable(text + current))
}

func (l *batchLog) finished(item *batch.Item) {
	l.done++
	if item.State == batch.Failed || item.State == batch.Different {
		l.failed++
		l.clear()
		reason := item.Reason
		if item.Err != nil {
			reason = item.Err.Error()
		}
		l.failure(item, reason)
		for _, d := range item.Found {
			_ = l.diagnostic(d) // the standard error is of no use any more
		}
	}
	if len(item.Drawn.Warnings) > 0 {
		l.clear()
	}
	for _, w := range item.Drawn.Warnings {
		if text := fmt.Sprintf("%s: %s (%s)", item.Name, w.Message, w.Code); l.actions {
			l.annotate("warning", item.File, "", text)
		} else {
			warn(l.cmd, "%s", text)
		}
	}
	switch {
	case l.bar != nil:
		_ = l.bar.Set(l.done)
	case item.State == batch.Rendered:
		l.line("[%*d/%d] %s  %.2f s (%s)", len(fmt.Sprint(l.todo)), l.done, l.todo, item.Output, item.Took.Seconds(), item.Reason)
	case item.State == batch.Same:
		l.line("[%*d/%d] %s  %.2f s", len(fmt.Sprint(l.todo)), l.done, l.todo, item.Output, item.Took.Seconds())
	}
}

// summary sums a batch up: how many of what, how fast, and what took longest.
func (l *batchLog) summary(plan *batch.Plan) {
	counts := plan.Count()
	var parts []string
	for _, c := range []struct {
		state batch.State
		text  string
	}{
		{batch.Rendered, "drawn"}, {batch.Same, "the same"}, {batch.Different, "different"}, {batch.UpToDate, "up to date"},
		{batch.Failed, "failed"}, {batch.Invalid, "invalid"}, {batch.Planned, l.planned},
	} {
		if n := counts[c.state]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, c.text))
		}
	}
	text := fmt.Sprintf("%s of %s: %s; %.1f s", plural(len(plan.Items), "output"), plural(plan.Payloads(), "payload"),
		strings.Join(parts, ", "), time.Since(l.began).Seconds())
	if l.done > 0 {
		text += fmt.Sprintf(", %.1f a second with %s", float64(l.done)/l.drawingTime.Seconds(), l.with)
	}
	l.line("%s", text)
	l.slowest(plan)
	if left := counts[batch.Planned]; left > 0 && l.cmd.Context().Err() != nil {
		l.line("mockup: %s left; the same command goes on with them", plural(left, "output"))
	}
}

// slowest lists the items that took longest, where there are several.
func (l *batchLog) slowest(plan *batch.Plan) {
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
	l.line("slowest:")
	for _, item := range items[:min(len(items), most)] {
		l.line("  %7.2f s  %-9s %s", item.Took.Seconds(), item.State, item.Output)
	}
}
