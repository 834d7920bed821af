package schema

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of docs/payload.md")

// beyondTable lists the marked fields, and those of the objects that only they lead to, as docs/payload.md has them.
func beyondTable(t *testing.T) string {
	rows := map[string]bool{}
	for _, mt := range Types() {
		root := schemaObject(t, mt)
		defs := root["$defs"].(jsonObject)
		ofV1 := definitionsOf(root, defs, map[string]bool{})
		objects := maps.Clone(defs)
		objects["Payload"] = root
		for name, object := range objects {
			properties, _ := object.(jsonObject)["properties"].(jsonObject)
			for field, p := range properties {
				if p.(jsonObject)["$comment"] == BeyondMark || name != "Payload" && !ofV1[name] {
					rows[fmt.Sprintf("| %s | `%s` | %s |", sentence(name), field, p.(jsonObject)["description"])] = true
				}
			}
		}
	}
	return "| of | field | what it is |\n|---|---|---|\n" + strings.Join(slices.Sorted(maps.Keys(rows)), "\n") + "\n"
}

// The documentation lists every field beyond the v1 interface, in the words of the schema.
func TestBeyondIsDocumented(t *testing.T) {
	const file = "../../docs/payload.md"
	const begin, end = "<!-- fields beyond v1: go test ./internal/schema -run Beyond -update writes them -->\n", "<!-- end -->"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(data), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the table", file)
	}
	want := beyondTable(t)
	if !strings.Contains(want, "| Chat user | `handle` | ") || !strings.Contains(want, "| Email props | `timezone` | ") {
		t.Errorf("the table lacks marked fields:\n%s", want)
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if table != want {
		t.Errorf("%s does not have this table; run with -update:\n%s", file, want)
	}
}

// With the option V1 every field beyond the interface is an error, with its place.
func TestDecodeV1(t *testing.T) {
	text := payload(Chats, "instagram", "image", "sender: { id: me, name: N, joined: 2020-02 }", "receivers: [{ id: a, name: A, handle: a.b }]", "messages: []")
	expectRules(t, text, Options{V1: true},
		`8: warning: props.sender.joined: has no effect on instagram; only x and reddit have it (ignored)`,
		`8: props.sender.joined: the interface v1 does not have this field; remove it for services that have v1 alone (interface)`,
		`9: props.receivers.0.handle: the interface v1 does not have this field; remove it for services that have v1 alone (interface)`)
	if p, found := Decode([]byte(text), Options{}); p == nil {
		t.Error(found)
	}
	for _, mt := range Types() {
		data, err := Sample(mt, SampleOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if p, found := Decode(data, Options{V1: true}); p == nil {
			t.Errorf("the sample of %s is not of v1: %v", mt, found)
		}
	}
}
