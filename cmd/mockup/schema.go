package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mockup/internal/schema"
)

func newSchemaCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [TYPE]",
		Short: "Print the JSON Schema of payloads",
		Long: `schema prints the JSON Schema (draft 2020-12) of all payloads, or of those of one type.

Editors use it to complete and check payloads. Save it in the folder of the payloads,

  mockup schema > mockup.schema.json

and begin a YAML payload with

  # yaml-language-server: $schema=mockup.schema.json

or a JSON payload with

  { "$schema": "mockup.schema.json",

The schema refuses nothing that mockup accepts. A few rules cannot be written in JSON Schema, such as
that ids are unique and refer to something; "mockup validate" checks them as well.`,
		ValidArgsFunction: completeType,
		RunE: func(cmd *cobra.Command, args []string) error {
			var t schema.Type
			switch len(args) {
			case 0:
			case 1:
				t = schema.Type(args[0])
			default:
				return usageError(cmd, "name one type at most")
			}
			if t == "" && len(args) == 1 {
				return usageError(cmd, "the type is empty")
			}
			data, err := schema.JSONSchema(t)
			if err != nil {
				return usageError(cmd, "%v", err)
			}
			if _, err := cmd.OutOrStdout().Write(data); err != nil {
				return fmt.Errorf("write schema: %w", err)
			}
			return nil
		},
	}
}
