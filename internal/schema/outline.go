package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"
)

// Outline returns the fields of the payloads of one type as interfaces of TypeScript, with a comment for each field. It is
// for readers, above all language models: it has about a quarter of the characters of [JSONSchema], and leaves out
// the rules that span several fields.
func Outline(t Type) (string, error) {
	if Kinds(t) == nil {
		return "", unknownType(t)
	}
	root, err := reflectSchema(t)
	if err != nil {
		return "", err
	}
	o := &outline{defs: root.Definitions, queue: []string{"Payload"}}
	for i := 0; i < len(o.queue); i++ { // which grows meanwhile
		name := o.queue[i]
		s := root
		if i > 0 {
			s = root.Definitions[name]
		}
		if i > 0 {
			o.out.WriteByte('\n')
		}
		o.define(name, s)
	}
	return o.out.String(), nil
}

// outline writes the definitions of a schema.
type outline struct {
	defs  jsonschema.Definitions
	queue []string // definitions, in the order in which they are first named
	out   strings.Builder
}

// define writes an interface, or another name for a scalar type.
func (o *outline) define(name string, s *jsonschema.Schema) {
	if s.Properties == nil {
		fmt.Fprintf(&o.out, "type %s = %s%s\n", name, o.typeOf(s), comment(s))
		return
	}
	fmt.Fprintf(&o.out, "interface %s {\n", name)
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		if p.Key == "$schema" {
			continue
		}
		mark := "?"
		if slices.Contains(s.Required, p.Key) {
			mark = ""
		}
		fmt.Fprintf(&o.out, "  %s%s: %s%s\n", p.Key, mark, o.typeOf(p.Value), comment(p.Value))
	}
	o.out.WriteString("}\n")
}

// typeOf returns the type of a value.
func (o *outline) typeOf(s *jsonschema.Schema) string {
	switch {
	case s.Ref != "":
		name := strings.TrimPrefix(s.Ref, "#/$defs/")
		if !slices.Contains(o.queue, name) && o.defs[name] != nil {
			o.queue = append(o.queue, name)
		}
		return name
	case len(s.OneOf) > 0:
		var kinds []string
		for _, one := range s.OneOf {
			kinds = append(kinds, o.typeOf(one))
		}
		return strings.Join(kinds, " | ")
	case s.Properties != nil:
		var fields []string
		for p := s.Properties.Oldest(); p != nil; p = p.Next() {
			fields = append(fields, fmt.Sprintf("%s?: %s", p.Key, o.typeOf(p.Value)))
		}
		return "{ " + strings.Join(fields, ", ") + " }"
	case s.Const != nil:
		return literal(s.Const)
	case len(s.Enum) > 0:
		words := make([]string, len(s.Enum))
		for i, word := range s.Enum {
			words[i] = literal(word)
		}
		return strings.Join(words, " | ")
	case s.Type == "array" && s.Items != nil:
		item := o.typeOf(s.Items)
		if strings.Contains(item, " ") {
			item = "(" + item + ")"
		}
		return item + "[]"
	}
	return cmp.Or(s.Type, "unknown")
}

// comment describes a value: what it is, its default and its bounds.
func comment(s *jsonschema.Schema) string {
	var parts []string
	add := func(format string, value any) { parts = append(parts, fmt.Sprintf(format, value)) }
	if s.Description != "" {
		add("%s", s.Description)
	}
	if s.Default != nil {
		add("Default: %s.", literal(s.Default))
	}
	if span := interval(s.Minimum.String(), s.Maximum.String()); span != "" {
		add("%s.", span)
	}
	if span := interval(count(s.MinItems), count(s.MaxItems)); span != "" {
		add("Items: %s.", span)
	}
	if len(s.Examples) > 0 {
		words := make([]string, len(s.Examples))
		for i, example := range s.Examples {
			words[i] = literal(example)
		}
		add("Such as %s.", strings.Join(words, ", "))
	}
	switch values, some := strings.CutPrefix(s.Comments, BeyondMark+": "); {
	case some:
		add("Beyond v1: %s.", values)
	case s.Comments == BeyondMark:
		add("%s", "Beyond v1.")
	}
	if len(parts) == 0 {
		return ""
	}
	return " // " + strings.Join(parts, " ")
}

// interval returns the bounds of a number in words, of which each may be empty.
func interval(least, most string) string {
	switch {
	case least != "" && least == most:
		return least
	case least != "" && most != "":
		return least + " to " + most
	case least != "":
		return least + " or more"
	case most != "":
		return "at most " + most
	}
	return ""
}

func count(n *uint64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatUint(*n, 10)
}

// literal returns a value as JSON.
func literal(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}
