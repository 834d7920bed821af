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
