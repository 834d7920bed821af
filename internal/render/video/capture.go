package video

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/fastpng"
)

// maxAhead is how many pixels are decoded before they are needed, while the browser takes the next screenshot. That is all
// of an ordinary video; of a long one the rest stays in its PNGs until it is shown.
const maxAhead = 16 << 20

// captureLayer is a part of the page that is shown and captured by itself. templates/base/video.js lists them by name.
type captureLayer struct {
	name    string      // empty: the whole page as it is
	size    image.Point // device pixels
	onWhite bool        // captured on white, not on nothing
	films   bool        // films play in it: regionPicture decodes its tiles once a film is seen, and would not use what is decoded ahead
	regions []*region

	edges []image.Rectangle // of sprites whose edges depend on how much of the page is captured at once, see shrink
}

// region is a sprite and the area of its capture layer that it is cut from.
type region struct {
	sprite *composite.Sprite
	area   image.Rectangle
	tile   *tile
}

// tile is what is captured at once of a layer: what the viewport shows, or a part of it, or one taller sprite.
type tile struct {
	layer    *captureLayer
	area     image.Rectangle // of the layer, that is captured
	top      int             // where the viewport begins on the layer
	part     image.Rectangle // of the viewport, that is captured; empty: all of it
	regions  []*region
	first    int           // the frame that shows something of it first, or one shortly after; -1: it comes before all others
	captured chan struct{} // closed once the following are set
	pngs     []spooledPNG  // one below the other: each as high as the viewport, or one of the part

	ahead func() ([]*composite.Picture, error) // decodes the pictures of the regions, which may be under way; nil: nothing is
}

// addCapture adds a capture layer. It is captured only if regions are cut from it.
func (v *Video) addCapture(name string, size image.Point) *captureLayer {
	l := &captureLayer{name: name, size: size}
	v.captures = append(v.captures, l)
	return l
}

// cut returns the sprite that an area of the layer shows, and the area without what lies beside the layer. For an area
// that lies beside it altogether there is no sprite.
func (v *Video) cut(l *captureLayer, area image.Rectangle) (*composite.Sprite, image.Rectangle) {
	r, area := l.region(area)
	if r == nil {
		return nil, area
	}
	r.sprite = composite.NewSprite(area.Size(), func() error { return v.load(r.tile) })
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
func (v *Video) whole(l *captureLayer) *composite.Sprite {
	sprite, _ := v.cut(l, image.Rectangle{Max: l.size})
	return sprite
}

// tiles shares the layer's regions out among tiles, given the size of the viewport.
func (l *captureLayer) tiles(viewport image.Point) []*tile {
	var all []*tile
	height := viewport.Y
	slices.SortStableFunc(l.regions, func(a, b *region) int { return cmp.Compare(a.area.Min.Y, b.area.Min.Y) })
	for _, r := range l.regions {
		if n := len(all); n == 0 || r.area.Max.Y > all[n-1].area.Max.Y {
			top, screens := r.area.Min.Y, (r.area.Dy()+height-1)/height
			if l.size.Y == height {
				top = 0
			}
			all = append(all, &tile{layer: l, top: top, area: image.Rect(0, top, l.size.X, top+screens*height), captured: make(chan struct{})})
		}
		r.tile = all[len(all)-1]
		r.tile.regions = append(r.tile.regions, r)
	}
	for _, t := range all {
		t.shrink(viewport)
	}
	return all
}

// partCost is how many pixels take as long as the frame more that Chromium draws where it captures another part of the page than before.
const partCost = 250_000

// shrink has only what the regions cover captured, where that takes less time. Chromium gives other edges to images with round corners
// in a part of the page than in all of it.
func (t *tile) shrink(viewport image.Point) {
	var used image.Rectangle
	for _, r := range t.regions {
		used = used.Union(r.area)
	}
	less := used.Dx()*used.Dy()+partCost < viewport.X*viewport.Y
	if t.area.Dy() == viewport.Y && less && !slices.ContainsFunc(t.layer.edges, used.Overlaps) {
		t.area, t.part = used, used.Sub(image.Pt(0, t.top))
	}
}

// Capture takes the pictures of everything that the video ever shows, in the order in which it is seen. It calls ready, if that
// is not nil, once the composition may be drawn, in another goroutine: what draws it waits for each picture until it is taken.
func (v *Video) Capture(ctx context.Context, b *browser.Browser, ready func()) error {
	var tiles []*tile
	for _, l := range v.captures {
		tiles = append(tiles, l.tiles(v.opts.Size)...)
	}
	if ready != nil {
		v.sortTiles(tiles)
		ready()
	}
	defer close(v.ended)
	ahead := 0 // pixels
	for _, t := range tiles {
		if err := v.captureTile(ctx, b, t); err != nil {
			return err
		}
		if ahead += t.area.Dx() * t.area.Dy(); ahead <= maxAhead && !t.layer.films {
			decode := sync.OnceValues(t.pictures)
			v.decoding.Go(func() {
				defer func() { _ = recover() }() // a panic comes again where the picture is used; here it would end the process
				_, _ = decode()
			})
			t.ahead = decode
		}
		close(t.captured)
	}
	return nil
}

// CaptureFrame takes the pictures of what one frame shows. No other frame can be drawn then.
func (v *Video) CaptureFrame(ctx context.Context, b *browser.Browser, frame int) error {
	shown := composite.Shown(v.Composition(), frame)
	for _, l := range v.captures {
		l.regions = slices.DeleteFunc(l.regions, func(r *region) bool { return !slices.Contains(shown, r.sprite) })
	}
	return v.Capture(ctx, b, nil)
}

// sortTiles sorts tiles by the frames that show them first. Those of layers that are as large as the viewport and seen from the
// beginning come before all others, and others of them last of those seen from the same frame on: the page is laid out in another
// way for the sprite sheet, which takes long.
func (v *Video) sortTiles(tiles []*tile) {
	first := v.firstFrames()
	for _, t := range tiles {
		t.first = v.Frames()
		for _, r := range t.regions {
			if frame, seen := first[r.sprite]; seen {
				t.first = min(t.first, frame)
			}
		}
		if t.first == 0 && t.layer.size == v.opts.Size {
			t.first = -1
		}
	}
	last := func(t *tile) int {
		if t.layer.size == v.opts.Size {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(tiles, func(a, b *tile) int { return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(last(a), last(b))) })
}

// firstFrames finds the frames that show the pictures of layers first, to a third of a second. What stands outside the frame, as a
// keyboard that has not come, is not shown.
func (v *Video) firstFrames() map[*composite.Sprite]int {
	first := map[*composite.Sprite]int{}
	composition := v.Composition()
	for frame := 0; frame < composition.Frames; frame += max(1, v.opts.FPS/3) {
		for _, sprite := range composite.Shown(composition, frame) {
			if _, seen := first[sprite]; !seen {
				first[sprite] = frame
			}
		}
	}
	return first
}

func (v *Video) captureTile(ctx context.Context, b *browser.Browser, t *tile) error {
	if err := b.SetTransparent(ctx, !t.layer.onWhite); err != nil {
		return err
	}
	for y := t.top; y < t.area.Max.Y; y += v.opts.Size.Y {
		browser.Renew(ctx)
		data, err := t.capture(ctx, b, y)
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

// capture takes a screenshot of the tile's layer, from y on.
func (t *tile) capture(ctx context.Context, b *browser.Browser, y int) ([]byte, error) {
	if t.layer.name == "" {
		return b.Screenshot(ctx)
	}
	return b.CaptureLayer(ctx, t.layer.name, y, t.part)
}

// errNotCaptured says that a picture is wanted which was not taken, since the capture has failed.
var errNotCaptured = errors.New("the page was not captured")

// wait waits until a tile is captured.
func (v *Video) wait(t *tile) error {
	select {
	case <-t.captured:
	case <-v.ended:
		select {
		case <-t.captured:
		default:
			return errNotCaptured
		}
	}
	return nil
}

// load fills a tile's sprites, once it is captured.
func (v *Video) load(t *tile) error {
	if err := v.wait(t); err != nil {
		return err
	}
	decode := t.pictures
	if t.ahead != nil {
		decode, t.ahead = t.ahead, nil // a second time they are decoded anew
	}
	pictures, err := decode()
	if err != nil {
		return err
	}
	for i, r := range t.regions {
		r.sprite.Show(pictures[i])
	}
	return nil
}

// pictures decodes what the tile's regions show.
func (t *tile) pictures() ([]*composite.Picture, error) {
	pictures := make([]*composite.Picture, len(t.regions))
	for i, r := range t.regions {
		pictures[i] = composite.NewPicture(r.area.Size())
	}
	return pictures, t.rows(func(y int, pix []byte, channels int) {
		for i, r := range t.regions {
			if r.area.Min.Y <= y && y < r.area.Max.Y {
				pictures[i].SetRow(y-r.area.Min.Y, pix[(r.area.Min.X-t.area.Min.X)*channels:], channels)
			}
		}
	})
}

// rows decodes the tile's PNGs, and calls row with each row of the layer that they show. A pixel has 3 or 4 channels.
func (t *tile) rows(row func(y int, pix []byte, channels int)) error {
	want := image.Pt(t.area.Dx(), t.area.Dy()/len(t.pngs))
	check := func(size image.Point) error {
		if size.X < want.X || size.Y < want.Y {
			return fmt.Errorf("its size is %v, want %v", size, want)
		}
		return nil
	}
	for i, spooled := range t.pngs {
		png, err := spooled.bytes()
		if err == nil {
			top := t.area.Min.Y + i*want.Y
			err = fastpng.Rows(png, check, func(y int, pix []byte, channels int) { row(top+y, pix, channels) })
		}
		if err != nil {
			return fmt.Errorf("read a picture of the page: %w", err)
		}
	}
	return nil
}
