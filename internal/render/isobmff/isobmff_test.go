package isobmff

import (
	"encoding/binary"
	"strings"
	"testing"
)

// box returns a box with a 32-bit size.
func box(kind string, parts ...string) string {
	body := strings.Join(parts, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + kind + body
}

func TestFind(t *testing.T) {
	large := "\x00\x00\x00\x01wide\x00\x00\x00\x00\x00\x00\x00\x12xy"
	data := box("ftyp", "mif1") + large + box("moov", box("mvhd", "a"), box("trak", box("tkhd", "b")))
	for path, want := range map[string]string{"ftyp": "mif1", "wide": "xy", "moov mvhd": "a", "moov trak tkhd": "b"} {
		if got, ok := Find([]byte(data), strings.Fields(path)...); !ok || string(got) != want {
			t.Errorf("%s is %q, %v, want %q", path, got, ok, want)
		}
	}
	for _, path := range []string{"mdat", "moov tkhd", "moov mvhd tkhd"} {
		if got, ok := Find([]byte(data), strings.Fields(path)...); ok {
			t.Errorf("%s is %q, want none", path, got)
		}
	}
	if _, body, rest, ok := Next([]byte("\x00\x00\x00\x00mdatrest")); !ok || string(body) != "rest" || len(rest) != 0 {
		t.Errorf("a box without a size holds %q and leaves %q", body, rest)
	}
}

// Damaged sizes are no box.
func TestNotWhole(t *testing.T) {
	for _, data := range []string{
		"", "short", "\x00\x00\x00\x07ftyp", "\x00\x00\x00\x09ftyp", "\x00\x00\x00\x01ftyp", "\x00\x00\x00\x01ftyp\x00\x00\x00\x00\x00\x00\x00\x0f",
		"\x00\x00\x00\x01ftyp\xff\xff\xff\xff\xff\xff\xff\xff",
	} {
		if kind, _, _, ok := Next([]byte(data)); ok {
			t.Errorf("%q is a box %s", data, kind)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add([]byte(box("moov", box("trak", "x"))))
	f.Fuzz(func(_ *testing.T, data []byte) { Find(data, "moov", "trak") })
}
