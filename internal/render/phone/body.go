package phone

import (
	"image"

	"mockup/internal/render/warp"
)

// Body is the phone as a camera sees it, with a black screen.
type Body struct {
	View    View
	Scale   float64      // pixels a point
	Picture *image.RGBA  // on nothing
	Share   *image.Alpha // how much of the screen's light shows
}

// On puts the body in the middle of a larger picture of so many points.
func (b *Body) On(width, height int) *Body {
	if width == b.View.Width && height == b.View.Height {
		return b
	}
	left, top := (width-b.View.Width)/2, (height-b.View.Height)/2
	at := image.Pt(int(float64(left)*b.Scale), int(float64(top)*b.Scale))
	area := image.Rectangle{Max: image.Pt(int(float64(width)*b.Scale), int(float64(height)*b.Scale))}
	on := &Body{View: b.View, Scale: b.Scale, Picture: image.NewRGBA(area), Share: image.NewAlpha(area)}
	on.View.Width, on.View.Height = width, height
	on.View.left, on.View.top = b.View.left-float64(left), b.View.top-float64(top)
	for y := range b.Picture.Rect.Dy() {
		copy(on.Picture.Pix[on.Picture.PixOffset(at.X, at.Y+y):], b.Picture.Pix[y*b.Picture.Stride:][:4*b.Picture.Rect.Dx()])
		copy(on.Share.Pix[on.Share.PixOffset(at.X, at.Y+y):], b.Share.Pix[y*b.Share.Stride:][:b.Share.Rect.Dx()])
	}
	return on
}

// Screen maps pixels of the picture to those of the screen.
func (b *Body) Screen() warp.Homography { return b.View.Screen(b.Scale) }
