package render

import (
	"image"
	"image/color"
	"image/draw"
	"sync"

	"mockup/internal/render/composite"
	"mockup/internal/render/fastpng"
	"mockup/internal/render/phone"
)

// placePhone places the 3D phone that a document is shown on. The document's scale, which is that of the screen, is halved
// until the picture is not too large, with a warning.
func (d *document) placePhone() error {
	p := &phone.Placement{Camera: phone.Usual}
	if at := d.payload.CameraPosition; at != nil {
		p.Camera = phone.Camera(*at)
	}
	view := phone.Look(p.Camera)
	p.Width, p.Height = d.withCanvas(view.Width, view.Height)
	if d.scene.Canvas != nil {
		p.Background = d.scene.Canvas.Color
	}
	l := &layout{}
	var err error
	if d.Scale, err = d.fit(p.Width, p.Height, l); err != nil {
		return err
	}
	d.warnings = append(d.warnings, l.warnings...)
	p.Scale = d.Scale
	d.phone = p
	return nil
}

// inBackground begins some work and returns what waits for its outcome.
func inBackground[T any](work func() (T, error)) func() (T, error) {
	outcome := sync.OnceValues(work)
	go outcome()
	return outcome
}

// putOnPhone turns a picture of the screen into one of the phone.
func (s *still) putOnPhone(compositor *phone.Compositor) error {
	picture, err := compositor.Show(s.png)
	if err != nil {
		return err
	}
	s.width, s.height = picture.Rect.Dx(), picture.Rect.Dy()
	s.png, err = fastpng.Encode(picture)
	return err
}

// projection shows a video on a phone: over the canvas, or over white where the video has no alpha.
func projection(placed *phone.PlacedBody, background color.Color, alpha bool) *composite.Projection {
	picture := image.NewRGBA(placed.Picture.Rect)
	if !alpha {
		draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
	}
	draw.Draw(picture, picture.Rect, image.NewUniform(background), image.Point{}, draw.Over)
	draw.Draw(picture, picture.Rect, placed.Picture, image.Point{}, draw.Over)
	return &composite.Projection{Picture: picture, Transmission: placed.ScreenTransmission, ToScreen: placed.ToScreen, Alpha: alpha}
}
