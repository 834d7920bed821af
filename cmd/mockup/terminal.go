package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mockup/internal/schema"
)

// isQuiet reports whether --quiet was given.
func isQuiet(cmd *cobra.Command) bool {
	quiet, err := cmd.Flags().GetBool("quiet")
	return err == nil && quiet
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// hasColor reports whether w is a terminal whose user wants colour, see https://no-color.org.
func hasColor(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

// writeJSON writes a command's result for programs; what names it in an error.
func writeJSON(w io.Writer, what string, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("write %s: %w", what, err)
	}
	return nil
}

// diagnosticLine returns a diagnostic as a line. In colour its place stands out, yellow for a warning.
func diagnosticLine(d schema.Diagnostic, color bool) string {
	line := d.String()
	place, rest, ok := strings.Cut(line, ": ")
	if !color || !ok {
		return line
	}
	const red, yellow, reset = "\x1b[31m", "\x1b[33m", "\x1b[0m"
	if d.Severity == schema.SeverityWarning {
		return yellow + place + ":" + reset + " " + rest
	}
	return red + place + ":" + reset + " " + rest
}
