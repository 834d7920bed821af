package output

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"mockup/internal/files"
	"mockup/internal/scratch"
)

// Folders prepares the folders that the outputs of one run go to. The zero value is ready for use, by several callers at
// once.
type Folders struct{ swept sync.Map }

// Prepare makes the folder that a file goes to, and removes what killed runs left in it, which is done once for a folder.
func (f *Folders) Prepare(file string) error {
	folder := filepath.Dir(file)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("create folder %s: %w", folder, files.Reason(err))
	}
	if _, done := f.swept.LoadOrStore(folder, true); !done {
		scratch.Sweep(folder)
	}
	return nil
}

// Sweep removes what killed runs left beside a target.
func Sweep(target string) {
	o := &Output{target: target}
	if o.resolve() == nil && !o.stream {
		scratch.Sweep(filepath.Dir(o.path))
	}
}
