package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"mockup/internal/version"
)

func newManCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write manual pages into a folder",
		Long: `man writes a manual page of each command into a folder, which is made if needed. Existing pages there
are replaced. To read them:

  mockup man ~/.local/share/man/man1
  man mockup-render`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return usageError(cmd, "name one folder for the manual pages")
			}
			return writeManual(cmd.Root(), args[0])
		},
	}
}

// writeManual writes the pages. Their date is that of SOURCE_DATE_EPOCH, which reproducible builds set, or today.
func writeManual(root *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("make folder for manual pages: %w", err)
	}
	root.DisableAutoGenTag = true
	header := &doc.GenManHeader{Title: "MOCKUP", Section: "1", Source: "mockup " + version.String(), Manual: "mockup"}
	if err := doc.GenManTree(root, header, folder); err != nil {
		return fmt.Errorf("write manual pages: %w", err)
	}
	return nil
}
