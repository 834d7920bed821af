package output

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// put writes data to a target in one go.
func put(target, data string) error {
	o, err := New(target)
	if err == nil {
		_, err = o.Write([]byte(data))
	}
	return err
}

func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// names returns what a folder holds.
func names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return strings.Join(all, " ")
}

// Nothing is on disk until the picture is there, and nothing but the picture afterwards.
func TestOutputLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	target := filepath.Join(folder, strings.Repeat("a", 251)+".png") // as long as names may be
	o, err := New(target)
	if err != nil {
		t.Fatal(err)
	}
	if found := names(t, folder); found != "" {
		t.Errorf("before the picture: %s", found)
	}
	if _, err := o.Write([]byte("data")); err != nil {
		t.Fatal(err)
	}
	if found := names(t, folder); found != filepath.Base(target) {
		t.Errorf("after it: %s", found)
	}
}

// A link stays; what it points to is replaced or created.
func TestOutputLink(t *testing.T) {
	folder := t.TempDir()
	real := filepath.Join(folder, "deep", "er")
	if err := os.MkdirAll(real, 0o755); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{
		"a.png": "deep/er/a.png", // dangling
		"way":   "deep/er",
		"b.png": "deep/er/b.png", // to a dangling link that counts from its own folder
	}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Symlink("../c.png", filepath.Join(real, "b.png")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ target, file string }{
		{"a.png", "deep/er/a.png"}, {"a.png", "deep/er/a.png"}, {"way/b.png", "deep/c.png"}, {"b.png", "deep/c.png"},
	} {
		if err := put(filepath.Join(folder, test.target), test.target); err != nil {
			t.Fatal(err)
		}
		if got := content(t, filepath.Join(folder, test.file)); got != test.target {
			t.Errorf("%s: %s holds %q", test.target, test.file, got)
		}
	}
	for name := range links {
		if info, err := os.Lstat(filepath.Join(folder, name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", name)
		}
	}
	if err := os.Symlink("round", filepath.Join(folder, "round")); err != nil {
		t.Fatal(err)
	}
	if err := put(filepath.Join(folder, "round"), "x"); err == nil {
		t.Error("a link to itself was written")
	}
}
