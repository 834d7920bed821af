package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mockup/internal/files"
	"mockup/internal/render/format"
	"mockup/internal/schema"
)

func newInitCmd() *cobra.Command {
	var opts schema.SampleOptions
	var output string
	cmd := &cobra.Command{
		Use:   "init TYPE",
		Short: "Print a payload to start from",
		Long: `init prints a valid payload in YAML that can be drawn without changes, or writes it into a file, in JSON if the name ends in .json.
"mockup platforms" lists the types and their platforms.`,
		Example: `  mockup init chats --platform whatsapp -o chat.yaml
  mockup init chats --platform whatsapp --full
  mockup init chats --video -o story.yaml
  mockup init posts -o post.json
  mockup init dashboard-chart --minimal`,
		ValidArgsFunction: completeType,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, "name one type; \"mockup platforms\" lists them")
			}
			data, err := schema.Sample(schema.Type(args[0]), opts)
			if err != nil {
				return usageError(cmd, "%v", err)
			}
			if err := checkPayloadName(cmd, output); err != nil {
				return err
			}
			if schema.IsJSON(output) {
				if data, err = schema.FromYAML(data); err != nil {
					return fmt.Errorf("write payload: %w", err)
				}
			}
			if output == "" || output == "-" {
				if _, err := cmd.OutOrStdout().Write(data); err != nil {
					return fmt.Errorf("write payload: %w", err)
				}
				return nil
			}
			if err := createFile(output, data); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), output)
			return nil
		},
	}
	cmd.Flags().StringVarP(&opts.Platform, "platform", "p", "", "app to imitate (default: the first platform of the type)")
	complete(cmd, "platform", completePlatform(schema.Types()...))
	cmd.Flags().BoolVar(&opts.Minimal, "minimal", false, "print required fields only")
	cmd.Flags().BoolVar(&opts.Full, "full", false, "print all that the app has: every kind of message, marks, stickers and the like")
	cmd.Flags().BoolVar(&opts.Video, "video", false, "print a video with sounds, not a picture")
	cmd.Flags().StringVarP(&output, "output", "o", "", "new file to write, in JSON if its name ends in .json (default: the standard output)")
	return cmd
}

// checkPayloadName refuses a name that a new payload should not have.
func checkPayloadName(cmd *cobra.Command, name string) error {
	switch {
	case filepath.Base(name) == configFile:
		return usageError(cmd, "-o %s: %s is the name of the configuration; give a payload another name", name, configFile)
	case format.Draws(name):
		return usageError(cmd, "-o %s: %s writes a payload; name a .yaml or .json file, and draw it with mockup render", name, cmd.Name())
	}
	return nil
}

// createFile writes a new file, or leaves none.
func createFile(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already; choose another name or remove it", name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write %s: folder %s does not exist; create it or name another with -o", name, filepath.Dir(name))
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, files.Reason(err))
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write payload: %w", errors.Join(err, os.Remove(name)))
	}
	return nil
}
