package fastpng

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"testing"
)

// What image/png reads is what was encoded, at sizes of one part and of many.
func TestEncode(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, size := range []image.Point{{1, 1}, {3, 5}, {517, 1300}, {1200, 1}, {1, 3000}} {
		for _, opaque := range []bool{true, false} {
			img := image.NewNRGBA(image.Rectangle{Max: size})
			for i := range img.Pix {
				img.Pix[i] = byte(i / 700 * random.IntN(3))
				if opaque && i%4 == 3 {
					img.Pix[i] = 255
				}
			}
			data, err := Encode(img)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatalf("%v: %v", size, err)
			}
			got := image.NewNRGBA(img.Rect)
			draw.Draw(got, got.Rect, decoded, image.Point{}, draw.Src)
			want := image.NewNRGBA(img.Rect) // what is nothing has no colour
			draw.Draw(want, want.Rect, img, image.Point{}, draw.Src)
			if nrgba, ok := decoded.(*image.NRGBA); ok {
				got, want = nrgba, img
			}
			if !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("%v, opaque %v: the picture differs", size, opaque)
			}
		}
	}
}
