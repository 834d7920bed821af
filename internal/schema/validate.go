package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	reflector "github.com/invopop/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// branch names a compiled schema: that of one type, or with "" that of payloads whose type is unknown.
type branch struct {
	t          Type
	allowPaths bool
}

// compiled holds a func() (*jsonschema.Schema, error) for every branch that was needed. A payload needs one branch, and
// compiling it costs two to three milliseconds.
var compiled sync.Map

func (b branch) schema() (*jsonschema.Schema, error) {
	once, _ := compiled.LoadOrStore(b, sync.OnceValues(b.compile))
	return once.(func() (*jsonschema.Schema, error))()
}

func (b branch) compile() (*jsonschema.Schema, error) {
	defs := reflector.Definitions{}
	root := envelope(b.t, defs)
	root.Definitions = defs
	data, err := json.Marshal(root)
	if err != nil {
		return nil, fmt.Errorf("write JSON Schema: %w", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read JSON Schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	for name, check := range formats(b.allowPaths) {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok {
				return check(s)
			}
			return nil
		}})
	}
	const address = "mockup:///payload.json" // never fetched
	if err := c.AddResource(address, doc); err != nil {
		return nil, fmt.Errorf("add JSON Schema: %w", err)
	}
	s, err := c.Compile(address)
	if err != nil {
		return nil, fmt.Errorf("compile JSON Schema: %w", err)
	}
	return s, nil
}

// validator reports what the schema finds wrong with a tree.
type validator struct {
	*report
	root   *node
	schema *jsonschema.Schema
	t      Type
}

func (v *validator) run() {
	var failed *jsonschema.ValidationError
	if err := v.schema.Validate(v.root.plain()); errors.As(err, &failed) {
		v.leaves(failed)
	}
}

// leaves maps the ends of the error tree; what is above them only says that something below failed.
func (v *validator) leaves(e *jsonschema.ValidationError) {
	if len(e.Causes) > 0 {
		for _, c := range e.Causes {
			v.leaves(c)
		}
		return
	}
	n := v.root.find(e.InstanceLocation)
	if n == nil {
		n = v.root
	}
	v.leaf(n, schemaAt(v.schema, e.InstanceLocation), e.ErrorKind)
}

func (v *validator) leaf(n *node, s *jsonschema.Schema, k jsonschema.ErrorKind) {
	switch k := k.(type) {
	case *kind.Required:
		v.required(n, s, k.Missing)
	case *kind.AdditionalProperties:
		for _, field := range n.children {
			if s.Properties[field.key] == nil {
				v.unknownField(n, s, field)
			}
		}
	case *kind.Type:
		v.wrongType(n, k.Want[0])
	case *kind.InvalidJsonValue:
		v.wrongType(n, strings.Trim(fmt.Sprint(s.Types), "[]"))
	case *kind.Enum:
		v.wrongValue(n, k.Want)
	case *kind.Const:
		v.wrongValue(n, []any{k.Want})
	case *kind.Format:
		v.at(n, CodeFormat, "%v", k.Err)
	case *kind.Minimum:
		v.at(n, CodeRange, "%s is too small; allowed: %s", n.text, bounds(numberText(s.Minimum), numberText(s.Maximum)))
	case *kind.Maximum:
		v.at(n, CodeRange, "%s is too large; allowed: %s", n.text, bounds(numberText(s.Minimum), numberText(s.Maximum)))
	case *kind.MinLength:
		v.wrongLength(n, k.Got, "characters", s.MinLength, s.MaxLength)
	case *kind.MaxLength:
		v.wrongLength(n, k.Got, "characters", s.MinLength, s.MaxLength)
	case *kind.MinItems:
		v.wrongLength(n, k.Got, "items", s.MinItems, s.MaxItems)
	case *kind.MaxItems:
		v.wrongLength(n, k.Got, "items", s.MinItems, s.MaxItems)
	default:
		v.at(n, CodeType, "%s", k.LocalizedString(message.NewPrinter(language.English)))
	}
}

// required reports missing fields, except where a misspelt field beside them is surely meant and reported.
func (v *validator) required(n *node, s *jsonschema.Schema, missing []string) {
	names, meant := fieldNames(s), map[string]bool{}
	for _, c := range n.children[:min(len(n.children), maxListed)] {
		if s.Properties[c.key] == nil {
			meant[nearest(c.key, names)] = true
		}
	}
	for _, name := range missing {
		if !meant[name] {
			v.missing(n, name, "required field is missing")
		}
	}
}

func (v *validator) unknownField(n *node, s *jsonschema.Schema, field *node) {
	if v.full() {
		v.atKey(field, CodeUnknownField, "unknown field") // only counted, so no suggestion
		return
	}
	name, names := field.key, fieldNames(s)
	near := nearest(name, names)
	switch {
	case near != "" && strings.EqualFold(near, name):
		v.atKey(field, CodeWrongCase, "field names are case-sensitive; write %s", quote(near))
	case name == "platform" && v.t != "" && !HasPlatform(v.t):
		v.atKey(field, CodeUnknownField, "%s has no platform here; remove the field", v.t)
	case n == v.root && v.hasField([]string{"props"}, name):
		v.atKey(field, CodeUnknownField, "unknown field; it belongs inside props")
	case n != v.root && v.hasField(nil, name):
		v.atKey(field, CodeUnknownField, "unknown field; it belongs at the top level")
	case near != "":
		v.atKey(field, CodeUnknownField, "unknown field; did you mean %s?", quote(near))
	default:
		v.atKey(field, CodeUnknownField, "unknown field; allowed here: %s", list(names))
	}
}

func (v *validator) hasField(object []string, name string) bool {
	s := schemaAt(v.schema, object)
	return s != nil && s.Properties[name] != nil
}

func (v *validator) wrongType(n *node, want string) {
	wanted := map[string]string{"string": "text", "boolean": "true or false", "integer": "a whole number", "number": "a number",
		"array": "an array", "object": "an object"}[want]
	hint := ""
	switch {
	case n.kind == kindNull:
		v.at(n, CodeNull, "null is not a value here; expected %s, or leave the field out", wanted)
		return
	case want == "string" && (n.kind == kindNumber || n.kind == kindBool):
		hint = "; put it in quotes: " + quote(n.text)
	case want == "number" && n.kind == kindNumber: // the validator takes neither infinity nor NaN for one
		wanted = "a finite number"
	case want == "boolean" && n.kind == kindString:
		hint = "; write true or false without quotes"
	case (want == "number" || want == "integer") && n.kind == kindString && isNumber(n.text):
		hint = "; remove the quotes"
	}
	v.at(n, CodeType, "expected %s, found %s%s", wanted, n.describe(), hint)
}

func (v *validator) wrongValue(n *node, allowed []any) {
	var names []string
	for _, a := range allowed {
		names = append(names, fmt.Sprint(a))
	}
	if v.t != "" && n.parent == v.root && n.key == "renderKind" && (n.text == string(Image) || n.text == string(Video)) {
		v.at(n, CodeEnum, "%s can only be rendered as %s", v.t, list(names))
		return
	}
	v.at(n, CodeEnum, "%s is not allowed; allowed: %s%s", n.describe(), list(names), DidYouMean(n.text, names))
}

func (v *validator) wrongLength(n *node, got int, what string, least, most *int) {
	v.at(n, CodeLength, "the number of %s is %d; allowed: %s", what, got, bounds(countText(least), countText(most)))
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
		return quote(n.text)
	}
	return n.text
}

func isNumber(s string) bool {
	_, ok := parseNumber(s, 1)
	return ok && !strings.HasSuffix(s, "%")
}

func fieldNames(s *jsonschema.Schema) []string {
	return slices.Sorted(maps.Keys(s.Properties))
}

// schemaAt returns the schema that applies where the steps lead to, or nil.
func schemaAt(s *jsonschema.Schema, steps []string) *jsonschema.Schema {
	s = deref(s)
	for _, step := range steps {
		if s == nil {
			return nil
		}
		if p := s.Properties[step]; p != nil {
			s = deref(p)
		} else {
			s = deref(s.Items2020)
		}
	}
	return s
}

func deref(s *jsonschema.Schema) *jsonschema.Schema {
	for s != nil && s.Ref != nil {
		s = s.Ref
	}
	return s
}

func numberText(r *big.Rat) string {
	if r == nil {
		return ""
	}
	return r.RatString()
}

func countText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// bounds says what two limits allow; "" is no limit.
func bounds(least, most string) string {
	switch {
	case least == "":
		return most + " or less"
	case most == "":
		return least + " or more"
	case least == most:
		return least
	}
	return least + " to " + most
}
