package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/render/tail"
)

// compareFrames compares one frame of every second, and the lengths; of a picture all there is.
func (v verification) compareFrames(ctx context.Context) (string, image.Image, error) {
	if v.item.Video && v.item.format.Name == format.WebP {
		return "its bytes differ from what is drawn now, and ffmpeg cannot show what: it does not read animated WebP", nil, nil
	}
	a, err := v.frames(ctx, v.item.Output)
	if err != nil {
		return "", nil, err
	}
	defer a.close()
	b, err := v.frames(ctx, v.fresh)
	if err != nil {
		return "", nil, err
	}
	defer b.close()
	for second := 0; ; second++ {
		old, err1 := a.next()
		is, err2 := b.next()
		switch {
		case errors.Is(err1, io.EOF) && errors.Is(err2, io.EOF):
			return "", nil, nil
		case errors.Is(err1, io.EOF):
			return fmt.Sprintf("it ends after %d s, and is now longer", second), nil, nil
		case errors.Is(err2, io.EOF):
			return fmt.Sprintf("it is longer than the %d s that it has now", second), nil, nil
		case err1 != nil && ctx.Err() == nil:
			return fmt.Sprintf("%s is not a %s file that can be read: %v", v.item.Output, v.item.format.Name, err1), nil, nil
		case err1 != nil || err2 != nil:
			return "", nil, errors.Join(err1, err2)
		}
		if reason, marked := v.judge(old, is); reason != "" {
			return fmt.Sprintf("at %d s %s", second, reason), marked, nil
		}
	}
}

// frames reads the frames of a video from ffmpeg, one for each second.
type frames struct {
	cmd    *exec.Cmd
	out    *bufio.Reader
	stderr *tail.Buffer
}

func (v verification) frames(ctx context.Context, video string) (*frames, error) {
	ffmpeg, err := encode.Find(v.opts.FFmpeg)
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(video) // so that ffmpeg takes no name for an option or an address
	if err != nil {
		return nil, err
	}
	args := append([]string{"-v", "error", "-nostdin"}, v.reading(path)...)
	if v.item.Video {
		args = append(args, "-vf", "fps=1:round=down")
	}
	args = append(args, "-f", "image2pipe", "-c:v", "png", "-")
	f := &frames{cmd: exec.CommandContext(ctx, ffmpeg, args...), stderr: &tail.Buffer{Max: 1000}}
	f.cmd.Stderr, f.cmd.WaitDelay = f.stderr, time.Second
	out, err := f.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	f.out = bufio.NewReaderSize(out, 1<<16)
	return f, f.cmd.Start()
}

// reading are the arguments with which ffmpeg reads a file of the item's format.
func (v verification) reading(path string) []string {
	switch v.item.format.Name {
	case format.WebM: // ffmpeg's default decoder drops the alpha channel
		return []string{"-c:v", "libvpx-vp9", "-i", "file:" + path}
	case format.Sequence:
		return []string{"-f", "image2", "-framerate", strconv.Itoa(v.fps), "-pattern_type", "glob", "-i", filepath.Join(path, "*.png")}
	}
	return []string{"-i", "file:" + path}
}

// next returns the next frame, and io.EOF after the last one.
func (f *frames) next() (image.Image, error) {
	if _, err := f.out.Peek(1); err != nil {
		if failed := f.cmd.Wait(); failed != nil {
			return nil, fmt.Errorf("decode the video: %w: %s", failed, f.stderr)
		}
		return nil, io.EOF
	}
	return png.Decode(f.out)
}

// close ends ffmpeg, if it has not ended yet.
func (f *frames) close() {
	_ = f.cmd.Process.Kill()
	_ = f.cmd.Wait()
}
