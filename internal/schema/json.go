package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// parseJSON returns the value in data. It returns nil after an error that makes the rest unreadable.
func parseJSON(data []byte, r *report) *node {
	if !json.Valid(data) {
		reportJSONSyntax(data, json.Unmarshal(data, new(json.RawMessage)), r)
		return nil
	}
	p := &jsonParser{tree: tree{report: r}, data: data, dec: json.NewDecoder(bytes.NewReader(data)), at: cursor{line: 1, col: 1}}
	p.dec.UseNumber()
	root := &node{}
	if err := p.value(root, 1); err != nil {
		if !errors.Is(err, errStop) {
			r.inFile(pos{1, 1}, CodeInternal, "read JSON: %v", err)
		}
		return nil
	}
	return root
}

type jsonParser struct {
	tree
	data []byte
	dec  *json.Decoder
	at   cursor
}

// token returns the next token and where it begins. A lone is an escape in it that is half a character.
func (p *jsonParser) token() (tok json.Token, at pos, lone string, err error) {
	start := int(p.dec.InputOffset())
	for start < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[start]) >= 0 {
		start++
	}
	tok, err = p.dec.Token()
	if _, ok := tok.(string); ok {
		lone = loneSurrogate(p.data[start:p.dec.InputOffset()])
	}
	return tok, p.at.moveTo(p.data, start), lone, err
}

const aboutSurrogates = "%s is half of a surrogate pair and no character by itself; write both halves, or the character"

// loneSurrogate returns the first escape of a JSON string, as \ud83d, that is half of a surrogate pair without the other
// half; "" if there is none. Package json would put U+FFFD in its place.
func loneSurrogate(text []byte) string {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || i+1 >= len(text) {
			return ""
		}
		text = text[i:]
		switch first := escapedRune(text); {
		case utf16.IsSurrogate(first) && utf16.DecodeRune(first, escapedRune(text[6:])) == unicode.ReplacementChar:
			return string(text[:6])
		case utf16.IsSurrogate(first):
			text = text[12:]
		default:
			text = text[2:] // the rest of a longer escape is plain text
		}
	}
}

// escapedRune returns the code unit that text begins with as an escape like \ud83d; -1 if it begins otherwise.
func escapedRune(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	v, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(v)
}

// value reads the next value into n, whose place in the tree is already known.
func (p *jsonParser) value(n *node, depth int) error {
	tok, at, lone, err := p.token()
	if err != nil {
		return err
	}
	if err := p.enter(at, depth); err != nil {
		return err
	}
	n.pos = at
	if lone != "" {
		p.report.at(n, CodeEncoding, aboutSurrogates, lone)
	}
	switch v := tok.(type) {
	case bool:
		n.kind, n.text = kindBool, strconv.FormatBool(v)
	case json.Number:
		n.kind, n.text = kindNumber, v.String()
		n.number, _ = v.Float64() // the one error is overflow; the infinity it leaves is reported later
	case string:
		n.kind, n.text = kindString, v
	case json.Delim:
		if v == '[' {
			n.kind = kindArray
			return p.array(n, depth)
		}
		n.kind = kindObject
		return p.object(n, depth)
	}
	return nil
}

func (p *jsonParser) array(n *node, depth int) error {
	for p.dec.More() {
		item := &node{parent: n, index: len(n.children)}
		if err := p.value(item, depth+1); err != nil {
			return err
		}
		n.children = append(n.children, item)
	}
	_, _, _, err := p.token()
	return err
}

func (p *jsonParser) object(n *node, depth int) error {
	seen := map[string]pos{}
	for p.dec.More() {
		tok, at, lone, err := p.token()
		if err != nil {
			return err
		}
		name, _ := tok.(string) // it is one: the syntax was checked before
		field := &node{parent: n, key: name, keyPos: at}
		if lone != "" {
			p.atKey(field, CodeEncoding, aboutSurrogates, lone)
		}
		if err := p.value(field, depth+1); err != nil {
			return err
		}
		p.addField(n, field, seen)
	}
	_, _, _, err := p.token()
	return err
}

// cursor turns byte offsets into places. It only moves forward, so a whole file costs one pass.
type cursor struct{ offset, line, col int }

func (c *cursor) moveTo(data []byte, offset int) pos {
	passed := data[c.offset:min(max(offset, c.offset), len(data))]
	if i := bytes.LastIndexByte(passed, '\n'); i >= 0 {
		c.line += bytes.Count(passed, []byte{'\n'})
		c.col = 1
		passed = passed[i+1:]
	}
	c.col += utf8.RuneCount(passed)
	c.offset = max(offset, c.offset)
	return pos{c.line, c.col}
}

// placeOf returns the place of a byte offset.
func placeOf(data []byte, offset int) pos {
	c := cursor{line: 1, col: 1}
	return c.moveTo(data, offset)
}

func reportJSONSyntax(data []byte, err error, r *report) {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		r.inFile(pos{1, 1}, CodeSyntax, "read JSON: %v", err)
		return
	}
	at := max(int(syntax.Offset)-1, 0) // the offset counts the offending byte
	place := placeOf(data, at)
	switch {
	case strings.Contains(syntax.Error(), "max depth"):
		r.inFile(place, CodeDepth, "nested deeper than %d levels", maxDepth)
	case json.Valid(data[:at]):
		r.inFile(place, CodeTrailingData, "something follows the payload; one file holds one payload")
	default:
		r.inFile(place, CodeSyntax, "not valid JSON: %v%s", syntax, jsonHint(data, at, syntax.Error()))
	}
}

// jsonHint names the usual mistakes of writing JSON by hand. fault is what the library says of the character at a place.
func jsonHint(data []byte, at int, fault string) string {
	if at >= len(data) {
		return ""
	}
	before := bytes.TrimRight(data[:at], " \t\r\n")
	begins := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return bytes.HasPrefix(data[at:], []byte(word)) })
	}
	switch c := data[at]; {
	case strings.Contains(fault, "in string escape code"):
		return `; write \\ for a backslash`
	case strings.Contains(fault, "in string literal"):
		return `; close the quotation mark, or write \n for a new line and \t for a tab`
	case (c == '}' || c == ']') && bytes.HasSuffix(before, []byte{','}):
		return "; remove the comma before it"
	case c == '/' || c == '#':
		return "; JSON has no comments, YAML does"
	case c == '\'' || begins("“", "”", "„", "‘", "’"):
		return `; JSON strings take double quotes: "`
	case begins("True", "False", "None"):
		return "; write true, false and null in small letters"
	case strings.HasSuffix(fault, "beginning of object key string") && unicode.IsLetter(rune(c)):
		return "; put the name in double quotes"
	case strings.HasSuffix(fault, "after object key"):
		return "; write a colon between a name and its value"
	case strings.Contains(fault, "after object key:value pair"), strings.Contains(fault, "after array element"):
		if c == '"' || c == '{' || c == '[' {
			return "; write a comma before it"
		}
		return `; write \" for a quotation mark inside of a text`
	}
	return ""
}
