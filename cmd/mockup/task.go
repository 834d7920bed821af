package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/inputs"
	"mockup/internal/output"
	"mockup/internal/render"
	"mockup/internal/schema"
)

// task is one payload that is submitted.
type task struct {
	file string // as it was named; - for the standard input
	name string // in messages
	stem string // of the file that becomes of it, in its folder
	done chan struct{}

	// Once it is done.
	found schema.Diagnostics
	job   wire.Job
	path  string
	err   error
}

// newTask returns a task whose result is named after the payload.
func newTask(file, name string) *task {
	t := &task{file: file, name: file, stem: strings.TrimSuffix(name, filepath.Ext(name)), done: make(chan struct{})}
	if file == "-" {
		t.name, t.stem = "stdin", "mockup"
	}
	return t
}

// submitted is a task as --json prints it.
type submitted struct {
	File string `json:"file"`
	Path string `json:"path,omitempty"`
	wire.Job
}

func (t *task) record() submitted {
	job := t.job
	if t.err != nil {
		job.Status, job.Error = cmp.Or(job.Status, wire.Failed), t.reason()
	}
	return submitted{t.name, t.path, job}
}

// reason says why the task failed.
func (t *task) reason() string {
	var exit *exitError
	if errors.As(t.err, &exit) && exit.err == nil {
		return "the payload is invalid"
	}
	return t.err.Error()
}

// submit does all there is to do for one payload.
func (s *submission) submit(ctx context.Context, t *task, report func(float64)) error {
	doc, err := s.read(ctx, t)
	if err != nil {
		return err
	}
	t.job.RenderKind = doc.RenderKind
	target, err := s.target(t, doc.Payload)
	if err != nil {
		return err
	}
	body, err := client.Body(ctx, doc, filepath.Dir(t.file))
	if err != nil {
		return err
	}
	job, err := s.client.Submit(ctx, body, s.flags.noWait, report)
	if err != nil {
		t.job.ID, t.job.Status = job.ID, job.Status
		t.found = append(t.found, refusedDetails(err, t.name, doc)...)
		return err
	}
	t.job = job
	if job.Status != wire.Completed {
		return nil // and not waited for
	}
	if format := jobFormat(job); job.Format != "" && target != "-" && !strings.EqualFold(filepath.Ext(target), "."+format) {
		s.notice(fmt.Sprintf("%s: the service has made a .%s file of it; it is written as %s all the same", t.name, format, target))
	}
	t.path, err = fetch(s.cmd, s.client, job, target)
	return err
}

// read reads and checks the payload.
func (s *submission) read(ctx context.Context, t *task) (*schema.Document, error) {
	var data []byte
	var err error
	if t.file == "-" {
		data, err = readInput(ctx, s.cmd.InOrStdin())
	} else {
		data, err = readFile(ctx, t.file)
	}
	if err != nil {
		return nil, err
	}
	doc, found := schema.Read(data, schema.Options{Filename: t.name, AllowPaths: true, CheckPath: inputs.CheckImage(filepath.Dir(t.file))})
	t.found = found
	if doc == nil {
		return nil, &exitError{code: exitInvalid}
	}
	return doc, nil
}

// target decides where the file goes, and makes sure that it can go there before the service is troubled.
func (s *submission) target(t *task, p *schema.Payload) (string, error) {
	job := render.Job{Payload: p, Dir: filepath.Dir(t.file)}
	extension, out := "."+job.Format(), s.flags.output
	switch {
	case out == "-":
		return out, nil
	case s.many || out == "" || isFolder(out):
		job.Output = filepath.Join(out, t.stem) + extension
		if err := os.MkdirAll(filepath.Dir(job.Output), 0o777); err != nil {
			return "", fmt.Errorf("create folder %s: %w", filepath.Dir(job.Output), withoutPath(err))
		}
	case filepath.Ext(out) != "" && !strings.EqualFold(filepath.Ext(out), extension):
		return "", usageError(s.cmd, "-o %s: this payload gives %s; name a %s file", out, article(job.Format()), extension)
	default:
		job.Output = out
	}
	if err := refuseOverwrite(s.cmd, t.file, job); err != nil {
		return "", err
	}
	_, err := output.New(job.Output)
	return job.Output, err
}

// refusedDetails is what a service finds wrong with a payload, as validate would tell it.
func refusedDetails(err error, file string, doc *schema.Document) schema.Diagnostics {
	var refused *client.Error
	if !errors.As(err, &refused) {
		return nil
	}
	var found schema.Diagnostics
	for _, d := range refused.Details {
		line, col := doc.Place(d.Pointer)
		found = append(found, schema.Diagnostic{
			File: file, Path: d.Path, Pointer: d.Pointer, Line: line, Col: col,
			Code: schema.Code(cmp.Or(d.Code, string(refused.Code))), Message: d.Message, Severity: schema.SeverityError,
		})
	}
	return found
}
