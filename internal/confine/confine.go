// Package confine keeps what a client reads and writes inside one folder. Names that lead out of it are refused, also those
// that do so through links.
package confine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"mockup/internal/files"
)

// Folder is the folder that a client works in. It has to be closed.
type Folder struct {
	named string // absolute, as the user named it
	path  string // the same with its links followed
	root  *os.Root
}

// Open opens a folder, and creates it if there is none. The root of the file system is refused: hosts that start programs
// there name no folder.
func Open(name string) (*Folder, error) {
	named, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("open root folder %s: %w; name another", name, err)
	}
	if named == filepath.VolumeName(named)+string(filepath.Separator) {
		return nil, fmt.Errorf("the root folder is %s, which holds the whole machine; name a folder for mockups", named)
	}
	if err := os.MkdirAll(named, 0o755); err != nil {
		return nil, fmt.Errorf("create root folder %s: %w; name another", named, files.Reason(err))
	}
	path, err := filepath.EvalSymlinks(named)
	if err != nil {
		return nil, fmt.Errorf("open root folder %s: %w; name another", named, files.Reason(err))
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("open root folder %s: %w; name another", named, files.Reason(err))
	}
	return &Folder{named, path, root}, nil
}

// Close closes the folder.
func (f *Folder) Close() { _ = f.root.Close() }

// Path is where the folder is, with its links followed.
func (f *Folder) Path() string { return f.path }

// Name is where the folder is, as the user named it.
func (f *Folder) Name() string { return f.named }

// Within returns a name relative to the folder. Absolute names must be below it.
func (f *Folder) Within(name string) (string, error) {
	name = filepath.FromSlash(name)
	if !filepath.IsAbs(name) {
		name = filepath.Clean(name)
		if filepath.IsLocal(name) {
			return name, nil
		}
		return "", f.outside(name)
	}
	for _, base := range []string{f.path, f.named} {
		if relative, err := filepath.Rel(base, name); err == nil && filepath.IsLocal(relative) {
			return relative, nil
		}
	}
	return "", f.outside(name)
}

func (f *Folder) outside(name string) error {
	return fmt.Errorf("%s is outside of the root folder %s; name a file below it", name, f.named)
}

// failure returns the error of a name below the folder. That of a link that leads out of it says so.
func (f *Folder) failure(name string, err error) error {
	if f.leadsOut(name) {
		return fmt.Errorf("%s leads out of the root folder %s through a link; name a file below it", name, f.named)
	}
	return fmt.Errorf("%s, in the root folder %s: %w", name, f.named, files.Reason(err))
}

// leadsOut reports whether a link on the way to a name leads out of the folder.
func (f *Folder) leadsOut(name string) bool {
	relative, err := f.Within(name)
	for ; err == nil && relative != "."; relative = filepath.Dir(relative) {
		if path, err := filepath.EvalSymlinks(filepath.Join(f.path, relative)); err == nil {
			below, err := filepath.Rel(f.path, path)
			return err != nil || !filepath.IsLocal(below)
		}
	}
	return false
}

// File returns the path of a regular file below the folder.
func (f *Folder) File(name string) (string, error) {
	relative, err := f.regular(name)
	if err != nil {
		return "", err
	}
	return filepath.Join(f.path, relative), nil
}

// regular returns the name of a regular file relative to the folder.
func (f *Folder) regular(name string) (string, error) {
	relative, err := f.Within(name)
	if err != nil {
		return "", err
	}
	info, err := f.root.Stat(relative)
	switch {
	case err != nil:
		return "", f.failure(name, err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is not a regular file", name)
	}
	return relative, nil
}

// CheckImages returns a check that the image paths of a payload lead to regular files below the folder. Relative ones start
// from the folder of the payload, which is given as a path.
func (f *Folder) CheckImages(payloadFolder string) func(string) error {
	return func(path string) error {
		path = filepath.FromSlash(path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(payloadFolder, path)
		}
		_, err := f.File(path)
		return err
	}
}

// Target returns the path of a file to write, below the folder, and creates the folders that it is in. An existing file is
// refused unless it may be replaced.
func (f *Folder) Target(name string, replace bool) (string, error) {
	relative, err := f.Within(name)
	if err != nil {
		return "", err
	}
	if err := f.root.MkdirAll(filepath.Dir(relative), 0o755); err != nil {
		return "", f.failure(name, err)
	}
	info, err := f.root.Lstat(relative)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", f.failure(name, err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is not a regular file; choose another name", name)
	case !replace:
		return "", fmt.Errorf("%s exists already; choose another name, or replace it with \"replace\": true", name)
	}
	return filepath.Join(f.path, relative), nil
}

// Read returns the content of a regular file below the folder. One with more than limit bytes is a *files.TooLarge.
func (f *Folder) Read(name string, limit int64) ([]byte, error) {
	relative, err := f.regular(name)
	if err != nil {
		return nil, err
	}
	file, err := f.root.Open(relative)
	if err != nil {
		return nil, f.failure(name, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case err != nil:
		return nil, f.failure(name, err)
	case int64(len(data)) > limit:
		return nil, f.failure(name, &files.TooLarge{Limit: limit})
	}
	return data, nil
}
