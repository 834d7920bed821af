package scene

import (
	"html/template"
	"image/color"

	"mockup/internal/schema"
)

// css writes a colour of the payload anew, so that nothing else can ride along into a style sheet. A value that
// validation would have refused is transparent.
func css(c interface{ NRGBA() (color.NRGBA, error) }) template.CSS {
	parsed, err := c.NRGBA()
	if err != nil {
		return "transparent"
	}
	return template.CSS(schema.FormatColor(parsed))
}

// lightness says whether a colour, as it shows on white, is "dim", so that text on it must be light, or "bright".
func lightness(c color.NRGBA) string {
	alpha := float64(c.A) / 255
	luma := 0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)
	if luma*alpha+255*(1-alpha) < 128 {
		return "dim"
	}
	return "bright"
}
