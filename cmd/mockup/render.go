package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/console"
	"mockup/internal/inputs"
	"mockup/internal/output"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/cues"
	"mockup/internal/render/format"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/internal/warm"
)

func newRenderCmd() *cobra.Command {
	var opts renderFlags
	cmd := &cobra.Command{
		Use:   "render FILE|-",
		Short: "Draw a payload",
		Long: `render draws the picture or video that a payload describes and prints its path.

The file is named after the payload and written to the working directory unless -o names another place. A picture is a PNG, a
video an MP4, or a WebM if its background is transparent. Another format comes from the extension of -o, or from --format:
jpeg, webp and avif are formats of pictures; webm, gif, webp, apng, mov (ProRes 4444), prores (422 HQ) and png-sequence
(a folder) are formats of videos.
An invalid payload is not drawn. Every violation is printed, and the exit code is 3.`,
		Example: `  mockup render chat.yaml
  mockup render chat.yaml -o pictures/chat.png --scale 4x
  mockup render chat-video.yaml --fps 60
  mockup render chat-video.yaml -o chat.gif
  mockup render chat-video.yaml --format png-sequence -o frames
  mockup render chat-video.yaml --at 3.2s -o moment.png
  mockup render reel.yaml --at 3s --guides -o guides.png
  mockup render chat-video.yaml --cues chat-video.srt
  mockup render story.yaml --stems story-sound
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
	addScale(cmd, &opts.scale)
	flags.BoolVar(&opts.json, "json", false, "print the result as JSON instead of the path")
	flags.Var(offsetFlag{&opts.at}, "at", "draw a picture of the video at this time, such as 3.2s, instead of the video")
	flags.BoolVar(&opts.guides, "guides", false, "mark the areas of a picture that TikTok, Reels and Shorts cover, or only the app of canvas.safeArea; for a video with --at")
	flags.StringVar(&opts.cues, "cues", "", "also write what happens in the video and when into this file: .json, or its texts as subtitles, .srt or .vtt")
	flags.StringVar(&opts.stems, "stems", "", "also write the tracks of a video's sound into this folder, as WAV files")
	commandLineOnly(cmd, "guides", "cues", "stems")
	return cmd
}

// renderFlags are the flags of the command.
type renderFlags struct {
	drawFlags
	output, scale string
	at            *time.Duration
	cues          string // file; empty: none
	stems         string // folder; empty: none
	json, guides  bool

	source []byte             // the payload, as it was read
	found  schema.Diagnostics // of the payload

	printed []scene.Warning
}

func (f *renderFlags) run(cmd *cobra.Command, file string) error {
	job, err := f.job(cmd, file)
	if err != nil {
		return err
	}
	f.engine.Notice, f.engine.Dial = consoleOf(cmd).Notice, warm.Dial
	renderer, err := newRenderer(f.engine)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer renderer.Kill()
	defer cancel()
	identity := helperOf(renderer)
	if identity == "" {
		// Chromium starts while the payload is read and its images are loaded. If that fails, drawing returns the error.
		go func() { _ = renderer.Warm(ctx) }()
	}

	if err := f.decode(cmd, file, &job); err != nil {
		return err
	}
	if err := f.target(cmd, file, &job); err != nil {
		return err
	}
	writeCues, err := f.cuesFile(cmd, file, job)
	if err != nil {
		return err
	}
	if job.Payload.RenderKind == schema.Video {
		collector.Stop()
		collectFirstAt(videoHeap, videoGrowth)
	}
	f.warnOfSandbox(cmd)
	var bar *console.FrameBar
	if job.Format().Video {
		bar = consoleOf(cmd).NewFrameBar()
		job.Video.Progress = bar.Set
	}
	var unprinted error
	job.Video.Foreseen = func(warnings []scene.Warning) { unprinted = f.warn(cmd, file, warnings) } // drawing may take long
	result, err := f.draw(ctx, renderer, identity, job, file)
	bar.Clear()
	if err := cmp.Or(err, unprinted); err != nil {
		return err
	}
	if err := writeCues(result.Cues); err != nil {
		return err
	}
	if err := f.warn(cmd, file, result.Warnings); err != nil {
		return err
	}
	return f.print(cmd, job.Payload, result)
}

// warn prints the warnings of drawing that are not printed yet, with the places of the fields that they name.
func (f *renderFlags) warn(cmd *cobra.Command, file string, warnings []scene.Warning) error {
	var doc *schema.Document
	for _, w := range warnings {
		if slices.Contains(f.printed, w) {
			continue
		}
		f.printed = append(f.printed, w)
		if !namesField(w) {
			consoleOf(cmd).Warn("%s (%s)", w.Message, w.Code)
			continue
		}
		if doc == nil { // reading again takes less than keeping it while the picture is drawn
			doc, _ = schema.Read(f.source, schema.Options{Filename: payloadName(file), AllowPaths: true})
		}
		if err := consoleOf(cmd).Diagnostics(schema.Diagnostics{placed(w, doc, payloadName(file))}); err != nil {
			return err
		}
	}
	return nil
}

// warnOfSandbox warns root at a terminal that Chromium has no sandbox. In containers and scripts, which often run as
// root, the warning would come on every run; doctor always gives it.
func (f *renderFlags) warnOfSandbox(cmd *cobra.Command) {
	if browser.NeedsNoSandbox() && !f.engine.NoSandbox && console.IsTerminal(cmd.ErrOrStderr()) {
		consoleOf(cmd).Warn("Chromium runs without its sandbox because you are root; run mockup as an ordinary user, or accept it with --no-sandbox")
	}
}

// job returns the job that the flags describe, without its payload and its output.
func (f *renderFlags) job(cmd *cobra.Command, file string) (render.Job, error) {
	job := render.Job{
		Dir: inputs.Folder(file), Guides: f.guides, Placeholder: f.missing == "placeholder", Now: f.now,
		Video: render.Video{At: f.at, Cues: f.cues != "", Stems: f.stems},
	}
	f.apply(&job)
	if console.LeadsTo(f.output, cmd.OutOrStdout()) {
		f.output = "-" // the path must not follow the picture
	}
	if f.output == "-" && f.json {
		return job, usageError(cmd, "the file and --json cannot both go to the standard output; name a file with -o")
	}
	return job, checkStdout(cmd, f.output)
}

// forVideo returns the first of the given flags that only videos have; empty if there is none.
func (f *renderFlags) forVideo() string {
	switch {
	case f.at != nil:
		return "at"
	case f.fps != "":
		return "fps"
	case f.cues != "":
		return "cues"
	case f.stems != "":
		return "stems"
	}
	return ""
}

// target decides where the file goes, and in which format.
func (f *renderFlags) target(cmd *cobra.Command, file string, job *render.Job) error {
	if flag := f.forVideo(); job.Payload.RenderKind == schema.Image && flag != "" {
		return usageError(cmd, "--%s is for videos, but the payload's renderKind is image", flag)
	}
	if f.at != nil && f.stems != "" {
		return usageError(cmd, "--at draws one moment, in which nothing is heard; leave --stems out")
	}
	isVideo := job.Payload.RenderKind == schema.Video && f.at == nil
	if info, err := os.Stat(f.output); err == nil && info.IsDir() && f.format != format.Sequence {
		usual := filepath.Join(f.output, defaultName(file)+format.Default(isVideo, job.Payload.Transparent()).Suffix())
		return usageError(cmd, "-o %s is a folder; name a file in it, such as %s", f.output, usual)
	}
	chosen, err := format.Choose(f.format, strings.TrimPrefix(f.output, "-"), isVideo, job.Payload.Transparent())
	if err != nil {
		return namingHelp(cmd, err)
	}
	job.As = chosen.Name
	switch job.Output = f.output; f.output {
	case "-":
		job.Output = ""
		return f.stemFolder(cmd, file, job)
	case "":
		job.Output = defaultName(file) + chosen.Suffix()
	}
	if what := inputs.Overwrites(job.Output, file, cmd.InOrStdin(), job.Payload); what != "" {
		return usageError(cmd, "the picture would overwrite %s, %s; name another file with -o", job.Output, what)
	}
	output.Sweep(job.Output)
	return f.stemFolder(cmd, file, job)
}

// stemFolder checks the folder of the stems, before anything is drawn.
func (f *renderFlags) stemFolder(cmd *cobra.Command, file string, job *render.Job) error {
	if f.stems == "" {
		return nil
	}
	for _, name := range render.StemFiles() {
		path := filepath.Join(f.stems, name)
		if what := inputs.Overwrites(path, file, cmd.InOrStdin(), job.Payload); what != "" {
			return usageError(cmd, "the stems would overwrite %s, %s; name another folder with --stems", path, what)
		}
	}
	stems, err1 := filepath.Abs(f.stems)
	video, err2 := filepath.Abs(job.Output)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if job.Output != "" && (stems == video || stems == filepath.Dir(video) || filepath.Dir(stems) == video) {
		return usageError(cmd, "the video %s and the stems cannot be in the same folder; name a folder of their own with --stems", job.Output)
	}
	output.Sweep(f.stems)
	return nil
}

// cuesFile checks where the cues go, before anything is drawn, and returns what writes them.
func (f *renderFlags) cuesFile(cmd *cobra.Command, file string, job render.Job) (write func(cues.List) error, err error) {
	if f.cues == "" {
		return func(cues.List) error { return nil }, nil
	}
	format, err := cues.FormatOf(f.cues)
	if err != nil {
		return nil, usageError(cmd, "--cues: %v", err)
	}
	if what := inputs.Overwrites(f.cues, file, cmd.InOrStdin(), job.Payload); what != "" {
		return nil, usageError(cmd, "the cues would overwrite %s, %s; name another file with --cues", f.cues, what)
	}
	out, err := output.New(f.cues)
	if err != nil {
		return nil, err
	}
	output.Sweep(f.cues)
	return func(list cues.List) error {
		data, err := list.Encode(format)
		if err == nil {
			_, err = out.Write(data)
		}
		return err
	}, nil
}

// defaultName returns the payload's base name without its extension.
func defaultName(file string) string {
	if file == "-" {
		return "mockup"
	}
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// decode reads the payload into the job and prints its warnings.
func (f *renderFlags) decode(cmd *cobra.Command, file string, job *render.Job) (err error) {
	if f.source, err = readSource(cmd, file); err != nil {
		return err
	}
	options := schema.Options{Filename: payloadName(file), RendererVersion: f.version}
	if !job.Placeholder {
		options.CheckPath = inputs.CheckFile(job.Dir)
	}
	job.Payload, f.found, err = decodePayload(cmd, f.source, options, f.scale)
	return err
}

// readPayload reads the payload that an argument names and prints what was found in it. A version is the only one accepted,
// and a scale takes the place of the payload's; both may be empty.
func readPayload(cmd *cobra.Command, file, version, scale string) (*schema.Payload, schema.Diagnostics, error) {
	data, err := readSource(cmd, file)
	if err != nil {
		return nil, nil, err
	}
	return decodePayload(cmd, data, schema.Options{Filename: payloadName(file), RendererVersion: version}, scale)
}

// readSource reads the payload that an argument names.
func readSource(cmd *cobra.Command, file string) ([]byte, error) {
	if file == "-" {
		return inputs.ReadStream(cmd.Context(), cmd.InOrStdin())
	}
	return inputs.ReadPayload(cmd.Context(), file)
}

// payloadName is how messages name the payload of an argument.
func payloadName(file string) string {
	if file == "-" {
		return "stdin"
	}
	return file
}

// decodePayload decodes the payload that an argument names, as readPayload does. It may name files.
func decodePayload(cmd *cobra.Command, data []byte, options schema.Options, scale string) (*schema.Payload, schema.Diagnostics, error) {
	options.AllowPaths = true
	payload, found := schema.Decode(data, options)
	if err := consoleOf(cmd).Diagnostics(found); err != nil {
		return nil, nil, err
	}
	if payload == nil {
		return nil, nil, &exitError{code: exitInvalid}
	}
	if scale != "" {
		payload.ResolutionScale = schema.Scale(scale)
	}
	return payload, found, nil
}

// print writes the result: the path, the record, or the picture itself.
func (f *renderFlags) print(cmd *cobra.Command, payload *schema.Payload, result *render.Result) error {
	if f.json {
		result.AddWarnings(f.found)
		return writeJSON(cmd.OutOrStdout(), "result", newJobResult(payload, result))
	}
	return printFile(cmd, result.Path, result.Data)
}
