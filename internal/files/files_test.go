package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	name := filepath.Join(folder, "a.yaml")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "link.yaml")
	if err := os.Symlink("a.yaml", link); err != nil {
		t.Skip(err)
	}
	if data, err := Read(link, 5); err != nil || string(data) != "12345" {
		t.Errorf("through a link: %q, %v", data, err)
	}
	var large *TooLarge
	if _, err := Read(name, 4); !errors.As(err, &large) || large.Limit != 4 {
		t.Errorf("over the limit: %v", err)
	}
	if data, err := ReadHead(name, 3); err != nil || string(data) != "123" {
		t.Errorf("the head: %q, %v", data, err)
	}
	if _, err := Read(folder, 5); !errors.Is(err, ErrNotRegular) || !strings.Contains(Reason(err).Error(), "a folder") {
		t.Errorf("a folder: %v", err)
	}
}
