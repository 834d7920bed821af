package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"mockup/internal/output"
)

// RecordFile is the name of a record, in the output folder.
const RecordFile = ".mockup-batch.ndjson"

// Record knows what the outputs of a folder were made of. Each finished output is a line that is added to a file, so
// that whatever ends a batch takes nothing with it; a line that is torn is one that is not there. One batch at a time has
// the record of a folder: the kernel lifts its lock with its process.
type Record struct {
	folder  string
	file    *os.File // locked; nil: only read
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
}

// ReadRecord reads the record of a folder without locking it, for those who change nothing.
func ReadRecord(folder string) (*Record, error) {
	r := &Record{folder: folder, entries: map[string]entry{}}
	file, err := os.Open(filepath.Join(folder, RecordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read record: %w", err)
	}
	defer file.Close()
	return r, r.load(file)
}

// OpenRecord locks the record of a folder, which is made if it is not there, and reads it. waiting is called if another
// batch has it.
func OpenRecord(ctx context.Context, folder string, waiting func()) (*Record, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("create folder %s: %w", folder, withoutPath(err))
	}
	r := &Record{folder: folder, entries: map[string]entry{}}
	path := filepath.Join(folder, RecordFile)
	for r.file == nil {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			return nil, fmt.Errorf("open record: %w", err)
		}
		if err := lock(ctx, file, waiting); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		// The batch that had the lock may have replaced the file.
		if mine, err := file.Stat(); err == nil && isStill(path, mine) {
			r.file = file
		} else {
			file.Close()
		}
	}
	if err := r.load(r.file); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	return r, nil
}

func isStill(path string, mine fs.FileInfo) bool {
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, mine)
}

// lock waits for the file's lock until ctx ends.
func lock(ctx context.Context, file *os.File, waiting func()) error {
	for told := false; ; told = true {
		locked, err := tryLock(file)
		if err != nil {
			return fmt.Errorf("lock record %s: %w", file.Name(), err)
		}
		if locked {
			return nil
		}
		if !told {
			waiting()
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// load reads the lines. The last one about an output counts.
func (r *Record) load(file io.Reader) error {
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadBytes('\n')
		var e entry
		if json.Unmarshal(line, &e) == nil && e.Output != "" {
			r.entries[e.Output] = e
		} else if len(bytes.TrimSpace(line)) > 0 {
			r.changed = true // what is torn goes when the record is written anew
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read record: %w", err)
		}
	}
}

// stale says why an item has to be drawn; "" if its output is up to date.
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
	case info.Size() == e.Size && info.ModTime().Equal(e.Modified):
		return ""
	}
	// A copy or a checkout has another time and the same content.
	if sum, err := fileSum(path); err != nil || sum != e.SHA256 {
		return "the output was changed"
	}
	return ""
}

// put notes that an item's output is drawn.
func (r *Record) put(item *Item) error {
	info, err := os.Stat(item.Output)
	if err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	e := entry{item.rel, item.key, item.Drawn.SHA256, info.Size(), info.ModTime().UTC()}
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries[e.Output], r.changed = e, true
	// The line before may be torn. An empty line is none.
	if _, err := r.file.Write(append(append([]byte{'\n'}, line...), '\n')); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

// Close writes the record anew, sorted and without what has been replaced, and lets go of it.
func (r *Record) Close() error {
	if r.file == nil {
		return nil
	}
	defer r.file.Close()
	if !r.changed {
		return nil
	}
	var lines bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(r.entries)) {
		if _, err := os.Stat(filepath.Join(r.folder, filepath.FromSlash(name))); err != nil {
			continue // it is gone, or nobody can tell
		}
		line, err := json.Marshal(r.entries[name])
		if err != nil {
			return fmt.Errorf("write record: %w", err)
		}
		lines.Write(append(line, '\n'))
	}
	out, err := output.New(r.file.Name())
	if err == nil {
		_, err = out.Write(lines.Bytes())
	}
	return err
}
