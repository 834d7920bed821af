package store

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

func TestSecretTogether(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		stores := []*Store{open(), open(), open()}
		got := make([]string, len(stores))
		var group sync.WaitGroup
		for i, s := range stores {
			group.Go(func() {
				var err error
				if got[i], err = s.Secret(t.Context(), "links"); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if len(slices.Compact(got)) != 1 || len(got[0]) < 26 {
			t.Errorf("secrets: %q", got)
		}
		other, err := stores[0].Secret(t.Context(), "other")
		check(t, err)
		if other == got[0] {
			t.Error("one secret for two names")
		}
	})
}

// Only the owner of the file may read the records.
func TestFileIsPrivate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := opener(t, filepath.Join(folder, "records.db"))()
	newKey(t, s)
	files, err := os.ReadDir(folder)
	check(t, err)
	for _, file := range files {
		info, err := file.Info()
		check(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s: mode %v", file.Name(), mode)
		}
	}
	if len(files) != 3 {
		t.Errorf("files: %v", files)
	}
}
