package batchlog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mockup/internal/console"
)

// annotate marks a place of a file on GitHub, see "Workflow commands for GitHub Actions" in its documentation.
func (l *Log) annotate(kind, file, place, text string) {
	if kind == "warning" && l.console.Quiet {
		return
	}
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	fmt.Fprintf(l.console.W, "::%s file=%s%s::%s\n", kind, property.Replace(inWorkspace(file)), place, data.Replace(console.Printable(text)))
}

// inWorkspace returns a file's path as GitHub expects it: from the top of the checkout.
func inWorkspace(file string) string {
	top := os.Getenv("GITHUB_WORKSPACE")
	full, err := filepath.Abs(file)
	if top == "" || err != nil {
		return file
	}
	rel, err := filepath.Rel(top, full)
	if err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return filepath.ToSlash(rel)
}

// group begins a part of the log that GitHub folds.
func (l *Log) group(format string, args ...any) {
	if l.github {
		l.console.Line("::group::"+format, args...)
	}
}

func (l *Log) endGroup() {
	if l.github {
		l.console.Line("::endgroup::")
	}
}
