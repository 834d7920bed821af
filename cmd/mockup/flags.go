package main

import (
	"image/color"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/api/encoding"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/scratch"
)

// drawFlags are the flags of every command that draws payload files.
type drawFlags struct {
	encodingFlags
	missing, version, format string
	now                      time.Time
	engine                   render.Options
}

// encodingFlags are the flags of every command that makes files, here or by a service.
type encodingFlags struct {
	fps, quality string
	matte        *color.NRGBA
}

// add adds the flags to a command.
func (f *encodingFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(choiceFlag{&f.fps, []string{"10", "20", "24", "25", "30", "50", "60"}}, "fps", "frames per second of a video; 10, 20, 25 and 50 of a gif (default 30, of a gif 25)")
	flags.Var(qualityFlag{&f.quality}, "quality", "encoding: draft is fast, high is exact and slow; for webp, avif and jpeg also a number, for webp lossless (default standard)")
	flags.Var(colorFlag{&f.matte}, "matte", "colour behind what is transparent in a jpeg, and below the soft edges of a gif, such as #ffffff")
}

// encoding is what the flags ask a service for.
func (f *encodingFlags) encoding() encoding.Encoding {
	return encoding.Encoding{Quality: encode.Quality(f.quality), FPS: f.frameRate(), Matte: f.matte}
}

// add adds the flags to a command.
func (f *drawFlags) add(cmd *cobra.Command) {
	addMissingAssets(cmd, &f.missing)
	flags := cmd.Flags()
	flags.Var(timeFlag{&f.now}, "now", "date and time that relative times count from, or system for now (default: the newest time in the payload)")
	flags.Var(choiceFlag{&f.format, format.Names()}, "format", "format of the file (default: png, mp4, or webm with a transparent background)")
	f.encodingFlags.add(cmd)
	flags.StringVar(&f.version, "renderer-version", "", "accept only payloads of this rendererVersion")
	addEngineFlags(cmd, &f.engine)
}

func addMissingAssets(cmd *cobra.Command, missing *string) {
	*missing = "error"
	cmd.Flags().Var(choiceFlag{missing, []string{"error", "placeholder"}}, "missing-assets", "what to do if an image cannot be loaded: fail with an error, or draw a placeholder")
}

func addScale(cmd *cobra.Command, scale *string) {
	cmd.Flags().Var(choiceFlag{scale, []string{"1x", "2x", "4x"}}, "scale", "resolution, instead of the payload's resolutionScale")
}

// frameRate is the value of --fps; 0 if it is not given.
func (f *encodingFlags) frameRate() int {
	n, _ := strconv.Atoi(f.fps) // choiceFlag allows only numbers
	return n
}

// apply gives a job its format and its quality.
func (f *drawFlags) apply(job *render.Job) {
	job.Matte = f.matte
	job.Video.FPS = f.frameRate()
	job.Video.Quality, job.Still.Quality = encode.Quality(f.quality), encode.Quality(f.quality)
}

// addEngineFlags adds the flags of every command that draws. They set opts.
func addEngineFlags(cmd *cobra.Command, opts *render.Options) {
	opts.Workers = 1 // one picture at a time
	opts.Timeout = 20 * time.Second
	flags := cmd.Flags()
	flags.StringVar(&opts.Chromium, "chromium", "", "Chromium to draw with (default: the first one found)")
	flags.BoolVar(&opts.NoSandbox, "no-sandbox", false, "run Chromium without its sandbox (always the case for root)")
	flags.StringVar(&opts.FFmpeg, "ffmpeg", "", "ffmpeg to encode videos with (default: the one on the PATH)")
	flags.StringVar(&opts.EmojiFont, "emoji-font", "", "font file to draw emoji with, or system for this machine's emoji font (default: Noto Color Emoji)")
	flags.Var(durationFlag{&opts.Timeout}, "timeout", "how long Chromium may take for one picture, including its start")
}

// newRenderer returns the engine, and removes the temporary files of runs that were killed. Chromium has no sandbox for
// root, who therefore draws without: many containers have no other user.
func newRenderer(opts render.Options) (*render.Renderer, error) {
	scratch.Sweep(os.TempDir())
	opts.NoSandbox = opts.NoSandbox || browser.NeedsNoSandbox()
	return render.New(opts)
}
