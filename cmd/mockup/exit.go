package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/api/client"
	"mockup/internal/schema"
	"mockup/internal/submit"
	"mockup/internal/usage"
)

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInvalid     = 3 // the payload is invalid
	exitRemote      = 4 // the remote service refused
	exitInterrupted = 130
)

// exitError is an error with an exit code. If err is nil, the reason has been printed already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usageError is the error of a command line that cannot be executed. It names the help to read next.
func usageError(cmd *cobra.Command, format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf("%s\nSee: %s --help", fmt.Sprintf(format, args...), cmd.CommandPath())}
}

// namingHelp turns a *usage.Error into the error of a command line.
func namingHelp(cmd *cobra.Command, err error) error {
	var misuse *usage.Error
	if errors.As(err, &misuse) {
		return usageError(cmd, "%v", err)
	}
	return err
}

// noArguments refuses arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	return usageError(cmd, "%s takes no arguments", name)
}

// exitCode maps the error of a command to the exit code. No other place does.
func exitCode(ctx context.Context, err error) int {
	var exit *exitError
	var misuse *usage.Error
	var invalid schema.Diagnostics
	var tooLarge *client.TooLarge
	var remote *client.Error
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil: // the command is being stopped, and any other error is a consequence
		return exitInterrupted
	case errors.As(err, &exit):
		return exit.code
	case errors.As(err, &misuse):
		return exitUsage
	case errors.As(err, &invalid), errors.As(err, &tooLarge), errors.Is(err, submit.ErrInvalid):
		return exitInvalid
	case errors.As(err, &remote):
		return exitRemote
	}
	return exitFailed
}

// errorMessage returns what to print about the error of a command, or "".
func errorMessage(code int, err error) string {
	var exit *exitError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &exit) && exit.err == nil && exit.code == code:
		return ""
	case code == exitInterrupted:
		return "interrupted"
	}
	return err.Error()
}
