package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/files"
	"mockup/internal/inputs"
	"mockup/internal/schema"
	"mockup/internal/usage"
)

// source is a payload before variants and rows are applied.
type source struct {
	name   string // in messages
	file   string // to read; empty if data holds the payload
	data   []byte
	format schema.Format
	line   int    // number of lines of the input before it
	dir    string // folder that its image paths start from
	stem   string // path of its output below the output folder without the extension, with slashes
	spec   *File  // batch file that applies to it; may be nil
}

// read returns the payload's text, or as much of it as shows that it is too large.
func (s *source) read() ([]byte, error) {
	if s.file == "" {
		return s.data, nil
	}
	return inputs.ReadFile(s.file)
}

// finder lists the sources of the arguments.
type finder struct {
	ctx     context.Context // bounds the reading of streams
	opts    Options
	sources []*source
	specs   map[string]*File // batch files by folder; nil: there is none
}

// find returns the sources of all inputs.
func (f *finder) find() ([]*source, error) {
	for _, input := range f.opts.Inputs {
		if err := f.add(input); err != nil {
			return nil, err
		}
	}
	// The data of a batch file may be among the payloads.
	return slices.DeleteFunc(f.sources, func(s *source) bool {
		return s.spec != nil && s.spec.Data != "" && sameName(s.spec.Data, s.file)
	}), nil
}

// add adds the sources of one argument.
func (f *finder) add(arg string) error {
	if arg == "-" {
		return f.addLines()
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && filepath.Base(arg) == inputs.BatchFile:
		return f.addFolder(filepath.Dir(arg))
	case err == nil && filepath.Base(arg) == inputs.ConfigFile:
		return usage.Errorf("%s is the name of the configuration; give a payload another name", arg)
	case err == nil && info.IsDir():
		return f.addFolder(arg)
	case err == nil && inputs.IsStream(arg):
		return f.addStream(arg)
	case err == nil:
		return f.addFile(arg, filepath.Dir(arg))
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?["):
		return f.addPattern(arg)
	}
	return fmt.Errorf("read payloads %s: %w", arg, files.Reason(err))
}

func (f *finder) addFolder(folder string) error {
	found, err := inputs.Files(folder, f.isOurs)
	if err != nil {
		return err
	}
	for _, file := range found {
		if err := f.addFile(file, folder); err != nil {
			return err
		}
	}
	return nil
}

// isOurs reports whether a path among the payloads belongs to the batch itself: an output or its data.
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

// addFile adds a payload. Its output mirrors its place below root.
func (f *finder) addFile(name, root string) error {
	rel, err := filepath.Rel(root, name)
	if err != nil {
		return fmt.Errorf("name the output of %s: %w", name, err)
	}
	return f.addSource(&source{name: name, file: name, dir: filepath.Dir(name), stem: stemOf(rel)}, root)
}

// addStream adds a payload that a shell hands over. It is read now: it can be read only once.
func (f *finder) addStream(name string) error {
	data, err := inputs.ReadPayload(f.ctx, name)
	if err != nil {
		return err
	}
	folder := inputs.Folder(name)
	return f.addSource(&source{name: name, data: data, dir: folder, stem: stemOf(filepath.Base(name))}, folder)
}

func stemOf(file string) string {
	file = filepath.ToSlash(file)
	return strings.TrimSuffix(file, path.Ext(file))
}

// addSource adds a source with the batch file of its folder, or of the nearest folder above it up to root.
func (f *finder) addSource(s *source, root string) (err error) {
	if s.spec, err = f.batchFile(s.dir, root); err != nil {
		return err
	}
	f.sources = append(f.sources, s)
	return nil
}

// batchFile returns the batch file of a folder, or of the nearest folder above it up to root.
func (f *finder) batchFile(folder, root string) (*File, error) {
	file, known := f.specs[folder]
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
	f.specs[folder] = file
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
	found, err := inputs.Files(filepath.FromSlash(root), f.isOurs)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s matches nothing: there is no folder %s", pattern, root)
	}
	if err != nil {
		return err
	}
	for _, file := range found {
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		ok, err := match(steps[fixed:], strings.Split(filepath.ToSlash(rel), "/"))
		if err != nil {
			return usage.Errorf("%s is not a pattern: %v", pattern, err)
		}
		if ok {
			matched = append(matched, file)
		}
	}
	if len(matched) == 0 {
		return fmt.Errorf("%s matches no .json, .yaml or .yml file", pattern)
	}
	for _, file := range matched {
		if err := f.addFile(file, filepath.FromSlash(root)); err != nil {
			return err
		}
	}
	return nil
}

// match reports whether the elements of a path match those of a pattern, in which ** stands for any number of folders.
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

// isObject reports whether data, a line of the standard input, is an object of JSON by itself.
func (s *source) isObject() bool {
	return bytes.HasPrefix(bytes.TrimSpace(s.data), []byte("{")) && json.Valid(s.data)
}

// addLines adds the payloads of the standard input: JSON, one payload on each line.
func (f *finder) addLines() error {
	lines := bufio.NewScanner(f.opts.Stdin)
	lines.Buffer(nil, schema.DefaultMaxBytes+2)
	n, before := 0, len(f.sources)
	for ; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
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
	case len(f.sources) == before:
		return usage.Errorf("the standard input holds no payload; write each on a line, as JSON")
	case n > 1 && !slices.ContainsFunc(f.sources[before:], (*source).isObject):
		return usage.Errorf("no line of the standard input is JSON; write each payload on one line, as jq -c does, or draw a single one with mockup render -")
	}
	return nil
}
