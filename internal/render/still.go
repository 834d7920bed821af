package render

import (
	"context"
	"image"
	"time"

	"mockup/internal/output"
	"mockup/internal/render/browser"
	"mockup/internal/render/phone"
	"mockup/internal/render/scene"
)

// still is a captured picture.
type still struct {
	png             []byte
	width, height   int         // device pixels
	scale           float64     // device pixels per CSS pixel
	behind          image.Image // what lies behind a 3D phone; nil: a colour
	layout, capture time.Duration
	places          []Place
	warnings        []scene.Warning
	remarks         []scene.Warning
}

// still draws a picture.
func (r *Renderer) still(ctx context.Context, doc *document, job Job, out *output.Output, result *Result) error {
	watch := stopwatch()
	var compositor func() (*phone.Compositor, error)
	if doc.phone != nil {
		phoneCtx, cancel := r.pool.whileOpen(ctx)
		defer cancel()
		compositor = inBackground(func() (*phone.Compositor, error) { return r.phones.Compositor(phoneCtx, *doc.phone) })
	}
	var s *still
	err := r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) (err error) {
		result.Timings.Browser = watch()
		s, err = doc.capture(ctx, b, job.Still.Texts)
		return err
	})
	watch()
	if err == nil && compositor != nil {
		var onPhone *phone.Compositor
		if onPhone, err = compositor(); err == nil {
			err = s.putOnPhone(onPhone)
		}
		result.Timings.Encode = watch()
	}
	if err != nil {
		return err
	}
	result.Data, result.Width, result.Height, result.Warnings = s.png, s.width, s.height, s.warnings
	result.Remarks, result.Places = s.remarks, s.places
	result.Timings.Layout, result.Timings.Capture = s.layout, s.capture
	if job.crops() {
		if err := result.crop(int(s.scale)); err != nil {
			return err
		}
	}
	if err := r.deliver(ctx, out, doc, job, result); err != nil {
		return err
	}
	result.Timings.Write = watch()
	return nil
}

// capture shows the document, takes its picture, and finds texts in it.
func (d *document) capture(ctx context.Context, b *browser.Browser, texts []Text) (*still, error) {
	watch := stopwatch()
	l, err := d.layOut(ctx, b)
	if err != nil {
		return nil, err
	}
	s := &still{layout: watch(), warnings: l.warnings, remarks: l.remarks}
	size := l.pixels(b)
	s.width, s.height, s.scale = size.X, size.Y, b.Scale()
	if s.png, err = b.Screenshot(ctx); err != nil {
		return nil, err
	}
	// The places come first: to draw what lies behind a phone takes another page.
	if len(texts) > 0 && d.phone == nil {
		if s.places, err = d.findPlaces(ctx, b, texts); err != nil {
			return nil, err
		}
	}
	if s.behind, err = d.behindPhone(ctx, b); err != nil {
		return nil, err
	}
	s.capture = watch()
	return s, nil
}
