package render

import (
	"context"
	"image"
	"image/draw"
	"sync"

	"mockup/internal/render/composite"
	"mockup/internal/render/fastpng"
	"mockup/internal/render/phone"
)

// space is the phone in space that a page is the screen of.
type space struct {
	phone.Set

	// Of these the one that is needed waits for the phone's picture.
	stage func() (*phone.Stage, error) // for a still
	shot  func() (*phone.Shot, error)  // for a video
}

// enter prepares the phone that a page's screen is shown on, and has its body fetched meanwhile. The scale is
// that of the screen: it is halved until the picture is not too large.
func (r *Renderer) enter(ctx context.Context, p *page) error {
	s := &space{Set: phone.Set{Camera: phone.Usual}}
	if at := p.payload.CameraPosition; at != nil {
		s.Camera = phone.Camera(*at)
	}
	view := phone.Look(s.Camera)
	s.Width, s.Height = p.around(view.Width, view.Height)
	if p.scene.Canvas != nil {
		s.Background = p.scene.Canvas.Color
	}
	notes := &still{}
	var err error
	if p.Scale, err = p.fit(s.Width, s.Height, notes); err != nil {
		return err
	}
	p.warnings = append(p.warnings, notes.warnings...)
	s.Scale = p.Scale
	ctx, cancel := r.pool.whileOpen(ctx)
	if p.scene.Film == nil {
		s.stage = inBackground(func() (*phone.Stage, error) {
			defer cancel()
			return r.studio.Stage(ctx, s.Set)
		})
	} else {
		s.shot = inBackground(func() (*phone.Shot, error) {
			defer cancel()
			return r.studio.Shot(ctx, s.Set)
		})
	}
	p.space = s
	return nil
}

// inBackground begins some work and returns what waits for its outcome.
func inBackground[T any](work func() (T, error)) func() (T, error) {
	outcome := sync.OnceValues(work)
	go outcome()
	return outcome
}

// show turns a picture of the screen into one of the phone.
func (s *space) show(shot *still) error {
	stage, err := s.stage()
	if err != nil {
		return err
	}
	picture, err := stage.Show(shot.png)
	if err != nil {
		return err
	}
	shot.width, shot.height = picture.Rect.Dx(), picture.Rect.Dy()
	shot.png, err = fastpng.Encode(picture)
	return err
}

// projection shows a film on the phone: over the canvas, or where the film has no alpha over white.
func (s *space) projection(alpha bool) (*composite.Projection, error) {
	shot, err := s.shot()
	if err != nil {
		return nil, err
	}
	picture := image.NewRGBA(shot.Picture.Rect)
	if !alpha {
		draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
	}
	draw.Draw(picture, picture.Rect, image.NewUniform(s.Background), image.Point{}, draw.Over)
	draw.Draw(picture, picture.Rect, shot.Picture, image.Point{}, draw.Over)
	return &composite.Projection{Picture: picture, Share: shot.Share, Film: shot.Screen, Alpha: alpha}, nil
}
