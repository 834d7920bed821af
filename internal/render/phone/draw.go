package phone

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"strings"

	"mockup/internal/render/browser"
	"mockup/templates"
)

// model has the scripts that draw a body, and the sources of what Go adds to it: a change to either gives other bodies.
//
//go:embed model/*.js ground.go camera.go
var model embed.FS

// modelFiles are the model's scripts, in the order in which they need each other.
var modelFiles = []string{"shape.js", "light.js", "material.js", "body.js", "render.js", "mesh.js"}

// ErrNoWebGL says that Chromium cannot draw the 3D phone.
var ErrNoWebGL = errors.New("Chromium has no WebGL, which the 3D phone is drawn with")

// errNoPhone says that Chromium drew something else than a phone, as after WebGL has lost its context.
var errNoPhone = errors.New("Chromium drew no phone")

// leastTransmission is the smallest part of the screen's light, of 255, that passes the glass, wherever the camera is.
const leastTransmission = 244

// bodyParameters is what the model is set up with: all that decides on a body's pixels but the programs that draw it.
type bodyParameters struct {
	Axes     [3]vector  `json:"axes"`     // the camera's right, up and back
	Distance float64    `json:"distance"` // points
	View     [4]float64 `json:"view"`     // left, top, right and bottom of the picture, in points from the camera's axis
	Scale    float64    `json:"scale"`    // pixels a point
	sampling
}

// sampling says how finely edges are drawn, tile by tile.
type sampling struct {
	Fine int `json:"fine"` // how many times as wide and high as it is shown a tile is drawn
	Tile int `json:"tile"` // the longest side of a tile, in pixels
}

// samplingAt returns the sampling for a number of pixels a point. The smaller the pixels are, the fewer samples each needs: 36 or
// 16, as the model draws each tile four times. A tile's four million samples take 50 MB.
func samplingAt(scale float64) sampling {
	fine := 2
	if scale < 3 {
		fine = 3
	}
	return sampling{Fine: fine, Tile: 1024 / fine}
}

func (v View) bodyParameters(scale float64) bodyParameters {
	edges := [4]float64{v.left, v.top, v.left + float64(v.Width), v.top + float64(v.Height)}
	return bodyParameters{Axes: v.axes, Distance: v.distance, View: edges, Scale: scale, sampling: samplingAt(scale)}
}

// size is that of the picture in pixels.
func (v View) size(scale float64) image.Point { return pixels(v.Width, v.Height, scale) }

// Pixels is the size of the view's picture at a number of pixels a point.
func (v View) Pixels(scale float64) image.Point { return v.size(scale) }

func pixels(width, height int, scale float64) image.Point {
	return image.Pt(int(float64(width)*scale+.5), int(float64(height)*scale+.5))
}

// bodyKey names a body by all that it is drawn from but Chromium.
func bodyKey(v View, scale float64) (string, error) {
	parameters, err := json.Marshal(v.bodyParameters(scale))
	if err != nil {
		return "", fmt.Errorf("name phone: %w", err)
	}
	return modelKey(string(parameters))
}

// modelKey names what the model makes of parameters.
func modelKey(parameters string) (string, error) {
	sum := sha256.New()
	version, err := templates.ThreeVersion()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(sum, "%s\n%s\n%s\n", fileMark, version, parameters)
	if err := fs.WalkDir(model, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := model.ReadFile(path)
		fmt.Fprintf(sum, "%s\n%s", path, data)
		return err
	}); err != nil {
		return "", fmt.Errorf("name phone: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// modelScripts returns the model's scripts, one after the other.
func modelScripts() (string, error) {
	var scripts strings.Builder
	for _, name := range modelFiles {
		data, err := model.ReadFile("model/" + name)
		if err != nil {
			return "", err
		}
		scripts.Write(data)
	}
	return scripts.String(), nil
}

// draw draws a body with a Chromium of its own.
func (bs *Bodies) draw(ctx context.Context, v View, scale float64) (*Body, error) {
	ctx, cancel := browser.WithLimit(ctx, bs.opts.Timeout)
	defer cancel()
	b, err := bs.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("draw phone: %w", err)
	}
	defer b.Close()
	bs.noteVersion(b.Version())
	body, err := drawBody(ctx, b, v, scale)
	if err != nil {
		return nil, fmt.Errorf("draw phone: %w", err)
	}
	return body, nil
}

// open starts a browser that has the model.
func (bs *Bodies) open(ctx context.Context) (*browser.Browser, error) {
	three, err := templates.Three()
	if err != nil {
		return nil, err
	}
	scripts, err := modelScripts()
	if err != nil {
		return nil, err
	}
	return browser.Start(ctx, browser.Options{
		Bin: bs.opts.Chromium, NoSandbox: bs.opts.NoSandbox, WebGL: true,
		Files:  func(string) (browser.File, bool) { return browser.File{}, false },
		Script: "(() => {\n" + three + "\n" + scripts + "})();\n",
	})
}

// drawBody draws a body with a browser that has the model.
func drawBody(ctx context.Context, b *browser.Browser, v View, scale float64) (*Body, error) {
	if err := setUp(ctx, b, v, scale); err != nil {
		return nil, err
	}
	body, err := drawTiles(ctx, b, v, scale)
	if err != nil {
		return nil, err
	}
	body.addGround(v, scale)
	return body, body.check(v, scale)
}

// setUp sets the model up for a view.
func setUp(ctx context.Context, b *browser.Browser, v View, scale float64) error {
	var opened struct{ WebGL bool }
	if err := b.Call(ctx, "arg => mockup.open(arg)", v.bodyParameters(scale), &opened); err != nil {
		return err
	}
	if !opened.WebGL {
		return fmt.Errorf("%w; %s is too old or was built without it: install a current Chromium, or leave render3D out", ErrNoWebGL, b.Version())
	}
	return nil
}

// drawTiles draws the model as it is set up, one row of tiles after the other.
func drawTiles(ctx context.Context, b *browser.Browser, v View, scale float64) (*Body, error) {
	size, tile := v.size(scale), samplingAt(scale).Tile
	body := newBody(size)
	for y := 0; y < size.Y; y += tile {
		var row []image.Rectangle
		for x := 0; x < size.X; x += tile {
			row = append(row, image.Rect(x, y, x+tile, y+tile).Intersect(body.Picture.Rect))
		}
		if err := body.drawRow(ctx, b, v, scale, row); err != nil {
			return nil, err
		}
		browser.Renew(ctx)
	}
	return body, nil
}

// drawRow draws tiles of the body.
func (body *Body) drawRow(ctx context.Context, b *browser.Browser, v View, scale float64, tiles []image.Rectangle) error {
	type tile struct {
		Projection [16]float64 `json:"projection"`
		Width      int         `json:"width"`
		Height     int         `json:"height"`
	}
	var wanted []tile
	for _, r := range tiles {
		left, top := float64(r.Min.X)/scale, float64(r.Min.Y)/scale
		wanted = append(wanted, tile{v.Projection(left, top, float64(r.Dx())/scale, float64(r.Dy())/scale), r.Dx(), r.Dy()})
	}
	var drawn []struct {
		Picture, Screen []byte
		Lost            bool // WebGL's context
	}
	if err := b.Call(ctx, "arg => mockup.tiles(arg)", wanted, &drawn); err != nil {
		return err
	}
	if len(drawn) != len(tiles) {
		return fmt.Errorf("%w: %d tiles came instead of %d", errNoPhone, len(drawn), len(tiles))
	}
	for i, r := range tiles {
		if drawn[i].Lost {
			return fmt.Errorf("%w: WebGL lost its context", errNoPhone)
		}
		if !body.setTile(r, drawn[i].Picture, drawn[i].Screen) {
			return fmt.Errorf("%w: the runs of a tile of %v are damaged", errNoPhone, r.Size())
		}
	}
	return nil
}

// setTile sets a tile of the body to runs of pixels. It reports whether they fit.
func (body *Body) setTile(tile image.Rectangle, picture, screen []byte) bool {
	pixels, seen := make([]byte, 4*tile.Dx()*tile.Dy()), make([]byte, tile.Dx()*tile.Dy())
	picture, ok := readRuns(pixels, picture, 4)
	screen, also := readRuns(seen, screen, 1)
	for y := range tile.Dy() {
		copy(body.Picture.Pix[body.Picture.PixOffset(tile.Min.X, tile.Min.Y+y):], pixels[4*y*tile.Dx():][:4*tile.Dx()])
		copy(body.ScreenTransmission.Pix[body.ScreenTransmission.PixOffset(tile.Min.X, tile.Min.Y+y):], seen[y*tile.Dx():][:tile.Dx()])
	}
	return ok && also && len(picture)+len(screen) == 0
}

// check refuses a picture that is empty or black, or whose screen is dark.
func (body *Body) check(v View, scale float64) error {
	x, y := int(-v.left*scale), int(-v.top*scale) // the middle of the screen
	switch {
	case body.ScreenTransmission.AlphaAt(x, y).A < leastTransmission:
		return fmt.Errorf("%w: its screen is dark", errNoPhone)
	case body.Picture.RGBAAt(x, y).A != 255:
		return fmt.Errorf("%w: its glass is missing", errNoPhone)
	case !body.shines():
		return fmt.Errorf("%w: its rail is dark", errNoPhone)
	}
	return nil
}

// shines reports whether any of the picture is lit.
func (body *Body) shines() bool {
	for i := 0; i < len(body.Picture.Pix); i += 4 {
		if body.Picture.Pix[i] > 64 {
			return true
		}
	}
	return false
}
