// Package usage holds the error of a request that cannot be carried out as it was given: by the arguments of a command,
// or by a file that says what to do. The command line adds where to find help, and ends with exit code 2.
package usage

import "fmt"

// Error is an error in what was asked for.
type Error struct{ text string }

// Error says what cannot be carried out, and what can.
func (e *Error) Error() string { return e.text }

// Errorf returns an *Error with a text as of fmt.Sprintf.
func Errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }
