package schema

import (
	"strings"
	"testing"
)

// The line of a fault is where it is written, not where the object or list around it begins, and the hint names the
// usual mistake.
func TestYAMLFaults(t *testing.T) {
	const (
		flow = `quote text that contains a comma, a colon, a #, a question mark, a quotation mark or a bracket, and close each bracket`
		same = `begin all fields of an object in the same column, and write a space after the colon of each`
	)
	const before = "a: 1\nlist:\n  - id: x\n    b: 1\n" // four lines
	for name, tc := range map[string]struct{ input, want string }{
		"marks in marks":        {before + "    c: \"she said \"hi\" to me\"\n  - id: y\n", `5:1: not valid YAML: did not find expected key; write \" for a quotation mark inside of double quotes, and put all of the text in quotes`},
		"text behind marks":     {before + "    c: \"hi\" she said\n    d: 1\n", `5:1: not valid YAML: did not find expected key; write \" for a quotation mark inside of double quotes, and put all of the text in quotes`},
		"apostrophe":            {before + "    c: 'don't do that'\n    d: 1\n", "5:1: not valid YAML: did not find expected key; write '' for an apostrophe inside of single quotes, or use double quotes"},
		"bracket":               {before + "    c: [sic] really\n    d: 1\n", "5:1: not valid YAML: did not find expected key; quote text that begins with [ or {"},
		"a field to the left":   {before + "   c: 1\n    d: 1\n", "5:1: not valid YAML: did not find expected '-' indicator; begin all fields of an object, and all entries of a list, in the same column"},
		"a field to the right":  {before + "     c: 1\n", "5:1: not valid YAML: mapping values are not allowed in this context; " + same},
		"no space":              {before + "    c:1\n    d: 1\n", "5:1: not valid YAML: could not find expected ':'; write a field as name: value, with the space, and indent the further lines of a text"},
		"no space at first":     {"list:\n  - id:x\n    b: 1\n", "3:1: not valid YAML: mapping values are not allowed in this context; " + same},
		"colon":                 {before + "    c: look: here\n", "5:1: not valid YAML: mapping values are not allowed in this context; quote text that contains a colon"},
		"colon at the end":      {before + "    c: note:\n", "5:1: not valid YAML: mapping values are not allowed in this context; quote text that contains a colon"},
		"not closed":            {before + "    c: \"hi\n  - id: y\n", "5:1: not valid YAML: found unexpected end of stream; close the quotation mark"},
		"star":                  {before + "    c: *really* good\n", "5:1: not valid YAML: did not find expected alphabetic or numeric character; quote text that begins with * or &"},
		"greater than":          {before + "    c: > quoted\n", "5:1: not valid YAML: did not find expected comment or line break; quote text that begins with | or >"},
		"dash":                  {before + "    c: - x\n", "5:1: not valid YAML: block sequence entries are not allowed in this context; quote text that begins with -"},
		"backslash":             {before + "    c: \"C:\\users\"\n", `5:1: not valid YAML: did not find expected hexdecimal number; write \\ for a backslash inside of double quotes`},
		"no indentation":        {before + "    c: a\nlong text\n", "6:1: not valid YAML: could not find expected ':'; write a field as name: value, with the space, and indent the further lines of a text"},
		"colon in braces":       {before + "  - { id: y, c: look: here }\n  - { id: z }\n", "5:1: not valid YAML: did not find expected ',' or '}'; " + flow},
		"marks in braces":       {before + "  - { id: y, c: \"a \"b\" c\" }\n  - { id: z }\n", "5:1: not valid YAML: did not find expected ',' or '}'; " + flow},
		"question in braces":    {before + "  - { id: y, c: really?, d: 1 }\n  - { id: z }\n", "5:1: not valid YAML: did not find expected ',' or '}'; " + flow},
		"brackets in braces":    {before + "  - { id: y,\n      c: [sic] b }\n  - { id: z }\n", "6:1: not valid YAML: did not find expected ',' or '}' of what line 5 opens; " + flow},
		"brace not closed":      {before + "  - { id: y, c: d\n  - { id: z }\n", "6:1: not valid YAML: did not find expected ',' or '}' of what line 5 opens; " + flow},
		"bracket not closed":    {before + "  - [ y\nd: 1\n", "6:1: not valid YAML: did not find expected ',' or ']' of what line 5 opens; " + flow},
		"last brace not closed": {before + "  - { id: y, c: d\n", "5:1: not valid YAML: did not find expected ',' or '}'; " + flow},
		"comment in braces":     {before + "  - { id: y, c: #1 }\n  - { id: z }\n", "6:1: not valid YAML: did not find expected node content; quote text that begins with # or a comma"},
		"in the first line":     {"a: [b] c\nd: 1\n", "1:1: not valid YAML: did not find expected key; quote text that begins with [ or {"},
	} {
		t.Run(name, func(t *testing.T) {
			expect(t, tc.input, Options{Format: FormatYAML}, tc.want+" (syntax)")
			windows := strings.ReplaceAll(tc.input, "\n", "\r\n")
			expect(t, windows, Options{Format: FormatYAML}, tc.want+" (syntax)")
		})
	}
}

// Texts without quotes that YAML reads as something else.
func TestYAMLTextsWithoutQuotes(t *testing.T) {
	const before = "mockupType: posts\nplatform: x\nrenderKind: image\nresolutionScale: 1x\nrendererVersion: mockup-a-v1\nprops:\n  platform: x\n  post:\n    id: a\n" +
		"    timestamp: 2026-05-16T16:31:00Z\n    metrics: {}\n" // 11 lines
	for name, tc := range map[string]struct{ input, want string }{
		"comment": {"    author: { name: Mia }\n    content: #1 of all\n",
			`13:13: props.post.content: null is not a value here; expected text, or leave the field out; what begins with # is a comment, unless it is in quotes: "#1 of all" (null)`},
		"note": {"    author: { name: Mia }\n    content: # of the post\n",
			"13:13: props.post.content: null is not a value here; expected text, or leave the field out (null)"},
		"comma in braces": {"    author: { name: Mia, of course }\n    content: hi\n",
			"12:26: props.post.author.of course: unknown field; if the comma before it belongs to a text, put the text in quotes (unknown_field)"},
		"no space": {"    author: { name: Mia, image:mia.jpg }\n    content: hi\n",
			"12:26: props.post.author.image:mia.jpg: unknown field; write a space after the colon (unknown_field)"},
		"exclamation mark": {"    author: { name: Mia }\n    content: !wow\n",
			`13:14: props.post.content: the tag "!wow" has no meaning here; remove it, or quote text that begins with ! (unsupported)`},
	} {
		t.Run(name, func(t *testing.T) { expect(t, before+tc.input, Options{Format: FormatYAML}, tc.want) })
	}
}
