package importing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // formats that are blurred
	"image/jpeg"
	_ "image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"

	"mockup/internal/files"
	"mockup/internal/importing/parse"
	"mockup/internal/render/asset"
)

// folder is where pictures lie, beside the payload.
const folder = "media"

// A payload whose pictures have more bytes or pixels than these in all could not be drawn, see asset.Options.
const (
	maxTotalBytes  = 180 << 20
	maxTotalPixels = 450_000_000
)

// newFile is a picture that is written with the payload.
type newFile struct {
	path string // with slashes, relative to the payload
	// open returns its content.
	open func() (io.ReadCloser, error)
}

// pictures checks the pictures of the messages, the newest first, gives them names, and returns the files to write. Those that
// cannot be drawn are left out, and with them the messages that have nothing else.
func (d *draft) pictures(ctx context.Context, export *parse.Export) ([]newFile, error) {
	var found []newFile
	total := &totals{}
	for i, m := range slices.Backward(d.messages) {
		var kept []*picture
		for n, p := range m.pictures {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			file, problem := d.picture(export, p, fmt.Sprintf("%s-m%d", d.stem(), i+1), n, total)
			if problem != "" {
				d.left.add(problem, 1)
				continue
			}
			kept = append(kept, p)
			found = append(found, file)
		}
		d.messages[i].pictures = kept
		d.messages[i].dropLost()
	}
	d.messages = slices.DeleteFunc(d.messages, func(m said) bool { return m.isEmpty() })
	if len(d.messages) == 0 {
		return nil, d.nothing()
	}
	return append(found, d.faces()...), nil
}

// totals are those of all pictures of the payload.
type totals struct {
	bytes  int64
	pixels int
}

// picture checks one picture and names its file. problem says why it is left out; it is empty if it is not.
func (d *draft) picture(export *parse.Export, p *picture, stem string, n int, total *totals) (file newFile, problem string) {
	if d.opts.Output == "-" {
		return file, "picture, which needs a file beside it: name one with -o"
	}
	data, err := content(export, p.source)
	if err != nil {
		return file, "picture that the export does not hold whole"
	}
	img, err := asset.Inspect(data)
	if err != nil {
		return file, "picture that cannot be drawn, being damaged, too large or none of PNG, JPEG, GIF, WebP and AVIF"
	}
	open := func() (io.ReadCloser, error) { // read again when it is written, so that one is held at a time
		data, err := content(export, p.source)
		return io.NopCloser(bytes.NewReader(data)), err
	}
	if d.opts.Anonymize {
		if data, err = blur(data); err != nil {
			return file, "picture that cannot be blurred"
		}
		img.Type, img.Width, img.Height = "image/jpeg", blurredSide, blurredSide
		blurred := data
		open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(blurred)), nil }
	}
	total.bytes += int64(len(data))
	total.pixels += img.Width * img.Height
	if total.bytes > maxTotalBytes || total.pixels > maxTotalPixels {
		return file, "picture that is one too many for a payload: take a part of the conversation with --last 30"
	}
	if n > 0 {
		stem += fmt.Sprintf("-%d", n+1)
	}
	p.path = folder + "/" + stem + "." + strings.Replace(strings.TrimPrefix(img.Type, "image/"), "jpeg", "jpg", 1)
	p.mime, p.bytes = img.Type, int64(len(data))
	return newFile{p.path, open}, ""
}

// content returns the content of an attachment.
func content(export *parse.Export, a parse.Attachment) ([]byte, error) {
	file, err := export.Content(a)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, asset.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Path, err)
	}
	return data, nil
}

// faces returns the files of invented faces.
func (d *draft) faces() []newFile {
	var found []newFile
	for _, p := range d.people {
		if p.face == nil {
			continue
		}
		if d.opts.Output == "-" {
			p.face = nil
			continue
		}
		p.face.path = fmt.Sprintf("%s/%s-%s.jpg", folder, d.stem(), p.id)
		data := p.face.face
		found = append(found, newFile{p.face.path, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }})
	}
	return found
}

// blurredSide is the longer side of a blurred picture, in pixels.
const blurredSide = 640

// blur returns a picture of which only the colours are left: 12 of them along the longer side.
func blur(data []byte) ([]byte, error) {
	source, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("blur picture: %w", err)
	}
	const grains = 12
	small := image.NewRGBA(within(source.Bounds(), grains))
	draw.ApproxBiLinear.Scale(small, small.Bounds(), source, source.Bounds(), draw.Src, nil)
	large := image.NewRGBA(within(source.Bounds(), blurredSide))
	draw.CatmullRom.Scale(large, large.Bounds(), small, small.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, large, &jpeg.Options{Quality: 80}); err != nil {
		return nil, fmt.Errorf("blur picture: %w", err)
	}
	return out.Bytes(), nil
}

// within returns a rectangle of the proportions of another, whose longer side is side.
func within(r image.Rectangle, side int) image.Rectangle {
	w, h := r.Dx(), r.Dy()
	longer := max(w, h, 1)
	return image.Rect(0, 0, max(1, w*side/longer), max(1, h*side/longer))
}

// save writes the payload and its pictures. None of them may exist. What was written is removed if something fails.
func save(name string, data []byte, pictures []newFile) (err error) {
	var written []string
	defer func() {
		if err != nil {
			for _, path := range slices.Backward(written) {
				err = errors.Join(err, os.Remove(path))
			}
		}
	}()
	dir := filepath.Dir(name)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("write %s: folder %s does not exist; create it or name another with -o", name, dir)
	}
	if len(pictures) > 0 {
		switch err := os.Mkdir(filepath.Join(dir, folder), 0o777); {
		case err == nil:
			written = append(written, filepath.Join(dir, folder))
		case !errors.Is(err, fs.ErrExist):
			return fmt.Errorf("create folder %s: %w", filepath.Join(dir, folder), files.Reason(err))
		}
	}
	create := func(path string, content io.Reader) error {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists already; choose another name with -o or remove it", path)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", path, files.Reason(err))
		}
		written = append(written, path)
		_, err = io.Copy(file, content)
		if err = errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
		return nil
	}
	if err := create(name, bytes.NewReader(data)); err != nil {
		return err
	}
	for _, p := range pictures {
		content, err := p.open()
		if err != nil {
			return fmt.Errorf("write %s: %w", p.path, err)
		}
		if err := errors.Join(create(filepath.Join(dir, filepath.FromSlash(p.path)), content), content.Close()); err != nil {
			return err
		}
	}
	return nil
}
