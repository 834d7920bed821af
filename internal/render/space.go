package render

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"math"
	"sync"

	"mockup/internal/render/browser"
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
	if d.exact() {
		return d.placeExactly(p, view)
	}
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

// placeExactly places the 3D phone in a picture of an exact size. The screen's width is a whole number of pixels then.
func (d *document) placeExactly(p *phone.Placement, view phone.View) error {
	c := d.scene.Canvas
	scale, err := d.exactScale(view.Width, view.Height)
	if err != nil {
		return err
	}
	d.Scale = math.Floor(phone.ScreenWidth*scale/2+1e-9) * 2 / phone.ScreenWidth
	p.Scale, p.Background, p.Exact = d.Scale, c.Color, c.Exact
	p.At = c.Place(view.Pixels(d.Scale), d.Scale)
	d.phone = p
	return nil
}

// inBackground begins some work and returns what waits for its outcome.
func inBackground[T any](work func() (T, error)) func() (T, error) {
	outcome := sync.OnceValues(work)
	go outcome()
	return outcome
}

// behindPhone takes a picture of what lies behind the 3D phone, if that is no colour; nil: it is one.
func (d *document) behindPhone(ctx context.Context, b *browser.Browser) (image.Image, error) {
	c := d.scene.Canvas
	if d.phone == nil || c == nil || c.Image == nil && c.Color.A > 0 || c.Background == "" && c.Image == nil {
		return nil, nil
	}
	empty := browser.Document{HTML: "<div></div>", CSS: d.CSS, Width: 1, Height: 1, Scale: d.Scale, Files: d.Files}
	if _, err := b.Show(ctx, empty); err != nil {
		return nil, err
	}
	surface := d.surface()
	surface.Shadow, surface.Radius = "", 0
	surface.Width, surface.Height, surface.Scale, surface.Pixels = d.phone.Width, d.phone.Height, d.Scale, d.phone.Size()
	if err := d.center(ctx, b, surface); err != nil {
		return nil, err
	}
	data, err := b.Screenshot(ctx)
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

// putOnPhone turns a picture of the screen into one of the phone.
func (s *still) putOnPhone(compositor *phone.Compositor) error {
	picture, err := compositor.Show(s.png)
	if err != nil {
		return err
	}
	if s.behind != nil {
		whole := image.NewNRGBA(picture.Rect)
		draw.Draw(whole, whole.Rect, s.behind, s.behind.Bounds().Min, draw.Src)
		draw.Draw(whole, whole.Rect, picture, image.Point{}, draw.Over)
		picture = whole
	}
	s.width, s.height = picture.Rect.Dx(), picture.Rect.Dy()
	s.png, err = fastpng.Encode(picture)
	return err
}

// projection shows a video on a phone: over the canvas, or over white where the video has no alpha.
func projection(placed *phone.PlacedBody, background image.Image, alpha bool) *composite.Projection {
	picture := image.NewRGBA(placed.Picture.Rect)
	if !alpha {
		draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
	}
	draw.Draw(picture, picture.Rect, background, image.Point{}, draw.Over)
	draw.Draw(picture, picture.Rect, placed.Picture, image.Point{}, draw.Over)
	return &composite.Projection{Picture: picture, Transmission: placed.ScreenTransmission, ToScreen: placed.ToScreen, Alpha: alpha}
}
