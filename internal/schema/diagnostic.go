package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Severity tells a violation from a remark.
type Severity string

// The severities. Only errors make a payload invalid.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Code is the stable name of a rule.
type Code string

// The rules.
const (
	CodeSyntax       Code = "syntax"        // not JSON or YAML
	CodeEncoding     Code = "encoding"      // not UTF-8
	CodeSize         Code = "size"          // too many bytes or values
	CodeDepth        Code = "depth"         // nested too deeply
	CodeTrailingData Code = "trailing_data" // something after the payload
	CodeDuplicateKey Code = "duplicate_key" // a field twice in one object
	CodeKey          Code = "key"           // a field name that is not a string
	CodeUnsupported  Code = "unsupported"   // YAML that payloads have no use for: merge keys, custom tags, endless aliases
	CodeUnknownField Code = "unknown_field" // no such field here
	CodeWrongCase    Code = "wrong_case"    // a field in the wrong case
	CodeRequired     Code = "required"      // a field is missing
	CodeType         Code = "type"          // a value of the wrong type
	CodeNull         Code = "null"          // null, which no field takes
	CodeEnum         Code = "enum"          // not one of the allowed values
	CodeRange        Code = "range"         // a number too small or too large
	CodeLength       Code = "length"        // a text or an array too short or too long
	CodeFormat       Code = "format"        // a text that is not a colour, instant, zone, image …
	CodeMismatch     Code = "mismatch"      // two fields that must agree
	CodeReference    Code = "reference"     // an id that nothing has
	CodeUnique       Code = "unique"        // an id used twice
	CodeConflict     Code = "conflict"      // fields that exclude each other
	CodeMissingFile  Code = "missing_file"  // an image path where no file is
	CodeIgnored      Code = "ignored"       // a field without effect (warning)
	CodeColumn       Code = "column"        // a ${column} that the data does not have
	CodeTooMany      Code = "too_many"      // more violations than are listed
	CodeInternal     Code = "internal"      // a fault of this program
)

// Diagnostic is one violation or warning, with its place.
type Diagnostic struct {
	File     string   `json:"file,omitempty"`
	Path     string   `json:"path"`    // dotted: props.messages.0.userId; "" is the whole payload
	Pointer  string   `json:"pointer"` // the same as a JSON Pointer
	Line     int      `json:"line"`    // from 1
	Col      int      `json:"column"`  // from 1, in characters
	Code     Code     `json:"code"`
	Message  string   `json:"message"`
	Severity Severity `json:"severity"`
}

// String returns file:line:col: path: message (rule), with "warning:" before the path of a warning.
func (d Diagnostic) String() string {
	var b strings.Builder
	if d.File != "" {
		b.WriteString(d.File + ":")
	}
	fmt.Fprintf(&b, "%d:%d: ", d.Line, d.Col)
	if d.Severity == SeverityWarning {
		b.WriteString("warning: ")
	}
	if d.Path != "" {
		b.WriteString(d.Path + ": ")
	}
	fmt.Fprintf(&b, "%s (%s)", d.Message, d.Code)
	return Printable(b.String())
}

// Printable returns a line of text with everything escaped that does not show: file names and payloads may hold line
// breaks, codes that act on a terminal and marks that turn the direction of writing.
func Printable(line string) string {
	var b strings.Builder
	for _, r := range line {
		if unicode.IsGraphic(r) {
			b.WriteRune(r)
		} else {
			escaped := strconv.QuoteRune(r)
			b.WriteString(escaped[1 : len(escaped)-1])
		}
	}
	return b.String()
}

// Diagnostics is what was found in one payload, in the order of the file.
type Diagnostics []Diagnostic

// HasErrors reports whether any of them makes the payload invalid.
func (d Diagnostics) HasErrors() bool {
	return slices.ContainsFunc(d, func(x Diagnostic) bool { return x.Severity == SeverityError })
}

// Errors returns those that make the payload invalid.
func (d Diagnostics) Errors() Diagnostics { return d.only(SeverityError) }

// Warnings returns those that do not.
func (d Diagnostics) Warnings() Diagnostics { return d.only(SeverityWarning) }

func (d Diagnostics) only(s Severity) Diagnostics {
	var out Diagnostics
	for _, x := range d {
		if x.Severity == s {
			out = append(out, x)
		}
	}
	return out
}

// Err returns the errors as one error of the type Diagnostics, or nil if there are none.
func (d Diagnostics) Err() error {
	if errs := d.Errors(); len(errs) > 0 {
		return errs
	}
	return nil
}

// Error returns one line for each.
func (d Diagnostics) Error() string {
	lines := make([]string, len(d))
	for i, x := range d {
		lines[i] = x.String()
	}
	return strings.Join(lines, "\n")
}

// maxListed bounds how many errors, and how many warnings, one payload is told, so that answering a hostile one takes
// neither long nor much memory.
const maxListed = 1000

// report gathers diagnostics in any order.
type report struct {
	file     string
	list     Diagnostics
	errors   int // how many there were, listed or not
	warnings int
}

// at adds an error about the value of n.
func (r *report) at(n *node, code Code, format string, args ...any) {
	r.add(n, n.pos, code, format, args)
}

// atKey adds an error about the name of n.
func (r *report) atKey(n *node, code Code, format string, args ...any) {
	r.add(n, n.keyPos, code, format, args)
}

// missing adds an error about a field that the object n lacks.
func (r *report) missing(n *node, name string, format string, args ...any) {
	r.add(&node{parent: n, key: name}, n.pos, CodeRequired, format, args)
}

// nowhere adds an error that has a place in the file but none in the payload.
func (r *report) nowhere(p pos, code Code, format string, args ...any) {
	r.add(&node{}, p, code, format, args)
}

// ignored adds a warning that the field n has no effect. It does nothing if n was not written.
func (r *report) ignored(n *node, format string, args ...any) {
	if n == nil {
		return
	}
	if r.warnings++; r.warnings <= maxListed {
		r.list = append(r.list, r.diagnostic(n, n.keyPos, SeverityWarning, CodeIgnored, fmt.Sprintf(format, args...)))
	}
}

func (r *report) add(n *node, p pos, code Code, format string, args []any) {
	if r.errors++; r.errors <= maxListed {
		r.list = append(r.list, r.diagnostic(n, p, SeverityError, code, fmt.Sprintf(format, args...)))
	}
}

// full reports whether further errors are counted only.
func (r *report) full() bool { return r.errors >= maxListed }

func (r *report) diagnostic(n *node, p pos, severity Severity, code Code, message string) Diagnostic {
	steps := n.steps()
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	pointer := ""
	for _, s := range steps {
		pointer += "/" + escape.Replace(s)
	}
	return Diagnostic{File: r.file, Path: strings.Join(steps, "."), Pointer: pointer, Line: p.line, Col: p.col,
		Code: code, Message: message, Severity: severity}
}

// finish returns what was gathered, sorted by place and without repetitions.
func (r *report) finish() Diagnostics {
	slices.SortStableFunc(r.list, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	list := slices.Compact(r.list)
	for _, over := range []struct {
		count    int
		severity Severity
	}{{r.errors, SeverityError}, {r.warnings, SeverityWarning}} {
		if over.count > maxListed {
			list = append(list, Diagnostic{File: r.file, Line: 1, Col: 1, Code: CodeTooMany, Severity: over.severity,
				Message: fmt.Sprintf("%d %ss in all, of which only the first %d are listed", over.count, over.severity, maxListed)})
		}
	}
	return list
}
