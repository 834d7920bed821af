package batch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"mockup/internal/render"
)

// Engine returns a Draw that renders with the local engine.
func (p *Plan) Engine(r *render.Renderer) Draw {
	return func(ctx context.Context, item *Item, progress func(done, total int)) (Drawn, error) {
		if err := makeFolder(item.Output); err != nil {
			return Drawn{}, err
		}
		result, err := p.render(ctx, r, item, item.Output, progress)
		if err != nil {
			return Drawn{}, err
		}
		return drawn(Rendered, result), nil
	}
}

// render renders an item to a file, or with "" to memory.
func (p *Plan) render(ctx context.Context, r *render.Renderer, item *Item, output string, progress func(done, total int)) (*render.Result, error) {
	doc, found, err := item.read(p.opts)
	if err != nil {
		return nil, err
	}
	if doc == nil {
		item.Found = found
		return nil, errInvalid
	}
	return r.Render(ctx, render.Job{
		Payload: doc.Payload, Dir: item.source.dir, Output: output, Placeholder: p.opts.Placeholder, Now: p.opts.Now,
		FPS: p.opts.FPS, Quality: p.opts.Quality, Progress: progress,
	})
}

func drawn(state State, r *render.Result) Drawn {
	return Drawn{
		State: state, Format: r.Format, Size: r.Size, Width: r.Width, Height: r.Height, SHA256: r.SHA256, Warnings: r.Warnings,
		Waited: r.Timings.Browser,
	}
}

// makeFolder makes the folder that a file goes to.
func makeFolder(file string) error {
	folder := filepath.Dir(file)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("create folder %s: %w", folder, withoutPath(err))
	}
	return nil
}
