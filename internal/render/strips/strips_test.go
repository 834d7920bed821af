package strips

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"math/rand/v2"
	"testing"

	"mockup/internal/render/fastpng"
)

// draw returns an opaque picture of chance, with flat areas.
func draw(random *rand.Rand, size image.Point) *image.NRGBA {
	img := image.NewNRGBA(image.Rectangle{Max: size})
	for i := range img.Pix {
		img.Pix[i] = byte(i / 900 * random.IntN(3))
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	return img
}

func encode(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func write(t *testing.T, p *Picture) []byte {
	t.Helper()
	data, err := p.PNG()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A picture that was changed in some places has the bytes of one that was read as a whole, and the pixels of what was drawn.
func TestChangedPictureHasBytesOfWholeOne(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 40 {
		size := image.Pt(1+random.IntN(300), 1+random.IntN(400))
		img := draw(random, size)
		p, err := Read(encode(t, img))
		if err != nil {
			t.Fatal(err)
		}
		write(t, p) // so that there are strips to share
		before := write(t, p)
		for range 3 {
			at := image.Pt(random.IntN(size.X), random.IntN(size.Y))
			patch := draw(random, image.Pt(1+random.IntN(size.X-at.X), 1+random.IntN(size.Y-at.Y)))
			for y := range patch.Rect.Dy() {
				copy(img.Pix[img.PixOffset(at.X, at.Y+y):], patch.Pix[y*patch.Stride:][:patch.Stride])
			}
			changed, err := p.With(at, encode(t, patch))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(write(t, p), before) {
				t.Fatal("the picture before has changed")
			}
			p, before = changed, write(t, changed)
		}
		whole, err := Read(encode(t, img))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(write(t, whole), before) {
			t.Fatalf("%v: the bytes differ", size)
		}
		decoded, err := png.Decode(bytes.NewReader(before))
		if err != nil {
			t.Fatal(err)
		}
		for y := range size.Y {
			for x := range size.X {
				if r, g, b, _ := decoded.At(x, y).RGBA(); img.NRGBAAt(x, y).R != byte(r) || img.NRGBAAt(x, y).G != byte(g) || img.NRGBAAt(x, y).B != byte(b) {
					t.Fatalf("%v: pixel %d, %d differs", size, x, y)
				}
			}
		}
	}
}

// A picture takes the strips of another in which nothing differs, and keeps its own pixels and bytes.
func TestShare(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	read := func(img image.Image) *Picture {
		p, err := Read(encode(t, img))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	img := draw(random, image.Pt(50, 5*rows+7))
	first := read(img)
	img.Pix[img.PixOffset(3, 2*rows)] ^= 1
	second := read(img)
	want := write(t, second)
	shared := second.Share(first)
	for i, s := range shared.strips {
		if same := s == first.strips[i]; same != (i != 2) {
			t.Errorf("strip %d is shared: %v", i, same)
		}
	}
	if !bytes.Equal(write(t, shared), want) {
		t.Error("the bytes differ")
	}
	if other := read(draw(random, image.Pt(51, 5*rows+7))); other.Share(first) != other {
		t.Error("pictures of different sizes share strips")
	}
}

func TestWhatDoesNotFit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	p, err := Read(encode(t, draw(random, image.Pt(20, 100))))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.With(image.Pt(1, 0), encode(t, draw(random, image.Pt(20, 10)))); err == nil {
		t.Error("a picture that reaches out of another was drawn on it")
	}
	clear := image.NewNRGBA(image.Rect(0, 0, 3, 3))
	if _, err := Read(encode(t, clear)); !errors.Is(err, fastpng.ErrForm) {
		t.Errorf("a picture with alpha was read: %v", err)
	}
}

// A strip that another picture shares does not keep the pixels of the others.
func TestStripsAreApart(t *testing.T) {
	p, err := Read(encode(t, draw(rand.New(rand.NewPCG(1, 2)), image.Pt(30, 3*rows+5))))
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range p.strips {
		if cap(s.pix) != len(s.pix) {
			t.Errorf("strip %d has %d bytes and keeps %d", i, len(s.pix), cap(s.pix))
		}
	}
}
