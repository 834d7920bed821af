package schema

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// The whole payloads in the documentation are valid, and nothing in them is ignored.
func TestPayloadsOfDocumentation(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	block, checked := regexp.MustCompile("(?s)```yaml\n(mockupType:.*?)```"), 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range block.FindAllSubmatch(text, -1) {
			checked++
			if _, diagnostics := Decode(found[1], Options{Filename: filepath.Base(page), AllowPaths: true}); len(diagnostics) > 0 {
				t.Errorf("%v", diagnostics)
			}
		}
	}
	if checked == 0 {
		t.Error("no whole payload was found")
	}
}
