package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/spf13/cobra"

	"mockup/internal/console"
	"mockup/internal/files"
)

// consoleOf returns where a command writes its messages.
func consoleOf(cmd *cobra.Command) console.Console {
	return console.Console{W: cmd.ErrOrStderr(), Quiet: isQuiet(cmd)}
}

// isQuiet reports whether --quiet was given.
func isQuiet(cmd *cobra.Command) bool {
	quiet, err := cmd.Flags().GetBool("quiet")
	return err == nil && quiet
}

// checkStdout refuses to write a picture or video to a terminal.
func checkStdout(cmd *cobra.Command, output string) error {
	if output == "-" && console.IsTerminal(cmd.OutOrStdout()) {
		return usageError(cmd, "the standard output is a terminal; send the file to a file or a pipe")
	}
	return nil
}

// resultWriter is the standard output. It remembers the first error, since most callers that print ignore it.
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

// Unwrap returns the standard output itself.
func (r *resultWriter) Unwrap() io.Writer { return r.Writer }

// check returns the error of the output, or else the command's. A reader that has closed its pipe needs no message.
func (r *resultWriter) check(err error) error {
	switch {
	case r.err == nil:
		return err
	case errors.Is(r.err, syscall.EPIPE):
		return &exitError{code: exitFailed}
	}
	return fmt.Errorf("write to the standard output: %w", files.Reason(r.err))
}

// writeJSON writes a command's result for programs. what names it in an error.
func writeJSON(w io.Writer, what string, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("write %s: %w", what, err)
	}
	return nil
}
