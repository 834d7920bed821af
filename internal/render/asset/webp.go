package asset

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/webp"

	"mockup/internal/render/fastpng"
)

// turnedWebP returns a WebP image that asks to be shown turned or mirrored as a PNG that asks for it, too, which Chromium follows. It
// returns nil for other images, and for those that move, which it cannot decode.
func turnedWebP(data []byte) []byte {
	chunks := webpChunks(data)
	exif := bytes.TrimPrefix(chunks["EXIF"], []byte("Exif\x00\x00"))
	if o := orientation(exif); o < 2 || o > 8 || !fitsCanvas(data, chunks) {
		return nil
	}
	decoded, err := webp.Decode(bytes.NewReader(data))
	if err != nil {
		return nil // Chromium finds out what is wrong with it
	}
	file, err := fastpng.Encode(toNRGBA(decoded))
	if err != nil {
		return nil
	}
	const header = 8 + 25 // the signature, and the chunk of the size
	var more []byte
	if profile := chunks["ICCP"]; profile != nil {
		more = fastpng.AppendChunk(more, "iCCP", append([]byte("profile\x00\x00"), packed(profile)...))
	}
	return slices.Insert(file, header, fastpng.AppendChunk(more, "eXIf", exif)...)
}

// webpChunks returns what is in the chunks of a WebP file, by their names.
func webpChunks(data []byte) map[string][]byte {
	chunks := map[string][]byte{}
	for rest := data[min(12, len(data)):]; len(rest) >= 8; {
		length := uint64(binary.LittleEndian.Uint32(rest[4:]))
		if length+8 > uint64(len(rest)) {
			break
		}
		if name := string(rest[:4]); chunks[name] == nil {
			chunks[name] = rest[8 : 8+length]
		}
		rest = rest[min(8+length+length%2, uint64(len(rest))):]
	}
	return chunks
}

// fitsCanvas reports whether the pixels of a WebP are as many as its header says, which was checked.
func fitsCanvas(data []byte, chunks map[string][]byte) bool {
	width, height, err := webpSize(data)
	if err != nil {
		return false
	}
	for _, name := range []string{"VP8 ", "VP8L"} {
		if pixels := chunks[name]; pixels != nil {
			head := slices.Concat([]byte("RIFF\x00\x00\x00\x00WEBP"), []byte(name), make([]byte, 4), pixels[:min(len(pixels), 16)])
			w, h, err := webpSize(head)
			return err == nil && w == width && h == height
		}
	}
	return false
}

// packed compresses an ICC profile.
func packed(profile []byte) []byte {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	w.Write(profile) // a buffer takes everything
	w.Close()
	return out.Bytes()
}

// toNRGBA returns a decoded WebP in RGB, with the colours that libwebp finds, whose code Chromium has: x/image takes the limited range of
// Y, Cb and Cr for the full one.
func toNRGBA(decoded image.Image) *image.NRGBA {
	var pixels *image.YCbCr
	alpha := func(int, int) byte { return 255 }
	switch decoded := decoded.(type) {
	case *image.NRGBA:
		return decoded
	case *image.YCbCr:
		pixels = decoded
	case *image.NYCbCrA:
		pixels = &decoded.YCbCr
		alpha = func(x, y int) byte { return decoded.A[decoded.AOffset(x, y)] }
	}
	out := image.NewNRGBA(pixels.Rect)
	for y := pixels.Rect.Min.Y; y < pixels.Rect.Max.Y; y++ {
		for x := pixels.Rect.Min.X; x < pixels.Rect.Max.X; x++ {
			c := limitedRGB(int(pixels.Y[pixels.YOffset(x, y)]), chromaAt(pixels, pixels.Cb, x, y), chromaAt(pixels, pixels.Cr, x, y))
			c.A = alpha(x, y)
			out.SetNRGBA(x, y, c)
		}
	}
	return out
}

// chromaAt interpolates Cb or Cr, of which there is a sample for four pixels, between the four samples around a pixel.
func chromaAt(pixels *image.YCbCr, samples []byte, x, y int) int {
	width, height := (pixels.Rect.Dx()+1)/2, (pixels.Rect.Dy()+1)/2
	near := func(at, most int) (one, other int) { return at / 2, min(max(at/2+at%2*2-1, 0), most-1) }
	x0, x1 := near(x, width)
	y0, y1 := near(y, height)
	at := func(x, y int) int { return int(samples[y*pixels.CStride+x]) }
	return (9*at(x0, y0) + 3*at(x1, y0) + 3*at(x0, y1) + at(x1, y1) + 8) >> 4
}

// limitedRGB converts a colour of the limited range, with libwebp's numbers (src/dsp/yuv.h).
func limitedRGB(y, cb, cr int) color.NRGBA {
	scaled := func(v, factor int) int { return v * factor >> 8 }
	to8 := func(v int) byte { return byte(min(max(v>>6, 0), 255)) }
	return color.NRGBA{
		R: to8(scaled(y, 19077) + scaled(cr, 26149) - 14234),
		G: to8(scaled(y, 19077) - scaled(cb, 6419) - scaled(cr, 13320) + 8708),
		B: to8(scaled(y, 19077) + scaled(cb, 33050) - 17685),
		A: 255,
	}
}
