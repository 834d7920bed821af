package render

import (
	"fmt"
)

const (
	// maxPixels bounds a picture: 64 million pixels are 256 MB in Chromium and again in its PNG encoder. A phone at 4x
	// has 5.6 million; a conversation of 400 messages at 4x about 60 million.
	maxPixels = 64 << 20

	// maxVideoSide is the longer side, in pixels, up to which common players decode H.264 in hardware.
	maxVideoSide = 4096
)

// fit is the document's scale, or what remains of it once it is halved until the picture is not too large.
func (d *document) fit(width, height int, l *layout) (float64, error) {
	limit := d.limit()
	scale := d.Scale
	for !limit.allows(float64(width)*scale, float64(height)*scale) {
		if scale /= 2; scale < 1 {
			return 0, &SizeError{fmt.Sprintf("the picture would be %d x %d pixels at 1x; %s: shorten the content", width, height, limit)}
		}
	}
	if scale != d.Scale {
		l.warn("scale_reduced", fmt.Sprintf("drawn at %gx instead of %gx: %s", scale/d.scene.Zoom, d.Scale/d.scene.Zoom, limit))
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

func (d *document) limit() limit {
	if d.scene.Storyboard != nil {
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
