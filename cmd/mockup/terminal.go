package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mockup/internal/schema"
)

// isQuiet reports whether --quiet was given.
func isQuiet(cmd *cobra.Command) bool {
	quiet, err := cmd.Flags().GetBool("quiet")
	return err == nil && quiet
}

// warn prints a remark, unless only results and errors are wanted.
func warn(cmd *cobra.Command, format string, args ...any) {
	if !isQuiet(cmd) {
		fmt.Fprintln(cmd.ErrOrStderr(), "mockup: warning: "+printable(fmt.Sprintf(format, args...)))
	}
}

// notice tells somebody at a terminal what is going on.
func notice(cmd *cobra.Command, text string) {
	if !isQuiet(cmd) && isTerminal(cmd.ErrOrStderr()) {
		fmt.Fprintln(cmd.ErrOrStderr(), "mockup: "+text)
	}
}

// resultWriter is the standard output. It remembers what went wrong, since no one who prints looks.
type resultWriter struct {
	io.Writer
	err error
}

func (r *resultWriter) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

// check returns the command's error or, before it, that of the output. Readers that have seen enough are no one to
// complain to.
func (r *resultWriter) check(err error) error {
	switch {
	case r.err == nil:
		return err
	case errors.Is(r.err, syscall.EPIPE):
		return &exitError{code: exitFailed}
	}
	return fmt.Errorf("write to the standard output: %w", withoutPath(r.err))
}

// fileOf returns the file that a stream of the command is, if it is one.
func fileOf(w io.Writer) (*os.File, bool) {
	if result, ok := w.(*resultWriter); ok {
		w = result.Writer
	}
	f, ok := w.(*os.File)
	return f, ok
}

// leadsTo reports whether a name, such as /dev/stdout, leads to the pipe or device that w is.
func leadsTo(name string, w io.Writer) bool {
	f, ok := fileOf(w)
	if !ok {
		return false
	}
	a, err := os.Stat(name)
	if err != nil || a.Mode().IsRegular() || a.IsDir() {
		return false
	}
	b, err := f.Stat()
	return err == nil && os.SameFile(a, b)
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := fileOf(w)
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

// printable returns text of any number of lines without what would act on a terminal.
func printable(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = schema.Printable(line)
	}
	return strings.Join(lines, "\n")
}

// printDiagnostics prints one line each, warnings only if they are wanted.
func printDiagnostics(cmd *cobra.Command, w io.Writer, found schema.Diagnostics) error {
	for _, d := range found {
		if d.Severity == schema.SeverityWarning && isQuiet(cmd) {
			continue
		}
		if _, err := fmt.Fprintln(w, diagnosticLine(d, hasColor(w))); err != nil {
			return fmt.Errorf("write diagnostics: %w", err)
		}
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
