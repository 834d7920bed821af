package render

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// output is a file that appears whole or not at all: it is written beside its target and renamed. The zero path
// keeps nothing on disk.
type output struct {
	target string
	temp   *os.File
}

// newOutput opens the file beside its target, so that a folder that cannot be written is found before any work.
func newOutput(target string) (*output, error) {
	o := &output{target: target}
	if target == "" {
		return o, nil
	}
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		return nil, fmt.Errorf("write %s: it is a folder; name a file", target)
	}
	temp, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*.tmp")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("write %s: folder %s does not exist", target, filepath.Dir(target))
	}
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", target, withoutPath(err))
	}
	o.temp = temp
	return o, nil
}

func (o *output) write(data []byte) error {
	if o.temp == nil {
		return nil
	}
	if _, err := o.temp.Write(data); err != nil {
		return fmt.Errorf("write %s: %w", o.target, withoutPath(err))
	}
	return nil
}

// commit puts the file in place and returns its path.
func (o *output) commit() (string, error) {
	if o.temp == nil {
		return "", nil
	}
	err := errors.Join(o.temp.Chmod(0o644), o.temp.Sync(), o.temp.Close())
	if err == nil {
		err = os.Rename(o.temp.Name(), o.target)
	}
	if err != nil {
		return "", fmt.Errorf("write %s: %w", o.target, withoutPath(err))
	}
	o.temp = nil
	return o.target, nil
}

// discard removes what was written, unless it was committed.
func (o *output) discard() {
	if o.temp != nil {
		o.temp.Close()
		os.Remove(o.temp.Name())
	}
}

// withoutPath drops the temporary file's name from an error; the message names the target instead.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
