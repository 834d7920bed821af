package text

import (
	"bytes"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mockup/internal/pattern"
)

// Bounds of what is read as markdown, since some input takes the parser quadratic time: 32 KiB of "[a](" take
// 0.15 s, 32 KiB of ">" without the bound on nesting 0.4 s. 32 KiB are some 5,000 words.
const (
	LongestMarkdown = 32 << 10  // of one answer, bytes
	MostMarkdown    = 128 << 10 // of a conversation, bytes
)

// tooDeep finds a line that opens forty quotes and lists.
var tooDeep = pattern.Lazy(`(?m)^[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){40}`)

// MarkdownOptions say how an app writes answers.
type MarkdownOptions struct {
	CodeTag      bool        // the language over a code block as the answer wrote it, instead of its name
	CodeUntitled string      // over a code block without a language
	LineBreaks   bool        // a single line break in a paragraph is one, not a space
	Maths        *Typesetter // of the conversation; nil: one for this text
	Sources      []string    // names of the sources of an answer: "[1]" refers to the first; empty: such a number is text
}

// MarkdownNotes say what of a text was not drawn as it asked.
type MarkdownNotes struct {
	Pictures int    // left out, their descriptions stand in for them
	Plain    bool   // too long or nested too deep: set as plain text
	Formulas int    // shown as they are written
	Formula  string // the first of them
	Reason   string // why that could not be typeset
}

// Markdown writes an answer as markup: CommonMark with GitHub's tables, strikethrough, task lists, footnotes and bare
// links, and with formulas. Nothing that it writes loads or runs anything: HTML in the text stays text, but for <br>,
// links have no address, pictures are their descriptions. The style sheet finds, beside the usual elements:
//
//	a.link                           a link, without href
//	div.code > div.code-head + pre   a code block; the head holds span.code-lang and svg.code-copy, which draws
//	                                 the symbol #code-copy; in the pre, spans of the classes of codeClass. The class
//	                                 untitled is that of a block over which nothing is written
//	div.table > table                a table, which may be wider than its box
//	ol[style]                        a list with numbers of more than one digit: --digits says how many
//	span.task, span.task.done        the box of a task list's item
//	sup.note-mark, ol.notes          the number of a footnote in the text, and the footnotes
//	span.emoji                       an emoji in a heading
//	span.cite > span                 the name of a source, and how many more there are
//	bdi.maths                        a formula, see Typesetter; one by itself has a span.katex-display
//	div.plain                        a text that is too long to read as markdown, or nests too deep, and a formula that
//	                                 is shown as it is written
func Markdown(answer string, o MarkdownOptions) (template.HTML, MarkdownNotes, error) {
	if strings.TrimSpace(answer) == "" {
		return "", MarkdownNotes{}, nil
	}
	answer = strings.ToValidUTF8(answer, "\uFFFD") // goldmark 1.8.7 panics on some stray bytes
	if len(answer) > LongestMarkdown || tooDeep().MatchString(answer) {
		return Plain(answer), MarkdownNotes{Plain: true}, nil
	}
	var out bytes.Buffer
	if o.Maths == nil {
		o.Maths = &Typesetter{}
	}
	w := &markdownWriter{MarkdownOptions: o}
	if err := newMarkdown(w).Convert([]byte(answer), &out); err != nil {
		return "", MarkdownNotes{}, err
	}
	return template.HTML(out.String()), w.notes, nil
}

// Plain writes an answer that is not read as markdown.
func Plain(answer string) template.HTML {
	return template.HTML(`<div class="plain">` + template.HTMLEscapeString(answer) + `</div>`)
}

// newMarkdown puts the parser together. It lacks the two parsers of HTML, so that HTML is text like any other.
func newMarkdown(w *markdownWriter) goldmark.Markdown {
	table := extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))
	return goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(without(parser.DefaultBlockParsers(), parser.NewHTMLBlockParser())...),
			parser.WithInlineParsers(without(parser.DefaultInlineParsers(), parser.NewRawHTMLParser())...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		)),
		goldmark.WithExtensions(table, extension.Strikethrough, extension.Linkify, extension.TaskList, footnotes{}, mathsExtension{}),
		goldmark.WithParserOptions(parser.WithInlineParsers(
			util.Prioritized(breakParser{}, 50), util.Prioritized(citationParser{w.Sources}, 90),
		)),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(lineBreaks{keep: w.LineBreaks}, 1000), util.Prioritized(headingEmoji{}, 1001))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(w, 100))),
	)
}

// without returns the list without one of its values.
func without(list []util.PrioritizedValue, value any) []util.PrioritizedValue {
	var rest []util.PrioritizedValue
	for _, item := range list {
		if item.Value != value {
			rest = append(rest, item)
		}
	}
	return rest
}

// markdownWriter writes the elements that goldmark would write with addresses, or that need a box of their own.
type markdownWriter struct {
	MarkdownOptions
	notes MarkdownNotes
}

// RegisterFuncs implements renderer.NodeRenderer.
func (w *markdownWriter) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindLink, around(`<a class="link">`, `</a>`))
	reg.Register(ast.KindAutoLink, writeAutoLink)
	reg.Register(ast.KindImage, w.writeImage)
	reg.Register(ast.KindList, writeList)
	reg.Register(ast.KindBlockquote, writeBlockquote)
	reg.Register(ast.KindTextBlock, writeTextBlock)
	reg.Register(citationKind, writeCitation)
	reg.Register(emojiKind, around(`<span class="emoji">`, "</span>"))
	reg.Register(mathsKind, w.writeMaths)
	registerFootnotes(reg)
	reg.Register(ast.KindFencedCodeBlock, w.writeFenced)
	reg.Register(ast.KindCodeBlock, w.writeCode)
	reg.Register(extast.KindTable, around(`<div class="table"><table>`, "</table></div>\n"))
	reg.Register(extast.KindTaskCheckBox, writeTask)
}

// around writes an element's tags and leaves its content to goldmark.
func around(open, end string) renderer.NodeRendererFunc {
	return func(out util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		tag := end
		if entering {
			tag = open
		}
		_, err := out.WriteString(tag)
		return ast.WalkContinue, err
	}
}

// side is the attribute of a list or a quote that runs as its first letters do. Inside another one it has the side of that, so that
// it stands below the text that it belongs to.
func side(n ast.Node) string {
	for above := n.Parent(); above != nil; above = above.Parent() {
		switch above.Kind() {
		case ast.KindList, ast.KindBlockquote, extast.KindFootnoteList:
			return ""
		}
	}
	return ` dir="auto"`
}

// writeBlockquote writes the tags of a quote, whose bar is at its side.
func writeBlockquote(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "</blockquote>\n"
	if entering {
		tag = "<blockquote" + side(n) + ">\n"
	}
	_, err := out.WriteString(tag)
	return ast.WalkContinue, err
}

// writeList writes the tags of a list. The style sheet makes room for long numbers.
func writeList(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	list := n.(*ast.List)
	tag := "ul"
	if list.IsOrdered() {
		tag = "ol"
	}
	if !entering {
		_, err := out.WriteString("</" + tag + ">\n")
		return ast.WalkContinue, err
	}
	open := "<" + tag + side(n)
	if list.IsOrdered() && list.Start != 1 {
		open += fmt.Sprintf(` start="%d"`, list.Start)
	}
	if last := list.Start + list.ChildCount() - 1; list.IsOrdered() && last >= 10 {
		open += fmt.Sprintf(` style="--digits:%d"`, len(strconv.Itoa(last)))
	}
	_, err := out.WriteString(open + ">\n")
	return ast.WalkContinue, err
}

// writeTextBlock writes the text of an item of a list without empty lines. Below a block, such as code, it is a paragraph of its own.
func writeTextBlock(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := ""
	switch below := n.PreviousSibling() != nil; {
	case entering && below:
		tag = "<p>"
	case !entering && below:
		tag = "</p>\n"
	case !entering && n.NextSibling() != nil && n.HasChildren():
		tag = "\n"
	}
	_, err := out.WriteString(tag)
	return ast.WalkContinue, err
}

// breakParser reads the one tag that answers use, since a line of a table cannot end otherwise.
type breakParser struct{}

// breakTag is <br> in each of its forms.
var breakTag = pattern.Lazy(`^<[bB][rR]\s*/?>`)

// Trigger implements parser.InlineParser.
func (breakParser) Trigger() []byte { return []byte{'<'} }

// Parse implements parser.InlineParser.
func (breakParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	tag := breakTag().Find(line)
	if tag == nil {
		return nil
	}
	block.Advance(len(tag))
	end := ast.NewTextSegment(text.NewSegment(segment.Start, segment.Start))
	end.SetHardLineBreak(true)
	return end
}

func writeAutoLink(out util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	label := n.(*ast.AutoLink).Label(source)
	_, err := out.WriteString(`<a class="link">` + template.HTMLEscapeString(string(label)) + `</a>`)
	return ast.WalkContinue, err
}

// writeImage lets the description through and nothing else.
func (w *markdownWriter) writeImage(_ util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.notes.Pictures++
	}
	return ast.WalkContinue, nil
}

func writeTask(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	class := "task"
	if n.(*extast.TaskCheckBox).IsChecked {
		class = "task done"
	}
	_, err := out.WriteString(`<span class="` + class + `"></span>`)
	return ast.WalkContinue, err
}

func (w *markdownWriter) writeFenced(out util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	return w.writeBlock(out, source, n, string(n.(*ast.FencedCodeBlock).Language(source)))
}

func (w *markdownWriter) writeCode(out util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	return w.writeBlock(out, source, n, "")
}

func (w *markdownWriter) writeBlock(out util.BufWriter, source []byte, n ast.Node, tag string) (ast.WalkStatus, error) {
	name, code, err := highlight(string(n.Lines().Value(source)), tag, slowestCode)
	if err != nil {
		return ast.WalkStop, err
	}
	label := w.CodeUntitled
	switch {
	case w.CodeTag && tag != "":
		label = tag
	case tag != "":
		label = name
	}
	class := "code"
	if label == "" {
		class = "code untitled"
	}
	_, err = out.WriteString(`<div class="` + class + `" dir="ltr"><div class="code-head"><span class="code-lang">` + template.HTMLEscapeString(label) +
		`</span><svg class="code-copy"><use href="#code-copy"/></svg></div><pre>` + string(code) + "</pre></div>\n")
	return ast.WalkSkipChildren, err
}
