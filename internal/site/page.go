package main

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"strings"

	"mockup/internal/version"
)

// site is what is written.
type site struct {
	root, folder string
	noVideos     bool // videos that are not drawn are left out
	nav          []group
	pages        []*page
	files        map[string]string // files that are copied: from the place in the site to that in the checkout
}

// group is a part of the navigation.
type group struct {
	Name  string
	Links []link
}

type link struct{ Title, Path string }

// page is one page. Links in its body are relative to it.
type page struct {
	Path     string // in the site, such as docs/video.html
	Title    string
	Wide     bool // it has no list of its headings, and takes the whole width
	Body     template.HTML
	Headings []heading
	sections []section // what the search finds
}

type heading struct {
	Level int
	ID    string
	Text  string
}

// section is a part of a page that the search finds.
type section struct{ Anchor, Heading, Text string }

// Up leads from the page to the site's folder, such as "../".
func (p *page) Up() string { return strings.Repeat("../", strings.Count(p.Path, "/")) }

func (s *site) writePages() error {
	t, err := template.New("page").Parse(layout)
	if err != nil {
		return fmt.Errorf("parse page.html: %w", err)
	}
	for _, p := range s.pages {
		var out bytes.Buffer
		err := t.Execute(&out, struct {
			*page
			Nav     []group
			Version string
		}{p, s.nav, version.String()})
		if err != nil {
			return fmt.Errorf("write %s: %w", p.Path, err)
		}
		if err := s.write(p.Path, out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file of the site.
func (s *site) write(name string, content []byte) error {
	file := filepath.Join(s.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o666)
}

func (s *site) copyFiles() error {
	for to, from := range s.files {
		data, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(from)))
		if err != nil {
			return err
		}
		if err := s.write(to, data); err != nil {
			return err
		}
	}
	return nil
}

// execute fills a template that stands for a part of a page.
func execute(name, text string, data any) (template.HTML, error) {
	t, err := template.New(name).Parse(text)
	if err != nil {
		return "", fmt.Errorf("parse %s: %w", name, err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return "", fmt.Errorf("write %s: %w", name, err)
	}
	return template.HTML(out.String()), nil // html/template has escaped it
}

// relative returns the way from one page to another file of the site.
func relative(from, to string) string {
	return strings.Repeat("../", strings.Count(path.Clean(from), "/")) + to
}
