// Command site writes the documentation as static pages: README, docs, a gallery of every example with a page for each, a page
// for the schema of each type, and an index to search them. scripts/site runs it in the root folder of the checkout, after
// the examples were drawn into the folder media of the site:
//
//	site [--no-videos] FOLDER
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	noVideos := flag.Bool("no-videos", false, "leave out videos that are not drawn")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: site [--no-videos] FOLDER")
		os.Exit(2)
	}
	if err := build(".", flag.Arg(0), *noVideos); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Println(filepath.Join(flag.Arg(0), "index.html"))
}

// The files that all pages share.
var (
	//go:embed page.html
	layout string
	//go:embed style.css
	style []byte
	//go:embed site.js
	script []byte
)

// build writes the site of a checkout into a folder, which has the drawn examples in media/. noVideos leaves out videos that are
// not drawn.
func build(root, folder string, noVideos bool) error {
	s := &site{root: root, folder: folder, noVideos: noVideos, files: map[string]string{}}
	shown, err := s.readExamples()
	if err != nil {
		return err
	}
	guides, err := listGuides(root)
	if err != nil {
		return err
	}
	s.nav = navigation(guides)
	for _, add := range []func() error{
		func() error { return s.addGuides(guides, shown) },
		func() error { return s.addGallery(shown) },
		s.addSchemas,
	} {
		if err := add(); err != nil {
			return err
		}
	}
	err = errors.Join(s.writePages(), s.copyFiles(), s.writeIndex(), s.write("style.css", style), s.write("site.js", script))
	if err != nil {
		return err
	}
	dead, err := deadLinks(folder)
	if err == nil && len(dead) > 0 {
		err = fmt.Errorf("%d links lead nowhere:\n%s", len(dead), strings.Join(dead, "\n"))
	}
	return err
}
