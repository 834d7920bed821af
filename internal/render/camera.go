package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"golang.org/x/sync/errgroup"

	"mockup/internal/render/browser"
)

// camera takes pictures of planes. They are decoded while the next ones are taken, which takes half as long, and are
// there once the camera has developed them. After the first error it takes no more.
type camera struct {
	ctx     context.Context
	browser *browser.Browser
	size    image.Point // of the viewport, device pixels
	err     error
	lab     errgroup.Group
}

// clear says whether what follows is taken on nothing or on white.
func (c *camera) clear(clear bool) {
	if c.err == nil {
		c.err = c.browser.Clear(c.ctx, clear)
	}
}

// shot takes a plane as a picture of the frame's size.
func (c *camera) shot(plane string) *image.NRGBA {
	picture := image.NewNRGBA(image.Rectangle{Max: c.size})
	c.take(plane, 0, picture)
	return picture
}

// sheet takes a sheet strip by strip.
func (c *camera) sheet(name string, height int) *image.NRGBA {
	sheet := image.NewNRGBA(image.Rect(0, 0, c.size.X, height))
	for y := 0; y < height && c.err == nil; y += c.size.Y {
		c.take(name, y, sheet)
	}
	return sheet
}

// take takes a plane from an offset down, and has it put at the same offset of a picture.
func (c *camera) take(plane string, offset int, into *image.NRGBA) {
	if c.err != nil {
		return
	}
	data, err := c.browser.Plane(c.ctx, plane, offset)
	if err != nil {
		c.err = err
		return
	}
	c.lab.Go(func() error {
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("read plane %s: %w", plane, err)
		}
		paste(into, picture, offset)
		return nil
	})
}

// develop waits until all pictures are there.
func (c *camera) develop() error {
	if err := c.lab.Wait(); c.err == nil {
		c.err = err
	}
	return c.err
}

// paste copies a picture into another of its width. A picture without alpha, or whose colours are not multiplied by it,
// is copied as it is: converting one of 1080 x 1920 takes 50 ms.
func paste(into *image.NRGBA, picture image.Image, offset int) {
	at := image.Rect(0, offset, into.Rect.Dx(), into.Rect.Dy())
	switch same := picture.(type) {
	case *image.NRGBA:
		if same.Stride == into.Stride {
			copy(into.Pix[into.PixOffset(0, offset):], same.Pix)
			return
		}
	case *image.RGBA:
		if same.Opaque() && same.Stride == into.Stride {
			copy(into.Pix[into.PixOffset(0, offset):], same.Pix)
			return
		}
	}
	draw.Draw(into, at, picture, image.Point{}, draw.Src)
}
