// Package scratch makes temporary folders that outlast neither their program nor, for long, its sudden end.
package scratch

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Prefix begins the names of all folders; their kind, the program's process number and a random part follow.
const Prefix = "mockup-"

// Folder makes a folder among the system's temporary files. Those of its kind whose programs were killed before they
// could remove them are removed first. The kind is a word of letters.
func Folder(kind string) (string, error) {
	sweep(kind)
	folder, err := os.MkdirTemp("", fmt.Sprintf("%s%s-%d-*", Prefix, kind, os.Getpid()))
	if err != nil {
		return "", fmt.Errorf("make temporary folder: %w", err)
	}
	return folder, nil
}

// sweep removes the folders of programs that have ended. What cannot be removed is another user's.
func sweep(kind string) {
	prefix := Prefix + kind + "-"
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*")) // the pattern is valid
	for _, folder := range folders {
		number, _, ours := strings.Cut(strings.TrimPrefix(filepath.Base(folder), prefix), "-")
		if pid, err := strconv.Atoi(number); err == nil && ours && pid > 0 && !isAlive(pid) {
			_ = os.RemoveAll(folder)
		}
	}
}
