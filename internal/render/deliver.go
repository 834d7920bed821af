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

	"mockup/internal/output"
	"mockup/internal/render/encode"
	"mockup/internal/render/fastpng"
	"mockup/internal/render/format"
	"mockup/internal/render/provenance"
	"mockup/internal/schema"
	"mockup/internal/version"
)

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

// software names this software in the provenance of what it makes.
func software() string { return "mockup " + version.String() }

// record says where what is drawn from a document comes from.
func (d *document) record() provenance.Record {
	return provenance.Record{Software: software(), PayloadSHA256: d.payloadSHA256, Imported: d.payload.Provenance == schema.Imported}
}

// sum notes the checksum and size of the file's content.
func (r *Result) sum(data []byte) {
	sum := sha256.Sum256(data)
	r.SHA256, r.Size = hex.EncodeToString(sum[:]), int64(len(data))
}
