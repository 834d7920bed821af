package composite

import (
	"fmt"
	"image"

	"mockup/internal/render/warp"
)

// Projection shows a composition on a plane in space, as part of a picture.
type Projection struct {
	Picture      *image.RGBA     // what lies over the composition and around it; both sides even
	Transmission *image.Alpha    // how much of the composition shows, of the picture's size; only where the picture is opaque
	ToScreen     warp.Homography // from pixels of the picture to those of the composition
	Alpha        bool            // frames carry the picture's alpha; without it the picture lies on black

	// Where another projection follows soon, as of a camera that moves: of each row, the pixels outside which the picture is the same in
	// every projection, and shows nothing of the composition. nil: the projection is for many frames.
	Spans [][2]int
}

func (p *Projection) check() error {
	size := p.Picture.Rect.Size()
	switch {
	case size.X <= 0 || size.Y <= 0 || size.X%2 != 0 || size.Y%2 != 0 || size.X > maxSide || size.Y > maxSide:
		return fmt.Errorf("%w: projected into a picture of %v, want even sides from 2 to %d", ErrComposition, size, maxSide)
	case p.Transmission.Rect.Size() != size:
		return fmt.Errorf("%w: transmission of %v for a picture of %v", ErrComposition, p.Transmission.Rect.Size(), size)
	case p.Spans != nil && len(p.Spans) != size.Y:
		return fmt.Errorf("%w: %d spans for a picture of %v", ErrComposition, len(p.Spans), size)
	}
	return nil
}

// projector draws a canvas into another one, as one projection after the other shows it.
type projector struct {
	projection *Projection
	number     int      // of the projection, from 1 on
	base       *canvas  // the picture without the composition
	shown      [][2]int // of each two rows, between which pixels it differs from what lies behind
	divided    bool     // the colours of base are not multiplied by its alpha
	screens    []projectedScreen
}

// projectedScreen is where a band of the base shows the composition.
type projectedScreen struct {
	size         image.Point // of the composition's band
	table        *warp.Table
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
	pr := &projector{divided: p.Alpha && comp.Behind == nil && !picture, shown: (&Projection{Picture: p.Picture}).pairs()}
	pr.base, _ = newFrame(size.X, size.Y, p.Alpha, whole)
	for _, b := range pr.base.bands {
		screen := projectedScreen{size: b.rect(comp.bounds()).Size()}
		if b.kind == chroma {
			screen.halves = newPlanes(b.w, b.h, 1)
		}
		if p.Spans != nil {
			screen.table = warp.NewTurning(screen.size, image.Rect(0, 0, b.w, b.h))
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
	now := p.pairs()
	changed := make([][2]int, len(now))
	for i := range changed {
		changed[i] = unionOf(pr.shown[i], now[i])
	}
	pr.shown = now
	p.convert(pr.base, changed)
	if pr.divided {
		for i, part := range changed {
			pr.base.divideInto(pr.base, image.Rect(part[0], 2*i, part[1], 2*i+2))
		}
	}
	for i := range pr.screens {
		screen := &pr.screens[i]
		screen.transmission = p.transmit(screen.halves, pr.base.bands[i].kind, changed)
		seen := func(x, y int) bool { return screen.transmission.p[0][y*screen.transmission.stride+x] > 0 }
		toScreen := p.ToScreen
		if pr.base.bands[i].kind == chroma {
			toScreen = toScreen.Scaled(.5, .5)
		}
		if p.Spans != nil {
			screen.table.Turn(toScreen, seen)
		} else {
			screen.table = warp.New(toScreen, screen.size, image.Rect(0, 0, screen.transmission.w, screen.transmission.h), seen)
		}
	}
	return nil
}

// project draws all that shows a rectangle of the composition.
func (pr *projector) project(comp, to *canvas, r image.Rectangle) {
	for i := range to.bands {
		screen, from, out, base := &pr.screens[i], &comp.bands[i], &to.bands[i], &pr.base.bands[i]
		colours := 3
		switch out.kind {
		case luma:
			colours = 1
		case chroma:
			colours = 2
		}
		var channels []warp.Channel
		for n := range colours {
			channels = append(channels, warp.Channel{To: out.plane(n), Base: base.plane(n), Source: from.p[n]})
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
