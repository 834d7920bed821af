package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxSearched is how large a file may be in whose lines a fault is searched. Larger ones are parsed once only.
const maxSearched = 1 << 18

// reportYAMLSyntax says in which line the fault is, and names the usual mistake that leads to it.
func reportYAMLSyntax(data []byte, fault error, r *report) {
	line, text := splitYAMLError(fault)
	if strings.HasPrefix(text, "exceeded max depth") {
		r.inFile(pos{max(line, 1), 1}, CodeDepth, "nested deeper than %d levels", maxDepth)
		return
	}
	opened := ""
	if probe, ok := yamlProbe(text); ok {
		around := line + 1
		line = faultyLine(data, fault, probe, around)
		if around < line && strings.Contains(text, "',' or") {
			opened = fmt.Sprintf(" of what line %d opens", around)
		}
	}
	place := pos{max(line, 1), 1}
	r.inFile(place, CodeSyntax, "not valid YAML: %s%s%s", text, opened, yamlHint(text, lineOf(data, place.line)))
}

// splitYAMLError takes the line from the library's message, the only place that has it. It is 0 if there is none.
func splitYAMLError(err error) (line int, text string) {
	text = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		number, message, _ := strings.Cut(rest, ": ")
		if line, err := strconv.Atoi(number); err == nil {
			return line, message
		}
	}
	return 0, text
}

// yamlProbe reports whether the library's line is not that of the fault, but the one before the object or list around
// it. The probe is a text that, behind lines without the fault, leads to another message.
func yamlProbe(text string) (probe string, ok bool) {
	switch {
	case strings.Contains(text, "did not find expected ',' or"):
		return "\n,\n@", true
	case strings.Contains(text, "did not find expected node content"):
		return "\n@", true
	case strings.Contains(text, "did not find expected key"), strings.Contains(text, "did not find expected '-' indicator"),
		strings.Contains(text, "did not find expected <document start>"), strings.Contains(text, "found undefined tag handle"),
		strings.HasPrefix(text, "unknown anchor"):
		return "", true
	}
	return "", false
}

// faultyLine returns how many of the first lines have the fault. If none have it, something is not closed, and around is
// where it was opened.
func faultyLine(data []byte, fault error, probe string, around int) int {
	if len(data) > maxSearched {
		return around
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	found := sort.Search(len(lines), func(i int) bool {
		first := bytes.Join(lines[:i+1], nil)
		err := yamlFault(append(first, probe...))
		return err != nil && err.Error() == fault.Error()
	})
	if found == len(lines) {
		return around
	}
	return found + 1
}

// yamlFault returns why data is not YAML, or nil.
func yamlFault(data []byte) error {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		switch _, err := nextDocument(dec); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// lineOf returns a line of data without the spaces around it.
func lineOf(data []byte, line int) string {
	lines := bytes.SplitN(data, []byte("\n"), line+1)
	if line > len(lines) {
		return ""
	}
	return string(bytes.TrimSpace(lines[line-1]))
}

// yamlHint names the usual mistakes of writing YAML by hand. line is where the fault is.
func yamlHint(text, line string) string {
	for _, h := range yamlHints {
		if strings.Contains(text, h.message) {
			return "; " + h.hint
		}
	}
	_, value, _ := strings.Cut(line, ": ")
	value = strings.TrimSpace(value)
	switch {
	case strings.Contains(text, "mapping values are not allowed"):
		if strings.Contains(value+" ", ": ") {
			return "; quote text that contains a colon"
		}
		return "; begin all fields of an object in the same column, and write a space after the colon of each"
	case strings.HasPrefix(value, `"`):
		return `; write \" for a quotation mark inside of double quotes, and put all of the text in quotes`
	case strings.HasPrefix(value, "'"):
		return "; write '' for an apostrophe inside of single quotes, or use double quotes"
	case strings.HasPrefix(value, "["), strings.HasPrefix(value, "{"):
		return "; quote text that begins with [ or {"
	}
	return "; begin all fields of an object, and all entries of a list, in the same column"
}

// yamlHints has a hint for each message of the library that says what the fault is.
var yamlHints = []struct{ message, hint string }{
	{"cannot start any token", "indent with spaces, and quote text that begins with @, % or `"},
	{"did not find expected ',' or", "quote text that contains a comma, a colon, a #, a question mark, a quotation mark or a bracket, and close each bracket"},
	{"did not find expected node content", "quote text that begins with # or a comma"},
	{"did not find expected alphabetic", "quote text that begins with * or &"},
	{"unknown anchor", "quote text that begins with *"},
	{"did not find expected comment", "quote text that begins with | or >"},
	{"block sequence entries are not allowed", "quote text that begins with -"},
	{"mapping keys are not allowed", "quote text that begins with ?"},
	{"unknown escape character", `write \\ for a backslash inside of double quotes`},
	{"did not find expected hexdecimal number", `write \\ for a backslash inside of double quotes`},
	{"unexpected end of stream", "close the quotation mark"},
	{"could not find expected ':'", "write a field as name: value, with the space, and indent the further lines of a text"},
	{"undefined tag handle", "quote text that begins with !"},
}
