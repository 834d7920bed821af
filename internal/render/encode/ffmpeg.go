package encode

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"mockup/internal/render/process"
	"mockup/internal/render/sound"
)

// pipeGrace is how long what ffmpeg started may keep the progress pipe open after ffmpeg itself has ended.
const pipeGrace = time.Second

// endGrace is how long an ffmpeg that takes no more frames may take to end by itself.
const endGrace = 3 * time.Second

// ffmpegProcess is one running ffmpeg. It reads frames from its standard input and reports progress on file descriptor 3.
// On file descriptor 4 it reads sound, or writes its output.
type ffmpegProcess struct {
	*process.Process
	path     string // of the program
	stdin    io.WriteCloser
	ctx      context.Context
	cancel   context.CancelCauseFunc // kills ffmpeg
	progress *os.File                // our end
	sound    *os.File                // our end; nil without sound
	output   *os.File                // our end; nil if it writes a file
	done     chan struct{}
	killed   error // why we killed it; nil if it ended by itself; set once done is closed
	watched
}

// pipes says what file descriptor 4 is.
type pipes struct {
	sound  *sound.Mix // handed to ffmpeg; nil: none
	output bool       // ffmpeg's output is read by us, until its end
}

// startFFmpeg runs ffmpeg and hands the sound to it, if there is one. It returns once ffmpeg runs.
func startFFmpeg(ctx context.Context, bin string, args []string, with pipes) (*ffmpegProcess, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	f := &ffmpegProcess{path: bin, done: make(chan struct{})}
	cmd := exec.Command(bin, args...)
	if err := f.openPipes(cmd, with); err != nil {
		process.CloseFiles(cmd.ExtraFiles...)
		f.closePipes()
		return nil, fmt.Errorf("open pipes to ffmpeg: %w", err)
	}
	var err error
	if f.Process, err = process.Start(cmd); err != nil {
		f.closePipes()
		return nil, fmt.Errorf("start %s: %w", bin, err)
	}
	f.ctx, f.cancel = context.WithCancelCause(ctx)
	// An unfinished file is of no use, so ffmpeg has nothing to clean up before it ends.
	context.AfterFunc(f.ctx, f.Kill)
	go f.run(with.sound)
	return f, nil
}

// openPipes makes the pipes for frames, progress, and sound or the output.
func (f *ffmpegProcess) openPipes(cmd *exec.Cmd, with pipes) (err error) {
	var theirs *os.File
	if f.progress, theirs, err = os.Pipe(); err != nil {
		return err
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, theirs)
	switch {
	case with.sound != nil:
		theirs, f.sound, err = os.Pipe()
	case with.output:
		f.output, theirs, err = os.Pipe()
	default:
		theirs = nil
	}
	if err != nil {
		return err
	}
	if theirs != nil {
		cmd.ExtraFiles = append(cmd.ExtraFiles, theirs)
	}
	// StdinPipe and not an io.Reader: with a reader of ours, Wait would wait for the reader too.
	// https://github.com/golang/go/issues/18874
	if f.stdin, err = cmd.StdinPipe(); err != nil {
		return err
	}
	enlarge(f.stdin)
	return nil
}

// closePipes closes our ends of the extra pipes, but for the output, which its reader closes. The command closes those of its
// standard files.
func (f *ffmpegProcess) closePipes() { process.CloseFiles(f.progress, f.sound) }

// run serves ffmpeg's extra pipes until it ends.
func (f *ffmpegProcess) run(mix *sound.Mix) {
	defer f.cancel(nil)
	defer close(f.done)
	defer f.closePipes()
	var pipes sync.WaitGroup
	pipes.Go(f.readProgress)
	playing, stop := context.WithCancel(f.ctx)
	defer stop()
	if f.sound != nil {
		pipes.Go(func() {
			_, _ = io.Copy(f.sound, mix.PCM(playing)) // if it fails, ffmpeg has ended and says why
			f.sound.Close()
		})
	}
	if state := f.State(); f.ctx.Err() != nil && state.ExitCode() < 0 { // ended by a signal
		f.killed = context.Cause(f.ctx)
	}
	stop()
	// Both end with ffmpeg, unless a process that it started keeps their other ends open.
	_ = f.progress.SetReadDeadline(time.Now().Add(pipeGrace))
	if f.sound != nil {
		_ = f.sound.SetWriteDeadline(time.Now())
	}
	pipes.Wait()
}

// readProgress reads what ffmpeg's -progress writes, lines of key=value, for the number of frames that are encoded.
func (f *ffmpegProcess) readProgress() {
	lines := bufio.NewScanner(f.progress)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), "frame="); ok {
			if n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64); err == nil {
				f.encoded.Store(n)
			}
		}
	}
}

// write writes one frame. It returns once ffmpeg has taken it, or holds it in its pipe.
func (f *ffmpegProcess) write(frame []byte) error {
	err := f.await(func() error {
		_, err := f.stdin.Write(frame)
		return err
	})
	if err == nil {
		f.taken.Add(1)
	}
	return err
}

// finish lets ffmpeg know that no more frames come, and waits until it has written the file.
func (f *ffmpegProcess) finish() error {
	err := f.stdin.Close()
	ended := f.await(f.Err)
	<-f.done
	if ended != nil {
		return ended
	}
	if err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// abort kills ffmpeg and everything it started, and waits for their end.
func (f *ffmpegProcess) abort(cause error) {
	f.cancel(cause)
	<-f.done
}

// awaitEnd waits for the end of an ffmpeg that takes no more frames, and kills it if that takes long.
func (f *ffmpegProcess) awaitEnd() {
	select {
	case <-f.done:
	case <-time.After(endGrace):
		f.abort(errors.New("ffmpeg took no more frames"))
	}
}
