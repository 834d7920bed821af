package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"mockup/internal/render/encode"
	"mockup/internal/render/tail"
	"mockup/internal/scratch"
)

// compareVideos compares one frame of every second, and the lengths.
func (v verification) compareVideos(ctx context.Context, now []byte) (string, image.Image, error) {
	folder, err := scratch.Folder("verify")
	if err != nil {
		return "", nil, err
	}
	defer folder.Remove()
	fresh := filepath.Join(folder.Path, "now"+filepath.Ext(v.item.rel))
	if err := os.WriteFile(fresh, now, 0o600); err != nil {
		return "", nil, err
	}
	a, err := v.frames(ctx, v.item.Output)
	if err != nil {
		return "", nil, err
	}
	defer a.close()
	b, err := v.frames(ctx, fresh)
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
			return fmt.Sprintf("%s is not a video that can be read: %v", v.item.Output, err1), nil, nil
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
	args := []string{"-v", "error", "-nostdin"}
	if filepath.Ext(video) == ".webm" { // ffmpeg's default decoder drops the alpha channel
		args = append(args, "-c:v", "libvpx-vp9")
	}
	args = append(args, "-i", "file:"+path, "-vf", "fps=1:round=down", "-f", "image2pipe", "-c:v", "png", "-")
	f := &frames{cmd: exec.CommandContext(ctx, ffmpeg, args...), stderr: &tail.Buffer{Max: 1000}}
	f.cmd.Stderr, f.cmd.WaitDelay = f.stderr, time.Second
	out, err := f.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	f.out = bufio.NewReaderSize(out, 1<<16)
	return f, f.cmd.Start()
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
