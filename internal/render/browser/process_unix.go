//go:build unix

package browser

import (
	"errors"
	"os/exec"
	"syscall"
)

// killGroup kills the command and all its children.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// isAlive reports whether a process exists, whoever's it is.
func isAlive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
