package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"mockup/internal/render/tail"
	"mockup/internal/scratch"
)

// process is one running Chromium and the pipe to it.
type process struct {
	cmd     *exec.Cmd
	pipe    *pipe
	stderr  *tail.Buffer
	profile string        // profile folder to remove, empty for the headless shell, which keeps none
	exited  chan struct{} // closed once the process and all that it started are gone

	mu   sync.Mutex
	over bool // the process has ended; its number may be another's soon
}

// startProcess runs Chromium with a pipe on its file descriptors 3 and 4. It returns once the process is
// started, not once it answers.
func startProcess(bin string, opts Options) (*process, error) {
	p := &process{
		cmd:    exec.Command(bin, flags(opts, SmallSharedMemory())...),
		stderr: &tail.Buffer{Max: 4 << 10},
		exited: make(chan struct{}),
	}
	p.cmd.Stderr = p.stderr
	p.cmd.WaitDelay = 2 * time.Second
	p.cmd.Env = environment(opts.HostFonts)
	bindToParent(p.cmd)
	err := p.provide(bin, opts)
	if err == nil {
		started := make(chan error)
		go p.run(started)
		err = <-started
	}
	for _, file := range p.cmd.ExtraFiles {
		file.Close()
	}
	if err != nil {
		if p.pipe != nil {
			p.pipe.Close()
		}
		p.removeProfile()
		return nil, fmt.Errorf("start Chromium %s: %w", bin, err)
	}
	return p, nil
}

// provide opens what the process needs. On error the caller closes what is open.
func (p *process) provide(bin string, opts Options) error {
	if err := p.openPipe(); err != nil {
		return err
	}
	if !IsHeadlessShell(bin) {
		folder, err := scratch.Folder("chromium")
		if err != nil {
			return err
		}
		p.profile = folder
		p.cmd.Args = append(p.cmd.Args, "--user-data-dir="+folder)
	}
	p.cmd.Args = append(p.cmd.Args, "about:blank")
	if opts.HostFonts {
		return nil
	}
	return p.hideHostFonts()
}

// openPipe makes the pipe's two directions; the child's ends become its file descriptors 3 and 4.
func (p *process) openPipe() error {
	childRead, parentWrite, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("open pipe: %w", err)
	}
	parentRead, childWrite, err := os.Pipe()
	if err != nil {
		return errors.Join(fmt.Errorf("open pipe: %w", err), childRead.Close(), parentWrite.Close())
	}
	p.pipe = newPipe(parentRead, parentWrite)
	p.cmd.ExtraFiles = []*os.File{childRead, childWrite}
	return nil
}

// hideHostFonts gives the process a font configuration that knows no fonts, as one more file descriptor.
func (p *process) hideHostFonts() error {
	conf, err := hideHostFonts()
	if conf == nil {
		return err
	}
	fd := 3 + len(p.cmd.ExtraFiles)
	p.cmd.ExtraFiles = append(p.cmd.ExtraFiles, conf)
	p.cmd.Env = append(p.cmd.Env, fmt.Sprintf("FONTCONFIG_FILE=/proc/self/fd/%d", fd))
	return nil
}

// run starts the process and waits for its end. It keeps its thread for itself all that time: Linux sends the
// signal of a parent's death when the thread that started the child ends (https://go.dev/issue/27505).
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	p.wait()
	reapGroup(p.cmd.Process.Pid)
	p.removeProfile()
	close(p.exited)
}

// kill ends the process and everything it started. It may be called again and at any time.
func (p *process) kill() {
	p.pipe.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over {
		killGroup(p.cmd)
	}
}

// stop ends the process and waits until it is gone or ctx is done.
func (p *process) stop(ctx context.Context) error {
	p.kill()
	select {
	case <-p.exited:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop Chromium: %w", ctx.Err())
	}
}

func (p *process) removeProfile() {
	if p.profile != "" {
		_ = os.RemoveAll(p.profile)
	}
}

// IsHeadlessShell tells the headless shell from full Chromium by its name.
func IsHeadlessShell(bin string) bool {
	if real, err := filepath.EvalSymlinks(bin); err == nil && strings.Contains(filepath.Base(real), "headless") {
		return true
	}
	return strings.Contains(filepath.Base(bin), "headless")
}
