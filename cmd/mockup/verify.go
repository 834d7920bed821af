package main

import (
	"github.com/spf13/cobra"

	"mockup/internal/batch"
	"mockup/internal/batchlog"
	"mockup/internal/console"
	"mockup/internal/render"
)

func newVerifyCmd() *cobra.Command {
	f := verifyFlags{tolerance: 0.0005}
	cmd := &cobra.Command{
		Use:   "verify DIR|FILE|PATTERN|- ...",
		Short: "Compare outputs with how their payloads look now",
		Long: `verify draws what batch would draw, with the same flags, and compares the result with the outputs that exist. Use such
outputs as golden pictures: they show when a change to a payload, to a shared image or to mockup changes how something
looks.

A pixel differs if its colour visibly differs and no neighbouring pixel has the other colour. Videos are compared by one
frame of every second. If an output differs, the folder of --diff gets the new picture or video and a picture of the
differences in red. The outputs themselves do not change. The exit code is 1 if an output differs or is missing.

The metadata of an output names the payload that it was drawn from: Payload-SHA256 is the SHA-256 of what "mockup canonical"
prints of it.`,
		Example: `  mockup batch payloads/ -o golden/     # then look at them, and commit them
  mockup verify payloads/ -o golden/
  mockup verify payloads/ -o golden/ --tolerance 1% --diff differences/`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.Var(percentFlag{&f.tolerance}, "tolerance", "share of the pixels that may differ visibly")
	flags.StringVar(&f.diff, "diff", "mockup-diff", "folder for pictures of the differences")
	commandLineOnly(cmd, "diff")
	return cmd
}

// verifyFlags are the flags of the command.
type verifyFlags struct {
	planFlags
	tolerance float64
	diff      string
}

func (f *verifyFlags) run(cmd *cobra.Command, args []string) error {
	log := batchlog.New(consoleOf(cmd))
	opts, err := f.options(cmd, args)
	if err != nil {
		return err
	}
	opts.Skip = append(opts.Skip, f.diff)
	plan, err := f.plan(cmd, opts, log)
	if err != nil {
		return err
	}
	if plan.Count()[batch.Planned] > 0 && !f.stops(plan) {
		err = f.withEngine(cmd, plan, func(renderer *render.Renderer, browsers int) error {
			draw := plan.Verify(renderer, batch.VerifyOptions{Tolerance: f.tolerance, Diff: f.diff, FFmpeg: f.engine.FFmpeg})
			// One more item is compared while the browsers draw.
			return log.Run(cmd.Context(), &batch.Runner{Draw: draw, Jobs: browsers + 1, FailFast: f.failFast}, plan, console.Plural(browsers, "browser"))
		})
	}
	return f.finish(cmd, plan, log, err)
}
