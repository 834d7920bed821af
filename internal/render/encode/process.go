package encode

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"mockup/internal/render/tail"
)

// patience is how long children of ffmpeg may keep its standard error open, and then its progress pipe.
const patience = time.Second

// process is one running ffmpeg. It reads frames from its standard input, reports progress on file descriptor 3
// and reads sound from file descriptor 4.
type process struct {
	cmd      *exec.Cmd
	stdin    io.WriteCloser
	stderr   tail.Buffer
	ctx      context.Context
	cancel   context.CancelCauseFunc
	progress *os.File // our end
	sound    *os.File // our end, nil without sound
	exited   chan struct{}

	// Set once exited is closed:
	frames int   // how many were encoded
	err    error // how it ended
	cut    error // why it was killed by us, nil if it was not
}

// startProcess runs ffmpeg and hands it the sound, if there is one. It returns once ffmpeg runs.
func startProcess(ctx context.Context, bin string, args []string, pcm []byte) (*process, error) {
	p := &process{stderr: tail.Buffer{Max: 4 << 10}, exited: make(chan struct{})}
	p.ctx, p.cancel = context.WithCancelCause(ctx)
	p.cmd = exec.CommandContext(p.ctx, bin, args...)
	p.cmd.Stderr = &p.stderr
	ownGroup(p.cmd)
	// An unfinished file is of no use, so there is nothing that ffmpeg should tidy up before it ends.
	p.cmd.Cancel = func() error { return killGroup(p.cmd) }
	p.cmd.WaitDelay = patience
	if err := p.openPipes(pcm != nil); err != nil {
		p.closePipes()
		return nil, fmt.Errorf("open pipes to ffmpeg: %w", err)
	}
	started := make(chan error)
	go p.run(pcm, started)
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", bin, err)
	}
	return p, nil
}

// openPipes makes the pipes for frames, progress and sound.
func (p *process) openPipes(withSound bool) (err error) {
	var theirs *os.File
	if p.progress, theirs, err = os.Pipe(); err != nil {
		return err
	}
	p.cmd.ExtraFiles = append(p.cmd.ExtraFiles, theirs)
	if withSound {
		if theirs, p.sound, err = os.Pipe(); err != nil {
			return err
		}
		p.cmd.ExtraFiles = append(p.cmd.ExtraFiles, theirs)
	}
	// StdinPipe and not an io.Reader: with a reader of ours, Wait would wait for the reader too.
	// https://github.com/golang/go/issues/18874
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	enlarge(p.stdin)
	return nil
}

// closePipes closes both ends of the extra pipes. Standard input is closed by the command.
func (p *process) closePipes() {
	for _, file := range append(p.cmd.ExtraFiles, p.progress, p.sound) {
		if file != nil {
			file.Close()
		}
	}
}

// run starts ffmpeg, looks after its pipes and sets how it ended.
func (p *process) run(pcm []byte, started chan<- error) {
	// Linux kills the child when the thread that started it ends, so this one has to stay.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer p.cancel(nil)
	defer p.closePipes()
	err := p.cmd.Start()
	for _, theirs := range p.cmd.ExtraFiles {
		theirs.Close()
	}
	started <- err
	if err != nil {
		return
	}
	var pipes sync.WaitGroup
	pipes.Go(func() { p.frames = countFrames(p.progress) })
	if p.sound != nil {
		pipes.Go(func() {
			_, _ = p.sound.Write(pcm) // if it fails, ffmpeg ended and says why
			p.sound.Close()
		})
	}
	p.err = p.cmd.Wait()
	if p.ctx.Err() != nil && p.cmd.ProcessState.ExitCode() < 0 { // ended by a signal
		p.cut = context.Cause(p.ctx)
	}
	// Both end with ffmpeg, unless a child of it kept its files.
	_ = p.progress.SetReadDeadline(time.Now().Add(patience))
	if p.sound != nil {
		_ = p.sound.SetWriteDeadline(time.Now())
	}
	pipes.Wait()
	close(p.exited)
}

// countFrames reads what ffmpeg's -progress writes, lines of key=value, and returns the last number of frames.
func countFrames(progress io.Reader) (frames int) {
	lines := bufio.NewScanner(progress)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), "frame="); ok {
			if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
				frames = n
			}
		}
	}
	return frames
}

// finish tells ffmpeg that no more frames come and waits until it has written the file.
func (p *process) finish() error {
	err := p.stdin.Close()
	<-p.exited
	if p.err != nil {
		return p.err
	}
	if err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// kill ends ffmpeg and everything it started, and waits for that.
func (p *process) kill(cause error) {
	p.cancel(cause)
	<-p.exited
}

// settle waits for the end of an ffmpeg that takes no more frames, longer than children may hold it up.
func (p *process) settle() {
	select {
	case <-p.exited:
	case <-time.After(3 * patience):
		p.kill(errors.New("ffmpeg took no more frames"))
	}
}
