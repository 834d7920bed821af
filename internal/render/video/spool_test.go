package video

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"testing"
)

// Pictures come back as they were put there, from memory and from the file, of which nothing remains.
func TestSpool(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	picture := image.NewNRGBA(image.Rect(0, 0, 900, 1000))
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(picture.Pix) // no PNG of noise is small
	var s pngSpool
	defer s.close()
	var pngs []spooledPNG
	for i := range maxInMemory/len(picture.Pix) + 3 {
		picture.SetNRGBA(0, 0, color.NRGBA{uint8(i), 0, 0, 255})
		var data bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&data, picture); err != nil {
			t.Fatal(err)
		}
		spooled, err := s.put(data.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		pngs = append(pngs, spooled)
	}
	if s.inMemory > maxInMemory || pngs[0].data == nil || pngs[len(pngs)-1].data != nil {
		t.Errorf("%d bytes are in memory, the first picture %v, the last %v", s.inMemory, pngs[0].data != nil, pngs[len(pngs)-1].data != nil)
	}
	for i, spooled := range pngs {
		data, err := spooled.bytes()
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil || got.(*image.NRGBA).NRGBAAt(0, 0).R != uint8(i) {
			t.Errorf("picture %d: %v, %v", i, got, err)
		}
	}
	s.close()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%v, %v is left", left, err)
	}
}

// A file that cannot be made is reported with its cause.
func TestSpoolWithoutRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/gone")
	s := pngSpool{inMemory: maxInMemory}
	if _, err := s.put([]byte{1}); err == nil || !bytes.Contains([]byte(err.Error()), []byte("keep the video's pictures: open ")) {
		t.Errorf("error %v", err)
	}
}
