package render_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"mockup/internal/render"
)

var (
	red  = color.NRGBA{255, 0, 0, 255}
	blue = color.NRGBA{0, 0, 255, 255}
)

// halves draws a picture whose left half is red and whose right half is blue.
func halves(width, height int) image.Image {
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := red
			if x >= width/2 {
				c = blue
			}
			picture.SetNRGBA(x, y, c)
		}
	}
	return picture
}

func pngData(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// turned returns a JPEG whose metadata asks for a turn to the right by a quarter.
func turned(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	exif := "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	return append([]byte("\xff\xd8"+exif), out.Bytes()[2:]...)
}

// withWallpaper draws a chat over an image that covers 402 x 874 pixels.
func withWallpaper(t *testing.T, data []byte) image.Image {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "image"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	result, err := shared.renderer.Render(context.Background(), render.Job{Payload: decode(t, chat("", "chatWallpaper: ./image,")), Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(result.Data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// An image shows the part that it should at the size that it should, whether it is made smaller or larger.
func TestImagePlace(t *testing.T) {
	for name, test := range map[string]struct {
		data         []byte
		first, other image.Point
	}{
		"smaller":       {pngData(t, halves(3000, 2000)), image.Pt(195, 600), image.Pt(207, 600)},
		"larger":        {pngData(t, halves(60, 60)), image.Pt(185, 600), image.Pt(217, 600)},
		"tall":          {pngData(t, halves(1000, 4000)), image.Pt(195, 600), image.Pt(207, 600)},
		"turned":        {turned(t, halves(1600, 800)), image.Pt(20, 425), image.Pt(20, 449)},
		"turned, small": {turned(t, halves(80, 40)), image.Pt(20, 405), image.Pt(20, 469)},
	} {
		t.Run(name, func(t *testing.T) {
			picture := withWallpaper(t, test.data)
			if a, b := at(picture, test.first.X, test.first.Y), at(picture, test.other.X, test.other.Y); !near(a, red) || !near(b, blue) {
				t.Errorf("%v is %v and %v is %v, want red and blue", test.first, a, test.other, b)
			}
		})
	}
}

