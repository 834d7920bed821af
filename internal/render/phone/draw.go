package phone

import (
	"context"
	"embed"

	"errors"
	"fmt"
	"image"
	"image/draw"
	"strings"

	"mockup/internal/render/browser"
	"mockup/templates"
)

//go:embed model/*.js
var model embed.FS

// modelFiles are the model's scripts, in the order in which they need each other.
var modelFiles = []string{"shape.js", "light.js", "material.js", "body.js", "studio.js"}

// tileSize is the longest side of what is drawn at once, pixels: with all samples it has to fit into a texture.
const tileSize = 512

// ErrNoWebGL says that Chromium cannot draw in space.
var ErrNoWebGL = errors.New("Chromium has no WebGL, which the 3D phone is drawn with")

// sitting is what a body is drawn from: all that decides on its pixels but the scripts.
type sitting struct {
	Axes     [3]vector  `json:"axes"`     // the camera's right, up and back
	Distance float64    `json:"distance"` // points
	View     [4]float64 `json:"view"`     // left, top, right and bottom of the picture, in points from its middle axis
	Scale    float64    `json:"scale"`    // pixels a point
}

func (v View) sitting(scale float64) sitting {
	edges := [4]float64{v.left, v.top, v.left + float64(v.Width), v.top + float64(v.Height)}
	return sitting{Axes: v.axes, Distance: v.distance, View: edges, Scale: scale}
}

// size is that of the picture in pixels.
func (v View) size(scale float64) image.Point {
	return image.Pt(int(float64(v.Width)*scale+.5), int(float64(v.Height)*scale+.5))
}

// draw has a Chromium of its own draw a body.
func (s *Studio) draw(ctx context.Context, v View, scale float64) (*Body, error) {
	script, err := modelScript()
	if err != nil {
		return nil, err
	}
	ctx, cancel := browser.WithLimit(ctx, s.opts.Timeout)
	defer cancel()
	b, err := browser.Start(ctx, browser.Options{
		Bin: s.opts.Chromium, NoSandbox: s.opts.NoSandbox, WebGL: true,
		Files: func(string) (browser.File, bool) { return browser.File{}, false }, Script: script,
	})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return sit(ctx, b, v, scale)
}

// sit draws a body with a browser that has the model.
func sit(ctx context.Context, b *browser.Browser, v View, scale float64) (*Body, error) {
	var opened struct{ WebGL bool }
	if err := b.Call(ctx, "arg => mockup.open(arg)", v.sitting(scale), &opened); err != nil {
		return nil, err
	}
	if !opened.WebGL {
		return nil, fmt.Errorf("%w: %s started without it; install a newer chromium-headless-shell", ErrNoWebGL, b.Version())
	}
	size := v.size(scale)
	body := newBody(size)
	for y := 0; y < size.Y; y += tileSize {
		for x := 0; x < size.X; x += tileSize {
			tile := image.Rect(x, y, x+tileSize, y+tileSize).Intersect(image.Rectangle{Max: size})
			if err := body.drawTile(ctx, b, v, scale, tile); err != nil {
				return nil, err
			}
			browser.Renew(ctx)
		}
	}
	return body, body.check(v, scale)
}

func (body *Body) drawTile(ctx context.Context, b *browser.Browser, v View, scale float64, tile image.Rectangle) error {
	arg := struct {
		Projection [16]float64 `json:"projection"`
		Width      int         `json:"width"`
		Height     int         `json:"height"`
	}{
		v.Projection(float64(tile.Min.X)/scale, float64(tile.Min.Y)/scale, float64(tile.Dx())/scale, float64(tile.Dy())/scale),
		tile.Dx(), tile.Dy(),
	}
	var drawn struct{ Picture, Share []byte }
	if err := b.Call(ctx, "arg => mockup.tile(arg)", arg, &drawn); err != nil {
		return err
	}
	if len(drawn.Picture) != 4*tile.Dx()*tile.Dy() || len(drawn.Share) != tile.Dx()*tile.Dy() {
		return fmt.Errorf("draw phone: a tile of %v has %d and %d bytes", tile.Size(), len(drawn.Picture), len(drawn.Share))
	}
	at := image.Rectangle{Max: tile.Size()}
	draw.Draw(body.Picture, tile, &image.RGBA{Pix: drawn.Picture, Stride: 4 * tile.Dx(), Rect: at}, image.Point{}, draw.Src)
	draw.Draw(body.Share, tile, &image.Alpha{Pix: drawn.Share, Stride: tile.Dx(), Rect: at}, image.Point{}, draw.Src)
	return nil
}

// modelScript is what the stage needs.
func modelScript() (string, error) {
	three, _, err := templates.Three()
	if err != nil {
		return "", err
	}
	var script strings.Builder
	script.WriteString("(() => {\n" + three + "\n")
	for _, name := range modelFiles {
		data, err := model.ReadFile("model/" + name)
		if err != nil {
			return "", err
		}
		script.Write(data)
	}
	script.WriteString("})();\n")
	return script.String(), nil
}
