package phone

import (
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// When the folder is full, those go that were not used for longest, whoever wrote them.
func TestCacheTrim(t *testing.T) {
	c, size := cache{t.TempDir()}, image.Pt(30, 20)
	body := sketch(size)
	length := int64(len(file(t, body)))
	for i, key := range []string{"a", "b", "c", "d"} {
		if err := c.write(key, body); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(c.path(key), then, then); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.read("a", size); !ok { // now the last one used
		t.Fatal("a was not kept")
	}
	old, fresh := filepath.Join(c.folder, "x-1"+partEnding), filepath.Join(c.folder, "x-2"+partEnding)
	for _, name := range []string{old, fresh} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	then := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(old, then, then); err != nil {
		t.Fatal(err)
	}
	c.trim(2 * length)
	for key, want := range map[string]bool{"a": true, "b": false, "c": false, "d": true} {
		if _, ok := c.read(key, size); ok != want {
			t.Errorf("%s kept: %v, want %v", key, ok, want)
		}
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("what a program left unfinished is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("what another program is writing is gone")
	}
}
