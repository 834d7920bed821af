package mcpserver

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"
)

// Even noise, which no format makes small, fits into an answer.
func TestCompress(t *testing.T) {
	t.Parallel()
	noise := image.NewNRGBA(image.Rect(0, 0, previewSide, previewSide))
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(noise.Pix)
	for name, c := range map[string]struct {
		picture image.Image
		mime    string
	}{
		"noise": {noise, "image/jpeg"},
		"plain": {image.NewNRGBA(image.Rect(0, 0, previewSide, previewSide)), "image/png"},
	} {
		data, mime, err := compress(c.picture)
		if err != nil || mime != c.mime || len(data) > previewBytes/4*3 {
			t.Errorf("%s: %d bytes of %s, %v", name, len(data), mime, err)
		}
	}
}

func TestShrink(t *testing.T) {
	t.Parallel()
	for from, want := range map[image.Point]image.Point{
		{100, 200}: {100, 200}, {1568, 1568}: {1568, 1568}, {3136, 100}: {1568, 50}, {100, 3136}: {50, 1568}, {100_000, 1}: {1568, 1},
	} {
		if got := shrink(image.NewAlpha(image.Rectangle{Max: from}), previewSide).Bounds().Size(); got != want {
			t.Errorf("%v: %v, want %v", from, got, want)
		}
	}
}

func TestFramesToShow(t *testing.T) {
	t.Parallel()
	for total, want := range map[int][]int{1: {0}, 3: {0, 1, 2}, 4: {0, 1, 2, 3}, 8: {1, 3, 5, 7}, 300: {37, 112, 187, 262}} {
		if got := framesToShow(total); !slices.Equal(got, want) {
			t.Errorf("%d: %v, want %v", total, got, want)
		}
	}
}
