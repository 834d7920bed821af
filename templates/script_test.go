package templates

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// All parts of the page's script are methods of one object, so that no two may have one name, and no value may take the place of a method.
func TestScriptNames(t *testing.T) {
	scripts, err := fs.Glob(files, "base/*.js")
	if err != nil || len(scripts) < 5 {
		t.Fatal(scripts, err)
	}
	places, method := map[string]string{}, regexp.MustCompile(`(?m)^  (?:async |get )?(\w+)(?:\(.*\) \{|:)`)
	methods, set := map[string]bool{}, map[string]string{}
	value := regexp.MustCompile(`this\.(\w+) (?:\?\?)?= `)
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
			methods[found[1]] = strings.HasSuffix(found[0], "{")
		}
		for _, found := range value.FindAllStringSubmatch(string(data), -1) {
			set[found[1]] = script
		}
	}
	for name, script := range set {
		if methods[name] {
			t.Errorf("%s sets %s, which is a method", script, name)
		}
	}
	if len(set) < 5 {
		t.Errorf("only %d values found", len(set))
	}
	if len(places) < 100 {
		t.Errorf("only %d names found", len(places))
	}
}
