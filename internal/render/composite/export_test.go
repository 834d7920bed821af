package composite

import "image"

// SpriteOf takes rectangle r, in img's coordinates, out of img; what of r lies outside img is cut off.
func SpriteOf(img image.Image, r image.Rectangle) *Sprite {
	r = r.Intersect(img.Bounds())
	return &Sprite{size: r.Size(), pixels: newPixels(img, r)}
}
