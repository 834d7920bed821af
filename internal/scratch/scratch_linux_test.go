package scratch

import (
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// A program in another container, whose process numbers mean nothing here, keeps what it uses.
func TestSweepOtherNamespace(t *testing.T) {
	t.Parallel()
	temp := t.TempDir()
	holder, paths := startHolder(t, temp, func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID}
	})
	checkSweeps(t, temp, holder, paths)
}

// In a folder that everybody writes to, a lock that is a pipe does not make a sweep wait.
func TestSweepPipe(t *testing.T) {
	t.Parallel()
	temp := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(temp, prefix+"a"+lockEnding), 0o600); err != nil {
		t.Fatal(err)
	}
	if removed := Sweep(temp); removed != 0 {
		t.Errorf("removed %d", removed)
	}
}
