package phone

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"mockup/internal/render/diff"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// compareGolden compares a body with how it looked when somebody last looked at it: over grey, with a white screen. Run with
// -update to renew the pictures; look at what changed before committing them.
func compareGolden(t *testing.T, camera Camera, body *Body) {
	t.Helper()
	file, picture := filepath.Join("testdata", "golden", fmt.Sprintf("from %v %v %v.png", camera[0], camera[1], camera[2])), lit(body)
	if *update {
		var out bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&out, picture); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	golden, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("no golden picture: %v; run go test ./internal/render/phone -run Cameras -update", err)
	}
	want, err := png.Decode(bytes.NewReader(golden))
	if err != nil {
		t.Fatal(err)
	}
	// Each pixel is four points wide, so that a part may be one pixel.
	if got := diff.Compare(want, picture, diff.Options{}); got.Fraction > 0.001 {
		t.Errorf("from %v: %d pixels differ", camera, got.Differing)
	}
}

// lit is the body over grey, with a white screen.
func lit(b *Body) image.Image {
	picture := image.NewNRGBA(b.Picture.Rect)
	for i, light := range b.ScreenTransmission.Pix {
		c := b.Picture.Pix[4*i : 4*i+4]
		add := light + byte(int(255-c[3])*160/255)
		for k := range 3 {
			picture.Pix[4*i+k] = byte(min(int(c[k])+int(add), 255))
		}
		picture.Pix[4*i+3] = 255
	}
	return picture
}
