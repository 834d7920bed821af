package asset

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"
)

// extendedWebP returns a WebP of 24 x 16 pixels with more chunks: a profile, the pixels of a plain file, and Exif data.
func extendedWebP(pixels, profile, exif []byte) []byte {
	chunk := func(name string, body []byte) []byte {
		out := append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body))), body...)
		return append(out, make([]byte, len(body)%2)...)
	}
	file := slices.Concat([]byte("RIFF\x00\x00\x00\x00WEBP"), chunk("VP8X", []byte("\x28\x00\x00\x00\x17\x00\x00\x0f\x00\x00")),
		chunk("ICCP", profile), pixels[12:], chunk("EXIF", exif))
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return file
}

// Chromium does not turn a WebP that asks for it. What it gets is a PNG with the same pixels, which it does turn.
func TestTurnedWebP(t *testing.T) {
	for _, name := range []string{"lossy.webp", "lossless.webp"} {
		for orientation := range uint16(10) {
			exif := exifData(binary.BigEndian, "MM", orientation)
			file := extendedWebP(sample(t, name), []byte("colours"), append([]byte("Exif\x00\x00"), exif...))
			got, err := inspect(file, 1000)
			if err != nil || got.Width != 24 || got.Height != 16 || got.Turned != (orientation >= 5 && orientation <= 8) {
				t.Fatalf("%s, orientation %d: %d x %d, turned %v, %v", name, orientation, got.Width, got.Height, got.Turned, err)
			}
			if orientation < 2 || orientation > 8 {
				if got.Type != "image/webp" || !bytes.Equal(got.Data, file) {
					t.Errorf("%s, orientation %d: the file became %s", name, orientation, got.Type)
				}
				continue
			}
			if got.Type != "image/png" || !bytes.Equal(pngExif(got.Data), exif) || !bytes.Contains(got.Data, []byte("iCCPprofile\x00\x00")) {
				t.Errorf("%s, orientation %d: the file is %s with Exif data %q", name, orientation, got.Type, pngExif(got.Data))
			}
			if drawn, err := png.Decode(bytes.NewReader(got.Data)); err != nil || drawn.Bounds() != image.Rect(0, 0, 24, 16) {
				t.Errorf("%s, orientation %d: %v", name, orientation, err)
			}
			for cut := range len(file) {
				turnedWebP(file[:cut])
			}
		}
	}
	if turnedWebP(sample(t, "animated.webp")) != nil {
		t.Error("a WebP that moves became a PNG")
	}
}

// Pixels that are more than the header says are not decoded.
func TestWebPBeyondCanvas(t *testing.T) {
	file := extendedWebP(sample(t, "lossy.webp"), nil, exifData(binary.BigEndian, "MM", 6))
	if turnedWebP(file) == nil {
		t.Fatal("the file is not turned")
	}
	file[24]-- // its width
	if turnedWebP(file) != nil {
		t.Error("pixels beyond the canvas are decoded")
	}
}

// White, black and the three colours of a screen, in the limited range of Y, Cb and Cr (ITU-R BT.601).
func TestLimitedRGB(t *testing.T) {
	for in, want := range map[[3]int]color.NRGBA{
		{235, 128, 128}: {255, 255, 255, 255}, {16, 128, 128}: {0, 0, 0, 255},
		{81, 90, 240}: {254, 0, 0, 255}, {145, 54, 34}: {0, 255, 1, 255}, {41, 240, 110}: {0, 0, 255, 255},
	} {
		got := limitedRGB(in[0], in[1], in[2])
		for _, apart := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
			if max(apart, -apart) > 2 {
				t.Errorf("%v is %v, want %v", in, got, want)
			}
		}
	}
}
