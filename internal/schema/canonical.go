package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/color"
	"reflect"
	"strings"
	"time"
)

// Canonical returns the one text that stands for all payloads that mean the same, however they are written: a line of JSON
// without spaces, with the fields sorted by name and the defaults filled in. Instants are in UTC, and colours are as
// [FormatColor] writes them. file returns what stands for the content of an image, an audio file or a video file; it is left out if that is "".
//
// Left out are optional fields without a value, the zone UTC, which no zone stands for, too, and fields beyond the v1 interface
// that have their default: the form of a v1 payload does not change when such fields are added.
func (p *Payload) Canonical(file func(string) string) ([]byte, error) {
	s, err := branch{p.MockupType, true}.spec()
	if err != nil {
		return nil, err
	}
	value, _ := canonicalWriter(file).value(reflect.ValueOf(*p), s)
	var out bytes.Buffer
	encoder := json.NewEncoder(&out) // which sorts the fields of a map
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("write canonical payload: %w", err)
	}
	return out.Bytes(), nil
}

// canonicalWriter turns values into those that package json writes. It returns what stands for a file.
type canonicalWriter func(string) string

// value returns a value in its canonical form, and whether it is there at all.
func (w canonicalWriter) value(v reflect.Value, s *spec) (any, bool) {
	if text, ok := w.text(v.Interface()); ok {
		return text, text != ""
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return w.value(v.Elem(), s)
	case reflect.Slice, reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i], _ = w.value(v.Index(i), s.item())
		}
		return list, true
	case reflect.Struct:
		fields := map[string]any{}
		w.addFields(fields, v, s.object())
		return fields, true
	}
	return v.Interface(), true
}

// text returns the canonical form of those texts that can be written in several ways.
func (w canonicalWriter) text(value any) (string, bool) {
	switch value := value.(type) {
	case ImageRef:
		return w(string(value)), true
	case AudioRef:
		return w(string(value)), true
	case VideoRef:
		return w(string(value)), true
	case CanvasPosition:
		return value.Name, value.Name != ""
	case Wallpaper:
		if value.IsImage() {
			return w(string(value)), true
		}
		c, ok := value.NRGBA()
		return FormatColor(c), ok
	case interface{ NRGBA() (color.NRGBA, error) }:
		c, err := value.NRGBA()
		return FormatColor(c), err == nil
	case Instant:
		at := value.Time()
		return at.Format(time.RFC3339Nano), !at.IsZero()
	}
	return "", false
}

// addFields adds the fields of a struct to those of an object.
func (w canonicalWriter) addFields(to map[string]any, v reflect.Value, s *spec) {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		name := jsonName(field)
		if name == "-" {
			continue
		}
		switch optional := strings.HasSuffix(field.Tag.Get("json"), ",omitempty"); {
		case name == "": // an embedded struct, whose fields are those of the object
			w.addFields(to, value, s)
			continue
		case optional && (value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0),
			value.Type() == reflect.TypeFor[Zone]() && value.String() == "UTC",
			isBeyondDefault(value, s.field(name)):
			continue
		}
		if written, ok := w.value(value, s.field(name)); ok {
			to[name] = written
		}
	}
}

// isBeyondDefault reports whether a value is the default of a field beyond the v1 interface.
func isBeyondDefault(v reflect.Value, s *spec) bool {
	if s == nil || !s.beyond {
		return false
	}
	preset := reflect.New(v.Type()).Elem()
	fillDefault(preset, s)
	return reflect.DeepEqual(preset.Interface(), v.Interface())
}
