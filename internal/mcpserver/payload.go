package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"mockup/internal/confine"
	"mockup/internal/inputs"
	"mockup/internal/schema"
	"mockup/internal/wording"
)

// payloadInput names a payload in one of two ways.
type payloadInput struct {
	Payload any    `json:"payload,omitempty" jsonschema:"the payload: an object, or a text in JSON or YAML"`
	File    string `json:"file,omitempty" jsonschema:"a file below the root folder that has the payload, instead of payload"`
}

// source is a payload as the client gave it.
type source struct {
	data   []byte
	name   string // of its file, which decides about the format, or "payload"
	folder string // that its image paths start from
	format schema.Format
	object bool // the client sent an object, and knows no lines
}

// read returns the payload that an input names.
func (s *Server) read(in payloadInput) (source, error) {
	if in.Payload != nil && in.File != "" {
		return source{}, errors.New("there are two payloads, in \"payload\" and in \"file\"; give one of them")
	}
	inline := source{name: "payload", folder: s.folder.Path()}
	switch payload := in.Payload.(type) {
	case nil:
		return s.readFile(in.File)
	case string:
		inline.data = []byte(payload)
	default:
		data, err := json.Marshal(payload)
		if err != nil {
			return source{}, fmt.Errorf("read payload: %w", err)
		}
		inline.data, inline.format, inline.object = data, schema.FormatJSON, true
	}
	return inline, nil
}

func (s *Server) readFile(name string) (source, error) {
	if name == "" {
		return source{}, errors.New("there is no payload; give one in \"payload\", or name a file in \"file\"")
	}
	path, err := s.folder.File(name)
	if err != nil {
		return source{}, fmt.Errorf("read payload: %w", err)
	}
	data, err := inputs.ReadFile(path)
	return source{data: data, name: name, folder: filepath.Dir(path)}, err
}

// decode decodes the payload. Its images must be below the folder.
func (s source) decode(f *confine.Folder) (*schema.Payload, schema.Diagnostics) {
	return schema.Decode(s.data, schema.Options{
		Filename: s.name, Format: s.format, AllowPaths: true, CheckPath: f.CheckImages(s.folder),
	})
}

// invalid is the error of a payload that breaks rules. It lists the violations.
func (s source) invalid(found schema.Diagnostics) error {
	lines := []string{"the payload is not valid:"}
	for _, d := range found.Errors() {
		if s.object {
			lines = append(lines, wording.Printable(fmt.Sprintf("%s: %s (%s)", d.Path, d.Message, d.Code)))
		} else {
			lines = append(lines, d.String())
		}
	}
	return errors.New(strings.Join(lines, "\n"))
}
