package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
)

func newRenderCmd() *cobra.Command {
	var opts renderFlags
	cmd := &cobra.Command{
		Use:   "render FILE|-",
		Short: "Draw a payload",
		Long: `render draws the picture or video that a payload describes and prints its path.

The file gets the payload's name and lands in the working directory unless -o says otherwise: .png for a picture, .mp4
for a video, .webm for one with a transparent background.
A payload that is invalid is not drawn: every violation is printed, and the exit code is 3.`,
		Example: `  mockup render chat.yaml
  mockup render chat.yaml -o pictures/chat.png --scale 4x
  mockup render chat-video.yaml --fps 60
  mockup render chat-video.yaml --at 3.2s -o moment.png
  mockup init posts | mockup render - -o - > post.png`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return usageError(cmd, "name one payload to draw, or - for the standard input")
			case len(args) > 1:
				return usageError(cmd, "name one payload; mockup batch draws several")
			}
			return opts.run(cmd, args[0])
		},
	}
	opts.add(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&opts.output, "output", "o", "", "file to write, or - for the standard output")
	flags.Var(choice{&opts.scale, []string{"1x", "2x", "4x"}}, "scale", "resolution, in place of the payload's resolutionScale")
	flags.BoolVar(&opts.json, "json", false, "print the finished job as JSON instead of the path")
	flags.Var(moment{&opts.at}, "at", "draw not the video but a picture of this moment of it, as 3.2s")
	return cmd
}

// renderFlags are the flags of the command.
type renderFlags struct {
	drawFlags
	output, scale string
	at            *time.Duration
	json          bool

	found schema.Diagnostics // of the payload
}

func (f *renderFlags) run(cmd *cobra.Command, file string) error {
	job, err := f.job(cmd, file)
	if err != nil {
		return err
	}
	f.engine.Notice = func(text string) { notice(cmd, text) }
	renderer, err := newRenderer(f.engine)
	if err != nil {
		return err
	}
	// Chromium starts while the payload is read and its images are loaded. What goes wrong with it shows when the
	// picture is drawn.
	ctx, cancel := context.WithCancel(cmd.Context())
	defer renderer.Kill()
	defer cancel()
	go func() { _ = renderer.Warm(ctx) }()

	if err := f.decode(cmd, file, &job); err != nil {
		return err
	}
	if err := f.target(cmd, file, &job); err != nil {
		return err
	}
	if job.Payload.RenderKind == schema.Video && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40) // nearly all memory of a video is pictures, which cost the collector no time
	}
	f.warnOfSandbox(cmd)
	bar := newProgress(cmd, &job)
	result, err := renderer.Render(ctx, job)
	bar.clear()
	if err != nil {
		return err
	}
	for _, w := range result.Warnings {
		warn(cmd, "%s (%s)", w.Message, w.Code)
	}
	return f.print(cmd, job.Payload, result)
}

// warnOfSandbox tells root what Chromium lacks, unless it was asked for. Containers and scripts, where root is the
// rule, are not told on every run; doctor always says so.
func (f *renderFlags) warnOfSandbox(cmd *cobra.Command) {
	if browser.NeedsNoSandbox() && !f.engine.NoSandbox && isTerminal(cmd.ErrOrStderr()) {
		warn(cmd, "Chromium runs without its sandbox because you are root; run mockup as an ordinary user, or accept it with --no-sandbox")
	}
}

// job reads the flags that say what to draw.
func (f *renderFlags) job(cmd *cobra.Command, file string) (render.Job, error) {
	job := render.Job{
		Dir: filepath.Dir(file), Placeholder: f.missing == "placeholder", Now: f.now, At: f.at,
		FPS: f.frameRate(), Quality: encode.Quality(f.quality),
	}
	if leadsTo(f.output, cmd.OutOrStdout()) {
		f.output = "-" // the path must not follow the picture
	}
	switch {
	case f.output == "-" && f.json:
		return job, usageError(cmd, "the picture and --json cannot both go to the standard output; name a file with -o")
	case f.output == "-" && isTerminal(cmd.OutOrStdout()):
		return job, usageError(cmd, "the standard output is a terminal; send the picture to a file or a pipe")
	}
	return job, nil
}

// target decides where the job's file goes, once the payload has said what it will be.
func (f *renderFlags) target(cmd *cobra.Command, file string, job *render.Job) error {
	if job.Payload.RenderKind == schema.Image && (f.at != nil || f.fps != "" || f.quality != "") {
		return usageError(cmd, "--at, --fps and --quality are for videos, and the payload's renderKind is image")
	}
	extension := "." + job.Format()
	switch named := filepath.Ext(f.output); {
	case f.output == "-":
		return nil
	case f.output == "":
		job.Output = defaultName(file) + extension
	case named != "" && !strings.EqualFold(named, extension):
		return usageError(cmd, "-o %s: this payload gives %s; name a %s file", f.output, article(job.Format()), extension)
	default:
		job.Output = f.output
	}
	return refuseOverwrite(cmd, file, *job)
}

// article names a format as a sentence does.
func article(format string) string {
	switch format {
	case "mp4":
		return "a video without transparency, which is an MP4"
	case "webm":
		return "a video with a transparent background, which is a WebM"
	}
	return "a picture, which is a PNG"
}

// defaultName is the payload's base name in the working directory.
func defaultName(file string) string {
	if file == "-" {
		return "mockup"
	}
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// decode reads the payload into the job and prints its warnings.
func (f *renderFlags) decode(cmd *cobra.Command, file string, job *render.Job) error {
	data, name, err := []byte(nil), file, error(nil)
	if file == "-" {
		name = "stdin"
		data, err = readInput(cmd.Context(), cmd.InOrStdin())
	} else {
		data, err = readFile(cmd.Context(), file)
	}
	if err != nil {
		return err
	}
	payload, found := schema.Decode(data, schema.Options{Filename: name, AllowPaths: true, RendererVersion: f.version})
	f.found = found
	if err := printDiagnostics(cmd, cmd.ErrOrStderr(), found); err != nil {
		return err
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
		result.Remark(f.found)
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
