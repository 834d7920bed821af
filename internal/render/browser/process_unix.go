//go:build unix

package browser

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownGroup puts the command into a process group of its own, so that a Ctrl-C on the terminal reaches us first.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the command and all its children.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// SmallSharedMemory reports whether /dev/shm is missing or too small for Chromium's bitmaps, as in most
// containers (64 MB). The flag that avoids it moves the files to /tmp, so it is only set when needed.
func SmallSharedMemory() bool {
	var fs unix.Statfs_t
	if err := unix.Statfs("/dev/shm", &fs); err != nil {
		return true
	}
	return uint64(fs.Bavail)*uint64(fs.Bsize) < 256<<20
}
