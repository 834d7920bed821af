package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/invopop/jsonschema"
)

// spec is what one value of a payload must be: a node of the JSON Schema with its references resolved and its format
// bound to the check. [validator] checks values against it, and not a library for JSON Schema, which makes an error value
// of every violation before the first can be read: a hostile payload of 8.6 MB with 20,000 violations took 103 MB that
// way, and takes 44 MB this way.
type spec struct {
	kind         string           // as in JSON Schema: object, array, string, boolean, number or integer; "" if it is one of several
	either       []*spec          // a value of one of these kinds; nil: of the kind above
	fields       map[string]*spec // of an object; nil: any
	names        []string         // of the fields, sorted
	required     []string         // names of the fields that must be there
	items        *spec            // of an array
	allowed      []string         // values of a string; nil: any
	least, most  limit            // of a number
	size         [2]limit         // least and most characters of a string, or items of an array
	format       string
	check        func(string) error // of the format
	preset       any                // default: a string, a bool or a json.Number; nil: none
	beyond       bool               // the v1 interface does not have the field
	valuesBeyond []string           // values that it does not have, of those allowed
}

// limit is a bound of a number.
type limit struct {
	text  string // as the schema writes it; "" is no limit
	value float64
}

// bounds says what two limits allow.
func bounds(least, most limit) string {
	switch {
	case least.text == "":
		return most.text + " or less"
	case most.text == "":
		return least.text + " or more"
	case least.text == most.text:
		return least.text
	}
	return least.text + " to " + most.text
}

// branch names a spec: that of one type, or with "" that of payloads whose type is unknown.
type branch struct {
	t          Type
	allowPaths bool
}

// specs holds a func() (*spec, error) for every branch that was needed. A payload needs one branch, and making it takes
// a millisecond.
var specs sync.Map

func (b branch) spec() (*spec, error) {
	once, _ := specs.LoadOrStore(b, sync.OnceValues(func() (*spec, error) {
		defs := jsonschema.Definitions{}
		m := &specMaker{defs: defs, formats: formats(b.allowPaths), made: map[string]*spec{}}
		return m.spec(envelope(b.t, defs))
	}))
	return once.(func() (*spec, error))()
}

// specMaker makes specs of the nodes of one schema.
type specMaker struct {
	defs    jsonschema.Definitions
	formats map[string]func(string) error
	made    map[string]*spec // by the name of the definition, since some refer to themselves
}

func (m *specMaker) spec(s *jsonschema.Schema) (*spec, error) {
	name, isRef := strings.CutPrefix(s.Ref, "#/$defs/")
	if !isRef {
		made := &spec{}
		return made, m.fill(made, s)
	}
	made := m.made[name]
	if made == nil {
		made = &spec{}
		m.made[name] = made
		if err := m.fill(made, m.defs[name]); err != nil {
			return nil, err
		}
	}
	if s.Comments == BeyondMark { // the field is, and not the definition
		own := *made
		own.beyond = true
		return &own, nil
	}
	return made, nil
}

func (m *specMaker) fill(to *spec, s *jsonschema.Schema) error {
	to.kind, to.required, to.preset, to.format = s.Type, s.Required, s.Default, s.Format
	to.beyond = s.Comments == BeyondMark
	if values, ok := strings.CutPrefix(s.Comments, BeyondMark+": "); ok {
		to.valuesBeyond = strings.Split(values, ", ")
	}
	if s.Const != nil {
		to.kind, to.allowed = "string", []string{fmt.Sprint(s.Const)}
	}
	for _, value := range s.Enum {
		to.allowed = append(to.allowed, fmt.Sprint(value))
	}
	for _, branch := range s.OneOf {
		one, err := m.spec(branch)
		if err != nil {
			return err
		}
		to.either = append(to.either, one)
	}
	to.least, to.most = numberLimit(s.Minimum), numberLimit(s.Maximum)
	to.size = [2]limit{countLimit(s.MinLength), countLimit(s.MaxLength)}
	if s.Type == "array" {
		to.size = [2]limit{countLimit(s.MinItems), countLimit(s.MaxItems)}
	}
	if s.Format != "" {
		if to.check = m.formats[s.Format]; to.check == nil {
			return fmt.Errorf("make checks of the schema: there is none for the format %s", s.Format)
		}
	}
	if s.Properties != nil {
		to.fields = map[string]*spec{}
		for p := s.Properties.Oldest(); p != nil; p = p.Next() {
			field, err := m.spec(p.Value)
			if err != nil {
				return err
			}
			to.fields[p.Key] = field
		}
		to.names = slices.Sorted(maps.Keys(to.fields))
	}
	if s.Items != nil {
		items, err := m.spec(s.Items)
		to.items = items
		return err
	}
	return nil
}

func numberLimit(n json.Number) limit {
	value, _ := n.Float64() // of our own struct tags
	return limit{n.String(), value}
}

func countLimit(n *uint64) limit {
	if n == nil {
		return limit{}
	}
	return limit{fmt.Sprint(*n), float64(*n)}
}

// of returns the spec of the kind that a value is of, where there are several.
func (s *spec) of(n *node) *spec {
	if s == nil {
		return nil
	}
	for _, one := range s.either {
		if n.isOf(one.kind) {
			return one
		}
	}
	return s
}

// object returns the spec of an object, where there are several kinds.
func (s *spec) object() *spec { return s.of(&node{kind: kindObject}) }

// field returns the spec of a field; nil if there is none.
func (s *spec) field(name string) *spec {
	if s == nil {
		return nil
	}
	return s.fields[name]
}

// item returns the spec of the items of an array.
func (s *spec) item() *spec {
	if s = s.of(&node{kind: kindArray}); s == nil {
		return nil
	}
	return s.items
}
