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
	timeline   *motion.Timeline
	places     browser.Places
	layers     []composite.Layer
	roles      []role // of every layer
	size       image.Point
	scale      float64 // device pixels per CSS pixel
	clear      bool    // frames have alpha
	space      *space
	projection *composite.Projection // onto the phone in space; nil: none
	pops       []time.Duration       // when a pop is heard
	shelf      shelf
}

// role says what moves a layer.
type role struct {
	sprite int         // the sprite or part whose pose it follows, or static
	origin image.Point // from the corner of that one's box, or the frame's, to the layer's
}

// static is the role of a layer that never moves.
const static = -1

// maxSheet bounds how high all sprites are below each other, in device pixels. Chromium reckons with 24 bits where it
// draws, so that farther down letters would not stand where they do in the picture.
const maxSheet = 2 << 20

// layOut lays a video out on the page that is shown. Of one whose images are broken it tells just those.
func layOut(ctx context.Context, b *browser.Browser, page *page, size image.Point) (*footage, error) {
	scale := b.Scale()
	film, err := typed(ctx, b, page.scene.Film)
	if err != nil {
		return nil, err
	}
	places, err := b.Film(ctx, reel(film, scale))
	if err != nil || len(places.Broken) > 0 {
		return &footage{places: places}, err
	}
	place(film, &places, scale)
	f := &footage{places: places, size: size, scale: scale, clear: page.payload.Transparent(), space: page.space, pops: film.Pops}
	if height := f.sheetHeight(); height > maxSheet {
		return nil, &SizeError{fmt.Sprintf(
			"all that appears in the video is %d pixels high below each other; at most %d million are drawn: shorten the content or choose a smaller resolutionScale",
			height, maxSheet>>20)}
	}
	f.timeline = motion.New(film, motionPlaces(places), scale)
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

// arrange lists the layers from back to front, and names the camera their pictures: what lies behind, the sprites with
// their parts, what lies before them, and the sprites before that.
func (f *footage) arrange(c *camera) {
	back := c.plane("back")
	back.white = !f.clear || f.space != nil
	l := layering{footage: f, behind: opening{clip: f.places.View.Rect()}}
	if f.places.Masked {
		l.behind.mask = c.plane("mask").whole()
	}
	if f.places.Rounded && slices.ContainsFunc(f.places.Windows, func(b browser.Box) bool { return b != nil }) {
		l.screen = c.plane("screen").whole()
	}
	if len(f.places.Fixed) > 0 {
		l.paint = c.plane("paint").whole()
	}
	shapes, front := c.plane("shapes"), c.plane("front")
	l.sheet, l.fixed, l.panes = c.sheet("sheet"), c.sheet("fixed"), c.sheet("panes")

	whole := image.Rectangle{Max: f.size}
	l.addStatic(back, whole, nil)
	l.addSprites(false)
	for _, backdrop := range f.places.Backdrops {
		l.addStatic(shapes, backdrop.Box.Rect(), parseFilter(backdrop.Filter, f.scale))
	}
	if f.places.Front {
		l.addStatic(front, whole, nil)
	}
	l.addSprites(true)
}

// layering adds the layers of a footage.
type layering struct {
	*footage
	sheet, fixed, panes *plane
	paint               *composite.Sprite // the colours of what shows the fixed ground
	behind              opening           // what is behind the front is seen through
	screen              *composite.Sprite // the mask of what is before it; nil: none
}

// opening is what sprites are seen through.
type opening struct {
	clip image.Rectangle
	mask *composite.Sprite // nil: all of clip
}

// addSprites adds the sprites that lie behind the front or before it: of each what shows through its glass, its ground,
// itself and its parts.
func (l *layering) addSprites(before bool) {
	sprites := len(l.places.Cells) - len(l.places.Parts)
	for i, cell := range l.places.Cells[:sprites] {
		window := l.places.Window(i)
		if (window != nil) != before {
			continue
		}
		through := l.behind
		if before {
			through = opening{window.Rect(), l.screen}
		}
		box := cell.Rect(0)
		for _, pane := range l.places.Panes {
			if pane.Sprite == i {
				l.addPane(i, box.Min, pane.Box.Rect(), through, parseFilter(pane.Filter, l.scale))
			}
		}
		if slices.Contains(l.places.Fixed, i) {
			l.addMoving(i, l.fixed, box, l.places.Bleed(i), through, l.paint)
		}
		l.addMoving(i, l.sheet, box, l.places.Bleed(i), through, nil)
		l.addPieces(i, len(l.places.Cells))
		for k, part := range l.places.Parts {
			if part.Sprite == i {
				l.addMoving(sprites+k, l.sheet, l.places.Cells[sprites+k].Rect(0), 1, through, nil)
			}
		}
	}
}

// add adds a layer that shows an area of a plane, unless the area lies beside it: the picture itself, or what shows
// through a filter of that shape. Origin is the corner that the role's pose is of.
func (l *layering) add(from *plane, area image.Rectangle, layer composite.Layer, sprite int, origin image.Point) {
	picture, area := from.cut(area)
	if picture == nil {
		return
	}
	if layer.Backdrop != nil {
		layer.Backdrop.Shape = picture
	} else {
		layer.Sprite = picture
	}
	l.layers = append(l.layers, layer)
	l.roles = append(l.roles, role{sprite, area.Min.Sub(origin)})
}

// addStatic adds an area of a plane that stays where it is, or with a filter what shows through it.
func (l *layering) addStatic(from *plane, area image.Rectangle, filter *composite.Backdrop) {
	l.add(from, area, composite.Layer{Backdrop: filter}, static, image.Point{})
}

// addMoving adds the cell of a sprite, with what reaches out of it, or of a part, which stands close to others.
func (l *layering) addMoving(sprite int, from *plane, cell image.Rectangle, bleed int, through opening, paint *composite.Sprite) {
	l.add(from, cell.Inset(-bleed), composite.Layer{Paint: paint, Mask: through.mask, Clip: through.clip}, sprite, cell.Min)
}

// addPane adds a filtered backdrop that moves with a sprite, whose cell begins at origin.
func (l *layering) addPane(sprite int, origin image.Point, box image.Rectangle, through opening, filter *composite.Backdrop) {
	l.add(l.panes, box, composite.Layer{Backdrop: filter, Mask: through.mask, Clip: through.clip}, sprite, origin)
}

// addPieces adds the sprite that was added last once more for each of its pieces.
func (f *layering) addPieces(sprite, first int) {
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

// close lets go of the pictures.
func (f *footage) close() { f.shelf.close() }

// film is the footage as the compositor takes it.
func (f *footage) film(fps int) *composite.Film {
	poses := f.poses()
	return &composite.Film{
		Width: f.size.X, Height: f.size.Y, Frames: f.timeline.Frames(fps), Alpha: f.clear && f.space == nil, Layers: f.layers,
		Projection: f.projection,
		Pose: func(frame int, out []composite.Pose) {
			f.timeline.Poses(time.Duration(frame)*time.Second/time.Duration(fps), poses)
			for i, role := range f.roles {
				x, y := float64(role.origin.X), float64(role.origin.Y)
				if role.sprite == static {
					out[i] = composite.At(x, y)
					continue
				}
				pose := poses[role.sprite]
				if !pose.Visible {
					continue
				}
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
