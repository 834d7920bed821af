package asset

import (
	"bytes"
	"encoding/binary"
)

// isTurned reports whether a JPEG asks to be shown turned by a quarter, as photos that a phone took upright do: then its
// width is the height that is seen. The orientation stands in the first directory of its Exif data (Exif 2.3, 4.6.4).
func isTurned(data []byte) bool {
	const tag = 0x0112
	tiff := exif(data)
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case len(tiff) < 8:
		return false
	case has(tiff, 0, "MM"):
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return false
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			return false
		}
		if order.Uint16(entries) == tag {
			orientation := order.Uint16(entries[8:])
			return orientation >= 5 && orientation <= 8
		}
		entries = entries[12:]
	}
	return false
}

// exif returns the Exif data of a JPEG, which stands before its pixels; nil if there is none.
func exif(data []byte) []byte {
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
