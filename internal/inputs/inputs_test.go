package inputs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{
		"b.yaml", "a.JSON", "sub/c.yml", "sub/mockup.yaml", "batch.yaml", "sub/batch.yaml", ".git/d.yaml", "sub/.e.yaml", "f.png", "out/g.yaml", "h.json", ".github/i.yml",
		"package.json", "sub/package-lock.json", "sub/tsconfig.json",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	skip := func(path string) bool {
		return path == filepath.Join(folder, "out") || path == filepath.Join(folder, "h.json")
	}
	files, err := Files(folder, skip)
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		files[i], _ = filepath.Rel(folder, files[i])
	}
	if got, want := strings.Join(files, " "), filepath.FromSlash("a.JSON b.yaml sub/c.yml"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, err := Files(filepath.Join(folder, ".git"), nil); err != nil {
		t.Errorf("a hidden folder that is named: %v", err)
	}
	for _, none := range []string{t.TempDir(), filepath.Join(folder, "none"), filepath.Join(folder, "f.png")} {
		if files, err := Files(none, nil); err == nil {
			t.Errorf("%s holds %v", none, files)
		}
	}
}

func TestCheckFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.png"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	check := CheckFile(folder)
	if err := check("a.png"); err != nil {
		t.Error(err)
	}
	if err := check(filepath.Join(folder, "a.png")); err != nil {
		t.Error(err)
	}
	for _, path := range []string{"b.png", ".", "a.png/b"} {
		if err := check(path); err == nil || !strings.Contains(err.Error(), filepath.Join(folder, path)) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
