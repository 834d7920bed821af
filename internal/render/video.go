package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"mockup/internal/output"
	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/encode"
	"mockup/internal/render/fastpng"
	"mockup/internal/render/format"
	"mockup/internal/render/phone"
	"mockup/internal/render/sound"
	"mockup/internal/render/video"
	"mockup/internal/scratch"
)

// video draws a video: it lays the document out, starts ffmpeg, captures the layers, then composes the frames and sends
// them to ffmpeg. The browser is free for others once the layers are captured.
func (r *Renderer) video(ctx context.Context, doc *document, job Job, out *output.Output, result *Result) error {
	temp, err := out.Temp()
	if err != nil {
		return err
	}
	defer temp.Remove()
	stems, err := newStems(job.Video.Stems)
	if err != nil {
		return err
	}
	defer stems.remove()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, item := range doc.scene.Storyboard.Items {
		doc.Items = append(doc.Items, item.HTML)
	}
	run := videoRun{doc: doc, job: job, result: result}
	defer run.close()
	err = r.layOutAndCapture(ctx, &run, func(browserCtx context.Context, b *browser.Browser) error {
		// ffmpeg needs 60 ms until it reads, so it starts before the capture. It goes on after the browser is returned.
		if err := stems.check(run.sound, job.Video.StemsIfHeard); err != nil {
			return err
		}
		if err := run.startEncoder(ctx, encode.Options{FFmpeg: r.opts.FFmpeg, MaxBytes: r.opts.MaxVideo}, temp.Path); err != nil {
			return err
		}
		if run.heard() { // compose waits for the outcome, and reports an error
			go func(mix *sound.Mix) { _ = mix.Settle(ctx) }(run.sound)
		}
		return run.video.Capture(browserCtx, b, run.composeAhead(ctx))
	})
	if err != nil {
		return out.TargetInError(err, temp)
	}
	watch := stopwatch()
	info, err := run.composed(ctx)
	if large := new(encode.TooLargeError); errors.As(err, &large) {
		return &SizeError{fmt.Sprintf("the video's file would have more than %d bytes, the most that is allowed: shorten the video, or choose a smaller "+
			"resolutionScale or another format or quality", large.Most)}
	}
	if err != nil {
		return out.TargetInError(err, temp)
	}
	result.Timings.Encode = watch()
	result.Frames, result.FPS, result.Duration, result.Size = info.Frames, job.FPS(), info.Duration, info.Size
	if err := stems.write(ctx, run.sound); err != nil {
		return err
	}
	file, err := out.Commit(temp)
	if err != nil {
		return err
	}
	if result.Stems, err = stems.commit(run.sound); err != nil {
		return err
	}
	result.Path, result.Data, result.SHA256 = file.Path, file.Data, file.SHA256
	result.Timings.Write = watch()
	return nil
}

// frame draws one frame of a video as a picture. Only what shows in it is captured.
func (r *Renderer) frame(ctx context.Context, doc *document, job Job, out *output.Output, result *Result) error {
	run := videoRun{doc: doc, job: job, result: result, drawn: true}
	defer run.close()
	frame := 0
	err := r.layOutAndCapture(ctx, &run, func(ctx context.Context, b *browser.Browser) (err error) {
		if frame, err = frameAt(*job.Video.At, run.video.Frames(), job.FPS()); err != nil {
			return err
		}
		return run.video.CaptureFrame(ctx, b, frame)
	})
	if err != nil {
		return err
	}
	defer run.showBehind(ctx).Close()
	defer run.playFilms(ctx).Close()
	picture, err := composite.Draw(run.video.Composition(), frame)
	if err != nil {
		return err
	}
	if result.Data, err = fastpng.Encode(picture); err != nil {
		return err
	}
	return r.deliver(ctx, out, doc, job, result)
}

// frameAt returns the frame that shows at a time.
func frameAt(at time.Duration, frames, fps int) (int, error) {
	length := time.Duration(frames) * time.Second / time.Duration(fps)
	if at < 0 || at > length {
		return 0, fmt.Errorf("draw the frame at %s: the video is only %.1f s long; choose an earlier time", at, length.Seconds())
	}
	return min(int(at*time.Duration(fps)/time.Second), frames-1), nil
}

// videoRun is one run that makes a video.
type videoRun struct {
	doc     *document
	job     Job
	result  *Result
	video   *video.Video
	sound   *sound.Mix    // nil: silence
	encoder encode.Writer // nil until it is started
	drawn   bool          // single frames are drawn, and no file is made

	outcome func() (encode.Info, error) // waits for the frames that are composed while others are captured; nil: they are not
	stop    context.CancelFunc          // ends that

	open        func(encode.Video) error                // starts the encoder
	openPalette func(v encode.Video, path string) error // of a GIF: starts what finds its colours
}

// layOutAndCapture borrows a browser, lays the video out on its page and captures it. A second attempt begins anew.
func (r *Renderer) layOutAndCapture(ctx context.Context, run *videoRun, capture func(context.Context, *browser.Browser) error) error {
	watch := stopwatch()
	phoneCtx, cancel := r.pool.whileOpen(ctx)
	defer cancel()
	var placed func() (*phone.PlacedBody, error)
	if run.doc.phone != nil {
		placed = inBackground(func() (*phone.PlacedBody, error) {
			if len(run.doc.payload.CameraPath) > 0 {
				return nil, r.phones.Await(phoneCtx, *run.doc.phone)
			}
			return r.phones.Place(phoneCtx, *run.doc.phone)
		})
	}
	var behind image.Image
	err := r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		run.result.Timings.Browser = watch()
		run.close()
		if err := run.layOut(ctx, b); err != nil {
			return err
		}
		run.result.Timings.Layout = watch()
		err := capture(ctx, b)
		if err == nil {
			behind, err = run.doc.behindPhone(ctx, b)
		}
		run.result.Timings.Capture = watch()
		return err
	})
	if err != nil || placed == nil {
		return err
	}
	body, err := placed()
	if err != nil {
		return err
	}
	if err := run.inSpace(phoneCtx, r.phones, body, behind); err != nil {
		return err
	}
	run.result.Width, run.result.Height = run.video.Size().X, run.video.Size().Y
	return nil
}

// layersAlpha reports whether the layers are composed on nothing: for a file with alpha, or over a video.
func (r *videoRun) layersAlpha() bool { return r.job.alpha() || r.doc.behindVideo() != nil }

// close frees what the run holds. A complete file stays.
func (r *videoRun) close() {
	if r.outcome != nil {
		r.stop()
	}
	if r.encoder != nil {
		r.encoder.Abort()
	}
	if r.outcome != nil {
		_, _ = r.outcome()
		r.outcome = nil
	}
	if r.video != nil {
		r.video.Close()
	}
	r.encoder, r.video = nil, nil
}

// layOut lays the document and its storyboard out on a page; and once more with placeholders if images are damaged.
func (r *videoRun) layOut(ctx context.Context, b *browser.Browser) error {
	for {
		l, err := r.doc.layOut(ctx, b)
		if err != nil {
			return err
		}
		size := l.pixels(b)
		opts := video.Options{Size: size, FPS: r.job.FPS(), Transparent: r.layersAlpha(), Full: r.job.Format().Full, OnPhone: r.doc.phone != nil}
		if !r.job.Video.Cues {
			opts.Moment = r.job.Video.At
		}
		v, broken, err := video.LayOut(ctx, b, r.doc.scene.Storyboard, opts)
		switch {
		case err != nil:
			return r.doc.withoutHeavy(err)
		case len(broken) > 0:
			if err := r.doc.standIn(broken, asset.ErrDamaged); err != nil {
				return err
			}
			continue
		case v.SheetHeight() > video.MaxSheetHeight:
			return &SizeError{fmt.Sprintf(
				"all that appears in the video is %d pixels high below each other; at most %d million are drawn: shorten the content or choose a smaller resolutionScale",
				v.SheetHeight(), video.MaxSheetHeight>>20)}
		}
		l.reportOutside(v.Outside())
		r.sound = v.Sound(r.doc.audio.voices, r.doc.audio.mixed(r.job))
		if f := r.job.Format(); r.sound != nil && f.Video && !f.Sound {
			l.warn("no_sound", f.Name+" has no sound; the video is silent")
		}
		r.video, r.result.Width, r.result.Height, r.result.Warnings = v, size.X, size.Y, l.warnings
		if r.job.Video.Cues {
			r.result.Cues = v.Cues()
		}
		return nil
	}
}

// startEncoder starts what writes the video to a path: mostly ffmpeg. That of a GIF waits for its colours.
func (r *videoRun) startEncoder(ctx context.Context, opts encode.Options, path string) (err error) {
	r.open = func(v encode.Video) error {
		r.encoder, err = encode.Open(ctx, opts, v, path)
		return err
	}
	r.openPalette = func(v encode.Video, path string) error {
		r.encoder, err = encode.StartPalette(ctx, opts, v, path)
		return err
	}
	if r.job.Format().Name == format.GIF {
		return nil
	}
	return r.open(r.format())
}

// heard reports whether the file has a sound track.
func (r *videoRun) heard() bool { return r.sound != nil && r.job.Format().Sound }

// format describes the frames to the encoder.
func (r *videoRun) format() encode.Video {
	size := r.video.Size()
	if r.doc.phone != nil {
		size = r.doc.phone.Size()
	}
	f, mix := r.job.Format(), r.sound
	if !r.heard() {
		mix = nil
	}
	return encode.Video{
		Format: f, Width: size.X, Height: size.Y, FPS: r.job.FPS(), Frames: r.video.Frames(),
		Alpha: r.job.alpha(), Quality: r.job.Video.Quality, Sound: mix, Matte: r.job.Matte, Metadata: r.doc.record(),
	}
}

// composeAhead returns what begins to compose frames while the pictures of later ones are captured; nil where that cannot be: the
// phone around the screen is drawn last, and the colours of a GIF are found first.
func (r *videoRun) composeAhead(ctx context.Context) func() {
	if r.doc.phone != nil || r.job.Format().Name == format.GIF {
		return nil
	}
	return func() {
		ctx, r.stop = context.WithCancel(ctx)
		r.outcome = inBackground(func() (encode.Info, error) { return r.compose(ctx) })
	}
}

// composed composes the frames and encodes them, or waits until that is done.
func (r *videoRun) composed(ctx context.Context) (encode.Info, error) {
	if r.outcome != nil {
		return r.outcome()
	}
	return r.compose(ctx)
}

// compose composes the frames and encodes them: those of a GIF twice, once for its colours, since all frames together have no
// place in memory.
func (r *videoRun) compose(ctx context.Context) (encode.Info, error) {
	if r.heard() { // while it is settled ffmpeg waits, and would be taken for one that has stopped working
		if err := r.sound.Settle(ctx); err != nil {
			return encode.Info{}, err
		}
	}
	if r.job.Format().Name != format.GIF {
		return r.composeOnce(ctx)
	}
	palette, err := scratch.TempFile()
	if err != nil {
		return encode.Info{}, err
	}
	defer palette.Remove()
	gif := r.format()
	if err := r.openPalette(gif, palette.Path); err != nil {
		return encode.Info{}, err
	}
	if _, err := r.composeOnce(ctx); err != nil {
		return encode.Info{}, err
	}
	gif.Palette = palette.Path
	if err := r.open(gif); err != nil {
		return encode.Info{}, err
	}
	return r.composeOnce(ctx)
}

// composeOnce composes the frames and hands them to the encoder.
func (r *videoRun) composeOnce(ctx context.Context) (encode.Info, error) {
	defer r.showBehind(ctx).Close()
	defer r.playFilms(ctx).Close()
	composition := r.video.Composition()
	done := 0
	err := composite.Compose(ctx, composition, func(frame []byte, times int) error {
		if err := r.encoder.Write(frame, times); err != nil {
			return err
		}
		if done += times; r.job.Video.Progress != nil {
			r.job.Video.Progress(done, composition.Frames)
		}
		return nil
	})
	if err != nil {
		return encode.Info{}, err
	}
	return r.encoder.Close()
}
