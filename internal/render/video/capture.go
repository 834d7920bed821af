package video

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"image/draw"
	"slices"

	"golang.org/x/sync/errgroup"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
)

// maxAhead is how many pixels of sprites are decoded before the video begins, while the browser takes the next
// screenshot. That is all of an ordinary video; of a long one the rest stays in its PNGs until it is shown.
const maxAhead = 16 << 20

// captureLayer is a part of the page that is shown and captured by itself. templates/base/video.js lists them by name.
type captureLayer struct {
	name    string
	size    image.Point // device pixels
	onWhite bool        // captured on white, not on nothing
	regions []*region
}

// region is a sprite and the area of its capture layer that it is cut from.
type region struct {
	sprite *composite.Sprite
	area   image.Rectangle
	tile   *tile
}

// tile is what is captured at once of a layer: as much as the viewport shows, or one taller sprite.
type tile struct {
	area    image.Rectangle
	pngs    []spooledPNG // one below the other, each as high as the viewport
	regions []*region
}

// addCapture adds a capture layer. It is captured only if regions are cut from it.
func (v *Video) addCapture(name string, size image.Point) *captureLayer {
	l := &captureLayer{name: name, size: size}
	v.captures = append(v.captures, l)
	return l
}

// cut returns the sprite that an area of the layer shows, and the area without what lies beside the layer. For an area
// that lies beside it altogether there is no sprite.
func (l *captureLayer) cut(area image.Rectangle) (*composite.Sprite, image.Rectangle) {
	r, area := l.region(area)
	if r == nil {
		return nil, area
	}
	r.sprite = composite.NewSprite(area.Size(), func() error { return r.tile.decode() })
	return r.sprite, area
}

// region has an area of the layer captured. It returns the region, and the area without what lies beside the layer; nil: all of it
// does.
func (l *captureLayer) region(area image.Rectangle) (*region, image.Rectangle) {
	area = area.Intersect(image.Rectangle{Max: l.size})
	if area.Empty() {
		return nil, area
	}
	r := &region{area: area}
	l.regions = append(l.regions, r)
	return r, area
}

// whole returns the sprite of the whole layer.
func (l *captureLayer) whole() *composite.Sprite {
	sprite, _ := l.cut(image.Rectangle{Max: l.size})
	return sprite
}

// tiles shares the layer's regions out among tiles, given the height of the viewport.
func (l *captureLayer) tiles(height int) []*tile {
	var all []*tile
	slices.SortStableFunc(l.regions, func(a, b *region) int { return cmp.Compare(a.area.Min.Y, b.area.Min.Y) })
	for _, r := range l.regions {
		if n := len(all); n == 0 || r.area.Max.Y > all[n-1].area.Max.Y {
			top, screens := r.area.Min.Y, (r.area.Dy()+height-1)/height
			if l.size.Y == height {
				top = 0
			}
			all = append(all, &tile{area: image.Rect(0, top, l.size.X, top+screens*height)})
		}
		r.tile = all[len(all)-1]
		r.tile.regions = append(r.tile.regions, r)
	}
	return all
}

// Capture takes the pictures of everything that the video ever shows. The first sprites are decoded meanwhile, which
// takes half as long.
func (v *Video) Capture(ctx context.Context, b *browser.Browser) error {
	var decoding errgroup.Group
	err := v.captureLayers(ctx, b, &decoding)
	if failed := decoding.Wait(); err == nil {
		err = failed
	}
	return err
}

// CaptureFrame takes the pictures of what one frame shows. No other frame can be drawn then.
func (v *Video) CaptureFrame(ctx context.Context, b *browser.Browser, frame int) error {
	shown := composite.Shown(v.Composition(), frame)
	for _, l := range v.captures {
		l.regions = slices.DeleteFunc(l.regions, func(r *region) bool { return !slices.Contains(shown, r.sprite) })
	}
	return v.Capture(ctx, b)
}

func (v *Video) captureLayers(ctx context.Context, b *browser.Browser, decoding *errgroup.Group) error {
	ahead := 0 // pixels
	for _, l := range v.captures {
		if len(l.regions) == 0 {
			continue
		}
		if err := b.SetTransparent(ctx, !l.onWhite); err != nil {
			return err
		}
		for _, t := range l.tiles(v.opts.Size.Y) {
			if err := v.captureTile(ctx, b, l.name, t); err != nil {
				return err
			}
			films := l.name == "dark" || l.name == "lit" // both are needed
			if ahead += t.area.Dx() * t.area.Dy(); ahead <= maxAhead && !films {
				decoding.Go(t.decode)
			}
		}
	}
	return nil
}

func (v *Video) captureTile(ctx context.Context, b *browser.Browser, layer string, t *tile) error {
	for y := t.area.Min.Y; y < t.area.Max.Y; y += v.opts.Size.Y {
		browser.Renew(ctx)
		data, err := b.CaptureLayer(ctx, layer, y)
		if err != nil {
			return err
		}
		png, err := v.spool.put(data)
		if err != nil {
			return err
		}
		t.pngs = append(t.pngs, png)
	}
	return nil
}

// decode fills the tile's sprites.
func (t *tile) decode() error {
	picture, err := t.picture()
	if err != nil {
		return fmt.Errorf("read a picture of the page: %w", err)
	}
	for _, r := range t.regions {
		r.sprite.Fill(picture, r.area.Sub(t.area.Min))
	}
	return nil
}

// cutOut copies a part of a picture.
func cutOut(from image.Image, r image.Rectangle) *image.RGBA {
	part := image.NewRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(part, part.Rect, from, r.Min, draw.Src)
	return part
}

// picture decodes the tile's PNGs and joins them.
func (t *tile) picture() (image.Image, error) {
	if len(t.pngs) == 1 {
		return t.pngs[0].decode()
	}
	whole := image.NewNRGBA(image.Rectangle{Max: t.area.Size()})
	height := t.area.Dy() / len(t.pngs)
	for i, png := range t.pngs {
		part, err := png.decode()
		if err != nil {
			return nil, err
		}
		draw.Draw(whole, image.Rect(0, i*height, t.area.Dx(), (i+1)*height), part, image.Point{}, draw.Src)
	}
	return whole, nil
}
