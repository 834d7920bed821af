package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"

	"mockup/internal/output"
	"mockup/internal/render"
	"mockup/internal/render/diff"
)

// VerifyOptions say how outputs are compared with what their payloads give now.
type VerifyOptions struct {
	Tolerance float64 // share of the pixels that may differ visibly, 0 to 1
	Diff      string  // folder for pictures of what differs
	FFmpeg    string  // path or name of ffmpeg, which takes videos apart; empty: the one of PATH
}

// Verify returns a Draw that draws an item beside its output and compares the two. Of one that differs, it leaves what
// was drawn now and, of pictures, what differs in red. The output itself is only read.
func (p *Plan) Verify(r *render.Renderer, opts VerifyOptions) Draw {
	return func(ctx context.Context, item *Item, progress func(done, total int)) (Drawn, error) {
		v := verification{opts: opts, item: item}
		if err := v.clean(); err != nil {
			return Drawn{}, err
		}
		result, err := p.render(ctx, r, item, "", progress)
		if err != nil {
			return Drawn{}, err
		}
		d := drawn(Same, result)
		if d.Reason, err = v.compare(ctx, result.Data); err != nil {
			return Drawn{}, err
		}
		if d.Reason != "" {
			d.State = Different
		}
		return d, nil
	}
}

// verification is that of one item.
type verification struct {
	opts VerifyOptions
	item *Item
}

// path is a file about the item in the folder of what differs: its name, what the file shows, an extension.
func (v verification) path(what, extension string) string {
	rel := filepath.FromSlash(v.item.rel)
	return filepath.Join(v.opts.Diff, rel[:len(rel)-len(filepath.Ext(rel))]+"."+what+extension)
}

// clean removes what an earlier verification left about the item.
func (v verification) clean() error {
	for _, path := range []string{v.path("diff", ".png"), v.path("now", filepath.Ext(v.item.rel))} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove %s: %w", path, withoutPath(err))
		}
	}
	return nil
}

// compare says what differs; "" if nothing does that an eye would see.
func (v verification) compare(ctx context.Context, now []byte) (string, error) {
	before, err := os.ReadFile(v.item.Output)
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no " + v.item.Output, nil
	}
	if err != nil {
		return "", fmt.Errorf("read %s: %w", v.item.Output, withoutPath(err))
	}
	if bytes.Equal(before, now) {
		return "", nil
	}
	var reason string
	var marked image.Image
	if v.item.Video {
		reason, marked, err = v.compareVideos(ctx, now)
	} else {
		reason, marked = v.comparePictures(before, now)
	}
	if err != nil || reason == "" {
		return "", err
	}
	return v.keep(reason, marked, now)
}

// comparePictures also returns the picture of what differs; nil if there is no telling.
func (v verification) comparePictures(before, now []byte) (string, image.Image) {
	old, err := png.Decode(bytes.NewReader(before))
	if err != nil {
		return fmt.Sprintf("%s is not a PNG that can be read: %v", v.item.Output, err), nil
	}
	fresh, err := png.Decode(bytes.NewReader(now))
	if err != nil {
		return fmt.Sprintf("what is drawn now cannot be read: %v", err), nil
	}
	return v.judge(old, fresh)
}

// judge compares two pictures.
func (v verification) judge(old, fresh image.Image) (string, image.Image) {
	if a, b := old.Bounds().Size(), fresh.Bounds().Size(); a != b {
		return fmt.Sprintf("it has %dx%d pixels, and is now drawn with %dx%d", a.X, a.Y, b.X, b.Y), nil
	}
	result := diff.Compare(old, fresh, diff.Options{})
	if result.Fraction <= v.opts.Tolerance {
		return "", nil
	}
	return fmt.Sprintf("%.3f %% of the pixels differ, allowed are %.3f %%", 100*result.Fraction, 100*v.opts.Tolerance), result.Picture
}

// keep writes what was drawn now and what differs, and says where.
func (v verification) keep(reason string, marked image.Image, now []byte) (string, error) {
	fresh := v.path("now", filepath.Ext(v.item.rel))
	see := fresh
	if err := write(fresh, now); err != nil {
		return "", err
	}
	if marked != nil {
		var data bytes.Buffer
		if err := png.Encode(&data, marked); err != nil {
			return "", err
		}
		see = v.path("diff", ".png")
		if err := write(see, data.Bytes()); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%s; see %s", reason, see), nil
}

// write puts a file in its place, whole, and makes its folder.
func write(path string, data []byte) error {
	if err := makeFolder(path); err != nil {
		return err
	}
	out, err := output.New(path)
	if err == nil {
		_, err = out.Write(data)
	}
	return err
}
