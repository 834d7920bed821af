package asset

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"mockup/internal/render/isobmff"
)

// maxSide bounds the longer side in pixels, so that no row or column is absurd within the pixel limit.
const maxSide = 1<<15 - 1

// These errors are completed by inspect, which names the format.
var (
	errTruncated = errors.New("ends too early")
	errDamaged   = errors.New("has a damaged header")
	errCorrupt   = errors.New("is damaged behind its header")
)

// Inspect checks what is meant to become an image of a payload, within the default limits of a Loader. The error says what is
// wrong with it.
func Inspect(data []byte) (Image, error) {
	if len(data) > MaxBytes {
		return Image{}, tooLarge(MaxBytes)
	}
	return inspect(data, maxPixels)
}

// inspect finds out from its first bytes what data is, reads its size without decoding it, and refuses what is not
// one of the allowed formats, too large, or visibly cut off. Of an SVG image it keeps what is a still picture.
func inspect(data []byte, maxPixels int64) (Image, error) {
	if len(data) == 0 {
		return Image{}, errors.New("it is empty (0 bytes); give an image file")
	}
	if text, ok, err := unpackSVG(data); err != nil {
		return Image{}, err
	} else if ok {
		return inspectSVG(text, maxPixels)
	}
	name, mime, size := sniff(data)
	if size == nil {
		return Image{}, fmt.Errorf("it is %s; allowed are PNG, JPEG, GIF, WebP, AVIF and SVG; convert it to one of these", describe(data))
	}
	width, height, err := size(data)
	if err == nil && (width == 0 || height == 0) {
		err = errDamaged
	}
	if err != nil {
		return Image{}, fmt.Errorf("the %s image %w; export or download it again", name, err)
	}
	if max(width, height) > maxSide || uint64(width)*uint64(height) > uint64(maxPixels) {
		return Image{}, fmt.Errorf("it is %d x %d pixels; at most %d in all and %d a side are allowed; make it smaller",
			width, height, maxPixels, maxSide)
	}
	if mime == "image/webp" {
		if turned := turnedWebP(data); turned != nil {
			data, mime = turned, "image/png"
		}
	}
	return Image{Data: data, Type: mime, Width: int(width), Height: int(height), Turned: isTurned(mime, data)}, nil
}

// sizer reads the size of an image in pixels. It returns errTruncated or errDamaged.
type sizer func(data []byte) (width, height uint32, err error)

// sniff recognises the allowed formats. A nil sizer means that data is none of them.
func sniff(data []byte) (name, mime string, size sizer) {
	switch {
	case has(data, 0, "\x89PNG\r\n\x1a\n"):
		return "PNG", "image/png", pngSize
	case has(data, 0, "\xff\xd8\xff"):
		return "JPEG", "image/jpeg", jpegSize
	case has(data, 0, "GIF87a"), has(data, 0, "GIF89a"):
		return "GIF", "image/gif", gifSize
	case has(data, 0, "RIFF") && has(data, 8, "WEBP"):
		return "WebP", "image/webp", webpSize
	case hasBrand(data, "avif"), hasBrand(data, "avis"):
		return "AVIF", "image/avif", avifSize
	}
	return "", "", nil
}

// has reports whether data has text at an offset.
func has(data []byte, at int, text string) bool {
	return len(data) >= at+len(text) && string(data[at:at+len(text)]) == text
}

// describe names content that is not an allowed image.
func describe(data []byte) string {
	switch {
	case hasBrand(data, "heic"), hasBrand(data, "heix"), hasBrand(data, "mif1"), hasBrand(data, "msf1"):
		return "a HEIC image"
	case has(data, 0, "II*\x00"), has(data, 0, "MM\x00*"):
		return "a TIFF image"
	case has(data, 0, "\xff\x0a"), has(data, 4, "JXL \r\n\x87\n"):
		return "a JPEG XL image"
	}
	mime, _, _ := strings.Cut(http.DetectContentType(data), ";")
	switch mime {
	case "text/html":
		return "an HTML page"
	case "application/octet-stream":
		return "of an unknown type"
	}
	return "of type " + mime
}

// hasBrand reports whether data is an ISO base media file (HEIF, MP4 …) that says it conforms to brand.
func hasBrand(data []byte, brand string) bool {
	kind, body, _, ok := isobmff.Next(data)
	if !ok || kind != "ftyp" || len(body) < 8 {
		return false
	}
	// The major brand, four bytes of its version, then the compatible brands.
	if has(body, 0, brand) {
		return true
	}
	for brands := body[8:]; len(brands) >= 4; brands = brands[4:] {
		if has(brands, 0, brand) {
			return true
		}
	}
	return false
}
