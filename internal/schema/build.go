package schema

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
)

// build turns a tree that passed every check into the typed payload and fills in the schema's defaults.
func build(t Type, root *node, s *spec) *Payload {
	p := &Payload{Props: newProps(t)}
	fillStruct(reflect.ValueOf(p).Elem(), root, s)
	fillStruct(reflect.ValueOf(p.Props).Elem(), root.get("props"), s.field("props"))
	return p
}

func fillStruct(v reflect.Value, n *node, s *spec) {
	for i := range v.NumField() {
		name := jsonName(v.Type().Field(i))
		switch {
		case name == "": // an embedded struct, whose fields are those of the object
			fillStruct(v.Field(i), n, s)
		case n.get(name) != nil:
			fill(v.Field(i), n.get(name), s.field(name))
		default:
			fillDefault(v.Field(i), s.field(name))
		}
	}
}

// fill assumes a value of the type the schema asks for.
func fill(v reflect.Value, n *node, s *spec) {
	if text, ok := v.Addr().Interface().(interface{ setText(string) }); ok && n.kind == kindString {
		text.setText(n.text)
		return
	}
	s = s.of(n)
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
		if v.SetString(n.text); n.kind == kindNumber { // of a Pace
			v.SetString(strconv.FormatFloat(n.number, 'g', -1, 64))
		}
	case reflect.Bool:
		v.SetBool(n.isTrue())
	case reflect.Float64:
		v.SetFloat(n.number)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(math.Round(n.number))) // exact: the schema keeps integers within ±2^53, and levels are rounded
	}
}

func fillItems(v reflect.Value, n *node, s *spec) {
	for i, c := range n.children {
		fill(v.Index(i), c, s.item())
	}
}

// fillDefault sets a field that was not written. Those without a default keep their zero value, and so do pointers, whose
// nil says that the field was not written.
func fillDefault(v reflect.Value, s *spec) {
	if s == nil || s.preset == nil || v.Kind() == reflect.Pointer {
		return
	}
	n := &node{}
	switch d := s.preset.(type) {
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
