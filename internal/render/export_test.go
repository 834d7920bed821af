package render

import (
	"context"

	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
)

// EndState draws how a pop-up video ends, as a PNG, and returns its cards with their places.
func (r *Renderer) EndState(ctx context.Context, job Job) (png []byte, popup *scene.Popup, err error) {
	page, err := r.prepare(ctx, job)
	if err != nil {
		return nil, nil, err
	}
	popup, _ = page.scene.View.Body.(*scene.Popup)
	err = r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		shot, err := page.capture(ctx, b)
		if err == nil {
			png = shot.png
		}
		return err
	})
	return png, popup, err
}
