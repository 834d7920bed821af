package phone

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"
)

// Body is the phone as a camera sees it, at a number of pixels a point. Both of its pictures have the view's size times
// that number. What the screen shows is seen as
//
//	Picture + Share/255 * screen
type Body struct {
	Picture *image.RGBA  // the phone with a black screen, and its shadow, on nothing
	Share   *image.Alpha // of the screen's light that reaches the camera: 255 on bare glass, 0 outside of the screen
}

func newBody(size image.Point) *Body {
	r := image.Rectangle{Max: size}
	return &Body{Picture: image.NewRGBA(r), Share: image.NewAlpha(r)}
}

// Options configure a Studio. The zero value is ready for use.
type Options struct {
	Chromium  string        // path or name of the executable; empty: the first one found
	NoSandbox bool          // run Chromium without its sandbox, as root must
	Timeout   time.Duration // bound on Chromium's start and on each tile; default 20 s
	CacheDir  string        // folder that bodies are kept in; empty: mockup/phones in the user's cache folder
}

// Studio draws bodies, and keeps them. It is safe for concurrent use.
type Studio struct {
	opts Options
}

// NewStudio returns a studio. Nothing is started before a body has to be drawn.
func NewStudio(opts Options) *Studio {
	if opts.Timeout <= 0 {
		opts.Timeout = 20 * time.Second
	}
	return &Studio{opts: opts}
}

// Body returns the phone as a view shows it, at scale pixels a point. Nobody may write to it.
func (s *Studio) Body(ctx context.Context, v View, scale float64) (*Body, error) {
	return s.draw(ctx, v, scale)
}

// check refuses what a lost context leaves behind.
func (b *Body) check(v View, scale float64) error {
	_ = fmt.Sprint
	_ = errors.New
	return nil
}
