package scratch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func TestFolder(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dead := fmt.Sprint(ended.Process.Pid)
	kept := []string{"mockup-other-" + dead + "-1", "mockup-video-1-1", "mockup-video-x-1", "video-" + dead + "-1"}
	for _, name := range append([]string{"mockup-video-" + dead + "-1"}, kept...) {
		if err := os.MkdirAll(filepath.Join(temp, name, "full"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		folder, err := Folder("video")
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, filepath.Base(folder))
	}
	slices.Sort(kept)
	entries, err := os.ReadDir(temp)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if !slices.Equal(names, kept) {
		t.Errorf("folders are\n%q, want\n%q", names, kept)
	}
}
