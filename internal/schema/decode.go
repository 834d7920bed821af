package schema

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Format is a notation of payloads.
type Format string

// The notations.
const (
	FormatAuto Format = ""
	FormatJSON Format = "json"
	FormatYAML Format = "yaml"
)

// DefaultMaxBytes is the size of the largest payload, 10 MB, as the HTTP interface has it.
const DefaultMaxBytes = 10 << 20

// Options say how a payload is decoded. The zero value suits a service: no file paths, 10 MB at most.
type Options struct {
	// Filename stands before the place of a diagnostic, and its extension decides the format. It is not opened.
	Filename string
	// Format, if not FormatAuto, overrules the extension. Without either the first character decides.
	Format Format
	// AllowPaths lets image fields name files.
	AllowPaths bool
	// CheckPath, if set, is asked about every image path; its error becomes a missing_file diagnostic.
	CheckPath func(path string) error
	// RendererVersion, if set, is the only one accepted.
	RendererVersion string
	// MaxBytes bounds the payload; 0 means DefaultMaxBytes.
	MaxBytes int
	// Set replaces values of the payload, in order, before it is checked.
	Set []Setting
	// Columns, if not nil, fills ${name} in every string of the payload, those of Set included, with the value of that
	// name; $${ stands for ${.
	Columns map[string]string
}

// Decode reads one payload from JSON or YAML, strictly, and fills in the defaults. It reports every violation it can
// find in one pass; the payload is nil if any of them is an error. It is safe for concurrent use.
func Decode(data []byte, opts Options) (*Payload, Diagnostics) {
	doc, found := Read(data, opts)
	if doc == nil {
		return nil, found
	}
	return doc.Payload, found
}

// Read is Decode for those who also ask how the payload was written. The document is nil if the payload is invalid.
func Read(data []byte, opts Options) (*Document, Diagnostics) {
	r := &report{file: opts.Filename}
	var doc *Document
	if root := parse(data, opts, r); root != nil {
		edit(root, opts, r)
		doc = check(root, opts, r)
	}
	found := r.finish()
	if found.HasErrors() {
		return nil, found
	}
	sum := sha256.Sum256(data)
	doc.SHA256 = hex.EncodeToString(sum[:])
	return doc, found
}

// parse returns the tree of the payload, or nil if what it reported makes the rest unreadable.
func parse(data []byte, opts Options, r *report) *node {
	limit := opts.MaxBytes
	if limit == 0 {
		limit = DefaultMaxBytes
	}
	if len(data) > limit {
		r.nowhere(pos{1, 1}, CodeSize, "larger than %d bytes, the most a payload may have", limit)
		return nil
	}
	if at := invalidUTF8(data); at >= 0 {
		r.nowhere(placeOf(data, at), CodeEncoding, "not text in UTF-8")
		return nil
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(bytes.TrimSpace(data)) == 0 {
		r.nowhere(pos{1, 1}, CodeSyntax, "the payload is empty")
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
	switch strings.ToLower(filepath.Ext(opts.Filename)) {
	case ".json":
		return FormatJSON
	case ".yaml", ".yml":
		return FormatYAML
	}
	if looksLikeJSON(bytes.TrimSpace(data)) {
		return FormatJSON
	}
	return FormatYAML
}

// looksLikeJSON tells JSON from YAML, which has braces too, but seldom quotes the names of fields.
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

// check applies the schema and the rules, and returns the document if there were no errors at all.
func check(root *node, opts Options, r *report) *Document {
	name, _ := root.get("mockupType").str()
	t := Type(name)
	if Kinds(t) == nil {
		t = ""
	}
	s, err := branch{t, opts.AllowPaths}.schema()
	if err != nil {
		r.nowhere(pos{1, 1}, CodeInternal, "%v", err)
		return nil
	}
	v := &validator{report: r, root: root, schema: s, t: t}
	v.run()
	c := &checker{report: r, root: root, schema: s, opts: opts}
	c.run(t)
	c.paths()
	if r.errors > 0 {
		return nil
	}
	return &Document{build(t, root, s), root, s}
}

// paths asks opts.CheckPath about every image that is a path.
func (c *checker) paths() {
	if c.opts.CheckPath == nil || !c.opts.AllowPaths {
		return
	}
	eachPath(c.root, c.schema, func(n *node) {
		if err := c.opts.CheckPath(n.text); err != nil {
			c.at(n, CodeMissingFile, "%v", err)
		}
	})
}

func isImage(value string, f *jsonschema.Format) bool {
	if f == nil {
		return false
	}
	return f.Name == "image" || strings.HasSuffix(f.Name, "wallpaper") && Wallpaper(value).IsImage()
}
