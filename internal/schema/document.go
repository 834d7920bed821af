package schema

import (
	"bytes"
	"encoding/json"
	"iter"
	"math"
	"path/filepath"
	"strings"
)

// Document is a valid payload together with the way it was written.
type Document struct {
	*Payload
	file string
	root *node
	spec *spec
}

// JSON returns the payload as it was written, without the defaults that were filled in: a service may have others, and
// remarks on fields without effect that nobody wrote. Paths of files are replaced by what file makes of them.
func (d *Document) JSON(file func(path string) string) ([]byte, error) {
	paths := map[*node]bool{}
	eachPath(d.root, d.spec, func(n *node) { paths[n] = true })
	w := &jsonWriter{paths: paths, file: file}
	if err := w.value(d.root); err != nil {
		return nil, err
	}
	return w.out.Bytes(), nil
}

// FromYAML writes a valid payload in YAML as JSON, for people: indented, with the fields in their order, without comments.
func FromYAML(data []byte) ([]byte, error) {
	doc, found := Read(data, Options{Format: FormatYAML, AllowPaths: true})
	if doc == nil {
		return nil, found.Err()
	}
	written, err := doc.JSON(func(path string) string { return path })
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, written, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// IsJSON reports whether a file is read as JSON for its name.
func IsJSON(file string) bool { return strings.EqualFold(filepath.Ext(file), ".json") }

// Place returns where the value was written that a JSON Pointer leads to, or the nearest thing around it.
func (d *Document) Place(pointer string) (line, col int) {
	n := d.root
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for _, step := range strings.Split(pointer, "/")[1:] {
		next := n.find([]string{unescape.Replace(step)})
		if next == nil {
			break
		}
		n = next
	}
	return n.pos.line, n.pos.col
}

// Texts returns the texts of the payload that may be seen in a picture, with the dotted paths of their fields. Ids, choices,
// and values with a format, such as colours, are none.
func (d *Document) Texts() iter.Seq2[string, string] {
	return func(yield func(path, text string) bool) { eachText(d.root, d.spec, yield) }
}

// eachText returns false once yield has.
func eachText(n *node, s *spec, yield func(path, text string) bool) bool {
	for _, child := range n.children {
		below := s.item()
		if n.kind == kindObject {
			below = s.field(child.key)
		}
		if below == nil || strings.HasSuffix(strings.ToLower(child.key), "id") {
			continue
		}
		if !eachText(child, below, yield) {
			return false
		}
	}
	if text, ok := n.str(); ok && text != "" && s.kind == "string" && s.allowed == nil && s.format == "" {
		return yield(strings.Join(n.steps(), "."), text)
	}
	return true
}

// eachPath calls visit for every file below n that is named by a path.
func eachPath(n *node, s *spec, visit func(*node)) {
	if s = s.of(n); s == nil {
		return
	}
	for _, child := range n.children {
		if n.kind == kindArray {
			eachPath(child, s.items, visit)
		} else {
			eachPath(child, s.fields[child.key], visit)
		}
	}
	if ref, ok := n.str(); ok && isFile(ref, s.format) && isPath(ref) {
		visit(n)
	}
}

// jsonWriter writes a tree as JSON.
type jsonWriter struct {
	out   bytes.Buffer
	paths map[*node]bool
	file  func(path string) string
}

func (w *jsonWriter) value(n *node) error {
	switch n.kind {
	case kindArray:
		return w.list('[', ']', n.children, w.value)
	case kindObject:
		return w.list('{', '}', n.children, w.field)
	case kindNumber:
		return w.number(n)
	case kindString:
		if w.paths[n] {
			return w.scalar(w.file(n.text))
		}
	}
	return w.scalar(n.plain())
}

func (w *jsonWriter) list(first, last byte, items []*node, write func(*node) error) error {
	w.out.WriteByte(first)
	for i, item := range items {
		if i > 0 {
			w.out.WriteByte(',')
		}
		if err := write(item); err != nil {
			return err
		}
	}
	return w.out.WriteByte(last)
}

func (w *jsonWriter) field(n *node) error {
	if err := w.scalar(n.key); err != nil {
		return err
	}
	w.out.WriteByte(':')
	return w.value(n)
}

// number writes whole numbers without an exponent, which not every reader of integers takes.
func (w *jsonWriter) number(n *node) error {
	if n.number == math.Trunc(n.number) && math.Abs(n.number) <= 1<<53 {
		return w.scalar(int64(n.number))
	}
	return w.scalar(n.number)
}

func (w *jsonWriter) scalar(v any) error {
	encoder := json.NewEncoder(&w.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	w.out.Truncate(w.out.Len() - 1) // the line break
	return nil
}
