//go:build unix

package asset

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestPipesAndDevicesAreRefused(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{"pipe", "/dev/zero", "/dev/null"} {
		_, err := loadOne(t, Options{Dir: dir}, path)
		wantError(t, err, "not a regular file")
	}
}

// The kernel's log is a regular file by its mode, and reading it waits for the next message.
func TestEndlessFileIsEmpty(t *testing.T) {
	file, err := os.Open("/proc/kmsg")
	if err != nil {
		t.Skip(err)
	}
	file.Close()
	_, err = loadOne(t, Options{Dir: t.TempDir()}, "/proc/kmsg")
	wantError(t, err, "it is empty")
}
