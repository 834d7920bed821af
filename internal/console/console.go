// Package console writes messages for people who look at a terminal or read a log: warnings, diagnostics and progress.
// None of them is a result of a command: those go to the standard output.
package console

import (
	"fmt"
	"io"
	"strings"

	"mockup/internal/schema"
	"mockup/internal/wording"
)

// Console is where messages go, usually the standard error.
type Console struct {
	W     io.Writer
	Quiet bool // only errors are wanted
}

// Line prints a message, unless only errors are wanted.
func (c Console) Line(format string, args ...any) {
	if !c.Quiet {
		fmt.Fprintln(c.W, Printable(fmt.Sprintf(format, args...)))
	}
}

// Warn prints a warning, unless only errors are wanted.
func (c Console) Warn(format string, args ...any) {
	c.Line("mockup: warning: "+format, args...)
}

// Error prints an error.
func (c Console) Error(format string, args ...any) {
	fmt.Fprintln(c.W, Printable("mockup: "+fmt.Sprintf(format, args...)))
}

// Watched reports whether somebody looks at the console and wants more than errors.
func (c Console) Watched() bool { return !c.Quiet && IsTerminal(c.W) }

// Notice prints what takes long, if somebody looks at the console.
func (c Console) Notice(text string) {
	if c.Watched() {
		c.Line("mockup: %s", text)
	}
}

// Diagnostics prints a line for each diagnostic, without the warnings if only errors are wanted.
func (c Console) Diagnostics(found schema.Diagnostics) error {
	color := HasColor(c.W)
	for _, d := range found {
		if d.Severity == schema.SeverityWarning && c.Quiet {
			continue
		}
		if _, err := fmt.Fprintln(c.W, DiagnosticLine(d, color)); err != nil {
			return fmt.Errorf("write diagnostics: %w", err)
		}
	}
	return nil
}

// DiagnosticLine returns a diagnostic as one line. With color its place stands out: red for an error, yellow for a warning.
func DiagnosticLine(d schema.Diagnostic, color bool) string {
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

// Printable returns text of any number of lines without the characters that a terminal would act on.
func Printable(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wording.Printable(line)
	}
	return strings.Join(lines, "\n")
}

// Plural returns a number with its noun, such as "1 payload" or "2 payloads".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
