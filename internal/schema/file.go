package schema

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"mockup/internal/wording"
)

// fileKind is a kind of files that payloads name.
type fileKind struct {
	media string // the first part of its media types
	one   string // in a message
	many  string
}

var (
	imageFiles = fileKind{"image", "an image", "images"}
	audioFiles = fileKind{"audio", "an audio file", "audio files"}
	videoFiles = fileKind{"video", "a video file", "video files"}
)

// splitDataURL takes a base64 data URL apart into its media type, like image/png, and its still encoded data.
func (k fileKind) splitDataURL(s string) (mediaType, encoded string, err error) {
	form := "data:" + k.media + "/<type>;base64,<data>"
	head, encoded, ok := strings.Cut(s, ",")
	scheme, params, _ := strings.Cut(head, ":")
	if !ok || !strings.EqualFold(scheme, "data") {
		return "", "", errors.New("not a data URL; write " + form)
	}
	mediaType, params, _ = strings.Cut(params, ";")
	mediaType = strings.ToLower(mediaType)
	if subtype, ok := strings.CutPrefix(mediaType, k.media+"/"); !ok || subtype == "" {
		return "", "", fmt.Errorf("a data URL of the type %s is not %s; write %s", wording.Quote(mediaType), k.one, form)
	}
	if params != "base64" && !strings.HasSuffix(params, ";base64") {
		return "", "", errors.New("a data URL must be base64; write " + form)
	}
	return mediaType, encoded, nil
}

// check returns the check of a reference; paths are allowed on the command line only.
func (k fileKind) check(allowPaths bool) func(string) error {
	return func(s string) error {
		switch scheme(s) {
		case "https":
			return checkHTTPS(s)
		case "data":
			return k.checkDataURL(s)
		case "http":
			return fmt.Errorf("%s is not encrypted; %s are loaded over https only", wording.Quote(s), k.many)
		case "":
			return k.checkPath(s, allowPaths)
		}
		return fmt.Errorf("%s is refused; allowed: %s", wording.Quote(s), k.allowed(allowPaths))
	}
}

func checkHTTPS(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" {
		return fmt.Errorf("%s is not a valid https URL", wording.Quote(s))
	}
	return nil
}

func (k fileKind) checkDataURL(s string) error {
	_, encoded, err := k.splitDataURL(s)
	if err != nil {
		return err
	}
	// Decoded as a stream, so that checking ten megabytes of picture needs no memory for them.
	n, err := io.Copy(io.Discard, base64.NewDecoder(base64.StdEncoding, strings.NewReader(encoded)))
	if err != nil {
		return errors.New("the data of this data URL is not valid base64")
	}
	if n == 0 {
		return errors.New("this data URL holds no data")
	}
	return nil
}

func (k fileKind) checkPath(s string, allowed bool) error {
	switch {
	case s == "":
		return errors.New(k.one + " must not be empty; leave the field out instead")
	case strings.HasPrefix(s, "//"):
		return fmt.Errorf("%s has no scheme; write https:%s", wording.Quote(s), s)
	case strings.ContainsRune(s, 0):
		return errors.New("a path must not contain a NUL character")
	case !allowed:
		return fmt.Errorf("%s is not a URL; allowed: %s", wording.Quote(s), k.allowed(false))
	}
	return nil
}

func (k fileKind) allowed(paths bool) string {
	urls := "an https URL or a base64 " + k.media + " data URL"
	if paths {
		return urls + ", or a path relative to the payload file"
	}
	return urls
}

// scheme returns the URL scheme in lower case, or "" for a path. One letter is a drive, not a scheme.
func scheme(s string) string {
	name, _, ok := strings.Cut(s, ":")
	if !ok || len(name) < 2 {
		return ""
	}
	name = strings.ToLower(strings.TrimSpace(name))
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return ""
	}
	return name
}

// FileRef is a place in a payload that names a file.
type FileRef struct {
	Field string // dotted path
	Value *string
	Media Media
}

// Media is what a file is.
type Media string

// The media of files in payloads.
const (
	ImageMedia Media = "image"
	AudioMedia Media = "audio"
	VideoMedia Media = "video"
)

// Kind is what the file is, in a message: image, audio file or video file.
func (r FileRef) Kind() string {
	if r.Media == ImageMedia {
		return "image"
	}
	return string(r.Media) + " file"
}

// IsPath reports whether the reference is a file path rather than a URL.
func (r FileRef) IsPath() bool { return isPath(*r.Value) }

// IsPath reports whether the reference is a file path rather than a URL.
func (r ImageRef) IsPath() bool { return isPath(string(r)) }

func isPath(ref string) bool { return ref != "" && scheme(ref) == "" }

// Files yields every file of the payload that is set. A value can be replaced through its pointer. A wallpaper is among
// them only if it is an image.
func (p *Payload) Files() iter.Seq[FileRef] {
	return func(yield func(FileRef) bool) {
		_ = walkFiles(reflect.ValueOf(p.Canvas), "canvas", yield) &&
			walkFiles(reflect.ValueOf(p.Props), "props", yield) &&
			walkFiles(reflect.ValueOf(p.Video), "video", yield)
	}
}

// Images yields the images among the files: the path and a pointer to the value of each.
func (p *Payload) Images() iter.Seq2[string, *ImageRef] {
	return func(yield func(string, *ImageRef) bool) {
		for ref := range p.Files() {
			if ref.Media == ImageMedia && !yield(ref.Field, (*ImageRef)(ref.Value)) {
				return
			}
		}
	}
}

// Audio yields the audio files among them.
func (p *Payload) Audio() iter.Seq2[string, *AudioRef] {
	return func(yield func(string, *AudioRef) bool) {
		for ref := range p.Files() {
			if ref.Media == AudioMedia && !yield(ref.Field, (*AudioRef)(ref.Value)) {
				return
			}
		}
	}
}

// walkFiles returns false once yield has.
func walkFiles(v reflect.Value, path string, yield func(FileRef) bool) bool {
	if v.CanAddr() {
		switch ref := v.Addr().Interface().(type) {
		case *ImageRef:
			return *ref == "" || yield(FileRef{path, (*string)(ref), ImageMedia})
		case *AudioRef:
			return *ref == "" || yield(FileRef{path, (*string)(ref), AudioMedia})
		case *VideoRef:
			return *ref == "" || yield(FileRef{path, (*string)(ref), VideoMedia})
		case *Wallpaper:
			return !ref.IsImage() || yield(FileRef{path, (*string)(ref), ImageMedia})
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || walkFiles(v.Elem(), path, yield)
	case reflect.Slice:
		for i := range v.Len() {
			if !walkFiles(v.Index(i), path+"."+strconv.Itoa(i), yield) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := path
			if name := jsonName(v.Type().Field(i)); name != "" {
				field += "." + name
			}
			if !walkFiles(v.Field(i), field, yield) {
				return false
			}
		}
	}
	return true
}
