// Package dbtest gives tests SQLite databases of the service.
package dbtest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"mockup/internal/api/jobs"
	"mockup/internal/api/store"
)

// SQLite returns the path of a SQLite file in a folder of its own. It has all tables, which are empty. It is a copy,
// because creating the tables would take most of a test's time.
func SQLite(t testing.TB) string {
	t.Helper()
	empty, err := create()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "records.db")
	if err := os.WriteFile(path, empty, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// create returns the content of a new database.
var create = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "mockup-dbtest-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "records.db")
	s, err := store.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	_, err = jobs.Open(context.Background(), s, jobs.Options{})
	if err := errors.Join(err, s.Close()); err != nil { // Close moves the write-ahead log into the file
		return nil, err
	}
	return os.ReadFile(path)
})
