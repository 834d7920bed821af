package render

import (
	"context"
	"image"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/encode"
)

// record takes a page's footage.
func (p *page) record(ctx context.Context, b *browser.Browser) (*footage, *still, error) {
	s := &still{}
	watch := stopwatch()
	layout, err := p.show(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	width, height, err := p.frame(ctx, b, layout, s)
	if err != nil {
		return nil, nil, err
	}
	s.layout = watch()
	scale := b.Scale()
	s.width, s.height = int(float64(width)*scale), int(float64(height)*scale)
	f, err := shoot(ctx, b, p.scene.Film, image.Pt(s.width, s.height), p.Clear)
	if err != nil {
		return nil, nil, err
	}
	if len(f.places.Broken) > 0 {
		return nil, nil, p.images.damaged(f.places.Broken)
	}
	s.capture = watch()
	return f, s, nil
}

// encodeVideo composes and encodes the frames into the file at path.
func (r *Renderer) encodeVideo(ctx context.Context, f *footage, v encode.Video, path string) (encode.Info, error) {
	film := f.film(v.FPS)
	v.Width, v.Height, v.Frames, v.Alpha = film.Width, film.Height, film.Frames, film.Alpha
	v.Sound = f.sound(v.FPS)
	encoder, err := encode.Start(ctx, encode.Options{}, v, path)
	if err != nil {
		return encode.Info{}, err
	}
	defer encoder.Abort()
	if err := composite.Compose(ctx, film, encoder.Write); err != nil {
		return encode.Info{}, err
	}
	return encoder.Close()
}
