package inputs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mockup/internal/files"
	"mockup/internal/schema"
	"mockup/internal/usage"
	"mockup/internal/wording"
)

// maxRead shows that a payload is too large, which reading it then reports with its other violations.
const maxRead = schema.DefaultMaxBytes + 1

// ReadPayload reads the payload that an argument of a command names, or as much of it as shows that it is too large.
// Regular files are read, and the streams that a shell hands over (see IsStream), these until ctx ends.
func ReadPayload(ctx context.Context, name string) ([]byte, error) {
	if filepath.Base(name) == ConfigFile {
		return nil, usage.Errorf("%s: %s is the name of the configuration; give a payload another name", name, ConfigFile)
	}
	if IsStream(name) {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read payload %s: %w", name, files.Reason(err))
		}
		return ReadStream(ctx, file) // which closes with the program: the read may go on after ctx has ended
	}
	return ReadFile(name)
}

// ReadFile reads the payload of a file that was found, or as much of it as shows that it is too large.
func ReadFile(name string) ([]byte, error) {
	data, err := files.ReadHead(name, maxRead)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, notFound(name)
	case errors.Is(err, files.ErrNotRegular):
		return nil, fmt.Errorf("read payload %s: %w; name a file, or - for the standard input", name, files.Reason(err))
	case err != nil:
		return nil, fmt.Errorf("read payload %s: %w", name, files.Reason(err))
	}
	return data, nil
}

// IsStream reports whether a name stands for a stream that a shell hands over, like /dev/stdin, or the /dev/fd/63 of
// render <(command). What is read from it comes from the user, like the standard input.
func IsStream(name string) bool {
	if name == "/dev/stdin" {
		return true
	}
	folder, number := filepath.Split(name)
	return (folder == "/dev/fd/" || folder == "/proc/self/fd/") && number != "" && strings.Trim(number, "0123456789") == ""
}

// Folder returns the folder that the relative paths of a payload start from: that of its file, or the working directory if
// the payload comes from a stream or from the standard input, "-".
func Folder(name string) string {
	if IsStream(name) {
		return "."
	}
	return filepath.Dir(name)
}

// ReadStream reads a payload from the standard input, which may never end, until ctx does.
func ReadStream(ctx context.Context, in io.Reader) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := io.ReadAll(io.LimitReader(in, maxRead))
		done <- result{data, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return nil, fmt.Errorf("read payload: %w", r.err)
		}
		return r.data, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// notFound says where a payload was looked for, and what was likely meant.
func notFound(name string) error {
	if name == "" {
		return usage.Errorf("the name of a payload is empty; name a file, or - for the standard input")
	}
	folder, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("read payload %s: there is no folder %s: %w", name, folder, fs.ErrNotExist)
	}
	if target, err := os.Readlink(name); err == nil {
		return fmt.Errorf("read payload %s: it is a link to %s, which does not exist", name, target)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return fmt.Errorf("read payload %s: there is no such file in %s%s", name, folder, wording.DidYouMean(filepath.Base(name), names))
}

// Overwrites says which input of a picture its output would overwrite, such as "the payload"; "" if none. file is the
// payload's name, or - for stdin.
func Overwrites(output, file string, stdin io.Reader, p *schema.Payload) string {
	in, ok := stdin.(*os.File)
	if file == "-" && ok && isFile(output, in.Stat) || file != "-" && SameFile(file, output) {
		return "the payload"
	}
	for ref := range p.Files() {
		if ref.IsPath() && SameFile(FilePath(Folder(file), *ref.Value), output) {
			return "the " + ref.Kind() + " of " + ref.Field
		}
	}
	return ""
}

// SameFile reports whether two names lead to one regular file.
func SameFile(a, b string) bool {
	return isFile(a, func() (fs.FileInfo, error) { return os.Stat(b) })
}

// isFile reports whether a name leads to the regular file that stat describes.
func isFile(name string, stat func() (fs.FileInfo, error)) bool {
	a, err := os.Stat(name)
	if err != nil || !a.Mode().IsRegular() {
		return false
	}
	b, err := stat()
	return err == nil && os.SameFile(a, b)
}
