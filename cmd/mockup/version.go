package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"mockup/internal/version"
)

func newVersionCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintln(cmd.OutOrStdout(), versionText())
			return nil
		},
	}
}

// versionText returns the program's version, and what it was built with and for.
func versionText() string {
	return fmt.Sprintf("mockup %s (%s %s/%s)", version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
