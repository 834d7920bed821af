package studio_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/go-rod/rod/lib/proto"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"mockup/examples"
)

// edits returns a page that has the functions of edits.ts.
func edits(t *testing.T) *tab {
	t.Helper()
	bundle := api.Build(api.BuildOptions{EntryPoints: []string{"../../studio/src/edits.ts"}, Bundle: true, GlobalName: "edits", Format: api.FormatIIFE})
	if len(bundle.Errors) > 0 {
		t.Fatal(bundle.Errors)
	}
	page, err := start(t, t.TempDir(), "").Browser.Page(proto.TargetCreateTarget{URL: "about:blank"})
	if err != nil {
		t.Fatal(err)
	}
	p := &tab{page, t, nil}
	p.eval(`(source) => { globalThis.edits = new Function(source + "; return edits;")(); }`, string(bundle.OutputFiles[0].Contents))
	return p
}

// An edit changes what it is about and leaves the rest as it was written.
func TestEdits(t *testing.T) {
	t.Parallel()
	p := edits(t)
	const lines = "a: 1 # one\n\n# about b\nb:\n  c: 'x' # kept\n  d: \"y\"\nlist:\n  # first\n  - { id: m1, text: \"one\" }\n  - id: m2 # second\n    text: two\n  - { id: m3 }\nend: yes please\n"
	const lined = "{\n  \"a\": 1,\n  \"b\": {\"c\": \"x\"},\n  \"list\": [\n    {\"id\": \"m1\"},\n    {\"id\": \"m2\"}\n  ]\n}\n"
	for _, test := range []struct{ name, text, call, old, now string }{
		{"scalar", lines, `set(text, ["a"], 2)`, "a: 1", "a: 2"},
		{"text", lines, `set(text, ["b", "c"], "it's: \"#\"\n")`, `'x'`, `"it's: \"#\"\n"`},
		{"words", lines, `set(text, ["b", "c"], "plain words")`, `'x'`, `plain words`},
		{"word that is no text", lines, `set(text, ["b", "c"], "null")`, `'x'`, `"null"`},
		{"number as text", lines, `set(text, ["b", "c"], "12")`, `'x'`, `"12"`},
		{"new field", lines, `set(text, ["b", "e"], true)`, "\"y\"\n", "\"y\"\n  e: true\n"},
		{"new field before a list", lines, `set(text, ["f"], 1)`, "\"y\"\n", "\"y\"\nf: 1\n"},
		{"new object", lines, `set(text, ["b", "e", "f"], "4:5")`, "\"y\"\n", "\"y\"\n  e: { f: \"4:5\" }\n"},
		{"field of an item", lines, `set(text, ["list", 1, "text"], "three")`, "text: two", "text: three"},
		{"field in braces", lines, `set(text, ["list", 0, "size"], 1)`, `"one" }`, `"one", size: 1 }`},
		{"remove", lines, `remove(text, ["b", "c"])`, "  c: 'x' # kept\n", ""},
		{"remove in braces", lines, `remove(text, ["list", 0, "text"])`, `{ id: m1, text: "one" }`, `{ id: m1 }`},
		{"remove the first of an item", lines, `remove(text, ["list", 1, "id"])`, "- id: m2 # second\n    text", "- text"},
		{"remove item", lines, `remove(text, ["list", 1])`, "  - id: m2 # second\n    text: two\n", ""},
		{"remove the first item", lines, `remove(text, ["list", 0])`, "  - { id: m1, text: \"one\" }\n", ""},
		{"remove item with its comment", lines + "l:\n  - a\n  # of b\n  - b\n", `remove(text, ["l", 1])`, "  # of b\n  - b\n", ""},
		{"add item", lines, `insert(text, ["list"], 3, { id: "m4", text: "é, ü" })`, "- { id: m3 }\n", "- { id: m3 }\n  - { id: m4, text: \"é, ü\" }\n"},
		{"add item like one of lines", lines, `insert(text, ["list"], 2, { id: "m4", text: "x" })`, "text: two\n", "text: two\n  - id: m4\n    text: x\n"},
		{"move item", lines, `move(text, ["list"], 0, 1)`, "  - { id: m1, text: \"one\" }\n  - id: m2 # second\n    text: two\n", "  - id: m2 # second\n    text: two\n  - { id: m1, text: \"one\" }\n"},
		{"json scalar", lined, `set(text, ["b", "c"], "y")`, `"x"`, `"y"`},
		{"json new field", lined, `set(text, ["b", "d"], "y")`, `"x"}`, `"x", "d": "y"}`},
		{"json new line", lined, `set(text, ["z"], [1, 2])`, "\"x\"},\n", "\"x\"},\n  \"z\": [1, 2],\n"},
		{"json add item", lined, `insert(text, ["list"], 2, { id: "m3" })`, "\"m2\"}\n", "\"m2\"},\n    { \"id\": \"m3\" }\n"},
		{"json remove item", lined, `remove(text, ["list", 0])`, "{\"id\": \"m1\"},\n    ", ""},
		{"json move", lined, `move(text, ["list"], 0, 1)`, "{\"id\": \"m1\"},\n    {\"id\": \"m2\"}", "{\"id\": \"m2\"},\n    {\"id\": \"m1\"}"},
		{"nothing to remove", lines, `remove(text, ["none"])`, "", ""},
		{"empty list", "list: []\n", `insert(text, ["list"], 0, { id: "a" })`, "[]", "\n  - { id: a }"},
	} {
		want := strings.Replace(test.text, test.old, test.now, 1)
		if got := p.eval(`(text) => { const { set, remove, insert, move } = edits; return `+test.call+`; }`, test.text); got != want {
			t.Errorf("%s gives\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// After an edit, every example means what it did, apart from what was edited, and keeps its comments.
func TestEditsOfExamples(t *testing.T) {
	t.Parallel()
	p := edits(t)
	files, err := fs.Glob(examples.Payloads, "*/*.yaml")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		data, err := examples.Payloads.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), "mockupType:") {
			continue
		}
		text := string(data)
		edited := p.eval(`(text) => edits.set(edits.set(text, ["canvas"], { aspectRatio: "1:1" }), ["props", "platform"], "other")`, text)
		want, got := meaning(t, text), meaning(t, edited)
		want["canvas"] = map[string]any{"aspectRatio": "1:1"}
		want["props"].(map[string]any)["platform"] = "other"
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
		if kept, all := strings.Count(edited, "#"), strings.Count(text, "#"); kept != all && !strings.Contains(text, "canvas:") {
			t.Errorf("%s: %d of %d number signs are left", file, kept, all)
		}
		if added := strings.Count(edited, "\n") - strings.Count(text, "\n"); (added < 0 || added > 2) && !strings.Contains(text, "canvas:") {
			t.Errorf("%s has %d lines more", file, added)
		}
	}
}

// meaning is what a text means, whether it is a valid payload or not.
func meaning(t *testing.T, text string) map[string]any {
	t.Helper()
	var value map[string]any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return value
}
