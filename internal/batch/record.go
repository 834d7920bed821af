package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"mockup/internal/files"
	"mockup/internal/lockfile"
	"mockup/internal/output"
)

// RecordFile is the name of a record, in the output folder.
const RecordFile = ".mockup-batch.ndjson"

// lockFile is the name of the file that a batch locks while it has the record. It is there only meanwhile.
const lockFile = ".mockup-batch.lock"

// maxRecord bounds a record, in bytes. A line takes some 400, and a batch has at most maxItems outputs.
const maxRecord = 256 << 20

// Record knows what the outputs of a folder were made of. Each finished output adds a line to a file, so a batch that ends
// early, for whatever reason, loses nothing; a line that is not whole is ignored. One batch at a time has the record of a
// folder: the kernel lifts the lock with the process.
type Record struct {
	folder  string
	lock    *lockfile.Lock // nil: only read, or the file system has no locks
	file    *os.File       // to add lines to; nil: only read
	mu      sync.Mutex
	entries map[string]entry // by output, below the folder
	changed bool
}

// entry is a line of the record.
type entry struct {
	Output string `json:"output"` // below the folder, with slashes
	key
	SHA256   string    `json:"sha256"` // of the output
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Stems    bool      `json:"stems,omitempty"` // the tracks of its sound were written
}

// ReadRecord reads the record of a folder without locking it, for those who change nothing.
func ReadRecord(folder string) (*Record, error) {
	r := &Record{folder: folder, entries: map[string]entry{}}
	return r, r.load()
}

// OpenRecord locks the record of a folder and reads it. It makes the folder and the record if they are not there, and
// waits while another batch has the record, after calling waiting once.
func OpenRecord(ctx context.Context, folder string, waiting func()) (*Record, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("create folder %s: %w", folder, files.Reason(err))
	}
	r := &Record{folder: folder, entries: map[string]entry{}}
	var err error
	if r.lock, err = lock(ctx, filepath.Join(folder, lockFile), waiting); err != nil {
		return nil, err
	}
	if err := r.open(); err != nil {
		return nil, errors.Join(err, r.unlock())
	}
	return r, nil
}

func (r *Record) open() (err error) {
	if err := r.load(); err != nil {
		return err
	}
	if r.file, err = os.OpenFile(r.path(), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666); err != nil {
		return fmt.Errorf("open record %s: %w", r.path(), files.Reason(err))
	}
	return nil
}

func (r *Record) path() string { return filepath.Join(r.folder, RecordFile) }

// lock waits for a lock until ctx ends. Where the file system has no locks, it returns nil.
func lock(ctx context.Context, path string, waiting func()) (*lockfile.Lock, error) {
	for waited := false; ; waited = true {
		lock, err := lockfile.Try(path)
		switch {
		case errors.Is(err, lockfile.ErrUnsupported):
			return nil, nil
		case err == nil:
			return lock, nil
		case !errors.Is(err, lockfile.ErrHeld):
			return nil, fmt.Errorf("lock record %s: %w; name another folder for the outputs, which can be written", path, files.Reason(err))
		}
		if !waited {
			waiting()
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func (r *Record) unlock() error {
	if r.lock == nil {
		return nil
	}
	return r.lock.Remove()
}

// load reads the lines, if there is a record. The last one about an output counts.
func (r *Record) load() error {
	data, err := files.Read(r.path(), maxRecord)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read record %s: %w; remove it to have all outputs drawn again", r.path(), files.Reason(err))
	}
	for line := range bytes.Lines(data) {
		var e entry
		if json.Unmarshal(line, &e) == nil && e.Output != "" {
			r.entries[e.Output] = e
		} else if len(bytes.TrimSpace(line)) > 0 {
			r.changed = true // the line is not whole; it goes when the record is written anew
		}
	}
	return nil
}

// stale says why an item has to be drawn; "" if it does not.
func (r *Record) stale(item *Item) string {
	path := filepath.Join(r.folder, filepath.FromSlash(item.rel))
	info, err := os.Stat(path)
	e, known := r.entries[item.rel]
	switch {
	case err != nil && known:
		return "the output is gone"
	case err != nil:
		return "new"
	case !known:
		return "not drawn by a batch yet"
	case item.key.difference(e.key) != "":
		return item.key.difference(e.key)
	case item.Cues != "" && !isThere(item.Cues):
		return "the cues are gone"
	case e.Stems && !isThere(item.Stems):
		return "the tracks are gone"
	case !info.IsDir() && info.Size() == e.Size && info.ModTime().Equal(e.Modified):
		return ""
	}
	// A copy or a checkout changes the time but not the content.
	if sum, err := fileSum(path); err != nil || sum != e.SHA256 {
		return "the output was changed"
	}
	return ""
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// put records that an item's output is drawn.
func (r *Record) put(item *Item) error {
	info, err := os.Stat(item.Output)
	if err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	e := entry{item.rel, item.key, item.Drawn.SHA256, info.Size(), info.ModTime().UTC(), item.Drawn.Stems}
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries[e.Output], r.changed = e, true
	// The line before may not be whole. An empty line is ignored.
	if _, err := r.file.Write(append(append([]byte{'\n'}, line...), '\n')); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

// Close writes the record anew, sorted and without what has been replaced, and unlocks it.
func (r *Record) Close() error {
	if r.file == nil {
		return nil
	}
	err := r.file.Close()
	if r.changed {
		err = errors.Join(err, r.rewrite())
	}
	return errors.Join(err, r.unlock())
}

func (r *Record) rewrite() error {
	var lines bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(r.entries)) {
		if _, err := os.Stat(filepath.Join(r.folder, filepath.FromSlash(name))); err != nil {
			continue // the output is gone, or cannot be seen
		}
		line, err := json.Marshal(r.entries[name])
		if err != nil {
			return fmt.Errorf("write record: %w", err)
		}
		lines.Write(append(line, '\n'))
	}
	out, err := output.New(r.path())
	if err == nil {
		_, err = out.Write(lines.Bytes())
	}
	return err
}
