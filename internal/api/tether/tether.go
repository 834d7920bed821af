// Package tether starts what tests need beside them, on a script that owns it: the script says when all is ready, and
// ends all when its input ends. The kernel ends that input with the test binary, so that not even a killed one leaves
// anything behind.
package tether

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Script is one that runs.
type Script struct {
	Says    string // its first line, without the end
	input   io.Closer
	command *exec.Cmd
}

// Start starts a script and waits for its first line.
func Start(command *exec.Cmd) (*Script, error) {
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	s := &Script{input: input, command: command}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("it ended before it was ready: %w", err), s.Stop())
	}
	s.Says = strings.TrimSpace(line)
	return s, nil
}

// Stop ends the script with all that it owns. One that was never started has nothing to stop.
func (s *Script) Stop() error {
	if s == nil {
		return nil
	}
	return errors.Join(s.input.Close(), s.command.Wait())
}
