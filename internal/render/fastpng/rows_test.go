package fastpng

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"
)

// read reads a PNG by its rows.
func read(data []byte) (*image.NRGBA, error) {
	var img *image.NRGBA
	err := Rows(data, func(size image.Point) error {
		img = image.NewNRGBA(image.Rectangle{Max: size})
		return nil
	}, func(y int, pix []byte, channels int) {
		for x := range img.Rect.Dx() {
			img.Pix[img.PixOffset(x, y)+3] = 255
			copy(img.Pix[img.PixOffset(x, y):], pix[channels*x:][:channels])
		}
	})
	return img, err
}

// What image/png writes, with all of its filters, is read alike; what is cut off or of another form is refused.
func TestRows(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	photo := image.NewNRGBA(image.Rect(0, 0, 211, 97))
	for i := range photo.Pix {
		photo.Pix[i] = byte(128 + 90*math.Sin(float64(i)/300) + float64(random.IntN(20)))
	}
	opaque := image.NewNRGBA(photo.Rect)
	copy(opaque.Pix, photo.Pix)
	for i := 3; i < len(opaque.Pix); i += 4 {
		opaque.Pix[i] = 255
	}
	for name, img := range map[string]*image.NRGBA{"RGBA": photo, "RGB": opaque} {
		var file bytes.Buffer
		if err := png.Encode(&file, img); err != nil {
			t.Fatal(err)
		}
		got, err := read(file.Bytes())
		if err != nil || !bytes.Equal(got.Pix, img.Pix) {
			t.Errorf("%s: the picture differs (%v)", name, err)
		}
		for cut := range 40 {
			if _, err := read(file.Bytes()[:file.Len()*cut/40]); !errors.Is(err, ErrForm) {
				t.Errorf("%s, %d/40 of the file: error is %v", name, cut, err)
			}
		}
		for _, at := range []int{41, 42} { // the two bytes before the compressed pixels: their method, and flags
			other := bytes.Clone(file.Bytes())
			other[at] ^= 0x21
			if _, err := read(other); !errors.Is(err, ErrForm) {
				t.Errorf("%s, with another byte %d: error is %v", name, at, err)
			}
		}
	}
	grey := image.NewGray(photo.Rect)
	draw.Draw(grey, grey.Rect, photo, image.Point{}, draw.Src)
	var file bytes.Buffer
	if err := png.Encode(&file, grey); err != nil {
		t.Fatal(err)
	}
	if _, err := read(file.Bytes()); !errors.Is(err, ErrForm) {
		t.Errorf("grey: error is %v", err)
	}
}

// No input makes it panic, and what it reads whole image/png reads as the same, unless that looks at more checksums.
func FuzzRows(f *testing.F) {
	img := image.NewNRGBA(image.Rect(0, 0, 5, 4))
	for i := range img.Pix {
		img.Pix[i] = byte(i * 7)
	}
	data, err := Encode(img)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(signature))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 24 && (data[18] > 3 || data[22] > 3 || data[16]|data[17]|data[20]|data[21] > 0) {
			return // a large picture that is empty still takes memory
		}
		got, err := read(data)
		if err != nil {
			return
		}
		decoded, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		want := image.NewNRGBA(decoded.Bounds())
		draw.Draw(want, want.Rect, decoded, image.Point{}, draw.Src)
		if nrgba, ok := decoded.(*image.NRGBA); ok {
			want = nrgba
		}
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Error("read as another picture")
		}
	})
}
