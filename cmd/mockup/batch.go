package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"mockup/internal/api/client"
	"mockup/internal/batch"
	"mockup/internal/batchlog"
	"mockup/internal/console"
	"mockup/internal/render"
	"mockup/internal/render/cues"
	"mockup/internal/render/encode"
)

func newBatchCmd() *cobra.Command {
	var f batchFlags
	cmd := &cobra.Command{
		Use:   "batch DIR|FILE|PATTERN|- ...",
		Short: "Draw many payloads, and only what has changed",
		Long: `batch draws all payloads of a folder into an output folder with the same tree. Outputs that are up to date stay as they
are. An output is drawn again when its payload, a file in it, an option, a template, a font, Chromium or mockup
has changed, or when the output itself was changed. The file ` + batch.RecordFile + ` in the output folder records what each
output was made of. You can keep it or commit it with the outputs.

All payloads are checked before the first is drawn. The valid ones are drawn even if others are invalid. The exit code
is 3 if one was invalid, 1 if one failed, else 0. After an interruption, the same command draws the rest.

A file batch.yaml in the folder, or --set and --data, multiplies payloads by variants and by rows of data. From the
standard input, payloads are read as JSON, one on each line.`,
		Example: `  mockup batch payloads/ -o pictures/
  mockup batch 'payloads/**/*.yaml' --set darkMode=true,false --set platform=whatsapp,imessage
  mockup batch card.yaml --data people.csv --name '{name}-${city}'
  mockup batch payloads/ --dry-run
  mockup batch stories/ --cues srt
  mockup batch chat-video.yaml --set format=gif,mp4
  mockup batch payloads/ --server https://mockups.example.com --report report.json`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.force, "force", false, "also draw what is up to date; loads images from the network again")
	flags.BoolVar(&f.dryRun, "dry-run", false, "draw nothing; print what would be drawn, and why")
	flags.Var(choiceFlag{&f.cues, cues.Formats()}, "cues", "also write what happens in each video and when into a file beside it: json, or its texts as subtitles, srt or vtt")
	flags.BoolVar(&f.stems, "stems", false, "also write the tracks of the sound of each video as WAV files, into a folder beside it: NAME-sound")
	addRemoteFlags(cmd, &f.remote)
	commandLineOnly(cmd, "force", "dry-run", "cues", "stems", "server") // the setting server is meant for submit
	return cmd
}

// batchFlags are the flags of batch.
type batchFlags struct {
	planFlags
	force, dryRun bool
	cues          string // format; empty: none
	stems         bool
	remote        remoteFlags
	client        *client.Client // of the service; nil: the engine draws
}

// planFlags are the flags of all commands that draw many payloads.
type planFlags struct {
	drawFlags
	output, name, data, report, junit string
	set                               axesFlag
	jobs                              int
	failFast, json                    bool
}

// add adds the flags to a command.
func (f *planFlags) add(cmd *cobra.Command) {
	f.drawFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "out", "folder of the outputs")
	flags.Var(&f.set, "set", "draw with each of several values of a field, such as darkMode=true,false; may be given several times")
	flags.StringVar(&f.data, "data", "", "CSV or JSON file whose rows fill the ${column} of the payloads")
	flags.StringVar(&f.name, "name", "", "template of the outputs' names, such as {name}-{platform}-{darkMode}")
	flags.Var(intFlag{&f.jobs, 1, maxParallel}, "jobs", "how many browsers draw at once, or requests with --server (default: one more than processors, if memory allows, or 4 requests)")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first payload that is invalid or fails")
	flags.StringVar(&f.report, "report", "", "write the results into this file as JSON")
	flags.StringVar(&f.junit, "junit", "", "write the results into this file as JUnit XML")
	flags.BoolVar(&f.json, "json", false, "print the results as JSON")
	commandLineOnly(cmd, "set", "data", "name", "report", "junit") // the setting data belongs to serve
}

// options turns the flags into the options of a plan.
func (f *planFlags) options(cmd *cobra.Command, args []string) (batch.Options, error) {
	opts := batch.Options{
		Inputs: args, Stdin: cmd.InOrStdin(), Output: f.output, Skip: []string{f.report, f.junit}, Set: f.set, Name: f.name, Data: f.data,
		RendererVersion: f.version, Placeholder: f.missing == "placeholder", Now: f.now,
		Format: f.format, FPS: f.frameRate(), Quality: encode.Quality(f.quality), Matte: f.matte,
		Identity: func(ctx context.Context, video bool) (string, error) { return render.Identity(ctx, f.engine, video) },
	}
	info, err := os.Stat(f.output)
	switch {
	case len(args) == 0:
		return opts, usageError(cmd, "name a folder, files or a pattern to draw, or - for payloads as JSON on the standard input")
	case f.output == "-":
		return opts, usageError(cmd, "several files cannot go to the standard output; name a folder with -o")
	case f.output == "" || err == nil && !info.IsDir():
		return opts, usageError(cmd, "-o %s is not a folder; name one", f.output)
	}
	return opts, nil
}

// plan makes the plan and shows what is wrong with the payloads.
func (f *planFlags) plan(cmd *cobra.Command, opts batch.Options, log *batchlog.Log) (*batch.Plan, error) {
	plan, err := batch.NewPlan(cmd.Context(), opts)
	if err != nil {
		return nil, namingHelp(cmd, err)
	}
	return plan, log.Checked(plan)
}

// stops reports whether --fail-fast ends the batch before anything is drawn.
func (f *planFlags) stops(plan *batch.Plan) bool {
	counts := plan.Count()
	return f.failFast && counts[batch.Invalid]+counts[batch.Failed] > 0
}

func (f *batchFlags) run(cmd *cobra.Command, args []string) error {
	log := batchlog.New(consoleOf(cmd))
	opts, err := f.options(cmd, args)
	opts.Cues, opts.Stems = cues.Format(f.cues), f.stems
	if err == nil && f.remote.server != "" {
		err = f.connect(cmd, &opts, log)
	}
	if err != nil {
		return err
	}
	if f.client != nil {
		defer f.client.Close()
	}
	plan, err := f.plan(cmd, opts, log)
	if err != nil {
		return err
	}
	switch {
	case f.dryRun:
		log.Planned = "to draw"
		err = f.preview(cmd, plan)
	case !f.stops(plan):
		err = f.draw(cmd, plan, log)
	}
	return f.finish(cmd, plan, log, err)
}

// connect refuses flags that a service does not take, names the service in place of the engine, and makes its client,
// unless nothing is drawn.
func (f *batchFlags) connect(cmd *cobra.Command, opts *batch.Options, log *batchlog.Log) (err error) {
	for _, name := range []string{"now", "missing-assets", "cues", "stems"} {
		if cmd.Flags().Changed(name) {
			return usageError(cmd, "--%s is for drawing here; a service does not take it", name)
		}
	}
	opts.Remote = true
	opts.Identity = func(context.Context, bool) (string, error) { return "service " + f.remote.server, nil }
	if !f.dryRun {
		f.client, err = f.remote.client(cmd, log.Notice)
	}
	return err
}

// preview prints what a batch would do.
func (f *batchFlags) preview(cmd *cobra.Command, plan *batch.Plan) error {
	record, err := batch.ReadRecord(f.output)
	if err != nil {
		return err
	}
	if err := plan.Compare(cmd.Context(), record, f.force); err != nil {
		return err
	}
	for _, item := range plan.Items {
		line := ""
		switch {
		case f.json:
			continue
		case item.State == batch.Planned:
			line = fmt.Sprintf("draw        %s (%s)", item.Output, item.Reason)
		case item.State == batch.UpToDate:
			line = "up to date  " + item.Output
		default:
			line = fmt.Sprintf("%-11s %s", item.State, item.Name)
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), console.Printable(line)); err != nil {
			return fmt.Errorf("write result: %w", err)
		}
	}
	return nil
}

// draw draws what is not up to date.
func (f *batchFlags) draw(cmd *cobra.Command, plan *batch.Plan, log *batchlog.Log) (err error) {
	if plan.Count()[batch.Planned] == 0 {
		return nil // no payload is valid
	}
	record, err := batch.OpenRecord(cmd.Context(), f.output, log.Waiting)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, record.Close()) }()
	if err := plan.Compare(cmd.Context(), record, f.force); err != nil {
		return err
	}
	if plan.Count()[batch.Planned] == 0 {
		return nil
	}
	runner := &batch.Runner{Jobs: f.jobs, FailFast: f.failFast, Record: record}
	if f.client != nil {
		runner.Draw = plan.Service(f.client)
		if runner.Jobs == 0 {
			runner.Jobs = 4
		}
		return log.Run(cmd.Context(), runner, plan, console.Plural(runner.Jobs, "request")+" at once")
	}
	return f.withEngine(cmd, plan, func(renderer *render.Renderer, browsers int) error {
		// One more item is read, written or encoded while the browsers draw.
		runner.Jobs, runner.Draw = browsers+1, plan.Engine(renderer)
		return log.Run(cmd.Context(), runner, plan, console.Plural(browsers, "browser"))
	})
}

// withEngine calls work with an engine whose browsers are starting.
func (f *planFlags) withEngine(cmd *cobra.Command, plan *batch.Plan, work func(r *render.Renderer, browsers int) error) error {
	browsers := f.jobs
	if browsers == 0 {
		browsers = batch.DefaultJobs()
	}
	browsers = min(browsers, plan.Count()[batch.Planned])
	f.engine.Workers = browsers
	renderer, err := newRenderer(f.engine)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer renderer.Kill()
	defer cancel()
	for range browsers {
		go func() { _ = renderer.Warm(ctx) }() // an error appears again when it draws
	}
	return work(renderer, browsers)
}

// finish writes the reports, prints the summary and decides the exit code. err is what ended the batch early, or nil.
func (f *planFlags) finish(cmd *cobra.Command, plan *batch.Plan, log *batchlog.Log, err error) error {
	report := plan.Report(log.Began())
	if f.report != "" {
		err = errors.Join(err, report.WriteJSON(f.report))
	}
	if f.junit != "" {
		err = errors.Join(err, report.WriteJUnit(f.junit, cmd.CommandPath()))
	}
	if f.json {
		err = errors.Join(err, writeJSON(cmd.OutOrStdout(), "report", report))
	}
	if stopped := cmd.Context().Err() != nil; err == nil || stopped || log.Ran() {
		log.Summary(plan, stopped)
	}
	counts := plan.Count()
	switch {
	case err != nil:
		return err
	case counts[batch.Invalid] > 0:
		return &exitError{code: exitInvalid}
	case counts[batch.Failed]+counts[batch.Different]+counts[batch.Missing] > 0:
		return &exitError{code: exitFailed}
	}
	return nil
}
