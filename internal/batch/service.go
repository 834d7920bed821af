package batch

import (
	"context"
	"fmt"
	"os"

	"mockup/internal/api/client"
	"mockup/internal/api/encoding"
	"mockup/internal/output"
	"mockup/internal/render/scene"
	"mockup/internal/submit"
)

// encoding is how a service encodes an item.
func (p *Plan) encoding(item *Item) encoding.Encoding {
	e := encoding.Encoding{Quality: p.quality(item), Matte: p.matte(item)}
	if item.Video {
		e.FPS = p.opts.FPS
	}
	return e
}

// Service returns a Draw that has a render service draw, and downloads the file. The client waits when the service asks
// for that.
func (p *Plan) Service(c *client.Client) Draw {
	var folders output.Folders
	return func(ctx context.Context, item *Item, progress func(done, total int)) (Drawn, error) {
		if err := folders.Prepare(item.Output); err != nil {
			return Drawn{}, err
		}
		out, err := output.New(item.Output)
		if err != nil {
			return Drawn{}, err
		}
		doc, found, err := item.read(p.opts)
		if err != nil {
			return Drawn{}, err
		}
		if doc == nil {
			item.Found = found
			return Drawn{}, errInvalid
		}
		body, err := client.Body(ctx, doc, item.source.dir)
		if err != nil {
			return Drawn{}, err
		}
		mediaType := item.mediaType(doc)
		job, err := c.Submit(ctx, client.Request{Body: body, MediaType: mediaType, Query: p.encoding(item).Query(), Report: func(part float64) { progress(int(100*part), 100) }})
		if err != nil {
			return Drawn{}, err
		}
		if mediaType != "" && job.Format != "" && job.Format != item.format.Name {
			return Drawn{}, fmt.Errorf("the service made %s instead of %s; leave the format out, or draw without --server", job.Format, item.format.Name)
		}
		file, err := c.Download(ctx, job, out)
		if err != nil {
			return Drawn{}, err
		}
		info, err := os.Stat(file.Path)
		if err != nil {
			return Drawn{}, err
		}
		d := Drawn{State: Rendered, Format: job.Format, Size: info.Size(), Width: job.Width, Height: job.Height, SHA256: file.SHA256}
		for _, w := range submit.NewWarnings(job, item.Found) {
			d.Warnings = append(d.Warnings, scene.Warning{Code: w.Code, Message: w.Message})
		}
		return d, nil
	}
}
