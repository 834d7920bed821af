package render

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/motion"
	"mockup/internal/render/scene"
)

// footage is all that a video needs of the page: the browser is free once it is taken.
type footage struct {
	timeline *motion.Timeline
	places   browser.Places
	layers   []composite.Layer
	roles    []role // of every layer
	size     image.Point
	clear    bool
	pops     []time.Duration // when a pop is heard
}

// role says what moves a layer.
type role struct {
	sprite int         // the sprite or part whose pose it follows, or static
	origin image.Point // from the corner of that one's box, or the frame's, to the layer's
}

// static is the role of a layer that never moves.
const static = -1

// shoot lays a video out on the page that is shown, and takes its pictures.
func shoot(ctx context.Context, b *browser.Browser, page *page, size image.Point) (*footage, error) {
	scale := b.Scale()
	film, err := typed(ctx, b, page.scene.Film)
	if err != nil {
		return nil, err
	}
	places, err := b.Film(ctx, reel(film, scale))
	if err != nil {
		return nil, err
	}
	place(film, &places, scale)
	f := &footage{places: places, size: size, clear: page.payload.Transparent(), pops: film.Pops}
	if height := f.sheetHeight(); height*size.X > maxPixels {
		return nil, &SizeError{fmt.Sprintf(
			"all that appears in the video is %d pixels high at a width of %d; at most %d million pixels are drawn: shorten the content or choose a smaller resolutionScale",
			height, size.X, maxPixels>>20)}
	}
	f.timeline = motion.New(film, motionPlaces(places), scale)
	if page.planned != nil {
		if err := page.planned(f); err != nil {
			return nil, err
		}
	}
	camera := &camera{ctx: ctx, browser: b, size: size}
	planes := f.take(camera)
	if err := camera.develop(); err != nil {
		return nil, err
	}
	f.compose(planes, scale)
	return f, nil
}

// typed breaks a film's drafts into lines.
func typed(ctx context.Context, b *browser.Browser, film *scene.Film) (*scene.Film, error) {
	if film.Field == nil {
		return film, nil
	}
	texts := make([]string, len(film.Drafts))
	for i, draft := range film.Drafts {
		texts[i] = draft.Text
	}
	drafts, err := b.Drafts(ctx, texts)
	if err != nil {
		return nil, err
	}
	lines := make([][]scene.DraftLine, len(drafts))
	for i, draft := range drafts {
		for _, line := range draft {
			lines[i] = append(lines[i], scene.DraftLine(line))
		}
	}
	return film.Typed(lines), nil
}

// reel is the film in the page's words.
func reel(film *scene.Film, scale float64) browser.Reel {
	r := browser.Reel{Scale: scale, Bleed: float64(film.Bleed), Items: []browser.ReelItem{}, Steps: []browser.ReelStep{}}
	for _, item := range film.Items {
		r.Items = append(r.Items, browser.ReelItem{Slot: item.Slot, Key: item.Key, First: item.First, HTML: item.HTML})
	}
	for _, step := range film.Steps {
		r.Steps = append(r.Steps, browser.ReelStep{Put: step.Put, Drop: step.Drop, Set: step.Set})
	}
	return r
}

// motionPlaces is what the page measured in the words of package motion.
func motionPlaces(p browser.Places) motion.Places {
	places := motion.Places{First: p.First, Steps: make([][]motion.Place, len(p.Boxes)), Grow: map[int]motion.Growth{}}
	for i, boxes := range p.Boxes {
		for _, spot := range boxes {
			places.Steps[i] = append(places.Steps[i], motion.Place{Sprite: spot[0], X: spot[1], Y: spot[2]})
		}
	}
	for _, g := range p.Grow {
		places.Grow[g[0]] = motion.Growth{Left: g[1], Right: g[2], Bottom: g[3]}
	}
	sprites := len(p.Cells) - len(p.Parts)
	for _, cell := range p.Cells[:sprites] {
		places.Sizes = append(places.Sizes, [2]int{cell[2], cell[3]})
	}
	for i, part := range p.Parts {
		at := p.Cells[sprites+i].Rect(0).Min.Sub(p.Cells[sprites+i].Rect(1).Min)
		size := p.Cells[sprites+i].Rect(0).Size()
		places.Parts = append(places.Parts, motion.Part{
			Name: part.Name, Sprite: part.Sprite, Number: part.Number, X: at.X, Y: at.Y, Width: size.X, Height: size.Y,
		})
	}
	for _, u := range p.Units {
		places.Units = append(places.Units, motion.Unit{
			Sprite: u.Sprite, Box: u.Box.Rect(), Letters: u.Letters, Ends: u.Ends, Line: u.Line, Foot: u.Foot, Rest: u.Rest,
		})
	}
	places.Top, places.Bottom = p.Inner.Rect().Min.Y, p.Inner.Rect().Max.Y
	return places
}

// planes are the pictures that layers are cut from. Those that a film does not need are nil.
type planes struct {
	back, front           *image.NRGBA
	sprites, panes, fixed *image.NRGBA // sheets
	mask, shapes          *image.NRGBA
	paint                 *image.NRGBA
	screen                *image.NRGBA // what is before the front is seen through
}

// take takes the pictures of all planes.
func (f *footage) take(c *camera) planes {
	c.clear(f.clear)
	p := planes{back: c.shot("back")}
	c.clear(true)
	if f.places.Masked {
		p.mask = c.shot("mask")
	}
	p.sprites = c.sheet("sheet", f.sheetHeight())
	if f.places.Fixed {
		p.fixed, p.paint = c.sheet("fixed", f.sheetHeight()), c.shot("paint")
	}
	if f.places.Rounded && slices.ContainsFunc(f.places.Windows, func(b browser.Box) bool { return b != nil }) {
		p.screen = c.shot("screen")
	}
	height := 0
	for _, pane := range f.places.Panes {
		height = max(height, pane.Box.Rect().Max.Y)
	}
	if height > 0 {
		p.panes = c.sheet("panes", height)
	}
	if len(f.places.Backdrops) > 0 {
		p.shapes = c.shot("shapes")
	}
	if f.places.Front {
		p.front = c.shot("front")
	}
	return p
}

// compose lists the layers from back to front: what lies behind, the sprites with their parts, what lies before them,
// and the sprites before that.
func (f *footage) compose(p planes, scale float64) {
	whole := image.Rectangle{Max: f.size}
	s := sheets{sprites: p.sprites, panes: p.panes, fixed: p.fixed, mask: f.whole(p.mask), screen: f.whole(p.screen), paint: f.whole(p.paint)}
	f.addStatic(p.back, whole, nil)
	f.addSprites(s, false, scale)
	for _, backdrop := range f.places.Backdrops {
		f.addStatic(p.shapes, backdrop.Box.Rect(), parseFilter(backdrop.Filter, scale))
	}
	if p.front != nil {
		f.addStatic(p.front, whole, nil)
	}
	f.addSprites(s, true, scale)
}

// whole makes a sprite of a whole plane, or of none nil.
func (f *footage) whole(plane *image.NRGBA) *composite.Sprite {
	if plane == nil {
		return nil
	}
	return composite.NewSprite(plane, image.Rectangle{Max: f.size})
}

// sheets are the pictures that sprites are cut from, and what they are seen through.
type sheets struct {
	sprites, panes, fixed *image.NRGBA
	paint                 *composite.Sprite
	mask                  *composite.Sprite // what is behind the front is seen through; nil: all of the view
	screen                *composite.Sprite // what is before the front is seen through; nil: all of the screen
}

// opening is what sprites are seen through.
type opening struct {
	clip image.Rectangle
	mask *composite.Sprite // nil: all of clip
}

// addSprites adds the sprites that lie behind the front or before it: of each what shows through its glass, its ground,
// itself and its parts.
func (f *footage) addSprites(s sheets, before bool, scale float64) {
	sprites := len(f.places.Cells) - len(f.places.Parts)
	for i, cell := range f.places.Cells[:sprites] {
		window := f.places.Window(i)
		if (window != nil) != before {
			continue
		}
		through := opening{f.places.View.Rect(), s.mask}
		if before {
			through = opening{window.Rect(), s.screen}
		}
		for _, pane := range f.places.Panes {
			if pane.Sprite == i {
				f.addPane(i, s.panes, cell.Rect(0).Min, pane.Box.Rect(), through, parseFilter(pane.Filter, scale))
			}
		}
		if s.fixed != nil {
			f.addMoving(i, s.fixed, cell.Rect(0), f.places.Bleed(i), through, s.paint)
		}
		f.addMoving(i, s.sprites, cell.Rect(0), f.places.Bleed(i), through, nil)
		f.addPieces(i, len(f.places.Cells))
		for k, part := range f.places.Parts {
			if part.Sprite == i {
				f.addMoving(sprites+k, s.sprites, f.places.Cells[sprites+k].Rect(0), 1, through, nil)
			}
		}
	}
}

// addStatic adds an area of a plane that stays where it is: its picture, or with a filter what it lets through.
func (f *footage) addStatic(plane *image.NRGBA, area image.Rectangle, filter *composite.Backdrop) {
	area = inked(plane, area)
	if area.Empty() {
		return
	}
	layer := composite.Layer{Sprite: composite.NewSprite(plane, area)}
	if filter != nil {
		filter.Shape = layer.Sprite
		layer = composite.Layer{Backdrop: filter}
	}
	f.layers = append(f.layers, layer)
	f.roles = append(f.roles, role{sprite: static, origin: area.Min})
}

// addMoving adds the cell of a sprite, with what reaches out of it, or of a part, which stands close to others.
func (f *footage) addMoving(sprite int, sheet *image.NRGBA, cell image.Rectangle, bleed int, through opening, paint *composite.Sprite) {
	area := inked(sheet, cell.Inset(-bleed))
	if area.Empty() {
		return
	}
	f.layers = append(f.layers, composite.Layer{Sprite: composite.NewSprite(sheet, area), Paint: paint, Mask: through.mask, Clip: through.clip})
	f.roles = append(f.roles, role{sprite, area.Min.Sub(cell.Min)})
}

// addPieces adds the sprite that was added last once more for each of its pieces.
func (f *footage) addPieces(sprite, first int) {
	n := len(f.layers) - 1
	if n < 0 || f.roles[n].sprite != sprite {
		return
	}
	for k, of := range f.timeline.Pieces() {
		if of == sprite {
			f.layers = append(f.layers, f.layers[n])
			f.roles = append(f.roles, role{first + k, f.roles[n].origin})
		}
	}
}

// cut turns what is cut off the sides of a sprite's box into what is cut off a layer that shows it. A side of which
// nothing is cut shows what reaches out of the box.
func (f *footage) cut(clip composite.Inset, box image.Point, layer int) composite.Inset {
	picture := f.layers[layer].Sprite
	if picture == nil {
		picture = f.layers[layer].Backdrop.Shape
	}
	size, at := picture.Size(), f.roles[layer].origin
	side := func(cut *float64, off int) {
		if *cut > 0 {
			*cut += float64(off)
		}
	}
	side(&clip.Left, -at.X)
	side(&clip.Top, -at.Y)
	side(&clip.Right, at.X+size.X-box.X)
	side(&clip.Bottom, at.Y+size.Y-box.Y)
	return clip
}

// box is the size of the box that a pose is of: a sprite's, a part's or a piece's.
func (f *footage) box(pose int) image.Point {
	if pieces := pose - len(f.places.Cells); pieces >= 0 {
		pose = f.timeline.Pieces()[pieces]
	}
	return f.places.Cells[pose].Rect(0).Size()
}

// addPane adds a filtered backdrop that moves with a sprite, whose cell begins at origin.
func (f *footage) addPane(sprite int, panes *image.NRGBA, origin image.Point, box image.Rectangle, through opening, filter *composite.Backdrop) {
	area := inked(panes, box)
	if area.Empty() {
		return
	}
	filter.Shape = composite.NewSprite(panes, area)
	f.layers = append(f.layers, composite.Layer{Backdrop: filter, Mask: through.mask, Clip: through.clip})
	f.roles = append(f.roles, role{sprite: sprite, origin: area.Min.Sub(origin)})
}

// inked is the part of an area that is not transparent.
func inked(plane *image.NRGBA, area image.Rectangle) image.Rectangle {
	area = area.Intersect(plane.Rect)
	var ink image.Rectangle
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := plane.Pix[plane.PixOffset(area.Min.X, y):][:4*area.Dx()]
		first, last := 3, len(row)-1
		for first < len(row) && row[first] == 0 {
			first += 4
		}
		if first > last {
			continue
		}
		for row[last] == 0 {
			last -= 4
		}
		ink = ink.Union(image.Rect(area.Min.X+first/4, y, area.Min.X+last/4+1, y+1))
	}
	return ink
}

// sheetHeight is the height of the sheet in device pixels.
func (f *footage) sheetHeight() int {
	height := 0
	sprites := len(f.places.Cells) - len(f.places.Parts)
	for i, cell := range f.places.Cells {
		height = max(height, cell.Rect(0).Max.Y)
		if i < sprites {
			height = max(height, cell.Rect(0).Max.Y+f.places.Bleed(i))
		}
	}
	return height
}

// film is the footage as the compositor takes it.
func (f *footage) film(fps int) *composite.Film {
	poses := f.poses()
	return &composite.Film{
		Width: f.size.X, Height: f.size.Y, Frames: f.timeline.Frames(fps), Alpha: f.clear, Layers: f.layers,
		Pose: func(frame int, out []composite.Pose) {
			f.timeline.Poses(time.Duration(frame)*time.Second/time.Duration(fps), poses)
			for i, role := range f.roles {
				x, y := float64(role.origin.X), float64(role.origin.Y)
				if role.sprite == static {
					out[i] = composite.At(x, y)
					continue
				}
				pose := poses[role.sprite]
				pose.X, pose.Y = pose.X+x, pose.Y+y
				pose.PivotX, pose.PivotY = pose.PivotX-x, pose.PivotY-y
				pose.Clip = f.cut(pose.Clip, f.box(role.sprite), i)
				out[i] = pose
			}
		},
	}
}

// poses makes room for a moment of the timeline.
func (f *footage) poses() []composite.Pose {
	return make([]composite.Pose, len(f.places.Cells)+len(f.timeline.Pieces()))
}

// parseFilter reads a computed CSS backdrop-filter. Lengths are scaled to device pixels.
func parseFilter(css string, scale float64) *composite.Backdrop {
	b := &composite.Backdrop{Saturate: 1, Brightness: 1, Contrast: 1}
	for _, call := range strings.Fields(css) {
		function, argument, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
		value, err := strconv.ParseFloat(strings.TrimSuffix(argument, "px"), 64)
		if err != nil {
			continue
		}
		switch function {
		case "blur":
			b.Blur = value * scale
		case "saturate":
			b.Saturate = value
		case "brightness":
			b.Brightness = value
		case "contrast":
			b.Contrast = value
		}
	}
	return b
}
