package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mockup/internal/inputs"
	"mockup/internal/render"
	"mockup/internal/schema"
)

// readFile reads a payload, or as much of it as shows that it is too large. It waits for a pipe no longer than ctx lasts.
func readFile(ctx context.Context, name string) ([]byte, error) {
	if filepath.Base(name) == configFile {
		return nil, &exitError{exitUsage, fmt.Errorf("%s: %s is the name of the configuration; give a payload another name", name, configFile)}
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, fmt.Errorf("read payload: %s is a folder; name a file", name)
	}
	return unlessStopped(ctx, func() ([]byte, error) {
		f, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, notFound(name)
		}
		if err != nil {
			return nil, fmt.Errorf("read payload %s: %w", name, withoutPath(err))
		}
		defer f.Close()
		return readLimited(f)
	})
}

// readInput reads a payload from the standard input, which may never end, until ctx does.
func readInput(ctx context.Context, in io.Reader) ([]byte, error) {
	return unlessStopped(ctx, func() ([]byte, error) { return readLimited(in) })
}

func readLimited(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, schema.DefaultMaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read payload: %w", err)
	}
	return data, nil
}

// unlessStopped returns what read does, or the cause of ctx's end if that comes first.
func unlessStopped(ctx context.Context, read func() ([]byte, error)) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := read()
		done <- result{data, err}
	}()
	select {
	case r := <-done:
		return r.data, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// notFound says where a payload was looked for, and what was likely meant.
func notFound(name string) error {
	folder, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("read payload %s: there is no folder %s: %w", name, folder, fs.ErrNotExist)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return fmt.Errorf("read payload %s: there is no such file in %s%s", name, folder, schema.DidYouMean(filepath.Base(name), names))
}

// refuseOverwrite fails if the picture would take the place of what it is made of.
func refuseOverwrite(cmd *cobra.Command, file string, job render.Job) error {
	refuse := func(what string) error {
		return usageError(cmd, "the picture would overwrite %s, %s; name another file with -o", job.Output, what)
	}
	in, ok := cmd.InOrStdin().(*os.File)
	if file == "-" && ok && isFile(job.Output, in.Stat) || file != "-" && sameFile(file, job.Output) {
		return refuse("the payload")
	}
	for field, ref := range job.Payload.Images() {
		if ref.IsPath() && sameFile(inputs.ImagePath(job.Dir, string(*ref)), job.Output) {
			return refuse("the image of " + field)
		}
	}
	return nil
}

// sameFile reports whether two names lead to one file.
func sameFile(a, b string) bool {
	return isFile(a, func() (fs.FileInfo, error) { return os.Stat(b) })
}

// isFile reports whether a name leads to the regular file that stat tells of.
func isFile(name string, stat func() (fs.FileInfo, error)) bool {
	a, err := os.Stat(name)
	if err != nil || !a.Mode().IsRegular() {
		return false
	}
	b, err := stat()
	return err == nil && os.SameFile(a, b)
}

// withoutPath drops the path from an error whose message names it already.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
