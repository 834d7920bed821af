// Package files reads files that a user, or another file, names. What a name leads to is not trusted: only regular files
// are read, and no more of them than the caller expects. A device may have no end, and a pipe may never have a writer.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
)

// TooLarge is the error of a file that has more bytes than its reader takes.
type TooLarge struct{ Limit int64 }

// Error names the limit.
func (e *TooLarge) Error() string {
	return fmt.Sprintf("it is larger than %d bytes, the most that is read", e.Limit)
}

// ErrNotRegular is the error of a name that leads to a folder, a pipe or a device.
var ErrNotRegular = errors.New("it is not a regular file")

// File is a regular file that is open for reading.
type File struct {
	io.Reader       // ends after Size bytes
	Size      int64 // when the file was opened
	file      *os.File
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// Open opens a regular file, following links. Anything else is an ErrNotRegular and is not opened: to open a pipe waits
// for its writer, and to open a device can change it. Reading ends at the size that the file had when it was opened. The
// files of /proc, which have no size and whose reading may wait, are therefore empty.
func Open(name string) (*File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: kindError(info.Mode())}
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return &File{Reader: io.LimitReader(file, info.Size()), Size: info.Size(), file: file}, nil
}

// kindError says what a name leads to that is not a regular file.
func kindError(mode fs.FileMode) error {
	kind := "a device"
	switch {
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a pipe"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	}
	return fmt.Errorf("%w but %s", ErrNotRegular, kind)
}

// Read returns the content of a regular file. One with more than limit bytes is a *TooLarge.
func Read(name string, limit int64) ([]byte, error) {
	data, err := ReadHead(name, limit+1)
	if err == nil && int64(len(data)) > limit {
		return nil, &fs.PathError{Op: "read", Path: name, Err: &TooLarge{limit}}
	}
	return data, err
}

// ReadHead returns the first bytes of a regular file: all of it, or most bytes.
func ReadHead(name string, most int64) ([]byte, error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most))
}

// LookReason returns the error of exec.LookPath with the name that was looked for, once.
func LookReason(name string, err error) error {
	var look *exec.Error
	if errors.As(err, &look) {
		err = look.Err
	}
	return fmt.Errorf("%s: %w", name, Reason(err))
}

// Reason returns the cause of a file system's error without the operation and the path, for a message that names both
// itself.
func Reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
