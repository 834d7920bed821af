// Package submit has payloads drawn by a render service, a few at a time, and downloads what was drawn.
package submit

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"

	"mockup/internal/api/client"
	"mockup/internal/api/encoding"
	"mockup/internal/inputs"
	"mockup/internal/output"
	"mockup/internal/usage"
)

// Options say how payloads are submitted. Client, Concurrency, Notice, Progress and Finished are required.
type Options struct {
	Client      *client.Client
	Stdin       io.Reader         // where the payload of the task "-" is read
	Output      string            // file or folder to write; "-": the content goes to Task.Data; empty: the working directory
	Encoding    encoding.Encoding // of the files
	Format      string            // name of the files' format; empty: the one that the name of Output asks for, or the usual one
	NoWait      bool              // do not wait for videos
	Concurrency int               // payloads at once, at least 1

	// Called at any time, several at once:
	Notice   func(text string)            // says why something is waited for, or what is unexpected
	Progress func(task int, part float64) // the part of a video that is done, from 0 to 1
	Finished func(task int)
}

// Submission is a number of payloads that are submitted.
type Submission struct {
	Tasks []*Task
	Many  bool // there may be several, and each file goes into a folder

	opts    Options
	folders output.Folders
	openAPI func() ([]byte, error) // of the service, read when it is first needed
}

// Find lists the payloads that arguments stand for: files, folders, or "-" for the standard input. The error is a
// *usage.Error if two of them would be written as one file.
func Find(args []string) (*Submission, error) {
	s := &Submission{Many: len(args) > 1}
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.IsDir() {
			s.Tasks = append(s.Tasks, newTask(arg, filepath.Base(arg)))
			continue
		}
		s.Many = true
		files, err := inputs.Files(arg, nil)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			name, err := filepath.Rel(arg, file)
			if err != nil {
				return nil, fmt.Errorf("name the file of %s: %w", file, err)
			}
			s.Tasks = append(s.Tasks, newTask(file, name))
		}
	}
	return s, s.checkNames()
}

func (s *Submission) checkNames() error {
	taken := map[string]string{}
	for _, t := range s.Tasks {
		if first, ok := taken[t.stem]; ok {
			return usage.Errorf("%s and %s would both be written as %s; submit one of them by itself, with -o", first, t.Name, t.stem)
		}
		taken[t.stem] = t.Name
	}
	return nil
}

// Run submits the payloads, a few at a time. done is called with each task in their order, once it and those before it are
// done; its error ends the run.
func (s *Submission) Run(ctx context.Context, opts Options, done func(*Task) error) error {
	s.opts = opts
	s.openAPI = sync.OnceValues(func() ([]byte, error) { return opts.Client.OpenAPI(ctx) })
	var group errgroup.Group
	group.SetLimit(opts.Concurrency)
	go func() {
		for i, t := range s.Tasks {
			group.Go(func() error {
				defer close(t.done)
				t.Err = s.submit(ctx, t, func(part float64) { opts.Progress(i, part) })
				opts.Finished(i)
				return nil
			})
		}
	}()
	for _, t := range s.Tasks {
		<-t.done
		if err := done(t); err != nil {
			return err
		}
	}
	return nil
}
