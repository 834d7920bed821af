package browser

import (
	"context"
	"image"
	"slices"

	"mockup/internal/render/strips"
)

// Bounds of the pictures that a browser keeps to draw the next ones on. One of a phone takes 5 MB at 2x and 20 at 4x.
const (
	keptPictures = 6
	keptPixels   = 24 << 20 // of all of them
)

// kept is a picture that the page has shown. The page describes it under the same number.
type kept struct {
	number  int
	picture *strips.Picture
}

// Picture returns what the page shows, which must be opaque. Where the page has shown a picture of that look, which is any name of
// what pictures share besides their content, only what differs from it is drawn again. The pixels are those of a Screenshot.
func (b *Browser) Picture(ctx context.Context, look string) (*strips.Picture, error) {
	numbers := []int{}
	for _, k := range b.kept {
		numbers = append(numbers, k.number)
	}
	b.pictures++
	var found []changes
	arg := map[string]any{"look": look, "number": b.pictures, "kept": numbers}
	if err := b.Call(ctx, "mockup.changes", arg, &found); err != nil {
		return nil, err
	}
	picture, err := b.redraw(ctx, found)
	if err != nil {
		return nil, err
	}
	b.keep(picture)
	return picture, nil
}

// keep keeps the picture that is shown, and forgets the oldest ones that are too many or too large.
func (b *Browser) keep(picture *strips.Picture) {
	b.kept = append(b.kept, kept{b.pictures, picture})
	var sizes []image.Point
	for _, k := range b.kept {
		sizes = append(sizes, k.picture.Size())
	}
	b.kept = slices.Delete(b.kept, 0, surplus(sizes))
}

// surplus is how many of the first pictures of these sizes are too many.
func surplus(sizes []image.Point) int {
	pixels := 0
	for i, size := range slices.Backward(sizes) {
		if pixels += size.X * size.Y; pixels > keptPixels || len(sizes)-i > keptPictures {
			return i + 1
		}
	}
	return 0
}

// redraw draws what is shown on the picture from which it differs least. That picture is forgotten: among rows of data with texts
// of one line and of two, there is one of each at hand.
func (b *Browser) redraw(ctx context.Context, found []changes) (*strips.Picture, error) {
	whole := image.Rectangle{Max: b.state.Metrics.size()}
	least, areas, on := cost(whole), []image.Rectangle(nil), -1
	for _, c := range found {
		i := slices.IndexFunc(b.kept, func(k kept) bool { return k.number == c.Number })
		if i < 0 || b.kept[i].picture.Size() != whole.Max {
			continue
		}
		if parts := c.areas(whole.Max); cost(parts...) < least && !slices.ContainsFunc(parts, c.touchFixed) {
			least, areas, on = cost(parts...), parts, i
		}
	}
	if on < 0 {
		return b.drawWhole(ctx)
	}
	picture := b.kept[on].picture
	b.kept = slices.Delete(b.kept, on, on+1)
	return b.drawAreas(ctx, picture, areas)
}

// drawWhole draws a picture from nothing. Where it is the same as another, as its header often is, it shares what that one was
// compressed to.
func (b *Browser) drawWhole(ctx context.Context) (*strips.Picture, error) {
	png, err := b.expectedFrame(ctx, image.Rectangle{})
	if err != nil {
		return nil, err
	}
	picture, err := strips.Read(png)
	if err != nil {
		return nil, err
	}
	for _, k := range b.kept {
		picture = picture.Share(k.picture)
	}
	return picture, nil
}

// drawAreas draws some areas of a picture again. The first is drawn by one frame of that part, since all that the page shows is new. Behind
// it, Chromium does not wait for what comes into view, so that a frame of another part may lack some of it, as Slack's header; three
// frames, as many as a screenshot of a part takes, lack nothing.
func (b *Browser) drawAreas(ctx context.Context, picture *strips.Picture, areas []image.Rectangle) (*strips.Picture, error) {
	draw := b.expectedFrame
	for _, area := range areas {
		png, err := draw(ctx, area)
		if err != nil {
			return nil, err
		}
		if picture, err = picture.With(area.Min, png); err != nil {
			return nil, err
		}
		draw = b.screenshotOf
	}
	return picture, nil
}

// changes are the places in which the page differs from a picture. templates/base/changes.js finds them.
type changes struct {
	Number int   `json:"number"` // of the picture
	Boxes  []box `json:"boxes"`
	Fixed  []box `json:"fixed"` // what a part of the page that is drawn alone must not touch
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
