package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// Whatever stands in a batch file, in data or in a template of names, is read or refused, and no name leads out of the
// output folder.
func FuzzWhatUsersWrite(f *testing.F) {
	f.Add("variants: {darkMode: [true, 1.5, x]}\nname: '{name}/${a}'", "a,b\n1,../2\n", `[{"a": 1, "b": null}]`, "{name}-${a}/{b}.png", "a=1,'x, y',true")
	f.Add("&a [*a]", "\"", `[[]]`, "${a}{", "=")
	f.Add("variants: {a: &b [*b]}\ndata: x", "a\n\n..\n", "[null]", "{a}..", "a=")
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, file, csv, json, template, axis string) {
		path := filepath.Join(folder, "batch.yaml")
		if err := os.WriteFile(path, []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _ = ReadFile(path)
		rows, _ := parseCSV([]byte(csv))
		more, _ := parseJSON([]byte(json))
		axes, err := ParseAxis(axis)
		if err == nil && len(axes.Values) == 0 {
			t.Errorf("%q has no values", axis)
		}
		parts, err := parseName(template)
		if err != nil {
			return
		}
		for _, r := range append(rows, more...) {
			item := &Item{source: &source{stem: "sub/x"}, row: r}
			name, err := item.name(parts, &schema.Payload{})
			if err == nil && (!filepath.IsLocal(name) || strings.HasPrefix(filepath.Base(name), ".")) {
				t.Errorf("%q becomes %q", template, name)
			}
		}
	})
}
