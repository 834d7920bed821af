package main

import (
	"cmp"
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"mockup/internal/api/wire"
	"mockup/internal/console"
	"mockup/internal/render/format"
	"mockup/internal/submit"
)

func newSubmitCmd() *cobra.Command {
	f := submitFlags{concurrency: 4}
	cmd := &cobra.Command{
		Use:   "submit FILE|DIR|- ...",
		Short: "Send payloads to a render service and download the results",
		Long: `submit checks payloads, sends them to a render service, waits for videos, downloads the files and prints their paths.
Image files that a payload names are sent with it.

A folder stands for all .json, .yaml and .yml files in it, and each output is named after its payload. A few payloads are
drawn at a time. If one fails, the others go on, and the exit code is the highest of theirs: 3 if a payload is invalid, 4
if the service refuses or fails. If a video takes longer than 10 minutes, submit prints its id: the service may still
finish it, and mockup status and mockup download work with the id.`,
		Example: `  mockup submit chat.yaml --server https://mockups.example.com
  mockup submit payloads/ -o pictures/ --concurrency 8
  mockup submit chat.yaml -o chat.webp
  mockup submit chat-video.yaml --no-wait`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, "name a file or a folder to submit, or - for the standard input")
			}
			return f.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "file to write, folder to write into, or - for the standard output")
	flags.Var(choiceFlag{&f.format, format.Names()}, "format", "format of the files (default: as the extension of -o; else png, mp4, or webm with a transparent background)")
	f.encoding.add(cmd)
	flags.BoolVar(&f.noWait, "no-wait", false, "do not wait for videos; print the ids of their jobs")
	flags.BoolVar(&f.json, "json", false, "print the job as JSON, or an array of several jobs")
	flags.Var(intFlag{&f.concurrency, 1, maxParallel}, "concurrency", "how many payloads are submitted at once")
	addRemoteFlags(cmd, &f.remote)
	return cmd
}

// submitFlags are the flags of the command.
type submitFlags struct {
	remote       remoteFlags
	output       string
	encoding     encodingFlags
	format       string // name; empty: as the output or the payload asks
	noWait, json bool
	concurrency  int
}

func (f *submitFlags) run(cmd *cobra.Command, args []string) error {
	s, err := submit.Find(args)
	if err != nil {
		return namingHelp(cmd, err)
	}
	if err := f.checkOutput(cmd, s.Many); err != nil {
		return err
	}
	bar := consoleOf(cmd).NewJobsBar(len(s.Tasks))
	notice := func(text string) {
		bar.Clear()
		consoleOf(cmd).Warn("%s", text)
	}
	client, err := f.remote.client(cmd, notice)
	if err != nil {
		return err
	}
	defer client.Close()
	err = s.Run(cmd.Context(), submit.Options{
		Client: client, Stdin: cmd.InOrStdin(), Output: f.output, Format: f.format, Encoding: f.encoding.encoding(), NoWait: f.noWait, Concurrency: f.concurrency,
		Notice: notice, Progress: bar.Set, Finished: bar.Finish,
	}, func(t *submit.Task) error {
		bar.Clear()
		return f.print(cmd, s, t)
	})
	if err == nil {
		err = f.printJSON(cmd, s)
	}
	if err != nil {
		return err
	}
	return f.finish(cmd, s)
}

// checkOutput refuses what -o cannot be for these payloads.
func (f *submitFlags) checkOutput(cmd *cobra.Command, many bool) error {
	if console.LeadsTo(f.output, cmd.OutOrStdout()) {
		f.output = "-" // the path must not follow the picture
	}
	info, err := os.Stat(f.output)
	switch {
	case f.output == "-" && many:
		return usageError(cmd, "several files cannot go to the standard output; name a folder with -o")
	case f.output == "-" && f.json:
		return usageError(cmd, "the file and --json cannot both go to the standard output; name a file with -o")
	case many && err == nil && !info.IsDir():
		return usageError(cmd, "-o %s is a file, and several payloads need a folder", f.output)
	}
	return checkStdout(cmd, f.output)
}

// print prints the result of a payload. If there is only one payload, its error is printed when the command ends.
func (f *submitFlags) print(cmd *cobra.Command, s *submit.Submission, t *submit.Task) error {
	con, stopped := consoleOf(cmd), cmd.Context().Err() != nil
	if err := con.Diagnostics(t.Found); err != nil {
		return err
	}
	for _, w := range submit.NewWarnings(t.Job, t.Found) {
		con.Warn("%s: %s (%s)", t.Name, w.Message, w.Code)
	}
	switch {
	case stopped:
		if t.Job.ID != "" && t.Job.Status == wire.Rendering {
			con.Line("mockup: %s: the service goes on rendering it; later, run: mockup download %s", t.Name, t.Job.ID)
		}
		return nil
	case t.Err != nil && s.Many:
		con.Error("%s: %v", t.Name, namingHelp(cmd, t.Err))
		return nil
	case t.Err != nil || f.json:
		return nil
	case t.Job.Status != wire.Completed:
		return printFile(cmd, console.Printable(t.Job.ID), nil)
	}
	return printFile(cmd, t.Path, t.Data)
}

// submitted is a task as --json prints it.
type submitted struct {
	File string `json:"file"`
	Path string `json:"path,omitempty"`
	wire.Job
}

func newSubmitted(cmd *cobra.Command, t *submit.Task) submitted {
	job := t.Job
	if t.Err != nil {
		job.Status, job.Error = cmp.Or(job.Status, wire.Failed), namingHelp(cmd, t.Err).Error()
	}
	return submitted{t.Name, t.Path, job}
}

// printJSON prints the records, if --json is given.
func (f *submitFlags) printJSON(cmd *cobra.Command, s *submit.Submission) error {
	out := cmd.OutOrStdout()
	switch {
	case !f.json:
		return nil
	case !s.Many:
		return writeJSON(out, "result", newSubmitted(cmd, s.Tasks[0]))
	}
	var all []submitted
	for _, t := range s.Tasks {
		all = append(all, newSubmitted(cmd, t))
	}
	return writeJSON(out, "results", all)
}

// finish sums the tasks up, if there may be several, and returns the error with the highest exit code.
func (f *submitFlags) finish(cmd *cobra.Command, s *submit.Submission) error {
	ctx, failed, worst := cmd.Context(), 0, exitDone
	for _, t := range s.Tasks {
		if t.Err != nil {
			failed++
		}
		worst = max(worst, exitCode(ctx, t.Err))
	}
	switch {
	case failed > 0 && ctx.Err() != nil:
		return context.Cause(ctx)
	case !s.Many && errors.Is(s.Tasks[0].Err, submit.ErrInvalid):
		return &exitError{code: exitInvalid}
	case !s.Many:
		return namingHelp(cmd, s.Tasks[0].Err)
	}
	consoleOf(cmd).Line("%s: %d done, %d failed", console.Plural(len(s.Tasks), "payload"), len(s.Tasks)-failed, failed)
	if worst == exitDone {
		return nil
	}
	return &exitError{code: worst}
}
