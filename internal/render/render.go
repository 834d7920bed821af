// Package render turns payloads into pictures and videos. It is the only way into the engine: the command line, batches, the
// studio, tools for agents and tests use Renderer.Render, and the HTTP service uses its two halves, Renderer.Prepare and
// Prepared.Render. Renderer.NewPlayback gives single frames of a video, and Renderer.Lend gives another process a browser.
//
// Without a browser, a Checker finds the faults and warnings of a payload, Canonical returns its canonical form, and Identity
// names what else decides how a picture looks.
package render

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"net"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"mockup/internal/output"
	"mockup/internal/render/browser"
	"mockup/internal/render/cues"
	"mockup/internal/render/encode"
	"mockup/internal/render/phone"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/templates"
)

// Options configure a Renderer. The zero value is ready for use.
type Options struct {
	Chromium  string        // path or name of the executable; empty: the first one found
	NoSandbox bool          // run Chromium without its sandbox, as root must; see browser.NeedsNoSandbox
	Workers   int           // browsers at once; default: half the processors, at least 1
	EmojiFont string        // "": embedded; "system": the host's; otherwise a font file
	Timeout   time.Duration // bound on Chromium's part of one job, its start included; default 20 s
	Public    bool          // service mode: no file paths, and no image from a private address
	FFmpeg    string        // path or name of ffmpeg, for videos; empty: the one of PATH
	MaxVideo  int64         // bytes of a video's file; 0: no limit

	// Dial returns a connection to a process that calls Lend of a renderer of that Identity, or nil. Its browser draws then.
	Dial func(identity string) net.Conn

	Notice func(text string) // called, at any time, before work that takes long and is done only once; may be nil
}

// Job is one picture or video to render.
type Job struct {
	Payload     *schema.Payload
	Dir         string    // folder that relative image paths start from
	As          string    // name of the file's format, see package format; empty: png, mp4, or webm for a video with a transparent background
	Output      string    // file to write, or device or pipe to write into; empty: Result.Data holds the bytes; of a png-sequence a folder
	Guides      bool      // draw the areas over a picture that apps cover of it; for a canvas of 9:16
	Placeholder bool      // draw a placeholder for images that cannot be loaded, and warn
	Now         time.Time // moment that relative times count from; zero: the payload's newest instant

	// Read reads the images that are not in the payload itself, for a process that draws a job of another one; nil: the renderer does.
	Read func(ctx context.Context, ref string) ([]byte, error)

	// Matte is the colour behind what is transparent, where the format has less transparency than the picture: of a jpeg all
	// that is transparent, white if nil; of a gif edges that are so in part, which otherwise become hard.
	Matte *color.NRGBA

	// Texts are those whose places are wanted, with those of the payload's images: Result.Places of a still, Playback.Places of a
	// video. A 3D phone has none.
	Texts []Text

	Still Still
	Video Video
}

// Still holds the options of pictures alone.
type Still struct {
	Crop    bool           // remove transparent rows at the end of a chat's picture
	Quality encode.Quality // of a format that has some
	Redraw  bool           // the picture is one of many that are alike, as previews and rows of data are: draw only what differs from those before, of a chat. The pixels are those of any other, the compression is not
}

// Video holds the options of videos alone. Quality and FPS have encode's names and defaults.
type Video struct {
	Quality encode.Quality
	FPS     int            // frames per second, one of the format's; default 30, of a gif 25
	At      *time.Duration // draw a picture of this moment instead of the video
	Cues    bool           // Result.Cues is wanted
	Stems   string         // folder to write the tracks of the sound into, as WAV files; empty: none

	// StemsIfHeard writes no folder where nothing is heard, which is an error otherwise.
	StemsIfHeard bool
	Progress     func(done, total int) // called after each encoded frame; may be nil

	// Foreseen is called before a video is drawn, with those of its Result.Warnings that are known by then, if there are any; may be nil.
	Foreseen func(warnings []scene.Warning)
}

// Result describes a finished picture or video.
type Result struct {
	Data     []byte // the file's content when Job.Output is empty
	Path     string // the file written, else empty
	Format   string // name of the file's format
	Size     int64  // bytes
	Width    int    // device pixels
	Height   int    // device pixels
	SHA256   string // of the file, hexadecimal
	Frames   int    // of a video, else 0
	FPS      int    // of a video, else 0
	Duration time.Duration
	Cues     cues.List // of a video whose job wants them: what is seen and heard when, even if one moment alone was drawn
	Stems    bool      // the tracks of the sound were written
	Places   []Place   // of a still whose job wants them
	Warnings []scene.Warning
	Remarks  []scene.Warning // what programs may want to know, and what nobody has to be warned of
	Timings  Timings
}

// Timings say where the time went.
type Timings struct {
	Prepare time.Duration // view, fonts and images
	Browser time.Duration // wait for a browser, its start included
	Layout  time.Duration // page laid out, images decoded
	Capture time.Duration // pixels read and encoded
	Encode  time.Duration // what was left, after the capture, of composing and encoding a video's frames; a still compressed, or put on the 3D phone
	Write   time.Duration // metadata and file
}

// Renderer renders payloads. It is safe for concurrent use; Close ends its browsers.
type Renderer struct {
	opts      Options
	templates templates.Set
	pool      *pool
	phones    *phone.Bodies
	emoji     *emojiFont
}

// New returns a renderer. Nothing is started before the first picture or Warm. Whether Chromium may run without its
// sandbox is the caller's decision: as root, New refuses unless NoSandbox is set.
func New(opts Options) (*Renderer, error) {
	if opts.Workers <= 0 {
		opts.Workers = max(1, runtime.NumCPU()/2)
	}
	if opts.Timeout <= 0 {
		opts.Timeout = 20 * time.Second
	}
	if browser.NeedsNoSandbox() && !opts.NoSandbox {
		return nil, errors.New("start Chromium as root: it has no sandbox for root; run as another user, or set NoSandbox (--no-sandbox)")
	}
	emoji, err := loadEmojiFont(opts.EmojiFont)
	if err != nil {
		return nil, err
	}
	script, err := templates.Script()
	if err != nil {
		return nil, err
	}
	shell, err := templates.Shell()
	if err != nil {
		return nil, err
	}
	r := &Renderer{opts: opts, emoji: emoji, phones: newBodies(opts)}
	r.pool = newPool(opts.Workers, opts.Timeout, browser.Options{
		Bin: opts.Chromium, NoSandbox: opts.NoSandbox,
		HostFonts: opts.EmojiFont == systemEmoji, FontFile: emoji.hostFile(), Files: r.file, Shell: shell, Script: script,
	})
	if opts.Dial != nil {
		r.pool.dial = r.dial
	}
	return r, nil
}

// newBodies returns the bodies of the 3D phone. A browser of their own draws them. Without a graphics card that takes longer
// than a page.
func newBodies(opts Options) *phone.Bodies {
	return phone.NewBodies(phone.Options{
		Chromium: opts.Chromium, NoSandbox: opts.NoSandbox, Timeout: 3 * opts.Timeout,
		OnDraw: func() {
			if opts.Notice != nil {
				opts.Notice("drawing the phone as this camera sees it, which takes some seconds; it is kept for the next time")
			}
		},
	})
}

// Warm starts a browser, so that the next picture does not wait for it, or only for the rest of its start. Each call
// starts one more, up to Workers.
func (r *Renderer) Warm(ctx context.Context) error {
	go templates.LoadFonts()
	return r.pool.warm(ctx)
}

// Failure returns why nothing can be drawn: Chromium did not start the last time, and no other browser is up. Otherwise it
// returns nil. It starts nothing; Warm does.
func (r *Renderer) Failure() error { return r.pool.failure() }

// Browsers counts the browsers that are up or starting.
func (r *Renderer) Browsers() int { return r.pool.size() }

// Check draws a small picture and returns Chromium's name and version.
func (r *Renderer) Check(ctx context.Context) (version string, err error) {
	err = r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		version = b.Version()
		if _, err := b.Show(ctx, browser.Document{HTML: "<p>test", Width: 40, Height: 40, Scale: 1}); err != nil {
			return err
		}
		_, err := b.Screenshot(ctx)
		return err
	})
	return version, err
}

// CheckSpace draws a small 3D phone.
func (r *Renderer) CheckSpace(ctx context.Context) error { return r.phones.Check(ctx) }

// Close ends all browsers and waits until they are gone. Renders that are not finished fail with ErrClosed.
func (r *Renderer) Close() {
	r.phones.Close()
	r.pool.close((*browser.Browser).Close)
}

// Kill ends all browsers for a program that is about to exit: it does not wait for their end.
func (r *Renderer) Kill() {
	r.phones.Kill()
	r.pool.close((*browser.Browser).Kill)
}

// Render renders one payload. On error nothing is left at Job.Output.
func (r *Renderer) Render(ctx context.Context, job Job) (*Result, error) {
	p, err := r.Prepare(ctx, job)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return p.Render(ctx)
}

// Prepared is a job whose scene is built and whose images are loaded. Close must be called after use.
type Prepared struct {
	renderer *Renderer
	job      Job
	out      *output.Output
	doc      *document
	result   *Result
	cancel   context.CancelFunc // ends what is still fetched for a job that failed
}

// Prepare does the part of Render that needs no browser. Callers that give browsers to jobs in turns use it: a job with
// slow images then takes its turn only once they are loaded.
func (r *Renderer) Prepare(ctx context.Context, job Job) (*Prepared, error) {
	if err := job.checkGuides(); err != nil {
		return nil, err
	}
	warnings, err := r.checkFormat(ctx, job)
	if err != nil {
		return nil, err
	}
	out, err := job.newOutput()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	p := &Prepared{renderer: r, job: job, out: out, result: &Result{Format: job.Format().Name}, cancel: cancel}
	watch := stopwatch()
	if p.doc, err = r.buildDocument(ctx, job); err != nil {
		cancel()
		return nil, err
	}
	p.doc.warnings = append(p.doc.warnings, warnings...)
	p.result.Timings.Prepare = watch()
	return p, nil
}

// Close releases what Prepare has begun.
func (p *Prepared) Close() {
	p.cancel()
	p.doc.close()
}

// AwaitPhone waits until the 3D phone that the job is shown on is drawn, if there is one. Without this call Render waits for
// it, with a browser that others could use. The error is a phone.ErrUnfinished when ctx ends before the phone is drawn.
func (p *Prepared) AwaitPhone(ctx context.Context) error {
	if p.doc.phone == nil {
		return nil
	}
	ctx, cancel := p.renderer.pool.whileOpen(ctx)
	defer cancel()
	return p.renderer.phones.Await(ctx, *p.doc.phone)
}

// Render draws the job. It can be called once.
func (p *Prepared) Render(ctx context.Context) (*Result, error) {
	var err error
	switch {
	case p.job.Payload.RenderKind == schema.Image:
		err = p.renderer.still(ctx, p.doc, p.job, p.out, p.result)
	case p.job.Video.At != nil:
		err = p.renderer.frame(ctx, p.doc, p.job, p.out, p.result)
	default:
		if known := slices.Concat(p.doc.images.warnings, p.doc.audio.warnings, p.doc.warnings); p.job.Video.Foreseen != nil && len(known) > 0 {
			p.job.Video.Foreseen(known)
		}
		err = p.renderer.video(ctx, p.doc, p.job, p.out, p.result)
	}
	if err != nil {
		return nil, err
	}
	p.result.Warnings = slices.Concat(p.doc.images.warnings, p.doc.audio.warnings, p.doc.warnings, p.result.Warnings)
	return p.result, nil
}

// AddWarnings adds the warnings from decoding the payload.
func (r *Result) AddWarnings(found schema.Diagnostics) {
	for _, d := range found.Warnings() {
		r.Warnings = append(r.Warnings, scene.Warning{Code: string(d.Code), Message: d.Path + ": " + d.Message})
	}
}

// file serves what the page loads: drawings, fonts, and a replaced emoji font.
func (r *Renderer) file(path string) (browser.File, bool) {
	if file, ok := r.emoji.file(path); ok {
		return file, true
	}
	data, mime, ok := templates.Resource(path)
	return browser.File{Data: data, Type: mime}, ok
}

// inBackground begins some work and returns what waits for its outcome. A panic becomes an error: in a goroutine of its own it
// would end the process, and all that a service draws for others.
func inBackground[T any](work func() (T, error)) func() (T, error) {
	outcome := sync.OnceValues(func() (result T, err error) {
		defer func() {
			if cause := recover(); cause != nil {
				err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
			}
		}()
		return work()
	})
	go outcome()
	return outcome
}

// stopwatch returns a function that gives the time since its last call.
func stopwatch() func() time.Duration {
	last := time.Now()
	return func() time.Duration {
		now := time.Now()
		lap := now.Sub(last)
		last = now
		return lap
	}
}
