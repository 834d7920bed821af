package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// UsesBeyond reports whether the payload has fields that the v1 interface does not have.
func (d *Document) UsesBeyond() bool {
	uses := false
	eachBeyond(d.root, d.spec, func(*node, *spec) { uses = true })
	return uses
}

// Unknown returns a warning for every field of the payload that is beyond the v1 interface, and for every such value, that a
// service does not know either. The argument is the OpenAPI document of the service, in JSON. The error is that of a document which does
// not say what a payload may have.
func (d *Document) Unknown(openAPI []byte) (Diagnostics, error) {
	var doc apiDocument
	if err := json.Unmarshal(openAPI, &doc.root); err != nil {
		return nil, fmt.Errorf("read OpenAPI document: %w", err)
	}
	request := doc.at("paths", "/api/v1/render", "post", "requestBody", "content", "application/json", "schema")
	if request == nil {
		return nil, errors.New("read OpenAPI document: it has no schema of the payloads of POST /api/v1/render")
	}
	doc.mockupType = string(d.MockupType)
	r := newReport(Options{Filename: d.file})
	eachBeyond(d.root, d.spec, func(n *node, s *spec) {
		what := "field"
		if doc.value = ""; !s.beyond {
			what, doc.value = "value", n.text
		}
		if !doc.has(request, n.steps(), 0) {
			r.warn(n, CodeInterface, "the service does not know this %s, which is beyond the interface v1, and may refuse the payload", what)
		}
	})
	return r.finish(), nil
}

// eachBeyond calls visit for every field below n that the v1 interface does not have, or whose value it does not have, with
// the field's spec.
func eachBeyond(n *node, s *spec, visit func(*node, *spec)) {
	if s == nil {
		return
	}
	for _, child := range n.children {
		below := s.items
		if n.kind == kindObject {
			below = s.fields[child.key]
		}
		below = below.of(child)
		if below != nil && (below.beyond || slices.Contains(below.valuesBeyond, child.text)) {
			visit(child, below)
			continue // what is in it is not in v1 either
		}
		eachBeyond(child, below, visit)
	}
}

// apiDocument is an OpenAPI document of whatever origin.
type apiDocument struct {
	root       any
	mockupType string // schemas of other types are passed over
	value      string // that the field has to allow; empty: any
	looks      int    // at schemas so far
}

// at returns what the keys lead to; nil if nothing is there.
func (d *apiDocument) at(keys ...string) any {
	value := d.root
	for _, key := range keys {
		object, _ := value.(map[string]any)
		value = object[key]
	}
	return value
}

// Bounds of the search in a foreign schema, which may refer to itself in circles.
const (
	maxSchemaDepth = 100
	maxSchemaLooks = 100_000
)

// has reports whether a schema knows the field that the steps lead to. It looks into all branches that are not those of
// another type.
func (d *apiDocument) has(value any, steps []string, depth int) bool {
	s, ok := value.(map[string]any)
	if d.looks++; !ok || depth > maxSchemaDepth || d.looks > maxSchemaLooks {
		return false
	}
	if len(steps) == 0 {
		allowed, limited := s["enum"].([]any)
		return d.value == "" || !limited || slices.Contains(allowed, any(d.value))
	}
	if ref, ok := s["$ref"].(string); ok && d.has(d.follow(ref), steps, depth+1) {
		return true
	}
	if d.ofOtherType(s) {
		return false
	}
	properties, _ := s["properties"].(map[string]any)
	if d.has(properties[steps[0]], steps[1:], depth+1) || d.has(s["items"], steps[1:], depth+1) {
		return true
	}
	condition, _ := s["if"].(map[string]any)
	if !d.ofOtherType(condition) && d.has(s["then"], steps, depth+1) || d.has(s["else"], steps, depth+1) {
		return true
	}
	for _, name := range []string{"allOf", "anyOf", "oneOf"} {
		branches, _ := s[name].([]any)
		if slices.ContainsFunc(branches, func(branch any) bool { return d.has(branch, steps, depth+1) }) {
			return true
		}
	}
	return false
}

// follow returns what a reference within the document leads to.
func (d *apiDocument) follow(ref string) any {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	var keys []string
	for key := range strings.SplitSeq(path, "/") {
		keys = append(keys, unescape.Replace(key))
	}
	return d.at(keys...)
}

// ofOtherType reports whether a schema takes payloads of another type alone.
func (d *apiDocument) ofOtherType(s map[string]any) bool {
	properties, _ := s["properties"].(map[string]any)
	t, _ := properties["mockupType"].(map[string]any)
	if value, ok := t["const"]; ok {
		return value != d.mockupType
	}
	if values, ok := t["enum"].([]any); ok {
		return !slices.Contains(values, any(d.mockupType))
	}
	return false
}
