//go:build !linux

package encode

import (
	"io"
	"os/exec"
)

// Elsewhere ffmpeg ends when its standard input closes, and has no children.
func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }

func enlarge(io.Writer) {}
