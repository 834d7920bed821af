package motion

import (
	"math"
	"slices"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/scene"
)

// actor is one element of the page through all its looks: a message is an actor, its looks with and without a tail
// are sprites.
type actor struct {
	states []state
	moves  []move
	enters []entrance // one for every time it came
	leave  departure  // as its last look has it
}

// state is how an actor is from a moment on.
type state struct {
	at     time.Duration
	shown  bool
	sprite int
	x, y   float64
}

// move is a change of place: the actor sets out from dx, dy beside its new place.
type move struct {
	at     time.Duration
	dx, dy float64
}

// name tells an actor: the item's key and the element's number in it.
type name struct {
	key    string
	number int
}

// casting goes through the steps and collects the actors.
type casting struct {
	*Timeline
	places  Places
	cast    map[name]*actor
	present map[string]int // items on the stage, by key
	follows bool           // the view follows the items

	composer int // where its upper edge is now; 0: there is none
}

// step applies one step of the film.
func (c *casting) step(i int) {
	step := c.film.Steps[i]
	entering := map[string]bool{}
	_, sign := c.present[scene.TypingKey]
	for _, key := range step.Drop {
		delete(c.present, key)
	}
	_, stays := c.present[scene.TypingKey]
	for _, item := range step.Put {
		key := c.film.Items[item].Key
		_, there := c.present[key]
		entering[key] = !there
		c.present[key] = item
	}
	places := make(map[int]Place, len(c.places.Steps[i]))
	for _, p := range c.places.Steps[i] {
		places[p.Sprite] = p
	}
	if item, there := c.present[scene.ComposerKey]; there {
		c.composer = places[c.places.First[item]].Y
	}
	shown := map[*actor]bool{}
	if c.follows {
		c.cue(step, places)
	}
	shift, push := 0.0, 0.0
	var newcomers []*actor
	for key, item := range c.present {
		for n := c.places.First[item]; n < c.end(item); n++ {
			p, near := places[n]
			if !near {
				continue
			}
			a := c.actor(name{key, n - c.places.First[item]})
			shown[a] = true
			a.leave = c.departure(c.film.Items[item].Leave, n)
			comes := entering[key] || len(a.states) == 0        // or was folded away until now
			grown := !entering[key] && n > c.places.First[item] // as a receipt below a bubble
			if moved, was := a.place(step.At, p, step.Rigid || c.film.Items[item].Still, c.sizes); was && moved.at == step.At {
				shift, push = max(shift, moved.dy), max(push, -moved.dy)
			}
			if comes {
				enter := c.entrance(step.At, c.film.Items[item].Enter, p)
				enter.heir = sign && !stays && entering[key]
				if grown {
					enter.style = "fade"
				}
				a.enters = append(a.enters, enter)
				newcomers = append(newcomers, a)
			}
		}
	}
	for _, a := range newcomers {
		a.enters[len(a.enters)-1].shift, a.enters[len(a.enters)-1].push = shift, push
	}
	for _, a := range c.actors {
		if last := a.last(); last.shown && !shown[a] {
			last.at, last.shown = step.At, false
			a.states = append(a.states, last)
		}
	}
}

// cue sets the camera and the streams on what a step puts on the stage.
func (c *casting) cue(step scene.Step, places map[int]Place) {
	for _, index := range step.Put {
		item := c.film.Items[index]
		c.begin(step.At, index)
		for n := c.places.First[index]; n < c.end(index); n++ {
			p, near := places[n]
			if !near {
				continue
			}
			if item.Stream > 0 {
				if s := c.stream(n, step.At, item.Stream); s != nil {
					c.streams = append(c.streams, s)
					room, end := c.busy(step.At, index, s, p, places)
					c.track(s, p, room, end)
					continue
				}
			}
			if !item.Pinned {
				c.see(step.At, item.Lead, p)
			}
		}
	}
}

// end is the sprite behind an item's last.
func (c *casting) end(item int) int {
	if item+1 < len(c.places.First) {
		return c.places.First[item+1]
	}
	return c.count
}

func (c *casting) actor(n name) *actor {
	a, ok := c.cast[n]
	if !ok {
		a = &actor{}
		c.cast[n] = a
		c.actors = append(c.actors, a)
	}
	return a
}

func (a *actor) last() state {
	if len(a.states) == 0 {
		return state{}
	}
	return a.states[len(a.states)-1]
}

// place notes where the actor stands from a moment on, and returns the move that takes it there, if it has been
// somewhere else before and does not keep still. Sizes are those of sprites: one that is another's next look, as "Delivered"
// after "Sent", stays where its left side, its right side or its middle has not moved.
func (a *actor) place(at time.Duration, p Place, still bool, sizes [][2]int) (move, bool) {
	was := a.last()
	now := state{at: at, shown: true, sprite: p.Sprite, x: float64(p.X), y: float64(p.Y)}
	if was.shown && was.sprite == now.sprite && was.x == now.x && was.y == now.y {
		return move{}, false
	}
	a.states = append(a.states, now)
	m := move{at: at, dx: was.x - now.x, dy: was.y - now.y}
	if wider := float64(sizes[was.sprite][0] - sizes[now.sprite][0]); math.Abs(m.dx+wider/2) <= 1 || math.Abs(m.dx+wider) <= 1 {
		m.dx = 0
	}
	if still || !was.shown || m.dx == 0 && m.dy == 0 {
		return move{}, false
	}
	a.moves = append(a.moves, m)
	return m, true
}

// pose poses the sprite that shows the actor now.
func (a *actor) pose(at time.Duration, poses []composite.Pose) {
	i, exact := slices.BinarySearchFunc(a.states, at, func(s state, at time.Duration) int { return int(s.at - at) })
	if !exact {
		i--
	}
	for i+1 < len(a.states) && a.states[i+1].at <= at {
		i++ // the last of several at one moment
	}
	if i < 0 {
		return
	}
	s := a.states[i]
	p := composite.At(s.x, s.y)
	if !s.shown && !a.leave.seen(at-s.at) {
		return
	}
	for k := len(a.moves) - 1; k >= 0; k-- {
		m := a.moves[k]
		if m.at > at {
			continue
		}
		left, moving := shifting.left(at-m.at, max(math.Abs(m.dx), math.Abs(m.dy)))
		if !moving && at-m.at > shiftMost {
			break
		}
		p.X += m.dx * left
		p.Y += m.dy * left
	}
	for k := len(a.enters) - 1; k >= 0; k-- {
		if e := a.enters[k]; e.at <= at {
			e.apply(at, &p)
			break
		}
	}
	if !s.shown {
		a.leave.apply(at-s.at, &p)
	}
	poses[s.sprite] = p
}
