// Package render turns payloads into pictures. It is the one door to the engine: the command line, the HTTP
// service, batches and tests all come through Renderer.Render.
package render

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"runtime"
	"slices"
	"time"

	"mockup/internal/output"
	"mockup/internal/render/browser"
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

	Notice func(text string) // told, at any time, of what takes long this once; may be nil
}

// Job is one picture or video to render.
type Job struct {
	Payload     *schema.Payload
	Dir         string    // folder that relative image paths start from
	Output      string    // file to write, or device or pipe to write into; empty: Result.Data holds the bytes
	Placeholder bool      // draw a placeholder for images that cannot be had, and warn
	Now         time.Time // moment that relative times count from; zero: the payload's newest instant
	Crop        bool      // take transparent rows at the end of a chat's picture off

	// Of videos. Quality and FPS have encode's names and defaults.
	Quality  encode.Quality
	FPS      int                   // frames per second: 24, 25, 30, 50 or 60; default 30
	At       *time.Duration        // not the video but a picture of this moment of it
	Progress func(done, total int) // told of every frame that is encoded; may be nil
}

// Format is what becomes of the job: "png", "mp4", or "webm" for a video with a transparent background.
func (j Job) Format() string {
	switch {
	case j.Payload.RenderKind == schema.Image || j.At != nil:
		return "png"
	case j.Payload.Transparent():
		return "webm"
	}
	return "mp4"
}

// Result describes a finished picture or video.
type Result struct {
	Data     []byte // the file's content when Job.Output is empty
	Path     string // the file written, else empty
	Format   string // "png", "mp4" or "webm"
	Size     int64  // bytes
	Width    int    // device pixels
	Height   int    // device pixels
	SHA256   string // of the file, hexadecimal
	Frames   int    // of a video, else 0
	FPS      int    // of a video, else 0
	Duration time.Duration
	Warnings []scene.Warning
	Timings  Timings
}

// Timings say where the time went.
type Timings struct {
	Prepare time.Duration // view, fonts and images
	Browser time.Duration // wait for a browser, its start included
	Layout  time.Duration // page laid out, images decoded
	Capture time.Duration // pixels read and encoded
	Encode  time.Duration // a video's frames composed and encoded; a still shown on the phone in space
	Write   time.Duration // metadata and file
}

// Renderer renders payloads. It is safe for concurrent use; Close ends its browsers.
type Renderer struct {
	opts      Options
	templates templates.Set
	pool      *pool
	studio    *phone.Studio
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
		return nil, errors.New("start Chromium as root: it has no sandbox for root; run as another user, or set NoSandbox (--no-sandbox) to go without")
	}
	emoji, err := loadEmojiFont(opts.EmojiFont)
	if err != nil {
		return nil, err
	}
	script, err := templates.Script()
	if err != nil {
		return nil, err
	}
	document, err := templates.Document()
	if err != nil {
		return nil, err
	}
	r := &Renderer{opts: opts, emoji: emoji, studio: newStudio(opts)}
	r.pool = newPool(opts.Workers, opts.Timeout, browser.Options{
		Bin: opts.Chromium, NoSandbox: opts.NoSandbox,
		HostFonts: opts.EmojiFont == systemEmoji, Files: r.file, Document: document, Script: script,
	})
	return r, nil
}

// newStudio draws phones in space with a browser of its own. Without a graphics card that takes longer than a page.
func newStudio(opts Options) *phone.Studio {
	return phone.NewStudio(phone.Options{
		Chromium: opts.Chromium, NoSandbox: opts.NoSandbox, Timeout: 3 * opts.Timeout,
		Drawing: func() {
			if opts.Notice != nil {
				opts.Notice("drawing the phone as this camera sees it, which takes some seconds; it is kept for the next time")
			}
		},
	})
}

// Warm starts a browser, so that the next picture does not wait for it, or only for the rest of its start. Each call
// starts one more, up to Workers.
func (r *Renderer) Warm(ctx context.Context) error { return r.pool.warm(ctx) }

// Browsers counts the browsers that are up or starting.
func (r *Renderer) Browsers() int { return r.pool.size() }

// Check draws a small picture and returns Chromium's name and version.
func (r *Renderer) Check(ctx context.Context) (version string, err error) {
	err = r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		version = b.Version()
		if _, err := b.Show(ctx, browser.Page{HTML: "<p>test", Width: 40, Height: 40, Scale: 1}); err != nil {
			return err
		}
		_, err := b.Screenshot(ctx)
		return err
	})
	return version, err
}

// CheckSpace draws a small phone in space.
func (r *Renderer) CheckSpace(ctx context.Context) error { return r.studio.Check(ctx) }

// Recapture takes one more screenshot of what a free browser shows and drops it: the cost of a picture that needs
// nothing but its pixels, which scripts/bench measures against.
func (r *Renderer) Recapture(ctx context.Context) error {
	return r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		_, err := b.Screenshot(ctx)
		return err
	})
}

// Close ends all browsers and waits until they are gone. What still renders fails with ErrClosed.
func (r *Renderer) Close() { r.pool.close((*browser.Browser).Close) }

// Kill ends all browsers for a program that is about to exit: it does not wait for their end.
func (r *Renderer) Kill() { r.pool.close((*browser.Browser).Kill) }

// Render renders one payload. On error nothing is left at Job.Output.
func (r *Renderer) Render(ctx context.Context, job Job) (*Result, error) {
	out, err := output.New(job.Output)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // what is still fetched for a job that failed
	result := &Result{Format: job.Format()}
	watch := stopwatch()
	page, err := await(ctx, func() (*page, error) { return r.prepare(ctx, job) })
	if err != nil {
		return nil, err
	}
	result.Timings.Prepare = watch()
	if job.Payload.RenderKind == schema.Video {
		err = r.film(ctx, page, job, out, result)
	} else {
		err = r.picture(ctx, page, job, out, result)
	}
	if err != nil {
		return nil, err
	}
	result.Warnings = slices.Concat(page.images.warnings, page.warnings, result.Warnings)
	return result, nil
}

// picture draws a still.
func (r *Renderer) picture(ctx context.Context, page *page, job Job, out *output.Output, result *Result) error {
	watch := stopwatch()
	var shot *still
	err := r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) (err error) {
		result.Timings.Browser = watch()
		shot, err = page.capture(ctx, b)
		return err
	})
	watch()
	if err == nil && page.space != nil {
		err = page.space.show(shot)
		result.Timings.Encode = watch()
	}
	if err != nil {
		return err
	}
	result.take(shot)
	if job.crops() {
		if err := result.crop(); err != nil {
			return err
		}
	}
	if err := deliver(out, page.payload, result); err != nil {
		return err
	}
	result.Timings.Write = watch()
	return nil
}

// take notes what was shot.
func (r *Result) take(s *still) {
	r.Data, r.Width, r.Height, r.Warnings = s.png, s.width, s.height, s.warnings
	r.Timings.Layout, r.Timings.Capture = s.layout, s.capture
}

// prepare builds the payload's scene, loads the images that it shows and draws its template. The scene is built twice:
// what it shows, and whether it can be shown at all, is known before anything is fetched.
func (r *Renderer) prepare(ctx context.Context, job Job) (*page, error) {
	wanted := map[string]bool{}
	note := func(ref string) string {
		wanted[ref] = true
		return ""
	}
	build := func(address func(string) string) (*scene.Scene, error) {
		return scene.Build(job.Payload, &r.templates, scene.Options{Now: job.Now, Images: address})
	}
	sc, err := build(note)
	if err != nil {
		return nil, err
	}
	images, err := r.loadImages(ctx, job, wanted)
	if err != nil {
		return nil, err
	}
	if len(wanted) > 0 {
		if sc, err = build(images.address); err != nil {
			return nil, err
		}
	}
	page, err := newPage(ctx, sc, images, r.emoji.replacement(), job.Payload.ResolutionScale.Factor())
	if err != nil {
		return nil, err
	}
	page.payload = job.Payload
	if job.Payload.InSpace() {
		err = r.enter(ctx, page)
	}
	return page, err
}

// await returns what work does, or the context's error as soon as that ends. Work then goes on for the moments until it
// looks at the context itself: markup is made of 10 MB of text in half a second, without a look.
func await[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		result, err := work()
		done <- outcome{result, err}
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// deliver adds the provenance metadata to the result's PNG and puts it in its place.
func deliver(out *output.Output, p *schema.Payload, result *Result) error {
	data, err := addMetadata(result.Data, metadata(p))
	if err != nil {
		return err
	}
	if result.Path, err = out.Write(data); err != nil {
		return err
	}
	result.Data = data
	if result.Path != "" {
		result.Data = nil
	}
	result.sum(data)
	return nil
}

// Remark adds what was remarked when the payload was decoded to the warnings.
func (r *Result) Remark(found schema.Diagnostics) {
	for _, d := range found.Warnings() {
		r.Warnings = append(r.Warnings, scene.Warning{Code: string(d.Code), Message: d.Path + ": " + d.Message})
	}
}

// sum notes the checksum and size of the file's content.
func (r *Result) sum(data []byte) {
	sum := sha256.Sum256(data)
	r.SHA256, r.Size = hex.EncodeToString(sum[:]), int64(len(data))
}

// file serves what the stage loads: the stage itself, fonts, and a replaced emoji font.
func (r *Renderer) file(path string) (browser.File, bool) {
	if file, ok := r.emoji.file(path); ok {
		return file, true
	}
	data, mime, ok := templates.Resource(path)
	return browser.File{Data: data, Type: mime}, ok
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
