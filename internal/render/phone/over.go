package phone

import (
	"image"
	"image/draw"

	"mockup/internal/render/warp"
)

// DrawOver draws a picture of the same size over another. The bytes are those of draw.Draw, which takes ten times as long, as it has no
// loop for these forms of pixels.
func DrawOver(dst *image.NRGBA, src image.Image) {
	warp.InParallel(dst.Rect.Dy(), func(from, to int) {
		for y := from; y < to; y++ {
			switch src := src.(type) {
			case *image.RGBA:
				drawRow(dst, y, src, src.Pix[y*src.Stride:], premultiplied)
			case *image.NRGBA:
				drawRow(dst, y, src, src.Pix[y*src.Stride:], multiplied)
			default:
				drawPixels(dst, y, 0, dst.Rect.Dx(), src)
			}
		}
	})
}

// drawRow draws a row whose pixels are given. Where neither what is below nor what is drawn is opaque, draw.Draw does it.
func drawRow(dst *image.NRGBA, y int, src image.Image, pix []uint8, channel func(value, alpha uint32) uint32) {
	below, left := dst.Pix[y*dst.Stride:], 0
	width := dst.Rect.Dx()
	for x := range width {
		d, s := (*[4]uint8)(below[4*x:]), (*[4]uint8)(pix[4*x:])
		nothing := *s == [4]uint8{}
		if s[3] != 255 && d[3] != 255 && !(nothing && *d == [4]uint8{}) {
			continue
		}
		drawPixels(dst, y, left, x, src)
		left = x + 1
		switch {
		case s[3] == 255:
			*d = *s
		case !nothing:
			alpha := uint32(s[3])
			for i := range 3 {
				d[i] = uint8(uint16(uint32(d[i])*257*(257*(255-alpha))/65535+channel(uint32(s[i]), alpha)) >> 8)
			}
		}
	}
	drawPixels(dst, y, left, width, src)
}

// premultiplied and multiplied return the value of a channel in 1/65535, multiplied by alpha, of pixels in which it is that and is not.
func premultiplied(value, _ uint32) uint32 { return value * 257 }

func multiplied(value, alpha uint32) uint32 { return value * 257 * alpha / 255 }

// drawPixels draws pixels of a row from x0 up to x1.
func drawPixels(dst *image.NRGBA, y, x0, x1 int, src image.Image) {
	if x0 < x1 {
		draw.Draw(dst, image.Rect(x0, y, x1, y+1), src, src.Bounds().Min.Add(image.Pt(x0, y)), draw.Over)
	}
}
