package render_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/render"
	"mockup/templates"
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

func gifData(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := gif.Encode(&out, picture, nil); err != nil {
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
	t.Parallel()
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

// A damaged file fails the picture and is named; a placeholder may be shown in its place.
func TestDamagedImage(t *testing.T) {
	t.Parallel()
	read := func(path string) []byte {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	photo, avatar := read("../../examples/media/photos/aurora.jpg"), read("../../examples/media/avatars/mia.jpg")
	drawing, avif := pngData(t, halves(300, 200)), read("asset/testdata/still.avif")
	lossless := read("asset/testdata/lossless.webp")
	pixels := bytes.Index(avif, []byte("mdat")) + 4
	spoilt := func(data []byte) []byte {
		data = bytes.Clone(data)
		chance := rand.New(rand.NewPCG(1, 2))
		for i := len(data) / 2; i < len(data)*3/4; i++ {
			data[i] = byte(chance.Uint32())
		}
		return data
	}
	for name, data := range map[string][]byte{
		"jpeg":             spoilt(avatar),
		"progressive jpeg": spoilt(photo),
		"png":              spoilt(drawing),
		"webp":             spoilt(lossless),
		"avif":             append(bytes.Clone(avif[:pixels]), make([]byte, len(avif)-pixels)...),
		"gif cut off":      gifData(t, halves(300, 200))[:300],
		"jpeg cut off":     photo[:len(photo)/2],
		"png cut off":      drawing[:len(drawing)/2],
		"webp cut off":     lossless[:len(lossless)/2],
		"avif cut off":     avif[:len(avif)-20],
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "broken"), data, 0o644); err != nil {
				t.Fatal(err)
			}
			job := render.Job{Payload: decode(t, strings.Replace(chat("", ""), "name: Bo", "name: Bo, image: ./broken", 1)), Dir: dir}
			_, err := shared.renderer.Render(context.Background(), job)
			if err == nil || !strings.Contains(err.Error(), "props.receivers.0.image") || !strings.Contains(err.Error(), "broken") {
				t.Errorf("error is %v, want one that names field and file", err)
			}
			job.Placeholder = true
			result, err := shared.renderer.Render(context.Background(), job)
			if err != nil || !hasWarning(result, "missing_asset") {
				t.Errorf("with a placeholder: %v, %+v", err, result)
			}
		})
	}
}

// Only what the picture shows is loaded, and nothing before it is sure that the platform has a look.
func TestUnusedImages(t *testing.T) {
	bubble := `{background: "#fff", foreground: "#000"}`
	unused := chat("", `customTheme: {backgroundColor: "#fff", backgroundImage: none.png, senderBubble: `+bubble+`, receiverBubble: `+bubble+`},`)
	if _, result := draw(t, unused); len(result.Warnings) > 0 {
		t.Errorf("an image of another platform's theme gives warnings %v", result.Warnings)
	}
	payload := decode(t, strings.Replace(chat("", ""), "name: Bo", "name: Bo, image: none.png", 1))
	payload.Platform = "none"
	_, err := shared.renderer.Render(context.Background(), render.Job{Payload: payload, Dir: t.TempDir()})
	var missing *templates.MissingError
	if !errors.As(err, &missing) {
		t.Errorf("a platform without a look, with a missing image, gives %v", err)
	}
}
