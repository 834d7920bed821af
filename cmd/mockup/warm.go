package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/console"
	"mockup/internal/render"
	"mockup/internal/warm"
)

func newWarmCmd() *cobra.Command {
	f := warmFlags{idle: 10 * time.Minute}
	cmd := &cobra.Command{
		Use:   "warm",
		Short: "Keep a browser running, so that mockup render is faster",
		Long: `warm starts Chromium and keeps it for mockup render, which then takes half the time. It prints a path once it is ready, and runs until
Ctrl-C, mockup warm --stop, or until no picture was drawn for the time of --idle.

mockup render uses it without being asked, if it belongs to the same user and the same build, and has the same --chromium,
--no-sandbox and --emoji-font. Files and messages are the same as without. While it draws, another mockup render starts a
Chromium of its own.`,
		Example: `  mockup warm &
  mockup render chat.yaml
  mockup warm --stop`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case !warm.Supported:
				return errors.New("a helper cannot be used on Windows; mockup render works without")
			case f.stop && f.status:
				return usageError(cmd, "--stop and --status cannot be used together")
			case f.stop:
				return f.end(cmd)
			case f.status:
				return f.list(cmd)
			}
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.Var(durationFlag{&f.idle}, "idle", "end when no picture was drawn for this time")
	flags.BoolVar(&f.stop, "stop", false, "end the running helpers")
	flags.BoolVar(&f.status, "status", false, "print the running helpers; the exit code is 1 if there is none")
	commandLineOnly(cmd, "stop", "status")
	addEngineFlags(cmd, &f.engine)
	return cmd
}

// warmFlags are the flags of the command.
type warmFlags struct {
	idle         time.Duration
	stop, status bool
	engine       render.Options
}

// run is the helper.
func (f *warmFlags) run(cmd *cobra.Command) error {
	collector.Stop()
	collectFirstAt(pictureHeap, helperGrowth)
	renderer, err := newRenderer(f.engine)
	if err != nil {
		return err
	}
	err = warm.Serve(cmd.Context(), renderer, f.idle, func(socket string) {
		fmt.Fprintln(cmd.OutOrStdout(), socket)
		if console.IsTerminal(cmd.ErrOrStderr()) {
			consoleOf(cmd).Line("mockup render uses this helper now; press Ctrl-C to end it")
		}
	})
	switch {
	case errors.Is(err, warm.ErrIdle):
		consoleOf(cmd).Line("mockup: no picture was drawn for %v; the helper has ended", f.idle)
		return nil
	case errors.Is(err, warm.ErrStopped):
		return nil
	case cmd.Context().Err() != nil:
		return &exitError{code: exitInterrupted}
	}
	return err
}

// end ends the helpers that run.
func (f *warmFlags) end(cmd *cobra.Command) error {
	ended, err := warm.Stop()
	if err == nil && ended == 0 {
		consoleOf(cmd).Line("mockup: no helper was running")
	}
	return err
}

// list prints the helpers that run.
func (f *warmFlags) list(cmd *cobra.Command) error {
	running, err := warm.Running()
	if err != nil {
		return err
	}
	if len(running) == 0 {
		return errors.New("no helper is running; mockup warm starts one")
	}
	for _, s := range running {
		fmt.Fprintln(cmd.OutOrStdout(), s)
	}
	return nil
}
