package asset

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"mockup/internal/files"
)

// scheme returns the lower-case URL scheme that a reference starts with, or "" for a file path. One letter is
// a drive of Windows.
func scheme(value string) string {
	name, _, found := strings.Cut(value, ":")
	if !found || len(name) < 2 {
		return ""
	}
	name = strings.ToLower(name)
	if name[0] < 'a' || name[0] > 'z' || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return ""
	}
	return name
}

// decodeDataURL returns the bytes of a base64 data URL. Line breaks and spaces, which YAML blocks put in, are
// skipped, and padding may be missing. The declared type is not looked at: the content decides.
func decodeDataURL(value string, limit int64, sample string) ([]byte, error) {
	header, text, found := strings.Cut(value[len("data:"):], ",")
	if !found || !strings.HasSuffix(strings.ToLower(header), ";base64") {
		return nil, fmt.Errorf("only base64 data URLs are read; write %q and then the encoded file", sample)
	}
	if strings.ContainsAny(text, " \t\r\n") {
		text = strings.Join(strings.Fields(text), "")
	}
	encoding := base64.RawStdEncoding
	if strings.HasSuffix(text, "=") {
		encoding = base64.StdEncoding
	}
	if int64(encoding.DecodedLen(len(text))) > limit+2 { // DecodedLen counts up to 2 bytes of padding
		return nil, tooLarge(limit)
	}
	data, err := encoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("decode data URL: %w; encode the file again, in plain base64", err)
	}
	if int64(len(data)) > limit {
		return nil, tooLarge(limit)
	}
	return data, nil
}

// readFile returns a file of the machine. The path is the user's own, so it may lead to any folder.
func readFile(dir, path string, k kind) ([]byte, error) {
	path = filepath.FromSlash(path)
	if strings.HasPrefix(filepath.VolumeName(path), `\\`) {
		// Windows would sign in to a host that a payload names.
		return nil, errors.New("network paths are not read; copy the file to this machine")
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	data, err := files.Read(path, k.maxBytes)
	var large *files.TooLarge
	switch {
	case errors.As(err, &large):
		return nil, tooLarge(k.maxBytes)
	case errors.Is(err, files.ErrNotRegular):
		return nil, fmt.Errorf("%s: %w; give the path of %s %s", shorten(path), files.Reason(err), k.article, strings.TrimSuffix(k.one, " file")+" file")
	case err != nil:
		return nil, fileError(path, err)
	}
	return data, nil
}

// fileError returns an error of the file system with the whole path, of which the payload may hold only the end. Other
// errors stay as they are.
func fileError(path string, err error) error {
	var pathError *fs.PathError
	if !errors.As(err, &pathError) {
		return err
	}
	return fmt.Errorf("%s: %w; relative paths start from the payload's folder", shorten(path), pathError.Err)
}
