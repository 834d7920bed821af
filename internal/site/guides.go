package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/schema"
)

// guide is a page that is written in Markdown.
type guide struct {
	Source string // in the checkout, such as docs/video.md
	Title  string // in the navigation
	Group  string
}

// The groups of the navigation, in order.
var groups = []string{"Start", "Create", "Automate", "Payload fields", "Project"}

// listGuides lists the pages in the order of the navigation. A page of docs that has no place here is a guide, too.
func listGuides(root string) ([]guide, error) {
	all := []guide{
		{"README.md", "Overview", "Start"},
		{"docs/payload.md", "Payloads", "Create"},
		{"docs/video.md", "Videos", "Create"},
		{"docs/formats.md", "Formats and frames", "Create"},
		{"docs/import.md", "Import", "Create"},
		{"docs/studio.md", "Studio", "Create"},
		{"docs/batch.md", "Batches", "Automate"},
		{"docs/service.md", "Render service", "Automate"},
		{"docs/container.md", "Containers", "Automate"},
		{"docs/agents.md", "Agents", "Automate"},
		{"docs/honest-use.md", "Honest use", "Project"},
		{"docs/releases.md", "Releases", "Project"},
		{"CHANGELOG.md", "Changelog", "Project"},
		{"docs/architecture.md", "Architecture", "Project"},
		{"docs/costs.md", "What things cost", "Project"},
		{"CONTRIBUTING.md", "Contributing", "Project"},
		{"templates/README.md", "Templates", "Project"},
		{"THIRD_PARTY.md", "Third-party parts", "Project"},
	}
	found, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	for _, file := range found {
		source := "docs/" + filepath.Base(file)
		if slices.ContainsFunc(all, func(g guide) bool { return g.Source == source }) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		all = append(all, guide{source, title, "Create"})
	}
	return all, nil
}

// path is the place of the page in the site.
func (g guide) path() string {
	switch name := strings.ToLower(strings.TrimSuffix(g.Source, ".md")); {
	case name == "readme":
		return "index.html"
	case strings.HasPrefix(name, "docs/"):
		return name + ".html"
	default:
		return "docs/" + strings.NewReplacer("/readme", "", "_", "-").Replace(name) + ".html"
	}
}

func navigation(guides []guide) []group {
	var all []group
	for _, name := range groups {
		g := group{Name: name}
		for _, guide := range guides {
			if guide.Group == name {
				g.Links = append(g.Links, link{guide.Title, guide.path()})
			}
		}
		switch name {
		case "Start":
			g.Links = append(g.Links, link{"Gallery", "gallery.html"})
		case "Payload fields":
			for _, mt := range schema.Types() {
				g.Links = append(g.Links, link{string(mt), schemaPath(mt)})
			}
		}
		all = append(all, g)
	}
	return all
}

// addGuides adds the pages that are written in Markdown.
func (s *site) addGuides(guides []guide, shown []*example) error {
	known := map[string]string{} // from a file of the checkout to its page
	for _, g := range guides {
		known[g.Source] = g.path()
	}
	for _, e := range shown {
		known[e.Source] = e.path()
	}
	for _, g := range guides {
		text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(g.Source)))
		if err != nil {
			return err
		}
		p, err := s.renderGuide(g, text, known)
		if err != nil {
			return fmt.Errorf("%s: %w", g.Source, err)
		}
		if g.Source == "README.md" {
			if p.Body, err = withHero(p.Body, shown); err != nil {
				return err
			}
		}
		s.pages = append(s.pages, p)
	}
	return nil
}
