//go:build !unix

package browser

import "os/exec"

func ownGroup(*exec.Cmd)      {}
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
func SmallSharedMemory() bool { return false }
