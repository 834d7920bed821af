package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// profilePrefix begins the names of profile folders; our process number and a random part follow.
const profilePrefix = "mockup-chromium-"

// makeProfile makes the folder that full Chromium keeps its files in. The headless shell needs none. Folders of
// programs that were killed before they could remove them are removed first.
func makeProfile() (string, error) {
	sweepProfiles()
	folder, err := os.MkdirTemp("", fmt.Sprintf("%s%d-*", profilePrefix, os.Getpid()))
	if err != nil {
		return "", fmt.Errorf("make Chromium's profile folder: %w", err)
	}
	return folder, nil
}

// sweepProfiles removes the profile folders of programs that have ended. What cannot be removed is another user's.
func sweepProfiles() {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), profilePrefix+"*")) // the pattern is valid
	for _, folder := range folders {
		number, _, ours := strings.Cut(strings.TrimPrefix(filepath.Base(folder), profilePrefix), "-")
		if pid, err := strconv.Atoi(number); err == nil && ours && pid > 0 && !isAlive(pid) {
			_ = os.RemoveAll(folder)
		}
	}
}
