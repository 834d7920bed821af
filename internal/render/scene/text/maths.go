package text

import (
	"bytes"
	"errors"
	"html/template"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mockup/internal/pattern"
)

// Formulas in markdown, as the apps of assistants read them: \( … \) and $ … $ stand in a line, \[ … \] and $$ … $$ by
// themselves. A formula at the beginning of a line that also ends one is a block, so that a line in it may begin with
// what markdown takes for a list or a heading, such as "- b".

// delimiter is what stands around a formula.
type delimiter struct {
	open, close string
	display     bool
}

// delimiters are all, those first that begin like another.
var delimiters = []delimiter{{`\(`, `\)`, false}, {`\[`, `\]`, true}, {"$$", "$$", true}, {"$", "$", false}}

// delimiterOf returns the delimiter that a text begins with.
func delimiterOf(line []byte) (delimiter, bool) {
	i := slices.IndexFunc(delimiters, func(d delimiter) bool { return bytes.HasPrefix(line, []byte(d.open)) })
	if i < 0 || bytes.HasPrefix(line, []byte("$$$")) {
		return delimiter{}, false
	}
	return delimiters[i], true
}

// end returns where the first closing delimiter in a text begins; -1 if there is none. A backslash takes the letter
// behind it away from the delimiter: the dollar of \$ is one in the formula, and \\) is a line break and a bracket.
func (d delimiter) end(tex []byte) int {
	if !bytes.Contains(tex, []byte(d.close)) {
		return -1
	}
	for i := 0; i < len(tex); i++ {
		switch {
		case bytes.HasPrefix(tex[i:], []byte(d.close)):
			return i
		case tex[i] == '\\':
			i++
		}
	}
	return -1
}

// mathsKind is the kind of formulas in a tree of markdown.
var mathsKind = ast.NewNodeKind("Maths")

// mathsInline is a formula among text.
type mathsInline struct {
	ast.BaseInline
	delimiter
	tex string
}

// Kind implements ast.Node.
func (*mathsInline) Kind() ast.NodeKind { return mathsKind }

// Dump implements ast.Node.
func (n *mathsInline) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// mathsBlock is a formula that has its lines to itself.
type mathsBlock struct {
	ast.BaseBlock
	delimiter
	tex    string
	closed bool // the closing delimiter is there
}

// Kind implements ast.Node.
func (*mathsBlock) Kind() ast.NodeKind { return mathsKind }

// Dump implements ast.Node.
func (n *mathsBlock) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// IsRaw implements ast.Node: nothing in a formula is markdown.
func (*mathsBlock) IsRaw() bool { return true }

// mathsExtension reads formulas.
type mathsExtension struct{}

// Extend implements goldmark.Extender.
func (mathsExtension) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithBlockParsers(util.Prioritized(mathsBlockParser{}, 90)),
		parser.WithInlineParsers(util.Prioritized(mathsInlineParser{}, 90)),
	)
}

type mathsInlineParser struct{}

// Trigger implements parser.InlineParser.
func (mathsInlineParser) Trigger() []byte { return []byte{'\\', '$'} }

// Parse implements parser.InlineParser.
func (mathsInlineParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, _ := block.PeekLine()
	d, ok := delimiterOf(line)
	if !ok {
		return nil
	}
	block.Advance(len(d.open))
	tex, ok := readFormula(block, d)
	if !ok || !d.believes(tex) {
		return nil
	}
	after, _ := block.PeekLine()
	if strings.HasPrefix(d.open, "$") && (joins(before) || len(after) > 0 && joins(rune(after[0])) && !ending().Match(after)) {
		return nil
	}
	return &mathsInline{delimiter: d, tex: tex}
}

// readFormula reads up to the closing delimiter, and over it.
func readFormula(block text.Reader, d delimiter) (string, bool) {
	line, segment := block.PeekLine()
	if line == nil {
		return "", false
	}
	source := block.Source()[segment.Start:]
	if !bytes.Contains(source[:min(len(source), longestFormula)], []byte(d.close)) {
		return "", false
	}
	var tex []byte
	for len(tex) <= longestFormula {
		line, _ := block.PeekLine()
		if line == nil {
			return "", false
		}
		if end := d.end(line); end >= 0 {
			block.Advance(end + len(d.close))
			return string(append(tex, line[:end]...)), true
		}
		tex = append(tex, line...)
		block.AdvanceLine()
	}
	return "", false
}

// joins reports a character beside which a dollar is no delimiter, but of a price or a name: US$5, $5 – $10, $HOME.
// A formula can have the ending of a word all the same: the $n$th.
func joins(r rune) bool { return r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '$' }

var ending = pattern.Lazy(`^(?:st|nd|rd|th|s|es)\b`)

// believes reports whether what stands between delimiters is a formula. Brackets with backslashes have no other use than
// formulas, save that \[ … \] may be brackets around a word. Dollars have.
func (d delimiter) believes(tex string) bool {
	trimmed := strings.TrimSpace(tex)
	switch d.open {
	case `\(`:
		return trimmed != ""
	case "$":
		return trimmed == tex && !strings.Contains(tex, "\n") && isFormula(tex)
	}
	return isFormula(trimmed) && texSigns().MatchString(trimmed)
}

var (
	texSigns = pattern.Lazy(`[\\^_=<>+*/|!()\[\]{}≤≥≠≈±×·÷→∈∑∫√∞-]`)
	notTeX   = pattern.Lazy("[–—…“”‘’«»€£¥₹]") // of texts, and in no formula
	words    = pattern.Lazy(`\pL+`)
	twoWords = pattern.Lazy(`\pL{3,}\s+\pL{2}`)
	twoAlone = pattern.Lazy(`(?:^|[\s(])\pL{2}\s+[\pL\d]`)
)

// functions are the words that formulas have without a backslash.
var functions = strings.Fields("sin cos tan cot sec csc log exp max min lim sup inf det gcd lcm mod arg deg dim ker erf sinh cosh tanh")

// isFormula reports whether a text is beyond doubt a formula: it begins and ends as a formula does, and has no words but
// as arguments of commands and indices, or one by one beside commands: "area = \pi r^2". A price or two, with what stands
// between their dollars, is none: "5 and ", "3M/", "20 (or 18 €)".
func isFormula(tex string) bool {
	if tex == "" || strings.ContainsAny(tex[len(tex)-1:], "/,;:.-") || tex[0] == '/' || notTeX().MatchString(tex) {
		return false
	}
	rest, commands := withoutArguments(tex)
	if slices.ContainsFunc(words().FindAllString(rest, -1), prose) && (!commands || twoWords().MatchString(rest)) {
		return false
	}
	return strings.ContainsAny(tex, `\^_`) || !twoAlone().MatchString(rest) // "2 to 3" is no product
}

// withoutArguments returns a formula with a backslash in place of each command, its arguments and indices, and whether it
// has commands.
func withoutArguments(tex string) (rest string, commands bool) {
	var out strings.Builder
	argument := false // an opening bracket here begins one
	for i := 0; i < len(tex); i++ {
		switch c := tex[i]; {
		case c == '\\':
			name := len(tex[i+1:]) - len(strings.TrimLeft(tex[i+1:], asciiLetters))
			argument = name > 0
			commands = commands || argument
			i += max(name, 1)
			out.WriteByte('\\')
		case c == '{' && argument:
			i += groupEnd(tex[i:])
			out.WriteByte('\\')
		case c == '_' || c == '^':
			argument = true
			out.WriteByte('\\')
		default:
			argument = argument && (c == ' ' || c == '*')
			out.WriteByte(c)
		}
	}
	return out.String(), commands
}

const asciiLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// groupEnd returns where the closing bracket of a group stands that begins a text; its last byte if there is none.
func groupEnd(tex string) int {
	level := 0
	for i := 0; i < len(tex); i++ {
		switch tex[i] {
		case '\\':
			i++
		case '{':
			level++
		case '}':
			if level--; level == 0 {
				return i
			}
		}
	}
	return len(tex) - 1
}

// prose reports letters that are a word and no product of variables: three or more that are neither capitals, as those
// of a triangle ABC, nor a function, nor a few consonants, as in mgh; and letters of other scripts than formulas are
// written in.
func prose(word string) bool {
	for _, r := range word {
		if !unicode.In(r, unicode.Latin, unicode.Greek) {
			return true
		}
	}
	product := len(word) <= 4 && (word == strings.ToUpper(word) || !strings.ContainsAny(word, "aeiouAEIOU"))
	return len(word) >= 3 && !product && !slices.Contains(functions, word)
}

type mathsBlockParser struct{}

// Trigger implements parser.BlockParser.
func (mathsBlockParser) Trigger() []byte { return []byte{'\\', '$'} }

// Open implements parser.BlockParser.
func (mathsBlockParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	offset := pc.BlockOffset()
	if offset < 0 {
		return nil, parser.NoChildren
	}
	d, ok := delimiterOf(line[offset:])
	if !ok || !d.display || !d.endsLine(reader.Source()[segment.Start+offset-segment.Padding:]) {
		return nil, parser.NoChildren
	}
	reader.Advance(offset + len(d.open))
	node := &mathsBlock{delimiter: d}
	node.takeLine(reader)
	return node, parser.NoChildren
}

// endsLine reports whether a text begins with a formula that ends its last line.
func (d delimiter) endsLine(source []byte) bool {
	source = source[len(d.open):min(len(source), longestFormula)]
	end := d.end(source)
	if end < 0 || len(bytes.TrimSpace(source[:end])) == 0 {
		return false
	}
	after, _, _ := bytes.Cut(source[end+len(d.close):], []byte("\n"))
	return len(bytes.TrimSpace(after)) == 0
}

// takeLine takes what is left of a line.
func (n *mathsBlock) takeLine(reader text.Reader) {
	line, _ := reader.PeekLine()
	if end := n.end(line); end >= 0 {
		line, n.closed = line[:end], true
	}
	n.tex += string(line)
	reader.AdvanceToEOL()
}

// Continue implements parser.BlockParser.
func (mathsBlockParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*mathsBlock)
	if n.closed {
		return parser.Close
	}
	n.takeLine(reader)
	return parser.Continue | parser.NoChildren
}

// Close implements parser.BlockParser.
func (mathsBlockParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (mathsBlockParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (mathsBlockParser) CanAcceptIndentedLine() bool { return false }

// writeMaths writes a formula; as it is written where it cannot be typeset.
func (w *markdownWriter) writeMaths(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var d delimiter
	var tex, open, end string
	whole := true
	switch n := n.(type) {
	case *mathsInline:
		d, tex = n.delimiter, n.tex
	case *mathsBlock:
		d, tex, whole = n.delimiter, n.tex, n.closed
		open, end = `<div class="plain">`, "</div>\n"
	}
	written := d.open + tex
	if whole {
		written += d.close
	}
	markup, err := w.typeset(tex, d.display, whole)
	var wrong *FormulaError
	if errors.As(err, &wrong) {
		if w.notes.Formulas++; w.notes.Formulas == 1 {
			w.notes.Formula, w.notes.Reason = written, wrong.Reason
		}
		markup = template.HTML(open + template.HTMLEscapeString(written) + end)
	} else if err != nil {
		return ast.WalkStop, err
	}
	_, err = out.WriteString(string(markup))
	return ast.WalkContinue, err
}

func (w *markdownWriter) typeset(tex string, display, whole bool) (template.HTML, error) {
	if !whole {
		return "", &FormulaError{"it has no end"}
	}
	return w.Maths.Typeset(tex, display)
}
