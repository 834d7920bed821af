package phone

import (
	"image"
	"image/color"

	"mockup/internal/render/warp"
)

// Placement says how a phone is placed in a picture.
type Placement struct {
	Camera        Camera
	Scale         float64     // pixels a point
	Width, Height int         // of the picture, points; at least the view's
	Background    color.NRGBA // behind the phone

	Exact image.Point // size of the picture in pixels, instead of Width and Height; zero: none
	At    image.Point // of the view's corner on an exact size, in pixels

	Shot ShotPlace // of a phone that Go draws; without a size three.js does
}

// Size is that of the picture, in pixels.
func (p Placement) Size() image.Point {
	if p.Exact != (image.Point{}) {
		return p.Exact
	}
	return pixels(p.Width, p.Height, p.Scale)
}

// PlacedBody is a body in the middle of a picture that may be larger than the body's view.
type PlacedBody struct {
	*Body
	ToScreen warp.Homography // from pixels of the picture to those of the screen
	screen   image.Point     // the screen's size in pixels
}

// in places a view's body, of a number of pixels a point, in the middle of a picture of a size in points.
func (b *Body) in(v View, scale float64, width, height int) *PlacedBody {
	placed := &PlacedBody{Body: b, screen: image.Pt(int(ScreenWidth*scale), int(ScreenHeight*scale))}
	if left, top := (width-v.Width)/2, (height-v.Height)/2; left != 0 || top != 0 {
		v.left, v.top = v.left-float64(left), v.top-float64(top)
		v.Width, v.Height = width, height
		placed.Body = b.at(image.Pt(int(float64(left)*scale), int(float64(top)*scale)), v.size(scale))
	}
	placed.ToScreen = v.Screen(scale)
	return placed
}

// on places a view's body at a place of a picture, both in pixels.
func (b *Body) on(v View, scale float64, place, size image.Point) *PlacedBody {
	placed := &PlacedBody{Body: b.at(place, size), screen: image.Pt(int(ScreenWidth*scale+1e-6), int(ScreenHeight*scale+1e-6))}
	v.left, v.top = v.left-float64(place.X)/scale, v.top-float64(place.Y)/scale
	placed.ToScreen = v.Screen(scale)
	return placed
}

// at returns the body at a place in a larger picture.
func (b *Body) at(place, size image.Point) *Body {
	larger := newBody(size)
	for y := range b.Picture.Rect.Dy() {
		copy(larger.Picture.Pix[larger.Picture.PixOffset(place.X, place.Y+y):], b.Picture.Pix[y*b.Picture.Stride:][:4*b.Picture.Rect.Dx()])
		copy(larger.ScreenTransmission.Pix[larger.ScreenTransmission.PixOffset(place.X, place.Y+y):], b.ScreenTransmission.Pix[y*b.ScreenTransmission.Stride:][:b.ScreenTransmission.Rect.Dx()])
	}
	return larger
}
