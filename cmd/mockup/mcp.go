package main

import (
	"github.com/spf13/cobra"

	"mockup/internal/mcpserver"
	"mockup/internal/render"
)

func newMCPCmd() *cobra.Command {
	var root string
	var engine render.Options
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Let an agent draw mockups, over the Model Context Protocol",
		Long: `mcp is a server of the Model Context Protocol. Hosts such as desktop assistants and editors start it, and speak with it over
the standard input and output. Their agents can then list platforms, write and check payloads, and draw them.

Payloads and images are read, and outputs are written, below the folder of --root only. docs/agents.md has the configuration for
the usual hosts.`,
		Example: `  mockup mcp --root ~/Pictures/mockups`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			engine.Notice = consoleOf(cmd).Notice
			renderer, err := newRenderer(engine)
			if err != nil {
				return err
			}
			defer renderer.Kill()
			server, err := mcpserver.New(mcpserver.Options{Root: root, Renderer: renderer, FFmpeg: engine.FFmpeg})
			if err != nil {
				return err
			}
			defer server.Close()
			return server.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&root, "root", ".", "folder of payloads, images and outputs; nothing outside of it is read or written")
	addEngineFlags(cmd, &engine)
	return cmd
}
