package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mockup/internal/inputs"
	"mockup/internal/render"
)

func newCanonicalCmd() *cobra.Command {
	var missing, scale string
	cmd := &cobra.Command{
		Use:   "canonical FILE|-",
		Short: "Print the text whose hash is in the metadata of what is drawn",
		Long: `canonical prints the one text that stands for all payloads that mean the same, however they are written: a line of JSON
in which the fields are sorted, the defaults are filled in, and each image that is shown is the hash of its content.

The metadata of every picture and video has the SHA-256 of this text as Payload-SHA256. So you can find out whether a file was
drawn from a payload.`,
		Example: `  mockup canonical chat.yaml | sha256sum
  exiftool chat.png                 # shows Payload-SHA256; ffprobe does so for videos`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, "name one payload, or - for the standard input")
			}
			payload, _, err := readPayload(cmd, args[0], "", scale)
			if err != nil {
				return err
			}
			text, err := render.Canonical(cmd.Context(), render.Job{Payload: payload, Dir: inputs.Folder(args[0]), Placeholder: missing == "placeholder"})
			if err != nil {
				return err
			}
			if _, err := cmd.OutOrStdout().Write(text); err != nil {
				return fmt.Errorf("write canonical payload: %w", err)
			}
			return nil
		},
	}
	addMissingAssets(cmd, &missing)
	addScale(cmd, &scale)
	return cmd
}
