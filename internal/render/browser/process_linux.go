package browser

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// bindToParent puts the command into a process group of its own, so that a Ctrl-C on the terminal reaches us
// first, and has the kernel kill it when we are killed.
func bindToParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// wait returns once the process has ended. What it leaves behind is killed before its number is given back: until
// then the signal can reach no other process.
func (p *process) wait() {
	for errors.Is(unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
	}
	p.mu.Lock()
	killGroup(p.cmd)
	p.over = true
	p.mu.Unlock()
	_ = p.cmd.Wait()
}

// reapGroup waits for the orphans of a group. They are our children where we are the first process, as in a
// container; elsewhere there are none.
func reapGroup(group int) {
	for {
		if _, err := unix.Wait4(-group, nil, 0, nil); err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// SmallSharedMemory reports whether /dev/shm is missing or too small for Chromium's bitmaps, as in most
// containers (64 MB). The flag that avoids it moves the files to /tmp, so it is only set when needed.
func SmallSharedMemory() bool { return isSmall("/dev/shm") }

// isSmall reports whether the file system of a folder is missing or has less than 256 MB left.
func isSmall(folder string) bool {
	var fs unix.Statfs_t
	if err := unix.Statfs(folder, &fs); err != nil {
		return true
	}
	return fs.Bavail*uint64(fs.Bsize) < 256<<20
}
