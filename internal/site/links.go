package main

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"
)

// document is what the check of links reads from a page.
type document struct {
	ids   map[string]bool
	links []string
}

// deadLinks lists the links of a written site that lead to no file, or to no heading, of it. Links to other sites are not
// followed.
func deadLinks(folder string) ([]string, error) {
	documents := map[string]document{}
	site := os.DirFS(folder)
	err := fs.WalkDir(site, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".html" {
			return err
		}
		documents[name], err = readDocument(filepath.Join(folder, filepath.FromSlash(name)))
		return err
	})
	if err != nil {
		return nil, err
	}
	var dead []string
	for name, d := range documents {
		for _, target := range d.links {
			if !leads(site, documents, name, target) {
				dead = append(dead, fmt.Sprintf("%s: %s", name, target))
			}
		}
	}
	return dead, nil
}

func leads(site fs.FS, documents map[string]document, from, target string) bool {
	u, err := url.Parse(target)
	if err != nil {
		return false
	}
	if u.IsAbs() {
		return true
	}
	file := from
	if u.Path != "" {
		file = path.Join(path.Dir(from), u.Path)
	}
	if _, err := fs.Stat(site, file); err != nil {
		return false
	}
	return u.Fragment == "" || documents[file].ids[u.Fragment]
}

func readDocument(file string) (document, error) {
	d := document{ids: map[string]bool{}}
	f, err := os.Open(file)
	if err != nil {
		return d, err
	}
	defer f.Close()
	root, err := html.Parse(f)
	if err != nil {
		return d, fmt.Errorf("read %s: %w", file, err)
	}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				d.ids[a.Val] = true
			case "href", "src", "poster":
				d.links = append(d.links, strings.TrimSpace(a.Val))
			}
		}
	}
	return d, nil
}
