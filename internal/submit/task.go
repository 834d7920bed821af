package submit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/inputs"
	"mockup/internal/output"
	"mockup/internal/render/format"
	"mockup/internal/schema"
	"mockup/internal/usage"
)

// Task is one payload that is submitted.
type Task struct {
	File string // as it was named; "-" for the standard input
	Name string // in messages

	// Set once the task is done:
	Found schema.Diagnostics // about the payload, here and by the service
	Job   wire.Job           // as far as it is known
	Path  string             // the file that was written; empty if there is none
	Data  []byte             // the file's content, where Options.Output is "-"
	Err   error              // why it failed; ErrInvalid if Found says why

	stem string // the name of the file to write, below the folder of outputs and without its extension
	done chan struct{}
}

// ErrInvalid is the error of a task whose payload breaks rules.
var ErrInvalid = errors.New("the payload is invalid")

// newTask returns a task whose file is named after the payload.
func newTask(file, name string) *Task {
	t := &Task{File: file, Name: file, stem: strings.TrimSuffix(name, filepath.Ext(name)), done: make(chan struct{})}
	if file == "-" {
		t.Name, t.stem = "stdin", "mockup"
	}
	return t
}

// submit has the service draw one payload, and downloads what it drew. report is called with the part of a video that is
// done, from 0 to 1.
func (s *Submission) submit(ctx context.Context, t *Task, report func(part float64)) error {
	doc, err := s.read(ctx, t)
	if err != nil {
		return err
	}
	t.Job.RenderKind = doc.RenderKind
	target, mediaType, err := s.target(t, doc.Payload)
	if err != nil {
		return err
	}
	body, err := client.Body(ctx, doc, inputs.Folder(t.File))
	if err != nil {
		return err
	}
	s.noticeUnknown(doc)
	job, err := s.opts.Client.Submit(ctx, client.Request{Body: body, MediaType: mediaType, Query: s.opts.Encoding.Query(), NoWait: s.opts.NoWait, Report: report})
	if err != nil {
		t.Job.ID, t.Job.Status = job.ID, job.Status
		t.Found = append(t.Found, refusedDetails(err, t.Name, doc)...)
		return err
	}
	t.Job = job
	if job.Status != wire.Completed {
		return nil // and not waited for
	}
	if made := formatOf(job); job.Format != "" && target != "-" && !slices.Contains(made.Endings, strings.ToLower(filepath.Ext(target))) {
		s.opts.Notice(fmt.Sprintf("%s: the service made a %s file; it is written as %s all the same", t.Name, made.Suffix(), target))
	}
	file, err := Fetch(ctx, s.opts.Client, job, target)
	t.Path, t.Data = file.Path, file.Data
	return err
}

// noticeUnknown says which fields of a payload the service does not know, as far as its OpenAPI document says so. Only
// fields beyond the v1 interface can be unknown.
func (s *Submission) noticeUnknown(doc *schema.Document) {
	if !doc.UsesBeyond() {
		return
	}
	openAPI, err := s.openAPI()
	if err != nil {
		return // a service of the v1 interface need not have the document
	}
	unknown, err := doc.Unknown(openAPI)
	if err != nil {
		return
	}
	for _, d := range unknown {
		s.opts.Notice(fmt.Sprintf("%s:%d:%d: %s: %s", d.File, d.Line, d.Col, d.Path, d.Message))
	}
}

// read reads and checks the payload.
func (s *Submission) read(ctx context.Context, t *Task) (*schema.Document, error) {
	var data []byte
	var err error
	if t.File == "-" {
		data, err = inputs.ReadStream(ctx, s.opts.Stdin)
	} else {
		data, err = inputs.ReadPayload(ctx, t.File)
	}
	if err != nil {
		return nil, err
	}
	doc, found := schema.Read(data, schema.Options{Filename: t.Name, AllowPaths: true, CheckPath: inputs.CheckFile(inputs.Folder(t.File))})
	t.Found = found
	if doc == nil {
		return nil, ErrInvalid
	}
	return doc, nil
}

// target decides where the file goes, and checks that it can be written there before the service draws anything. It returns the
// media type that the service is asked for; empty for the payload's usual one.
func (s *Submission) target(t *Task, p *schema.Payload) (out, mediaType string, err error) {
	out = s.opts.Output
	inFolder := s.Many || out == "" || isFolder(out)
	file := out // that names a format
	if inFolder || out == "-" {
		file = ""
	}
	video := p.RenderKind == schema.Video
	chosen, err := format.Choose(s.opts.Format, file, video, p.Transparent())
	if err == nil {
		err = chosen.CheckService()
	}
	if err != nil {
		return "", "", err
	}
	if chosen.Name != format.Default(video, p.Transparent()).Name {
		mediaType = chosen.MediaType
	}
	switch {
	case out == "-":
		return out, mediaType, nil
	case inFolder:
		out = filepath.Join(out, t.stem) + chosen.Suffix()
		if err := s.folders.Prepare(out); err != nil {
			return "", "", err
		}
	default:
		output.Sweep(out)
	}
	if what := inputs.Overwrites(out, t.File, s.opts.Stdin, p); what != "" {
		return "", "", usage.Errorf("the picture would overwrite %s, %s; name another file with -o", out, what)
	}
	_, err = output.New(out)
	return out, mediaType, err
}

// isFolder reports whether a name is that of a folder, or looks like one that is not there yet.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() || errors.Is(err, fs.ErrNotExist) && strings.HasSuffix(filepath.ToSlash(name), "/")
}

// refusedDetails returns what a service finds wrong with a payload, with its places in the payload's file.
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
