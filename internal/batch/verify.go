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
	"strings"

	"mockup/internal/files"
	"mockup/internal/output"
	"mockup/internal/render"
	"mockup/internal/render/diff"
	"mockup/internal/render/format"
	"mockup/internal/scratch"
)

// VerifyOptions say how outputs are compared with how their payloads look now.
type VerifyOptions struct {
	Tolerance float64 // share of the pixels that may differ visibly, 0 to 1
	Diff      string  // folder for pictures of the differences
	FFmpeg    string  // path or name of ffmpeg, which decodes videos; empty: the one in PATH
}

// Verify returns a Draw that draws an item and compares it with its output. If they differ, it leaves what was drawn now
// and, of a picture, the differences in red. The output itself is only read.
func (p *Plan) Verify(r *render.Renderer, opts VerifyOptions) Draw {
	return func(ctx context.Context, item *Item, progress func(done, total int)) (Drawn, error) {
		v := verification{opts: opts, item: item}
		if err := v.clean(); err != nil {
			return Drawn{}, err
		}
		folder, err := scratch.Folder("verify")
		if err != nil {
			return Drawn{}, err
		}
		defer folder.Remove()
		v.fresh = filepath.Join(folder.Path, "now"+item.format.Suffix())
		result, err := p.render(ctx, r, item, v.fresh, "", progress)
		if err != nil {
			return Drawn{}, err
		}
		v.fps = result.FPS
		d := drawn(Same, result)
		if d.Reason, err = v.compare(ctx, result); err != nil {
			return Drawn{}, err
		}
		switch _, err := os.Stat(item.Output); {
		case errors.Is(err, fs.ErrNotExist):
			d.State = Missing
		case d.Reason != "":
			d.State = Different
		}
		return d, nil
	}
}

// verification compares one item.
type verification struct {
	opts  VerifyOptions
	item  *Item
	fresh string // what is drawn now
	fps   int    // of a video
}

// path returns the path of a file in the folder of differences: the item's name, what the file shows, and an extension.
func (v verification) path(what, extension string) string {
	rel := filepath.FromSlash(v.item.rel)
	return filepath.Join(v.opts.Diff, strings.TrimSuffix(rel, v.item.format.Suffix())+"."+what+extension)
}

// clean removes the item's files of an earlier verification.
func (v verification) clean() error {
	for _, path := range []string{v.path("diff", ".png"), v.path("now", v.item.format.Suffix())} {
		if err := os.RemoveAll(path); err != nil {
			return fmt.Errorf("remove %s: %w", path, files.Reason(err))
		}
	}
	return nil
}

// compare says how the output differs; "" if there is no visible difference.
func (v verification) compare(ctx context.Context, now *render.Result) (string, error) {
	sum, err := fileSum(v.item.Output)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no " + v.item.Output, nil
	case err != nil:
		return "", fmt.Errorf("read %s: %w", v.item.Output, files.Reason(err))
	case sum == now.SHA256:
		return "", nil
	}
	var reason string
	var marked image.Image
	if v.item.format.Name == format.PNG {
		reason, marked, err = v.comparePictures(now)
	} else {
		reason, marked, err = v.compareFrames(ctx)
	}
	if err != nil || reason == "" {
		return "", err
	}
	return v.keep(reason, marked)
}

// maxPicture bounds an output that is read into memory, in bytes.
const maxPicture = 256 << 20

// comparePictures also returns a picture of the differences; nil if none can be drawn.
func (v verification) comparePictures(now *render.Result) (string, image.Image, error) {
	before, err := files.Read(v.item.Output, maxPicture)
	if err != nil {
		return "", nil, fmt.Errorf("read %s: %w", v.item.Output, files.Reason(err))
	}
	unreadable := func(err error) (string, image.Image, error) {
		return fmt.Sprintf("%s is not a PNG that can be read: %v", v.item.Output, err), nil, nil
	}
	// A small file may have more pixels than fit into the memory, so its size is looked at first.
	config, err := png.DecodeConfig(bytes.NewReader(before))
	if err != nil {
		return unreadable(err)
	}
	if config.Width != now.Width || config.Height != now.Height {
		return otherSize(image.Pt(config.Width, config.Height), image.Pt(now.Width, now.Height)), nil, nil
	}
	old, err := png.Decode(bytes.NewReader(before))
	if err != nil {
		return unreadable(err)
	}
	drawn, err := os.ReadFile(v.fresh)
	if err != nil {
		return "", nil, err
	}
	fresh, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		return "", nil, fmt.Errorf("read the picture that was drawn: %w", err)
	}
	reason, marked := v.judge(old, fresh)
	return reason, marked, nil
}

func otherSize(old, fresh image.Point) string {
	return fmt.Sprintf("it has %dx%d pixels, and is now drawn with %dx%d", old.X, old.Y, fresh.X, fresh.Y)
}

// judge compares two pictures.
func (v verification) judge(old, fresh image.Image) (string, image.Image) {
	if a, b := old.Bounds().Size(), fresh.Bounds().Size(); a != b {
		return otherSize(a, b), nil
	}
	result := diff.Compare(old, fresh, diff.Options{})
	if result.Fraction <= v.opts.Tolerance {
		return "", nil
	}
	return fmt.Sprintf("%.3f %% of the pixels differ, allowed are %.3f %%", 100*result.Fraction, 100*v.opts.Tolerance), result.Picture
}

// keep writes what was drawn now and the picture of the differences, and names one of them in the reason.
func (v verification) keep(reason string, marked image.Image) (string, error) {
	see := v.path("now", v.item.format.Suffix())
	if err := v.copyTo(see); err != nil {
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

// copyTo copies what was drawn now: a file, or a folder of pictures.
func (v verification) copyTo(target string) error {
	if v.item.format.Folder {
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		return os.CopyFS(target, os.DirFS(v.fresh))
	}
	data, err := os.ReadFile(v.fresh)
	if err != nil {
		return err
	}
	return write(target, data)
}

// write writes a whole file, and makes its folder.
func write(path string, data []byte) error {
	if err := new(output.Folders).Prepare(path); err != nil {
		return err
	}
	out, err := output.New(path)
	if err == nil {
		_, err = out.Write(data)
	}
	return err
}
