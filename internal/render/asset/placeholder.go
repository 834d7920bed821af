package asset

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// Placeholder draws what is shown in place of an image: the sign for a picture, a framed sun over hills, grey on grey.
// The sign is small enough to survive a square or round crop, and neutral on light and dark apps.
func Placeholder() (Image, error) {
	const width, height = 800, 600
	palette := color.Palette{color.Gray{0xd4}, color.Gray{0xc8}, color.Gray{0xbc}, color.Gray{0xb0}, color.Gray{0xa4}}
	canvas := image.NewPaletted(image.Rect(0, 0, width, height), palette)
	for y := range height {
		for x := range width {
			// Four samples a pixel soften the edges.
			var covered uint8
			for _, sample := range [4][2]float64{{.25, .25}, {.75, .25}, {.25, .75}, {.75, .75}} {
				if inSign(float64(x-width/2)+sample[0], float64(y-height/2)+sample[1]) {
					covered++
				}
			}
			canvas.SetColorIndex(x, y, covered)
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, canvas); err != nil {
		return Image{}, fmt.Errorf("draw placeholder: %w", err)
	}
	return Image{File: file.Bytes(), Data: file.Bytes(), Type: "image/png", Width: width, Height: height}, nil
}

// inSign reports whether a point, counted from the middle, lies on the sign.
func inSign(x, y float64) bool {
	const halfWidth, halfHeight, line = 110, 85, 12
	across, down := max(x, -x), max(y, -y)
	if across > halfWidth || down > halfHeight {
		return false
	}
	frame := across > halfWidth-line || down > halfHeight-line
	sun := (x+50)*(x+50)+(y+32)*(y+32) < 18*18
	hill := func(peakX, peakY float64) bool { return y-peakY > max(x-peakX, peakX-x) }
	ground := y < halfHeight-2*line && (hill(28, -30) || hill(-46, 12)) && across < halfWidth-2*line
	return frame || sun || ground
}
