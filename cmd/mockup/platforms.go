package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"mockup/internal/schema"
)

func newPlatformsCmd() *cobra.Command {
	var asJSON, sizes bool
	cmd := &cobra.Command{
		Use:   "platforms",
		Short: "List the types of payloads with their kinds and platforms",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case sizes && asJSON:
				return writeJSON(cmd.OutOrStdout(), "sizes", schema.CanvasSizes())
			case sizes:
				return sizesTable(cmd)
			case asJSON:
				return platformsJSON(cmd)
			}
			return platformsTable(cmd)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	cmd.Flags().BoolVar(&sizes, "sizes", false, "list the named sizes of canvas.size instead")
	commandLineOnly(cmd, "sizes")
	return cmd
}

func platformsJSON(cmd *cobra.Command) error {
	type entry struct {
		Type      schema.Type   `json:"type"`
		Kinds     []schema.Kind `json:"kinds"`
		Platforms []string      `json:"platforms"`
	}
	list := []entry{}
	for _, t := range schema.Types() {
		list = append(list, entry{t, schema.Kinds(t), append([]string{}, schema.Platforms(t)...)})
	}
	return writeJSON(cmd.OutOrStdout(), "platforms", list)
}

func sizesTable(cmd *cobra.Command) error {
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, size := range schema.CanvasSizes() {
		fmt.Fprintf(table, "%s\t%dx%d\t%s\n", size.Name, size.Width, size.Height, size.Use)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("write sizes: %w", err)
	}
	return nil
}

func platformsTable(cmd *cobra.Command) error {
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, t := range schema.Types() {
		kinds := make([]string, 0, 2)
		for _, k := range schema.Kinds(t) {
			kinds = append(kinds, string(k))
		}
		platforms := strings.Join(schema.Platforms(t), " ")
		if platforms == "" {
			platforms = "-"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", t, strings.Join(kinds, " "), platforms)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("write platforms: %w", err)
	}
	return nil
}
