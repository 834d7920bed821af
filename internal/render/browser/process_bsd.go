//go:build unix && !linux

package browser

import (
	"os/exec"
	"syscall"
)

// bindToParent puts the command into a process group of its own, so that a Ctrl-C on the terminal reaches us
// first. When we are killed it ends as the pipe closes.
func bindToParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
