// Package motion says where everything in a video is at any time. It joins what happens (package scene) with where
// things stand after each step (package browser) and fills the way between with the springs that apps use. It is pure
// arithmetic: the same film gives the same poses, whichever frames are asked for.
package motion

import (
	"slices"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/scene"
)

// Places is what the page measured, in device pixels.
type Places struct {
	First []int     // of every item of the film, its first sprite
	Steps [][]Place // for every step, the sprites near the screen
	Sizes [][2]int  // width and height of every sprite
	Grow  map[int]Growth
	Parts []Part // what moves by itself inside a sprite
	Units []Unit // what texts that are written are uncovered by

	// Top and Bottom bound the part of the view that nothing lies before.
	Top, Bottom int
}

// Growth is where the piece of a sprite lies that grows when it comes, as the bubble of a message, in the sprite's box.
type Growth struct{ Left, Right, Bottom int }

// Place is where a sprite's box stands.
type Place struct{ Sprite, X, Y int }

// Part is a piece of a sprite with a motion of its own.
type Part struct {
	Name   string // names the motion: see loops
	Sprite int    // whose part it is
	Number int    // among the parts of its sprite
	X, Y   int    // inside its sprite's box
	Width  int
	Height int
}

// Timeline poses a film's sprites and parts.
type Timeline struct {
	film    *scene.Film
	actors  []*actor
	parts   []Part
	bars    []Part // those that fill, by number
	streams []*stream
	marks   []mark
	pinned  []bool // of every sprite: the view does not move it
	works   []work // in order of time
	pieces  []int  // of streams: the sprite of each
	camera  camera
	drafts  []draft
	caret   int // its sprite, or -1
	sizes   [][2]int
	count   int // of sprites
	scale   float64
	inView  [][]int // per second, the actors that may be seen: most of a long film's are not
}

// New joins a film with its places. Scale is the number of device pixels per CSS pixel.
func New(film *scene.Film, places Places, scale float64) *Timeline {
	t := &Timeline{film: film, parts: places.Parts, sizes: places.Sizes, count: len(places.Sizes), scale: scale}
	t.camera = camera{top: float64(places.Top), bottom: float64(places.Bottom), margin: followMargin * scale}
	c := casting{Timeline: t, places: places, cast: map[name]*actor{}, present: map[string]int{}}
	t.pinned = make([]bool, t.count)
	for i, item := range film.Items {
		for n := places.First[i]; n < c.end(i); n++ {
			t.pinned[n] = item.Pinned
		}
	}
	c.follows = slices.ContainsFunc(film.Items, func(i scene.Item) bool { return i.Lead || i.Stream > 0 })
	for i := range film.Steps {
		c.step(i)
	}
	t.camera.roll(film.Length)
	for _, part := range places.Parts {
		if part.Name == "fill" {
			t.bars = append(t.bars, part)
		}
	}
	t.writing(places)
	t.index()
	return t
}

// Pieces are further looks of sprites, each with a pose of its own: the sprite of each.
func (t *Timeline) Pieces() []int { return t.pieces }

// Frames is the number of frames of the film.
func (t *Timeline) Frames(fps int) int {
	return max(1, int((t.film.Length*time.Duration(fps)+time.Second/2)/time.Second))
}

// Step is the index of the step that shows at a time, or -1 before the first.
func (t *Timeline) Step(at time.Duration) int {
	i := len(t.film.Steps) - 1
	for i >= 0 && t.film.Steps[i].At > at {
		i--
	}
	return i
}

// Poses fills one pose per sprite, then one per part and one per piece, of their boxes without bleed. What is not touched stays
// hidden.
func (t *Timeline) Poses(at time.Duration, poses []composite.Pose) {
	clear(poses)
	if at < 0 || len(t.inView) == 0 {
		return
	}
	for _, i := range t.inView[min(int(at/time.Second), len(t.inView)-1)] {
		t.actors[i].pose(at, poses)
	}
	t.write(at, poses)
	t.follow(at, poses)
	if down := t.camera.offset(at); down != 0 {
		for i := range poses[:t.count] {
			if !t.pinned[i] {
				poses[i].Y -= down
			}
		}
	}
	for _, s := range t.streams {
		s.pose(at, poses, poses[t.count+len(t.parts):])
	}
	for i, part := range t.parts {
		poses[t.count+i] = t.posePart(part, at, poses[part.Sprite])
		t.fill(part, at, &poses[t.count+i])
	}
}

// index notes which actors show in which second.
func (t *Timeline) index() {
	t.inView = make([][]int, int(t.film.Length/time.Second)+1)
	for i, a := range t.actors {
		for k, state := range a.states {
			if !state.shown {
				continue
			}
			end := t.film.Length
			if k+1 < len(a.states) {
				end = a.states[k+1].at + leaveLength
			}
			for second := int(state.at / time.Second); second <= min(int(end/time.Second), len(t.inView)-1); second++ {
				if list := t.inView[second]; len(list) == 0 || list[len(list)-1] != i {
					t.inView[second] = append(list, i)
				}
			}
		}
	}
}
