package outputs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"gocloud.dev/blob/fileblob"
)

// staleAge is the age at which a half-written file must be left over from a process that was killed.
const staleAge = time.Hour

func openFolder(path string) (*Outputs, error) {
	if path == "" {
		return nil, errors.New("open storage: the address names no folder; write its path, or s3://BUCKET?region=REGION")
	}
	folder, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	// Files are written beside their target, because a rename from another file system would fail.
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
	if err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	removeStale(folder)
	return &Outputs{bucket, folder}, nil
}

// removeStale deletes the half-written files of processes that were killed.
func removeStale(folder string) {
	files, _ := filepath.Glob(filepath.Join(folder, "*.*.tmp")) // keys have no second extension
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()).Abs() > staleAge {
			_ = os.Remove(file)
		}
	}
}

// sync makes sure that a file which has just been renamed survives a crash of the machine, as the record of its completion
// does. A bucket needs no such call.
func (o *Outputs) sync(key string) error {
	if o.folder == "" {
		return nil
	}
	err := syncFile(filepath.Join(o.folder, key), os.O_RDWR)
	if err == nil && runtime.GOOS != "windows" { // Windows cannot sync folders
		err = syncFile(o.folder, os.O_RDONLY)
	}
	if err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	return nil
}

func syncFile(path string, flag int) error {
	file, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
