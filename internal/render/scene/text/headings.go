package text

import (
	"github.com/rivo/uniseg"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// headingEmoji makes each emoji of a heading an element, since some apps draw it no larger than in the text.
type headingEmoji struct{}

var emojiKind = ast.NewNodeKind("Emoji")

// emojiNode holds the text of an emoji.
type emojiNode struct{ ast.BaseInline }

// Kind implements ast.Node.
func (*emojiNode) Kind() ast.NodeKind { return emojiKind }

// Dump implements ast.Node.
func (n *emojiNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// Transform implements parser.ASTTransformer.
func (headingEmoji) Transform(document *ast.Document, reader text.Reader, _ parser.Context) {
	var texts []*ast.Text
	inHeading := false
	// The function never fails.
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Type() == ast.TypeBlock {
			inHeading = entering && n.Kind() == ast.KindHeading
		}
		if line, ok := n.(*ast.Text); ok && entering && inHeading {
			texts = append(texts, line)
		}
		return ast.WalkContinue, nil
	})
	for _, line := range texts {
		cutEmoji(line, reader.Source())
	}
}

// cutEmoji puts the emoji of a text, and what stands before each, before the text, which keeps the rest.
func cutEmoji(line *ast.Text, source []byte) {
	written, at, parent := string(line.Value(source)), line.Segment.Start, line.Parent()
	if len(written) != line.Segment.Len() || parent.Kind() == ast.KindCodeSpan { // spaces that stand for a tab are not in the source
		return
	}
	for rest, state, begin := written, -1, at; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		end := at + len(cluster)
		if isEmoji(cluster) {
			if begin < at {
				parent.InsertBefore(parent, line, ast.NewTextSegment(text.NewSegment(begin, at)))
			}
			emoji := &emojiNode{}
			emoji.AppendChild(emoji, ast.NewTextSegment(text.NewSegment(at, end)))
			parent.InsertBefore(parent, line, emoji)
			begin, line.Segment.Start = end, end
		}
		at = end
	}
}
