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
