package render

import (
	"context"
	"fmt"
	"image"

	"mockup/internal/render/browser"
)

const (
	// maxPixels bounds a picture: 64 million pixels are 256 MB in Chromium and again in its PNG encoder. A phone at 4x
	// has 5.6 million; a conversation of 400 messages at 4x about 60 million.
	maxPixels = 64 << 20

	// maxVideoSide is the longer side, in pixels, up to which common players decode H.264 in hardware.
	maxVideoSide = 4096
)

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

// fit is the document's scale, or what remains of it once it is halved until the picture is not too large.
func (d *document) fit(width, height int, l *layout) (float64, error) {
	scale, why := d.Scale, ""
	for excess := d.excess(width, height, scale); excess != ""; excess = d.excess(width, height, scale) {
		why = excess
		if scale /= 2; scale < 1 {
			return 0, &SizeError{fmt.Sprintf("the picture would be %d x %d pixels at 1x; %s: shorten the content", width, height, why)}
		}
	}
	if scale != d.Scale {
		l.warn("scale_reduced", fmt.Sprintf("drawn at %gx instead of %gx: %s", scale/d.scene.Zoom, d.Scale/d.scene.Zoom, why))
	}
	return scale, nil
}

// excess says which limit a picture of a size in CSS pixels exceeds at a scale, or nothing.
func (d *document) excess(width, height int, scale float64) string {
	w, h := float64(width)*scale, float64(height)*scale
	longer := max(w, h)
	switch {
	case d.scene.Storyboard != nil && longer > maxVideoSide:
		return fmt.Sprintf("the longer side of a video has at most %d pixels", maxVideoSide)
	case d.format.MaxSide > 0 && longer > float64(d.format.MaxSide):
		return fmt.Sprintf("a side of a %s picture has at most %d pixels, and only a png has no such limit", d.format.Name, d.format.MaxSide)
	case w*h > maxPixels:
		return fmt.Sprintf("at most %d million pixels are drawn", maxPixels>>20)
	}
	return ""
}

// SizeError says that a payload has more content than can be drawn.
type SizeError struct{ message string }

func (e *SizeError) Error() string { return e.message }
