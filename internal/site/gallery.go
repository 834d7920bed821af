package main

import (
	"errors"
	"fmt"
	"html/template"
	"image"
	_ "image/jpeg" // of posters
	_ "image/png"  // of pictures
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	_ "golang.org/x/image/webp" // of pictures

	"mockup/internal/schema"
)

// example is a payload of the folder examples with what was drawn from it.
type example struct {
	Type   schema.Type
	Name   string // such as whatsapp-dark
	Source string // in the checkout
	Media  string // in the site: a picture or a video
	Poster string // in the site: a picture of the video, or "" for a picture

	Width, Height int // pixels
	code          string
}

func (e *example) path() string { return "examples/" + string(e.Type) + "/" + e.Name + ".html" }

// Path is that of the example's page, for templates.
func (e *example) Path() string { return e.path() }

// Dark reports whether the example shows an app in its dark colours.
func (e *example) Dark() bool { return strings.Contains(e.code, "darkMode: true") }

// isVideo reports whether the payload is drawn as a video.
func (e *example) isVideo() bool { return strings.Contains("\n"+e.code, "\nrenderKind: video") }

var errNotDrawn = errors.New("is not drawn")

// readExamples lists the examples in the order of types and names.
func (s *site) readExamples() ([]*example, error) {
	var all []*example
	for _, mt := range schema.Types() {
		files, err := filepath.Glob(filepath.Join(s.root, "examples", string(mt), "*.yaml"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			e := &example{Type: mt, Name: strings.TrimSuffix(filepath.Base(file), ".yaml")}
			e.Source = "examples/" + string(mt) + "/" + e.Name + ".yaml"
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			e.code = string(data)
			switch err := s.findMedia(e); {
			case errors.Is(err, errNotDrawn) && s.noVideos && e.isVideo():
				continue
			case err != nil:
				return nil, err
			}
			all = append(all, e)
		}
	}
	return all, nil
}

// findMedia finds what was drawn from an example, and makes the poster of a video.
func (s *site) findMedia(e *example) error {
	place := "media/" + string(e.Type) + "/" + e.Name
	i := slices.IndexFunc([]string{".webp", ".png", ".mp4", ".webm"}, func(ending string) bool {
		_, err := os.Stat(filepath.Join(s.folder, place+ending))
		e.Media = place + ending
		return err == nil
	})
	if i < 0 {
		return fmt.Errorf("%s %w; run scripts/site, which draws it", e.Source, errNotDrawn)
	}
	seen := e.Media
	if strings.HasSuffix(e.Media, ".mp4") || strings.HasSuffix(e.Media, ".webm") {
		e.Poster = "posters/" + string(e.Type) + "/" + e.Name + ".jpg"
		if err := s.makePoster(e); err != nil {
			return err
		}
		seen = e.Poster
	}
	file, err := os.Open(filepath.Join(s.folder, seen))
	if err != nil {
		return err
	}
	defer file.Close()
	config, _, err := image.DecodeConfig(file)
	if err != nil {
		return fmt.Errorf("read %s: %w", seen, err)
	}
	e.Width, e.Height = config.Width, config.Height
	return nil
}

// makePoster takes a picture from the last second of a video, unless there is one that is newer than the video.
func (s *site) makePoster(e *example) error {
	from, to := filepath.Join(s.folder, e.Media), filepath.Join(s.folder, e.Poster)
	video, err := os.Stat(from)
	if err != nil {
		return err
	}
	if poster, err := os.Stat(to); err == nil && poster.ModTime().After(video.ModTime()) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	out, err := exec.Command("ffmpeg", "-v", "error", "-y", "-sseof", "-1", "-i", from, "-frames:v", "1", "-q:v", "3", to).CombinedOutput()
	if err != nil {
		return fmt.Errorf("make the poster of %s: %w: %s", e.Media, err, out)
	}
	return nil
}

// card shows an example among others. Videos play while they are seen.
const card = `{{define "media"}}{{if .Poster}}<video muted loop playsinline preload="none" width="{{.Width}}" height="{{.Height}}" poster="{{.Up}}{{.Poster}}" src="{{.Up}}{{.Media}}"{{if .Controls}} controls{{else}} data-autoplay{{end}}></video>
{{- else}}<img src="{{.Up}}{{.Media}}" width="{{.Width}}" height="{{.Height}}" alt="{{.Type}}: {{.Name}}"{{if not .Controls}} loading="lazy"{{end}}>{{end}}{{end}}`

// placed is an example as one page shows it.
type placed struct {
	*example
	Up       string // from the page to the site's folder
	Controls bool
}

func placeAll(all []*example, up string) []placed {
	var out []placed
	for _, e := range all {
		out = append(out, placed{e, up, false})
	}
	return out
}

const galleryPage = card + `<h1>Gallery</h1>
<p>mockup drew all of these from the examples of its repository. Each leads to its payload.</p>
<div class="filters" hidden><input type="search" placeholder="Filter: whatsapp dark video" aria-label="Filter the examples">
<span class="count"></span></div>
<p class="types">{{range .}}<a href="#{{.Type}}">{{.Type}} <small>{{len .Examples}}</small></a> {{end}}</p>
{{range .}}<section class="gallery-type"><h2 id="{{.Type}}">{{.Type}}</h2><div class="gallery">
{{range .Examples}}<a class="card" href="{{.Path}}" data-words="{{.Type}} {{.Name}}{{if .Poster}} video{{else}} picture{{end}}{{if .Dark}} dark{{else}} light{{end}}">{{template "media" .}}<span>{{.Name}}</span></a>
{{end}}</div></section>{{end}}`

const examplePage = card + `<h1>{{.Name}}</h1>
<p>An example of <a href="{{.Up}}schema/{{.Type}}.html">{{.Type}}</a>, as mockup draws it. {{with .Previous}}<a href="{{$.Up}}{{.Path}}" rel="prev">← {{.Name}}</a>{{end}} {{with .Next}}<a href="{{$.Up}}{{.Path}}" rel="next">{{.Name}} →</a>{{end}}</p>
<div class="example"><div class="shown">{{template "media" .}}</div><div class="payload">
<pre class="chroma"><code>mockup render {{.Source}}</code></pre>
{{.Code}}</div></div>`

// addGallery adds the gallery and a page for each example.
func (s *site) addGallery(all []*example) error {
	type kind struct {
		Type     schema.Type
		Examples []placed
	}
	var kinds []kind
	for _, mt := range schema.Types() {
		of := slices.DeleteFunc(slices.Clone(all), func(e *example) bool { return e.Type != mt })
		if len(of) > 0 {
			kinds = append(kinds, kind{mt, placeAll(of, "")})
		}
	}
	body, err := execute("gallery", galleryPage, kinds)
	if err != nil {
		return err
	}
	s.pages = append(s.pages, &page{Path: "gallery.html", Title: "Gallery", Wide: true, Body: body, sections: []section{{Text: "examples pictures videos"}}})
	for i, e := range all {
		if err := s.addExample(all, i, e); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) addExample(all []*example, i int, e *example) error {
	code, err := highlight(e.code, "yaml")
	if err != nil {
		return err
	}
	shown := struct {
		placed
		Previous, Next *example
		Code           template.HTML
	}{placed: placed{e, "../../", true}, Code: code}
	if i > 0 {
		shown.Previous = all[i-1]
	}
	if i+1 < len(all) {
		shown.Next = all[i+1]
	}
	body, err := execute("example", examplePage, shown)
	if err != nil {
		return err
	}
	kind := "picture"
	if e.Poster != "" {
		kind = "video"
	}
	s.pages = append(s.pages, &page{
		Path: e.path(), Title: string(e.Type) + ": " + e.Name, Wide: true, Body: body,
		sections: []section{{Text: "example " + kind + " " + strings.ReplaceAll(e.Name, "-", " ")}},
	})
	return nil
}

const heroPart = card + `<div class="hero"><p class="strip">{{range .}}<a href="{{.Path}}" title="{{.Type}}: {{.Name}}">{{template "media" .}}</a>{{end}}</p>
<p class="actions"><a class="button" href="#two-commands">Get started</a> <a class="button quiet" href="gallery.html">Gallery</a></p></div>`

// heroes are the examples at the top of the first page.
var heroes = []string{"chats/whatsapp-video", "chats/imessage-dark", "ai/claude", "stories/instagram", "notifications/ios-glass", "chats/telegram"}

// withHero puts a row of examples in the place of the pictures of the first page.
func withHero(body template.HTML, all []*example) (template.HTML, error) {
	var shown []*example
	for _, name := range heroes {
		i := slices.IndexFunc(all, func(e *example) bool { return string(e.Type)+"/"+e.Name == name })
		if i >= 0 {
			shown = append(shown, all[i])
		}
	}
	hero, err := execute("hero", heroPart, placeAll(shown, ""))
	if err != nil {
		return "", err
	}
	before, after, found := strings.Cut(string(body), "<p><img ")
	_, rest, closed := strings.Cut(after, "</p>\n")
	if !found || !closed {
		return "", errors.New("README.md has no pictures, in whose place the first page shows examples")
	}
	return template.HTML(before) + hero + template.HTML(rest), nil
}
