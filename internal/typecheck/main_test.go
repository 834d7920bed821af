package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What exists on one system alone is found where packages or tests use it elsewhere.
func TestCheck(t *testing.T) {
	root := t.TempDir()
	for name, source := range map[string]string{
		"go.mod":         "module sample\n\ngo 1.24\n",
		"a/a_linux.go":   "package a\n\nfunc Only() int { return 1 }\n",
		"a/a.go":         "package a\n\nimport \"os\"\n\nfunc Both() int { return len(os.Args) }\n",
		"b/b.go":         "package b\n\nimport \"sample/a\"\n\nvar _ = a.Both()\n",
		"b/b_test.go":    "package b\n\nimport (\n\t\"testing\"\n\n\t\"sample/a\"\n)\n\nfunc TestOnly(t *testing.T) { a.Only() }\n",
		"c/c_windows.go": "package c\n\nfunc c() { undefined() }\n",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for target, want := range map[string][]string{
		"linux/amd64":   nil,
		"darwin/arm64":  {"b_test.go", "a.Only"},
		"windows/amd64": {"b_test.go", "a.Only", "c_windows.go", "undefined"},
		"linux":         {"darwin/arm64"},
	} {
		err := check(root, target)
		if (err == nil) != (want == nil) {
			t.Errorf("%s: %v", target, err)
		}
		for _, part := range want {
			if err != nil && !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v; want it to name %s", target, err, part)
			}
		}
	}
}
