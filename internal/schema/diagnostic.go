package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mockup/internal/wording"
)

// Severity says whether a diagnostic makes the payload invalid.
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
	CodeEncoding     Code = "encoding"      // not UTF-8, or an escape that is half of a character
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
	CodeAdjusted     Code = "adjusted"      // a value that cannot be drawn as it is (warning)
	CodeIgnored      Code = "ignored"       // a field without effect (warning)
	CodeContradict   Code = "contradiction" // values that contradict each other, as one sees in the picture (warning)
	CodeEmpty        Code = "empty"         // a text that shows nothing (warning)
	CodeIncomplete   Code = "incomplete"    // something is missing that the app always shows (warning)
	CodeInterface    Code = "interface"     // a field that the interface asked for does not have
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
	return wording.Printable(b.String())
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

// DefaultMaxListed is how many errors, and how many warnings, are listed of one payload.
const DefaultMaxListed = 100

// report gathers diagnostics in any order. It keeps the first ones of the file and counts the others, so that a hostile
// payload of 10 MB costs neither time nor memory for each of its violations.
type report struct {
	file             string
	most             int // that are listed of each severity
	errors, warnings tally
	repeats          map[repeatable]int // how many items of an array a warning concerns
}

// tally holds the diagnostics of one severity.
type tally struct {
	list    Diagnostics
	dropped int // those that are counted only
	last    pos // of the list, once it is full: what comes behind is dropped
}

func newReport(opts Options) *report {
	most := opts.MaxListed
	if most <= 0 {
		most = DefaultMaxListed
	}
	return &report{file: opts.Filename, most: most, repeats: map[repeatable]int{}}
}

// at adds an error about the value of n.
func (r *report) at(n *node, code Code, format string, args ...any) {
	r.add(&r.errors, n, n.pos, SeverityError, code, format, args)
}

// atKey adds an error about the name of n.
func (r *report) atKey(n *node, code Code, format string, args ...any) {
	r.add(&r.errors, n, n.keyPos, SeverityError, code, format, args)
}

// missing adds an error about a field that the object n lacks.
func (r *report) missing(n *node, name string, format string, args ...any) {
	r.add(&r.errors, &node{parent: n, key: name}, n.pos, SeverityError, CodeRequired, format, args)
}

// inFile adds an error that has a place in the file but none in the payload.
func (r *report) inFile(p pos, code Code, format string, args ...any) {
	r.add(&r.errors, &node{}, p, SeverityError, code, format, args)
}

// ignored adds a warning that the field n has no effect. It does nothing if n was not written.
func (r *report) ignored(n *node, format string, args ...any) {
	if n != nil {
		r.warn(n, CodeIgnored, format, args...)
	}
}

// warn adds a warning about the field n. What is wrong with several items of an array in the same way is one warning, about
// the first of them.
func (r *report) warn(n *node, code Code, format string, args ...any) {
	warning := repeatable{itemPattern(strings.Join(n.steps(), ".")), code, fmt.Sprintf(format, args...)}
	count, known := r.repeats[warning]
	if known || len(r.repeats) < 2*r.most {
		r.repeats[warning]++
	}
	if count == 0 {
		at := n.keyPos
		if at == (pos{}) { // an item of an array has no name
			at = n.pos
		}
		r.add(&r.warnings, n, at, SeverityWarning, code, "%s", []any{warning.message})
	}
}

// repeatable identifies a warning that may concern several items of an array.
type repeatable struct {
	pattern string
	code    Code
	message string
}

// itemPattern replaces the indices in a path by asterisks.
func itemPattern(path string) string {
	steps := strings.Split(path, ".")
	for i, step := range steps {
		if strings.Trim(step, "0123456789") == "" {
			steps[i] = "*"
		}
	}
	return strings.Join(steps, ".")
}

// countRepeats adds to each warning how many items it concerns.
func (r *report) countRepeats() {
	for i := range r.warnings.list {
		d := &r.warnings.list[i]
		if n := r.repeats[repeatable{itemPattern(d.Path), d.Code, d.Message}]; n > 1 {
			d.Message += fmt.Sprintf(" (%d times, the first is here)", n)
		}
	}
}

// over reports whether an error at a place would only be counted.
func (r *report) over(p pos) bool { return r.errors.over(p) }

func (t *tally) over(p pos) bool {
	return t.last.line > 0 && (p.line > t.last.line || p.line == t.last.line && p.col >= t.last.col)
}

// add lists or counts a diagnostic. The list grows to twice its size before it is sorted and cut, so that each
// diagnostic costs little even where they come in reverse.
func (r *report) add(t *tally, n *node, p pos, severity Severity, code Code, format string, args []any) {
	if t.over(p) {
		t.dropped++
		return
	}
	t.list = append(t.list, r.diagnostic(n, p, severity, code, fmt.Sprintf(format, args...)))
	if len(t.list) >= 2*r.most {
		t.cut(r.most)
	}
}

// cut sorts the list by place, takes repetitions out of it and drops what is beyond the most that are listed.
func (t *tally) cut(most int) {
	slices.SortStableFunc(t.list, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	t.list = slices.Compact(t.list)
	if len(t.list) > most {
		t.dropped += len(t.list) - most
		t.list = slices.Delete(t.list, most, len(t.list))
		t.last = pos{t.list[most-1].Line, t.list[most-1].Col}
	}
}

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
	r.countRepeats()
	all := tally{}
	var ends Diagnostics
	for severity, t := range map[Severity]*tally{SeverityError: &r.errors, SeverityWarning: &r.warnings} {
		t.cut(r.most)
		all.list = append(all.list, t.list...)
		if t.dropped > 0 {
			ends = append(ends, Diagnostic{File: r.file, Line: 1, Col: 1, Code: CodeTooMany, Severity: severity,
				Message: fmt.Sprintf("%d %ss in all, of which only the first %d are listed", len(t.list)+t.dropped, severity, len(t.list))})
		}
	}
	all.cut(len(all.list))
	slices.SortFunc(ends, func(a, b Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
	return append(all.list, ends...)
}
