package phone

import (
	"cmp"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// cacheSize is how many bytes of bodies are kept on disk. At two pixels a point one takes some 200 kB.
const cacheSize = 64 << 20

// fileEnding ends the names of bodies; those that are being written have partEnding.
const (
	fileEnding = ".phone"
	partEnding = ".part"
)

// cache keeps bodies in a folder that several programs may share. What it cannot read is drawn anew.
type cache struct{ folder string }

// userCache is the cache in the user's own folder, or none where the system has no such folder.
func userCache() cache {
	folder, err := os.UserCacheDir()
	if err != nil {
		return cache{}
	}
	return cache{filepath.Join(folder, "mockup", "phones")}
}

func (c cache) path(key string) string { return filepath.Join(c.folder, key+fileEnding) }

// read returns a body, if the folder has it whole.
func (c cache) read(key string, size image.Point) (*Body, bool) {
	if c.folder == "" {
		return nil, false
	}
	file, err := os.ReadFile(c.path(key))
	if err != nil {
		return nil, false
	}
	body, err := decode(file, size)
	if err != nil {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(c.path(key), now, now) // the next to go is the one that was not used for longest
	return body, true
}

// write keeps a body. A reader sees it whole or not at all.
func (c cache) write(key string, body *Body) error {
	if c.folder == "" {
		return nil
	}
	file, err := body.encode()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.folder, 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(c.folder, key+"-*"+partEnding)
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	_, err = part.Write(file)
	if err := cmp.Or(err, part.Chmod(0o644), part.Close()); err != nil {
		part.Close()
		return err
	}
	return os.Rename(part.Name(), c.path(key))
}

// trim removes the bodies that were not used for longest until the rest has at most size bytes, and parts that nobody
// can be writing any more. What cannot be removed is another's.
func (c cache) trim(size int64) {
	var files []fs.FileInfo
	for _, entry := range c.list("*" + fileEnding) {
		size -= entry.Size()
		files = append(files, entry)
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, file := range files {
		if size >= 0 {
			break
		}
		size += file.Size()
		_ = os.Remove(filepath.Join(c.folder, file.Name()))
	}
	for _, part := range c.list("*" + partEnding) {
		if time.Since(part.ModTime()) > time.Hour {
			_ = os.Remove(filepath.Join(c.folder, part.Name()))
		}
	}
}

// list returns the folder's files that match a pattern.
func (c cache) list(pattern string) []fs.FileInfo {
	var files []fs.FileInfo
	entries, _ := os.ReadDir(c.folder)
	for _, entry := range entries {
		if matches, _ := filepath.Match(pattern, entry.Name()); !matches {
			continue
		}
		if info, err := entry.Info(); err == nil {
			files = append(files, info)
		}
	}
	return files
}
