package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/inputs"
	"mockup/internal/schema"
)

// source is a payload as it was handed in.
type source struct {
	name   string // in messages
	file   string // to read; empty if data holds the payload
	data   []byte
	format schema.Format
	line   int    // lines of the input before it
	dir    string // folder that its image paths start from
	stem   string // of what becomes of it, below the output folder, with slashes
	spec   *File  // batch file that applies to it; may be nil
}

// read returns the payload's text, or as much of it as shows that it is too large.
func (s *source) read() ([]byte, error) {
	if s.file == "" {
		return s.data, nil
	}
	return readLimited(s.file)
}

func readLimited(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read payload %s: %w", name, withoutPath(err))
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, schema.DefaultMaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read payload %s: %w", name, withoutPath(err))
	}
	return data, nil
}

// withoutPath drops the path from an error whose message names it already.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// finder gathers the sources that arguments stand for.
type finder struct {
	opts    Options
	sources []*source
	files   map[string]*File // batch files by folder; nil: there is none
}

// find returns the sources of all inputs.
func (f *finder) find() ([]*source, error) {
	for _, input := range f.opts.Inputs {
		if err := f.add(input); err != nil {
			return nil, err
		}
	}
	// The data of a batch file may stand among the payloads.
	return slices.DeleteFunc(f.sources, func(s *source) bool {
		return s.spec != nil && s.spec.Data != "" && sameName(s.spec.Data, s.file)
	}), nil
}

// add adds what one argument stands for.
func (f *finder) add(arg string) error {
	if arg == "-" {
		return f.addLines()
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && filepath.Base(arg) == inputs.BatchFile:
		return f.addFolder(filepath.Dir(arg))
	case err == nil && filepath.Base(arg) == inputs.ConfigFile:
		return misuse("%s is the name of the configuration; give a payload another name", arg)
	case err == nil && info.IsDir():
		return f.addFolder(arg)
	case err == nil:
		return f.addFile(arg, filepath.Dir(arg), info.Mode().IsRegular())
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?["):
		return f.addPattern(arg)
	}
	return fmt.Errorf("read payloads %s: %w", arg, withoutPath(err))
}

func (f *finder) addFolder(folder string) error {
	files, err := inputs.Files(folder, f.isOurs)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := f.addFile(file, folder, true); err != nil {
			return err
		}
	}
	return nil
}

// isOurs tells what is no payload though it may stand among them: what the batch writes, and its data.
func (f *finder) isOurs(name string) bool {
	for _, own := range append([]string{f.opts.Output, f.opts.Data}, f.opts.Skip...) {
		if own != "" && sameName(own, name) {
			return true
		}
	}
	return false
}

// sameName reports whether two names lead to the same place.
func sameName(a, b string) bool {
	a, err1 := filepath.Abs(a)
	b, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && a == b
}

// addFile adds a payload. Its output mirrors its place below root. A pipe is read now: it can be read only once.
func (f *finder) addFile(name, root string, regular bool) error {
	rel, err := filepath.Rel(root, name)
	if err != nil {
		return fmt.Errorf("name the output of %s: %w", name, err)
	}
	rel = filepath.ToSlash(rel)
	s := &source{name: name, file: name, dir: filepath.Dir(name), stem: strings.TrimSuffix(rel, path.Ext(rel))}
	if !regular {
		if s.data, err = readLimited(name); err != nil {
			return err
		}
		s.file = ""
	}
	if s.spec, err = f.batchFile(s.dir, root); err != nil {
		return err
	}
	f.sources = append(f.sources, s)
	return nil
}

// batchFile returns the batch file of a folder, or of the nearest folder above it up to root.
func (f *finder) batchFile(folder, root string) (*File, error) {
	file, known := f.files[folder]
	if known {
		return file, nil
	}
	file, err := ReadFile(filepath.Join(folder, inputs.BatchFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
		if !sameName(folder, root) {
			file, err = f.batchFile(filepath.Dir(folder), root)
		}
	}
	if err != nil {
		return nil, err
	}
	f.files[folder] = file
	return file, nil
}

// addPattern adds the files that a pattern like payloads/**/*.yaml matches. Outputs mirror what lies below its fixed part.
func (f *finder) addPattern(pattern string) error {
	steps := strings.Split(filepath.ToSlash(filepath.Clean(pattern)), "/")
	fixed := 0
	for !strings.ContainsAny(steps[fixed], "*?[") {
		fixed++
	}
	root := strings.Join(steps[:fixed], "/")
	if root == "" {
		root = map[bool]string{true: "/", false: "."}[filepath.IsAbs(pattern)]
	}
	var matched []string
	files, err := inputs.Files(filepath.FromSlash(root), f.isOurs)
	if err != nil {
		return err
	}
	for _, file := range files {
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		ok, err := match(steps[fixed:], strings.Split(filepath.ToSlash(rel), "/"))
		if err != nil {
			return misuse("%s is not a pattern: %v", pattern, err)
		}
		if ok {
			matched = append(matched, file)
		}
	}
	if len(matched) == 0 {
		return fmt.Errorf("%s matches no .json, .yaml or .yml file", pattern)
	}
	for _, file := range matched {
		if err := f.addFile(file, filepath.FromSlash(root), true); err != nil {
			return err
		}
	}
	return nil
}

// match reports whether the steps of a path match those of a pattern, in which ** stands for any number of folders.
func match(pattern, steps []string) (bool, error) {
	if len(pattern) == 0 {
		return len(steps) == 0, nil
	}
	if pattern[0] == "**" {
		for skip := range len(steps) + 1 {
			if ok, err := match(pattern[1:], steps[skip:]); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	if len(steps) == 0 {
		return false, nil
	}
	if ok, err := path.Match(pattern[0], steps[0]); !ok || err != nil {
		return false, err
	}
	return match(pattern[1:], steps[1:])
}

// addLines adds the payloads of the standard input, one on a line, as JSON.
func (f *finder) addLines() error {
	lines := bufio.NewScanner(f.opts.Stdin)
	lines.Buffer(nil, schema.DefaultMaxBytes+2)
	n, found := 0, false
	for ; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		found = true
		f.sources = append(f.sources, &source{
			name: "stdin", data: bytes.Clone(lines.Bytes()), format: schema.FormatJSON, line: n,
			dir: ".", stem: fmt.Sprintf("mockup-%03d", n+1),
		})
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("read payloads: line %d of the standard input is larger than %d bytes, the most a payload may have", n+1, schema.DefaultMaxBytes)
	case err != nil:
		return fmt.Errorf("read payloads: %w", err)
	case !found:
		return misuse("the standard input holds no payload; write one on a line, as JSON")
	}
	return nil
}
