package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/batch"
	"mockup/internal/render"
)

func newVerifyCmd() *cobra.Command {
	f := verifyFlags{tolerance: 0.0005}
	cmd := &cobra.Command{
		Use:   "verify DIR|FILE|PATTERN|- ...",
		Short: "Compare outputs with what their payloads give now",
		Long: `verify draws what batch would draw, with the same flags, and compares it with the outputs that are there: golden pictures
that tell you when a change of a payload, of a shared image or of mockup itself changes how something looks.

Pictures are compared as an eye does: a pixel differs if its colour visibly does and none around it has the other's.
Videos are compared by a frame of every second. Of what differs, what is drawn now and a picture of the differences, in
red, go to the folder of --diff. The outputs stay as they are. The exit code is 1 if something differs or is missing.`,
		Example: `  mockup batch payloads/ -o golden/     # then look at them, and commit them
  mockup verify payloads/ -o golden/
  mockup verify payloads/ -o golden/ --tolerance 1% --diff differences/`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.Var(share{&f.tolerance}, "tolerance", "share of the pixels that may differ visibly")
	flags.StringVar(&f.diff, "diff", "mockup-diff", "folder for pictures of what differs")
	commandLineOnly(cmd, "diff")
	return cmd
}

// verifyFlags are the flags of the command.
type verifyFlags struct {
	planFlags
	tolerance float64
	diff      string
}

// share is a flag that takes a part of a whole, in percent.
type share struct{ value *float64 }

func (s share) String() string {
	if s.value == nil {
		return ""
	}
	return strconv.FormatFloat(100**s.value, 'g', -1, 64) + "%"
}

func (share) Type() string { return "percent" }

func (s share) Set(text string) error {
	number, ok := strings.CutSuffix(strings.TrimSpace(text), "%")
	percent, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !ok || err != nil || !(percent >= 0 && percent <= 100) {
		return errors.New("write it from 0% to 100%, like 0.05%")
	}
	*s.value = percent / 100
	return nil
}

func (f *verifyFlags) run(cmd *cobra.Command, args []string) error {
	log := newBatchLog(cmd)
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
			// One more is compared while the browsers draw.
			return log.run(&batch.Runner{Draw: draw, Jobs: browsers + 1, FailFast: f.failFast}, plan, plural(browsers, "browser"))
		})
	}
	return f.finish(cmd, plan, log, err)
}
