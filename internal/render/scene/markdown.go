package scene

import (
	"bytes"
	"html/template"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// Bounds of what is read as markdown, since some input takes the parser quadratic time: 32 KiB of "[a](" take
// 0.15 s, 32 KiB of ">" without the bound on nesting 0.4 s. 32 KiB are some 5,000 words.
const (
	longestMarkdown = 32 << 10  // of one answer, bytes
	mostMarkdown    = 128 << 10 // of a conversation, bytes
)

// tooDeep finds a line that opens forty quotes and lists.
var tooDeep = regexp.MustCompile(`(?m)^[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){40}`)

// CodeLabels say what stands over a code block.
type CodeLabels struct {
	Tag      bool   // the language as the answer wrote it, instead of its name
	Untitled string // over a block without a language
}

// MarkdownNotes tell what of a text was not drawn as it asked.
type MarkdownNotes struct {
	Pictures int  // left out, their descriptions stand in for them
	Plain    bool // too long or nested too deep: set as plain text
}

// Markdown writes an answer as markup: CommonMark with GitHub's tables, strikethrough, task lists and bare links.
// Nothing that it writes loads or runs anything: HTML in the text stays text, links have no address, pictures are
// their descriptions. The style sheet finds, beside the usual elements:
//
//	a.link                           a link, without href
//	div.code > div.code-head + pre   a code block; the head holds span.code-lang and svg.code-copy, which draws
//	                                 the symbol #code-copy; in the pre, spans of the classes of codeClass
//	div.table > table                a table, which may be wider than its box
//	span.task, span.task.done        the box of a task list's item
//	div.plain                        a text that is too long to read as markdown, or nests too deep
func Markdown(text string, labels CodeLabels) (template.HTML, MarkdownNotes, error) {
	if strings.TrimSpace(text) == "" {
		return "", MarkdownNotes{}, nil
	}
	text = strings.ToValidUTF8(text, "\uFFFD") // goldmark 1.8.7 panics on some stray bytes
	if len(text) > longestMarkdown || tooDeep.MatchString(text) {
		return plainAnswer(text), MarkdownNotes{Plain: true}, nil
	}
	var out bytes.Buffer
	w := &markdownWriter{labels: labels}
	if err := newMarkdown(w).Convert([]byte(text), &out); err != nil {
		return "", MarkdownNotes{}, err
	}
	return template.HTML(out.String()), w.notes, nil
}

func plainAnswer(text string) template.HTML {
	return template.HTML(`<div class="plain">` + template.HTMLEscapeString(text) + `</div>`)
}

// newMarkdown puts the parser together. It lacks the two parsers of HTML, so that HTML is text like any other.
func newMarkdown(w *markdownWriter) goldmark.Markdown {
	table := extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))
	wide := extension.NewCJK(extension.WithEastAsianLineBreaks())
	return goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(without(parser.DefaultBlockParsers(), parser.NewHTMLBlockParser())...),
			parser.WithInlineParsers(without(parser.DefaultInlineParsers(), parser.NewRawHTMLParser())...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		)),
		goldmark.WithExtensions(table, extension.Strikethrough, extension.Linkify, extension.TaskList, wide),
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
	labels CodeLabels
	notes  MarkdownNotes
}

// RegisterFuncs implements renderer.NodeRenderer.
func (w *markdownWriter) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindLink, around(`<a class="link">`, `</a>`))
	reg.Register(ast.KindAutoLink, writeAutoLink)
	reg.Register(ast.KindImage, w.writeImage)
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
	name, code := highlight(string(n.Lines().Value(source)), tag)
	label := w.labels.Untitled
	switch {
	case w.labels.Tag && tag != "":
		label = tag
	case tag != "":
		label = name
	}
	_, err := out.WriteString(`<div class="code" dir="ltr"><div class="code-head"><span class="code-lang">` + template.HTMLEscapeString(label) +
		`</span><svg class="code-copy"><use href="#code-copy"/></svg></div><pre>` + string(code) + "</pre></div>\n")
	return ast.WalkSkipChildren, err
}
