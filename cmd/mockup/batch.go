package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"mockup/internal/batch"
	"mockup/internal/render"
	"mockup/internal/render/encode"
)

func newBatchCmd() *cobra.Command {
	var f batchFlags
	cmd := &cobra.Command{
		Use:   "batch DIR|FILE|PATTERN|- ...",
		Short: "Draw many payloads, and only what has changed",
		Long: `batch draws all payloads of a folder into another, whose tree mirrors it. What is up to date is left alone: a picture is
drawn again when its payload, an image file in it, an option, a template, a font, Chromium or mockup has changed, or
when the picture itself has. The folder's ` + batch.RecordFile + ` tells; it can be kept or committed along with the outputs.

All payloads are checked before the first is drawn; the valid ones are drawn even if others are invalid. The exit code
is 3 if one was invalid, 1 if one failed, else 0. A batch that is interrupted goes on where it was when it is run again.

A file batch.yaml in the folder, or --set and --data, multiplies payloads by variants and by rows of data. From the
standard input, payloads are read as JSON, one on a line.`,
		Example: `  mockup batch payloads/ -o pictures/
  mockup batch 'payloads/**/*.yaml' --set darkMode=true,false --set platform=whatsapp,imessage
  mockup batch card.yaml --data people.csv --name '{name}-${city}'
  mockup batch payloads/ --dry-run
  mockup batch payloads/ --server https://mockups.example.com --report report.json`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.force, "force", false, "draw what is up to date, too; renews images that come from the network")
	flags.BoolVar(&f.dryRun, "dry-run", false, "draw nothing: print what would be drawn, and why")
	addRemoteFlags(cmd, &f.remote)
	commandLineOnly(cmd, "force", "dry-run", "server") // a service that is set for submit is not meant
	return cmd
}

// batchFlags are the flags of batch.
type batchFlags struct {
	planFlags
	force, dryRun bool
	remote        remoteFlags
}

// planFlags are the flags of all commands that draw many payloads.
type planFlags struct {
	drawFlags
	output, name, data, report, junit string
	set                               axes
	jobs                              int
	failFast, json                    bool
}

// axes is a flag that varies a value, and may be given several times.
type axes []batch.Axis

func (a *axes) String() string { return "" }
func (a *axes) Type() string   { return "path=value,..." }

func (a *axes) Set(text string) error {
	axis, err := batch.ParseAxis(text)
	*a = append(*a, axis)
	return err
}

// add adds the flags to a command.
func (f *planFlags) add(cmd *cobra.Command) {
	f.drawFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "out", "folder of the outputs")
	flags.Var(&f.set, "set", "vary a value of the payloads, as darkMode=true,false; may be given several times")
	flags.StringVar(&f.data, "data", "", "CSV or JSON file whose rows fill the ${column} of the payloads")
	flags.StringVar(&f.name, "name", "", "template of the outputs' names, as {name}-{platform}-{darkMode}")
	flags.Var(parallel{&f.jobs}, "jobs", "how many browsers draw at once, or with --server requests (default: what processors and memory allow; 4 requests)")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first payload that is invalid or fails")
	flags.StringVar(&f.report, "report", "", "write what happened into this file, as JSON")
	flags.StringVar(&f.junit, "junit", "", "write what happened into this file, as JUnit XML")
	flags.BoolVar(&f.json, "json", false, "print what happened as JSON")
	commandLineOnly(cmd, "set", "data", "name", "report", "junit") // serve has a setting data of its own
}

// options turns the flags into those of a plan.
func (f *planFlags) options(cmd *cobra.Command, args []string) (batch.Options, error) {
	opts := batch.Options{
		Inputs: args, Stdin: cmd.InOrStdin(), Output: f.output, Skip: []string{f.report, f.junit}, Set: f.set, Name: f.name, Data: f.data,
		RendererVersion: f.version, Placeholder: f.missing == "placeholder", Now: f.now,
		FPS: f.frameRate(), Quality: encode.Quality(f.quality),
		Identity: func(ctx context.Context, video bool) (string, error) { return render.Identity(ctx, f.engine, video) },
	}
	info, err := os.Stat(f.output)
	switch {
	case len(args) == 0:
		return opts, usageError(cmd, "name a folder, files or a pattern to draw, or - for payloads as JSON on the standard input")
	case f.output == "-":
		return opts, usageError(cmd, "several files cannot go to the standard output; name a folder with -o")
	case f.output == "" || err == nil && !info.IsDir():
		return opts, usageError(cmd, "-o %s is no folder; name one", f.output)
	}
	return opts, nil
}

// plan makes the plan and tells what is wrong with the payloads.
func (f *planFlags) plan(cmd *cobra.Command, opts batch.Options, log *batchLog) (*batch.Plan, error) {
	plan, err := batch.NewPlan(cmd.Context(), opts)
	var misuse *batch.Misuse
	if errors.As(err, &misuse) {
		return nil, usageError(cmd, "%v", err)
	}
	if err != nil {
		return nil, err
	}
	return plan, log.checked(plan)
}

// stops reports whether a plan with such payloads is not begun.
func (f *planFlags) stops(plan *batch.Plan) bool {
	counts := plan.Count()
	return f.failFast && counts[batch.Invalid]+counts[batch.Failed] > 0
}

func (f *batchFlags) run(cmd *cobra.Command, args []string) error {
	log := newBatchLog(cmd)
	opts, err := f.options(cmd, args)
	if err == nil && f.remote.server != "" {
		err = f.checkRemote(cmd, &opts)
	}
	if err != nil {
		return err
	}
	plan, err := f.plan(cmd, opts, log)
	if err != nil {
		return err
	}
	switch {
	case f.dryRun:
		log.planned = "to draw"
		err = f.preview(cmd, plan)
	case !f.stops(plan):
		err = f.draw(cmd, plan, log)
	}
	return f.finish(cmd, plan, log, err)
}

// checkRemote refuses what a service cannot be told, and names the service in place of the engine.
func (f *batchFlags) checkRemote(cmd *cobra.Command, opts *batch.Options) error {
	for _, name := range []string{"fps", "quality", "now", "missing-assets"} {
		if cmd.Flags().Changed(name) {
			return usageError(cmd, "--%s is for drawing here; a service cannot be told", name)
		}
	}
	opts.Identity = func(context.Context, bool) (string, error) { return "service " + f.remote.server, nil }
	return nil
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
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), printable(line)); err != nil {
			return fmt.Errorf("write result: %w", err)
		}
	}
	return nil
}

// draw draws what is not up to date.
func (f *batchFlags) draw(cmd *cobra.Command, plan *batch.Plan, log *batchLog) (err error) {
	if plan.Count()[batch.Planned] == 0 {
		return nil // nothing is valid
	}
	record, err := batch.OpenRecord(cmd.Context(), f.output, log.waiting)
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
	if f.remote.server != "" {
		client, err := f.remote.client(cmd, log.notice)
		if err != nil {
			return err
		}
		defer client.Close()
		runner.Draw = plan.Service(client)
		if runner.Jobs == 0 {
			runner.Jobs = 4
		}
		return log.run(runner, plan, plural(runner.Jobs, "request")+" at once")
	}
	return f.withEngine(cmd, plan, func(renderer *render.Renderer, browsers int) error {
		// One more is read, written or encoded while the browsers draw.
		runner.Jobs, runner.Draw = browsers+1, plan.Engine(renderer)
		return log.run(runner, plan, plural(browsers, "browser"))
	})
}

// withEngine lends work the engine, whose browsers are on their way.
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
		go func() { _ = renderer.Warm(ctx) }() // what goes wrong shows when it draws
	}
	return work(renderer, browsers)
}

// finish writes the reports, sums up and decides the exit code. err ended the batch before its end; it may be nil.
func (f *planFlags) finish(cmd *cobra.Command, plan *batch.Plan, log *batchLog, err error) error {
	report := plan.Report(log.began)
	if f.report != "" {
		err = errors.Join(err, report.WriteJSON(f.report))
	}
	if f.junit != "" {
		err = errors.Join(err, report.WriteJUnit(f.junit, cmd.CommandPath()))
	}
	if f.json {
		err = errors.Join(err, writeJSON(cmd.OutOrStdout(), "report", report))
	}
	log.summary(plan)
	counts := plan.Count()
	switch {
	case err != nil:
		return err
	case counts[batch.Invalid] > 0:
		return &exitError{code: exitInvalid}
	case counts[batch.Failed]+counts[batch.Different] > 0:
		return &exitError{code: exitFailed}
	}
	return nil
}
