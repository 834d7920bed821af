package schema

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"mockup/internal/wording"
)

// Setting is a value that takes the place of what a payload says.
type Setting struct {
	// Path is dotted, from the top level of the payload or from its props: resolutionScale, canvas.aspectRatio, darkMode,
	// receivers.0.name. The path platform means both of its places. Objects on the way are made where they are missing.
	Path string
	// Value is a string, a bool or a float64.
	Value any
}

// edit applies what opts change in a payload that has been read.
func edit(root *node, opts Options, r *report) {
	for _, s := range opts.Set {
		for _, from := range startsOf(root, s.Path) {
			r.set(from, s)
		}
	}
	if opts.Columns != nil {
		f := &filler{report: r, columns: opts.Columns, room: opts.maxBytes()}
		f.fill(root)
	}
}

// startsOf returns the objects that a path starts from; none in a payload that lacks them, which is reported anyway.
func startsOf(root *node, path string) []*node {
	props := root.get("props")
	isObject := props != nil && props.kind == kindObject
	first, _, _ := strings.Cut(path, ".")
	switch {
	case path == "platform" && isObject:
		return []*node{root, props}
	case slices.Contains(envelopeFields(), first):
		return []*node{root}
	case isObject:
		return []*node{props}
	}
	return nil
}

// envelopeFields are the names of a payload's top level.
func envelopeFields() []string {
	var names []string
	t := reflect.TypeFor[Payload]()
	for i := range t.NumField() {
		names = append(names, jsonName(t.Field(i)))
	}
	return names
}

// set puts a value in its place.
func (r *report) set(n *node, s Setting) {
	for _, step := range strings.Split(s.Path, ".") {
		next := n.find([]string{step})
		switch {
		case next != nil:
		case n.kind == kindObject:
			next = &node{parent: n, key: step, kind: kindObject, pos: n.pos, keyPos: n.pos}
			n.children = append(n.children, next)
		default:
			r.at(n, CodeUnknownField, "%s cannot be set: %s has no %s", wording.Quote(s.Path), n.describe(), wording.Quote(step))
			return
		}
		n = next
	}
	n.children = nil
	switch v := s.Value.(type) {
	case bool:
		n.kind, n.text = kindBool, strconv.FormatBool(v)
	case float64:
		n.kind, n.number, n.text = kindNumber, v, strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		n.kind, n.text = kindString, v
	}
}

// filler replaces the ${column} of all strings by values, which are text and nothing else: they are not looked at again.
type filler struct {
	*report
	columns map[string]string
	room    int // bytes that the strings may still have
}

func (f *filler) fill(n *node) {
	if n.kind == kindString && f.room >= 0 {
		text, err := f.expand(n.text)
		switch f.room -= len(text); {
		case f.room < 0:
			f.at(n, CodeSize, "with the data filled in the payload is larger than a payload may be")
			return
		case err != nil:
			f.at(n, CodeColumn, "%v", err)
		}
		n.text = text
	}
	for _, child := range n.children {
		f.fill(child)
	}
}

// expand fills one string. It stops when there is no room for more.
func (f *filler) expand(text string) (string, error) {
	var out strings.Builder
	for rest := text; ; {
		before, after, found := strings.Cut(rest, "${")
		if !found || out.Len() > f.room {
			out.WriteString(rest)
			return out.String(), nil
		}
		if literal, escaped := strings.CutSuffix(before, "$"); escaped {
			out.WriteString(literal + "${")
			rest = after
			continue
		}
		name, behind, closed := strings.Cut(after, "}")
		if !closed {
			return text, errors.New("${ has no } after it; write $${ for the characters themselves")
		}
		name = strings.TrimSpace(name)
		value, known := f.columns[name]
		if !known {
			names := slices.Sorted(maps.Keys(f.columns))
			return text, fmt.Errorf("the data has no column %s; it has %s%s", wording.Quote(name), wording.List(names), wording.DidYouMean(name, names))
		}
		out.WriteString(before + value)
		rest = behind
	}
}
