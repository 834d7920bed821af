package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mockup/internal/schema"
)

// run executes one command line and returns the exit code. All output goes through the three streams.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	root := newRootCmd()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := execute(ctx, root, graceOf(root, args))
	code := exitCode(ctx, err)
	if message := errorMessage(code, err); message != "" {
		fmt.Fprintln(errOut, "mockup: "+printable(message))
	}
	return code
}

// stopGrace is how long a command that was told to stop may still tidy up, and drainGrace one that is to finish what it
// has begun, which it does within drainTime.
const (
	stopGrace  = time.Second
	drainTime  = 30 * time.Second
	drainGrace = drainTime + 15*time.Second
)

// drains marks a command that gets drainGrace.
const drains = "drains"

// graceOf is the time that the command of a command line gets.
func graceOf(root *cobra.Command, args []string) time.Duration {
	if cmd, _, err := root.Find(args); err == nil && cmd.Annotations[drains] != "" {
		return drainGrace
	}
	return stopGrace
}

// execute runs the command, and after ctx has ended no longer than its grace, whatever it is stuck in.
func execute(ctx context.Context, root *cobra.Command, grace time.Duration) error {
	result := &resultWriter{Writer: root.OutOrStdout()}
	root.SetOut(result)
	done := make(chan error, 1)
	go func() { done <- result.check(root.ExecuteContext(ctx)) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return context.Cause(ctx)
	}
}

// newRootCmd returns the whole command line. A new command is one file with a newXCmd, and one line here.
func newRootCmd() *cobra.Command {
	root := &cobra.Command{
		Use:   "mockup",
		Short: "Pictures and videos of app screens from JSON or YAML",
		Long: `mockup draws pictures and videos of app screens (chats, posts, stories, notifications,
emails and more) from a description in JSON or YAML.

Start with a payload:       mockup init chats --platform whatsapp -o chat.yaml
Check it:                   mockup validate chat.yaml
Draw it:                    mockup render chat.yaml
Draw what has changed:      mockup batch payloads/`,
		Version:       versionText(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().String("config", "", "configuration file (default: "+configFile+" in the working directory, if there; your own settings stay below it)")
	root.PersistentFlags().BoolP("quiet", "q", false, "print results and errors only")
	root.AddCommand(withSettings(
		newBatchCmd(),
		newDoctorCmd(),
		newDownloadCmd(),
		newInitCmd(),
		newPlatformsCmd(),
		newRenderCmd(),
		newServeCmd(),
		newStatusCmd(),
		newSubmitCmd(),
		newUsageCmd(),
		newWorkerCmd(),
		newValidateCmd(),
		newVerifyCmd(),
	)...)
	root.AddCommand(newConfigCmd(), newKeysCmd(), newSchemaCmd(), newVersionCmd())
	return root
}

// flagError words an error of the flag library.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, "--"+flag.Name) })
		return usageError(cmd, "%v%s", err, schema.DidYouMean("--"+unknown.GetSpecifiedName(), names))
	case errors.As(err, &invalid):
		return usageError(cmd, "--%s: found %q; %v", invalid.GetFlag().Name, invalid.GetValue(), wordError(invalid.GetFlag(), invalid.Unwrap()))
	}
	return usageError(cmd, "%v", err)
}

func unknownCommand(root *cobra.Command, name string) error {
	root.SuggestionsMinimumDistance = 2 // letters
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return usageError(root, "there is no command %q; did you mean %q?", name, near[0])
	}
	return usageError(root, "there is no command %q", name)
}
