// Package templates holds what a picture is made of: per platform a folder with a manifest, a theme and the
// partials in which the platform differs; per type the markup that its platforms share; and the fonts, icons and
// page script that all of them use. Adding a platform is adding a folder; README.md says how.
package templates

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed base chats ai stories notifications posts comments comment-popup emails contribution-chart dashboard-chart assets fonts.json
var files embed.FS

// Template is what draws one platform of one type.
type Template struct {
	Manifest Manifest
	CSS      string // style sheets of base, type and platform, in that order

	theme string // the platform's part of CSS
	own   string // the type's and the platform's part
	html  *template.Template
}

// Execute writes the markup of a picture. The view is documented in package scene.
func (t *Template) Execute(w io.Writer, view any) error {
	return t.html.ExecuteTemplate(w, "picture", view)
}

// Partial draws one partial by itself.
func (t *Template) Partial(name string, view any) (template.HTML, error) {
	var out strings.Builder
	err := t.html.ExecuteTemplate(&out, name, view)
	return template.HTML(out.String()), err
}

// With returns the template of a page on which things of several platforms of its type stand side by side: it has
// their themes, each below its platform's class, and their fonts. The property --looks lists the fonts, since a
// character that one of them holds is not looked for among the fallbacks.
func (t *Template) With(platforms ...*Template) *Template {
	page := t.WithFonts()
	for _, p := range platforms {
		page.CSS += p.theme
		page = page.WithFonts(p.Manifest.Fonts...)
	}
	page.CSS += `.picture { --looks: "` + strings.Join(page.Manifest.Fonts, `", "`) + "\" }\n"
	return page
}

// WithFonts returns the template with further families for texts that are set in them.
func (t *Template) WithFonts(families ...string) *Template {
	page := *t
	page.Manifest.Fonts = slices.Clone(t.Manifest.Fonts)
	for _, font := range families {
		if !slices.Contains(page.Manifest.Fonts, font) {
			page.Manifest.Fonts = append(page.Manifest.Fonts, font)
		}
	}
	return &page
}

// Within returns the template with the style sheets of another one, which apply within a selector.
func (t *Template) Within(selector string, other *Template) *Template {
	page := *t
	page.CSS += selector + " {\n" + other.own + "}\n"
	return &page
}

// Set looks templates up and keeps what it has parsed. It is safe for concurrent use.
type Set struct {
	mu     sync.Mutex
	parsed map[string]*Template
}

// Lookup returns the template of a type's platform, parsed on first use. Types without platforms have the empty
// platform. The error of a platform without a template is a *MissingError.
func (s *Set) Lookup(kind, platform string) (*Template, error) {
	key := path.Join(kind, platform)
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, ok := s.parsed[key]; ok {
		return t, nil
	}
	if !Has(kind, platform) {
		return nil, &MissingError{Type: kind, Platform: platform, Available: Available(kind)}
	}
	t, err := parse(kind, platform)
	if err != nil {
		return nil, fmt.Errorf("parse template %s: %w", key, err)
	}
	if s.parsed == nil {
		s.parsed = map[string]*Template{}
	}
	s.parsed[key] = t
	return t, nil
}

// MissingError says that a platform has no template.
type MissingError struct {
	Type, Platform string
	Available      []string
}

func (e *MissingError) Error() string {
	if len(e.Available) == 0 {
		return fmt.Sprintf("%s cannot be drawn yet, only validated", e.Type)
	}
	return fmt.Sprintf("platform %q of %s cannot be drawn yet; available: %s", e.Platform, e.Type, strings.Join(e.Available, ", "))
}

// Kinds lists the types that have a template, sorted.
func Kinds() []string {
	var found []string
	entries, _ := files.ReadDir(".") // of an embedded file system, which cannot fail
	for _, entry := range entries {
		if Has(entry.Name(), "") {
			found = append(found, entry.Name())
		}
	}
	return found
}

// Has reports whether a type's platform has a template.
func Has(kind, platform string) bool {
	_, err := fs.Stat(files, path.Join(kind, platform, manifestFile))
	return err == nil
}

// Available lists the platforms of a type that have a template, sorted. A type without platforms has the one
// platform "" once its template exists.
func Available(kind string) []string {
	var found []string
	if Has(kind, "") && !hasPlatforms(kind) {
		return []string{""}
	}
	entries, _ := files.ReadDir(kind)
	for _, entry := range entries {
		if entry.IsDir() && Has(kind, entry.Name()) {
			found = append(found, entry.Name())
		}
	}
	slices.Sort(found)
	return found
}

func hasPlatforms(kind string) bool {
	entries, _ := files.ReadDir(kind)
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.IsDir() })
}

// parse reads the partials and style sheets from base over the type to the platform: what comes later replaces
// what came before.
func parse(kind, platform string) (*Template, error) {
	t := &Template{html: template.New("")}
	t.html.Funcs(funcs(t))
	folders := []string{"base", kind}
	if platform != "" {
		folders = append(folders, path.Join(kind, platform))
	}
	for i, folder := range folders {
		shared := len(t.CSS)
		if err := t.addFolder(folder); err != nil {
			return nil, err
		}
		if i == 2 {
			t.theme = t.CSS[shared:]
		}
		if i > 0 {
			t.own += t.CSS[shared:]
		}
	}
	var err error
	t.Manifest, err = ReadManifest(kind, platform)
	return t, err
}

// addFolder adds a folder's partials, each named by its file, and its style sheets.
func (t *Template) addFolder(folder string) error {
	entries, err := files.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || name == "shell.html" {
			continue
		}
		data, err := files.ReadFile(path.Join(folder, name))
		if err != nil {
			return err
		}
		switch path.Ext(name) {
		case ".css":
			t.CSS += string(data)
		case ".html":
			text := string(data)
			if strings.TrimSpace(text) == "" {
				text = `{{""}}` // an empty text would leave the type's partial in force
			}
			if _, err := t.html.New(name[:len(name)-len(".html")]).Parse(text); err != nil {
				return err
			}
		}
	}
	return nil
}
