package render

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"mockup/internal/render/fastpng"
	"mockup/internal/schema"
)

// crops reports whether the job's picture may end in transparent rows that are not wanted.
func (j Job) crops() bool {
	return j.Still.Crop && j.Payload.MockupType == schema.Chats && j.Payload.Transparent() && !j.Payload.InSpace() &&
		(j.Payload.Canvas == nil || j.Payload.Canvas.Size == "")
}

// crop takes the rows at the picture's end off that are transparent throughout, as far as they make whole CSS pixels of scale
// rows, so that the height is the same number of CSS pixels at every scale. A picture that is nothing else stays.
func (r *Result) crop(scale int) error {
	decoded, err := png.Decode(bytes.NewReader(r.Data))
	if err != nil {
		return fmt.Errorf("crop picture: %w", err)
	}
	picture, ok := decoded.(*image.NRGBA)
	if !ok { // one without transparency
		return nil
	}
	height := (opaqueHeight(picture) + scale - 1) / scale * scale
	if height == 0 || height == r.Height {
		return nil
	}
	cropped := image.NewNRGBA(image.Rect(0, 0, r.Width, height))
	draw.Draw(cropped, cropped.Rect, picture, picture.Rect.Min, draw.Src)
	if r.Data, err = fastpng.Encode(cropped); err != nil {
		return fmt.Errorf("crop picture: %w", err)
	}
	r.Height = height
	return nil
}

// opaqueHeight is how many rows there are down to the last one that shows anything.
func opaqueHeight(picture *image.NRGBA) int {
	size := picture.Rect.Size()
	for y := size.Y; y > 0; y-- {
		row := picture.Pix[(y-1)*picture.Stride:][:4*size.X]
		for x := 3; x < len(row); x += 4 {
			if row[x] != 0 {
				return y
			}
		}
	}
	return 0
}
