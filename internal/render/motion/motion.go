// Package motion computes where everything in a video is at any time. It joins what happens (a storyboard) with where
// things stand after each step (its geometry) and fills the way between with the springs that apps use. It is pure
// arithmetic: the same storyboard gives the same poses, whichever frames are asked for.
package motion

import (
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// Timeline poses a storyboard's sprites and parts.
type Timeline struct {
	board    *storyboard.Storyboard
	geometry *storyboard.Geometry
	scale    float64 // device pixels per CSS pixel

	tracks      []*track
	pinned      []bool // of every sprite: the view does not scroll it
	scroller    scroller
	bars        []storyboard.Part // those that fill, by number
	streams     []*stream
	pieces      []int       // of streams, of bubbles and pills that grow, and of bubbles that get other corners: the sprite or part of each
	unlike      map[int]int // of each piece of a look that shows only what differs from another look, by its pose: the sprite of that one
	rows        map[int]int // of each piece that shows one row of its sprite in the place of all, by its pose: that row, from the sprite's upper edge
	marks       []mark      // of assistants, below what they write
	busy        []busyPeriod
	pops        map[int]pop     // of each part that comes or glides, by its place in the geometry
	votes       map[int]vote    // of each part of a poll that moves, likewise
	asides      map[int]aside   // of each part beside a bubble, likewise
	growths     map[int]*growth // of bubbles, by the sprites of their new looks
	renames     []rename        // of the typing indicator, and of deleted messages
	caret       int             // its sprite, or -1
	farCaret    int             // the sprite that stands where a text from the right begins, in the empty field; or -1
	answerCaret int             // the same below a message that is answered; or -1
	ups         []move          // of the list, by steps

	bar             track  // what rises with the keyboard
	composer, strip *track // that with the composer, and the one that may stand on it; nil: there is none

	field track                 // the upper edge of the composer, away from where it is with one line
	keys  []storyboard.KeyState // of the keyboard, in order of time

	hides map[int][]storyboard.Box // of each piece that hides words of its sprite, by its pose: their boxes in that

	inView [][]int // per second, the tracks that may be seen: most of a long video's are not
}

// rename is a moment at which the typing indicator becomes that of another person, or a message a deleted one, with the sprites of its looks before
// and then.
type rename struct {
	at       time.Duration
	was, now int
}

// Pieces returns the sprite of each piece, or the part, as the index of its pose. A piece shows it once more, clipped, with a pose of
// its own.
func (t *Timeline) Pieces() []int { return t.pieces }

// Row returns the row of its sprite that a piece shows in the place of all rows, from the upper edge of the sprite's box, given the piece by the
// index of its pose; false: it shows all.
func (t *Timeline) Row(piece int) (row int, ok bool) {
	row, ok = t.rows[piece]
	return row, ok
}

// Unlike returns the sprite of which a piece shows only what differs, given the piece by the index of its pose; false: it shows all.
func (t *Timeline) Unlike(piece int) (sprite int, ok bool) {
	sprite, ok = t.unlike[piece]
	return sprite, ok
}

// Hides returns the boxes of the words of its sprite that a piece hides, given the piece by the index of its pose: it shows only their ground. It
// returns none if the piece shows its sprite as it is.
func (t *Timeline) Hides(piece int) []storyboard.Box { return t.hides[piece] }

// Frames is the number of frames of the video.
func (t *Timeline) Frames(fps int) int {
	return max(1, int((t.board.Length*time.Duration(fps)+time.Second/2)/time.Second))
}

// size is a sprite's width and height, device pixels.
func (t *Timeline) size(sprite int) (width, height int) {
	size := t.geometry.Sprites[sprite].Cell.Size()
	return size.X, size.Y
}

// Poses fills one pose per sprite, then one per part and one per piece, of their boxes without bleed. What is not
// touched stays hidden.
func (t *Timeline) Poses(at time.Duration, poses []composite.Pose) {
	clear(poses)
	if at < 0 || len(t.inView) == 0 {
		return
	}
	inView := t.inView[min(int(at/time.Second), len(t.inView)-1)]
	for _, i := range inView {
		t.tracks[i].pose(at, poses)
	}
	t.coverCards(at, inView, poses)
	t.roundField(at, poses)
	t.raisePoses(at, poses)
	t.poseDrafts(at, poses)
	t.posePlanes(at, poses)
	t.poseMarks(at, poses)
	sprites, parts := len(t.geometry.Sprites), t.geometry.Parts
	if down := t.scrolled(at); down != 0 {
		for i := range poses[:sprites] {
			if !t.pinned[i] {
				poses[i].Y -= down
			}
		}
	}
	for _, s := range t.streams {
		s.pose(at, poses, poses[sprites+len(parts):])
	}
	for i, part := range parts {
		poses[sprites+i] = t.posePart(i, at, poses)
		t.fill(part, at, &poses[sprites+i])
	}
}
