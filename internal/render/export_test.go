package render

import (
	"bytes"
	"context"
	"image/png"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/scene"
)

// EndState draws the last frame of a video, as a PNG, and returns where its sprites stand then, in device pixels.
func (r *Renderer) EndState(ctx context.Context, job Job) (data []byte, stand []browser.Spot, err error) {
	footage, _, err := r.footage(ctx, job)
	if err != nil {
		return nil, nil, err
	}
	film := footage.film(30)
	picture, err := composite.Draw(film, film.Frames-1)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, picture)
	return out.Bytes(), footage.places.Boxes[len(footage.places.Boxes)-1], err
}

// footage takes the footage of a video.
func (r *Renderer) footage(ctx context.Context, job Job) (f *footage, sc *scene.Scene, err error) {
	page, err := r.prepare(ctx, job)
	if err != nil {
		return nil, nil, err
	}
	err = r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		f, _, err = page.record(ctx, b)
		return err
	})
	return f, page.scene, err
}
