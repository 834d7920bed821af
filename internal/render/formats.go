package render

import (
	"context"
	"slices"

	"mockup/internal/output"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/internal/usage"
)

// isVideo reports whether the job makes a video, and not a picture.
func (j Job) isVideo() bool { return j.Payload.RenderKind == schema.Video && j.Video.At == nil }

// Format returns the format of the job's file. It is the usual one where As names none of the job's kind, which Render refuses.
func (j Job) Format() format.Format {
	if f, err := format.Lookup(j.As, j.isVideo()); err == nil {
		return f
	}
	return format.Default(j.isVideo(), j.Payload.Transparent())
}

// alpha reports whether what is drawn has alpha. A picture gets its matte afterwards.
func (j Job) alpha() bool {
	return j.Payload.Transparent() && (!j.isVideo() || j.Format().Alpha != format.Opaque)
}

// FPS is the frames per second of a video.
func (j Job) FPS() int {
	const usual, ofGIF = 30, 25 // a GIF cannot have 30
	switch {
	case j.Video.FPS != 0:
		return j.Video.FPS
	case j.Format().Name == format.GIF:
		return ofGIF
	}
	return usual
}

// checkFormat refuses a format that the job's kind does not have, settings that the format does not have, and a format that
// needs an encoder which ffmpeg lacks. It returns a warning of a format that loses the transparency, or that ffmpeg does not
// write well.
func (r *Renderer) checkFormat(ctx context.Context, job Job) ([]scene.Warning, error) {
	if err := job.CheckFormat(); err != nil {
		return nil, err
	}
	f := job.Format()
	if f.Name == format.Default(job.isVideo(), job.Payload.Transparent()).Name {
		return nil, nil
	}
	tool, err := encode.Require(ctx, encode.Options{FFmpeg: r.opts.FFmpeg}, f)
	switch {
	case err != nil:
		return nil, err
	case f.Name == format.MOV && job.alpha() && tool.OldAlpha():
		return []scene.Warning{{Code: "mov_alpha", Message: "on Apple's processors the transparency of this file may be lost or flicker, as " + tool.Version +
			" writes it; take ffmpeg 7 or newer, or --format png-sequence"}}, nil
	case f.Alpha == format.Opaque && job.Payload.Transparent() && job.Matte == nil:
		return []scene.Warning{{Code: "no_alpha", Message: f.Name + " has no transparency; the background is white"}}, nil
	}
	return nil, nil
}

// CheckFormat refuses a format that the job's kind does not have, and a quality, frames per second or a matte that its format
// does not have. Render does so, too. The errors are those of package usage.
func (j Job) CheckFormat() error {
	if j.As == "" && j.Matte == nil && j.Still.Quality == "" && j.Video.FPS == 0 {
		return nil
	}
	f := j.Format()
	if j.As != "" {
		if _, err := format.Lookup(j.As, j.isVideo()); err != nil {
			return err
		}
	}
	quality := j.Still.Quality
	if j.isVideo() {
		quality = j.Video.Quality
		if rate := j.FPS(); !slices.Contains(f.Rates, rate) {
			return usage.Errorf("%s has no %d frames per second; allowed: %s", f.Name, rate, f.RateList())
		}
	}
	if err := quality.Check(f); err != nil {
		return usage.Errorf("%v", err)
	}
	if j.Matte != nil && f.Name != format.JPEG && f.Name != format.GIF {
		return usage.Errorf("a matte has no effect on %s; only jpeg and gif take one", f.Name)
	}
	return nil
}

// newOutput checks the job's target.
func (j Job) newOutput() (*output.Output, error) {
	if j.Format().Folder {
		return output.NewFolder(j.Output)
	}
	return output.New(j.Output)
}
