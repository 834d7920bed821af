package phone

import (
	"cmp"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// cacheSize is how many bytes of bodies are kept on disk. At two pixels a point one takes some 200 kB.
const cacheSize = 64 << 20

// fileEnding ends the names of bodies; those that are being written have partEnding.
const (
	fileEnding = ".phone"
	partEnding = ".part"
)

// cache keeps bodies in a folder that several programs may share. Each is for the version of Chromium that drew it: another
// one may draw other pixels. What cannot be read is drawn anew.
type cache struct{ folder string }

// userCache is the cache in the user's own folder, or none where the system has no such folder.
func userCache() cache {
	folder, err := os.UserCacheDir()
	if err != nil {
		return cache{}
	}
	return cache{filepath.Join(folder, "mockup", "phones")}
}

// path is the file of a body that a version of Chromium drew.
func (c cache) path(key, version string) string {
	return filepath.Join(c.folder, key+"-"+version+fileEnding)
}

// read returns a body, if the folder has it whole.
func (c cache) read(key, version string, size image.Point) (*Body, bool) {
	if c.folder == "" || version == "" {
		return nil, false
	}
	path := c.path(key, version)
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	body, err := decode(file, size)
	if err != nil {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // trim removes first what was not used for longest
	return body, true
}

// write keeps a body. A reader sees it whole or not at all.
func (c cache) write(key, version string, body *Body) error {
	if c.folder == "" || version == "" {
		return nil
	}
	file, err := body.encode()
	if err != nil {
		return err
	}
	return writeFile(c.path(key, version), file)
}

// writeFile writes a file, whole or not at all.
func writeFile(path string, file []byte) error {
	folder, name := filepath.Split(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(folder, strings.TrimSuffix(name, filepath.Ext(name))+"-*"+partEnding)
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	_, err = part.Write(file)
	if err := cmp.Or(err, part.Chmod(0o644), part.Close()); err != nil {
		part.Close()
		return err
	}
	return os.Rename(part.Name(), path)
}

// trim removes the bodies that were not used for longest until the rest has at most size bytes, and unfinished files that
// nobody can be writing any more. What cannot be removed is another user's.
func (c cache) trim(size int64) {
	var files []fs.FileInfo
	for _, entry := range list(c.folder, "*"+fileEnding) {
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
	for _, part := range list(c.folder, "*"+partEnding) {
		if time.Since(part.ModTime()) > time.Hour {
			_ = os.Remove(filepath.Join(c.folder, part.Name()))
		}
	}
}

// list returns a folder's files that match a pattern.
func list(folder, pattern string) []fs.FileInfo {
	var files []fs.FileInfo
	entries, _ := os.ReadDir(folder)
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
