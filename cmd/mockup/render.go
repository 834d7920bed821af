package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/render"
	"mockup/internal/schema"
)

func newRenderCmd() *cobra.Command {
	var opts renderFlags
	cmd := &cobra.Command{
		Use:   "render FILE|-",
		Short: "Draw a payload",
		Long: `render draws the picture that a payload describes and prints its path.

The picture gets the payload's name and lands in the working directory unless -o says otherwise.
A payload that is invalid is not drawn: every violation is printed, and the exit code is 3.`,
		Example: `  mockup render chat.yaml
  mockup render chat.yaml -o pictures/chat.png --scale 4x
  mockup init posts | mockup render - -o - > post.png`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, "name one payload to draw, or - for the standard input")
			}
			return opts.run(cmd, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&opts.output, "output", "o", "", "file to write, or - for the standard output")
	flags.StringVar(&opts.scale, "scale", "", "1x, 2x or 4x, in place of the payload's resolutionScale")
	flags.BoolVar(&opts.json, "json", false, "print the finished job as JSON instead of the path")
	flags.StringVar(&opts.missing, "missing-assets", "error", "error, or placeholder to draw one for an image that cannot be had")
	flags.StringVar(&opts.now, "now", "", "instant that relative times count from, or system (default: the payload's newest instant)")
	addEngineFlags(cmd)
	return cmd
}

// renderFlags are the flags of the command.
type renderFlags struct {
	output, scale, missing, now string
	json                        bool
}

func (f *renderFlags) run(cmd *cobra.Command, file string) error {
	job, err := f.job(cmd, file)
	if err != nil {
		return err
	}
	config, err := loadConfig(cmd)
	if err != nil {
		return err
	}
	renderer, err := render.New(engineOptions(config))
	if err != nil {
		return err
	}
	// Chromium starts while the payload is read and its images are loaded. What goes wrong with it shows when the
	// picture is drawn.
	ctx, cancel := context.WithCancel(cmd.Context())
	defer renderer.Kill()
	defer cancel()
	go func() { _ = renderer.Warm(ctx) }()

	if err := f.decode(cmd, file, config.GetString("renderer-version"), &job); err != nil {
		return err
	}
	result, err := renderer.Render(ctx, job)
	if err != nil {
		return err
	}
	if !isQuiet(cmd) {
		for _, w := range result.Warnings {
			fmt.Fprintf(cmd.ErrOrStderr(), "mockup: warning: %s (%s)\n", w.Message, w.Code)
		}
	}
	return f.print(cmd, job.Payload, result)
}

// job reads the flags that say what to draw and where to.
func (f *renderFlags) job(cmd *cobra.Command, file string) (render.Job, error) {
	job := render.Job{Dir: filepath.Dir(file)}
	switch {
	case f.output == "-" && f.json:
		return job, usageError(cmd, "the picture and --json cannot both go to the standard output; name a file with -o")
	case f.output == "-" && isTerminal(cmd.OutOrStdout()):
		return job, usageError(cmd, "the standard output is a terminal; send the picture to a file or a pipe")
	case f.output == "-":
	case f.output == "":
		job.Output = defaultOutput(file)
	case !strings.EqualFold(filepath.Ext(f.output), ".png") && filepath.Ext(f.output) != "":
		return job, usageError(cmd, "-o %s: pictures are PNG; name a .png file", f.output)
	default:
		job.Output = f.output
	}
	switch f.missing {
	case "error":
	case "placeholder":
		job.Placeholder = true
	default:
		return job, usageError(cmd, "--missing-assets %q: allowed are error and placeholder", f.missing)
	}
	switch f.scale {
	case "", "1x", "2x", "4x":
	default:
		return job, usageError(cmd, "--scale %q: allowed are 1x, 2x and 4x", f.scale)
	}
	switch f.now {
	case "":
	case "system":
		job.Now = time.Now()
	default:
		now, err := schema.ParseInstant(f.now)
		if err != nil {
			return job, usageError(cmd, "--now: %v", err)
		}
		job.Now = now
	}
	return job, nil
}

// defaultOutput is the payload's base name in the working directory.
func defaultOutput(file string) string {
	if file == "-" {
		return "mockup.png"
	}
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".png"
}

// decode reads the payload into the job and prints its warnings.
func (f *renderFlags) decode(cmd *cobra.Command, file, version string, job *render.Job) error {
	data, name, err := []byte(nil), file, error(nil)
	if file == "-" {
		name = "stdin"
		data, err = readInput(cmd.Context(), cmd.InOrStdin())
	} else {
		data, err = readFile(file)
	}
	if err != nil {
		return err
	}
	payload, found := schema.Decode(data, schema.Options{Filename: name, AllowPaths: true, RendererVersion: version})
	stderr := cmd.ErrOrStderr()
	for _, d := range found {
		if d.Severity == schema.SeverityWarning && isQuiet(cmd) {
			continue
		}
		fmt.Fprintln(stderr, diagnosticLine(d, hasColor(stderr)))
	}
	if payload == nil {
		return &exitError{code: exitInvalid}
	}
	if f.scale != "" {
		payload.ResolutionScale = schema.Scale(f.scale)
	}
	job.Payload = payload
	return nil
}

// print writes the result: the path, the record, or the picture itself.
func (f *renderFlags) print(cmd *cobra.Command, payload *schema.Payload, result *render.Result) error {
	out := cmd.OutOrStdout()
	if f.json {
		return writeJSON(out, "result", newRecord(payload, result))
	}
	var err error
	switch {
	case result.Path != "":
		_, err = fmt.Fprintln(out, result.Path)
	default:
		_, err = out.Write(result.Data)
	}
	if err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}
