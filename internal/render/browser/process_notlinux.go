//go:build !linux

package browser

// wait returns once the process has ended.
func (p *process) wait() {
	_ = p.cmd.Wait()
	p.mu.Lock()
	p.over = true
	p.mu.Unlock()
}

func reapGroup(int) {}

// SmallSharedMemory is about Linux alone.
func SmallSharedMemory() bool { return false }
