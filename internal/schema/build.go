package schema

import (
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// build turns a tree that passed every check into the typed payload and fills in the schema's defaults.
func build(t Type, root *node, s *jsonschema.Schema) *Payload {
	p := &Payload{Props: newProps(t)}
	fillStruct(reflect.ValueOf(p).Elem(), root, s)
	fillStruct(reflect.ValueOf(p.Props).Elem(), root.get("props"), schemaAt(s, []string{"props"}))
	return p
}

func fillStruct(v reflect.Value, n *node, s *jsonschema.Schema) {
	s = deref(s)
	for i := range v.NumField() {
		name := jsonName(v.Type().Field(i))
		switch {
		case name == "": // an embedded struct, whose fields are those of the object
			fillStruct(v.Field(i), n, s)
		case n.get(name) != nil:
			fill(v.Field(i), n.get(name), s.Properties[name])
		default:
			fillDefault(v.Field(i), s.Properties[name])
		}
	}
}

// fill assumes a value of the type the schema asks for.
func fill(v reflect.Value, n *node, s *jsonschema.Schema) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n, s)
	case reflect.Struct:
		fillStruct(v, n, s)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), len(n.children), len(n.children)))
		fillItems(v, n, s)
	case reflect.Array:
		fillItems(v, n, s)
	case reflect.String:
		v.SetString(n.text)
	case reflect.Bool:
		v.SetBool(n.isTrue())
	case reflect.Float64:
		v.SetFloat(n.number)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(n.number)) // exact: the schema keeps integers within ±2^53
	}
}

func fillItems(v reflect.Value, n *node, s *jsonschema.Schema) {
	s = deref(s)
	for i, c := range n.children {
		fill(v.Index(i), c, s.Items2020)
	}
}

// fillDefault sets a field that was not written. Those without a default keep their zero value.
func fillDefault(v reflect.Value, s *jsonschema.Schema) {
	if s == nil || s.Default == nil {
		return
	}
	n := &node{}
	switch d := (*s.Default).(type) {
	case string:
		n.kind, n.text = kindString, d
	case bool:
		n.kind, n.text = kindBool, strconv.FormatBool(d)
	case json.Number:
		n.kind = kindNumber
		n.number, _ = d.Float64() // from our own schema
	}
	fill(v, n, s)
}
