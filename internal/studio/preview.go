package studio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/asset"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// preview is the answer to a payload. Its picture, if there is one, follows it in the body, behind a line break.
type preview struct {
	Found    schema.Diagnostics `json:"found"`    // violations and warnings with their places
	Warnings []scene.Warning    `json:"warnings"` // of the whole picture
	Failure  string             `json:"failure,omitempty"`

	Width    int            `json:"width,omitempty"` // device pixels
	Height   int            `json:"height,omitempty"`
	Places   []render.Place `json:"places,omitempty"`
	Playback *playbackInfo  `json:"playback,omitempty"` // of a video, whose picture is one of its frames
	Format   string         `json:"format,omitempty"`   // of the file where nobody chooses one
	Took     float64        `json:"took"`               // milliseconds of work here

	picture []byte
}

// job is a payload that a request brings.
type job struct {
	render.Job
	doc   *schema.Document
	found schema.Diagnostics
	text  []byte
}

// readJob reads the payload of a request. Its document is nil if the payload is invalid. The query has the payload's name,
// on which image paths and the format depend, and settings that take the place of values, as set=path=value.
func (s *Studio) readJob(w http.ResponseWriter, r *http.Request) (*job, error) {
	text, err := readBody(w, r, maxText)
	if err != nil {
		return nil, err
	}
	settings, err := settingsOf(r.URL.Query()["set"])
	if err != nil {
		return nil, err
	}
	return s.decode(text, r.URL.Query().Get("name"), settings), nil
}

func (s *Studio) decode(text []byte, name string, settings []schema.Setting) *job {
	folder := s.folderOfPayload(name)
	j := &job{text: text}
	j.doc, j.found = schema.Read(text, schema.Options{
		Filename: path.Base(name), AllowPaths: true, CheckPath: s.folder.CheckImages(folder), Set: settings,
	})
	if j.doc != nil {
		j.Job = render.Job{Payload: j.doc.Payload, Dir: folder, Placeholder: true}
	}
	return j
}

// settingsOf reads settings: true and false are bools, everything else is text.
func settingsOf(pairs []string) (settings []schema.Setting, err error) {
	for _, pair := range pairs {
		path, text, ok := strings.Cut(pair, "=")
		if !ok || path == "" {
			return nil, refused("the setting %q is not of the form path=value", pair)
		}
		value := any(text)
		if text == "true" || text == "false" {
			value = text == "true"
		}
		settings = append(settings, schema.Setting{Path: path, Value: value})
	}
	return settings, nil
}

// postPreview answers the violations of a payload and, if there is none, its picture. The page sends the next payload once it
// has the answer to the last, so that nothing waits here but for a moment.
func (s *Studio) postPreview(w http.ResponseWriter, r *http.Request) error {
	began := time.Now()
	j, err := s.readJob(w, r)
	if err != nil {
		return err
	}
	p := &preview{Found: j.found, Warnings: []scene.Warning{}}
	if p.Found == nil {
		p.Found = schema.Diagnostics{}
	}
	if j.doc != nil {
		p.Format = j.Format().Name
		if err := s.preview.take(r.Context()); err != nil {
			return err
		}
		defer s.preview.give()
		at, err := momentOf(r)
		if err != nil {
			return err
		}
		if err := s.draw(s.ctx, j, at, p); err != nil {
			p.fail(err, j.doc)
		}
	}
	p.Took = float64(time.Since(began).Microseconds()) / 1000
	return writePicture(w, p, p.picture)
}

// momentOf returns the moment of a video that a request names.
func momentOf(r *http.Request) (time.Duration, error) {
	text := r.URL.Query().Get("at")
	if text == "" {
		return 0, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds < 0 || seconds > schema.MostLength {
		return 0, refused("at is %q; give a time in seconds, from 0 to %g", text, schema.MostLength)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// draw draws the picture of a payload, or the frame of a video at a moment.
func (s *Studio) draw(ctx context.Context, j *job, at time.Duration, p *preview) error {
	for path, text := range j.doc.Texts() {
		j.Texts = append(j.Texts, render.Text{Path: path, Text: text})
	}
	if j.Payload.RenderKind == schema.Video {
		return s.drawPlayback(ctx, j, at, p)
	}
	j.Still.Redraw = true // of what was drawn at the keystroke before
	result, err := s.opts.Renderer.Render(ctx, j.Job)
	if err != nil {
		return err
	}
	p.picture, p.Width, p.Height, p.Places = result.Data, result.Width, result.Height, result.Places
	p.Warnings = append(p.Warnings, result.Warnings...)
	return nil
}

// fail says why a valid payload cannot be drawn, at the field that is to blame if there is one.
func (p *preview) fail(err error, doc *schema.Document) {
	var images asset.Errors
	if errors.As(err, &images) {
		for _, failure := range images {
			for _, field := range failure.Fields {
				d := schema.Diagnostic{Path: field, Pointer: "/" + strings.ReplaceAll(field, ".", "/"), Code: schema.CodeMissingFile,
					Message: failure.Err.Error(), Severity: schema.SeverityError}
				d.Line, d.Col = doc.Place(d.Pointer)
				p.Found = append(p.Found, d)
			}
		}
	}
	if len(p.Found.Errors()) == 0 {
		p.Failure = err.Error()
	}
}

// writePicture answers what there is to say of a picture and, behind a line break, the picture.
func writePicture(w http.ResponseWriter, head any, picture []byte) error {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(head); err != nil { // which ends in a line break
		return fmt.Errorf("write picture: %w", err)
	}
	body.Write(picture)
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = w.Write(body.Bytes()) // the page may have gone
	return nil
}
