// Package testproc runs the servers that tests need, such as PostgreSQL, as child processes that cannot outlive the
// tests. A shell script owns the server: the script prints one line when the server is ready, and stops the server when
// its own standard input ends. The kernel closes that input when the test binary ends, even when it is killed.
package testproc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Process is a running script.
type Process struct {
	FirstLine string // what the script printed when it was ready, without the line break
	input     io.Closer
	command   *exec.Cmd
}

// Start starts a script and waits for its first line.
func Start(command *exec.Cmd) (*Process, error) {
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
	p := &Process{input: input, command: command}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the script ended before it was ready: %w", err), p.Stop())
	}
	p.FirstLine = strings.TrimSpace(line)
	return p, nil
}

// Stop ends the script and the server that it owns. On nil it does nothing.
func (p *Process) Stop() error {
	if p == nil {
		return nil
	}
	return errors.Join(p.input.Close(), p.command.Wait())
}
