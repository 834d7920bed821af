//go:build unix

package browser

import (
	"os/exec"
	"syscall"
)

// killGroup kills the command and all its children.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
