package scratch

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
)

// TestHolder is not a test: it is the program that other tests run and kill. It makes a folder and a file among the
// temporary files, prints their paths and waits.
func TestHolder(t *testing.T) {
	if os.Getenv("MOCKUP_TEST_HOLDER") == "" {
		t.Skip("only runs as a child")
	}
	folder, err := Folder("video")
	if err != nil {
		t.Fatal(err)
	}
	file, err := File(os.TempDir(), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder.Path, "part"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString(folder.Path + "\n" + file.Path + "\n")
	select {}
}

// startHolder runs TestHolder, and returns it with what it has made.
func startHolder(t *testing.T, temp string, prepare func(*exec.Cmd)) (*exec.Cmd, []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHolder$")
	cmd.Env = append(os.Environ(), "MOCKUP_TEST_HOLDER=1", "TMPDIR="+temp, "TMP="+temp)
	prepare(cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { kill(cmd) })
	lines := bufio.NewScanner(out)
	var paths []string
	for len(paths) < 2 && lines.Scan() {
		paths = append(paths, lines.Text())
	}
	if len(paths) < 2 {
		t.Fatalf("the program ended: %v", lines.Err())
	}
	return cmd, paths
}

func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// names lists a folder.
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

// What a killed program leaves is removed; what is another's, or is in use, stays.
func TestSweep(t *testing.T) {
	t.Parallel()
	temp := t.TempDir()
	for _, name := range []string{".mockup-old.tmp", "mockup-1.tmp", "mockup-1.lock", ".other.lock", ".other.tmp"} {
		if err := os.WriteFile(filepath.Join(temp, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := names(t, temp)
	holder, paths := startHolder(t, temp, func(*exec.Cmd) {})
	checkSweeps(t, temp, holder, paths)
	if after := names(t, temp); after != before {
		t.Errorf("left are %s, want %s", after, before)
	}
}

// checkSweeps sweeps while a program runs and after it is killed.
func checkSweeps(t *testing.T, temp string, holder *exec.Cmd, paths []string) {
	t.Helper()
	if removed := Sweep(temp); removed != 0 {
		t.Errorf("removed %d items of a program that runs", removed)
	}
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	kill(holder)
	if removed := Sweep(temp); removed != 2 {
		t.Errorf("removed %d items of a killed program, want 2", removed)
	}
}

// Every new folder among the temporary files sweeps them.
func TestFolder(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	holder, _ := startHolder(t, temp, func(*exec.Cmd) {})
	kill(holder)
	folder, err := Folder("video")
	if err != nil {
		t.Fatal(err)
	}
	found := strings.Fields(names(t, temp))
	if len(found) != 2 || !strings.HasPrefix(found[0], ".mockup-video-") || filepath.Join(temp, found[1]) != folder.Path {
		t.Errorf("there are %v", found)
	}
	for range 2 {
		if err := folder.Remove(); err != nil {
			t.Error(err)
		}
	}
	if left := names(t, temp); left != "" {
		t.Errorf("left are %s", left)
	}
}

func TestNowhere(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	for name, make := range map[string]func() (*Item, error){"file": TempFile, "folder": func() (*Item, error) { return Folder("video") }} {
		if _, err := make(); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "make a temporary file in "+os.TempDir()+": no such file") {
			t.Errorf("a %s: %v", name, err)
		}
	}
	if _, err := File(filepath.Join(t.TempDir(), "none"), 0o666); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// Items can be made while others sweep the same folder.
func TestCreateDuringSweeps(t *testing.T) {
	folder := t.TempDir()
	var group errgroup.Group
	for range 8 {
		group.Go(func() error {
			for range 200 {
				Sweep(folder)
				item, err := FolderIn(folder)
				if err != nil {
					return err
				}
				if err := item.Remove(); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}
