package render

import (
	"context"
	"fmt"
	"image"
	"time"

	"mockup/internal/output"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/encode"
	"mockup/internal/render/fastpng"
)

// defaultFPS is a video's frames per second unless the job says otherwise.
const defaultFPS = 30

// film draws a video, or one moment of it. The browser is free for others while frames are encoded.
func (r *Renderer) film(ctx context.Context, page *page, job Job, out *output.Output, result *Result) error {
	if job.At != nil {
		return r.moment(ctx, page, job, out, result)
	}
	temp, err := out.Temp()
	if err != nil {
		return err
	}
	defer temp.Remove()
	// ffmpeg takes 60 ms until it reads: it starts when the video is laid out, and waits for its pictures.
	var encoder *encode.Encoder
	page.planned = func(f *footage, _ *camera) (err error) {
		if encoder != nil { // of a browser that crashed
			encoder.Abort()
		}
		encoder, err = encode.Start(ctx, encode.Options{FFmpeg: r.opts.FFmpeg}, f.video(job), temp.Path)
		return err
	}
	defer func() {
		if encoder != nil {
			encoder.Abort()
		}
	}()
	footage, err := r.footageOf(ctx, page, result)
	if err != nil {
		return out.Naming(err, temp)
	}
	defer footage.close()
	watch := stopwatch()
	info, err := feed(ctx, encoder, footage, job)
	if err != nil {
		return out.Naming(err, temp)
	}
	result.Timings.Encode = watch()
	result.Frames, result.FPS, result.Duration, result.Size = info.Frames, job.fps(), info.Duration, info.Size
	file, err := out.Adopt(temp)
	if err != nil {
		return err
	}
	result.Path, result.Data, result.SHA256 = file.Path, file.Data, file.SHA256
	result.Timings.Write = watch()
	return nil
}

// footageOf lends the page a browser and takes its footage.
func (r *Renderer) footageOf(ctx context.Context, page *page, result *Result) (f *footage, err error) {
	watch := stopwatch()
	err = r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		result.Timings.Browser = watch()
		var shot *still
		f, shot, err = page.record(ctx, b)
		if err == nil {
			result.take(shot)
		}
		return err
	})
	if err == nil && page.space != nil {
		if f.projection, err = page.space.projection(f.clear); err != nil {
			f.close()
			return nil, err
		}
		size := page.space.Size()
		result.Width, result.Height = size.X, size.Y
	}
	return f, err
}

func (j Job) fps() int {
	if j.FPS == 0 {
		return defaultFPS
	}
	return j.FPS
}

// record shows a page and takes its footage, which has to be closed.
func (p *page) record(ctx context.Context, b *browser.Browser) (*footage, *still, error) {
	watch := stopwatch()
	f, s, err := p.rehearse(ctx, b)
	for err == nil && len(f.places.Broken) > 0 {
		if err = p.standIn(f.places.Broken); err == nil {
			f, s, err = p.rehearse(ctx, b)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	s.layout = watch()
	c := &camera{ctx: ctx, browser: b, size: f.size, shelf: &f.shelf}
	f.arrange(c)
	if p.planned != nil {
		if err := p.planned(f, c); err != nil {
			return nil, nil, err
		}
	}
	if err := c.shoot(); err != nil {
		f.close()
		return nil, nil, err
	}
	s.capture = watch()
	return f, s, nil
}

// rehearse shows a page and lays its video out, unless images of its items are broken.
func (p *page) rehearse(ctx context.Context, b *browser.Browser) (*footage, *still, error) {
	layout, err := p.show(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	s := &still{}
	width, height, err := p.frame(ctx, b, layout, s)
	if err != nil {
		return nil, nil, err
	}
	s.width, s.height = int(float64(width)*b.Scale()), int(float64(height)*b.Scale())
	f, err := layOut(ctx, b, p, image.Pt(s.width, s.height))
	return f, s, err
}

// Frames composes a video's frames without encoding them: what ffmpeg is given, which scripts/bench measures against.
// A frame's bytes are valid during the call of emit.
func (r *Renderer) Frames(ctx context.Context, job Job, emit func(frame []byte) error) (encode.Video, error) {
	page, err := r.prepare(ctx, job)
	if err != nil {
		return encode.Video{}, err
	}
	footage, err := r.footageOf(ctx, page, &Result{})
	if err != nil {
		return encode.Video{}, err
	}
	defer footage.close()
	return footage.video(job), composite.Compose(ctx, footage.film(job.fps()), emit)
}

// video describes the frames to the encoder.
func (f *footage) video(job Job) encode.Video {
	size := f.size
	if f.space != nil {
		size = f.space.Size()
	}
	return encode.Video{
		Width: size.X, Height: size.Y, FPS: job.fps(), Frames: f.timeline.Frames(job.fps()), Alpha: f.clear, Quality: job.Quality,
		Sound:    f.sound(job.fps()),
		Metadata: encode.Metadata{Software: software, PayloadSHA256: job.Payload.SHA256},
	}
}

// feed composes the frames and encodes them.
func feed(ctx context.Context, encoder *encode.Encoder, f *footage, job Job) (encode.Info, error) {
	film := f.film(job.fps())
	done := 0
	err := composite.Compose(ctx, film, func(frame []byte) error {
		if err := encoder.Write(frame); err != nil {
			return err
		}
		if done++; job.Progress != nil {
			job.Progress(done, film.Frames)
		}
		return nil
	})
	if err != nil {
		return encode.Info{}, err
	}
	return encoder.Close()
}

// moment draws one frame as a picture. Only what shows in it is pictured.
func (r *Renderer) moment(ctx context.Context, page *page, job Job, out *output.Output, result *Result) error {
	frame := 0
	page.planned = func(f *footage, c *camera) error {
		frames := f.timeline.Frames(job.fps())
		length := time.Duration(frames) * time.Second / time.Duration(job.fps())
		if *job.At < 0 || *job.At > length {
			return fmt.Errorf("draw the moment %s: the video is %.1f s long", *job.At, length.Seconds())
		}
		frame = min(int(*job.At*time.Duration(job.fps())/time.Second), frames-1)
		c.keep(composite.Shown(f.film(job.fps()), frame))
		return nil
	}
	footage, err := r.footageOf(ctx, page, result)
	if err != nil {
		return err
	}
	defer footage.close()
	picture, err := composite.Draw(footage.film(job.fps()), frame)
	if err != nil {
		return err
	}
	if result.Data, err = fastpng.Encode(picture); err != nil {
		return err
	}
	return deliver(out, job.Payload, result)
}
