// Package lockfile shows other processes that something is in use: it locks a file, and the kernel lifts the lock when the
// process ends, however it ends. A process number in a file would not do: the number of a live process in another container
// may be that of no process here.
package lockfile

import (
	"errors"
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// Errors that callers branch on.
var (
	// ErrHeld says that another holds the lock: another process, or another Lock of this one.
	ErrHeld = errors.New("it is locked")
	// ErrUnsupported says that the file system has no locks, as some network file systems have none.
	ErrUnsupported = errors.New("the file system has no locks")
)

// Lock is a lock that is held.
type Lock struct{ flock *flock.Flock }

// Try makes the file, if it is not there, and locks it. It does not wait: the error is ErrHeld if another has the lock.
func Try(path string) (*Lock, error) { return try(path, os.O_CREATE|os.O_RDWR) }

// TryExisting is Try for a file that is there. If it is not, the error is an fs.ErrNotExist.
func TryExisting(path string) (*Lock, error) { return try(path, os.O_RDWR) }

func try(path string, flags int) (*Lock, error) {
	for {
		f := flock.New(path, flock.SetFlag(flags), flock.SetPermissions(0o600))
		locked, err := f.TryLock()
		var failed *fs.PathError
		switch {
		case errors.As(err, &failed): // the file cannot be opened
			return nil, err
		case err != nil:
			return nil, errors.Join(ErrUnsupported, f.Close())
		case !locked:
			return nil, ErrHeld
		case isAt(path, f):
			return &Lock{f}, nil
		}
		// The holder before has removed the file: ours is not the one that others find.
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// isAt reports whether a path leads to the file that is locked.
func isAt(path string, f *flock.Flock) bool {
	mine, err1 := f.Stat()
	found, err2 := os.Stat(path)
	return err1 == nil && err2 == nil && os.SameFile(mine, found)
}

// Remove removes the file and lifts the lock.
func (l *Lock) Remove() error {
	err := os.Remove(l.flock.Path())
	if closed := l.flock.Close(); err != nil { // Windows removes no file that is open
		err = os.Remove(l.flock.Path())
	} else {
		err = closed
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Keep lifts the lock and leaves the file.
func (l *Lock) Keep() error { return l.flock.Close() }
