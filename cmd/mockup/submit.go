package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/inputs"
	"mockup/internal/schema"
)

func newSubmitCmd() *cobra.Command {
	f := submitFlags{concurrency: 4}
	cmd := &cobra.Command{
		Use:   "submit FILE|DIR|- ...",
		Short: "Have payloads drawn by a render service",
		Long: `submit checks payloads, sends them to a render service, waits for videos, downloads what was drawn and prints
the paths. Image files that a payload names are sent along.

A folder stands for all .json, .yaml and .yml files in it, and its files are named alike. Several payloads are drawn a
few at a time; the failure of one does not stop the others, and the exit code is the highest of theirs: 3 if a payload
is invalid, 4 if the service refuses or fails. A video that is not finished in 10 minutes may still be: its id is
printed, for mockup status and mockup download.`,
		Example: `  mockup submit chat.yaml --server https://mockups.example.com
  mockup submit payloads/ -o pictures/ --concurrency 8
  mockup submit chat-video.yaml --no-wait`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, "name a file or a folder to submit, or - for the standard input")
			}
			return f.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "file to write, or folder to write into; - is the standard output")
	flags.BoolVar(&f.noWait, "no-wait", false, "do not wait for videos: print the ids of their jobs")
	flags.BoolVar(&f.json, "json", false, "print the jobs as JSON, several as an array")
	flags.Var(parallel{&f.concurrency}, "concurrency", "how many payloads are submitted at once")
	addRemoteFlags(cmd, &f.remote)
	return cmd
}

// submitFlags are the flags of the command.
type submitFlags struct {
	remote       remoteFlags
	output       string
	noWait, json bool
	concurrency  int
}

// parallel is a flag that takes a number of things at once.
type parallel struct{ value *int }

func (p parallel) String() string {
	if p.value == nil {
		return ""
	}
	return strconv.Itoa(*p.value)
}

func (parallel) Type() string { return "number" }

func (p parallel) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 64 {
		return errors.New("allowed are 1 to 64")
	}
	*p.value = n
	return nil
}

func (f *submitFlags) run(cmd *cobra.Command, args []string) error {
	tasks, many, err := findTasks(cmd, args)
	if err != nil {
		return err
	}
	if err := f.checkOutput(cmd, many); err != nil {
		return err
	}
	s := &submission{cmd: cmd, flags: f, tasks: tasks, many: many, bar: newShares(cmd, len(tasks))}
	if s.client, err = f.remote.client(cmd, s.notice); err != nil {
		return err
	}
	defer s.client.Close()
	return s.run(cmd.Context())
}

// checkOutput refuses what -o cannot be for these payloads.
func (f *submitFlags) checkOutput(cmd *cobra.Command, many bool) error {
	if leadsTo(f.output, cmd.OutOrStdout()) {
		f.output = "-" // the path must not follow the picture
	}
	info, err := os.Stat(f.output)
	switch {
	case f.output == "-" && many:
		return usageError(cmd, "several files cannot go to the standard output; name a folder with -o")
	case f.output == "-" && f.json:
		return usageError(cmd, "the file and --json cannot both go to the standard output; name a file with -o")
	case f.output == "-" && isTerminal(cmd.OutOrStdout()):
		return usageError(cmd, "the standard output is a terminal; send the picture to a file or a pipe")
	case many && err == nil && !info.IsDir():
		return usageError(cmd, "-o %s is a file, and several payloads need a folder", f.output)
	}
	return nil
}

// findTasks lists what is to be submitted; many is whether that may be several payloads.
func findTasks(cmd *cobra.Command, args []string) (tasks []*task, many bool, err error) {
	many = len(args) > 1
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.IsDir() {
			tasks = append(tasks, newTask(arg, filepath.Base(arg)))
			continue
		}
		many = true
		files, err := inputs.Files(arg, nil)
		if err != nil {
			return nil, false, err
		}
		for _, file := range files {
			name, err := filepath.Rel(arg, file)
			if err != nil {
				return nil, false, fmt.Errorf("name the file of %s: %w", file, err)
			}
			tasks = append(tasks, newTask(file, name))
		}
	}
	taken := map[string]string{}
	for _, t := range tasks {
		if first, ok := taken[t.stem]; ok {
			return nil, false, usageError(cmd, "%s and %s would both be written as %s; submit one of them by itself, with -o", first, t.name, t.stem)
		}
		taken[t.stem] = t.name
	}
	return tasks, many, nil
}

// submission is one run of the command over any number of payloads.
type submission struct {
	cmd    *cobra.Command
	flags  *submitFlags
	client *client.Client
	tasks  []*task
	many   bool
	bar    *shares
}

// notice tells why something is waited for.
func (s *submission) notice(text string) {
	s.bar.clear()
	warn(s.cmd, "%s", text)
}

// run submits the payloads, a few at a time, and tells of them in their order.
func (s *submission) run(ctx context.Context) error {
	var group errgroup.Group
	group.SetLimit(s.flags.concurrency)
	go func() {
		for i, t := range s.tasks {
			group.Go(func() error {
				defer close(t.done)
				t.err = s.submit(ctx, t, func(fraction float64) { s.bar.set(i, fraction) })
				s.bar.finish(i)
				return nil
			})
		}
	}()
	failed := 0
	for _, t := range s.tasks {
		<-t.done
		s.bar.clear()
		if err := s.tell(ctx, t); err != nil {
			return err
		}
		if t.err != nil {
			failed++
		}
	}
	if err := s.printJSON(); err != nil {
		return err
	}
	return s.finish(ctx, failed)
}

// finish sums the tasks up, if they may be several, and returns the worst of their errors.
func (s *submission) finish(ctx context.Context, failed int) error {
	switch {
	case failed > 0 && ctx.Err() != nil:
		return context.Cause(ctx)
	case !s.many:
		return s.tasks[0].err
	case !isQuiet(s.cmd):
		fmt.Fprintf(s.cmd.ErrOrStderr(), "%s: %d done, %d failed\n", plural(len(s.tasks), "payload"), len(s.tasks)-failed, failed)
	}
	worst := exitDone
	for _, t := range s.tasks {
		worst = max(worst, exitCode(ctx, t.err))
	}
	if worst == exitDone {
		return nil
	}
	return &exitError{code: worst}
}

// tell prints what has become of a payload. The error of the only one is told by who gets it.
func (s *submission) tell(ctx context.Context, t *task) error {
	stderr := s.cmd.ErrOrStderr()
	if err := printDiagnostics(s.cmd, stderr, t.found); err != nil {
		return err
	}
	for _, w := range t.job.Warnings {
		if w.Code == string(schema.CodeIgnored) { // which was found here, too
			continue
		}
		warn(s.cmd, "%s: %s (%s)", t.name, w.Message, w.Code)
	}
	switch {
	case ctx.Err() != nil:
		if t.job.ID != "" && t.job.Status == wire.Rendering && !isQuiet(s.cmd) {
			fmt.Fprintln(stderr, printable(fmt.Sprintf("mockup: %s: the service goes on with it; mockup download %s gets it", t.name, t.job.ID)))
		}
		return nil
	case t.err != nil && s.many:
		fmt.Fprintln(stderr, printable(fmt.Sprintf("mockup: %s: %s", t.name, t.reason())))
		return nil
	case t.err != nil || s.flags.json || s.flags.output == "-" && t.job.Status == wire.Completed:
		return nil
	}
	result := t.path
	if result == "" {
		result = printable(t.job.ID)
	}
	if _, err := fmt.Fprintln(s.cmd.OutOrStdout(), result); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// printJSON prints the records, if they are asked for.
func (s *submission) printJSON() error {
	out := s.cmd.OutOrStdout()
	switch {
	case !s.flags.json:
		return nil
	case !s.many:
		return writeJSON(out, "result", s.tasks[0].record())
	}
	var all []submitted
	for _, t := range s.tasks {
		all = append(all, t.record())
	}
	return writeJSON(out, "results", all)
}

// isFolder reports whether a name is that of a folder, or says that it is meant to be one.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() || errors.Is(err, fs.ErrNotExist) && strings.HasSuffix(filepath.ToSlash(name), "/")
}
