package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/importing"
)

func newExportCmd() *cobra.Command {
	var script bool
	cmd := &cobra.Command{
		Use:   "export FILE|- --script",
		Short: "Print a conversation as a script",
		Long: `export prints the conversation of a payload as a plain script, which people can read and edit, and which import turns into
a payload again:

  # me: Mia
  # platform: whatsapp
  --- 2026-05-16
  [16:31] Noah: are you still up for Saturday?
  [16:34] Mia: Yes!!

What a script cannot hold is counted and named.`,
		Example: `  mockup export chat.yaml --script > chat.txt
  mockup export chat.yaml --script | mockup import - -o again.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, "name one payload, or - for the standard input")
			}
			if !script {
				return usageError(cmd, "say what to export as; allowed: --script")
			}
			payload, _, err := readPayload(cmd, args[0], "", "")
			if err != nil {
				return err
			}
			text, leftOut, err := importing.Script(payload)
			if err != nil {
				return fmt.Errorf("export %s: %w", args[0], err)
			}
			if len(leftOut) > 0 {
				consoleOf(cmd).Line("left out: %s", strings.Join(leftOut, ", "))
			}
			if _, err := cmd.OutOrStdout().Write(text); err != nil {
				return fmt.Errorf("write script: %w", err)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&script, "script", false, "print a plain script")
	commandLineOnly(cmd, "script")
	return cmd
}
