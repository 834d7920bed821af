package server

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"mockup/docs"
	"mockup/internal/version"
)

//go:embed page.html
var pageTemplate string

// page is what page.html shows.
type page struct {
	Title, Version string
	Body           template.HTML
	Up             string // the way from this page to the first one, such as "../"
}

// pages returns the pages for people, in HTML: the first one, whose name is "", and the documentation.
func pages() (map[string][]byte, error) {
	layout, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return nil, fmt.Errorf("parse page.html: %w", err)
	}
	all := map[string][]byte{}
	for _, name := range []string{"", "service", "payload", "video", "formats", "honest-use"} {
		p := page{Title: "mockup", Version: version.String()}
		if name != "" {
			source, err := docs.Pages.ReadFile(name + ".md")
			if err != nil {
				return nil, fmt.Errorf("read the documentation: %w", err)
			}
			if p.Title, p.Body, err = documentation(source); err != nil {
				return nil, fmt.Errorf("write the page %s: %w", name, err)
			}
			p.Up = "../"
		}
		var out bytes.Buffer
		if err := layout.Execute(&out, p); err != nil {
			return nil, fmt.Errorf("write the page %s: %w", name, err)
		}
		all[name] = out.Bytes()
	}
	return all, nil
}

// documentation returns the title and the HTML of a page in Markdown.
func documentation(source []byte) (title string, body template.HTML, err error) {
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	root := markdown.Parser().Parse(text.NewReader(source))
	var links []*ast.Link
	err = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			links = append(links, link)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", "", err
	}
	for _, link := range links {
		relink(link)
	}
	first, _, _ := strings.Cut(string(source), "\n")
	var out bytes.Buffer
	err = markdown.Renderer().Render(&out, source, root)
	return strings.TrimPrefix(first, "# "), template.HTML(out.String()), err // of our own documentation
}

// relink points a link to another page of the service. A link to a file that is not served is replaced by its text.
func relink(link *ast.Link) {
	target := string(link.Destination)
	if strings.HasPrefix(target, "#") || strings.Contains(target, "://") {
		return
	}
	file, anchor, _ := strings.Cut(target, "#")
	switch name := strings.TrimSuffix(file, ".md"); name {
	case "service", "payload", "video", "honest-use":
		link.Destination = []byte(name)
		if anchor != "" {
			link.Destination = []byte(name + "#" + anchor)
		}
		return
	}
	parent := link.Parent()
	for link.FirstChild() != nil {
		parent.InsertBefore(parent, link, link.FirstChild())
	}
	parent.RemoveChild(parent, link)
}

// getPage serves a page for people.
func (s *Server) getPage(w http.ResponseWriter, r *http.Request) error {
	content, found := s.pages[r.PathValue("name")]
	if !found {
		return errNoRoute
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(content)
	return nil
}
