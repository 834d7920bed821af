// Package output writes files whole or not at all.
package output

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mockup/internal/files"
	"mockup/internal/scratch"
)

// Output is a file that appears whole or not at all: it is written beside its target and renamed. A target that is a device
// or a pipe is written into.
type Output struct {
	target string      // as the caller named it; empty: nothing is kept on disk
	path   string      // what is replaced: the target, its links followed
	stream bool        // the target is a device or a pipe
	mode   fs.FileMode // of the file that is replaced; 0: there is none

	folder, replaces bool // the target is a folder of pictures; it is there already
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
	return o, o.try()
}

// try makes something beside the target and removes it. Only trying shows what can be written: permissions do not say whether a
// file system is read-only, full of inodes or not real.
func (o *Output) try() error {
	if scratch.CanMake(filepath.Dir(o.path)) {
		return nil
	}
	temp, err := o.Temp()
	if err != nil {
		return err
	}
	if err := temp.Remove(); err != nil {
		return o.failure(err)
	}
	return nil
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

// followLinks returns the file that would be created under a name: the name itself, unless it is a link to a file that does
// not exist.
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

// Temp makes an empty file, or folder, for whoever writes the content, another program for instance: beside the target, or, where
// that is no file, among the system's temporary files. The caller removes it, after Commit too.
func (o *Output) Temp() (*scratch.Item, error) {
	if o.target == "" || o.stream {
		return scratch.TempFile()
	}
	folder := filepath.Dir(o.path)
	temp, err := o.makeTemp(folder)
	if err == nil {
		return temp, nil
	}
	if _, missing := os.Stat(folder); errors.Is(missing, fs.ErrNotExist) {
		return nil, fmt.Errorf("write %s: folder %s does not exist; create it or name another with -o", o.target, folder)
	}
	return nil, o.failure(err)
}

func (o *Output) makeTemp(folder string) (*scratch.Item, error) {
	if o.folder {
		return scratch.FolderIn(folder)
	}
	return scratch.File(folder, 0o666)
}

// Write puts the data in place and returns its path.
func (o *Output) Write(data []byte) (string, error) {
	switch {
	case o.target == "":
		return "", nil
	case o.stream:
		return o.target, o.writeInto(data)
	}
	temp, err := o.Temp()
	if err != nil {
		return "", err
	}
	if err := o.replace(temp.Path, data); err != nil {
		return "", o.failure(errors.Join(err, temp.Remove()))
	}
	_ = temp.Remove() // its lock is all that is left; a sweep removes it, too
	return o.target, nil
}

// replace fills the temporary file and renames it. Its mode comes first: what only some may read stays theirs.
func (o *Output) replace(temp string, data []byte) error {
	file, err := os.OpenFile(temp, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if o.mode != 0 {
		err = file.Chmod(o.mode)
	}
	if err == nil {
		_, err = file.Write(data)
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(temp, o.path)
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
	return fmt.Errorf("write %s: %w%s", o.target, files.Reason(err), hint(err))
}

// hint says what to do where nothing can be written.
func hint(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "; free some space there, or name a file on another disk"
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return "; name a file in a folder that you may write to"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "; choose a shorter name"
	}
	return ""
}

// File is what has been put in its place.
type File struct {
	Path   string // the target
	Data   []byte // the content, where nothing is kept on disk
	SHA256 string // hexadecimal
}

// Commit puts the temporary file, which has been written, in the place of the target.
func (o *Output) Commit(temp *scratch.Item) (File, error) {
	if o.folder {
		return o.commitFolder(temp)
	}
	if o.target == "" || o.stream {
		return o.commitData(temp)
	}
	sum, err := syncToDisk(temp.Path, o.mode)
	if err == nil {
		err = os.Rename(temp.Path, o.path)
	}
	if err != nil {
		return File{}, o.failure(err)
	}
	return File{Path: o.target, SHA256: sum}, nil
}

// commitData takes the content of the file: there is no target, or it is a stream.
func (o *Output) commitData(temp *scratch.Item) (File, error) {
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

// syncToDisk makes sure that the content of a file is on the disk before its new name is. It gives the file a mode, unless
// that is 0, and returns its checksum.
func syncToDisk(path string, mode fs.FileMode) (sum string, err error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
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

// TargetInError returns an error whose message names the target where err names the temporary file.
func (o *Output) TargetInError(err error, temp *scratch.Item) error {
	if o.target == "" {
		return err
	}
	return &renamedError{err, strings.NewReplacer(temp.Path, o.target)}
}

type renamedError struct {
	error
	names *strings.Replacer
}

func (e *renamedError) Error() string { return e.names.Replace(e.error.Error()) }
func (e *renamedError) Unwrap() error { return e.error }
