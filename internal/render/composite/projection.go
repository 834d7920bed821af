package composite

import (
	"fmt"
	"image"
	"slices"

	"mockup/internal/render/warp"
)

// Projection shows a composition on a plane in space, as part of a picture.
type Projection struct {
	Picture      *image.RGBA     // what lies over the composition and around it; both sides even
	Transmission *image.Alpha    // how much of the composition shows, of the picture's size; only where the picture is opaque
	ToScreen     warp.Homography // from pixels of the picture to those of the composition
	Alpha        bool            // frames carry the picture's alpha; without it the picture lies on black

	// Where another projection follows soon, as of a camera that moves: of each two rows, the pixels, from an even one to an even one,
	// outside which the picture is Behind and shows nothing of the composition. nil: the projection is for many frames.
	Spans  [][2]int
	Behind *image.RGBA // the same in every projection
	Shadow Shadow      // darkens what is outside of the spans; nil: nothing does
}

// Shadow darkens a picture.
type Shadow interface {
	Span(y int) [2]int                // the pixels of a row outside which there is no shadow
	Row(y, x0 int, opacities []int32) // sets the opacities of black in 1/65536 of a row's pixels, from x0 on
}

func (p *Projection) check() error {
	size := p.Picture.Rect.Size()
	switch {
	case size.X <= 0 || size.Y <= 0 || size.X%2 != 0 || size.Y%2 != 0 || size.X > maxSide || size.Y > maxSide:
		return fmt.Errorf("%w: projected into a picture of %v, want even sides from 2 to %d", ErrComposition, size, maxSide)
	case p.Transmission.Rect.Size() != size:
		return fmt.Errorf("%w: transmission of %v for a picture of %v", ErrComposition, p.Transmission.Rect.Size(), size)
	case p.Spans != nil && (len(p.Spans) != size.Y/2 || p.Behind == nil || p.Behind.Rect.Size() != size):
		return fmt.Errorf("%w: %d spans for a picture of %v, or what lies behind has another size", ErrComposition, len(p.Spans), size)
	}
	return nil
}

// projector draws a canvas into another one, as one projection after the other shows it.
type projector struct {
	projection *Projection
	number     int      // of the projection, from 1 on
	base       *canvas  // the picture without the composition
	behind     *canvas  // what lies behind the phone, for projections with spans
	seen       [][2]int // of each two rows, between which pixels the base may show the composition
	shown      [][2]int // of each two rows, between which pixels the base differs from what lies behind
	divided    bool     // the colours of base are not multiplied by its alpha
	screens    []projectedScreen
}

// projectedScreen is where a band of the base shows the composition.
type projectedScreen struct {
	size         image.Point // of the composition's band
	table        *warp.Table
	cells        []*warp.Cells // of each plane of the composition, for a projection that another one follows soon
	transmission planes
	halves       planes // room for the transmission of chroma
}

// newProjector prepares the projection of a composition into frames, or into a picture.
func newProjector(comp *Composition, p *Projection, picture bool) (*projector, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if comp.Behind != nil && !p.Alpha {
		return nil, fmt.Errorf("%w: without alpha nothing shows through from behind", ErrComposition)
	}
	size, whole := p.Picture.Rect.Size(), comp.Full || picture
	all := (&Projection{Picture: p.Picture}).spans()
	pr := &projector{divided: p.Alpha && comp.Behind == nil && !picture, seen: all, shown: all}
	pr.base, _ = newFrame(size.X, size.Y, p.Alpha, whole)
	if p.Spans != nil {
		pr.behind, _ = newFrame(size.X, size.Y, p.Alpha, whole)
		(&Projection{Picture: p.Behind, Transmission: image.NewAlpha(p.Picture.Rect), Alpha: p.Alpha}).convert(pr.behind, all)
	}
	for _, b := range pr.base.bands {
		screen := projectedScreen{size: b.rect(comp.bounds()).Size()}
		if b.kind == chroma {
			screen.halves = newPlanes(b.w, b.h, 1)
		}
		if p.Spans != nil {
			screen.table = warp.NewTurning(screen.size, image.Rect(0, 0, b.w, b.h))
			for range b.kind.colours() {
				screen.cells = append(screen.cells, warp.NewCells(screen.size))
			}
		}
		pr.screens = append(pr.screens, screen)
	}
	return pr, pr.turn(p)
}

// turn takes another projection of the same size, with a ground or without as the one before.
func (pr *projector) turn(p *Projection) error {
	if err := p.check(); err != nil {
		return err
	}
	pr.projection = p
	pr.number++
	now := p.spans()
	changed := unions(pr.seen, now)
	pr.seen = slices.Clone(now) // the next projection but one may overwrite it
	pr.convert(now)
	for i := range pr.screens {
		screen := &pr.screens[i]
		screen.transmission = p.transmit(screen.halves, pr.base.bands[i].kind, changed)
		toScreen := p.ToScreen
		if pr.base.bands[i].kind == chroma {
			toScreen = toScreen.Scaled(.5, .5)
		}
		if p.Spans != nil {
			screen.table.Turn(toScreen, screen.transmission.plane(0))
		} else {
			screen.table = warp.New(toScreen, screen.size, image.Rect(0, 0, screen.transmission.w, screen.transmission.h), screen.transmission.plane(0))
		}
	}
	return nil
}

// convert converts the picture to the base, of each two rows the pixels between some. Beside them is what lies behind.
func (pr *projector) convert(now [][2]int) {
	p, changed := pr.projection, now
	if p.Spans != nil {
		dark := p.darkPairs()
		changed = unions(pr.shown, unions(now, dark))
		pr.shown = unions(now, dark)
		pr.drawBehind(changed, now, dark)
	}
	p.convert(pr.base, now)
	if pr.divided {
		for i, part := range changed {
			pr.base.divideInto(pr.base, image.Rect(part[0], 2*i, part[1], 2*i+2))
		}
	}
}

// copyBase copies to a buffer what its base and this one differ in.
func (pr *projector) copyBase(buffer *frameBuffer) {
	for i, part := range pr.shown {
		if buffer.shown == nil {
			part = [2]int{0, pr.base.w}
		} else {
			part = unionOf(part, buffer.shown[i])
		}
		buffer.canvas.copyFrom(pr.base, image.Rect(part[0], 2*i, part[1], 2*i+2))
	}
	buffer.shown = append(buffer.shown[:0], pr.shown...)
}

// note notes that a rectangle of the composition has changed.
func (pr *projector) note(comp *canvas, r image.Rectangle) {
	for i := range pr.screens {
		for n, cells := range pr.screens[i].cells {
			cells.Note(comp.bands[i].p[n], comp.bands[i].rect(r))
		}
	}
}

// project draws all that shows a rectangle of the composition.
func (pr *projector) project(comp, to *canvas, r image.Rectangle) {
	for i := range to.bands {
		screen, from, out, base := &pr.screens[i], &comp.bands[i], &to.bands[i], &pr.base.bands[i]
		var channels []warp.Channel
		for n := range out.kind.colours() {
			channel := warp.Channel{To: out.plane(n), Base: base.plane(n), Source: from.p[n]}
			if screen.cells != nil {
				channel.Cells = screen.cells[n]
			}
			channels = append(channels, channel)
		}
		area := screen.table.Shows(from.rect(r))
		warp.InParallel(area.Dy(), func(top, bottom int) {
			part := image.Rect(area.Min.X, area.Min.Y+top, area.Max.X, area.Min.Y+bottom)
			screen.table.Draw(part, screen.transmission.plane(0), channels...)
		})
	}
}

// plane returns plane n for warp.
func (ps *planes) plane(n int) warp.Plane { return warp.Plane{Pix: ps.p[n], Stride: ps.stride} }
