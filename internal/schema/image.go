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

// SplitDataURL takes a base64 image data URL apart into its media type, like image/png, and its still encoded data.
func SplitDataURL(s string) (mediaType, encoded string, err error) {
	const form = "data:image/<type>;base64,<data>"
	head, encoded, ok := strings.Cut(s, ",")
	scheme, params, _ := strings.Cut(head, ":")
	if !ok || !strings.EqualFold(scheme, "data") {
		return "", "", errors.New("not a data URL; write " + form)
	}
	mediaType, params, _ = strings.Cut(params, ";")
	mediaType = strings.ToLower(mediaType)
	if subtype, ok := strings.CutPrefix(mediaType, "image/"); !ok || subtype == "" {
		return "", "", fmt.Errorf("a data URL of the type %s is not an image; write %s", wording.Quote(mediaType), form)
	}
	if params != "base64" && !strings.HasSuffix(params, ";base64") {
		return "", "", errors.New("a data URL must be base64; write " + form)
	}
	return mediaType, encoded, nil
}

// IsPath reports whether the reference is a file path rather than a URL.
func (r ImageRef) IsPath() bool { return r != "" && scheme(string(r)) == "" }

// IsImage reports whether the wallpaper is an image rather than a colour or nothing.
func (w Wallpaper) IsImage() bool { return w != "" && !strings.HasPrefix(string(w), "#") }

// checkImage returns the check of an image reference; paths are allowed on the command line only.
func checkImage(allowPaths bool) func(string) error {
	return func(s string) error {
		switch scheme(s) {
		case "https":
			return checkHTTPS(s)
		case "data":
			return checkDataURL(s)
		case "http":
			return fmt.Errorf("%s is not encrypted; images are loaded over https only", wording.Quote(s))
		case "":
			return checkPath(s, allowPaths)
		}
		return fmt.Errorf("%s is refused; allowed: %s", wording.Quote(s), allowedImages(allowPaths))
	}
}

func checkWallpaper(allowPaths, allowEmpty bool) func(string) error {
	image := checkImage(allowPaths)
	return func(s string) error {
		switch {
		case s == "" && allowEmpty:
			return nil
		case strings.HasPrefix(s, "#"):
			if _, ok := Wallpaper(s).NRGBA(); !ok {
				return fmt.Errorf("%s is not a hex colour; write it like #1d9bf0", wording.Quote(s))
			}
			return nil
		case s != "" && scheme(s) == "" && !strings.ContainsAny(s, `./\`), checkColor(s) == nil:
			return fmt.Errorf("%s is neither a hex colour nor an image; write a colour like %s, or %s", wording.Quote(s), hexOf(s), allowedImages(allowPaths))
		}
		return image(s)
	}
}

// hexOf returns the hex form of a text that a colour was meant by, or an example.
func hexOf(s string) string {
	for _, s := range []string{s, "#" + s} {
		if color, err := Color(s).NRGBA(); err == nil {
			return FormatColor(color)
		}
	}
	return "#1d9bf0"
}

func checkHTTPS(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" {
		return fmt.Errorf("%s is not a valid https URL", wording.Quote(s))
	}
	return nil
}

func checkDataURL(s string) error {
	_, encoded, err := SplitDataURL(s)
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

func checkPath(s string, allowed bool) error {
	switch {
	case s == "":
		return errors.New("an image must not be empty; leave the field out instead")
	case strings.HasPrefix(s, "//"):
		return fmt.Errorf("%s has no scheme; write https:%s", wording.Quote(s), s)
	case strings.ContainsRune(s, 0):
		return errors.New("a path must not contain a NUL character")
	case !allowed:
		return fmt.Errorf("%s is not a URL; allowed: %s", wording.Quote(s), allowedImages(false))
	}
	return nil
}

func allowedImages(paths bool) string {
	const urls = "an https URL or a base64 image data URL"
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

// Images yields every image of the payload that is set: its dotted path and a pointer to its value, through which it
// can be replaced. A wallpaper is among them only if it is an image.
func (p *Payload) Images() iter.Seq2[string, *ImageRef] {
	return func(yield func(string, *ImageRef) bool) {
		if walkImages(reflect.ValueOf(p.Canvas), "canvas", yield) {
			walkImages(reflect.ValueOf(p.Props), "props", yield)
		}
	}
}

// walkImages returns false once yield has.
func walkImages(v reflect.Value, path string, yield func(string, *ImageRef) bool) bool {
	if v.CanAddr() {
		switch ref := v.Addr().Interface().(type) {
		case *ImageRef:
			return *ref == "" || yield(path, ref)
		case *Wallpaper:
			return !ref.IsImage() || yield(path, (*ImageRef)(ref))
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || walkImages(v.Elem(), path, yield)
	case reflect.Slice:
		for i := range v.Len() {
			if !walkImages(v.Index(i), path+"."+strconv.Itoa(i), yield) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := path
			if name := jsonName(v.Type().Field(i)); name != "" {
				field += "." + name
			}
			if !walkImages(v.Field(i), field, yield) {
				return false
			}
		}
	}
	return true
}

// jsonName returns the name of a field in a payload; "" for an embedded struct, whose fields are its parent's.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}
