package composite

import (
	"image"
	"image/color"
	"testing"
)

// Of a picture that is to be blank, only its boxes are seen, each in the colour of its ground. A box without a ground, or with one that would not
// hide what is on it, is left out, and so is what lies outside of a round corner.
func TestBlank(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	grey, red, pale := color.NRGBA{200, 200, 200, 255}, color.NRGBA{250, 0, 0, 255}, color.NRGBA{200, 200, 200, 100}
	for y := range 20 {
		for x := range 40 {
			is := [...]color.NRGBA{grey, pale, {uint8(40 * x), uint8(30 * y), 9, 255}, grey}[x/10]
			if x < 10 && (x+y)%3 == 0 || x == 30 {
				is = red
			}
			img.SetNRGBA(x, y, is)
		}
	}
	img.SetNRGBA(1, 1, color.NRGBA{})
	whole := &Sprite{size: img.Rect.Size()}
	whole.Fill(img, img.Rect)
	got := blank(whole, []image.Rectangle{image.Rect(-5, 0, 8, 18), image.Rect(10, 0, 20, 20), image.Rect(20, 0, 30, 20)})
	for y := range 20 {
		for x := range 40 {
			want := pixel{}
			if x < 8 && y < 18 && (x != 1 || y != 1) {
				want = straight(200, 200, 200, 255)
			}
			if is := (pixel{got.full.p[0][y*40+x], got.full.p[1][y*40+x], got.full.p[2][y*40+x], got.full.p[3][y*40+x]}); is != want {
				t.Fatalf("the pixel %d, %d is %v, want %v", x, y, is, want)
			}
		}
	}
}
