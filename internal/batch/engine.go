package batch

import (
	"context"

	"mockup/internal/output"
	"mockup/internal/render"
	"mockup/internal/render/cues"
)

// Engine returns a Draw that uses the local engine.
func (p *Plan) Engine(r *render.Renderer) Draw {
	var folders output.Folders
	return func(ctx context.Context, item *Item, progress func(done, total int)) (Drawn, error) {
		if err := folders.Prepare(item.Output); err != nil {
			return Drawn{}, err
		}
		result, err := p.render(ctx, r, item, item.Output, item.Stems, progress)
		if err == nil && item.Cues != "" {
			err = writeCues(item.Cues, p.opts.Cues, result.Cues)
		}
		if err != nil {
			return Drawn{}, err
		}
		return drawn(Rendered, result), nil
	}
}

// writeCues writes the cues of a video to a file.
func writeCues(file string, format cues.Format, list cues.List) error {
	data, err := list.Encode(format)
	if err != nil {
		return err
	}
	out, err := output.New(file)
	if err == nil {
		_, err = out.Write(data)
	}
	return err
}

// render renders an item to a file. The tracks of its sound go into a folder, if one is named.
func (p *Plan) render(ctx context.Context, r *render.Renderer, item *Item, output, stems string, progress func(done, total int)) (*render.Result, error) {
	doc, found, err := item.read(p.opts)
	if err != nil {
		return nil, err
	}
	if doc == nil {
		item.Found = found
		return nil, errInvalid
	}
	job := render.Job{
		Payload: doc.Payload, As: item.format.Name, Dir: item.source.dir, Output: output, Placeholder: p.opts.Placeholder, Now: p.opts.Now,
		Video: render.Video{FPS: p.opts.FPS, Quality: p.quality(item), Progress: progress, Cues: item.Cues != "", Stems: stems, StemsIfHeard: true},
		Still: render.Still{Quality: p.quality(item), Redraw: item.row != nil}, Matte: p.matte(item), // rows of data are alike
	}
	return r.Render(ctx, job)
}

func drawn(state State, r *render.Result) Drawn {
	return Drawn{
		State: state, Format: r.Format, Size: r.Size, Width: r.Width, Height: r.Height, SHA256: r.SHA256, Warnings: r.Warnings, Remarks: r.Remarks,
		Waited: r.Timings.Browser, Stems: r.Stems,
	}
}
