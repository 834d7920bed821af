package browser

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"

	"github.com/go-rod/rod/lib/launcher"
)

// ErrNotFound says that no Chromium is installed where we look.
type ErrNotFound struct{ Tried []string }

func (e *ErrNotFound) Error() string {
	return fmt.Sprintf("find Chromium: none of %s is installed; %s, or name one with --chromium",
		strings.Join(e.Tried[1:], ", "), InstallHint())
}

// InstallHint is the one command that installs Chromium on this system.
func InstallHint() string {
	if runtime.GOOS == "darwin" {
		return "run: brew install --cask chromium"
	}
	return "run: apt-get install chromium-headless-shell"
}

// debianShell is what Debian's chromium-headless-shell script runs. Started directly, Chromium is our own child
// and not that of a shell, so its end is seen at once.
const debianShell = "/usr/lib/chromium/chromium-headless-shell"

// Find returns the path of the Chromium to run. A non-empty bin is the only candidate. Otherwise the
// headless shell comes first, since full Chrome starts slower and loses text on isolated frames under load.
// Nothing is ever downloaded.
func Find(bin string) (string, error) {
	if bin != "" {
		path, err := exec.LookPath(bin)
		if err != nil {
			return "", fmt.Errorf("find Chromium: %w", err)
		}
		return path, nil
	}
	candidates := []string{debianShell, "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"}
	for _, name := range candidates {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	if path, ok := launcher.LookPath(); ok {
		return path, nil
	}
	return "", &ErrNotFound{Tried: candidates}
}
