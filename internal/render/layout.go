package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
)

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

// size gives the page its final size, which is known before the layout for a phone's screen, and otherwise follows the
// content and the canvas. A picture that is too large is laid out once more, at a smaller scale, for which there are other
// instances of its fonts.
func (d *document) size(ctx context.Context, b *browser.Browser, shown browser.Layout, l *layout) error {
	if d.exact() && d.phone == nil {
		return d.sizeExactly(ctx, b, shown, l)
	}
	width, height := d.outerSize(shown)
	scale, err := d.fit(width, height, l)
	if err != nil {
		return err
	}
	if scale != d.Scale {
		if shown, err = d.show(ctx, b, scale); err != nil {
			return err
		}
		width, height = d.outerSize(shown)
	}
	l.width, l.height = width, height
	surface, onCanvas := browser.Surface{}, d.scene.Canvas != nil && d.phone == nil
	if onCanvas {
		surface = d.surface()
	}
	if width == d.Width && height == d.Height && !onCanvas {
		return nil
	}
	surface.Width, surface.Height, surface.Scale = width, height, scale
	return d.center(ctx, b, surface)
}

// center gives the page its surface; once more when a placeholder stands in for a damaged image.
func (d *document) center(ctx context.Context, b *browser.Browser, surface browser.Surface) error {
	err := b.Center(ctx, surface)
	if !errors.Is(err, browser.ErrImage) {
		return err
	}
	if err := d.standIn([]string{strings.TrimPrefix(d.behind, browser.Origin)}, asset.ErrDamaged); err != nil {
		return err
	}
	b.SetFiles(d.Files)
	surface.Image["src"] = d.behind
	return b.Center(ctx, surface)
}

// pixels is the size of the page in device pixels.
func (l *layout) pixels(b *browser.Browser) image.Point {
	if l.exact != (image.Point{}) {
		return l.exact
	}
	return image.Pt(int(float64(l.width)*b.Scale()+1e-6), int(float64(l.height)*b.Scale()+1e-6))
}

// outerSize is the size of the content with the canvas around it, in CSS pixels.
func (d *document) outerSize(shown browser.Layout) (width, height int) {
	width, height = d.Width, d.Height
	if height == 0 {
		height = shown.Height
	}
	if d.phone != nil {
		return width, height
	}
	return d.withCanvas(width, height)
}

// withCanvas is the size of the canvas around some content, or the content's.
func (d *document) withCanvas(width, height int) (int, int) {
	if d.scene.Canvas != nil {
		width, height = d.scene.Canvas.Size(width, height)
		if d.scene.Storyboard != nil { // 4:2:0 needs even sides, which phones and pop-ups have
			width, height = width+width%2, height+height%2
		}
	}
	return width, height
}
