package phone

import (
	"image"
	"image/color"
	"image/draw"

	"mockup/internal/render/warp"
)

// Stage is a body before a background that waits for pictures of its screen. It is safe for concurrent use.
type Stage struct {
	ground *image.NRGBA // all but the screen
	base   [3][]byte    // colours where the screen shows, without its light
	share  warp.Plane
	screen image.Point // pixels
	table  *warp.Table
}

// Stage prepares the body for pictures of its screen.
func (b *Shot) Stage(background color.NRGBA) *Stage {
	size := b.Picture.Rect.Size()
	s := &Stage{
		ground: image.NewNRGBA(b.Picture.Rect), share: warp.Plane{Pix: b.Share.Pix, Stride: b.Share.Stride},
		screen: b.screen,
	}
	s.table = warp.New(b.Screen, s.screen, b.Picture.Rect, func(x, y int) bool { return b.Share.Pix[y*b.Share.Stride+x] > 0 })
	warp.InParallel(size.Y, func(from, to int) {
		rows := image.Rect(0, from, size.X, to)
		draw.Draw(s.ground, rows, image.NewUniform(background), image.Point{}, draw.Src)
		draw.Draw(s.ground, rows, b.Picture, rows.Min, draw.Over)
	})
	for i := range s.base {
		s.base[i] = make([]byte, size.X*size.Y)
	}
	split(s.base, s.ground, s.table.Area())
	return s
}

// bytes is how much memory the stage takes.
func (s *Stage) bytes() int {
	return len(s.ground.Pix) + len(s.share.Pix) + 3*len(s.base[0]) + s.table.Bytes()
}

// Show shows a picture of the screen.
func (s *Stage) Show(screen *image.NRGBA) *image.NRGBA {
	size, area := s.ground.Rect.Size(), s.table.Area()
	var source, out [3][]byte
	for i := range source {
		source[i] = make([]byte, s.screen.X*s.screen.Y)
		out[i] = make([]byte, size.X*size.Y)
	}
	warp.InParallel(s.screen.Y, func(from, to int) { split(source, screen, image.Rect(0, from, s.screen.X, to)) })
	picture := image.NewNRGBA(s.ground.Rect)
	warp.InParallel(size.Y, func(from, to int) {
		rows := image.Rect(0, from, size.X, to)
		copy(picture.Pix[from*picture.Stride:to*picture.Stride], s.ground.Pix[from*s.ground.Stride:])
		for i := range source {
			layer := warp.Layer{Base: warp.Plane{Pix: s.base[i], Stride: size.X}, Share: s.share}
			s.table.Draw(warp.Plane{Pix: out[i], Stride: size.X}, source[i], layer, rows)
		}
		s.join(picture, out, rows.Intersect(area))
	})
	return picture
}

// split copies the colours of an area into planes of the picture's size.
func split(planes [3][]byte, img *image.NRGBA, area image.Rectangle) {
	width, n := img.Rect.Dx(), area.Dx()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		pix, at := img.Pix[img.PixOffset(area.Min.X, y):][:4*n], y*width+area.Min.X
		r, g, b := planes[0][at:][:n], planes[1][at:][:n], planes[2][at:][:n]
		for x := range n {
			r[x], g[x], b[x] = pix[4*x], pix[4*x+1], pix[4*x+2]
		}
	}
}

// join puts the planes of an area together where the screen shows, which is opaque.
func (s *Stage) join(to *image.NRGBA, planes [3][]byte, area image.Rectangle) {
	width, n := to.Rect.Dx(), area.Dx()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		pix, at := to.Pix[to.PixOffset(area.Min.X, y):][:4*n], y*width+area.Min.X
		r, g, b := planes[0][at:][:n], planes[1][at:][:n], planes[2][at:][:n]
		for x, share := range s.share.Pix[y*s.share.Stride+area.Min.X:][:n] {
			if share > 0 {
				pix[4*x], pix[4*x+1], pix[4*x+2] = r[x], g[x], b[x]
			}
		}
	}
}
