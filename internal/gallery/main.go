// Command gallery renders every example picture into gallery/, with an index.html that shows the pictures and links to
// their payloads, and a contact sheet for each type. Run it as scripts/gallery.
package main

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/image/draw"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

const (
	examples = "examples"
	target   = "gallery"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // from then on a second signal ends the program at once
	err := gallery(ctx)
	switch {
	case ctx.Err() != nil: // any other error follows from the signal
		fmt.Fprintln(os.Stderr, "gallery: interrupted")
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
	fmt.Println(filepath.Join(target, "index.html"))
}

// group holds the pictures of one type.
type group struct {
	Type     schema.Type
	Pictures []picture
}

// picture is one rendered example; File and Payload are relative to the gallery.
type picture struct {
	Name, File, Payload string
	Width, Height       int // as shown, CSS pixels

	image image.Image
}

func gallery(ctx context.Context) error {
	r, err := render.New(render.Options{Workers: 2, NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		return err
	}
	defer r.Close()
	var groups []group
	err = filepath.WalkDir(examples, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		kind, p, err := drawExample(ctx, r, path)
		if err != nil || p == nil {
			return err
		}
		i := slices.IndexFunc(groups, func(g group) bool { return g.Type == kind })
		if i < 0 {
			i, groups = len(groups), append(groups, group{Type: kind})
		}
		groups[i].Pictures = append(groups[i].Pictures, *p)
		return nil
	})
	if err != nil {
		return err
	}
	for _, g := range groups {
		if err := writePNG(filepath.Join(target, string(g.Type)+".png"), contactSheet(g.Pictures)); err != nil {
			return err
		}
	}
	return writeIndex(groups)
}

// drawExample renders one example. It returns nil for a video.
func drawExample(ctx context.Context, r *render.Renderer, path string) (schema.Type, *picture, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	p, found := schema.Decode(data, schema.Options{Filename: path, AllowPaths: true})
	if p == nil {
		return "", nil, found.Err()
	}
	if p.RenderKind != schema.Image {
		return "", nil, nil
	}
	name := strings.TrimSuffix(strings.TrimPrefix(path, examples+string(filepath.Separator)), ".yaml")
	file := filepath.Join(target, name+".png")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", nil, err
	}
	result, err := r.Render(ctx, render.Job{Payload: p, Dir: filepath.Dir(path)})
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := os.WriteFile(file, result.Data, 0o644); err != nil {
		return "", nil, err
	}
	decoded, err := png.Decode(bytes.NewReader(result.Data))
	if err != nil {
		return "", nil, err
	}
	return p.MockupType, &picture{
		Name: name, File: name + ".png", Payload: filepath.Join("..", path),
		Width: result.Width / 2, Height: result.Height / 2, image: decoded,
	}, nil
}

// contactSheet returns a grid of pictures, each scaled to fit its cell.
func contactSheet(pictures []picture) image.Image {
	const columns, cellWidth, cellHeight, gap = 4, 402, 874, 24
	rows := (len(pictures) + columns - 1) / columns
	sheet := image.NewRGBA(image.Rect(0, 0, min(columns, len(pictures))*(cellWidth+gap)+gap, rows*(cellHeight+gap)+gap))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.RGBA{0xe9, 0xeb, 0xee, 0xff}), image.Point{}, draw.Src)
	for i, p := range pictures {
		size := p.image.Bounds().Size()
		scale := min(float64(cellWidth)/float64(size.X), float64(cellHeight)/float64(size.Y))
		corner := image.Pt(gap+i%columns*(cellWidth+gap), gap+i/columns*(cellHeight+gap))
		area := image.Rectangle{Min: corner, Max: corner.Add(image.Pt(int(float64(size.X)*scale), int(float64(size.Y)*scale)))}
		draw.CatmullRom.Scale(sheet, area, p.image, p.image.Bounds(), draw.Over, nil)
	}
	return sheet
}

func writePNG(file string, picture image.Image) error {
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return err
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}

// index shows the groups. Dark pictures follow light ones, as their names do.
const index = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>mockup gallery</title>
<style>
body { margin: 0; padding: 40px; background: #e9ebee; font: 15px/1.5 system-ui, sans-serif; color: #222; }
.pictures { display: flex; flex-wrap: wrap; gap: 32px; align-items: flex-start; }
figure { margin: 0; } img { display: block; max-width: 402px; height: auto; } figcaption { padding-top: 8px; }
</style></head><body><h1>mockup</h1>
{{range .}}<h2>{{.Type}}</h2><div class="pictures">{{range .Pictures}}
<figure><a href="{{.Payload}}"><img src="{{.File}}" width="{{.Width}}" height="{{.Height}}" alt="" loading="lazy"></a><figcaption>{{.Name}}</figcaption></figure>{{end}}
</div>{{end}}
</body></html>
`

func writeIndex(groups []group) error {
	var out bytes.Buffer
	page, err := template.New("index").Parse(index)
	if err != nil {
		return err
	}
	if err := page.Execute(&out, groups); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(target, "index.html"), out.Bytes(), 0o644)
}
