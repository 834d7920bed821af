//go:build unix

package asset

import (
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
