package video

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// role says what moves a layer.
type role struct {
	pose   int         // index of the sprite, part or piece whose pose it follows, or static
	origin image.Point // from the corner of that one's box, or the frame's, to the layer's
	inward float64     // 1 or -1: it is the left or the right half of what becomes narrower without the keyboard; else 0
	whole  bool        // it moves inwards in one piece, and is cut off at the right side of what becomes narrower
	film   *film       // that plays in the layer; nil: none
}

// The poses of layers of the front: static ones never move, rising ones move with the keyboard.
const (
	static = -1
	rising = -2
)

// opening is what sprites are seen through.
type opening struct {
	clip image.Rectangle
	mask *composite.Sprite // nil: all of clip
}

// arranger lists the layers of a video, and the parts of the capture layers that their pictures are cut from.
type arranger struct {
	*Video
	sheet, fixed, panes *captureLayer
	dark, lit           *captureLayer     // of the sprites in which films play
	paint               *composite.Sprite // the colours of what shows the fixed background
	behind              opening           // what is behind the front is seen through
	screen              *composite.Sprite // the mask of the sprites in front; nil: none
}

// arrangeLayers lists the layers from back to front: the background, the sprites with their parts, the front,
// and the sprites in front of it.
func (v *Video) arrangeLayers() {
	g := v.Geometry
	back := v.addCapture("back", v.opts.Size)
	back.onWhite = v.backOnWhite()
	a := arranger{Video: v, behind: opening{clip: g.View.Rect()}}
	if g.Masked {
		a.behind.mask = v.whole(v.addCapture("mask", v.opts.Size))
	}
	if g.Rounded && slices.ContainsFunc(g.Items, func(i storyboard.ItemBox) bool { return i.Window != nil }) {
		a.screen = v.whole(v.addCapture("screen", v.opts.Size))
	}
	if slices.ContainsFunc(g.Sprites, func(s storyboard.SpriteBox) bool { return s.Fixed }) {
		a.paint = v.whole(v.addCapture("paint", v.opts.Size))
	}
	shapes, front := v.addCapture("shapes", v.opts.Size), v.addCapture("front", v.opts.Size)
	sheet := image.Pt(v.opts.Size.X, MaxSheetHeight)
	a.sheet, a.fixed, a.panes = v.addCapture("sheet", sheet), v.addCapture("fixed", sheet), v.addCapture("panes", sheet)
	a.dark, a.lit = v.addCapture("dark", sheet), v.addCapture("lit", sheet)
	for _, sprite := range g.Sprites {
		if sprite.Edges {
			a.sheet.edges = append(a.sheet.edges, sprite.Cell.Rect().Inset(-g.Items[sprite.Item].Bleed))
		}
	}
	for _, part := range g.Parts {
		if slices.Contains([]string{"under", "answered"}, part.Name) && g.Sprites[part.Sprite].Edges {
			a.sheet.edges = append(a.sheet.edges, part.Cell.Rect().Inset(-part.Bleed))
		}
	}
	a.dark.edges, a.lit.edges = a.sheet.edges, a.sheet.edges
	a.dark.films, a.lit.films = true, true

	whole := image.Rectangle{Max: v.opts.Size}
	a.add(back, whole, composite.Layer{}, static, image.Point{})
	a.addSprites(func(i int) bool { return g.Items[i].Window == nil })
	if v.Board.Keyboard != nil {
		a.addFront(shapes, v.addCapture("rising", v.opts.Size), a.reach(g.Rising), rising)
		a.addBar(shapes)
		a.addSprites(func(i int) bool { return g.Items[i].Rises })
	}
	a.addFront(shapes, front, whole, static)
	inFront := func(i int) bool { return g.Items[i].Window != nil && !g.Items[i].Rises }
	a.addSprites(func(i int) bool { return inFront(i) && !v.Board.Items[i].Over })
	a.addSprites(func(i int) bool { return inFront(i) && v.Board.Items[i].Over })
	a.compareLooks()
	a.blankWords()
}

// blankWords lets pieces that hide the words of their sprite show the ground of these.
func (a *arranger) blankWords() {
	for i, role := range a.roles {
		words := a.Timeline.Hides(role.pose)
		switch {
		case len(words) == 0:
		case a.layers[i].Paint != nil: // the background that is fixed to the screen is the ground
			a.layers[i].Over = nil
		default:
			for _, box := range words {
				a.layers[i].Blank = append(a.layers[i].Blank, box.Rect().Sub(role.origin))
			}
		}
	}
}

// compareLooks lets pieces that show only what differs from another look show no more than that.
func (a *arranger) compareLooks() {
	type picture struct {
		pose    int
		painted bool
	}
	layers := map[picture]int{}
	for i, layer := range a.layers {
		if layer.Backdrop == nil {
			layers[picture{a.roles[i].pose, layer.Paint != nil}] = i
		}
	}
	for i := range a.layers {
		sprite, compares := a.Timeline.Unlike(a.roles[i].pose)
		if !compares {
			continue
		}
		if other, there := layers[picture{sprite, a.layers[i].Paint != nil}]; there && a.layers[other].Sprite.Size() == a.layers[i].Sprite.Size() && a.roles[other].origin == a.roles[i].origin {
			a.layers[i].Unlike = a.layers[other].Sprite
		}
	}
}

// backOnWhite reports whether white lies behind everything.
func (v *Video) backOnWhite() bool { return !v.opts.Transparent || v.opts.OnPhone }

// reach is the area of a box in which something shows; nil: the whole frame.
func (a *arranger) reach(box *storyboard.Box) image.Rectangle {
	whole := image.Rectangle{Max: a.opts.Size}
	if box == nil {
		return whole
	}
	return box.Rect().Intersect(whole)
}

// addFront adds what lies in front of the items and is static, or rises with the keyboard, above its backdrops.
func (a *arranger) addFront(shapes, front *captureLayer, reach image.Rectangle, pose int) {
	for _, backdrop := range a.Geometry.Backdrops {
		if backdrop.Rises == (pose == rising) && !backdrop.Narrows {
			a.add(shapes, backdrop.Box.Rect(), composite.Layer{Backdrop: filterOf(backdrop, a.scale)}, pose, image.Point{})
		}
	}
	if a.Geometry.Front {
		a.add(front, reach, composite.Layer{}, pose, image.Point{})
	}
}

// addBar adds what of the front rises with the keyboard and becomes narrower without it.
func (a *arranger) addBar(shapes *captureLayer) {
	if a.Geometry.Narrows == 0 {
		return
	}
	first := len(a.layers)
	for _, backdrop := range a.Geometry.Backdrops {
		if backdrop.Narrows {
			a.add(shapes, backdrop.Box.Rect(), composite.Layer{Backdrop: filterOf(backdrop, a.scale)}, rising, image.Point{})
		}
	}
	a.add(a.addCapture("bar", a.opts.Size), a.reach(a.Geometry.Bar), composite.Layer{}, rising, image.Point{})
	a.halve(first)
}

// halve replaces the layers from one on by their halves, which meet in the middle of the composer. There the composer looks the same
// from column to column, so that it becomes narrower when its halves move inwards.
func (a *arranger) halve(first int) {
	layers, roles := slices.Clone(a.layers[first:]), slices.Clone(a.roles[first:])
	a.layers, a.roles = a.layers[:first], a.roles[:first]
	middle := a.Geometry.Middle &^ 1 // chroma has half as many columns
	left, right := image.Rect(0, 0, middle, a.opts.Size.Y), image.Rect(middle, 0, a.opts.Size.X, a.opts.Size.Y)
	for i, layer := range layers {
		whole := layer.Clip
		for n, half := range [...]image.Rectangle{left, right} {
			if layer.Clip = half; !whole.Empty() {
				layer.Clip = whole.Intersect(half)
			}
			if layer.Clip.Empty() {
				continue
			}
			roles[i].inward = float64(1 - 2*n)
			a.layers, a.roles = append(a.layers, layer), append(a.roles, roles[i])
		}
	}
}

// addSprites adds the sprites of some items, given by their indexes. A sprite has up to five kinds of layers, from back to front: its backdrops,
// its parts that lie under it, its fixed background, itself with its pieces, and its other parts.
func (a *arranger) addSprites(of func(item int) bool) {
	g := a.Geometry
	for i, sprite := range g.Sprites {
		item := g.Items[sprite.Item]
		if !of(sprite.Item) {
			continue
		}
		through := a.behind
		if item.Window != nil {
			through = opening{item.Window.Rect(), a.screen}
		}
		cell, first := sprite.Cell.Rect(), len(a.layers)
		for _, backdrop := range sprite.Backdrops {
			a.addBackdrop(i, cell.Min, backdrop, through)
		}
		a.addParts(i, through, true)
		if sprite.Fixed {
			a.addMoving(i, a.fixed, cell, item.Bleed, through, a.paint)
		}
		if !a.addFilm(i, cell, item.Bleed, through) {
			a.addMoving(i, a.sheet, cell, item.Bleed, through, nil)
			if last := len(a.layers) - 1; sprite.Fixed && last > first && a.layers[last-1].Paint != nil {
				a.layers[last-1].Over = a.layers[last].Sprite
			}
		}
		a.addPieces(i)
		key := a.Board.Items[sprite.Item].Key
		if g.Narrows > 0 && key == storyboard.StripKey {
			a.halve(first)
			first = len(a.layers)
		}
		a.addParts(i, through, false)
		switch {
		case g.Narrows > 0 && key == storyboard.ComposerKey:
			a.halve(first)
		case g.Narrows > 0 && key == storyboard.StripKey: // pictures above the text lose nothing in the middle
			for k := first; k < len(a.roles); k++ {
				a.roles[k].inward, a.roles[k].whole = 1, true
			}
		}
	}
}

// addParts adds the parts of a sprite: those that lie under it, or all others.
func (a *arranger) addParts(sprite int, through opening, under bool) {
	for k, part := range a.Geometry.Parts {
		if part.Sprite == sprite && (part.Name == "under") == under {
			a.addMoving(len(a.Geometry.Sprites)+k, a.sheet, part.Cell.Rect(), part.Bleed, through, nil)
			a.addPieces(len(a.Geometry.Sprites) + k)
		}
	}
}

// add adds a layer that shows an area of a capture layer, unless the area lies beside it: the picture itself, or what
// shows through a filter of that shape. Origin is the corner of what the pose is of.
func (a *arranger) add(from *captureLayer, area image.Rectangle, layer composite.Layer, pose int, origin image.Point) {
	picture, area := a.cut(from, area)
	if picture == nil {
		return
	}
	if layer.Backdrop != nil {
		layer.Backdrop.Shape = picture
	} else {
		layer.Sprite = picture
	}
	a.layers = append(a.layers, layer)
	a.roles = append(a.roles, role{pose: pose, origin: area.Min.Sub(origin)})
}

// addMoving adds the cell of a sprite or a part, with what reaches out of it.
func (a *arranger) addMoving(pose int, from *captureLayer, cell image.Rectangle, bleed int, through opening, paint *composite.Sprite) {
	a.add(from, cell.Inset(-bleed), composite.Layer{Paint: paint, Mask: through.mask, Clip: through.clip}, pose, cell.Min)
}

// addBackdrop adds a filtered backdrop that moves with a sprite, whose cell begins at origin.
func (a *arranger) addBackdrop(sprite int, origin image.Point, b storyboard.Backdrop, through opening) {
	layer := composite.Layer{Backdrop: filterOf(b, a.scale), Mask: through.mask, Clip: through.clip}
	a.add(a.panes, b.Box.Rect(), layer, sprite, origin)
}

// addPieces adds the sprite or part that was added last once more for each of its pieces.
func (a *arranger) addPieces(pose int) {
	last := len(a.layers) - 1
	if last < 0 || a.roles[last].pose != pose {
		return
	}
	from := last
	if pose < len(a.Geometry.Sprites) && a.Geometry.Sprites[pose].Fixed { // its background is the layer before
		from--
	}
	first := len(a.Geometry.Sprites) + len(a.Geometry.Parts)
	for k, owner := range a.Timeline.Pieces() {
		for i := from; i <= last && owner == pose; i++ {
			a.layers = append(a.layers, a.layers[i])
			a.roles = append(a.roles, role{pose: first + k, origin: a.roles[i].origin})
			if row, one := a.Timeline.Row(first + k); one {
				a.layers[len(a.layers)-1].Row = row - a.roles[i].origin.Y
			}
		}
	}
}

// filterOf reads the computed CSS backdrop-filter of an element, whose lengths are scaled to device pixels. The lens is a filter of the page,
// which the CSS only refers to.
func filterOf(from storyboard.Backdrop, scale float64) *composite.Backdrop {
	b := &composite.Backdrop{Lens: (*composite.Lens)(from.Lens), Saturate: 1, Brightness: 1, Contrast: 1}
	for _, call := range strings.Fields(from.Filter) {
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

// Composition returns the video as the compositor takes it.
func (v *Video) Composition() *composite.Composition {
	poses := v.poseBuffer()
	return &composite.Composition{
		Width: v.opts.Size.X, Height: v.opts.Size.Y, Frames: v.Frames(), Alpha: v.opts.Transparent && !v.opts.OnPhone, Full: v.opts.Full,
		Layers: v.layers, Project: v.project, Behind: v.behind,
		Pose: func(frame int, out []composite.Pose) {
			at := v.timeOf(frame)
			v.Timeline.Poses(at, poses)
			risen, narrowed := v.Timeline.Risen(at), v.Timeline.Narrowed(at)
			for i, role := range v.roles {
				x, y := float64(role.origin.X), float64(role.origin.Y)
				switch role.pose {
				case static:
					out[i] = composite.At(x, y)
					continue
				case rising:
					out[i] = composite.At(x+role.inward*narrowed, y-risen)
					continue
				}
				pose := poses[role.pose]
				if !pose.Visible {
					continue
				}
				pose.X, pose.Y = pose.X+x, pose.Y+y
				pose.PivotX, pose.PivotY = pose.PivotX-x, pose.PivotY-y
				if role.whole {
					pose.Clip.Right += 2 * narrowed
				}
				pose.Clip = v.layerClip(pose.Clip, i)
				pose.X += role.inward * narrowed
				if role.film != nil {
					pose.Picture = max(0, frame-role.film.First)
				}
				out[i] = pose
			}
		},
	}
}

// layerClip turns what a pose cuts off the sides of its box into what is cut off a layer that shows it. A side of which
// nothing is cut shows what reaches out of the box.
func (v *Video) layerClip(clip composite.Inset, layer int) composite.Inset {
	picture := v.layers[layer].Sprite
	if picture == nil {
		picture = v.layers[layer].Backdrop.Shape
	}
	size, at, box := picture.Size(), v.roles[layer].origin, v.boxSize(v.roles[layer].pose)
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

// boxSize is the size of the box that a pose is of: a sprite's, a part's or a piece's.
func (v *Video) boxSize(pose int) image.Point {
	sprites, parts := v.Geometry.Sprites, v.Geometry.Parts
	if pose >= len(sprites)+len(parts) {
		pose = v.Timeline.Pieces()[pose-len(sprites)-len(parts)]
	}
	if pose >= len(sprites) {
		return parts[pose-len(sprites)].Cell.Size()
	}
	return sprites[pose].Cell.Size()
}
