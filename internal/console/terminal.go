package console

import (
	"io"
	"os"

	"golang.org/x/term"
)

// IsTerminal reports whether a stream of the command is a terminal.
func IsTerminal(stream any) bool {
	f, ok := fileOf(stream)
	return ok && term.IsTerminal(int(f.Fd()))
}

// HasColor reports whether a stream is a terminal whose user wants colour, see https://no-color.org.
func HasColor(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(w)
}

// LeadsTo reports whether a name, such as /dev/stdout, leads to the pipe or device that a stream is.
func LeadsTo(name string, w io.Writer) bool {
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

// fileOf returns the file that a stream is, if it is one. A writer that wraps another has a method Unwrap.
func fileOf(stream any) (*os.File, bool) {
	if wrapper, ok := stream.(interface{ Unwrap() io.Writer }); ok {
		stream = wrapper.Unwrap()
	}
	f, ok := stream.(*os.File)
	return f, ok
}
