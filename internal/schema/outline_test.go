package schema

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// The outline of every type has all fields of its JSON Schema, marks the required ones, names no type that it does not
// define, and is much shorter.
func TestOutline(t *testing.T) {
	t.Parallel()
	named := regexp.MustCompile(`(?m)^  \w+\??: \(?([A-Z]\w+)`)
	for _, mt := range Types() {
		outline, err := Outline(mt)
		if err != nil {
			t.Fatal(err)
		}
		full, err := JSONSchema(mt)
		if err != nil {
			t.Fatal(err)
		}
		if 2*len(outline) > len(full) {
			t.Errorf("%s: the outline has %d bytes, the JSON Schema %d", mt, len(outline), len(full))
		}
		for _, match := range named.FindAllStringSubmatch(outline, -1) {
			if !strings.Contains(outline, "\ninterface "+match[1]+" {") && !strings.Contains(outline, "\ntype "+match[1]+" = ") {
				t.Errorf("%s: %s is not defined", mt, match[1])
			}
		}
		type object struct {
			Properties map[string]json.RawMessage `json:"properties"`
			Required   []string                   `json:"required"`
			Defs       map[string]json.RawMessage `json:"$defs"`
		}
		var root object
		if err := json.Unmarshal(full, &root); err != nil {
			t.Fatal(err)
		}
		objects := map[string]object{"Payload": root}
		for name, def := range root.Defs {
			var o object
			if err := json.Unmarshal(def, &o); err != nil {
				t.Fatal(err)
			}
			objects[name] = o
		}
		for name, o := range objects {
			_, rest, found := strings.Cut("\n"+outline, fmt.Sprintf("\ninterface %s {\n", name))
			body, _, _ := strings.Cut(rest, "\n}")
			for field := range o.Properties {
				if field != "$schema" && (!found || !regexp.MustCompile(`(?m)^  `+field+`\??: `).MatchString(body)) {
					t.Errorf("%s: %s.%s is missing", mt, name, field)
				}
			}
			for _, field := range o.Required {
				if !strings.Contains("\n"+body, "\n  "+field+": ") {
					t.Errorf("%s: %s.%s is not marked as required", mt, name, field)
				}
			}
		}
	}
	chats, _ := Outline(Chats)
	for _, want := range []string{
		"  mockupType: \"chats\" // What to draw; decides the shape of props.\n", "  props: ChatProps // ",
		"  messages: ChatMessage[] // ", "  padding?: number // Space above and below the content, in CSS pixels; with size on all sides. Default: 0. 0 to 200.\n",
		" Beyond v1.\n", "Items: 1 or more.\n", "Items: 3.\n", "\ntype Color = string // ",
	} {
		if !strings.Contains(chats, want) {
			t.Errorf("%q is not in:\n%s", want, chats)
		}
	}
	if _, err := Outline("storys"); err == nil || !strings.Contains(err.Error(), `did you mean "stories"?`) {
		t.Errorf("an unknown type: %v", err)
	}
}
