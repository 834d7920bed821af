package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// lineBreaks decides what a single line break is, which in markdown is a space: nothing between two letters of a script
// without spaces, and a line break in a paragraph, where the app keeps it. In a list without empty lines between its items,
// the text of an item is no paragraph.
type lineBreaks struct{ keep bool }

// Transform implements parser.ASTTransformer.
func (l lineBreaks) Transform(document *ast.Document, reader text.Reader, _ parser.Context) {
	source, inParagraph := reader.Source(), false
	var before *ast.Text // ends with a line break
	var end rune         // the last of the text so far

	// The function never fails.
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		line, isText := n.(*ast.Text)
		switch {
		case n.Type() == ast.TypeBlock:
			before, end, inParagraph = nil, 0, entering && n.Kind() == ast.KindParagraph
		case isText && entering:
			written := line.Value(source)
			if first, _ := utf8.DecodeRune(written); before != nil && withoutSpaces(end) && withoutSpaces(first) {
				before.SetSoftLineBreak(false)
			}
			before = nil
			if len(written) > 0 { // behind bold text the line break has a text of its own
				end, _ = utf8.DecodeLastRune(written)
			}
			if line.SoftLineBreak() && l.keep && inParagraph {
				line.SetHardLineBreak(true)
			} else if line.SoftLineBreak() {
				before = line
			}
		case entering && !n.HasChildren(): // such as a formula
			before, end = nil, 0
		}
		return ast.WalkContinue, nil
	})
}

// withoutSpaces reports characters of Chinese and Japanese, which are written without spaces. Korean has spaces.
func withoutSpaces(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF || r == 'ー'
}
