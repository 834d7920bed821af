package browser

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/go-rod/rod/lib/launcher"

	"mockup/internal/files"
)

// ErrNotFound says that no Chromium is installed where we look.
type ErrNotFound struct{ Tried []string }

func (e *ErrNotFound) Error() string {
	return fmt.Sprintf("find Chromium: none of %s is installed; %s, or name one with --chromium",
		strings.Join(e.Tried, ", "), InstallHint())
}

// InstallHint is the one command that installs Chromium on this system.
func InstallHint() string {
	if runtime.GOOS == "darwin" {
		return "run: brew install --cask chromium"
	}
	return "run: sudo apt-get install chromium-headless-shell"
}

// debianShell is what Debian's chromium-headless-shell script runs.
const debianShell = "/usr/lib/chromium/chromium-headless-shell"

// Find returns the path of the Chromium to run. A non-empty bin is the only candidate. Otherwise the
// headless shell comes first, since full Chrome starts slower and loses text on isolated frames under load.
// Nothing is ever downloaded.
func Find(bin string) (string, error) {
	if bin != "" {
		path, err := exec.LookPath(bin)
		if err != nil {
			return "", fmt.Errorf("find Chromium: %w; correct --chromium, or leave it out to have Chromium found", files.LookReason(bin, err))
		}
		return unwrap(path), nil
	}
	names := []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return unwrap(path), nil
		}
	}
	if path, ok := launcher.LookPath(); ok {
		return path, nil
	}
	return "", &ErrNotFound{Tried: names}
}

// unwrap returns what Debian's chromium-headless-shell script runs, and any other path as it is. Started directly,
// Chromium is our own child and not that of a shell: its end is seen at once, and ours by it.
func unwrap(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return path
	}
	defer file.Close()
	script, _ := io.ReadAll(io.LimitReader(file, 256)) // the whole script has 61 bytes
	if !bytes.HasPrefix(script, []byte("#!")) || !bytes.Contains(script, []byte("\n"+debianShell+` "$@"`)) {
		return path
	}
	if _, err := exec.LookPath(debianShell); err != nil {
		return path
	}
	return debianShell
}
