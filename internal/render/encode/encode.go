// Package encode turns planar frames into an MP4 or WebM file. ffmpeg does the encoding, as a process of its own that
// reads the frames from a pipe, so no frame is ever written to a disk. This package checks how that ended: ffmpeg
// reports success on full disks and with missing frames.
package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"mockup/internal/render/sound"
)

// Options say what to encode with. The zero value takes the ffmpeg of PATH.
type Options struct {
	FFmpeg string // name or path of ffmpeg; empty: the one of PATH

	stallLimit time.Duration // how long ffmpeg may make no progress; default stallLimit
}

// Quality is a balance between the time that an encoding takes, the size of the file and how good it looks.
type Quality string

// The qualities, from the fastest. Empty means Standard.
const (
	Draft    Quality = "draft"
	Standard Quality = "standard"
	High     Quality = "high"
)

// Metadata is the provenance written into the file, besides the word mockup.
type Metadata struct {
	Software      string // name and version
	PayloadSHA256 string // of the canonical payload, in hexadecimal
	Imported      bool   // the content is from a real conversation
}

// Video describes the frames to come and the file they become.
type Video struct {
	Width, Height int        // pixels, even, at least 2
	FPS           int        // one of 24, 25, 30, 50, 60
	Frames        int        // exactly as many are written, at least 1
	Alpha         bool       // frames are yuva420p with straight alpha and become WebM (VP9); else yuv420p and MP4 (H.264)
	Quality       Quality    // empty: Standard
	Sound         *sound.Mix // as long as the video; nil: no sound
	Metadata      Metadata
}

// FrameSize is the length of one frame in bytes: the planes Y, U, V and, with alpha, A, without gaps.
func (v Video) FrameSize() int {
	size := v.Width * v.Height * 3 / 2
	if v.Alpha {
		size += v.Width * v.Height
	}
	return size
}

// Duration is how long the video plays.
func (v Video) Duration() time.Duration {
	return time.Duration(v.Frames) * time.Second / time.Duration(v.FPS)
}

// check reports the first thing about the video that cannot be encoded.
func (v Video) check() error {
	rates := []int{24, 25, 30, 50, 60}
	switch {
	case v.Width < 2 || v.Height < 2 || v.Width%2 != 0 || v.Height%2 != 0:
		return fmt.Errorf("a video of %dx%d pixels cannot be encoded: width and height must be even and at least 2; round them up", v.Width, v.Height)
	case !slices.Contains(rates, v.FPS):
		return fmt.Errorf("%d frames per second cannot be encoded: take one of %v", v.FPS, rates)
	case v.Frames < 1:
		return fmt.Errorf("a video of %d frames cannot be encoded: it needs at least 1", v.Frames)
	case !slices.Contains([]Quality{"", Draft, Standard, High}, v.Quality):
		return fmt.Errorf("there is no quality %q: take draft, standard or high", v.Quality)
	}
	return nil
}

// Info describes a finished file.
type Info struct {
	Frames   int
	Duration time.Duration
	Size     int64 // bytes
}

// Encoder is one video being encoded. An ffmpeg that makes no progress for 30 s while a call waits for it is killed. Write
// and Close are for one goroutine; Abort may be called from any.
type Encoder struct {
	video   Video
	path    string
	ffmpeg  *ffmpegProcess
	written int
	failure error       // of an earlier Write or Close; they all return the first one
	whole   atomic.Bool // the file is complete and belongs to the caller
}

// errAborted is the cause of a failed Write or Close while Abort is called.
var errAborted = errors.New("encoding was aborted")

// Start makes the file at path, which should be a temporary one to rename when Close succeeds, and starts ffmpeg. The
// caller then writes every frame and calls Close; deferring Abort as well ends the process and removes the file
// however the caller returns. When ctx is done, ffmpeg is killed and what is waiting for it returns.
func Start(ctx context.Context, opts Options, v Video, path string) (*Encoder, error) {
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
	e := &Encoder{video: v, path: path}
	e.ffmpeg, err = startFFmpeg(ctx, bin, arguments(v, path), v.Sound)
	if err != nil {
		e.remove()
		return nil, fmt.Errorf("encode %s: %w", path, err)
	}
	go e.ffmpeg.watch(cmp.Or(opts.stallLimit, stallLimit), path)
	return e, nil
}

// Write encodes one frame of FrameSize bytes. It returns once the frame is copied, so the slice may be used again.
func (e *Encoder) Write(frame []byte) error {
	switch {
	case e.failure != nil:
		return e.failure
	case len(frame) != e.video.FrameSize():
		return e.fail(fmt.Errorf("a frame has %d bytes, want %d", len(frame), e.video.FrameSize()))
	case e.written == e.video.Frames:
		return e.fail(fmt.Errorf("more than the announced %d frames were written", e.video.Frames))
	}
	if err := e.ffmpeg.write(frame); err != nil {
		return e.fail(e.ended(err))
	}
	e.written++
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
	if err := e.ffmpeg.finish(); err != nil {
		return Info{}, e.fail(e.ended(err))
	}
	if got := int(e.ffmpeg.encoded.Load()); got != e.video.Frames {
		return Info{}, e.fail(fmt.Errorf("ffmpeg encoded %d of %d frames%s", got, e.video.Frames, e.ffmpeg.lastLines()))
	}
	size, err := e.video.verify(e.path)
	if err != nil {
		return Info{}, e.fail(err)
	}
	e.whole.Store(true)
	return Info{Frames: e.written, Duration: e.video.Duration(), Size: size}, nil
}

// Abort kills ffmpeg, waits for its end and removes the file. It does nothing after a Close that succeeded.
func (e *Encoder) Abort() {
	if e.whole.Load() {
		return
	}
	e.ffmpeg.abort(errAborted)
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
