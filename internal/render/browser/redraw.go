package browser

import (
	"context"
	"image"
	"slices"

	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/render/strips"
)

// Bounds of the pictures that a browser keeps to draw the next ones on. One of a phone takes 5 MB at 2x and 20 at 4x.
const (
	keptLooks  = 4
	keptPixels = 24 << 20 // of all of them
)

// kept is the last picture of a look.
type kept struct {
	look    string
	picture *strips.Picture
}

// Picture returns what the page shows, which must be opaque. Where the page has shown a picture of that look, which is any name of
// what pictures share besides their content, only what differs from it is drawn again. The pixels are those of a Screenshot.
func (b *Browser) Picture(ctx context.Context, look string) (*strips.Picture, error) {
	var changes *changes
	if err := b.Call(ctx, "mockup.changes", map[string]any{"look": look}, &changes); err != nil {
		return nil, err
	}
	before := b.forget(look)
	var picture *strips.Picture
	var err error
	if before != nil && before.Size() == b.metrics.size() && changes != nil {
		picture, err = b.redraw(ctx, before, changes)
	} else {
		picture, err = b.drawWhole(ctx)
	}
	if err != nil {
		return nil, err
	}
	b.keep(kept{look, picture})
	return picture, nil
}

// keep keeps the last picture of a look, and forgets the oldest ones that are too many or too large.
func (b *Browser) keep(k kept) {
	b.kept = append(b.kept, k)
	pixels := 0
	for i, other := range slices.Backward(b.kept) {
		size := other.picture.Size()
		if pixels += size.X * size.Y; pixels > keptPixels || len(b.kept)-i > keptLooks {
			b.kept = slices.Delete(b.kept, 0, i+1)
			return
		}
	}
}

// forget takes the last picture of a look out of those that are kept; nil: there is none.
func (b *Browser) forget(look string) *strips.Picture {
	i := slices.IndexFunc(b.kept, func(k kept) bool { return k.look == look })
	if i < 0 {
		return nil
	}
	picture := b.kept[i].picture
	b.kept = slices.Delete(b.kept, i, i+1)
	return picture
}

func (b *Browser) drawWhole(ctx context.Context) (*strips.Picture, error) {
	png, err := b.Screenshot(ctx)
	if err != nil {
		return nil, err
	}
	return strips.Read(png)
}

// redraw draws a picture again in the boxes in which it has changed.
func (b *Browser) redraw(ctx context.Context, picture *strips.Picture, changes *changes) (*strips.Picture, error) {
	areas := changes.areas(picture.Size())
	whole := image.Rectangle{Max: picture.Size()}
	if cost(areas...) >= cost(whole) || slices.ContainsFunc(areas, changes.touchFixed) {
		return b.drawWhole(ctx)
	}
	for _, area := range areas {
		size := area.Size()
		png, err := b.take(ctx, proto.PageCaptureScreenshot{Clip: &proto.PageViewport{
			X: float64(area.Min.X), Y: float64(area.Min.Y), Width: float64(size.X), Height: float64(size.Y), Scale: 1,
		}})
		if err != nil {
			return nil, err
		}
		if picture, err = picture.With(area.Min, png); err != nil {
			return nil, err
		}
	}
	return picture, nil
}

// changes are what the page knows of the places in which it differs from the last picture of a look. templates/base/changes.js
// finds them.
type changes struct {
	Boxes []box `json:"boxes"`
	Fixed []box `json:"fixed"` // what a part of the page that is drawn alone must not touch
}

// box is left, top, right and bottom of a part of the page, in pixels.
type box [4]int

func (b box) area() image.Rectangle { return image.Rect(b[0], b[1], b[2], b[3]) }

// areas joins the boxes inside a picture to as few areas as are drawn fastest.
func (c *changes) areas(size image.Point) (areas []image.Rectangle) {
	for _, box := range c.Boxes {
		area := box.area().Intersect(image.Rectangle{Max: size})
		if area.Empty() {
			continue
		}
		for i := 0; i < len(areas); i++ {
			both := area.Union(areas[i])
			if cost(both) <= cost(area, areas[i]) && (!c.touchFixed(both) || areas[i] == both) {
				area = both
				areas = slices.Delete(areas, i, i+1)
				i = -1 // the larger one may reach others
			}
		}
		areas = append(areas, area)
	}
	return areas
}

// touchFixed reports whether an area touches what is fixed.
func (c *changes) touchFixed(area image.Rectangle) bool {
	return slices.ContainsFunc(c.Fixed, func(fixed box) bool { return fixed.area().Overlaps(area) })
}

// screenshotArea is how many pixels take as long to be encoded and read as it takes to begin a screenshot.
const screenshotArea = 350_000

// cost is what it takes to draw some areas, in pixels.
func cost(areas ...image.Rectangle) (pixels int) {
	for _, area := range areas {
		pixels += screenshotArea + area.Dx()*area.Dy()
	}
	return pixels
}
