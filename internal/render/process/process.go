// Package process runs the programs that rendering needs, Chromium and ffmpeg. Neither they nor what they start outlives
// its use, and they learn no secrets from our environment.
package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"mockup/internal/render/tail"
)

// pipeDelay is how long a process that has left our group may keep the program's standard output and error open after the
// program has ended, before they are closed.
const pipeDelay = time.Second

// stderrSize is how much of what a program writes to its standard error is kept, in bytes.
const stderrSize = 4 << 10

// Process is a program that was started, with all that it starts. Its methods are safe for concurrent use.
type Process struct {
	cmd    *exec.Cmd
	stderr tail.Buffer
	exited chan struct{}
	err    error // how it ended; set once exited is closed

	mu    sync.Mutex
	ended bool // the group's number may be another's soon
}

// Start starts a command in a process group of its own, so that a Ctrl-C on the terminal reaches us first. On Linux the
// kernel kills it when we are killed. Without an environment of its own the command gets Environment's. Its extra files
// are closed here, whether it starts or not: they are the program's.
func Start(cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd, stderr: tail.Buffer{Max: stderrSize}, exited: make(chan struct{})}
	cmd.Stderr, cmd.WaitDelay = &p.stderr, pipeDelay
	if cmd.Env == nil {
		cmd.Env = Environment()
	}
	ownGroup(cmd)
	endWithParent(cmd)
	started := make(chan error)
	go p.run(started)
	err := <-started
	CloseFiles(cmd.ExtraFiles...)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// run starts the program and waits for its end. It keeps its thread for itself all that time: Linux sends the signal of
// a parent's death when the thread that started the child ends (https://go.dev/issue/27505).
func (p *Process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	p.err = p.wait()
	reapGroup(p.Pid())
	close(p.exited)
}

// Kill kills the program and all of its group. It may be called again and at any time.
func (p *Process) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		killGroup(p.cmd)
	}
}

// Pid is the number of the process, and of its group.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Exited is closed once the program and its group are gone.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Err waits until the program has ended, and returns the error of exec.Cmd.Wait: nil when it ended well.
func (p *Process) Err() error {
	<-p.exited
	return p.err
}

// State waits until the program has ended, and returns how.
func (p *Process) State() *os.ProcessState {
	<-p.exited
	return p.cmd.ProcessState
}

// Stderr returns the last 4 KiB that the program wrote to its standard error, without the white space around them.
func (p *Process) Stderr() string { return p.stderr.String() }

// outputLimit is how long a program may take to print a short answer.
const outputLimit = 10 * time.Second

// Output runs a program to its end, for 10 s at most, and returns what it wrote to its standard output.
func Output(ctx context.Context, bin string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, outputLimit, fmt.Errorf("no answer in %v", outputLimit))
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Env, cmd.WaitDelay = Environment(), pipeDelay
	ownGroup(cmd)
	cmd.Cancel = func() error { killGroup(cmd); return nil }
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(err, exec.ErrWaitDelay): // the program has ended well, and a helper of it keeps its output open
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("run %v: %w", cmd, err)
	}
	return out, nil
}

// CloseFiles closes files that nobody reads or writes any more. Those that are nil are left out.
func CloseFiles(files ...*os.File) {
	for _, file := range files {
		if file != nil {
			_ = file.Close()
		}
	}
}
