package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// run executes one command line and returns the exit code. All output goes through the three streams.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	root := newRootCmd()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	code := exitCode(ctx, err)
	if message := errorMessage(code, err); message != "" {
		fmt.Fprintln(errOut, "mockup: "+message)
	}
	return code
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
Draw it:                    mockup render chat.yaml`,
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
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError(cmd, "%v", err) })
	root.PersistentFlags().String("config", "", "configuration file (default: "+configFile+" in the working directory, if there)")
	root.PersistentFlags().BoolP("quiet", "q", false, "print results and errors only")
	root.AddCommand(
		newDoctorCmd(),
		newInitCmd(),
		newPlatformsCmd(),
		newRenderCmd(),
		newSchemaCmd(),
		newValidateCmd(),
		newVersionCmd(),
	)
	return root
}

func unknownCommand(root *cobra.Command, name string) error {
	root.SuggestionsMinimumDistance = 2 // letters
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return usageError(root, "there is no command %q; did you mean %q?", name, near[0])
	}
	return usageError(root, "there is no command %q", name)
}
