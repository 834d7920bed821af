package phone

import (
	"image"
	"image/color"

	"mockup/internal/render/warp"
)

// Set is how a phone is photographed.
type Set struct {
	Camera        Camera
	Scale         float64     // pixels a point
	Width, Height int         // of the picture, points; at least the view's
	Background    color.NRGBA // behind the phone
}

// Size is that of the picture, in pixels.
func (s Set) Size() image.Point { return pixels(s.Width, s.Height, s.Scale) }

// Shot is a body in the middle of a picture that may be larger than its view.
type Shot struct {
	*Body
	Screen warp.Homography // from pixels of the picture to those of the screen
	screen image.Point     // its size in pixels
}

// In puts a view's body, of a number of pixels a point, in the middle of a picture of so many points.
func (b *Body) In(v View, scale float64, width, height int) *Shot {
	shot := &Shot{Body: b, screen: image.Pt(int(ScreenWidth*scale), int(ScreenHeight*scale))}
	if left, top := (width-v.Width)/2, (height-v.Height)/2; left != 0 || top != 0 {
		v.left, v.top = v.left-float64(left), v.top-float64(top)
		v.Width, v.Height = width, height
		shot.Body = b.at(image.Pt(int(float64(left)*scale), int(float64(top)*scale)), v.size(scale))
	}
	shot.Screen = v.Screen(scale)
	return shot
}

// at is the body at a place in a larger picture.
func (b *Body) at(place, size image.Point) *Body {
	larger := newBody(size)
	for y := range b.Picture.Rect.Dy() {
		copy(larger.Picture.Pix[larger.Picture.PixOffset(place.X, place.Y+y):], b.Picture.Pix[y*b.Picture.Stride:][:4*b.Picture.Rect.Dx()])
		copy(larger.Share.Pix[larger.Share.PixOffset(place.X, place.Y+y):], b.Share.Pix[y*b.Share.Stride:][:b.Share.Rect.Dx()])
	}
	return larger
}
