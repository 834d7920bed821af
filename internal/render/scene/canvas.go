package scene

import (
	"fmt"
	"image/color"
	"math"

	"mockup/internal/schema"
)

// Size of a phone with its body, in CSS pixels: the screen, and around it glass, rail and buttons. The numbers are those of
// templates/base/device.css.
const (
	FramedWidth  = PhoneWidth + 2*19
	FramedHeight = PhoneHeight + 2*17
)

// Canvas is the larger surface that a picture is framed on.
type Canvas struct {
	RatioWidth, RatioHeight int
	Padding                 float64     // CSS pixels
	Background              string      // CSS colour, written by us
	Color                   color.NRGBA // the same
	Clear                   bool        // the background lets through what is behind it
}

func newCanvas(c *schema.Canvas) (*Canvas, error) {
	canvas := &Canvas{Padding: c.Padding}
	if _, err := fmt.Sscanf(c.AspectRatio, "%d:%d", &canvas.RatioWidth, &canvas.RatioHeight); err != nil {
		return nil, fmt.Errorf("canvas.aspectRatio %q: %w", c.AspectRatio, err)
	}
	canvas.Background = string(css(c.Background))
	if color, err := c.Background.NRGBA(); err == nil {
		canvas.Color, canvas.Clear = color, color.A < 255
	}
	return canvas, nil
}

// Size returns the canvas for content of the given size, all in CSS pixels: the content's height and twice the
// padding, at the canvas's ratio. Where that is narrower than the content itself, the canvas grows at its ratio until it is
// as wide as the content.
func (c *Canvas) Size(width, height int) (int, int) {
	ratio := float64(c.RatioWidth) / float64(c.RatioHeight)
	h := float64(height) + 2*c.Padding
	w := h * ratio
	if least := float64(width); w < least {
		w, h = least, least/ratio
	}
	return int(math.Round(w)), int(math.Round(h))
}
