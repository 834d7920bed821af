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
// -update to renew those that differ; look at what changed before committing them.
func compareGolden(t *testing.T, camera Camera, body *Body) {
	t.Helper()
	file, picture := filepath.Join("testdata", "golden", fmt.Sprintf("from %v %v %v.png", camera[0], camera[1], camera[2])), lit(body)
	err := differs(file, picture)
	switch {
	case err == nil:
	case *update:
		writePNG(t, file, picture)
	default:
		t.Errorf("from %v: %v; run go test ./internal/render/phone -run Cameras -update", camera, err)
	}
}

// differs says how a picture differs from that of a file.
func differs(file string, picture image.Image) error {
	golden, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	want, err := png.Decode(bytes.NewReader(golden))
	if err != nil {
		return err
	}
	// Each pixel is four points wide, so that a part may be one pixel.
	if got := diff.Compare(want, picture, diff.Options{}); got.Fraction > 0.001 {
		return fmt.Errorf("%d pixels differ", got.Differing)
	}
	return nil
}

func writePNG(t *testing.T, file string, picture image.Image) {
	t.Helper()
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
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
