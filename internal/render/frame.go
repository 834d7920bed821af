package render

import (
	"context"
	"fmt"

	"mockup/internal/render/browser"
)

const (
	// maxPixels bounds a picture: 64 million pixels are 256 MB in Chromium and again in its PNG encoder. A phone at 4x
	// has 5.6 million; a conversation of 400 messages at 4x about 60 million.
	maxPixels = 64 << 20

	// maxVideoSide is the longer side, in pixels, up to which common players decode H.264 in hardware.
	maxVideoSide = 4096
)

// frame gives the stage its final size, which is known before the layout for a phone's screen, and otherwise
// follows the content and the canvas. It returns the size in CSS pixels. A picture that is too large is laid out once more,
// at a smaller scale, for which there are other instances of its fonts.
func (p *page) frame(ctx context.Context, b *browser.Browser, layout browser.Layout, s *still) (width, height int, err error) {
	width, height = p.size(layout)
	scale, err := p.fit(width, height, s)
	if err != nil {
		return 0, 0, err
	}
	if scale != p.Scale {
		p.Scale = scale
		if layout, err = p.show(ctx, b); err != nil {
			return 0, 0, err
		}
		width, height = p.size(layout)
	}
	background := ""
	if p.scene.Canvas != nil && p.space == nil {
		background = p.scene.Canvas.Background
	}
	if width == p.Width && height == p.Height && background == "" {
		return width, height, nil
	}
	return width, height, b.Frame(ctx, browser.Frame{Width: width, Height: height, Scale: p.Scale, Background: background})
}

// size is the picture's size in CSS pixels.
func (p *page) size(layout browser.Layout) (width, height int) {
	width, height = p.Width, p.Height
	if height == 0 {
		height = layout.Height
	}
	if p.space != nil {
		return width, height
	}
	return p.around(width, height)
}

// around is the size of the canvas around some content, or the content's.
func (p *page) around(width, height int) (int, int) {
	if p.scene.Canvas != nil {
		width, height = p.scene.Canvas.Size(width, height)
		if p.scene.Film != nil { // 4:2:0 needs even sides, which phones and pop-ups have
			width, height = width+width%2, height+height%2
		}
	}
	return width, height
}

// fit is the page's scale, or what remains of it once it is halved until the picture is not too large.
func (p *page) fit(width, height int, s *still) (float64, error) {
	limit := p.limit()
	scale := p.Scale
	for !limit.allows(float64(width)*scale, float64(height)*scale) {
		if scale /= 2; scale < 1 {
			return 0, &SizeError{fmt.Sprintf("the picture would be %d x %d pixels at 1x; %s: shorten the content", width, height, limit)}
		}
	}
	if scale != p.Scale {
		s.warn("scale_reduced", fmt.Sprintf("drawn at %gx instead of %gx: %s", scale/p.scene.Zoom, p.Scale/p.scene.Zoom, limit))
	}
	return scale, nil
}

// SizeError says that a payload has more content than can be drawn.
type SizeError struct{ message string }

func (e *SizeError) Error() string { return e.message }

// limit is what a picture's size must keep to.
type limit struct {
	area float64 // pixels
	side float64 // of the longer side, pixels; 0: none
}

func (p *page) limit() limit {
	if p.scene.Film != nil {
		return limit{area: maxPixels, side: maxVideoSide}
	}
	return limit{area: maxPixels}
}

func (l limit) allows(width, height float64) bool {
	return width*height <= l.area && (l.side == 0 || max(width, height) <= l.side)
}

func (l limit) String() string {
	if l.side > 0 {
		return fmt.Sprintf("the longer side of a video has at most %.0f pixels", l.side)
	}
	return fmt.Sprintf("at most %.0f million pixels are drawn", l.area/(1<<20))
}
