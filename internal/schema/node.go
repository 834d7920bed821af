package schema

import (
	"errors"
	"math"
	"strconv"

	"mockup/internal/wording"
)

// Bounds of what is read. They keep memory and time in proportion for hostile input; real payloads are far below.
const (
	maxDepth  = 64      // objects and arrays inside each other
	maxValues = 200_000 // values of one payload, aliases expanded
)

// errStop ends a parse whose reason has been reported.
var errStop = errors.New("stopped")

type nodeKind uint8

const (
	kindNull nodeKind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
)

// pos is a place in the file, both from 1, the column in characters.
type pos struct{ line, col int }

// node is one value of a payload and where it was written. Its methods work on nil, which stands for what is not there.
type node struct {
	parent   *node
	key      string // name in the parent object
	index    int    // place in the parent array
	kind     nodeKind
	pos      pos     // of the value
	keyPos   pos     // of the name, if the parent is an object
	text     string  // the string, or a scalar as it was written
	number   float64 // may be NaN or infinite in YAML
	hint     string  // why it may be null although a text was meant
	children []*node // items of an array, fields of an object in their order
}

// get returns the field of an object, or nil.
func (n *node) get(name string) *node {
	if n != nil && n.kind == kindObject {
		for _, c := range n.children {
			if c.key == name {
				return c
			}
		}
	}
	return nil
}

// items returns the items of an array.
func (n *node) items() []*node {
	if n == nil || n.kind != kindArray {
		return nil
	}
	return n.children
}

// str returns the value of a string, and whether it is one.
func (n *node) str() (string, bool) {
	if n == nil || n.kind != kindString {
		return "", false
	}
	return n.text, true
}

// num returns the value of a finite number, and whether it is one.
func (n *node) num() (float64, bool) {
	if n == nil || n.kind != kindNumber || math.IsNaN(n.number) || math.IsInf(n.number, 0) {
		return 0, false
	}
	return n.number, true
}

// orZero returns the value of a number; 0 if it is none.
func (n *node) orZero() float64 {
	v, _ := n.num()
	return v
}

// fields returns the fields of an object.
func (n *node) fields() []*node {
	if n == nil || n.kind != kindObject {
		return nil
	}
	return n.children
}

// is reports whether the value is the string s.
func (n *node) is(s string) bool {
	v, ok := n.str()
	return ok && v == s
}

// isTrue reports whether the value is true.
func (n *node) isTrue() bool { return n != nil && n.kind == kindBool && n.text == "true" }

// steps returns the names and indices that lead from the root to n, overlong names shortened.
func (n *node) steps() []string {
	if n.parent == nil {
		return nil
	}
	step := wording.Shorten(n.key)
	if n.parent.kind == kindArray {
		step = strconv.Itoa(n.index)
	}
	return append(n.parent.steps(), step)
}

// find returns the node the steps lead to, or nil.
func (n *node) find(steps []string) *node {
	for _, s := range steps {
		if n == nil {
			return nil
		}
		if n.kind != kindArray {
			n = n.get(s)
			continue
		}
		i, err := strconv.Atoi(s)
		if err != nil || i < 0 || i >= len(n.children) {
			return nil
		}
		n = n.children[i]
	}
	return n
}

// plain returns the value as the schema validator takes it. Numbers are floats and never json.Number: the validator
// would expand 1e999999999 into a fraction of a billion digits.
func (n *node) plain() any {
	switch n.kind {
	case kindBool:
		return n.isTrue()
	case kindNumber:
		return n.number
	case kindString:
		return n.text
	case kindArray:
		list := make([]any, len(n.children))
		for i, c := range n.children {
			list[i] = c.plain()
		}
		return list
	case kindObject:
		m := make(map[string]any, len(n.children))
		for _, c := range n.children {
			m[c.key] = c.plain()
		}
		return m
	}
	return nil
}

// tree is what the two parsers share while they build nodes.
type tree struct {
	*report
	values int
}

// enter counts a value and checks the bounds before it is read.
func (t *tree) enter(p pos, depth int) error {
	t.values++
	if t.values > maxValues {
		t.inFile(p, CodeSize, "more than %d values; a payload needs far fewer", maxValues)
		return errStop
	}
	if depth > maxDepth {
		t.inFile(p, CodeDepth, "nested deeper than %d levels", maxDepth)
		return errStop
	}
	return nil
}

// addField adds a field to an object, unless the name is taken, which is reported.
func (t *tree) addField(object, field *node, seen map[string]pos) {
	if first, ok := seen[field.key]; ok {
		t.atKey(field, CodeDuplicateKey, "%s was already given in line %d; keep one of them", wording.Quote(field.key), first.line)
		return
	}
	seen[field.key] = field.keyPos
	object.children = append(object.children, field)
}
