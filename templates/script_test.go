package templates

import (
	"io/fs"
	"regexp"
	"testing"
)

// All parts of the page's script are methods of one object, so that no two may have one name.
func TestScriptNames(t *testing.T) {
	scripts, err := fs.Glob(files, "base/*.js")
	if err != nil || len(scripts) < 5 {
		t.Fatal(scripts, err)
	}
	places, method := map[string]string{}, regexp.MustCompile(`(?m)^  (?:async |get )?(\w+)(?:\(.*\) \{|:)`)
	for _, script := range scripts {
		data, err := fs.ReadFile(files, script)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range method.FindAllStringSubmatch(string(data), -1) {
			if other, twice := places[found[1]]; twice {
				t.Errorf("%s is in %s and in %s", found[1], other, script)
			}
			places[found[1]] = script
		}
	}
	if len(places) < 100 {
		t.Errorf("only %d names found", len(places))
	}
}
