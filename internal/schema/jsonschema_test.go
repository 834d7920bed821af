package schema

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// publicSchema compiles what editors are given, with their idea of formats.
func publicSchema(t *testing.T, mt Type) *jsonschema.Schema {
	t.Helper()
	data, err := JSONSchema(mt)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("mockup:///schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mockup:///schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The schema of one type and that of all accept every sample and refuse it with an unknown field or another type's.
func TestJSONSchemaForEditors(t *testing.T) {
	all := publicSchema(t, "")
	one := map[Type]*jsonschema.Schema{}
	for _, mt := range Types() {
		one[mt] = publicSchema(t, mt)
	}
	eachSample(t, func(t *testing.T, mt Type, _ string, _ bool, data []byte) {
		root := parseYAML(data, newReport(Options{}))
		for name, s := range map[string]*jsonschema.Schema{"all": all, "one": one[mt]} {
			if err := s.Validate(root.plain()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		extra := root.plain().(map[string]any)
		extra["nope"] = 1.0
		for name, s := range map[string]*jsonschema.Schema{"all": all, "one": one[mt]} {
			if s.Validate(extra) == nil {
				t.Errorf("%s: an unknown field is accepted", name)
			}
		}
	})
}

func TestJSONSchemaHead(t *testing.T) {
	data, err := JSONSchema("")
	if err != nil {
		t.Fatal(err)
	}
	var head struct {
		Schema string `json:"$schema"`
		Title  string
		AllOf  []struct {
			If, Then json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &head); err != nil {
		t.Fatal(err)
	}
	if head.Schema != "https://json-schema.org/draft/2020-12/schema" || head.Title == "" || len(head.AllOf) != 10 {
		t.Errorf("got %+v", head)
	}
	if _, err := JSONSchema("chat"); err == nil || !strings.Contains(err.Error(), `did you mean "chats"?`) {
		t.Errorf("an unknown type: got %v", err)
	}
}

func TestSentence(t *testing.T) {
	for in, want := range map[string]string{"ChatImage": "Chat image", "AIMessage": "AI message", "comment-popup": "Comment popup", "ai": "AI", "chats": "Chats"} {
		if got := sentence(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
