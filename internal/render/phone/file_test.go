package phone

import (
	"bytes"
	"encoding/binary"
	"image"
	"math/rand/v2"
	"testing"
)

// sketch is a body with long runs and with none.
func sketch(size image.Point) *Body {
	b := newBody(size)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range b.ScreenTransmission.Pix {
		if i%size.X > size.X/2 {
			b.ScreenTransmission.Pix[i] = 255
			copy(b.Picture.Pix[4*i:], []byte{9, 9, 9, 255})
		}
		if i%7 == 0 {
			b.ScreenTransmission.Pix[i] = byte(random.Uint32())
			binary.NativeEndian.PutUint32(b.Picture.Pix[4*i:], random.Uint32())
		}
	}
	return b
}

func equal(a, b *Body) bool {
	return bytes.Equal(a.Picture.Pix, b.Picture.Pix) && bytes.Equal(a.ScreenTransmission.Pix, b.ScreenTransmission.Pix) && a.ScreenTransmission.Rect == b.ScreenTransmission.Rect
}

func file(t testing.TB, b *Body) []byte {
	t.Helper()
	data, err := b.encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestFile(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {61, 40}, {300, 2}} {
		want := sketch(size)
		got, err := decode(file(t, want), size)
		if err != nil || !equal(got, want) {
			t.Errorf("%v: read another body than was written; %v", size, err)
		}
	}
}

// No damage goes unseen, and none is worse than an error.
func TestDamagedFile(t *testing.T) {
	size := image.Pt(61, 40)
	good := file(t, sketch(size))
	for n := range len(good) {
		if _, err := decode(good[:n], size); err == nil {
			t.Fatalf("read a body from %d of %d bytes", n, len(good))
		}
	}
	for i := range good {
		damaged := bytes.Clone(good)
		damaged[i] ^= 0x10
		if body, err := decode(damaged, size); err == nil {
			t.Fatalf("read a body of %v with byte %d damaged", body.ScreenTransmission.Rect, i)
		}
	}
	if _, err := decode(good, image.Pt(40, 61)); err == nil {
		t.Error("read a body of another size")
	}
}

// Faults of the runs themselves, which a checksum that fits does not show.
func FuzzRuns(f *testing.F) {
	f.Add([]byte{12, 1, 2, 3, 4})
	f.Add([]byte{11, 1, 2, 3, 4, 2, 0, 0, 0, 0})
	f.Add([]byte{0, 1, 2, 3, 4})
	f.Add(bytes.Repeat([]byte{255}, 12))
	f.Fuzz(func(t *testing.T, runs []byte) {
		pixels := make([]byte, 4*12)
		rest, ok := readRuns(pixels, runs, 4)
		if !ok {
			return
		}
		again := make([]byte, len(pixels))
		if _, ok := readRuns(again, appendRuns(nil, pixels, 4), 4); !ok || !bytes.Equal(again, pixels) || len(rest) > len(runs) {
			t.Errorf("%v came back as %v", pixels, again)
		}
	})
}
