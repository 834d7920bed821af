package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mockup/internal/console"
	"mockup/internal/wording"
)

// run executes one command line and returns the exit code. It reads and writes only the three streams.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	root := newRootCmd()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := execute(ctx, root, graceOf(root, args))
	code := exitCode(ctx, err)
	if message := errorMessage(code, err); message != "" {
		fmt.Fprintln(errOut, "mockup: "+console.Printable(message))
	}
	return code
}

// A command that is stopped may clean up for stopGrace. A command that first finishes what it has begun, within drainTime,
// has drainGrace for both.
const (
	stopGrace  = 3 * time.Second
	drainGrace = drainTime + 15*time.Second
)

// drains is the annotation of a command that gets drainGrace.
const drains = "drains"

// graceOf returns how long the command of a command line may run on after a signal to stop.
func graceOf(root *cobra.Command, args []string) time.Duration {
	if cmd, _, err := root.Find(args); err == nil && cmd.Annotations[drains] != "" {
		return drainGrace
	}
	return stopGrace
}

// execute runs the command. Once ctx has ended, it waits for the command no longer than grace.
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

// newRootCmd returns the root command with all others. A new command is one file with a newXCmd, and one line here.
func newRootCmd() *cobra.Command {
	root := &cobra.Command{
		Use:   "mockup",
		Short: "Pictures and videos of app screens from JSON or YAML",
		Long: `mockup draws pictures and videos of app screens (chats, posts, stories, notifications,
emails and more) from a description in JSON or YAML.

Start with a payload:       mockup init chats --platform whatsapp -o chat.yaml
Check it:                   mockup validate chat.yaml
Draw it:                    mockup render chat.yaml
Draw a folder of payloads:  mockup batch payloads/`,
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
	root.CompletionOptions.DisableNoDescFlag = true // config would list it as a setting
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().String("config", "", "configuration file (default: "+configFile+" in the working directory, if it exists); it takes precedence over your own")
	root.PersistentFlags().BoolP("quiet", "q", false, "print results and errors only")
	root.AddCommand(withSettings(
		newBatchCmd(),
		newCanonicalCmd(),
		newDoctorCmd(),
		newDownloadCmd(),
		newExportCmd(),
		newImportCmd(),
		newInitCmd(),
		newMCPCmd(),
		newPlatformsCmd(),
		newRenderCmd(),
		newServeCmd(),
		newStatusCmd(),
		newStudioCmd(),
		newSubmitCmd(),
		newUsageCmd(),
		newWorkerCmd(),
		newValidateCmd(),
		newVerifyCmd(),
		newWarmCmd(),
	)...)
	root.AddCommand(newConfigCmd(), newKeysCmd(), newManCmd(), newSchemaCmd(), newVersionCmd(), newWebhooksCmd())
	completeValues(root)
	return root
}

// flagError words an error of the flag library.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && strings.Contains(unknown.GetSpecifiedShortnames(), "."):
		return usageError(cmd, "%v; if that is a file, name it ./-%s", err, unknown.GetSpecifiedShortnames())
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, "--"+flag.Name) })
		return usageError(cmd, "%v%s", err, wording.DidYouMean("--"+unknown.GetSpecifiedName(), names))
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
