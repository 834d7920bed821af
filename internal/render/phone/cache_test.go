package phone

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file is read by who asks for its version of Chromium, if it is whole.
func TestCacheRead(t *testing.T) {
	c, size := cache{filepath.Join(t.TempDir(), "new")}, image.Pt(30, 20)
	body := sketch(size)
	if err := c.write("a", "1.2", body); err != nil {
		t.Fatal(err)
	}
	if got, ok := c.read("a", "1.2", size); !ok || !equal(got, body) {
		t.Error("what was written is not read")
	}
	for _, name := range [][2]string{{"a", "1.3"}, {"a", ""}, {"b", "1.2"}} {
		if _, ok := c.read(name[0], name[1], size); ok {
			t.Errorf("%s of version %q is read", name[0], name[1])
		}
	}
	whole := file(t, body)
	for name, content := range map[string][]byte{
		"cut off": whole[:len(whole)/2], "empty": nil, "of another version": bytes.Replace(whole, []byte(fileMark), []byte("mockup phone 0\n"), 1),
	} {
		if err := os.WriteFile(c.path("a", "1.2"), content, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := c.read("a", "1.2", size); ok {
			t.Errorf("a file that is %s is read", name)
		}
	}
	if err := c.write("a", "", body); err != nil || len(list(c.folder, "*")) != 1 {
		t.Errorf("a body of no version is kept (%v)", err)
	}
}

// When the folder is full, those go that were not used for longest, whoever wrote them.
func TestCacheTrim(t *testing.T) {
	c, size := cache{t.TempDir()}, image.Pt(30, 20)
	body := sketch(size)
	length := int64(len(file(t, body)))
	for i, key := range []string{"a", "b", "c", "d"} {
		if err := c.write(key, "1", body); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(c.path(key, "1"), then, then); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.read("a", "1", size); !ok { // now the last one used
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
		if _, ok := c.read(key, "1", size); ok != want {
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
