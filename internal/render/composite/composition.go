package composite

import (
	"errors"
	"fmt"
	"image"
	"slices"
)

// maxSide bounds a composition's width and height in pixels, far above any video size, so that sizes never overflow.
const maxSide = 1 << 14

// Composition is a video as layers and their poses.
type Composition struct {
	Width, Height int     // frame size in pixels; both even, as 4:2:0 needs
	Frames        int     // number of frames
	Alpha         bool    // layers lie on nothing, and frames carry alpha unless there is a Behind; without it layers lie on black
	Full          bool    // frames have colours at full resolution: 4:4:4 and not 4:2:0
	Layers        []Layer // back to front

	// Project returns how a frame shows the composition; nil: as it is. It returns the same projection again as long as nothing
	// about it changes. A projection is not used any more once Project returns another one; all have one size.
	Project func(frame int) *Projection

	// Pose fills one pose per layer for a frame. It is called more than once for the same frame and must fill in the
	// same. A pose that it does not fill is the zero Pose: hidden.
	Pose func(frame int, poses []Pose)

	// Behind, if not nil, fills in what lies behind all layers in a frame: an opaque picture with the size and the planes of a
	// frame, those of full resolution for Draw. It shows where a composition or a projection with alpha lets it through. Frames
	// have no alpha then. Compose asks for each frame once and in order.
	Behind func(frame int, into []byte) error
}

// Layer is one object in a composition. The zero Layer draws nothing.
type Layer struct {
	Sprite   *Sprite         // the picture; nil: the backdrop alone
	Unlike   *Sprite         // only those pixels of the sprite are drawn that differ from this one's, of the same size; nil: all
	Row      int             // only this row of the sprite is drawn, in the place of all its rows, as the ground of what has no letters yet; 0: all rows are. Not together with Unlike
	Paint    *Sprite         // colours fixed to the frame's top left corner: the sprite gives its alpha only. For a gradient of the screen that shows through chat bubbles
	Over     *Sprite         // with Paint: what the next layer draws over it with the same pose, of the same size. It hides the paint also where both fade; nil: nothing does
	Mask     *Sprite         // alpha fixed to the frame's top left corner, by which the layer is multiplied; nothing is drawn outside it
	Backdrop *Backdrop       // what lies beneath, filtered, drawn before the sprite
	Clip     image.Rectangle // frame pixels outside which nothing is drawn; empty: no clip

	// Blank are boxes of the sprite, or nil: nothing else of it is drawn then, and each is filled with the colour that most of it has. It is not
	// together with Unlike or Row.
	Blank []image.Rectangle

	derived *Sprite // what is drawn instead of the sprite with Unlike, Row or Blank; nil: not known yet
}

// Sprites are the pictures that the layer is made of.
func (l *Layer) Sprites() []*Sprite {
	all := [...]*Sprite{l.Sprite, l.Unlike, l.Paint, l.Over, l.Mask, nil}
	if l.Backdrop != nil {
		all[5] = l.Backdrop.Shape
	}
	return slices.DeleteFunc(all[:], func(s *Sprite) bool { return s == nil })
}

// Backdrop is a CSS backdrop-filter: what lies beneath a layer, drawn filtered in the layer's place. Its filters are
// applied in the order of the fields.
type Backdrop struct {
	Shape      *Sprite // its alpha is where the backdrop shows; it moves with the layer, from the same top left corner
	Lens       *Lens   // nil: none
	Blur       float64 // standard deviation in pixels; 0: none
	Saturate   float64 // 1: unchanged
	Brightness float64 // 1: unchanged
	Contrast   float64 // 1: unchanged
}

// Pose says where a layer is in one frame. The zero Pose is hidden; At makes one that shows a layer as it is. A pose
// with a number that is not finite, or beyond a thousand million, is hidden too.
type Pose struct {
	Visible        bool
	X, Y           float64 // frame pixels: the sprite's top left corner before scale and rotation
	Scale          float64 // about the pivot; 0 and less draw nothing, as at the start of a pop-in
	Rotate         float64 // degrees clockwise about the pivot
	PivotX, PivotY float64 // sprite pixels
	Opacity        float64 // 0..1
	Clip           Inset
	Picture        int // of a film, see NewFilm
}

// Inset is what is cut off a sprite's sides, in sprite pixels. A pixel that is cut in two is covered in part. Negative
// insets cut nothing.
type Inset struct{ Left, Top, Right, Bottom float64 }

// At is the pose that shows a sprite unchanged with its top left corner at frame pixel (x, y).
func At(x, y float64) Pose {
	return Pose{Visible: true, X: x, Y: y, Scale: 1, Opacity: 1}
}

// ErrComposition is wrapped by the errors about a composition that cannot be drawn.
var ErrComposition = errors.New("composite: invalid composition")

// check reports the first thing about the composition that cannot be drawn.
func (c *Composition) check() error {
	switch {
	case c.Width <= 0 || c.Height <= 0 || c.Width%2 != 0 || c.Height%2 != 0 || c.Width > maxSide || c.Height > maxSide:
		return fmt.Errorf("%w: size %dx%d, want even sides from 2 to %d", ErrComposition, c.Width, c.Height, maxSide)
	case c.Frames < 0:
		return fmt.Errorf("%w: %d frames, want none or more", ErrComposition, c.Frames)
	case c.Pose == nil:
		return fmt.Errorf("%w: Pose is nil", ErrComposition)
	case c.Project != nil && c.Alpha:
		return fmt.Errorf("%w: a composition with alpha cannot be projected", ErrComposition)
	case c.Behind != nil && !c.Alpha && c.Project == nil:
		return fmt.Errorf("%w: without alpha nothing shows through from behind", ErrComposition)
	}
	return nil
}

// bounds is the frame's rectangle.
func (c *Composition) bounds() image.Rectangle { return image.Rect(0, 0, c.Width, c.Height) }
