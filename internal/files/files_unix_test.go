//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Links in a folder that somebody else made may lead anywhere. None of these is opened, so none makes the reader wait.
func TestNotRegular(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{pipe, "/dev/zero", "/dev/tty"} {
		link := filepath.Join(folder, "link-"+filepath.Base(target))
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{target, link} {
			if _, err := os.Stat(name); err != nil {
				continue // not on this machine
			}
			if _, err := Read(name, 10); !errors.Is(err, ErrNotRegular) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// The kernel's log is a regular file by its mode, and reading it waits for the next message.
func TestEndless(t *testing.T) {
	t.Parallel()
	if file, err := os.Open("/proc/kmsg"); err != nil {
		t.Skip(err)
	} else {
		file.Close()
	}
	if data, err := Read("/proc/kmsg", 10); err != nil || len(data) > 0 {
		t.Errorf("read %q, %v", data, err)
	}
}
