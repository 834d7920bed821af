// Package diff finds the visible differences between pictures.
//
// Two pixels differ when their distance in the YIQ colour space is visible (Kotsarenko and Ramos, "Measuring
// perceived color difference using YIQ NTSC transmission color space in mobile applications", 2010) and neither
// picture has the other's colour within one pixel around, so that an edge that moved by a fraction of a pixel does
// not count.
package diff

import (
	"image"
	"image/color"
	"image/draw"
)

// Options set how strict a comparison is. The zero value has the defaults.
type Options struct {
	// Threshold is the YIQ distance above which two pixels differ, from 0 to 1; default 0.1. That of black and white is 1.
	Threshold float64
}

// Result is the outcome of a comparison.
type Result struct {
	Differing int     // pixels
	Fraction  float64 // of all pixels; 1 when the sizes differ
	SameSize  bool
	Picture   image.Image // the first picture, pale, with pixels that differ in red
}

// maxDistance is the squared YIQ distance of black and white.
const maxDistance = 35215.0

// Compare compares two pictures.
func Compare(a, b image.Image, opts Options) Result {
	if opts.Threshold == 0 {
		opts.Threshold = 0.1
	}
	if a.Bounds().Size() != b.Bounds().Size() {
		return Result{Fraction: 1, Picture: a}
	}
	limit := maxDistance * opts.Threshold * opts.Threshold
	left, right := toNRGBA(a), toNRGBA(b)
	size := left.Bounds().Size()
	marked := image.NewNRGBA(left.Bounds())
	result := Result{SameSize: true, Picture: marked}
	for y := range size.Y {
		for x := range size.X {
			p, q := left.NRGBAAt(x, y), right.NRGBAAt(x, y)
			if p == q || distance(p, q) <= limit || nearby(right, p, x, y, limit) && nearby(left, q, x, y, limit) {
				marked.SetNRGBA(x, y, pale(p))
				continue
			}
			result.Differing++
			marked.SetNRGBA(x, y, color.NRGBA{R: 255, A: 255})
		}
	}
	if total := size.X * size.Y; total > 0 {
		result.Fraction = float64(result.Differing) / float64(total)
	}
	return result
}

// nearby reports whether a picture has a colour at a place or right beside it.
func nearby(picture *image.NRGBA, c color.NRGBA, x, y int, limit float64) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if at := image.Pt(x+dx, y+dy); at.In(picture.Bounds()) && distance(picture.NRGBAAt(at.X, at.Y), c) <= limit {
				return true
			}
		}
	}
	return false
}

// distance is the squared YIQ distance of two colours seen over white.
func distance(a, b color.NRGBA) float64 {
	ar, ag, ab := overWhite(a)
	br, bg, bb := overWhite(b)
	r, g, bl := ar-br, ag-bg, ab-bb
	y := 0.29889531*r + 0.58662247*g + 0.11448223*bl
	i := 0.59597799*r - 0.27417610*g - 0.32180189*bl
	q := 0.21147017*r - 0.52261711*g + 0.31114694*bl
	// Transparent and white look the same over white, and are not.
	alpha := float64(a.A) - float64(b.A)
	return max(0.5053*y*y+0.299*i*i+0.1957*q*q, 0.5053*alpha*alpha)
}

// overWhite returns a colour as it is seen over white.
func overWhite(c color.NRGBA) (r, g, b float64) {
	alpha := float64(c.A) / 255
	return 255 + (float64(c.R)-255)*alpha, 255 + (float64(c.G)-255)*alpha, 255 + (float64(c.B)-255)*alpha
}

// pale returns a light grey for a colour.
func pale(c color.NRGBA) color.NRGBA {
	r, g, b := overWhite(c)
	level := uint8(255 - (255-(0.299*r+0.587*g+0.114*b))/5)
	return color.NRGBA{R: level, G: level, B: level, A: 255}
}

// toNRGBA converts a picture, so that it begins at 0, 0.
func toNRGBA(src image.Image) *image.NRGBA {
	if picture, ok := src.(*image.NRGBA); ok && picture.Rect.Min == (image.Point{}) {
		return picture
	}
	picture := image.NewNRGBA(image.Rectangle{Max: src.Bounds().Size()})
	draw.Draw(picture, picture.Rect, src, src.Bounds().Min, draw.Src)
	return picture
}
