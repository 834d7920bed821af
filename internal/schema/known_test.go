package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

// apiWith returns the OpenAPI document of a service whose payloads are described by the schema of all types, changed.
func apiWith(t *testing.T, change func(text string) string) []byte {
	t.Helper()
	data, err := JSONSchema("")
	if err != nil {
		t.Fatal(err)
	}
	text := change(strings.ReplaceAll(string(data), `"#/$defs/`, `"#/components/schemas/`))
	var root jsonObject
	if err := json.Unmarshal([]byte(text), &root); err != nil {
		t.Fatal(err)
	}
	schemas := root["$defs"].(jsonObject)
	delete(root, "$defs")
	schemas["Mockup"] = root
	request := jsonObject{"content": jsonObject{"application/json": jsonObject{"schema": jsonObject{"$ref": "#/components/schemas/Mockup"}}}}
	api, err := json.Marshal(jsonObject{
		"components": jsonObject{"schemas": schemas},
		"paths":      jsonObject{"/api/v1/render": jsonObject{"post": jsonObject{"requestBody": request}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return api
}

func read(t *testing.T, text string) *Document {
	t.Helper()
	doc, found := Read([]byte(text), Options{Filename: "a.yaml"})
	if doc == nil {
		t.Fatal(found)
	}
	return doc
}

// A field beyond v1 is warned of if the service's schema does not have it, whatever the schemas of other types have.
func TestUnknown(t *testing.T) {
	as := func(text string) string { return text }
	chats := read(t, payload(Chats, "instagram", "image", "sender: { id: me, name: N }", "receivers: [{ id: a, name: A, handle: a.b }, { id: b, name: B }]", "messages: []"))
	post := read(t, payload(Posts, "x", "image", "timezone: Asia/Tokyo", "post: { id: p, author: { name: A }, content: C, timestamp: 2026-03-01T09:41:00Z, metrics: {} }"))
	const about = "the service does not know this field, which is beyond the interface v1, and may refuse the payload (interface)"
	for name, test := range map[string]struct {
		doc    *Document
		change func(string) string
		want   string
	}{
		"a service of today":          {chats, as, ""},
		"a post":                      {post, as, ""},
		"a service without the field": {chats, func(s string) string { return strings.ReplaceAll(s, `"handle"`, `"other"`) }, "a.yaml:9:33: warning: props.receivers.0.handle: " + about},
		"one type has it, another not": {post, func(s string) string {
			posts := strings.Index(s, `"PostProps": {`)
			return s[:posts] + strings.Replace(s[posts:], `"timezone"`, `"zone"`, 1)
		}, "a.yaml:8:3: warning: props.timezone: " + about},
		"types chosen by oneOf": {post, func(s string) string { return strings.Replace(s, `"allOf"`, `"oneOf"`, 1) }, ""},
	} {
		found, err := test.doc.Unknown(apiWith(t, test.change))
		if err != nil || found.Error() != test.want {
			t.Errorf("%s: got %v, %v; want %s", name, found, err, test.want)
		}
	}
	if !post.UsesBeyond() || read(t, chat("slack")).UsesBeyond() {
		t.Error("UsesBeyond is wrong")
	}
}

// What is no OpenAPI document, or one that never ends, is no reason to hang or to fail.
func TestUnknownOddDocuments(t *testing.T) {
	doc := read(t, payload(Posts, "x", "image", "timezone: Asia/Tokyo", "post: { id: p, author: { name: A }, content: C, timestamp: 2026-03-01T09:41:00Z, metrics: {} }"))
	for _, text := range []string{"", "<html>", "[]", "{}", `{"paths":{"/api/v1/render":[]}}`} {
		if _, err := doc.Unknown([]byte(text)); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
	circle := `{"a":{"allOf":[` + strings.Repeat(`{"$ref":"#/a"},`, 50) + `{"$ref":"#/a"}],"oneOf":[{"$ref":"#/b"}]},"b":5,
		"paths":{"/api/v1/render":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/a"}}}}}}}}`
	if found, err := doc.Unknown([]byte(circle)); err != nil || len(found) != 1 {
		t.Errorf("in circles: %v, %v", found, err)
	}
}
