package render

import (
	"bytes"
	"image"
	"image/png"
	"testing"
)

// A picture ends with the row that shows something, or with the last row of that CSS pixel.
func TestCrop(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ last, scale, want int }{
		{99, 1, 99}, {1, 1, 1}, {98, 2, 98}, {97, 2, 98}, {93, 4, 96}, {96, 4, 96}, {100, 4, 100}, {0, 2, 100},
	} {
		picture := image.NewNRGBA(image.Rect(0, 0, 10, 100))
		if test.last > 0 {
			picture.Pix[picture.PixOffset(5, test.last-1)+3] = 1
		}
		var data bytes.Buffer
		if err := png.Encode(&data, picture); err != nil {
			t.Fatal(err)
		}
		result := Result{Data: data.Bytes(), Width: 10, Height: 100}
		if err := result.crop(test.scale); err != nil {
			t.Fatal(err)
		}
		cropped, err := png.Decode(bytes.NewReader(result.Data))
		if err != nil || result.Height != test.want || cropped.Bounds().Dy() != test.want {
			t.Errorf("shown to row %d at %dx: %d rows, a picture of %v, %v; want %d", test.last, test.scale, result.Height, cropped.Bounds(), err, test.want)
		}
	}
}
