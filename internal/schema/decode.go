package schema

import (
	"bytes"
	"cmp"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Format is a notation of payloads.
type Format string

// The notations.
const (
	FormatAuto Format = ""
	FormatJSON Format = "json"
	FormatYAML Format = "yaml"
)

// DefaultMaxBytes is the size of the largest payload: 10 MB, the limit of the HTTP interface.
const DefaultMaxBytes = 10 << 20

// Options say how a payload is decoded. The zero value suits a service: no file paths, 10 MB at most.
type Options struct {
	// Filename stands before the place of a diagnostic, and its extension decides the format. It is not opened.
	Filename string
	// Format, if not FormatAuto, takes precedence over the extension. Without either the content decides.
	Format Format
	// AllowPaths lets image fields name files.
	AllowPaths bool
	// CheckPath, if set, is called with every image path; its error becomes a missing_file diagnostic.
	CheckPath func(path string) error
	// RendererVersion, if set, is the only one accepted.
	RendererVersion string
	// V1 refuses the fields that the v1 interface does not have.
	V1 bool
	// MaxBytes bounds the payload; 0 means DefaultMaxBytes.
	MaxBytes int
	// MaxListed is how many errors, and how many warnings, are listed: the first of the file. The others are counted. 0
	// means DefaultMaxListed.
	MaxListed int
	// Set replaces values of the payload, in order, before it is checked.
	Set []Setting
	// Columns, if not nil, fills ${name} in every string of the payload, those of Set included, with the value of that
	// name; $${ stands for ${.
	Columns map[string]string
}

func (o Options) maxBytes() int { return cmp.Or(o.MaxBytes, DefaultMaxBytes) }

// Decode reads one payload from JSON or YAML, strictly, and fills in the defaults. It reports every violation it can
// find in one pass; the payload is nil if any of them is an error. It is safe for concurrent use.
func Decode(data []byte, opts Options) (*Payload, Diagnostics) {
	doc, found := Read(data, opts)
	if doc == nil {
		return nil, found
	}
	return doc.Payload, found
}

// Read decodes like [Decode] and also returns how the payload was written. The document is nil if the payload is invalid.
func Read(data []byte, opts Options) (*Document, Diagnostics) {
	r := newReport(opts)
	var doc *Document
	if root := parse(data, opts, r); root != nil {
		edit(root, opts, r)
		doc = check(root, opts, r)
	}
	found := r.finish()
	if found.HasErrors() {
		return nil, found
	}
	return doc, found
}

// parse returns the tree of the payload. It returns nil after an error that makes the rest unreadable.
func parse(data []byte, opts Options, r *report) *node {
	limit := opts.maxBytes()
	if len(data) > limit {
		r.inFile(pos{1, 1}, CodeSize, "larger than %d bytes, the most a payload may have", limit)
		return nil
	}
	if isUTF16(data) {
		r.inFile(pos{1, 1}, CodeEncoding, "text in UTF-16; save it as UTF-8")
		return nil
	}
	if at := invalidUTF8(data); at >= 0 {
		r.inFile(placeOf(data, at), CodeEncoding, "not text in UTF-8; save it as UTF-8")
		return nil
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(bytes.TrimSpace(data)) == 0 {
		r.inFile(pos{1, 1}, CodeSyntax, "the payload is empty")
		return nil
	}
	var root *node
	if formatOf(data, opts) == FormatJSON {
		root = parseJSON(data, r)
	} else {
		root = parseYAML(data, r)
	}
	if root != nil && root.kind != kindObject {
		r.at(root, CodeType, "a payload must be an object, found %s", root.describe())
		return nil
	}
	return root
}

func formatOf(data []byte, opts Options) Format {
	if opts.Format != FormatAuto {
		return opts.Format
	}
	if IsJSON(opts.Filename) {
		return FormatJSON
	}
	switch strings.ToLower(filepath.Ext(opts.Filename)) {
	case ".yaml", ".yml":
		return FormatYAML
	}
	if looksLikeJSON(bytes.TrimSpace(data)) {
		return FormatJSON
	}
	return FormatYAML
}

// looksLikeJSON reports whether data is JSON rather than YAML, which has braces too, but seldom quotes names of fields.
func looksLikeJSON(data []byte) bool {
	if data[0] != '{' {
		return data[0] == '['
	}
	inside := bytes.TrimSpace(data[1:])
	return len(inside) == 0 || bytes.IndexByte([]byte(`"}/`), inside[0]) >= 0 // a slash begins what is meant as a comment
}

// invalidUTF8 returns where the first broken character is, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// isUTF16 reports whether data begins as text in UTF-16 does: with its mark, or with two letters of ASCII.
func isUTF16(data []byte) bool {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return true
	}
	return len(data) >= 4 && (data[0] == 0) == (data[2] == 0) && (data[1] == 0) == (data[3] == 0) && (data[0] == 0) != (data[1] == 0)
}

// check applies the schema and the rules, and returns the document if there were no errors at all.
func check(root *node, opts Options, r *report) *Document {
	name, _ := root.get("mockupType").str()
	t := Type(name)
	if Kinds(t) == nil {
		t = ""
	}
	s, err := branch{t, opts.AllowPaths}.spec()
	if err != nil {
		r.inFile(pos{1, 1}, CodeInternal, "%v", err)
		return nil
	}
	v := &validator{report: r, root: root, spec: s, t: t, v1: opts.V1}
	v.run()
	c := &checker{report: r, root: root, spec: s, opts: opts}
	c.run(t)
	c.paths()
	if len(r.errors.list) > 0 {
		return nil
	}
	p := build(t, root, s)
	c.adjust(p)
	return &Document{Payload: p, file: opts.Filename, root: root, spec: s}
}

// paths calls opts.CheckPath for every file that is named by a path.
func (c *checker) paths() {
	if c.opts.CheckPath == nil || !c.opts.AllowPaths {
		return
	}
	eachPath(c.root, c.spec, func(n *node) {
		if err := c.opts.CheckPath(n.text); err != nil {
			c.at(n, CodeMissingFile, "%v", err)
		}
	})
}

// isFile reports whether a value of a format names a file.
func isFile(value, format string) bool {
	return format == "image" || format == "audio" || format == "video" || strings.HasSuffix(format, "wallpaper") && Wallpaper(value).IsImage()
}
