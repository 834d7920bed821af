package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"mockup/internal/wording"
)

// parseYAML returns the value of the one document in data. It returns nil after an error that makes the rest unreadable.
func parseYAML(data []byte, r *report) *node {
	if at := overfull(data); at >= 0 {
		r.inFile(placeOf(data, at), CodeSize, "more than %d values; a payload needs far fewer", maxValues)
		return nil
	}
	if at := control(data); at >= 0 {
		found, _ := utf8.DecodeRune(data[at:])
		r.inFile(placeOf(data, at), CodeSyntax, "not valid YAML: control characters such as %U are not allowed; remove it, or write it as an escape in double quotes", found)
		return nil
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	doc, err := nextDocument(dec)
	switch {
	case errors.Is(err, io.EOF):
		r.inFile(pos{1, 1}, CodeSyntax, "the payload is empty")
		return nil
	case err != nil:
		reportYAMLSyntax(data, err, r)
		return nil
	}
	p := &yamlParser{tree: tree{report: r}, budget: 2*len(data) + aliasBudget, around: map[*yaml.Node]bool{}}
	root := &node{}
	if err := p.value(doc.Content[0], root, 1); err != nil {
		return nil // reported
	}
	switch second, err := nextDocument(dec); {
	case err == nil:
		r.inFile(pos{second.Line, second.Column}, CodeTrailingData, "a second document follows the payload; one file holds one payload")
	case !errors.Is(err, io.EOF):
		reportYAMLSyntax(data, err, r)
	}
	return root
}

// overfull returns where data passes the most values a payload may have, or -1. It counts the characters without which
// YAML cannot begin another value, since the parser would take some 200 bytes of memory for each before we see any.
func overfull(data []byte) int {
	n := 0
	for i, c := range data {
		switch c {
		case '-', ':', ',', '[', '{', '?':
			if n++; n > maxValues {
				return i
			}
		}
	}
	return -1
}

// control returns where the first character stands that YAML does not allow in a file, or -1: its parser does not say where.
func control(data []byte) int {
	return bytes.IndexFunc(data, func(c rune) bool {
		switch {
		case c == '\t', c == '\n', c == '\r', c == 0x85:
			return false
		}
		return c < ' ' || c >= 0x7f && c < 0xa0 || c == 0xfffe || c == 0xffff
	})
}

// nextDocument returns the next document, or io.EOF after the last one. The library panics on its own faults, which
// become errors here: hostile input must not end a server.
func nextDocument(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	doc = new(yaml.Node)
	if err := dec.Decode(doc); err != nil {
		return nil, err
	}
	return doc, nil
}

// aliasBudget is how many bytes of text aliases may repeat: enough to use one avatar for many users.
const aliasBudget = 10 << 20

type yamlParser struct {
	tree
	budget int                 // bytes of text that may still be built
	around map[*yaml.Node]bool // collections around the current value, to notice aliases of themselves
}

// value reads y into n, whose place in the tree is already known.
func (p *yamlParser) value(y *yaml.Node, n *node, depth int) error {
	at := pos{y.Line, y.Column}
	if y.Kind == yaml.AliasNode {
		y = y.Alias
	}
	n.pos = pos{y.Line, y.Column}
	if err := p.enter(at, depth); err != nil {
		return err
	}
	if p.budget -= len(y.Value); p.budget < 0 {
		p.inFile(at, CodeSize, "aliases make the payload many times larger than its file")
		return errStop
	}
	if y.Kind == yaml.ScalarNode {
		p.scalar(n, y)
		return nil
	}
	if p.around[y] {
		p.inFile(at, CodeUnsupported, "an alias must not stand inside what it names")
		return errStop
	}
	p.around[y] = true
	defer delete(p.around, y)
	if y.Kind == yaml.SequenceNode {
		n.kind = kindArray
		return p.sequence(n, y, depth)
	}
	n.kind = kindObject
	return p.mapping(n, y, depth)
}

func (p *yamlParser) sequence(n *node, y *yaml.Node, depth int) error {
	p.checkTag(n, y, "!!seq")
	for i, content := range y.Content {
		item := &node{parent: n, index: i}
		if err := p.value(content, item, depth+1); err != nil {
			return err
		}
		n.children = append(n.children, item)
	}
	return nil
}

func (p *yamlParser) mapping(n *node, y *yaml.Node, depth int) error {
	p.checkTag(n, y, "!!map")
	seen := map[string]pos{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := y.Content[i]
		field := &node{parent: n, key: key.Value, keyPos: pos{key.Line, key.Column}}
		if !p.checkKey(field, key) {
			continue
		}
		if err := p.value(y.Content[i+1], field, depth+1); err != nil {
			return err
		}
		if field.kind == kindNull {
			field.hint = nullHint(y, key, y.Content[i+1])
		}
		p.addField(n, field, seen)
	}
	return nil
}

// checkKey reports a key that cannot be the name of a field.
func (p *yamlParser) checkKey(field *node, key *yaml.Node) bool {
	switch tag := key.ShortTag(); {
	case key.Kind != yaml.ScalarNode:
		p.inFile(field.keyPos, CodeKey, "a field name must be text")
	case tag == "!!merge":
		p.atKey(field, CodeUnsupported, "merge keys are not supported; write the fields out, or use an alias for a whole value")
	case tag != "!!str" && tag != "!!timestamp":
		p.atKey(field, CodeKey, "a field name must be text, found %s", wording.Printable(wording.Shorten(key.Value)))
	default:
		return true
	}
	return false
}

// nullHint says how a text without quotes may have become the name of a field without a value, or a comment.
func nullHint(object, key, value *yaml.Node) string {
	comment := key.LineComment
	switch {
	case value.Value != "":
	case strings.Contains(key.Value, ":"):
		return "; write a space after the colon"
	case object.Style&yaml.FlowStyle != 0:
		return "; if the comma before it belongs to a text, put the text in quotes"
	case strings.HasPrefix(comment, "#") && !strings.HasPrefix(comment, "# "):
		return "; what begins with # is a comment, unless it is in quotes: " + wording.Quote(wording.Shorten(comment))
	}
	return ""
}

// scalar resolves a scalar by its tag. What YAML takes for a date stays the text that was written.
func (p *yamlParser) scalar(n *node, y *yaml.Node) {
	n.text = y.Value
	switch y.ShortTag() {
	case "!!str", "!!timestamp":
		n.kind = kindString
	case "!!null":
		n.kind = kindNull
	case "!!bool":
		var v bool
		p.resolve(n, y, &v)
		n.kind, n.text = kindBool, strconv.FormatBool(v)
	case "!!int", "!!float":
		n.kind = kindNumber
		p.resolve(n, y, &n.number)
	default:
		n.kind = kindString
		p.checkTag(n, y, "!!str")
	}
}

// resolve lets the YAML library read 0x1f, 1_000, .inf and the like.
func (p *yamlParser) resolve(n *node, y *yaml.Node, into any) {
	if err := y.Decode(into); err != nil {
		p.at(n, CodeType, "%s is not what its tag %s says", wording.Quote(y.Value), y.ShortTag())
	}
}

func (p *yamlParser) checkTag(n *node, y *yaml.Node, want string) {
	switch tag := y.ShortTag(); {
	case tag == want:
	case y.Kind == yaml.ScalarNode && !strings.HasPrefix(tag, "!!"):
		p.at(n, CodeUnsupported, "the tag %s has no meaning here; remove it, or quote text that begins with !", wording.Quote(tag))
	default:
		p.at(n, CodeUnsupported, "the tag %s has no meaning here; remove it", wording.Quote(tag))
	}
}
