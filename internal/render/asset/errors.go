package asset

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Error says why one file cannot be loaded.
type Error struct {
	Kind    string   // image, audio file or video file
	Fields  []string // dotted paths of the fields that hold the reference
	Address string   // the reference in a form that is safe to log: without query, credentials and data
	Err     error    // what was found, what is allowed and what to do

	value string // the reference itself
}

// ErrDamaged is about an image that cannot be decoded, although its header is whole.
var ErrDamaged = errors.New("the file is damaged; export or download it again")

// Failed returns the error about a file that was loaded and cannot be used. The fields hold value, its reference.
func Failed(kind string, fields []string, value string, err error) *Error {
	return &Error{Kind: kind, Fields: fields, Address: address(value), Err: err, value: value}
}

// Error names up to three of the fields.
func (e *Error) Error() string {
	return fmt.Sprintf("load %s %s (%s): %v", e.Kind, list(e.Fields, 3), e.Address, e.Err)
}

// list names fields, up to some of them.
func list(fields []string, most int) string {
	if n := len(fields) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(fields[:most], ", "), n)
	}
	return strings.Join(fields, ", ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// lookupError is a failure of the name servers, for which the reference is not to blame.
type lookupError struct{ cause *net.DNSError }

func (*lookupError) Error() string   { return "the host name cannot be looked up now; try again later" }
func (e *lookupError) Unwrap() error { return e.cause }

// Temporary reports whether the files may be loaded later: whether only name servers have failed.
func (e Errors) Temporary() bool {
	return !slices.ContainsFunc(e, func(failure *Error) bool {
		var lookup *net.DNSError
		return !errors.As(failure.Err, &lookup)
	})
}

// Errors are all failures of a Load, in the order of its references.
type Errors []*Error

// Error is one line for each failure, and at most 20 of them: a payload may hold thousands.
func (e Errors) Error() string {
	var lines []string
	for i, failure := range e {
		if i == 20 {
			lines = append(lines, fmt.Sprintf("%d more %ss cannot be loaded", len(e)-i, failure.Kind))
			break
		}
		lines = append(lines, failure.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.Is and errors.As reach each failure.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, failure := range e {
		all[i] = failure
	}
	return all
}

// Warning says that a placeholder is shown in place of an image, or that an audio or video file is left out.
type Warning struct{ Cause *Error }

// String names what is missing, and why. It begins with the first of the fields, as all warnings about fields do.
func (w Warning) String() string {
	e, others, instead := w.Cause, "", "a placeholder is shown instead"
	if len(e.Fields) > 1 {
		others = ", also of " + list(e.Fields[1:], 2)
	}
	if e.Kind != ImageKind {
		instead = "it is left out"
	}
	return fmt.Sprintf("%s: load %s (%s)%s: %v; %s", e.Fields[0], e.Kind, e.Address, others, e.Err, instead)
}

// address returns a reference as messages may show it.
func address(value string) string {
	switch scheme(value) {
	case "":
		return shorten(value)
	case "data":
		return fmt.Sprintf("data URL of %d characters", len(value))
	default:
		u, err := url.Parse(value)
		if err != nil {
			// The secret parts of a broken URL cannot be found, so nothing of it is shown.
			return shorten(scheme(value)) + ":…"
		}
		return showURL(u)
	}
}

// showURL drops what may be secret: signed URLs carry their signature in the query.
func showURL(u *url.URL) string {
	return shorten((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String())
}

// shorten makes foreign text fit for a message: at most 200 bytes, and nothing that moves a terminal's cursor.
func shorten(s string) string {
	if len(s) > 200 {
		s = strings.ToValidUTF8(s[:200], "") + "…"
	}
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// explain returns the error of a failed exchange in the user's words. Addresses of resolvers and hosts are left out: in
// a service they would show the inner network to a caller.
func explain(ctx context.Context, err error) error {
	var refused *refusal
	var lookup *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &refused):
		return refused
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &lookup) && lookup.IsNotFound:
		return errors.New("the host name does not exist; check the address")
	case errors.As(err, &lookup):
		return &lookupError{lookup}
	case errors.As(err, &op):
		return fmt.Errorf("%s: %w; check the address or try again later", op.Op, op.Err)
	default:
		return fmt.Errorf("%s; check the address or try again later", shorten(err.Error()))
	}
}

// tooLarge returns the error about a file that exceeds the limit.
func tooLarge(limit int64) error {
	return &refusal{fmt.Sprintf("it is larger than the %s allowed; make it smaller", bytesText(limit))}
}

// bytesText writes a number of bytes for people.
func bytesText(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20))
}
