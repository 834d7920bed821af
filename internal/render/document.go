package render

import (
	"context"
	"fmt"
	"image"
	"strings"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/format"
	"mockup/internal/render/phone"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/templates"
)

// document is a picture or a video that is ready to be shown on a page.
type document struct {
	browser.Document
	payload  *schema.Payload
	scene    *scene.Scene
	format   format.Format    // that its picture becomes; none: any
	phone    *phone.Placement // of the 3D phone; nil: the page is the picture
	images   *images
	audio    *audio     // nil until it is loaded
	footage  *videoFile // nil: no video lies behind the content
	films    films      // that play in messages
	warnings []scene.Warning

	behind        string // address of the image behind the content
	crashed       string // path of the image of vectors with which Chromium has crashed
	payloadSHA256 string // of the canonical payload, hexadecimal
}

// close frees what the document holds.
func (d *document) close() {
	d.footage.close()
	d.films.close()
}

// newDocument draws a scene's template, and replaces the tokens of images by addresses.
func newDocument(ctx context.Context, sc *scene.Scene, images *images, emoji templates.Emoji, scale float64) (*document, error) {
	d := &document{scene: sc, images: images, warnings: sc.Warnings}
	html, err := drawTemplate(ctx, sc)
	if err != nil {
		return nil, err
	}
	d.Document = browser.Document{
		HTML: html, CSS: sc.Template.CSS, Width: sc.Width, Height: sc.Height, Scale: scale * sc.Zoom,
		Transparent: sc.Clear, Files: images.files,
	}
	if sc.Canvas != nil && !sc.View.Device.Space {
		d.Transparent = sc.Canvas.Clear
	}
	if sc.Canvas != nil && sc.Canvas.Image != nil {
		d.behind = sc.Canvas.Image.Address
	}
	d.replace(images.addresses())
	if err := d.checkTexts(); err != nil {
		return nil, err
	}
	return d, d.planFonts(ctx, emoji)
}

// checkTexts refuses a document whose text is too much to be laid out. The page shows the items of a video a few at a
// time.
func (d *document) checkTexts() error {
	if err := checkText(d.HTML); err != nil || d.scene.Storyboard == nil {
		return err
	}
	for _, item := range d.scene.Storyboard.Items {
		if err := checkText(item.HTML); err != nil {
			return err
		}
	}
	return nil
}

func drawTemplate(ctx context.Context, sc *scene.Scene) (string, error) {
	html := markupWriter{ctx: ctx}
	if err := sc.Template.Execute(&html, sc.View); err != nil {
		return "", fmt.Errorf("draw template: %w", err)
	}
	return html.String(), nil
}

// markupWriter takes markup until its context is done. Half a second of writing makes 10 MB.
type markupWriter struct {
	strings.Builder
	ctx context.Context
}

func (w *markupWriter) Write(p []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, context.Cause(w.ctx)
	}
	return w.Builder.Write(p)
}

// replace replaces addresses of images in all of the document's markup.
func (d *document) replace(addresses *strings.Replacer) {
	d.HTML, d.behind = addresses.Replace(d.HTML), addresses.Replace(d.behind)
	board := d.scene.Storyboard
	if board == nil {
		return
	}
	for i := range board.Items {
		board.Items[i].HTML = addresses.Replace(board.Items[i].HTML)
	}
	if board.Field != nil {
		for i := range board.Field.Looks {
			board.Field.Looks[i] = addresses.Replace(board.Field.Looks[i])
		}
	}
}

// planFonts chooses the fonts that the document's text needs, and adds the style sheet of its formulas. The markup holds all that is set, the template's own
// words included; its tags are ASCII.
func (d *document) planFonts(ctx context.Context, emoji templates.Emoji) error {
	text := strings.Builder{}
	text.WriteString(d.HTML)
	if d.scene.Storyboard != nil {
		for _, item := range d.scene.Storyboard.Items {
			text.WriteString(item.HTML)
		}
	}
	if templates.HasMaths(text.String()) {
		css, err := templates.MathsCSS()
		if err != nil {
			return err
		}
		d.CSS = css + d.CSS // a theme may set what KaTeX's sheet sets
	}
	plan, err := templates.PlanFonts(ctx, d.scene.Template.Manifest.Fonts, text.String(), emoji)
	if err != nil {
		return err
	}
	d.Fallback = plan.Fallback
	for _, font := range plan.Fonts {
		d.Fonts = append(d.Fonts, browser.Font(font))
	}
	if len(plan.Missing) > 0 {
		d.warn("missing_glyphs", "no embedded font has "+listRunes(plan.Missing))
	}
	return nil
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

// warn adds a warning to the document.
func (d *document) warn(code, message string) {
	d.warnings = append(d.warnings, scene.Warning{Code: code, Message: message})
}

// layout is a document that is laid out on a page.
type layout struct {
	width, height int         // CSS pixels
	exact         image.Point // size of the page in device pixels; zero: it follows from the others
	warnings      []scene.Warning
	remarks       []scene.Warning
}

func (l *layout) warn(code, message string) {
	l.warnings = append(l.warnings, scene.Warning{Code: code, Message: message})
}

// layOut shows the document on a page at its final size.
func (d *document) layOut(ctx context.Context, b *browser.Browser) (*layout, error) {
	scale := d.Scale
	if d.exact() && d.Height > 0 && d.phone == nil { // what is known before the layout
		var err error
		if scale, err = d.exactScale(d.Width, d.Height); err != nil {
			return nil, err
		}
	}
	shown, err := d.show(ctx, b, scale)
	if err != nil {
		return nil, err
	}
	l := &layout{}
	if d.scene.Storyboard == nil {
		d.reportClipped(shown, l)
	}
	return l, d.size(ctx, b, shown, l)
}

// reportClipped says that the picture does not show all of its content. Where a phone scrolls, that is what a phone does,
// too, and no more than a remark.
func (d *document) reportClipped(shown browser.Layout, l *layout) {
	const code = "content_clipped"
	if shown.Clipped.Folds {
		l.warn(code, "the content is longer than the screen; a part of it is left out")
	}
	if shown.Clipped.Scrolls {
		l.remarks = append(l.remarks, scene.Warning{Code: code, Message: "the content is longer than the screen; a part of it is out of view, as on a phone"})
	}
}

// reportOutside says that cards of a pop-up video reach out of its frame, as their offsets want it.
func (l *layout) reportOutside(cards []int) {
	if len(cards) > 0 {
		l.warn("content_clipped", fmt.Sprintf("props.comments.%d: the frame cuts off a part of this card or all of it, %d of the cards in all; move it with x and y, or leave them out for a free place",
			cards[0], len(cards)))
	}
}

// show lays the document out at a scale; once more when a placeholder stands in for images that turned out to be
// damaged.
func (d *document) show(ctx context.Context, b *browser.Browser, scale float64) (browser.Layout, error) {
	at := func() browser.Document {
		scaled := d.Document
		scaled.Scale = scale
		return scaled
	}
	shown, err := b.Show(ctx, at())
	if err != nil || len(shown.Broken) == 0 {
		return shown, d.withoutHeavy(err)
	}
	if err := d.standIn(shown.Broken, asset.ErrDamaged); err != nil {
		return shown, err
	}
	shown, err = b.Show(ctx, at())
	return shown, d.withoutHeavy(err)
}

// standIn puts a placeholder in the place of images that cannot be shown.
func (d *document) standIn(paths []string, cause error) error {
	replacer, err := d.images.standIn(paths, cause)
	if err == nil {
		d.replace(replacer)
		d.Files = d.images.files
	}
	return err
}
