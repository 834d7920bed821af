package text

import (
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// footnotes reads footnotes as GitHub writes them: [^1] in the text, and [^1]: with what they say.
type footnotes struct{}

// Extend implements goldmark.Extender.
func (footnotes) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999)),
		parser.WithInlineParsers(util.Prioritized(extension.NewFootnoteParser(), 101)),
		parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
	)
}

// registerFootnotes registers what writes footnotes: below the answer, without the links between them and the text.
func registerFootnotes(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(extast.KindFootnoteLink, writeFootnoteMark)
	reg.Register(extast.KindFootnoteBacklink, around("", ""))
	reg.Register(extast.KindFootnoteList, around("<ol class=\"notes\" dir=\"auto\">\n", "</ol>\n"))
	reg.Register(extast.KindFootnote, around("<li>\n", "</li>\n"))
}

func writeFootnoteMark(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := fmt.Fprintf(out, `<sup class="note-mark">%d</sup>`, n.(*extast.FootnoteLink).Index)
	return ast.WalkContinue, err
}
