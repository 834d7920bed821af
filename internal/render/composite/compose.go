package composite

import (
	"context"
	"fmt"
	"image"
)

// Draw draws one frame of a composition as a picture, with its colours at full resolution.
func Draw(comp *Composition, frame int) (*image.NRGBA, error) {
	if err := comp.check(); err != nil {
		return nil, err
	}
	if frame < 0 || frame >= comp.Frames {
		return nil, fmt.Errorf("%w: frame %d, want 0 to %d", ErrComposition, frame, comp.Frames-1)
	}
	s := newSequencer(comp)
	if _, err := s.pose(frame); err != nil {
		return nil, err
	}
	c := newPicture(comp.Width, comp.Height, comp.Alpha)
	s.drawLayers(c, comp.bounds(), 0, len(comp.Layers))
	if comp.Project != nil {
		pr, err := newProjector(comp, comp.Project(frame), true)
		if err != nil {
			return nil, err
		}
		pr.note(c, comp.bounds())
		pr.project(c, pr.base, comp.bounds())
		c = pr.base
	}
	if comp.Behind != nil {
		whole, bytes := newFrame(c.w, c.h, false, true)
		if err := comp.Behind(frame, bytes); err != nil {
			return nil, err
		}
		c.over(whole)
		c = whole
	}
	return c.picture(), nil
}

// Shown lists the sprites that a frame is drawn from, as far as is known without their pictures.
func Shown(comp *Composition, frame int) []*Sprite {
	poses := make([]Pose, len(comp.Layers))
	comp.Pose(frame, poses)
	var shown []*Sprite
	for i := range comp.Layers {
		if is := comp.Layers[i].place(&poses[i], comp.bounds()); !is.bounds.Empty() {
			shown = append(shown, comp.Layers[i].Sprites()...)
		}
	}
	return shown
}

// frameBuffers is how many frames may be under way: one drawn, one waiting, one read by emit.
const frameBuffers = 3

// frameBuffer holds a frame, and later other ones. What changed since it was last drawn is stale.
type frameBuffer struct {
	canvas     *canvas
	bytes      []byte
	stale      rectangles
	projection int      // the number of the one whose base is drawn; 0: none
	shown      [][2]int // of each two rows, between which pixels that base differs from what lies behind; nil: none is drawn
}

// heldFrame is a frame that is shown a number of times.
type heldFrame struct {
	buffer *frameBuffer
	times  int
}

// Compose draws all frames of a composition and calls emit with each in order, from a goroutine of its own, so that the next
// frame is drawn meanwhile. Frames that are equal and follow each other are emitted once, with their number. A frame has the
// size of the composition, or of the picture that it is projected into: a byte a pixel of Y, a quarter of it of Cb and of
// Cr, or as many in full, and with alpha as many as Y of alpha, which colours are then not multiplied by. The bytes are
// valid and must not be written to during the call.
// Compose returns when emit no longer runs; the first error of emit ends it and is returned.
func Compose(ctx context.Context, comp *Composition, emit func(frame []byte, times int) error) error {
	if err := comp.check(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	held := make(chan heldFrame, frameBuffers)
	free := make(chan *frameBuffer, frameBuffers)
	emitted := make(chan error, 1)
	go func() {
		defer stop()
		emitted <- emitAll(ctx, held, free, emit)
	}()
	err := drawAll(ctx, comp, held, free)
	if failed := <-emitted; failed != nil {
		return failed
	}
	return err
}

// emitAll calls emit with every frame that is held, and frees its buffer.
func emitAll(ctx context.Context, held <-chan heldFrame, free chan<- *frameBuffer, emit func([]byte, int) error) error {
	for frame := range held {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(frame.buffer.bytes, frame.times); err != nil {
			return err
		}
		free <- frame.buffer // never blocks: there is room for all buffers
	}
	return nil
}

// drawAll draws all frames of a composition into free buffers.
func drawAll(ctx context.Context, comp *Composition, held chan<- heldFrame, free chan *frameBuffer) error {
	defer close(held) // also when it panics: what emits frames ends then
	s := newSequencer(comp)
	if err := s.plan(ctx); err != nil {
		return err
	}
	all := make([]*frameBuffer, frameBuffers)
	for i := range all {
		all[i] = s.newBuffer()
		free <- all[i]
	}
	var shown heldFrame
	for frame := range comp.Frames {
		damage, err := s.advance(frame)
		if err != nil {
			return err
		}
		if len(damage) == 0 && shown.buffer != nil && shown.buffer.projection == s.projection() && comp.Behind == nil {
			shown.times++
			continue
		}
		if shown.buffer != nil {
			held <- shown // never blocks: there is room for all buffers
		}
		for _, buffer := range all {
			buffer.stale.addAll(damage)
		}
		select {
		case shown.buffer = <-free:
		case <-ctx.Done():
			return ctx.Err()
		}
		shown.times = 1
		if comp.Behind != nil {
			err = s.updateOver(shown.buffer, frame, damage)
		} else {
			s.update(shown.buffer, damage)
		}
		if err != nil {
			return err
		}
	}
	if shown.buffer != nil {
		held <- shown
	}
	return nil
}

// sequencer draws a composition's frames one after the other.
type sequencer struct {
	comp      *Composition
	poses     []Pose
	before    []Pose // those that the places were computed from
	places    []placement
	backdrops []filtered
	scratch   scratch

	lifetimes lifetimes
	baked     int     // this many layers, from the back on, do not change any more
	base      *canvas // they are drawn here
	work      *canvas // with alpha: the frame before its colours are divided by alpha; with a projection: the composition

	projector *projector // nil: none
	projected *canvas    // with a projection over something: the frame before it is drawn over that
	turned    bool       // the projection is another one than projected has
}

func newSequencer(comp *Composition) *sequencer {
	n := len(comp.Layers)
	return &sequencer{comp: comp, poses: make([]Pose, n), before: make([]Pose, n), places: make([]placement, n), backdrops: make([]filtered, n)}
}

// pose moves the layers to where they are in a frame, and returns all that this damaged.
// It goes from back to front, so that a backdrop is damaged by what lies beneath it and not by what lies above.
func (s *sequencer) pose(frame int) (damage rectangles, err error) {
	clear(s.poses)
	s.comp.Pose(frame, s.poses)
	for i := s.baked; i < len(s.poses); i++ {
		was, is := s.places[i], s.places[i]
		if s.poses[i] != s.before[i] {
			if is, err = s.place(i); err != nil {
				return nil, err
			}
		}
		if damage.touches(is.area) {
			s.backdrops[i].valid = false
			damage.add(is.area.Intersect(is.bounds))
		}
		if was == is {
			continue
		}
		if was.area != is.area {
			s.backdrops[i].valid = false
		}
		damage.add(was.bounds)
		damage.add(is.bounds)
	}
	return damage, nil
}

// place places a layer by its pose. A visible layer gets its pictures, after which less of it may be visible.
func (s *sequencer) place(i int) (placement, error) {
	l, frame := &s.comp.Layers[i], s.comp.bounds()
	is := l.place(&s.poses[i], frame)
	if !is.bounds.Empty() {
		for _, sprite := range l.Sprites() {
			if err := sprite.ensure(s.poses[i].Picture); err != nil {
				return placement{}, err
			}
		}
		is = l.place(&s.poses[i], frame)
	}
	s.before[i], s.places[i] = s.poses[i], is
	return is, nil
}

// plan goes through the composition once to find out when its layers come to rest and when they are gone.
func (s *sequencer) plan(ctx context.Context) error {
	comp := s.comp
	s.lifetimes = newLifetimes(len(comp.Layers))
	for frame := range comp.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(s.poses)
		comp.Pose(frame, s.poses)
		for i, pose := range s.poses {
			if pose == s.before[i] {
				continue
			}
			was, is := s.places[i], comp.Layers[i].place(&pose, comp.bounds())
			if was != is {
				s.lifetimes.change(i, frame, !is.bounds.Empty())
			}
			s.before[i], s.places[i] = pose, is
		}
	}
	clear(s.before)
	clear(s.places)
	s.lifetimes.begin(comp.Layers)
	s.base, _ = newFrame(comp.Width, comp.Height, comp.Alpha, comp.Full)
	if comp.Alpha || comp.Project != nil {
		s.work, _ = newFrame(comp.Width, comp.Height, comp.Alpha, comp.Full)
	}
	return s.turn(0)
}

// turn takes the projection of a frame, if it is another one.
func (s *sequencer) turn(frame int) (err error) {
	if s.comp.Project == nil || frame >= s.comp.Frames {
		return nil
	}
	p := s.comp.Project(frame)
	switch {
	case s.projector == nil:
		if s.projector, err = newProjector(s.comp, p, false); err != nil {
			return err
		}
		if base := s.projector.base; s.comp.Behind != nil {
			s.projected, _ = newFrame(base.w, base.h, true, s.comp.Full)
		}
		s.turned = true
	case p != s.projector.projection:
		s.turned = true
		return s.projector.turn(p)
	}
	return nil
}

// newBuffer makes a buffer in which nothing is drawn.
func (s *sequencer) newBuffer() *frameBuffer {
	buffer := &frameBuffer{stale: rectangles{s.comp.bounds()}}
	size, alpha := image.Pt(s.comp.Width, s.comp.Height), s.comp.Alpha
	if s.projector != nil {
		size, alpha = image.Pt(s.projector.base.w, s.projector.base.h), s.projector.base.alpha
	}
	buffer.canvas, buffer.bytes = newFrame(size.X, size.Y, alpha && s.comp.Behind == nil, s.comp.Full)
	return buffer
}

// advance moves the layers to where they are in a frame and returns what that damaged: in the first frame, all.
func (s *sequencer) advance(frame int) (rectangles, error) {
	damage, err := s.pose(frame)
	if err != nil {
		return nil, err
	}
	if err := s.turn(frame); err != nil {
		return nil, err
	}
	s.bake(frame)
	if frame == 0 {
		return rectangles{s.comp.bounds()}, nil
	}
	damage.widen(s.places[s.baked:], s.backdrops[s.baked:])
	return damage, nil
}

// bake draws the layers that rest from this frame on into the base, and releases those that are drawn or gone.
func (s *sequencer) bake(frame int) {
	for ; s.baked < len(s.places) && s.lifetimes.rests[s.baked] <= frame; s.baked++ {
		if is := &s.places[s.baked]; !is.bounds.Empty() {
			var r rectangles
			r.add(is.bounds.Union(is.area))
			s.drawLayers(s.base, r[0], s.baked, s.baked+1)
		}
		s.release(s.baked)
	}
	for i, ok := s.lifetimes.gone(frame); ok; i, ok = s.lifetimes.gone(frame) {
		s.release(i)
	}
}

// release frees what only a layer needs that is not drawn again.
func (s *sequencer) release(i int) {
	s.backdrops[i] = filtered{}
	s.lifetimes.release(s.comp.Layers, i)
}

// update makes a buffer show the frame that the layers are posed for.
func (s *sequencer) update(buffer *frameBuffer, damage rectangles) {
	if number := s.projection(); buffer.projection != number {
		buffer.projection, buffer.stale = number, rectangles{s.comp.bounds()}
		s.projector.copyBase(buffer)
	}
	buffer.stale.widen(s.places[s.baked:], s.backdrops[s.baked:])
	switch {
	case s.comp.Alpha:
		s.draw(s.work, damage)
		for _, r := range buffer.stale {
			s.work.divideInto(buffer.canvas, r)
		}
	case s.projector != nil:
		s.draw(s.work, damage)
		for _, r := range buffer.stale {
			s.projector.project(s.work, buffer.canvas, r)
		}
	default:
		s.draw(buffer.canvas, buffer.stale)
	}
	buffer.stale = buffer.stale[:0]
}

// projection is the number of the projection; 0: there is none.
func (s *sequencer) projection() int {
	if s.projector == nil {
		return 0
	}
	return s.projector.number
}

// updateOver makes a buffer show the frame that the layers are posed for over what lies behind them, which is another picture in
// each frame.
func (s *sequencer) updateOver(buffer *frameBuffer, frame int, damage rectangles) error {
	if err := s.comp.Behind(frame, buffer.bytes); err != nil {
		return err
	}
	s.draw(s.work, damage)
	whole := s.work
	if s.projector != nil {
		if whole = s.projected; s.turned {
			damage, s.turned = rectangles{s.comp.bounds()}, false
			whole.copyFrom(s.projector.base, image.Rect(0, 0, whole.w, whole.h))
		}
		for _, r := range damage {
			s.projector.project(s.work, whole, r)
		}
	}
	whole.over(buffer.canvas)
	return nil
}

// draw draws rectangles of the frame that the layers are posed for.
func (s *sequencer) draw(c *canvas, d rectangles) {
	for _, r := range d {
		c.copyFrom(s.base, r)
		s.drawLayers(c, r, s.baked, len(s.comp.Layers))
		if s.projector != nil {
			s.projector.note(c, r)
		}
	}
}

// drawLayers draws what some layers show in a rectangle, over what is there.
func (s *sequencer) drawLayers(c *canvas, r image.Rectangle, from, to int) {
	for i := from; i < to; i++ {
		c.drawLayer(&s.comp.Layers[i], &s.places[i], &s.backdrops[i], r, &s.scratch)
	}
}
