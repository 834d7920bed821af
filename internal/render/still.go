package render

import (
	"context"
	"fmt"
	"strings"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/templates"
)

// page is a picture that is ready to be shown.
type page struct {
	browser.Page
	payload  *schema.Payload
	planned  func(*footage, *camera) error // told once a video is laid out, before its pictures are taken; may be nil
	scene    *scene.Scene
	space    *space // nil: the page is the picture
	images   *images
	warnings []scene.Warning
}

// newPage draws a scene's template.
func newPage(ctx context.Context, sc *scene.Scene, images *images, emoji templates.Emoji, scale float64) (*page, error) {
	html, err := drawTemplate(sc)
	if err != nil {
		return nil, err
	}
	// The markup holds all that is set, the template's own words included; its tags are ASCII.
	text := strings.Builder{}
	text.WriteString(html)
	if sc.Film != nil {
		for _, item := range sc.Film.Items {
			text.WriteString(item.HTML)
		}
	}
	plan, err := templates.PlanFonts(ctx, sc.Template.Manifest.Fonts, text.String(), emoji)
	if err != nil {
		return nil, err
	}
	p := &page{scene: sc, images: images, warnings: sc.Warnings}
	p.Page = browser.Page{
		HTML: html, CSS: sc.Template.CSS, Width: sc.Width, Height: sc.Height, Scale: scale * sc.Zoom,
		Clear: sc.Clear, Files: images.files,
	}
	if sc.Canvas != nil && !sc.View.Device.Space {
		p.Clear = sc.Canvas.Clear
	}
	p.Fallback = plan.Fallback
	for _, font := range plan.Fonts {
		p.Fonts = append(p.Fonts, browser.Font(font))
	}
	if len(plan.Missing) > 0 {
		p.warnings = append(p.warnings, scene.Warning{
			Code: "missing_glyphs", Message: "no embedded font has " + listRunes(plan.Missing),
		})
	}
	return p, nil
}

func drawTemplate(sc *scene.Scene) (string, error) {
	var html strings.Builder
	if err := sc.Template.Execute(&html, sc.View); err != nil {
		return "", fmt.Errorf("draw template: %w", err)
	}
	return html.String(), nil
}

// listRunes names the first few of a list of characters.
func listRunes(runes []rune) string {
	const most = 8
	var names []string
	for _, r := range runes[:min(len(runes), most)] {
		names = append(names, fmt.Sprintf("%c (U+%04X)", r, r))
	}
	if more := len(runes) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// still is a captured picture.
type still struct {
	png             []byte
	width, height   int // device pixels
	layout, capture time.Duration
	warnings        []scene.Warning
}

// capture shows the page and takes its picture.
func (p *page) capture(ctx context.Context, b *browser.Browser) (*still, error) {
	s := &still{}
	watch := stopwatch()
	layout, err := p.show(ctx, b)
	if err != nil {
		return nil, err
	}
	if layout.Clipped {
		s.warn("content_clipped", "the content is longer than the screen; a part of it is out of view")
	}
	width, height, err := p.frame(ctx, b, layout, s)
	if err != nil {
		return nil, err
	}
	s.layout = watch()
	if s.png, err = b.Screenshot(ctx); err != nil {
		return nil, err
	}
	s.capture = watch()
	scale := b.Scale()
	s.width, s.height = int(float64(width)*scale), int(float64(height)*scale)
	return s, nil
}

// show lays the page out; once more when a placeholder stands in for images that turned out to be damaged.
func (p *page) show(ctx context.Context, b *browser.Browser) (browser.Layout, error) {
	layout, err := b.Show(ctx, p.Page)
	if err != nil || len(layout.Broken) == 0 {
		return layout, err
	}
	if err := p.standIn(layout.Broken); err != nil {
		return layout, err
	}
	return b.Show(ctx, p.Page)
}

// standIn puts a placeholder in the place of damaged images.
func (p *page) standIn(paths []string) error {
	replacer, err := p.images.standIn(paths)
	if err != nil {
		return err
	}
	p.HTML = replacer.Replace(p.HTML)
	if p.scene.Film != nil {
		for i := range p.scene.Film.Items {
			item := &p.scene.Film.Items[i]
			item.HTML = replacer.Replace(item.HTML)
		}
	}
	return nil
}

func (s *still) warn(code, message string) {
	s.warnings = append(s.warnings, scene.Warning{Code: code, Message: message})
}
