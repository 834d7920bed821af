package composite

import (
	"context"
	"fmt"
	"image"
)

// Draw draws one frame of a film as a picture, with its colours at full resolution.
func Draw(f *Film, frame int) (*image.NRGBA, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if frame < 0 || frame >= f.Frames {
		return nil, fmt.Errorf("%w: frame %d, want 0 to %d", ErrFilm, frame, f.Frames-1)
	}
	p := newPlayer(f)
	p.pose(frame)
	c := newStill(f.Width, f.Height, f.Alpha)
	p.drawLayers(c, f.bounds(), 0, len(f.Layers))
	return c.picture(), nil
}

// slots is how many frames may be under way: one drawn, one waiting, one read by emit.
const slots = 3

// slot is a frame's buffer that is used again and again. What changed since it was last drawn is stale.
type slot struct {
	canvas *canvas
	bytes  []byte
	stale  region
}

// still is a frame that is shown a number of times.
type still struct {
	slot  *slot
	times int
}

// Compose draws all frames of a film and calls emit with each in order, from a goroutine of its own, so that the next
// frame is drawn meanwhile. A frame is Width*Height bytes of Y, a quarter of it of Cb and of Cr, and with Alpha as many
// as Y of alpha, which colours are then not multiplied by. The bytes are valid and must not be written to during the call.
// Compose returns when emit no longer runs; the first error of emit ends it and is returned.
func Compose(ctx context.Context, f *Film, emit func(frame []byte) error) error {
	if err := f.check(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	stills := make(chan still, slots)
	free := make(chan *slot, slots)
	emitted := make(chan error, 1)
	go func() {
		defer stop()
		emitted <- emitAll(ctx, stills, free, emit)
	}()
	err := playAll(ctx, f, stills, free)
	close(stills)
	if failed := <-emitted; failed != nil {
		return failed
	}
	return err
}

func emitAll(ctx context.Context, stills <-chan still, free chan<- *slot, emit func([]byte) error) error {
	for s := range stills {
		for range s.times {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := emit(s.slot.bytes); err != nil {
				return err
			}
		}
		free <- s.slot // never blocks: there is room for all slots
	}
	return nil
}

func playAll(ctx context.Context, f *Film, stills chan<- still, free chan *slot) error {
	p := newPlayer(f)
	if err := p.findMoving(ctx); err != nil {
		return err
	}
	all := make([]*slot, slots)
	for i := range all {
		all[i] = &slot{stale: region{f.bounds()}}
		all[i].canvas, all[i].bytes = newFrame(f.Width, f.Height, f.Alpha)
		free <- all[i]
	}
	var shown still
	for frame := range f.Frames {
		damage := p.advance(frame)
		if len(damage) == 0 && shown.slot != nil {
			shown.times++
			continue
		}
		if shown.slot != nil {
			stills <- shown // never blocks: there is room for all slots
		}
		for _, s := range all {
			s.stale.addAll(damage)
		}
		select {
		case shown.slot = <-free:
		case <-ctx.Done():
			return ctx.Err()
		}
		shown.times = 1
		p.bring(shown.slot, damage)
	}
	if shown.slot != nil {
		stills <- shown
	}
	return nil
}

// player draws a film's frames one after the other.
type player struct {
	film    *Film
	poses   []Pose
	before  []Pose // those the places were worked out from
	places  []placement
	kept    []filtered // the backdrops
	scratch scratch

	first  int     // the first layer that moves
	ground *canvas // the layers below it, which never change
	work   *canvas // with alpha: the frame before its colours are divided by it
}

func newPlayer(f *Film) *player {
	n := len(f.Layers)
	return &player{film: f, poses: make([]Pose, n), before: make([]Pose, n), places: make([]placement, n), kept: make([]filtered, n)}
}

// pose moves the layers to where they are in a frame, and returns the lowest one that moved and all that this damaged.
// It goes from back to front, so that a backdrop is damaged by what lies beneath it and not by what lies above.
func (p *player) pose(frame int) (lowest int, damage region) {
	lowest = len(p.poses)
	clear(p.poses)
	p.film.Pose(frame, p.poses)
	for i := range p.poses {
		was, is := p.places[i], p.places[i]
		if p.poses[i] != p.before[i] {
			p.before[i] = p.poses[i]
			is = p.film.Layers[i].place(&p.poses[i], p.film.bounds())
			p.places[i] = is
		}
		if damage.touches(is.area) {
			p.kept[i].valid = false
			damage.add(is.area.Intersect(is.bounds))
		}
		if was == is {
			continue
		}
		if was.area != is.area {
			p.kept[i].valid = false
		}
		lowest = min(lowest, i)
		damage.add(was.bounds)
		damage.add(is.bounds)
	}
	return lowest, damage
}

// findMoving goes through the film once to find the layers that never move below all that do, and draws them.
func (p *player) findMoving(ctx context.Context) error {
	f := p.film
	p.first = len(f.Layers)
	for frame := range f.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		if lowest, _ := p.pose(frame); frame > 0 {
			p.first = min(p.first, lowest)
		}
	}
	p.ground, _ = newFrame(f.Width, f.Height, f.Alpha)
	p.drawLayers(p.ground, f.bounds(), 0, p.first)
	if f.Alpha {
		p.work, _ = newFrame(f.Width, f.Height, true)
	}
	return nil
}

// advance moves the layers to where they are in a frame and returns what that damaged: in the first frame, all.
func (p *player) advance(frame int) region {
	_, damage := p.pose(frame)
	if frame == 0 {
		return region{p.film.bounds()}
	}
	damage.widen(p.places, p.kept)
	return damage
}

// bring makes a slot show the frame the layers are posed for.
func (p *player) bring(s *slot, damage region) {
	s.stale.widen(p.places, p.kept)
	if p.film.Alpha {
		p.draw(p.work, damage)
		for _, r := range s.stale {
			p.work.divideInto(s.canvas, r)
		}
	} else {
		p.draw(s.canvas, s.stale)
	}
	s.stale = s.stale[:0]
}

func (p *player) draw(c *canvas, d region) {
	for _, r := range d {
		c.copyFrom(p.ground, r)
		p.drawLayers(c, r, p.first, len(p.film.Layers))
	}
}

func (p *player) drawLayers(c *canvas, r image.Rectangle, from, to int) {
	for i := from; i < to; i++ {
		c.drawLayer(&p.film.Layers[i], &p.places[i], &p.kept[i], r, &p.scratch)
	}
}
