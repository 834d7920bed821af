package schema

import (
	"reflect"
	"strings"
	"testing"
)

func FuzzDecodeJSON(f *testing.F) {
	seed(f, ".json")
	f.Fuzz(func(t *testing.T, data []byte) { checkDecode(t, data, FormatJSON) })
}

func FuzzDecodeYAML(f *testing.F) {
	seed(f, ".yaml")
	f.Fuzz(func(t *testing.T, data []byte) { checkDecode(t, data, FormatYAML) })
}

// seed adds every sample, as it is in YAML, and the nasties that are small enough to mutate.
func seed(f *testing.F, extension string) {
	f.Helper()
	for _, mt := range Types() {
		data, err := Sample(mt, SampleOptions{})
		if err != nil {
			f.Fatal(err)
		}
		if extension == ".json" {
			data = toJSON(f, data)
		}
		f.Add(data)
	}
	for name, input := range nasties() {
		if strings.HasSuffix(name, extension) && len(input) < 100_000 {
			f.Add([]byte(input))
		}
	}
	for _, s := range []string{"", "\ufeff{}", "{", `{"a":"\ud800"}`, `{"a":1,"a":2}`, "a: &a\n<<: *a\n", "%YAML 1.1\n---\na", "? {a: b}\n: c",
		"- !!binary x", "a: !!float x", "\x00", "a: \"\\x00\"", "{a: .nan, b: 0x, c: 0o9, d: 2026-13-45}", "---\n...\n---", "\u2028a: b", "a: |9\n b"} {
		f.Add([]byte(s))
	}
}

// checkDecode holds what is true of every input: no panic, a payload or errors and never both, places within the file.
func checkDecode(t *testing.T, data []byte, format Format) {
	doc, found := Read(data, Options{Format: format})
	if (doc == nil) != found.HasErrors() {
		t.Fatalf("payload %v with %v", doc, found)
	}
	lines := strings.Count(string(data), "\n") + strings.Count(string(data), "\r") + strings.Count(string(data), "\u0085") +
		strings.Count(string(data), "\u2028") + strings.Count(string(data), "\u2029") + 2 // what is missing at the end may be said to be on the next line
	for _, d := range found {
		if d.Line < 1 || d.Line > lines || d.Col < 1 || d.Col > len(data)+1 {
			t.Errorf("%v is outside of a file of %d lines and %d bytes", d, lines, len(data))
		}
		if d.Message == "" || d.Code == "" || d.Severity == "" || d.Code == CodeInternal {
			t.Errorf("odd diagnostic: %+v", d)
		}
	}
	if doc != nil {
		for path, ref := range doc.Images() {
			if path == "" || *ref == "" {
				t.Errorf("image %q at %q", *ref, path)
			}
		}
		checkSent(t, doc)
	}
}

// checkSent holds that what is sent of a payload means what was written.
func checkSent(t *testing.T, doc *Document) {
	sent, err := doc.JSON(func(path string) string { return path })
	if err != nil {
		t.Fatal(err)
	}
	again, found := Decode(sent, Options{Format: FormatJSON, MaxBytes: 10 * len(sent)})
	if again == nil {
		t.Fatalf("%v in %s", found, sent)
	}
	if !reflect.DeepEqual(again, doc.Payload) {
		t.Errorf("%s means something else", sent)
	}
}
