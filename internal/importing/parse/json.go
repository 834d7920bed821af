package parse

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxValue bounds a message, or whatever else is held in memory as a whole: a conversation with an assistant, for instance.
const maxValue = 64 << 20

// jsonFile reads a file of JSON piece by piece.
type jsonFile struct {
	*jsontext.Decoder
	content io.Closer
	budget  *budget
	mark    int // bytes of the byte order mark at the beginning
}

// openJSON opens a file of the export.
func (in *input) openJSON(ctx context.Context, name string) (*jsonFile, error) {
	content, _, err := in.open(name)
	if err != nil {
		return nil, err
	}
	rest, mark := withoutMark(content)
	b := &budget{ctx: ctx, reader: rest}
	b.reset()
	return &jsonFile{jsontext.NewDecoder(b, lenient()), content, b, mark}, nil
}

// at returns the place in the file up to which it has been read.
func (f *jsonFile) at() int64 { return f.InputOffset() + int64(f.mark) }

// lenient accepts repeated names, which some exporters write.
func lenient() jsontext.Options { return jsontext.AllowDuplicateNames(true) }

func (f *jsonFile) close() { _ = f.content.Close() } // which was only read

// budget ends the reading of a value that is larger than maxValue, and of all after ctx has ended.
type budget struct {
	ctx    context.Context
	reader io.Reader
	room   int
}

func (b *budget) reset() { b.room = maxValue }

func (b *budget) Read(p []byte) (int, error) {
	switch {
	case b.ctx.Err() != nil:
		return 0, context.Cause(b.ctx)
	case b.room <= 0:
		return 0, fmt.Errorf("a part of it is larger than %d bytes, as in no export", maxValue)
	}
	n, err := b.reader.Read(p[:min(len(p), b.room)])
	b.room -= n
	return n, err
}

// withoutMark drops the byte order mark at the beginning of a file, and returns its size.
func withoutMark(r io.Reader) (rest io.Reader, size int) {
	head := make([]byte, 3)
	n, err := io.ReadFull(r, head)
	text := bytes.TrimPrefix(head[:n], []byte("\ufeff"))
	if err != nil {
		return bytes.NewReader(text), n - len(text)
	}
	return io.MultiReader(bytes.NewReader(text), r), n - len(text)
}

// object goes through the members of an object. member has to read or skip the value of each.
func (f *jsonFile) object(member func(name string) error) error {
	return f.inside('{', func() error {
		name, err := f.ReadToken()
		if err != nil {
			return wordJSON(err)
		}
		return member(name.String())
	})
}

// array goes through the elements of an array. element has to read or skip each.
func (f *jsonFile) array(element func() error) error { return f.inside('[', element) }

// inside calls next until the object or array ends.
func (f *jsonFile) inside(kind jsontext.Kind, next func() error) error {
	if found := f.PeekKind(); found != kind {
		if _, err := f.ReadToken(); err != nil {
			return wordJSON(err)
		}
		return fmt.Errorf("at byte %d: found %s where %s belongs", f.InputOffset(), kindName(found), kindName(kind))
	}
	if _, err := f.ReadToken(); err != nil {
		return wordJSON(err)
	}
	for f.PeekKind() != closing(kind) {
		f.budget.reset()
		before := f.InputOffset()
		if err := next(); err != nil {
			return err
		}
		if f.InputOffset() == before { // what follows is damaged, and reading it says how
			_, err := f.ReadToken()
			return wordJSON(cmp.Or(err, errors.New("the file is damaged")))
		}
	}
	_, err := f.ReadToken()
	return wordJSON(err)
}

// closing returns the kind that ends an object or an array.
func closing(kind jsontext.Kind) jsontext.Kind {
	if kind == '{' {
		return '}'
	}
	return ']'
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	}
	return "another value"
}

// decode reads a value into v.
func (f *jsonFile) decode(v any) error {
	f.budget.reset()
	return wordJSON(json.UnmarshalDecode(f.Decoder, v, lenient()))
}

// skip passes over a value, however large.
func (f *jsonFile) skip() error {
	if kind := f.PeekKind(); kind == '{' || kind == '[' {
		return f.inside(kind, func() error { return wordJSON(f.SkipValue()) })
	}
	return wordJSON(f.SkipValue())
}

// decodeJSON reads a part of a file that has been read.
func decodeJSON(data []byte, v any) error { return wordJSON(json.Unmarshal(data, v, lenient())) }

// wordJSON words an error of a file in JSON.
func wordJSON(err error) error {
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errors.New("the file is cut off in the middle; export or download it again")
	case errors.As(err, &syntax):
		return fmt.Errorf("not valid JSON at byte %d: %w", syntax.ByteOffset, syntax.Err)
	case errors.As(err, &semantic):
		return fmt.Errorf("at byte %d (%s): found %s, which does not belong there", semantic.ByteOffset, semantic.JSONPointer, kindName(semantic.JSONKind))
	}
	return err
}

// jsonKeys returns the names of the fields at the beginning of a file: of its object, or of the first object of its array,
// and whether it is an array. What is damaged or too long shows by what lacks. Each format asks for them, so they are kept.
func (in *input) jsonKeys(name string) (keys []string, isArray bool) {
	found, known := in.begins[name]
	if !known {
		if in.begins == nil {
			in.begins = map[string]jsonBegin{}
		}
		found.keys, found.isArray = in.readKeys(name)
		in.begins[name] = found
	}
	return found.keys, found.isArray
}

// jsonBegin is what the beginning of a file shows.
type jsonBegin struct {
	keys    []string
	isArray bool
}

func (in *input) readKeys(name string) (keys []string, isArray bool) {
	head := bytes.TrimSpace(bytes.TrimPrefix(in.head(name), []byte("\ufeff")))
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return nil, false
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(head), lenient())
	if isArray = head[0] == '['; isArray {
		if _, err := d.ReadToken(); err != nil {
			return nil, true
		}
	}
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return nil, isArray
	}
	for {
		token, err := d.ReadToken()
		if err != nil || token.Kind() != '"' {
			return keys, isArray
		}
		keys = append(keys, token.String())
		if d.SkipValue() != nil {
			return keys, isArray
		}
	}
}

// hasAll reports whether all names are among the keys.
func hasAll(keys []string, names ...string) bool {
	for _, name := range names {
		if !slices.Contains(keys, name) {
			return false
		}
	}
	return true
}

// text is a string, or what was written in place of one: a number, or nothing.
type text string

// UnmarshalJSONFrom reads any value. One that is neither text nor a number is taken for none.
func (t *text) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	switch d.PeekKind() {
	case '"', '0':
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		*t = text(token.String())
		return nil
	}
	return d.SkipValue()
}

// number is a number, or text that is one.
type number float64

// UnmarshalJSONFrom reads any value. One that is no number is 0.
func (n *number) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var t text
	if err := t.UnmarshalJSONFrom(d); err != nil {
		return err
	}
	value, err := strconv.ParseFloat(strings.TrimSpace(string(t)), 64)
	if err == nil && !math.IsNaN(value) && !math.IsInf(value, 0) {
		*n = number(value)
	}
	return nil
}

// list is an array, or what was written in place of one: nothing, or an object.
type list[T any] []T

// UnmarshalJSONFrom reads any value. One that is no array is an empty one.
func (l *list[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '[' {
		return d.SkipValue()
	}
	return json.UnmarshalDecode(d, (*[]T)(l))
}

// unixTime returns the time of a number of seconds since 1970; the zero time if it is none or far from our days.
func unixTime(seconds float64) time.Time {
	const most = 253402300799 // the end of the year 9999
	if !(seconds > 0 && seconds < most) {
		return time.Time{}
	}
	whole, part := math.Modf(seconds)
	return time.Unix(int64(whole), int64(part*1e6)*1e3).UTC()
}

// isoTime reads a time in the notation of ISO 8601, with or without a zone; the zero time if it is none.
func isoTime(s string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil && t.Year() > 0 && t.Year() <= 9999 {
			return t
		}
	}
	return time.Time{}
}
