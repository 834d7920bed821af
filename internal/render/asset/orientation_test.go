package asset

import (
	"encoding/binary"
	"testing"
)

// withOrientation returns a JPEG with Exif data in front that asks for an orientation.
func withOrientation(t testing.TB, order binary.AppendByteOrder, name string, orientation uint16) []byte {
	t.Helper()
	tiff := order.AppendUint16([]byte(name), 42)
	tiff = order.AppendUint32(tiff, 8) // where the directory begins
	tiff = order.AppendUint16(tiff, 2) // its entries: the camera's maker, and the orientation
	for _, entry := range [][2]uint16{{0x010f, 0}, {0x0112, orientation}} {
		tiff = order.AppendUint16(order.AppendUint16(tiff, entry[0]), 3)
		tiff = order.AppendUint16(order.AppendUint32(tiff, 1), entry[1])
		tiff = append(tiff, 0, 0)
	}
	body := "Exif\x00\x00" + string(tiff)
	file := jpegFile(t, 9, 7)
	segment := binary.BigEndian.AppendUint16([]byte("\xff\xe1"), uint16(2+len(body)))
	return append(append([]byte("\xff\xd8"), append(segment, body...)...), file[2:]...)
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
				isTurned(data[:cut])
			}
			order.(binary.ByteOrder).PutUint32(data[16:], 1<<32-2)
			if isTurned(data) {
				t.Errorf("%s: a directory beyond the end has an orientation", name)
			}
		}
	}
	if isTurned(jpegFile(t, 9, 7)) {
		t.Error("a JPEG without Exif data is turned")
	}
}
