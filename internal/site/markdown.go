package main

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/alecthomas/chroma/v2"
	chromahtml "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// renderGuide renders a page of Markdown. known has the pages of other files of the checkout.
func (s *site) renderGuide(g guide, source []byte, known map[string]string) (*page, error) {
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(codeBlocks{}, 100))),
	)
	root := markdown.Parser().Parse(text.NewReader(source))
	p := &page{Path: g.path(), Title: g.Title}
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			p.Headings = append(p.Headings, heading{n.Level, string(id.([]byte)), plainText(n, source)})
		case *ast.Link:
			return ast.WalkContinue, s.relink(&n.Destination, g, known)
		case *ast.Image:
			return ast.WalkContinue, s.relink(&n.Destination, g, known)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	p.sections = sectionsOf(root, source)
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, source, root); err != nil {
		return nil, err
	}
	p.Body = wrapTables(out.String())
	return p, nil
}

// wrapTables has wide tables scroll by themselves. The HTML is that of our own documentation.
func wrapTables(html string) template.HTML {
	return template.HTML(strings.NewReplacer("<table>", `<div class="table"><table>`, "</table>", "</table></div>").Replace(html))
}

// relink points a link to the page, or to the copy, of what it names in the checkout.
func (s *site) relink(destination *[]byte, g guide, known map[string]string) error {
	target := string(*destination)
	if strings.HasPrefix(target, "#") || strings.Contains(target, "://") {
		return nil
	}
	file, anchor, _ := strings.Cut(target, "#")
	source := path.Join(path.Dir(g.Source), file)
	place, isPage := known[source]
	if !isPage {
		info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(source)))
		if err != nil || info.IsDir() {
			return fmt.Errorf("the link %s leads to no file of the checkout", target)
		}
		place = "files/" + strings.ReplaceAll(source, "/.", "/")
		if path.Ext(place) != ".jpg" && path.Ext(place) != ".png" {
			place += ".txt" // browsers show it, whatever it is
		}
		s.files[place] = source
	}
	if anchor != "" {
		place += "#" + anchor
	}
	*destination = []byte(relative(g.path(), place))
	return nil
}

// plainText returns the text of a node without its markup.
func plainText(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // this visitor returns no error
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				out.Write(n.Segment.Value(source))
				if n.SoftLineBreak() {
					out.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				out.Write(n.Value)
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				out.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// sectionsOf divides a document at its headings, for the search.
func sectionsOf(root ast.Node, source []byte) []section {
	all := []section{{}}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level > 1 {
			id, _ := h.AttributeString("id")
			all = append(all, section{Anchor: string(id.([]byte)), Heading: plainText(h, source)})
			continue
		}
		last := &all[len(all)-1]
		last.Text += plainText(n, source) + " "
		if lines := n.Lines(); n.Kind() == ast.KindFencedCodeBlock {
			last.Text += string(lines.Value(source)) + " "
		}
	}
	return all
}

// codeBlocks renders blocks of code with classes for what their words are.
type codeBlocks struct{}

func (codeBlocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		block := n.(*ast.FencedCodeBlock)
		code, err := highlight(string(block.Lines().Value(source)), string(block.Language(source)))
		if err == nil {
			_, err = w.WriteString(string(code))
		}
		return ast.WalkContinue, err
	})
}

// highlight returns code as HTML. Its classes are those of chroma, which style.css colours.
func highlight(code, language string) (template.HTML, error) {
	lexer := lexers.Get(language)
	if lexer == nil {
		lexer = lexers.Fallback
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, code)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = chromahtml.New(chromahtml.WithClasses(true)).Format(&out, styles.Fallback, tokens)
	return template.HTML(out.String()), err // chroma has escaped it
}
