package composite

import (
	"image"
	"math"
)

// fine is the number of steps that a pixel is divided into. Poses are rounded to steps.
const fine = 256

// motion is how a layer's pixels are mapped to those of the frame.
type motion uint8

const (
	hidden motion = iota
	placed        // moved only
	scaled        // moved and scaled
	turned        // moved, scaled and turned
)

// placement is a pose computed for a layer and a frame size. Equal placements draw the same pixels.
type placement struct {
	motion  motion
	bounds  image.Rectangle // frame pixels that may be drawn on
	opacity int             // 1..fine
	x, y    int             // placed: top left corner in 1/fine pixels
	inverse affine          // scaled, turned: from frame to sprite pixels
	box     box             // what the clips do not cut off, and scaled: the sprite's edges
	window  box             // turned: what Pose.Clip does not cut off, in 1/fine sprite pixels
	scale   float64         // turned
	area    image.Rectangle // frame pixels that the backdrop is made of, without clips
	picture int             // of a film
}

// box is a rectangle in 1/fine pixels.
type box struct{ x0, y0, x1, y1 int }

func boxOf(r image.Rectangle) box {
	return box{r.Min.X * fine, r.Min.Y * fine, r.Max.X * fine, r.Max.Y * fine}
}

func (b box) intersect(c box) box {
	return box{max(b.x0, c.x0), max(b.y0, c.y0), min(b.x1, c.x1), min(b.y1, c.y1)}
}

// affine maps (x, y) to (a*x+b*y+c, d*x+e*y+f).
type affine struct{ a, b, c, d, e, f float64 }

func (m affine) apply(x, y float64) (float64, float64) {
	return m.a*x + m.b*y + m.c, m.d*x + m.e*y + m.f
}

// size is the sprite's size in pixels, the backdrop's included.
func (l *Layer) size() image.Point {
	var size image.Point
	if l.Sprite != nil {
		size = l.Sprite.Size()
	}
	if l.Backdrop != nil && l.Backdrop.Shape != nil {
		shape := l.Backdrop.Shape.Size()
		size = image.Pt(max(size.X, shape.X), max(size.Y, shape.Y))
	}
	return size
}

// visible returns the sides of the part of the layer, in its pixels, that is visible when something is cut off.
func (l *Layer) visible(cut Inset) (left, top, right, bottom float64) {
	size, ink := l.size(), image.Rectangle{}
	if l.Sprite != nil {
		ink = l.Sprite.inked()
	}
	if l.Backdrop != nil && l.Backdrop.Shape != nil {
		ink = ink.Union(l.Backdrop.Shape.inked())
	}
	if ink.Empty() {
		return 0, 0, 0, 0
	}
	ink = ink.Inset(-1) // a picture that lies between pixels reaches half a pixel beyond its edges
	left, top = max(cut.Left, 0, float64(ink.Min.X)), max(cut.Top, 0, float64(ink.Min.Y))
	w, h := float64(size.X), float64(size.Y)
	return left, top, min(w-cut.Right, w, float64(ink.Max.X)), min(h-cut.Bottom, h, float64(ink.Max.Y))
}

// place computes where a layer lies in a frame.
func (l *Layer) place(p *Pose, frame image.Rectangle) placement {
	if !p.Visible || !(p.Opacity > 0) || !(p.Scale > 1e-6) || !p.usable() {
		return placement{}
	}
	left, top, right, bottom := l.visible(p.Clip)
	if right <= left || bottom <= top {
		return placement{}
	}
	whole := frame
	if !l.Clip.Empty() {
		frame = frame.Intersect(l.Clip)
	}
	if l.Mask != nil {
		frame = frame.Intersect(image.Rectangle{Max: l.Mask.Size()})
	}
	out := placement{picture: p.Picture, opacity: int(math.Round(min(p.Opacity, 1) * fine)), box: boxOf(frame)}
	switch {
	case math.Mod(p.Rotate, 360) != 0:
		out.motion = turned
		out.window = affine{a: 1, e: 1}.box(left, top, right, bottom)
		out.scale = p.Scale
	case p.Scale != 1:
		out.motion = scaled
	default:
		out.motion = placed
	}
	forward := p.forward()
	out.bounds = forward.bounds(left, top, right, bottom, out.motion.margin(), frame)
	if out.bounds.Empty() || out.opacity == 0 {
		return placement{}
	}
	if l.Backdrop != nil && l.Backdrop.Shape != nil {
		shape := l.Backdrop.Shape.Size()
		out.area = forward.bounds(0, 0, float64(shape.X), float64(shape.Y), 0, whole)
	}
	// The layer lies in or near the frame here, so that the numbers below are small.
	if out.motion == placed {
		out.x, out.y = toFine(p.X), toFine(p.Y)
	} else {
		out.inverse = p.inverse()
	}
	if out.motion == scaled || out.motion == placed && p.Clip != (Inset{}) {
		out.box = out.box.intersect(forward.box(left, top, right, bottom))
	}
	return out
}

// usable reports whether every number of the pose is finite, and small enough to compute with.
func (p *Pose) usable() bool {
	const far = 1e9
	for _, f := range [...]float64{p.X, p.Y, p.Scale, p.Rotate, p.PivotX, p.PivotY, p.Opacity, p.Clip.Left, p.Clip.Top, p.Clip.Right, p.Clip.Bottom} {
		if !(math.Abs(f) <= far) {
			return false
		}
	}
	return true
}

// margin is how many pixels beyond its edges a layer is drawn: edges that do not run along pixels are smoothed.
func (m motion) margin() float64 {
	if m == turned {
		return 1
	}
	return 0
}

// forward maps sprite pixels to frame pixels.
func (p *Pose) forward() affine {
	sin, cos := math.Sincos(p.Rotate * math.Pi / 180)
	if p.Rotate == 0 {
		sin, cos = 0, 1
	}
	sin, cos = sin*p.Scale, cos*p.Scale
	if p.Scale == 1 && sin == 0 {
		return affine{1, 0, p.X, 0, 1, p.Y}
	}
	return affine{
		cos, -sin, p.X + p.PivotX - cos*p.PivotX + sin*p.PivotY,
		sin, cos, p.Y + p.PivotY - sin*p.PivotX - cos*p.PivotY,
	}
}

// Bounds is the rectangle around an area of the sprite as the frame shows it, without Clip; empty where the pose is hidden.
func (p *Pose) Bounds(area image.Rectangle) image.Rectangle {
	if !p.Visible || !(p.Opacity > 0) || !(p.Scale > 0) || !p.usable() || area.Empty() {
		return image.Rectangle{}
	}
	minX, minY, maxX, maxY := p.forward().reach(float64(area.Min.X), float64(area.Min.Y), float64(area.Max.X), float64(area.Max.Y))
	return image.Rect(int(math.Floor(minX)), int(math.Floor(minY)), int(math.Ceil(maxX)), int(math.Ceil(maxY)))
}

// inverse maps frame pixels to sprite pixels.
func (p *Pose) inverse() affine {
	sin, cos := math.Sincos(-p.Rotate * math.Pi / 180)
	sin, cos = sin/p.Scale, cos/p.Scale
	x, y := p.X+p.PivotX, p.Y+p.PivotY
	return affine{cos, -sin, p.PivotX - cos*x + sin*y, sin, cos, p.PivotY - sin*x - cos*y}
}

// bounds are the whole pixels of frame that a sprite's rectangle, mapped and widened by margin, reaches.
func (m affine) bounds(left, top, right, bottom, margin float64, frame image.Rectangle) image.Rectangle {
	minX, minY, maxX, maxY := m.reach(left, top, right, bottom)
	limit := func(f float64, lo, hi int) int { return int(min(max(f, float64(lo)), float64(hi))) }
	return image.Rect(
		limit(math.Floor(minX-margin), frame.Min.X, frame.Max.X),
		limit(math.Floor(minY-margin), frame.Min.Y, frame.Max.Y),
		limit(math.Ceil(maxX+margin), frame.Min.X, frame.Max.X),
		limit(math.Ceil(maxY+margin), frame.Min.Y, frame.Max.Y),
	)
}

func (m affine) reach(left, top, right, bottom float64) (minX, minY, maxX, maxY float64) {
	minX, minY = m.apply(left, top)
	maxX, maxY = minX, minY
	for _, corner := range [3][2]float64{{right, top}, {left, bottom}, {right, bottom}} {
		x, y := m.apply(corner[0], corner[1])
		minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
	}
	return minX, minY, maxX, maxY
}

// box is a sprite's rectangle, mapped without turning.
func (m affine) box(left, top, right, bottom float64) box {
	x0, y0 := m.apply(left, top)
	x1, y1 := m.apply(right, bottom)
	return box{toFine(x0), toFine(y0), toFine(x1), toFine(y1)}
}

// toFine rounds pixels to 1/fine pixels, bounded so that sums of them never overflow.
func toFine(f float64) int {
	const bound = 1 << 40
	return int(math.Round(min(max(f*fine, -bound), bound)))
}
