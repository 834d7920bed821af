package process

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithParent has the kernel kill the command when we are killed.
func endWithParent(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }

// wait returns once the program has ended. What it leaves behind is killed before its number is given back: until then
// the signal can reach no other process.
func (p *Process) wait() error {
	for errors.Is(unix.Waitid(unix.P_PID, p.Pid(), nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
	}
	p.mu.Lock()
	killGroup(p.cmd)
	p.ended = true
	p.mu.Unlock()
	return p.cmd.Wait()
}

// reapGroup waits for the orphans of a group. They are our children where we are the first process, as in a container;
// elsewhere there are none.
func reapGroup(group int) {
	for {
		if _, err := unix.Wait4(-group, nil, 0, nil); err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
