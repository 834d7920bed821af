package render

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
func TestShelf(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	picture := image.NewNRGBA(image.Rect(0, 0, 900, 1000))
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(picture.Pix) // no PNG of noise is small
	var s shelf
	defer s.close()
	var shots []shot
	for i := range maxHeld/len(picture.Pix) + 3 {
		picture.SetNRGBA(0, 0, color.NRGBA{uint8(i), 0, 0, 255})
		var data bytes.Buffer
		if err := png.Encode(&data, picture); err != nil {
			t.Fatal(err)
		}
		shot, err := s.put(data.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		shots = append(shots, shot)
	}
	if s.held > maxHeld || shots[0].data == nil || shots[len(shots)-1].data != nil {
		t.Errorf("%d bytes are held, the first picture %v, the last %v", s.held, shots[0].data != nil, shots[len(shots)-1].data != nil)
	}
	for i, shot := range shots {
		got, err := shot.decode()
		if err != nil || got.(*image.NRGBA).NRGBAAt(0, 0).R != uint8(i) {
			t.Errorf("picture %d: %v, %v", i, got.At(0, 0), err)
		}
	}
	s.close()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%v, %v is left", left, err)
	}
}

// A file that cannot be made is told with its cause.
func TestShelfWithoutRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/gone")
	s := shelf{held: maxHeld}
	if _, err := s.put([]byte{1}); err == nil || !bytes.Contains([]byte(err.Error()), []byte("keep the video's pictures: open ")) {
		t.Errorf("error %v", err)
	}
}
