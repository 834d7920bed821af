package lockfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

func TestLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	if _, err := TryExisting(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	lock, err := Try(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, try := range []func(string) (*Lock, error){Try, TryExisting} {
		if _, err := try(path); !errors.Is(err, ErrHeld) {
			t.Errorf("locked: %v", err)
		}
	}
	if err := lock.Keep(); err != nil {
		t.Fatal(err)
	}
	if lock, err = TryExisting(path); err != nil {
		t.Fatalf("the lock was lifted: %v", err)
	}
	if err := lock.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is left: %v", err)
	}
	if _, err := Try(filepath.Join(path, "b.lock")); err == nil || errors.Is(err, ErrHeld) {
		t.Errorf("in no folder: %v", err)
	}
}

// However locks and removals of one file meet, one at a time holds it.
func TestLockConcurrently(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.lock")
	var holders, taken atomic.Int32
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 500 {
				lock, err := Try(path)
				if errors.Is(err, ErrHeld) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if holders.Add(1) > 1 {
					t.Error("two hold the lock")
				}
				taken.Add(1)
				holders.Add(-1)
				if err := lock.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if taken.Load() == 0 {
		t.Error("nobody got the lock")
	}
}
