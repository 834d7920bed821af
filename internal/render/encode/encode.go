// Package encode turns planar frames into a video file, and PNGs into other pictures. ffmpeg does the encoding, as a process
// of its own that reads the frames from a pipe, so no frame is ever written to a disk; animated PNGs and sequences of
// pictures are written here. This package checks how that ended: ffmpeg reports success on full disks and with missing
// frames.
package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/color"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"mockup/internal/render/format"
	"mockup/internal/render/provenance"
	"mockup/internal/render/sound"
)

// Options say what to encode with. The zero value takes the ffmpeg of PATH.
type Options struct {
	FFmpeg   string // name or path of ffmpeg; empty: the one of PATH
	MaxBytes int64  // of the file, of a sequence all of them; 0: no limit. While ffmpeg writes, it may be exceeded for moments

	stallLimit time.Duration // how long ffmpeg may make no progress; default stallLimit
}

// Video describes the frames to come and the file they become.
type Video struct {
	Format        format.Format     // zero: WebM (VP9) with alpha, else MP4 (H.264)
	Width, Height int               // pixels, even, at least 2
	FPS           int               // one of the format's rates
	Frames        int               // exactly as many are written, at least 1
	Alpha         bool              // frames have a plane of straight alpha
	Quality       Quality           // empty: Standard
	Sound         *sound.Mix        // as long as the video, of a format that has sound; nil: no sound
	Matte         *color.NRGBA      // of a GIF: the colour that edges are mixed with which are transparent in part; nil: they become hard
	Palette       string            // of a GIF: a file with its colours, see StartPalette
	Metadata      provenance.Record // written into the file

	isPalette bool // the colours of a GIF are made, and not the GIF
}

// FrameSize is the length of one frame in bytes: the planes Y, U, V and, with alpha, A, without gaps. U and V have a quarter of
// the pixels, unless the format has colours at full resolution.
func (v Video) FrameSize() int {
	pixels := v.Width * v.Height
	size := pixels * 3 / 2
	if v.Format.Full {
		size = pixels * 3
	}
	if v.Alpha {
		size += pixels
	}
	return size
}

// Duration is how long the video plays.
func (v Video) Duration() time.Duration {
	return time.Duration(v.Frames) * time.Second / time.Duration(v.FPS)
}

// withFormat fills in the usual format.
func (v Video) withFormat() Video {
	if v.Format.Name == "" {
		v.Format = format.Default(true, v.Alpha)
	}
	return v
}

// check reports the first thing about the video that cannot be encoded.
func (v Video) check() error {
	rates := v.Format.Rates
	switch {
	case v.Width < 2 || v.Height < 2 || v.Width%2 != 0 || v.Height%2 != 0:
		return fmt.Errorf("a video of %dx%d pixels cannot be encoded: width and height must be even and at least 2; round them up", v.Width, v.Height)
	case !slices.Contains(rates, v.FPS):
		return fmt.Errorf("%d frames per second cannot be encoded: take one of %v", v.FPS, rates)
	case v.Frames < 1:
		return fmt.Errorf("a video of %d frames cannot be encoded: it needs at least 1", v.Frames)
	case v.Alpha && v.Format.Alpha == format.Opaque:
		return fmt.Errorf("%s has no transparency: make the frames opaque", v.Format.Name)
	case v.Sound != nil && !v.Format.Sound:
		return fmt.Errorf("%s has no sound: leave the sound out", v.Format.Name)
	}
	return v.Quality.Check(v.Format)
}

// Info describes a finished file.
type Info struct {
	Frames   int
	Duration time.Duration
	Size     int64 // bytes
}

// Writer takes the frames of a video, each with the number of times that it is shown, at least 1. The video is complete and
// checked once Close returns without an error. Abort ends it before that, and does nothing afterwards. Write and Close are
// for one goroutine; Abort may be called from any.
type Writer interface {
	Write(frame []byte, times int) error
	Close() (Info, error)
	Abort()
}

// Open starts to write a video at path, which should be a temporary file, or for a sequence a temporary folder, that is
// renamed when Close succeeds, and removed otherwise.
func Open(ctx context.Context, opts Options, v Video, path string) (Writer, error) {
	v = v.withFormat()
	if err := v.check(); err != nil {
		return nil, err
	}
	switch v.Format.Name {
	case format.Sequence:
		return newSequence(opts, v, path), nil
	case format.APNG:
		return writer(newAPNG(opts, v, path))
	}
	return writer(Start(ctx, opts, v, path))
}

// writer returns a writer that could be started: one that is nil inside of an interface is not nil.
func writer[W Writer](w W, err error) (Writer, error) {
	if err != nil {
		return nil, err
	}
	return w, nil
}

// Encoder is one video being encoded by ffmpeg. An ffmpeg that makes no progress for 30 s while a call waits for it is killed. Write
// and Close are for one goroutine; Abort may be called from any.
type Encoder struct {
	video   Video
	path    string
	ffmpeg  *ffmpegProcess // writes the file
	repeats *repeats       // encodes the pictures for it; nil: ffmpeg encodes every frame
	most    int64          // bytes of the file; 0: no limit
	written int
	mixed   []byte      // a frame that is mixed with the matte
	failure error       // of an earlier Write or Close; they all return the first one
	whole   atomic.Bool // the file is complete and belongs to the caller
}

// TooLargeError says that a file would have more than the most bytes.
type TooLargeError struct{ Most int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the file would have more than %d bytes, the most that is allowed", e.Most)
}

// checkSize refuses a file that has more bytes than the most; 0 is no limit.
func checkSize(size, most int64) error {
	if most > 0 && size > most {
		return &TooLargeError{most}
	}
	return nil
}

// errAborted is the cause of a failed Write or Close while Abort is called.
var errAborted = errors.New("encoding was aborted")

// Start makes the file at path, which should be a temporary one to rename when Close succeeds, and starts ffmpeg. The
// caller then writes every frame and calls Close; deferring Abort as well ends the process and removes the file
// however the caller returns. When ctx is done, ffmpeg is killed and what is waiting for it returns.
func Start(ctx context.Context, opts Options, v Video, path string) (*Encoder, error) {
	v = v.withFormat()
	if err := v.check(); err != nil {
		return nil, err
	}
	bin, err := Find(opts.FFmpeg)
	if err != nil {
		return nil, err
	}
	// ffmpeg would report an error later and less clearly.
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, fmt.Errorf("make video file: %w", err)
	}
	if err := file.Close(); err != nil {
		return nil, fmt.Errorf("make video file %s: %w", path, err)
	}
	e := &Encoder{video: v, path: path, most: opts.MaxBytes}
	limit := cmp.Or(opts.stallLimit, stallLimit)
	if e.ffmpeg, err = startFFmpeg(ctx, bin, arguments(v, path), pipes{sound: v.Sound}); err == nil && v.isRepeated() {
		e.repeats, err = startRepeats(ctx, bin, v, e.ffmpeg, limit)
	}
	if err != nil {
		e.Abort()
		return nil, fmt.Errorf("encode %s: %w", path, err)
	}
	go e.ffmpeg.watch(limit, path, opts.MaxBytes)
	return e, nil
}

// Write encodes a frame of FrameSize bytes. It returns once the frame is copied, so the slice may be used again.
func (e *Encoder) Write(frame []byte, times int) error {
	switch {
	case e.failure != nil:
		return e.failure
	case len(frame) != e.video.FrameSize():
		return e.fail(fmt.Errorf("a frame has %d bytes, want %d", len(frame), e.video.FrameSize()))
	case times < 1 || e.written+times > e.video.Frames:
		return e.fail(fmt.Errorf("more than the announced %d frames were written", e.video.Frames))
	}
	if e.video.Matte != nil && e.video.Alpha {
		e.mixed = append(e.mixed[:0], frame...)
		e.video.mix(e.mixed)
		frame = e.mixed
	}
	if e.repeats != nil {
		if err := e.repeats.write(frame, times); err != nil {
			return e.fail(e.ended(err))
		}
		e.written += times
		return nil
	}
	for range times {
		if err := e.ffmpeg.write(frame); err != nil {
			return e.fail(e.ended(err))
		}
		e.written++
	}
	return nil
}

// Close waits until the file is complete, and checks that it holds the video. On any error the file is gone.
func (e *Encoder) Close() (Info, error) {
	if e.failure != nil {
		return Info{}, e.failure
	}
	if e.written != e.video.Frames {
		return Info{}, e.fail(fmt.Errorf("%d of %d frames were written", e.written, e.video.Frames))
	}
	if err := e.finish(); err != nil {
		return Info{}, e.fail(e.ended(err))
	}
	if got := int(e.ffmpeg.encoded.Load()); e.video.counts() && got != e.video.Frames {
		return Info{}, e.fail(e.incomplete(fmt.Errorf("ffmpeg encoded %d of %d frames%s", got, e.video.Frames, lastLines(e.ffmpeg.Process))))
	}
	size, err := e.video.verify(e.path)
	if err != nil {
		return Info{}, e.fail(e.incomplete(err))
	}
	size, err = e.video.annotate(e.path, size)
	if err == nil {
		err = checkSize(size, e.most)
	}
	if err != nil {
		return Info{}, e.fail(err)
	}
	e.whole.Store(true)
	return Info{Frames: e.written, Duration: e.video.Duration(), Size: size}, nil
}

// finish lets ffmpeg know that no more frames come, and waits until the file is written.
func (e *Encoder) finish() error {
	if e.repeats != nil {
		if err := e.repeats.finish(); err != nil {
			return err
		}
	}
	return e.ffmpeg.finish()
}

// Abort kills ffmpeg, waits for its end and removes the file. It does nothing after a Close that succeeded.
func (e *Encoder) Abort() {
	if e.whole.Load() {
		return
	}
	if e.ffmpeg != nil {
		e.ffmpeg.abort(errAborted)
	}
	if e.repeats != nil {
		e.repeats.abort(errAborted)
	}
	e.remove()
}

// fail ends the encoding for the given reason.
func (e *Encoder) fail(reason error) error {
	e.Abort()
	e.failure = fmt.Errorf("encode %s: %w", e.path, reason)
	return e.failure
}

// remove removes the unfinished file, never a device like /dev/null that was named as one.
func (e *Encoder) remove() {
	if file, err := os.Lstat(e.path); err == nil && file.Mode().IsRegular() {
		_ = os.Remove(e.path)
	}
}
