package render

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"mockup/internal/render/browser"
	"mockup/internal/render/format"
	"mockup/internal/render/phone"
	"mockup/internal/render/provenance"
	"mockup/internal/render/scene"
	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
	"mockup/templates"
)

// document is a picture or a video that is ready to be shown on a page.
type document struct {
	browser.Document
	payload    *schema.Payload
	scene      *scene.Scene
	format     format.Format    // that its picture becomes; none: any
	phone      *phone.Placement // of the 3D phone; nil: the page is the picture
	images     *images
	audio      *audio     // nil until it is loaded
	behindFile *videoFile // nil: no video lies behind the content
	films      films      // that play in messages
	warnings   []scene.Warning

	behind        string // address of the image behind the content
	crashed       string // path of the image of vectors with which Chromium has crashed
	payloadSHA256 string // of the canonical payload, hexadecimal
}

// close frees what the document holds.
func (d *document) close() {
	d.behindFile.close()
	d.films.close()
}

// buildDocument builds the payload's scene, loads the images that it shows and draws its template. The scene has tokens
// for the addresses of images, so a payload that cannot be drawn is refused before anything is fetched.
func (r *Renderer) buildDocument(ctx context.Context, job Job) (*document, error) {
	images, audio := newImages(job.Placeholder), newAudio()
	sc, err := buildScene(ctx, job, &r.templates, images, audio)
	if err != nil {
		return nil, err
	}
	if err := images.load(ctx, job, r.opts.Public); err != nil {
		return nil, err
	}
	if err := audio.load(ctx, job, r.opts.Public); err != nil {
		return nil, err
	}
	if err := audio.decode(ctx, job, r.opts.FFmpeg); err != nil {
		return nil, err
	}
	for again := sc.NeedsSizes || sc.NeedsVoices; again; {
		if sc, err = buildScene(ctx, job, &r.templates, images, audio); err != nil {
			return nil, err
		}
		loaded := len(images.paths)
		if err := images.load(ctx, job, r.opts.Public); err != nil {
			return nil, err
		}
		again = len(images.paths) > loaded // narrow pictures leave room for more of them
	}
	behind, err := loadVideoBehind(ctx, job, sc, images, r.opts.Public)
	if err != nil {
		return nil, err
	}
	var doc *document
	if err = behind.open(ctx, job, sc, images, r.opts.FFmpeg); err == nil { // its bytes are out of memory before films are loaded
		doc, err = r.documentWithFilms(ctx, job, sc, images, audio, behind)
	}
	if err != nil {
		behind.close()
		return nil, err
	}
	return doc, nil
}

// documentWithFilms makes the document of a scene of which all is loaded but the films that play in it.
func (r *Renderer) documentWithFilms(ctx context.Context, job Job, sc *scene.Scene, images *images, audio *audio, behind *videoFile) (*document, error) {
	films, err := loadFilms(ctx, job, sc, images, r.opts.Public)
	if err != nil {
		return nil, err
	}
	canonical, err := images.canonical(job.Payload, audio, behind, films)
	if err != nil {
		return nil, err
	}
	var doc *document
	if err = films.open(ctx, job, sc, images, r.opts.FFmpeg); err == nil {
		doc, err = newDocument(ctx, job.Payload, sc, images, r.emoji.replacement())
	}
	if err == nil {
		err = doc.checkBehind()
	}
	if err == nil && job.Payload.InSpace() {
		err = doc.placePhone()
	}
	if err != nil {
		films.close()
		return nil, err
	}
	doc.format = job.Format()
	doc.audio, doc.behindFile, doc.films, doc.payloadSHA256 = audio, behind, films, fmt.Sprintf("%x", sha256.Sum256(canonical))
	return doc, nil
}

// buildScene builds a job's scene, with tokens for the addresses of images. Their sizes are known once they are loaded, and so
// are the lengths of voices.
func buildScene(ctx context.Context, job Job, set *templates.Set, images *images, audio *audio) (*scene.Scene, error) {
	opts := scene.Options{Now: job.Now, Images: images.token, Voice: audio.voice}
	if images.sizes != nil {
		opts.Size = images.size
	}
	sc, err := scene.Build(ctx, job.Payload, set, opts)
	if heavy := (*text.HeavyError)(nil); errors.As(err, &heavy) {
		return nil, &SizeError{heavy.Error()}
	}
	return sc, err
}

// newDocument draws a scene's template, and replaces the tokens of images by addresses.
func newDocument(ctx context.Context, payload *schema.Payload, sc *scene.Scene, images *images, emoji templates.Emoji) (*document, error) {
	d := &document{payload: payload, scene: sc, images: images, warnings: sc.Warnings}
	html, err := drawTemplate(ctx, sc)
	if err != nil {
		return nil, err
	}
	d.Document = browser.Document{
		HTML: html, CSS: sc.Template.CSS, Width: sc.Width, Height: sc.Height, Scale: payload.ResolutionScale.Factor() * sc.Zoom,
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
		looks := [][]string{board.Field.Looks, board.Field.Empty}
		if board.Field.Answering != nil {
			looks = append(looks, board.Field.Answering.Looks, board.Field.Answering.Empty)
		}
		for _, list := range looks {
			for i := range list {
				list[i] = addresses.Replace(list[i])
			}
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
		for _, draft := range d.scene.Storyboard.Drafts {
			for _, spelling := range draft.Spelled {
				text.WriteString(spelling.Text)
			}
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
		d.Fonts = append(d.Fonts, browser.Font{ID: font.ID, CSS: font.CSS, Wanted: font.Wanted, Sample: font.Sample})
	}
	if len(plan.Missing) > 0 {
		d.warn("missing_glyphs", fieldWith(d.payload, plan.Missing)+"no embedded font has "+listRunes(plan.Missing))
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

// record says where what is drawn from a document comes from.
func (d *document) record() provenance.Record {
	return provenance.Record{Software: software(), PayloadSHA256: d.payloadSHA256, Imported: d.payload.Provenance == schema.Imported}
}
