package encode

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	ffmpeg "github.com/u2takey/ffmpeg-go"

	"mockup/internal/render/format"
	"mockup/internal/render/h264"
)

// repeats encodes the pictures of a video by an ffmpeg of its own, each once, and hands them to the ffmpeg that writes the file,
// as often as they are shown.
type repeats struct {
	*ffmpegProcess                // encodes the pictures
	file           *ffmpegProcess // writes the file

	mu    sync.Mutex
	times []int // that each picture is shown, of those written

	copied  chan struct{} // closed once all pictures are handed on, or none can be
	failure error         // of that; set once copied is closed
}

// isRepeated reports whether equal frames are encoded once. High quality encodes them all, with pictures that refer to those to
// come, which leave no room for others between them.
func (v Video) isRepeated() bool {
	return v.Format.Name == format.MP4 && v.Quality != High
}

// startRepeats starts to encode pictures for the ffmpeg that writes a file.
func startRepeats(ctx context.Context, bin string, v Video, file *ffmpegProcess, limit time.Duration) (*repeats, error) {
	r := &repeats{file: file, copied: make(chan struct{})}
	var err error
	if r.ffmpegProcess, err = startFFmpeg(ctx, bin, pictureArguments(v), pipes{output: true}); err != nil {
		return nil, err
	}
	go r.watch(limit, "", 0)
	go r.copy()
	return r, nil
}

// pictureArguments is the command line of the ffmpeg that encodes the pictures.
func pictureArguments(v Video) []string {
	frames := ffmpeg.Input("pipe:0", v.input())
	return ffmpeg.Output([]*ffmpeg.Stream{frames}, "pipe:4", v.common(), v.yuv(), v.h264(), ffmpeg.KwArgs{"f": "h264"}).
		GlobalArgs(globalArguments...).
		GetArgs()
}

// copy hands the encoded pictures on until the last one.
func (r *repeats) copy() {
	defer close(r.copied)
	defer r.output.Close()
	r.failure = h264.Repeat(units{r.file}, r.output, func(picture int) int {
		r.mu.Lock()
		defer r.mu.Unlock()
		if picture >= len(r.times) {
			return 1 // the encoder invents a picture: what is written is checked at the end
		}
		return r.times[picture]
	})
	if r.failure != nil {
		r.cancel(fmt.Errorf("its pictures could not be written: %w", r.failure))
	}
}

// units writes NAL units to the ffmpeg that writes the file.
type units struct{ file *ffmpegProcess }

func (u units) Write(unit []byte) (int, error) {
	if err := u.file.write(unit); err != nil {
		return 0, errors.Join(errFileEnded, err)
	}
	return len(unit), nil
}

// errFileEnded says that the ffmpeg that writes the file takes no more pictures.
var errFileEnded = errors.New("the file takes no more pictures")

// write encodes a picture that is shown a number of times.
func (r *repeats) write(frame []byte, times int) error {
	r.mu.Lock()
	r.times = append(r.times, times)
	r.mu.Unlock()
	return r.ffmpegProcess.write(frame)
}

// finish waits until all pictures are handed on.
func (r *repeats) finish() error {
	err := r.ffmpegProcess.finish()
	<-r.copied
	if err != nil {
		return err
	}
	return r.failure
}

// failed is the ffmpeg that is the cause of an end: the one that writes the file, if it took no more pictures, or took all of them.
func (r *repeats) failed() *ffmpegProcess {
	r.awaitEnd()
	<-r.copied
	if errors.Is(r.failure, errFileEnded) || r.failure == nil && r.Err() == nil {
		return r.file
	}
	return r.ffmpegProcess
}

// abort kills the encoder of the pictures, and waits for its end and that of the copying.
func (r *repeats) abort(cause error) {
	r.ffmpegProcess.abort(cause)
	<-r.copied
}
