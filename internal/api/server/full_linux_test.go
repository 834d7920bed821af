package server

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"mockup/internal/api/outputs"
	"mockup/internal/api/wire"
)

// On a full disk a picture is not drawn, not counted, and leaves nothing; once there is room, all is well again.
func TestStorageFull(t *testing.T) {
	folder := t.TempDir()
	err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=64k")
	if errors.Is(err, syscall.EPERM) {
		t.Skip("only root may mount a small file system")
	}
	check(t, err)
	t.Cleanup(func() { check(t, syscall.Unmount(folder, 0)) })
	small, err := outputs.Open(t.Context(), folder)
	check(t, err)
	t.Cleanup(func() { check(t, small.Close()) })
	s := serve(t, nil)
	s.worker.Outputs, s.server.opts.Outputs = small, small

	fill := filepath.Join(folder, "fill")
	if err := os.WriteFile(fill, make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the file system is not full: %v", err)
	}
	s.post(picture("02")).want(t, http.StatusInternalServerError, wire.InternalError)
	s.get("/readyz").want(t, http.StatusServiceUnavailable, wire.Overloaded)
	left, err := os.ReadDir(folder)
	check(t, err)
	if len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	check(t, os.Remove(fill))
	s.server.health.looked = time.Time{}
	s.get("/readyz").want(t, http.StatusOK, "")
	job := s.post(picture("02")).job(t)
	s.get(wire.ExportsPath+job.ID+"/download").want(t, http.StatusOK, "")
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if usage[0].Images != 1 {
		t.Errorf("counted %d pictures, want 1", usage[0].Images)
	}
}
