//go:build !unix

package browser

import "os/exec"

func bindToParent(*exec.Cmd)  {}
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
