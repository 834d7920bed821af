package asset

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	_ "image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pngClaiming returns a PNG whose header claims a size that its pixels do not have.
func pngClaiming(t testing.TB, width, height uint32) []byte {
	t.Helper()
	file := bytes.Clone(pngFile(t, 1, 1))
	binary.BigEndian.PutUint32(file[16:], width)
	binary.BigEndian.PutUint32(file[20:], height)
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
	return file
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// box returns an ISO base media box.
func box(kind string, parts ...string) string {
	body := strings.Join(parts, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + kind + body
}

func ispe(width, height uint32) string {
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(make([]byte, 4), width), height)
	return box("ispe", string(size))
}

// avif returns an AVIF file that has sizes and nothing else.
func avif(sizes ...string) []byte {
	return []byte(box("ftyp", "mif1\x00\x00\x00\x00mif1avif") + box("meta", "\x00\x00\x00\x00", box("iprp", box("ipco", sizes...))) + box("mdat", "data"))
}

func TestInspectAllows(t *testing.T) {
	padded := append([]byte("\xff\xd8\xff\xff\xff"), jpegFile(t, 9, 7)[3:]...)
	beyond := bytes.Clone(gifFile(t, 9, 7, 1))
	copy(beyond[6:], "\x01\x00\x01\x00") // a screen smaller than its frame
	for name, test := range map[string]struct {
		data          []byte
		mime          string
		width, height int
	}{
		"png":               {pngFile(t, 9, 7), "image/png", 9, 7},
		"png and more":      {append(pngFile(t, 9, 7), "trailing"...), "image/png", 9, 7},
		"jpeg":              {jpegFile(t, 9, 7), "image/jpeg", 9, 7},
		"padded jpeg":       {padded, "image/jpeg", 9, 7},
		"gif":               {gifFile(t, 9, 7, 1), "image/gif", 9, 7},
		"animated gif":      {gifFile(t, 9, 7, 4), "image/gif", 9, 7},
		"gif beyond screen": {beyond, "image/gif", 9, 7},
		"webp lossy":        {sample(t, "lossy.webp"), "image/webp", 24, 16},
		"webp lossless":     {sample(t, "lossless.webp"), "image/webp", 24, 16},
		"webp extended":     {sample(t, "extended.webp"), "image/webp", 24, 16},
		"webp animated":     {sample(t, "animated.webp"), "image/webp", 24, 16},
		"avif":              {sample(t, "still.avif"), "image/avif", 24, 16},
		"avif, many sizes":  {avif(ispe(2, 2), ispe(90, 70), ispe(9, 7)), "image/avif", 90, 70},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := inspect(test.data, 10_000)
			if err != nil || got.Type != test.mime || got.Width != test.width || got.Height != test.height {
				t.Errorf("got %s %d x %d, %v", got.Type, got.Width, got.Height, err)
			}
		})
	}
}

func TestInspectRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":            {nil, "0 bytes"},
		"html":               {[]byte("<!DOCTYPE html><html><svg></svg></html>"), "an HTML page"},
		"text":               {[]byte("not found"), "of type text/plain"},
		"pdf":                {[]byte("%PDF-1.7"), "of type application/pdf"},
		"bmp":                {[]byte("BM123456"), "of type image/bmp"},
		"gzip":               {[]byte("\x1f\x8b\x08\x00"), "of type application/x-gzip"},
		"heic":               {[]byte(box("ftyp", "heic\x00\x00\x00\x00mif1heic")), "a HEIC image"},
		"mp4":                {[]byte(box("ftyp", "isom\x00\x00\x00\x00isommp42")), "of type video/mp4"},
		"tiff":               {[]byte("II*\x00\x08\x00\x00\x00"), "a TIFF image"},
		"jpeg xl":            {[]byte("\xff\x0a\xfa\x7f"), "a JPEG XL image"},
		"noise":              {[]byte("\x00\x01\x02\x03\x04"), "of an unknown type"},
		"png bomb":           {pngClaiming(t, 50_000, 50_000), "50000 x 50000 pixels"},
		"png overflow":       {pngClaiming(t, 1<<31-1, 1<<31-1), "2147483647 x 2147483647 pixels"},
		"png strip":          {pngClaiming(t, 40_000, 1), "32767 a side"},
		"png without pixels": {pngClaiming(t, 0, 5), "damaged"},
		"avif bomb":          {avif(ispe(1<<32-1, 1<<32-1)), "4294967295 x 4294967295 pixels"},
		"avif without size":  {avif(), "damaged"},
		"png other chunk":    {append([]byte("\x89PNG\r\n\x1a\n"), "\x00\x00\x00\x04CgBI"...), "damaged"},
		"gif of no frame":    {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), "the GIF image has a damaged header"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := inspect(test.data, 10_000_000)
			wantError(t, err, test.want)
			if strings.HasPrefix(test.want, "a") || strings.HasPrefix(test.want, "of") {
				wantError(t, err, "allowed are PNG, JPEG, GIF, WebP, AVIF and SVG", "convert")
			}
		})
	}
}

// Every start of a file that is cut off before its last part has to be refused.
func TestInspectRefusesTruncated(t *testing.T) {
	for name, data := range map[string][]byte{
		"png": pngFile(t, 40, 30), "jpeg": jpegFile(t, 40, 30), "gif": gifFile(t, 40, 30, 1)[:len(gifFile(t, 40, 30, 1))-1],
		"lossy.webp": sample(t, "lossy.webp"), "lossless.webp": sample(t, "lossless.webp"), "extended.webp": sample(t, "extended.webp"),
		"still.avif": sample(t, "still.avif"),
	} {
		if _, err := inspect(data, 10_000); err != nil {
			t.Errorf("%s, whole: %v", name, err)
		}
		for n := range len(data) {
			if got, err := inspect(data[:n], 10_000); err == nil {
				t.Errorf("%s, %d of %d bytes: taken for %+v", name, n, len(data), got)
				break
			}
		}
	}
}

func FuzzInspect(f *testing.F) {
	for _, name := range []string{"lossy.webp", "lossless.webp", "extended.webp", "animated.webp", "still.avif"} {
		f.Add(sample(f, name))
	}
	f.Add(pngFile(f, 9, 7))
	f.Add(jpegFile(f, 9, 7))
	f.Add(withOrientation(f, binary.BigEndian, "MM", 6))
	f.Add(extendedWebP(sample(f, "lossy.webp"), nil, exifData(binary.BigEndian, "MM", 6)))
	f.Add(gifFile(f, 9, 7, 2))
	f.Add(avif(ispe(9, 7)))
	f.Add([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 7"><a href="#b"/><style>a{}</style><text id="b">x</text></svg>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1_000_000
		got, err := inspect(data, limit)
		if err != nil {
			return
		}
		if got.Width <= 0 || got.Height <= 0 || got.Width*got.Height > max(limit, longestSide*longestSide) {
			t.Errorf("%s of %d x %d", got.Type, got.Width, got.Height)
		}
		if got.Type == SVG {
			again, err := inspect(got.Data, limit)
			if err != nil || again.Width != got.Width || again.Height != got.Height || strings.Contains(string(got.Data), "<script") {
				t.Errorf("%q became %q, %v", data, got.Data, err)
			}
			return
		}
		// The decoders of the standard library may refuse more, but not see a larger image.
		config, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err == nil && (config.Width > got.Width || config.Height > got.Height) {
			t.Errorf("%s of %d x %d, decoded as %d x %d", got.Type, got.Width, got.Height, config.Width, config.Height)
		}
	})
}
