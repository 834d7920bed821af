package asset

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"testing"
)

// exifData returns Exif data that asks for an orientation.
func exifData(order binary.AppendByteOrder, name string, orientation uint16) []byte {
	tiff := order.AppendUint16([]byte(name), 42)
	tiff = order.AppendUint32(tiff, 8) // where the directory begins
	tiff = order.AppendUint16(tiff, 2) // its entries: the camera's maker, and the orientation
	for _, entry := range [][2]uint16{{0x010f, 0}, {0x0112, orientation}} {
		tiff = order.AppendUint16(order.AppendUint16(tiff, entry[0]), 3)
		tiff = order.AppendUint16(order.AppendUint32(tiff, 1), entry[1])
		tiff = append(tiff, 0, 0)
	}
	return tiff
}

// withOrientation returns a JPEG with Exif data in front that asks for an orientation.
func withOrientation(t testing.TB, order binary.AppendByteOrder, name string, orientation uint16) []byte {
	t.Helper()
	body := "Exif\x00\x00" + string(exifData(order, name, orientation))
	file := jpegFile(t, 9, 7)
	segment := binary.BigEndian.AppendUint16([]byte("\xff\xe1"), uint16(2+len(body)))
	return append(append([]byte("\xff\xd8"), append(segment, body...)...), file[2:]...)
}

// withExifChunk returns a PNG with Exif data behind its first chunk, which is 25 bytes long.
func withExifChunk(t testing.TB, exif []byte) []byte {
	t.Helper()
	file, chunk := pngFile(t, 9, 7), append([]byte("eXIf"), exif...)
	inserted := append(binary.BigEndian.AppendUint32(nil, uint32(len(exif))), chunk...)
	inserted = binary.BigEndian.AppendUint32(inserted, crc32.ChecksumIEEE(chunk))
	return slices.Insert(file, 8+25, inserted...)
}

// Photos that a phone took upright are stored lying, and say so.
func TestTurned(t *testing.T) {
	for orientation := range uint16(10) {
		want := orientation >= 5 && orientation <= 8
		for name, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			data := withOrientation(t, order, name, orientation)
			if got, err := inspect(data, 1000); err != nil || got.Turned != want || got.Width != 9 {
				t.Errorf("%s, orientation %d: %+v, %v", name, orientation, got.Turned, err)
			}
			// Exif data that ends early or points beyond its end says nothing, and does no harm.
			exifEnd := 4 + int(binary.BigEndian.Uint16(data[4:]))
			for cut := 2; cut < exifEnd; cut++ {
				isTurned("image/jpeg", data[:cut])
			}
			order.(binary.ByteOrder).PutUint32(data[16:], 1<<32-2)
			if isTurned("image/jpeg", data) {
				t.Errorf("%s: a directory beyond the end has an orientation", name)
			}
		}
	}
	if isTurned("image/jpeg", jpegFile(t, 9, 7)) {
		t.Error("a JPEG without Exif data is turned")
	}
}

// PNG and AVIF images ask for it in ways of their own.
func TestTurnedOtherFormats(t *testing.T) {
	for orientation := range uint16(10) {
		data := withExifChunk(t, exifData(binary.BigEndian, "MM", orientation))
		if got, err := inspect(data, 1000); err != nil || got.Turned != (orientation >= 5 && orientation <= 8) || got.Width != 9 {
			t.Errorf("PNG, orientation %d: %+v, %v", orientation, got.Turned, err)
		}
		for cut := range len(data) {
			isTurned("image/png", data[:cut])
		}
	}
	for quarters := range byte(4) {
		data := avif(ispe(9, 7), box("irot", string([]byte{quarters})))
		if got, err := inspect(data, 1000); err != nil || got.Turned != (quarters%2 == 1) || got.Width != 9 {
			t.Errorf("AVIF, %d quarters: %+v, %v", quarters, got.Turned, err)
		}
	}
	if isTurned("image/avif", avif(ispe(9, 7), box("irot", ""))) || isTurned("image/avif", []byte(box("meta", ""))) {
		t.Error("an AVIF without an angle is turned")
	}
}
