package text

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Lines returns what can be read of an answer in Markdown, without its marks and addresses: a line for each paragraph, item of
// a list, row of a table and line of code. Formulas are as they are written, without their delimiters.
func Lines(answer string) []string {
	answer = strings.ToValidUTF8(answer, "\uFFFD") // goldmark 1.8.7 panics on some stray bytes
	if len(answer) > LongestMarkdown || tooDeep().MatchString(answer) {
		return strings.Split(answer, "\n")
	}
	source := []byte(answer)
	w := &lineWriter{source: source}
	// The function never fails.
	_ = ast.Walk(newMarkdown(&markdownWriter{MarkdownOptions: MarkdownOptions{LineBreaks: true}}).Parser().Parse(text.NewReader(source)), w.visit)
	w.end()
	return w.lines
}

// lineWriter collects the lines of an answer.
type lineWriter struct {
	source []byte
	lines  []string
	line   strings.Builder // the one that is not complete
}

// end ends a line, if it has a text.
func (w *lineWriter) end() {
	if line := strings.TrimSpace(w.line.String()); line != "" {
		w.lines = append(w.lines, line)
	}
	w.line.Reset()
}

func (w *lineWriter) visit(node ast.Node, entering bool) (ast.WalkStatus, error) {
	switch n := node.(type) {
	case *ast.ListItem:
		w.item(n, entering)
		return ast.WalkContinue, nil
	case *extast.TableCell:
		if entering && n.PreviousSibling() != nil {
			w.line.WriteString(", ")
		}
		return ast.WalkContinue, nil
	}
	if node.Type() == ast.TypeBlock && node.Kind() != ast.KindTextBlock && (!entering || node.Kind() != ast.KindParagraph) || !entering && node.Kind() == ast.KindTextBlock {
		w.end()
	}
	if entering {
		w.enter(node)
	}
	return ast.WalkContinue, nil
}

// item begins an item of a list, with its number if it has one, or ends it.
func (w *lineWriter) item(n *ast.ListItem, entering bool) {
	w.end()
	list, ok := n.Parent().(*ast.List)
	if !entering || !ok || !list.IsOrdered() {
		return
	}
	number := list.Start
	for before := n.PreviousSibling(); before != nil; before = before.PreviousSibling() {
		number++
	}
	w.line.WriteString(strconv.Itoa(number) + ". ")
}

// enter writes what a node says by itself.
func (w *lineWriter) enter(node ast.Node) {
	switch n := node.(type) {
	case *ast.Text:
		w.line.Write(w.written(n))
		switch {
		case n.HardLineBreak():
			w.end()
		case n.SoftLineBreak():
			w.line.WriteByte(' ')
		}
	case *ast.String:
		w.line.Write(n.Value)
	case *ast.AutoLink:
		w.line.Write(n.Label(w.source))
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		for _, segment := range n.Lines().Sliced(0, n.Lines().Len()) {
			w.line.Write(segment.Value(w.source))
			w.end()
		}
	case *mathsInline:
		w.line.WriteString(n.tex)
	case *mathsBlock:
		w.line.WriteString(strings.Join(strings.Fields(n.tex), " "))
		w.end()
	}
}

// written returns what a text means: outside of code it may have escaped marks and names of characters.
func (w *lineWriter) written(n *ast.Text) []byte {
	if n.IsRaw() || n.Parent().Kind() == ast.KindCodeSpan {
		return n.Value(w.source)
	}
	return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.Value(w.source))))
}
