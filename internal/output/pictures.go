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

	"mockup/internal/scratch"
	"mockup/internal/usage"
)

// NewFolder checks a target that is a folder of numbered pictures: there is none yet, or one that holds nothing else, which is
// replaced. The error of another folder is a *usage.Error.
func NewFolder(target string) (*Output, error) {
	if target == "" {
		return nil, usage.Errorf("a sequence of pictures is a folder, and cannot go to the standard output; name one with -o")
	}
	o := &Output{target: filepath.Clean(target), path: filepath.Clean(target), folder: true}
	entries, err := os.ReadDir(o.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, o.failure(err)
	default:
		for _, entry := range entries {
			if !isNumbered(entry) {
				return nil, usage.Errorf("write %s: the folder holds %s, which is no picture of a sequence; name a new folder with -o", target, entry.Name())
			}
		}
		o.replaces = true
	}
	return o, o.try()
}

// isNumbered reports whether an entry of a folder is a picture of a sequence, like 0001.png.
func isNumbered(entry fs.DirEntry) bool {
	number, ok := strings.CutSuffix(entry.Name(), ".png")
	return ok && number != "" && strings.Trim(number, "0123456789") == "" && entry.Type().IsRegular()
}

// commitFolder puts a temporary folder in the place of the target. Between the two renames there is none for a moment, as a
// folder that is not empty cannot be replaced at once.
func (o *Output) commitFolder(temp *scratch.Item) (File, error) {
	sum, err := syncFolder(temp.Path)
	if err != nil {
		return File{}, o.failure(err)
	}
	if o.replaces {
		old, err := scratch.FolderIn(filepath.Dir(o.path))
		if err != nil {
			return File{}, o.failure(err)
		}
		defer old.Remove()
		if err := os.Rename(o.path, filepath.Join(old.Path, "old")); err != nil {
			return File{}, o.failure(err)
		}
	}
	if err := os.Rename(temp.Path, o.path); err != nil {
		return File{}, o.failure(err)
	}
	return File{Path: o.target, SHA256: sum}, nil
}

// syncFolder makes sure that the pictures of a folder are on the disk, and returns the checksum of all of them.
func syncFolder(folder string) (string, error) {
	return sumFolder(folder, (*os.File).Sync)
}

// SumFolder returns the SHA-256 of what the files of a folder hold, one after the other by name, in hexadecimal.
func SumFolder(folder string) (string, error) {
	return sumFolder(folder, func(*os.File) error { return nil })
}

func sumFolder(folder string, each func(*os.File) error) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			return "", fmt.Errorf("%s is no file", entry.Name())
		}
		file, err := os.Open(filepath.Join(folder, entry.Name()))
		if err != nil {
			return "", err
		}
		_, err = io.Copy(hash, file)
		if err == nil {
			err = each(file)
		}
		_ = file.Close()
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
