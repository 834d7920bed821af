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
	if _, err := p.pose(frame); err != nil {
		return nil, err
	}
	c := newStill(f.Width, f.Height, f.Alpha)
	p.drawLayers(c, f.bounds(), 0, len(f.Layers))
	if f.Projection != nil {
		pr := newProjector(f, true)
		pr.project(c, pr.ground, f.bounds())
		c = pr.ground
	}
	return c.picture(), nil
}

// Shown lists the sprites that a frame is drawn from, as far as can be told without their pictures.
func Shown(f *Film, frame int) []*Sprite {
	poses := make([]Pose, len(f.Layers))
	f.Pose(frame, poses)
	var shown []*Sprite
	for i := range f.Layers {
		if is := f.Layers[i].place(&poses[i], f.bounds()); !is.bounds.Empty() {
			shown = append(shown, f.Layers[i].sprites()...)
		}
	}
	return shown
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
// frame is drawn meanwhile. A frame of the film's Size is a byte a pixel of Y, a quarter of it of Cb and of Cr, and with
// alpha as many as Y of alpha, which colours are then not multiplied by. The bytes are valid and must not be written to during the call.
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
	if err := p.plan(ctx); err != nil {
		return err
	}
	all := make([]*slot, slots)
	for i := range all {
		all[i] = p.newSlot()
		free <- all[i]
	}
	var shown still
	for frame := range f.Frames {
		damage, err := p.advance(frame)
		if err != nil {
			return err
		}
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

	lives  lives
	first  int     // the layers before it rest for good
	ground *canvas // they are drawn here
	work   *canvas // with alpha: the frame before its colours are divided by it; with a projection: the film

	projector *projector // nil: none
}

func newPlayer(f *Film) *player {
	n := len(f.Layers)
	return &player{film: f, poses: make([]Pose, n), before: make([]Pose, n), places: make([]placement, n), kept: make([]filtered, n)}
}

// pose moves the layers to where they are in a frame, and returns all that this damaged.
// It goes from back to front, so that a backdrop is damaged by what lies beneath it and not by what lies above.
func (p *player) pose(frame int) (damage region, err error) {
	clear(p.poses)
	p.film.Pose(frame, p.poses)
	for i := p.first; i < len(p.poses); i++ {
		was, is := p.places[i], p.places[i]
		if p.poses[i] != p.before[i] {
			if is, err = p.place(i); err != nil {
				return nil, err
			}
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
		damage.add(was.bounds)
		damage.add(is.bounds)
	}
	return damage, nil
}

// place places a layer by its pose. One that is seen gets its pictures, which may show less of it.
func (p *player) place(i int) (placement, error) {
	l, frame := &p.film.Layers[i], p.film.bounds()
	is := l.place(&p.poses[i], frame)
	if !is.bounds.Empty() {
		for _, s := range l.sprites() {
			if err := s.need(); err != nil {
				return placement{}, err
			}
		}
		is = l.place(&p.poses[i], frame)
	}
	p.before[i], p.places[i] = p.poses[i], is
	return is, nil
}

// plan goes through the film once to learn when its layers come to rest and when they are gone.
func (p *player) plan(ctx context.Context) error {
	f := p.film
	p.lives = newLives(len(f.Layers))
	for frame := range f.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(p.poses)
		f.Pose(frame, p.poses)
		for i, pose := range p.poses {
			if pose == p.before[i] {
				continue
			}
			was, is := p.places[i], f.Layers[i].place(&pose, f.bounds())
			if was != is {
				p.lives.change(i, frame, !is.bounds.Empty())
			}
			p.before[i], p.places[i] = pose, is
		}
	}
	clear(p.before)
	clear(p.places)
	p.lives.begin(f.Layers)
	p.ground, _ = newFrame(f.Width, f.Height, f.Alpha)
	if f.Alpha || f.Projection != nil {
		p.work, _ = newFrame(f.Width, f.Height, f.Alpha)
	}
	if f.Projection != nil {
		p.projector = newProjector(f, false)
	}
	return nil
}

// newSlot makes a slot in which nothing is drawn but what stays.
func (p *player) newSlot() *slot {
	s := &slot{stale: region{p.film.bounds()}}
	if p.projector == nil {
		s.canvas, s.bytes = newFrame(p.film.Width, p.film.Height, p.film.Alpha)
		return s
	}
	ground := p.projector.ground
	s.canvas, s.bytes = newFrame(ground.w, ground.h, ground.alpha)
	s.canvas.copyFrom(ground, image.Rect(0, 0, ground.w, ground.h))
	return s
}

// advance moves the layers to where they are in a frame and returns what that damaged: in the first frame, all.
func (p *player) advance(frame int) (region, error) {
	damage, err := p.pose(frame)
	if err != nil {
		return nil, err
	}
	p.settle(frame)
	if frame == 0 {
		return region{p.film.bounds()}, nil
	}
	damage.widen(p.places[p.first:], p.kept[p.first:])
	return damage, nil
}

// settle draws layers on the ground that rest from this frame on, and lets go of those that are drawn or gone.
func (p *player) settle(frame int) {
	for ; p.first < len(p.places) && p.lives.rests[p.first] <= frame; p.first++ {
		if is := &p.places[p.first]; !is.bounds.Empty() {
			var r region
			r.add(is.bounds.Union(is.area))
			p.drawLayers(p.ground, r[0], p.first, p.first+1)
		}
		p.release(p.first)
	}
	for i, ok := p.lives.gone(frame); ok; i, ok = p.lives.gone(frame) {
		p.release(i)
	}
}

// release lets go of all that a layer needed which is not drawn again.
func (p *player) release(i int) {
	p.kept[i] = filtered{}
	p.lives.release(p.film.Layers, i)
}

// bring makes a slot show the frame the layers are posed for.
func (p *player) bring(s *slot, damage region) {
	s.stale.widen(p.places[p.first:], p.kept[p.first:])
	switch {
	case p.film.Alpha:
		p.draw(p.work, damage)
		for _, r := range s.stale {
			p.work.divideInto(s.canvas, r)
		}
	case p.projector != nil:
		p.draw(p.work, damage)
		for _, r := range s.stale {
			p.projector.project(p.work, s.canvas, r)
		}
	default:
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
