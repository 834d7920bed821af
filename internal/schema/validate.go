package schema

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"mockup/internal/wording"
)

// validator reports what in a tree is against the spec.
type validator struct {
	*report
	root *node
	spec *spec
	t    Type
	v1   bool // fields beyond the v1 interface are refused
}

func (v *validator) run() { v.value(v.root, v.spec) }

// value checks one value and what is in it.
func (v *validator) value(n *node, s *spec) {
	if s.either != nil {
		v.either(n, s.either)
		return
	}
	if !n.isOf(s.kind) {
		v.wrongType(n, s.kind, s.allowed...)
		return
	}
	switch n.kind {
	case kindObject:
		v.object(n, s)
	case kindArray:
		v.length(n, s, len(n.children), "items")
		for _, item := range n.children {
			v.value(item, s.items)
		}
	case kindString:
		v.text(n, s)
	case kindNumber:
		if s.least.text != "" && n.number < s.least.value {
			v.at(n, CodeRange, "%s is too small; allowed: %s", n.text, bounds(s.least, s.most))
		}
		if s.most.text != "" && n.number > s.most.value {
			v.at(n, CodeRange, "%s is too large; allowed: %s", n.text, bounds(s.least, s.most))
		}
	}
}

// either checks a value that is a word or a number, or text or something that holds other values.
func (v *validator) either(n *node, branches []*spec) {
	var words []string
	for _, one := range branches {
		if one.kind == "object" || one.kind == "array" {
			v.textOr(n, one.kind, branches)
			return
		}
		if n.isOf(one.kind) && !(n.kind == kindString && isNumber(n.text)) && (one.allowed == nil || slices.Contains(one.allowed, n.text)) {
			v.value(n, one)
			return
		}
		words = append(words, one.allowed...)
	}
	switch {
	case n.kind == kindString && isNumber(n.text):
		v.wrongType(n, "number")
	case n.kind == kindString:
		v.at(n, CodeEnum, "%s is not allowed; allowed: %s, or a number%s", n.describe(), wording.List(words), wording.DidYouMean(n.text, words))
	default:
		v.at(n, CodeType, "expected %s, or a number, found %s", wording.List(words), n.describe())
	}
}

// textOr checks a value that is text, or an object or an array.
func (v *validator) textOr(n *node, kind string, branches []*spec) {
	for _, one := range branches {
		if !n.isOf(one.kind) {
			continue
		}
		if one.beyond && v.v1 {
			v.at(n, CodeInterface, "the interface v1 takes text alone here; write text for services that have v1 alone")
		}
		v.value(n, one)
		return
	}
	v.at(n, CodeType, "expected text or an %s, found %s", kind, n.describe())
}

// isOf reports whether a value is of a kind that JSON Schema names. Neither infinity nor NaN is a number.
func (n *node) isOf(kind string) bool {
	switch n.kind {
	case kindBool:
		return kind == "boolean"
	case kindNumber:
		finite := !math.IsNaN(n.number) && !math.IsInf(n.number, 0)
		return finite && (kind == "number" || kind == "integer" && n.number == math.Trunc(n.number))
	case kindString:
		return kind == "string"
	case kindArray:
		return kind == "array"
	case kindObject:
		return kind == "object"
	}
	return false
}

func (v *validator) object(n *node, s *spec) {
	if s.fields == nil {
		return // the props of a type that does not exist
	}
	given := make(map[string]bool, len(s.required))
	for _, field := range n.children {
		given[field.key] = true
		if f := s.fields[field.key]; f != nil {
			if f.beyond && v.v1 {
				v.atKey(field, CodeInterface, "the interface v1 does not have this field; remove it for services that have v1 alone")
			}
			v.value(field, f)
		} else {
			v.unknownField(n, s, field)
		}
	}
	for _, name := range s.required {
		if !given[name] {
			v.required(n, s, name)
		}
	}
}

// required reports a missing field, unless a misspelt field beside it stands for it, which is reported.
func (v *validator) required(n *node, s *spec, name string) {
	const most = 50 // fields that are looked at; no object of a payload has as many
	if !v.over(n.pos) {
		for _, c := range n.children[:min(len(n.children), most)] {
			if s.fields[c.key] == nil && wording.Nearest(c.key, s.names) == name {
				return
			}
		}
	}
	v.missing(n, name, "required field is missing")
}

func (v *validator) unknownField(n *node, s *spec, field *node) {
	if v.over(field.keyPos) {
		v.atKey(field, CodeUnknownField, "unknown field") // only counted, so no suggestion
		return
	}
	name := field.key
	near := wording.Nearest(name, s.names)
	switch {
	case near != "" && strings.EqualFold(near, name):
		v.atKey(field, CodeWrongCase, "field names are case-sensitive; write %s", wording.Quote(near))
	case name == "platform" && v.t != "" && !HasPlatform(v.t):
		v.atKey(field, CodeUnknownField, "%s has no platform here; remove the field", v.t)
	case n == v.root && v.spec.field("props").field(name) != nil:
		v.atKey(field, CodeUnknownField, "unknown field; it belongs inside props")
	case n != v.root && v.spec.field(name) != nil:
		v.atKey(field, CodeUnknownField, "unknown field; it belongs at the top level")
	case near != "":
		v.atKey(field, CodeUnknownField, "unknown field; did you mean %s?", wording.Quote(near))
	case field.hint != "":
		v.atKey(field, CodeUnknownField, "unknown field%s", field.hint)
	default:
		v.atKey(field, CodeUnknownField, "unknown field; allowed here: %s", wording.List(s.names))
	}
}

// wrongType reports a value of another type than the one that is wanted. allowed are the only texts of a field, if there are such.
func (v *validator) wrongType(n *node, want string, allowed ...string) {
	wanted := map[string]string{"string": "text", "boolean": "true or false", "integer": "a whole number", "number": "a number",
		"array": "an array", "object": "an object"}[want]
	hint := ""
	switch {
	case n.kind == kindNull:
		v.at(n, CodeNull, "null is not a value here; expected %s, or leave the field out%s", wanted, n.hint)
		return
	case len(allowed) > 0 && !slices.Contains(allowed, n.text) && !v.over(n.pos):
		hint = "; allowed: " + wording.List(allowed) + wording.DidYouMean(n.text, allowed)
	case want == "string" && (n.kind == kindNumber || n.kind == kindBool):
		hint = "; put it in quotes: " + wording.Quote(n.text)
	case want == "number" && n.kind == kindNumber:
		wanted = "a finite number"
	case want == "boolean" && n.kind == kindString:
		hint = "; write true or false without quotes"
	case (want == "number" || want == "integer") && n.kind == kindString && isNumber(n.text):
		hint = "; remove the quotes"
	}
	v.at(n, CodeType, "expected %s, found %s%s", wanted, n.describe(), hint)
}

func (v *validator) text(n *node, s *spec) {
	switch {
	case s.allowed != nil && !slices.Contains(s.allowed, n.text):
		v.wrongValue(n, s.allowed)
	case v.v1 && slices.Contains(s.valuesBeyond, n.text):
		v.at(n, CodeInterface, "the interface v1 does not have the value %s; services that have v1 alone refuse it", n.describe())
	}
	if s.check != nil {
		if err := s.check(n.text); err != nil {
			v.at(n, CodeFormat, "%v", err)
		}
	}
	if s.size != [2]limit{} {
		v.length(n, s, utf8.RuneCountInString(n.text), "characters")
	}
}

func (v *validator) length(n *node, s *spec, got int, what string) {
	least, most := s.size[0], s.size[1]
	if least.text != "" && float64(got) < least.value || most.text != "" && float64(got) > most.value {
		v.at(n, CodeLength, "the number of %s is %d; allowed: %s", what, got, bounds(least, most))
	}
}

func (v *validator) wrongValue(n *node, allowed []string) {
	if v.t != "" && n.parent == v.root && n.key == "renderKind" && (n.text == string(Image) || n.text == string(Video)) {
		v.at(n, CodeEnum, "%s can only be rendered as %s", v.t, wording.List(allowed))
		return
	}
	if v.over(n.pos) {
		v.at(n, CodeEnum, "not allowed") // only counted, so no list
		return
	}
	v.at(n, CodeEnum, "%s is not allowed; allowed: %s%s", n.describe(), wording.List(allowed), wording.DidYouMean(n.text, allowed))
}

// describe says what was found, for a message.
func (n *node) describe() string {
	switch n.kind {
	case kindNull:
		return "null"
	case kindArray:
		return "an array"
	case kindObject:
		return "an object"
	case kindString:
		return wording.Quote(n.text)
	}
	return n.text
}

func isNumber(s string) bool {
	_, ok := parseNumber(s, 1)
	return ok && s != "none" && !strings.HasSuffix(s, "%")
}
