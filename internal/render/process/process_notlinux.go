//go:build !linux

package process

import "os/exec"

// endWithParent does nothing: when we are killed, programs end as their pipes close.
func endWithParent(*exec.Cmd) {}

// wait returns once the program has ended.
func (p *Process) wait() error {
	err := p.cmd.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	return err
}

// reapGroup does nothing: orphans go to the system's first process, which we are on Linux alone.
func reapGroup(int) {}
