package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page about the architecture names files and functions. Each is where the page says.
func TestArchitectureNames(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for title, folder := range map[string]string{
		"The life of a still": "internal/render", "The life of a video": "internal/render", "The life of a request": "internal/api/server",
	} {
		_, life, found := strings.Cut(string(page), "\n## "+title+"\n")
		if !found {
			t.Fatalf("the page has no section %q", title)
		}
		life, _, _ = strings.Cut(life, "\n## ")
		for _, name := range regexp.MustCompile("`([a-z0-9/]+\\.(?:go|js))`").FindAllStringSubmatch(life, -1) {
			if sourceOf(t, folder, name[1]) == "" {
				t.Errorf("%s: there is no file %s", title, name[1])
			}
		}
		for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+\\.(?:go|js))`[^|]*\\| (`.*) \\|$").FindAllStringSubmatch(life, -1) {
			rows++
			source := sourceOf(t, folder, row[1])
			for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[2], -1) {
				if !declares(source, name[1]) {
					t.Errorf("%s: %s has no function %s", title, row[1], name[1])
				}
			}
		}
	}
	if rows < 20 {
		t.Errorf("the page has %d rows of files and functions, which is too few: has their form changed?", rows)
	}
}

// sourceOf returns a source file that the page names in a section about a folder; empty: there is none.
func sourceOf(t *testing.T, folder, name string) string {
	t.Helper()
	for _, from := range []string{folder, ".", "internal", "internal/api", "internal/render"} {
		if data, err := os.ReadFile(filepath.Join("../..", from, name)); err == nil {
			return string(data)
		}
	}
	return ""
}

// declares reports whether a source has a function, such as New, or a method, such as Browser.Show.
func declares(source, name string) bool {
	receiver, method, isMethod := strings.Cut(name, ".")
	pattern := `(?m)^func ` + regexp.QuoteMeta(name) + `[([]`
	switch {
	case receiver == "mockup": // of the page's script
		pattern = `(?m)^  (?:async )?` + regexp.QuoteMeta(method) + `\(`
	case isMethod:
		pattern = `(?m)^func \(\w+ \*?` + regexp.QuoteMeta(receiver) + `\) ` + regexp.QuoteMeta(method) + `\(`
	}
	return regexp.MustCompile(pattern).MatchString(source)
}
