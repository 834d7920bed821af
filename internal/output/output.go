// Package output puts files in their place: whole or not at all.
package output

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Output is a file that appears whole or not at all: it is written beside its target, in one go, and renamed. A
// target that is no file but a device or a pipe is written into.
type Output struct {
	target string      // as the caller named it; empty: nothing is kept on disk
	path   string      // what is replaced: the target, its links followed
	stream bool        // the target is a device or a pipe
	mode   fs.FileMode // of the file that is replaced; 0: there is none
}

// New checks the target, so that one that cannot be written is found before any work. It leaves nothing on disk.
func New(target string) (*Output, error) {
	o := &Output{target: target}
	if target == "" {
		return o, nil
	}
	if err := o.resolve(); err != nil {
		return nil, err
	}
	if o.stream {
		return o, nil
	}
	// Only trying tells: permissions say nothing of file systems that are read-only, full of inodes or not real.
	temp, err := o.create()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(temp.Close(), os.Remove(temp.Name())); err != nil {
		return nil, o.failure(err)
	}
	return o, nil
}

// resolve finds out what the target is.
func (o *Output) resolve() error {
	info, err := os.Stat(o.target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		o.path, err = followLinks(o.target)
	case err != nil:
	case info.IsDir():
		return fmt.Errorf("write %s: it is a folder; name a file", o.target)
	case !info.Mode().IsRegular():
		o.stream = true
		return nil
	default:
		o.mode = info.Mode().Perm()
		o.path, err = filepath.EvalSymlinks(o.target)
	}
	if err != nil {
		return o.failure(err)
	}
	return nil
}

// followLinks returns the file that would be created under a name: the name itself, unless it is a link into the void.
func followLinks(name string) (string, error) {
	const most = 40 // as Linux has it
	for range most {
		next, err := os.Readlink(name)
		if err != nil {
			return name, nil // not a link, or not there
		}
		if !filepath.IsAbs(next) {
			// A link counts from its true folder, which may itself be reached through one.
			folder, err := filepath.EvalSymlinks(filepath.Dir(name))
			if err != nil {
				return "", err
			}
			next = filepath.Join(folder, next)
		}
		name = next
	}
	return "", errors.New("too many links")
}

// create opens a new file beside the one that is replaced, with the permissions that new files get here.
func (o *Output) create() (*os.File, error) {
	folder := filepath.Dir(o.path)
	name := filepath.Join(folder, ".mockup-"+rand.Text()+".tmp")
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if _, missing := os.Stat(folder); errors.Is(missing, fs.ErrNotExist) {
		return nil, fmt.Errorf("write %s: folder %s does not exist; create it or name another with -o", o.target, folder)
	}
	if err != nil {
		return nil, o.failure(err)
	}
	return file, nil
}

// Write puts the data in place and returns its path.
func (o *Output) Write(data []byte) (string, error) {
	switch {
	case o.target == "":
		return "", nil
	case o.stream:
		return o.target, o.writeInto(data)
	}
	temp, err := o.create()
	if err != nil {
		return "", err
	}
	if err := o.replace(temp, data); err != nil {
		return "", o.failure(errors.Join(err, os.Remove(temp.Name())))
	}
	return o.target, nil
}

// replace fills the temporary file and renames it. Its mode comes first: what only some may read stays theirs.
func (o *Output) replace(temp *os.File, data []byte) error {
	var err error
	if o.mode != 0 {
		err = temp.Chmod(o.mode)
	}
	if err == nil {
		_, err = temp.Write(data)
	}
	if err == nil {
		err = temp.Sync()
	}
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(temp.Name(), o.path)
}

// writeInto hands the data to a device or to whoever reads a pipe.
func (o *Output) writeInto(data []byte) error {
	file, err := os.OpenFile(o.target, os.O_WRONLY, 0)
	if err != nil {
		return o.failure(err)
	}
	_, err = file.Write(data)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return o.failure(err)
	}
	return nil
}

// failure names the target in place of the temporary file.
func (o *Output) failure(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("write %s: %w", o.target, err)
}

// Temp is a file that another program writes, on its way to the target.
type Temp struct{ Path string }

// Temp makes an empty file for a program that writes files itself: beside the target, or, where that is no file, among
// the system's temporary files.
func (o *Output) Temp() (*Temp, error) {
	var file *os.File
	var err error
	if o.target == "" || o.stream {
		file, err = os.CreateTemp("", "mockup-*.tmp")
	} else {
		file, err = o.create()
	}
	if err != nil {
		return nil, err
	}
	return &Temp{file.Name()}, file.Close()
}

// Remove deletes the file, unless it has been adopted.
func (t *Temp) Remove() {
	if t.Path != "" {
		_ = os.Remove(t.Path)
	}
}

// File is what has been put in its place.
type File struct {
	Path   string // the target
	Data   []byte // the content, where nothing is kept on disk
	SHA256 string // hexadecimal
}

// Adopt puts a file that has been written beside the target in its place.
func (o *Output) Adopt(temp *Temp) (File, error) {
	if o.target == "" || o.stream {
		return o.adoptData(temp)
	}
	sum, err := temp.settle(o.mode)
	if err == nil {
		err = os.Rename(temp.Path, o.path)
	}
	if err != nil {
		return File{}, o.failure(err)
	}
	temp.Path = ""
	return File{Path: o.target, SHA256: sum}, nil
}

// adoptData takes the content of a file that stays where it is: there is no place for it, or the place is a stream.
func (o *Output) adoptData(temp *Temp) (File, error) {
	data, err := os.ReadFile(temp.Path)
	if err != nil {
		return File{}, err
	}
	path, err := o.Write(data)
	if o.target != "" {
		return File{Path: path, SHA256: checksum(data)}, err
	}
	return File{Data: data, SHA256: checksum(data)}, nil
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// settle makes sure that the file is on the disk before its name is, with the mode of what it replaces, and returns its
// checksum.
func (t *Temp) settle(mode fs.FileMode) (sum string, err error) {
	file, err := os.OpenFile(t.Path, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if mode != 0 {
		if err := file.Chmod(mode); err != nil {
			return "", err
		}
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), file.Sync()
}

// Naming lets an error speak of the target where it names the temporary file.
func (o *Output) Naming(err error, temp *Temp) error {
	if o.target == "" {
		return err
	}
	return &namedError{err, strings.NewReplacer(temp.Path, o.target)}
}

type namedError struct {
	error
	names *strings.Replacer
}

func (e *namedError) Error() string { return e.names.Replace(e.error.Error()) }
func (e *namedError) Unwrap() error { return e.error }
