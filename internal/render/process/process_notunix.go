//go:build !unix

package process

import "os/exec"

// ownGroup does nothing: there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills the command alone.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
