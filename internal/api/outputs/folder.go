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

// stale is the age at which a half-written file was left by a program that is no more.
const stale = time.Hour

func openFolder(path string) (*Outputs, error) {
	if path == "" {
		return nil, errors.New("open storage: the address names no folder; give its path, or s3://BUCKET?region=REGION")
	}
	folder, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	// Files are written beside their target: a rename from another file system would fail.
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
	if err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	removeStale(folder)
	return &Outputs{bucket, folder}, nil
}

// removeStale deletes the half-written files of programs that were killed.
func removeStale(folder string) {
	files, _ := filepath.Glob(filepath.Join(folder, "*.*.tmp")) // keys have no second extension
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > stale {
			_ = os.Remove(file)
		}
	}
}

// settle makes sure that a file which has just been renamed survives the machine's crash: the record that it is
// complete does.
func (o *Outputs) settle(key string) error {
	if o.folder == "" {
		return nil
	}
	err := flush(filepath.Join(o.folder, key), os.O_RDWR)
	if err == nil && runtime.GOOS != "windows" { // whose folders cannot be synced
		err = flush(o.folder, os.O_RDONLY)
	}
	if err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	return nil
}

func flush(path string, flag int) error {
	file, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
