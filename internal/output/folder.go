package output

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"mockup/internal/files"
	"mockup/internal/scratch"
	"mockup/internal/usage"
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

// CheckExtension refuses a name whose extension is not that of its format: png, mp4 or webm. A name may have none. The
// error is a *usage.Error.
func CheckExtension(name, format string) error {
	named, extension := filepath.Ext(name), "."+format
	if named == "" || strings.EqualFold(named, extension) {
		return nil
	}
	what := "a picture, which is a PNG"
	switch format {
	case "mp4":
		what = "a video without transparency, which is an MP4"
	case "webm":
		what = "a video with a transparent background, which is a WebM"
	}
	return usage.Errorf("-o %s: this payload gives %s; name a %s file", name, what, extension)
}
