package output

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mockup/internal/scratch"
)

// A new file gets the permissions that the user's new files get; one that is replaced keeps its own.
func TestOutputMode(t *testing.T) {
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	target := filepath.Join(t.TempDir(), "a.png")
	for _, want := range []os.FileMode{0o640, 0o604} {
		if err := put(target, "data"); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(target)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("mode is %o, want %o", got, want)
		}
		if err := os.Chmod(target, 0o604); err != nil {
			t.Fatal(err)
		}
	}
}

// The check of a target puts nothing into the folder, not even for a moment, which would stay if the program was killed then.
func TestCheckLeavesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if !scratch.CanMake(folder) {
		t.Skip("the file system has no files without a name")
	}
	long := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(folder, long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := New(filepath.Join(folder, "a.png")); err != nil {
		t.Fatal(err)
	}
	if _, err := NewFolder(filepath.Join(folder, "pictures")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	if !info.ModTime().Equal(long) {
		t.Errorf("the folder was changed at %v", info.ModTime())
	}
}

// The error of a full disk names the target, and no part of the file stays.
func TestDiskFull(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("mount a small disk: %v", err)
	}
	defer syscall.Unmount(folder, 0)
	target := filepath.Join(folder, "picture.png")
	if err := put(target, "whole"); err != nil {
		t.Fatal(err)
	}
	wantFull(t, target, put(target, strings.Repeat("x", 1<<20)))
	if found, got := names(t, folder), content(t, target); found != "picture.png" || got != "whole" {
		t.Errorf("the folder holds %s with %.20q", found, got)
	}
}

// A device is written into and stays what it is.
func TestOutputDevice(t *testing.T) {
	for _, device := range []string{"/dev/null", "/dev/full"} {
		err := put(device, "data")
		if device == "/dev/full" {
			wantFull(t, device, err)
		} else if err != nil {
			t.Error(err)
		}
		if info, err := os.Lstat(device); err != nil || info.Mode()&os.ModeCharDevice == 0 {
			t.Fatalf("%s is no device any more", device)
		}
	}
}

func TestOutputPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() { written <- put(pipe, "data") }()
	if got := content(t, pipe); got != "data" {
		t.Errorf("the reader got %q", got)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}

func wantFull(t *testing.T, target string, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "write "+target+": no space left") {
		t.Errorf("error is %v, want the target and the reason", err)
	}
}
