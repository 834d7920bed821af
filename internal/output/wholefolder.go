package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mockup/internal/files"
	"mockup/internal/scratch"
	"mockup/internal/wording"
)

// WholeFolder is a folder that appears whole or not at all: it is filled beside its target and renamed. It replaces an older one,
// but never a folder with files that it does not know.
type WholeFolder struct {
	target string // as the caller named it
	path   string // what is replaced: the target, its links followed
	names  []string
	temp   *scratch.Item
}

// NewWholeFolder checks the target of a folder whose files have some of the names. Remove must be called after use.
func NewWholeFolder(target string, names []string) (*WholeFolder, error) {
	f := &WholeFolder{target: target, path: filepath.Clean(target), names: names}
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, f.failure(err)
	case !info.IsDir():
		return nil, fmt.Errorf("write the folder %s: it is a file; name a folder", target)
	default:
		if f.path, err = filepath.EvalSymlinks(target); err != nil {
			return nil, f.failure(err)
		}
		if err := f.checkOld(); err != nil {
			return nil, err
		}
	}
	if f.temp, err = scratch.FolderIn(filepath.Dir(f.path)); err != nil {
		return nil, f.failure(err)
	}
	return f, nil
}

// checkOld refuses to replace a folder that holds anything else.
func (f *WholeFolder) checkOld() error {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return f.failure(err)
	}
	for _, entry := range entries {
		if !slices.Contains(f.names, entry.Name()) || !entry.Type().IsRegular() {
			return fmt.Errorf("write the folder %s: it holds %s, which would be lost; name a new folder", f.target, wording.Quote(entry.Name()))
		}
	}
	return nil
}

// Path is the folder to write into.
func (f *WholeFolder) Path() string { return f.temp.Path }

// Commit puts the folder in its place.
func (f *WholeFolder) Commit() error {
	for _, name := range f.names {
		if err := os.Remove(filepath.Join(f.path, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return f.failure(err)
		}
	}
	if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f.failure(err)
	}
	if err := os.Rename(f.temp.Path, f.path); err != nil {
		return f.failure(err)
	}
	return nil
}

// Remove removes what has not been put in its place.
func (f *WholeFolder) Remove() { _ = f.temp.Remove() }

func (f *WholeFolder) failure(err error) error {
	return fmt.Errorf("write the folder %s: %w", f.target, files.Reason(err))
}
