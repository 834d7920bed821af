package text

import (
	"fmt"
	"html/template"
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mockup/internal/pattern"
)

// citation names the sources of what stands before it, as [1], [1, 3] or [1][3] do.
type citation struct {
	ast.BaseInline
	first string // the name of the first
	more  int    // how many more there are
}

var citationKind = ast.NewNodeKind("Citation")

// Kind implements ast.Node.
func (*citation) Kind() ast.NodeKind { return citationKind }

// Dump implements ast.Node.
func (n *citation) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// citationParser reads citations of an answer's sources.
type citationParser struct{ sources []string }

var (
	citationRun    = pattern.Lazy(`^(?:\[\d{1,3}(?:,\s?\d{1,3})*\])+`)
	citationNumber = pattern.Lazy(`\d+`)
)

// Trigger implements parser.InlineParser.
func (citationParser) Trigger() []byte { return []byte{'['} }

// Parse implements parser.InlineParser. A number that no source has is no citation, and neither is the text of a link.
func (p citationParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	run := citationRun().Find(line)
	if run == nil || len(line) > len(run) && line[len(run)] == '(' {
		return nil
	}
	n := &citation{more: -1}
	for _, number := range citationNumber().FindAll(run, -1) {
		i, _ := strconv.Atoi(string(number)) // of three digits at most
		if i < 1 || i > len(p.sources) {
			return nil
		}
		if n.more++; n.more == 0 {
			n.first = p.sources[i-1]
		}
	}
	block.Advance(len(run))
	return n
}

func writeCitation(out util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*citation)
	more := ""
	if n.more > 0 {
		more = fmt.Sprintf("<span>+%d</span>", n.more)
	}
	// The space is lost where the chip begins a line, as a margin is not.
	_, err := out.WriteString(` <span class="cite">` + template.HTMLEscapeString(n.first) + more + `</span>`)
	return ast.WalkContinue, err
}
