package asset

import (
	"bytes"
	"encoding/binary"

	"mockup/internal/render/isobmff"
)

// isTurned reports whether an image asks to be shown turned by a quarter, as photos that a phone took upright do: then its
// width is the height that is seen. Chromium follows what JPEG, PNG and AVIF images ask for; of a WebP that asks for it, turnedWebP makes
// a PNG.
func isTurned(mime string, data []byte) bool {
	switch mime {
	case "image/jpeg":
		return isQuarter(orientation(jpegExif(data)))
	case "image/png":
		return isQuarter(orientation(pngExif(data)))
	case "image/avif":
		return hasQuarterTurn(data)
	}
	return false
}

// isQuarter reports whether an orientation is a quarter turn.
func isQuarter(orientation uint16) bool { return orientation >= 5 && orientation <= 8 }

// orientation returns that in Exif data, from 1 on, which stands in the first directory (Exif 2.3, 4.6.4); 0: there is none.
func orientation(tiff []byte) uint16 {
	const tag = 0x0112
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case len(tiff) < 8:
		return 0
	case has(tiff, 0, "MM"):
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 0
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			return 0
		}
		if order.Uint16(entries) == tag {
			return order.Uint16(entries[8:])
		}
		entries = entries[12:]
	}
	return 0
}

// jpegExif returns the Exif data of a JPEG, which stands before its pixels; nil if there is none.
func jpegExif(data []byte) []byte {
	mark := []byte("Exif\x00\x00")
	for rest := data[min(2, len(data)):]; len(rest) >= 4 && rest[0] == 0xff && rest[1] != 0xda; {
		length := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		if length > len(rest) || length < 4 {
			return nil
		}
		if body := rest[4:length]; rest[1] == 0xe1 && bytes.HasPrefix(body, mark) {
			return body[len(mark):]
		}
		rest = rest[length:]
	}
	return nil
}

// pngExif returns the Exif data of a PNG; nil if there is none before its pixels, where Chromium looks for it.
func pngExif(data []byte) []byte {
	for rest := data[min(8, len(data)):]; len(rest) >= 12; {
		length := uint64(binary.BigEndian.Uint32(rest))
		if length+12 > uint64(len(rest)) {
			return nil
		}
		switch string(rest[4:8]) {
		case "eXIf":
			return rest[8 : 8+length]
		case "IDAT":
			return nil
		}
		rest = rest[length+12:]
	}
	return nil
}

// hasQuarterTurn reports whether an AVIF has the property of a turn by 90 or 270 degrees (ISO/IEC 23008-12, 6.5.10).
func hasQuarterTurn(data []byte) bool {
	meta, ok := isobmff.Find(data, "meta")
	if !ok || len(meta) < 4 {
		return false
	}
	properties, ok := isobmff.Find(meta[4:], "iprp", "ipco")
	if !ok {
		return false
	}
	turn, ok := isobmff.Find(properties, "irot")
	return ok && len(turn) > 0 && turn[0]%2 == 1
}
