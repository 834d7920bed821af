// Package scratch makes temporary files and folders that do not stay for ever if the program is killed.
//
// Beside each lies a lock file that its program holds. Sweep removes those whose locks nobody holds any more.
package scratch

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mockup/internal/files"
	"mockup/internal/lockfile"
)

// The names of files and folders: the prefix, the kind of a folder, a random part and the ending. The lock file has the
// same name with another ending.
const (
	prefix     = ".mockup-"
	ending     = ".tmp"
	lockEnding = ".lock"
)

// Item is a temporary file or folder.
type Item struct {
	Path string
	lock *lockfile.Lock // nil: the file system has no locks
}

// TempFile makes an empty file among the system's temporary files, which only the user can read.
func TempFile() (*Item, error) {
	item, err := File(os.TempDir(), 0o600)
	if err != nil {
		return nil, tempError(err)
	}
	return item, nil
}

// tempError says which folder has to be writable, and how to choose another.
func tempError(err error) error {
	return fmt.Errorf("make a temporary file in %s: %w; name a folder that can be written with the environment variable TMPDIR", os.TempDir(), files.Reason(err))
}

// File makes an empty file in a folder, with the permissions perm less those that the user's new files do not get.
func File(folder string, perm fs.FileMode) (*Item, error) {
	return create(filepath.Join(folder, prefix), func(path string) error {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if err != nil {
			return err
		}
		return file.Close()
	})
}

// Folder makes a folder among the system's temporary files, which only the user can enter, and sweeps these first. The
// kind, a word of letters, says what the folder is for.
func Folder(kind string) (*Item, error) {
	Sweep(os.TempDir())
	item, err := create(filepath.Join(os.TempDir(), prefix+kind+"-"), func(path string) error {
		return os.Mkdir(path, 0o700)
	})
	if err != nil {
		return nil, tempError(err)
	}
	return item, nil
}

// FolderIn makes a folder in another one, with the permissions that the user's new folders get.
func FolderIn(folder string) (*Item, error) {
	return create(filepath.Join(folder, prefix), func(path string) error { return os.Mkdir(path, 0o777) })
}

// create makes an item under a name that nobody has used, with this beginning. The lock comes first: without it a sweep would
// remove the item. A sweep may hold the lock just when it is made; another name is taken then.
func create(beginning string, make func(path string) error) (*Item, error) {
	name := beginning + rand.Text()
	lock, err := lockfile.Try(name + lockEnding)
	for tries := 0; errors.Is(err, lockfile.ErrHeld) && tries < 10; tries++ {
		name = beginning + rand.Text()
		lock, err = lockfile.Try(name + lockEnding)
	}
	if err != nil && !errors.Is(err, lockfile.ErrUnsupported) {
		return nil, err
	}
	item := &Item{Path: name + ending, lock: lock}
	if lock == nil {
		_ = os.Remove(name + lockEnding) // a sweep could not find out whether it is held
	}
	if err := make(item.Path); err != nil {
		return nil, errors.Join(err, item.unlock())
	}
	return item, nil
}

// Remove removes the item, if it is still there, and its lock.
func (i *Item) Remove() error {
	err := os.RemoveAll(i.Path)
	if err == nil {
		return i.unlock()
	}
	if i.lock != nil {
		_ = i.lock.Keep() // a later sweep may succeed
	}
	return err
}

func (i *Item) unlock() error {
	if i.lock == nil {
		return nil
	}
	return i.lock.Remove()
}

// Sweep removes the items of a folder whose programs ended without removing them, and returns how many it removed. It
// leaves those that it may not remove, for instance because they are another user's.
func Sweep(folder string) (removed int) {
	entries, _ := os.ReadDir(folder) // of a folder that cannot be read, nothing can be removed
	for _, entry := range entries {
		name, ours := strings.CutSuffix(entry.Name(), lockEnding)
		// Another user may have put a pipe there: to open it would wait.
		if !ours || !strings.HasPrefix(name, prefix) || !entry.Type().IsRegular() {
			continue
		}
		if sweep(filepath.Join(folder, name)) {
			removed++
		}
	}
	return removed
}

// sweep removes an item, unless somebody holds its lock. It reports whether there was one.
func sweep(name string) bool {
	lock, err := lockfile.TryExisting(name + lockEnding)
	if err != nil {
		return false
	}
	_, missing := os.Lstat(name + ending)
	item := &Item{Path: name + ending, lock: lock}
	return item.Remove() == nil && missing == nil
}
