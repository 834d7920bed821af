package studio

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"mockup/internal/inputs"
	"mockup/internal/output"
	"mockup/internal/schema"
)

// Bounds of the list of payloads: the folder may be a home directory.
const (
	maxListed = 500
	maxLooked = 20_000 // entries of folders
	maxDepth  = 6
)

// fileInfo is a payload of the list.
type fileInfo struct {
	Name     string `json:"name"`     // relative to the folder, with slashes
	Modified int64  `json:"modified"` // milliseconds since 1970
}

// list returns the payloads below the folder, the newest first.
func (s *Studio) list() ([]fileInfo, error) {
	found, looked := []fileInfo{}, 0
	err := fs.WalkDir(os.DirFS(s.folder.Path()), ".", func(name string, entry fs.DirEntry, err error) error {
		looked++
		switch {
		case err != nil:
			return nil // a folder that may not be read holds nothing for us
		case looked > maxLooked || len(found) == maxListed:
			return fs.SkipAll
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" || strings.Count(name, "/") >= maxDepth):
			return fs.SkipDir
		case !entry.Type().IsRegular() || !inputs.IsPayload(name):
			return nil
		}
		if info, err := entry.Info(); err == nil {
			found = append(found, fileInfo{name, info.ModTime().UnixMilli()})
		}
		return nil
	})
	slices.SortStableFunc(found, func(a, b fileInfo) int { return int(b.Modified - a.Modified) })
	return found, err
}

func (s *Studio) getFiles(w http.ResponseWriter, _ *http.Request) error {
	found, err := s.list()
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, found)
	return nil
}

// file is the content of a payload.
type file struct {
	Name     string `json:"name"`
	Text     string `json:"text"`
	Revision string `json:"revision"` // changes with the content
}

// revision names a content.
func revision(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// payloadName checks the name of a payload that a request gives.
func (s *Studio) payloadName(r *http.Request) (string, error) {
	name, err := s.folder.Within(r.FormValue("name"))
	switch {
	case err != nil:
		return "", refused("%v", err)
	case !inputs.IsPayload(name):
		return "", refused("%s is no name of a payload; let it end in .yaml, .yml or .json", r.FormValue("name"))
	}
	return filepath.ToSlash(name), nil
}

// load reads a payload. A missing one is an fs.ErrNotExist.
func (s *Studio) load(name string) (file, error) {
	data, err := s.folder.Read(name, maxText)
	if err != nil {
		return file{}, err
	}
	return file{name, string(data), revision(data)}, nil
}

func (s *Studio) getFile(w http.ResponseWriter, r *http.Request) error {
	name, err := s.payloadName(r)
	if err != nil {
		return err
	}
	f, err := s.load(name)
	if err != nil {
		return &refusal{http.StatusNotFound, fmt.Sprintf("read payload: %v", err)}
	}
	writeJSON(w, http.StatusOK, f)
	return nil
}

// putFile writes a payload. The request names the revision that it replaces, or none for a new file. If the file is
// another one by now, nothing is written, and the answer has what it holds: work of another program is not overwritten.
func (s *Studio) putFile(w http.ResponseWriter, r *http.Request) error {
	name, err := s.payloadName(r)
	if err != nil {
		return err
	}
	text, err := readBody(w, r, maxText)
	if err != nil {
		return err
	}
	was, err := s.load(name)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case was.Revision != r.FormValue("revision") && was.Text != string(text):
		writeJSON(w, http.StatusConflict, was)
		return nil
	}
	if err := s.checkWritable(name); err != nil {
		return err
	}
	if err := s.write(name, text); err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, file{Name: name, Revision: revision(text)})
	return nil
}

// checkWritable refuses payloads that are read-only. Their folder would let them be replaced.
func (s *Studio) checkWritable(name string) error {
	info, err := os.Stat(filepath.Join(s.folder.Path(), name))
	if err == nil && info.Mode().Perm()&0o200 == 0 {
		return &refusal{http.StatusForbidden, name + " is read-only; save it under another name, or make it writable"}
	}
	return nil // writing says what else there is
}

// write writes a file below the folder, whole or not at all.
func (s *Studio) write(name string, data []byte) error {
	path, err := s.folder.Target(name, true)
	if err != nil {
		return refused("%v", err)
	}
	out, err := output.New(path)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	return err
}

// folderOfPayload is the folder that the image paths of a payload start from: that of its file, or the studio's.
func (s *Studio) folderOfPayload(name string) string {
	return filepath.Join(s.folder.Path(), filepath.Dir(filepath.FromSlash(name)))
}

// maxImage is how many bytes an image may have that is put beside a payload.
const maxImage = 25 << 20

// imageTypes are the images that a payload may show, by their media types.
func imageTypes() map[string]string {
	return map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif", "image/svg+xml": ".svg"}
}

// typeOfImage returns the media type of an image; "" if it is none.
func typeOfImage(data []byte) string {
	found, _, _ := mime.ParseMediaType(http.DetectContentType(data))
	if strings.HasPrefix(found, "text/") && bytes.Contains(data[:min(len(data), 1000)], []byte("<svg")) {
		found = "image/svg+xml"
	}
	if imageTypes()[found] == "" {
		return ""
	}
	return found
}

// getImage answers an image that a payload names, for the form.
func (s *Studio) getImage(w http.ResponseWriter, r *http.Request) error {
	name := inputs.FilePath(s.folderOfPayload(r.FormValue("name")), r.FormValue("path"))
	data, err := s.folder.Read(name, maxImage)
	if err != nil {
		return &refusal{http.StatusNotFound, fmt.Sprintf("read image: %v", err)}
	}
	kind := typeOfImage(data)
	if kind == "" {
		return refused("%s is not an image of a type that a payload may show", r.FormValue("path"))
	}
	w.Header().Set("Content-Type", kind)
	_, err = w.Write(data)
	return err
}

// addedImage is an image that was put beside a payload.
type addedImage struct {
	Path     string `json:"path"` // relative to the payload
	Filename string `json:"filename"`
	MimeType string `json:"mimeType"`
	Size     int    `json:"size"` // bytes
}

// postImage puts an image beside a payload, under the name that it has or one like it.
func (s *Studio) postImage(w http.ResponseWriter, r *http.Request) error {
	data, err := readBody(w, r, maxImage)
	if err != nil {
		return err
	}
	kind := typeOfImage(data)
	if kind == "" {
		return refused("%s is not an image of a type that a payload may show; use PNG, JPEG, WebP, GIF or SVG", r.FormValue("file"))
	}
	folder := s.folderOfPayload(r.FormValue("name"))
	base := imageBase(r.FormValue("file"))
	for n := 1; ; n++ {
		name := base + imageTypes()[kind]
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", base, n, imageTypes()[kind])
		}
		path := filepath.Join(folder, name)
		was, err := s.folder.Read(path, maxImage)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := s.write(path, data); err != nil {
				return err
			}
		case err != nil || !bytes.Equal(was, data):
			if n == 1000 {
				return refused("there are too many images named like %s", base)
			}
			continue
		}
		writeJSON(w, http.StatusOK, addedImage{name, name, kind, len(data)})
		return nil
	}
}

// imageBase makes a file's name, without its extension, of the one that an image comes with.
func imageBase(name string) string {
	name = strings.TrimSuffix(filepath.Base(filepath.FromSlash(name)), filepath.Ext(name))
	name = strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_", r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, name), "-.")
	if runes := []rune(name); len(runes) > 60 {
		name = string(runes[:60])
	}
	if name == "" {
		return "picture"
	}
	return name
}

func getSchema(w http.ResponseWriter, r *http.Request) error {
	data, err := schema.JSONSchema(schema.Type(r.PathValue("type")))
	if err != nil {
		return &refusal{http.StatusNotFound, err.Error()}
	}
	w.Header().Set("Content-Type", "application/schema+json")
	_, err = w.Write(data)
	return err
}
