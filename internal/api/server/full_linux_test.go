package server

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"mockup/internal/api/dbtest"
	"mockup/internal/api/outputs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// mountSmall mounts a file system of some size, or skips the test.
func mountSmall(t *testing.T, size string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size)
	if errors.Is(err, syscall.EPERM) {
		t.Skip("only root may mount a small file system")
	}
	check(t, err)
	// A process that another test just starts has all open files until it runs its program: the file system is busy until then.
	t.Cleanup(func() { check(t, syscall.Unmount(folder, syscall.MNT_DETACH)) })
	return folder
}

// fill fills a file system and returns the file that does.
func fill(t *testing.T, folder string) string {
	t.Helper()
	path := filepath.Join(folder, "fill")
	if err := os.WriteFile(path, make([]byte, 64<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the file system is not full: %v", err)
	}
	return path
}

// On a full disk a picture is neither stored nor counted, and leaves nothing behind. Once there is room, pictures are
// drawn again.
func TestStorageFull(t *testing.T) {
	t.Parallel()
	folder := mountSmall(t, "64k")
	small, err := outputs.Open(t.Context(), folder)
	check(t, err)
	t.Cleanup(func() { check(t, small.Close()) })
	s := serve(t, nil)
	s.worker.Outputs, s.server.opts.Outputs = small, small

	filled := fill(t, folder)
	s.post(picture("02")).want(t, http.StatusInternalServerError, wire.InternalError)
	s.server.checkStorage(t.Context())
	s.get("/readyz").want(t, http.StatusServiceUnavailable, wire.Overloaded)
	left, err := os.ReadDir(folder)
	check(t, err)
	if len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	check(t, os.Remove(filled))
	s.server.checkStorage(t.Context())
	s.get("/readyz").want(t, http.StatusOK, "")
	job := s.post(picture("02")).job(t)
	s.get(wire.ExportsPath+job.ID+"/download").want(t, http.StatusOK, "")
	usage, err := s.store.Usage(t.Context(), time.Now())
	check(t, err)
	if usage[0].Images != 1 {
		t.Errorf("counted %d pictures, want 1", usage[0].Images)
	}
}

// On a full disk, where requests cannot be counted, jobs and files can still be read.
func TestDatabaseFull(t *testing.T) {
	t.Parallel()
	folder := mountSmall(t, "4m")
	data, err := os.ReadFile(dbtest.SQLite(t))
	check(t, err)
	database := filepath.Join(folder, "records.db")
	check(t, os.WriteFile(database, data, 0o600))
	s := serveAt(t, database, listenLocal(t), &http.Transport{}, nil)
	s.t.Cleanup(s.close) // before the file system is unmounted
	id := s.complete(schema.Image, "png", "x")
	filled := fill(t, folder)
	for s.get(wire.ExportsPath+id).header.Get(wire.RateLimitRemaining) != "" && s.server.opts.Store.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), "INSERT INTO secrets (name, value) VALUES (hex(randomblob(8)), hex(randomblob(8192)))")
		return err
	}) == nil { // the log of the database has some room left
	}
	for range 3 {
		for _, path := range []string{wire.ExportsPath + id, wire.ExportsPath + id + "/download"} {
			got := s.get(path)
			got.want(t, http.StatusOK, "")
			if got.header.Get(wire.RateLimitLimit) != "120" {
				t.Errorf("headers: %v", got.header)
			}
		}
	}
	if got := s.post(picture("02")); got.status != http.StatusInternalServerError {
		t.Errorf("%d %s", got.status, got.body)
	}
	check(t, os.Remove(filled))
	s.post(picture("02")).want(t, http.StatusOK, "")
}
