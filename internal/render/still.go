package render

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"time"

	"mockup/internal/output"
	"mockup/internal/render/browser"
	"mockup/internal/render/encode"
	"mockup/internal/render/fastpng"
	"mockup/internal/render/format"
	"mockup/internal/render/phone"
	"mockup/internal/render/scene"
	"mockup/internal/render/strips"
	"mockup/internal/schema"
)

// captured is what the page gave for a still.
type captured struct {
	picture         *strips.Picture // nil: png is set
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
	var s *captured
	err := r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) (err error) {
		result.Timings.Browser = watch()
		s, err = doc.capture(ctx, b, job)
		return err
	})
	watch()
	if err == nil && s.picture != nil {
		s.png, err = s.picture.PNG()
	}
	if err == nil && compositor != nil {
		var onPhone *phone.Compositor
		if onPhone, err = compositor(); err == nil {
			err = s.putOnPhone(onPhone)
		}
	}
	if err != nil {
		return err
	}
	result.Timings.Encode = watch()
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
func (d *document) capture(ctx context.Context, b *browser.Browser, job Job) (*captured, error) {
	watch := stopwatch()
	l, err := d.layOut(ctx, b)
	if err != nil {
		return nil, err
	}
	s := &captured{layout: watch(), warnings: l.warnings, remarks: l.remarks}
	size := l.pixels(b)
	s.width, s.height, s.scale = size.X, size.Y, b.Scale()
	if err := d.photograph(ctx, b, s, job.Still.Redraw); err != nil {
		return nil, err
	}
	// The places come first: to draw what lies behind a phone takes another page.
	if len(job.Texts) > 0 && d.phone == nil {
		if s.places, err = d.findPlaces(ctx, b, job.Texts); err != nil {
			return nil, err
		}
	}
	if s.behind, err = d.behindPhone(ctx, b); err != nil {
		return nil, err
	}
	s.capture = watch()
	return s, nil
}

// photograph takes the document's picture. A redraw draws only what differs from a picture before that has the same look. It is
// compressed here, not by Chromium, so that its bytes do not depend on what was drawn before. To read and compress a whole picture
// takes a third of the time of a still, so only those that are many are worth it; and of those chats, whose texts are most of what changes.
func (d *document) photograph(ctx context.Context, b *browser.Browser, s *captured, redraw bool) (err error) {
	if !redraw || d.payload.MockupType != schema.Chats || d.Transparent || d.phone != nil {
		s.png, err = b.Screenshot(ctx)
		return err
	}
	look := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%g %v", d.CSS, d.Fallback, s.scale, image.Pt(s.width, s.height)))
	s.picture, err = b.Picture(ctx, hex.EncodeToString(look[:]))
	return err
}

// deliver turns the result's PNG into the job's format, adds the provenance and puts the file in its place.
func (r *Renderer) deliver(ctx context.Context, out *output.Output, doc *document, job Job, result *Result) error {
	if job.Guides {
		if err := result.drawGuides(job.Payload.Canvas.SafeArea); err != nil {
			return err
		}
	}
	data, err := r.encodePicture(ctx, doc, job, result)
	if err != nil {
		return err
	}
	if result.Path, err = out.Write(data); err != nil {
		return err
	}
	result.Data = data
	if result.Path != "" {
		result.Data = nil
	}
	result.sum(data)
	return nil
}

// encodePicture returns the result's PNG in the job's format, with the provenance.
func (r *Renderer) encodePicture(ctx context.Context, doc *document, job Job, result *Result) ([]byte, error) {
	f := job.Format()
	if f.Name == format.PNG {
		return doc.record().PNG(result.Data)
	}
	data := result.Data
	if f.Alpha == format.Opaque {
		matte := color.NRGBA{255, 255, 255, 255}
		if job.Matte != nil {
			matte = *job.Matte
		}
		var err error
		if data, err = flatten(data, matte); err != nil {
			return nil, err
		}
	}
	return encode.EncodePicture(ctx, encode.Options{FFmpeg: r.opts.FFmpeg}, data, encode.Picture{
		Format: f, Quality: job.Still.Quality, Size: image.Pt(result.Width, result.Height), Alpha: f.Alpha == format.Smooth && hasAlpha(data), Record: doc.record(),
	})
}

// hasAlpha reports whether a PNG is one of colours with alpha.
func hasAlpha(data []byte) bool { return len(data) > 25 && data[25] == 6 }

// flatten puts a PNG with alpha on a colour.
func flatten(data []byte, matte color.NRGBA) ([]byte, error) {
	if !hasAlpha(data) {
		return data, nil
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("put picture on its matte: %w", err)
	}
	flat := image.NewNRGBA(picture.Bounds())
	draw.Draw(flat, flat.Rect, image.NewUniform(matte), image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, picture, picture.Bounds().Min, draw.Over)
	return fastpng.Encode(flat)
}

// sum notes the checksum and size of the file's content.
func (r *Result) sum(data []byte) {
	sum := sha256.Sum256(data)
	r.SHA256, r.Size = hex.EncodeToString(sum[:]), int64(len(data))
}
