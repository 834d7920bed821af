package render

import (
	"fmt"
	"reflect"
	"strings"

	"mockup/internal/schema"
)

// fieldWith returns the path of the first text of a payload that has one of some characters, as it stands before the message of a
// warning: "props.messages.0.text: ". It is empty if no text has one.
func fieldWith(payload *schema.Payload, runes []rune) string {
	if path := pathWith(reflect.ValueOf(payload), "", string(runes)); path != "" {
		return strings.TrimPrefix(path, ".") + ": "
	}
	return ""
}

// pathWith returns the path of the first text of a value that has one of some characters, behind the value's own path.
func pathWith(v reflect.Value, path, chars string) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return pathWith(v.Elem(), path, chars)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}
			if found := pathWith(v.Field(i), path+"."+name, chars); found != "" {
				return found
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if found := pathWith(v.Index(i), fmt.Sprintf("%s.%d", path, i), chars); found != "" {
				return found
			}
		}
	case reflect.String:
		if strings.ContainsAny(v.String(), chars) {
			return path
		}
	}
	return ""
}
