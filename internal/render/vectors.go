package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"strings"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/templates"
)

// embedFonts gives an SVG image the fonts of its text. It sees no others: neither those of the page nor the host's. Whatever
// families it names, its text is set in a neutral one. Nothing says when an image has its fonts, so that below it there
// is, for each font, a character of it: drawVector of page.js waits until all of them are seen. It returns the
// characters that no font has.
func embedFonts(ctx context.Context, image *asset.Image) (missing []rune, err error) {
	if image.Text == "" {
		return nil, nil
	}
	plan, err := templates.PlanFonts(ctx, []string{"Arimo"}, image.Text, templates.Emoji{})
	if err != nil {
		return nil, err
	}
	var css, samples strings.Builder
	fonts := 0
	for _, font := range plan.Fonts {
		if font.Wanted == "" { // slanted letters: Chromium slants the upright ones
			continue
		}
		css.WriteString(font.Embedded())
		fmt.Fprintf(&samples, `<text x="2" y="%d" style="all:initial!important;font:%dpx/1 Arimo,%s!important;fill:#000!important">%s</text>`,
			image.Height+browser.SampleSide*fonts+browser.SampleSide*3/4, browser.SampleSide*3/4, html.EscapeString(plan.Fallback), html.EscapeString(font.Sample))
		fonts++
	}
	fmt.Fprintf(&css, `*{font-family:Arimo,%s!important}`, plan.Fallback)
	var out bytes.Buffer
	height := image.Height + browser.SampleSide*fonts
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" style="all:initial!important;width:%[1]dpx!important;height:%dpx!important">`, image.Width, height)
	fmt.Fprintf(&out, `%s<style>%s</style>%s</svg>`, image.Data, html.EscapeString(css.String()), samples.String())
	image.Data = out.Bytes()
	return plan.Missing, nil
}

// errStoodIn is about a browser that was lost to an image. Now there is a placeholder in its place, with which another browser draws
// the job.
var errStoodIn = errors.New("a placeholder is shown instead")

// withoutHeavy turns the error about an SVG image that was too heavy into one that names its fields. If the job allows that, a
// placeholder is put in its place instead, and the error is an errStoodIn. Chromium may also crash for another reason: at first the
// image is not to blame.
func (d *document) withoutHeavy(err error) error {
	var heavy *browser.HeavyImageError
	if !errors.As(err, &heavy) {
		return err
	}
	if errors.Is(err, browser.ErrCrashed) && d.crashed != heavy.Path {
		d.crashed = heavy.Path
		return err
	}
	cause := fmt.Errorf("the SVG image takes too much time or memory to draw: all together may take %s; simplify it or convert it to PNG", heavy.Limit)
	if failed := d.standIn([]string{heavy.Path}, cause); failed != nil {
		return failed
	}
	return fmt.Errorf("%w: %w", errStoodIn, err)
}
