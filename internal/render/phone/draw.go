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
	"image/draw"
	"strings"

	"mockup/internal/render/browser"
	"mockup/templates"
)

//go:embed model/*.js
var model embed.FS

// modelFiles are the model's scripts, in the order in which they need each other.
var modelFiles = []string{"shape.js", "light.js", "material.js", "body.js", "studio.js"}

// tileSize is the longest side of what is drawn at once, pixels.
const tileSize = 1024

// ErrNoWebGL says that Chromium cannot draw in space.
var ErrNoWebGL = errors.New("Chromium has no WebGL, which the 3D phone is drawn with")

// errNoPhone says that a drawn body is not what it has to be, as after WebGL has lost its context.
var errNoPhone = errors.New("Chromium drew no phone")

// glassShare is the least share of the screen's light that passes the glass, wherever the camera is.
const glassShare = 244

// sitting is what a body is drawn from: all that decides on its pixels but the scripts.
type sitting struct {
	Axes     [3]vector  `json:"axes"`     // the camera's right, up and back
	Distance float64    `json:"distance"` // points
	View     [4]float64 `json:"view"`     // left, top, right and bottom of the picture, in points from the camera's axis
	Scale    float64    `json:"scale"`    // pixels a point
}

func (v View) sitting(scale float64) sitting {
	edges := [4]float64{v.left, v.top, v.left + float64(v.Width), v.top + float64(v.Height)}
	return sitting{Axes: v.axes, Distance: v.distance, View: edges, Scale: scale}
}

// size is that of the picture in pixels.
func (v View) size(scale float64) image.Point { return pixels(v.Width, v.Height, scale) }

func pixels(width, height int, scale float64) image.Point {
	return image.Pt(int(float64(width)*scale+.5), int(float64(height)*scale+.5))
}

// bodyKey names a body by all that it is drawn from.
func bodyKey(v View, scale float64) (string, error) {
	sum := sha256.New()
	version, err := templates.ThreeVersion()
	if err != nil {
		return "", err
	}
	scripts, err := modelScripts()
	if err != nil {
		return "", err
	}
	sitting, err := json.Marshal(v.sitting(scale))
	if err != nil {
		return "", fmt.Errorf("name phone: %w", err)
	}
	fmt.Fprintf(sum, "%s\n%s\n%s\n%s", fileMark, version, sitting, scripts)
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

// draw has a Chromium of its own draw a body.
func (s *Studio) draw(ctx context.Context, v View, scale float64) (*Body, error) {
	ctx, cancel := browser.WithLimit(ctx, s.opts.Timeout)
	defer cancel()
	b, err := s.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("draw phone: %w", err)
	}
	defer b.Close()
	body, err := sit(ctx, b, v, scale)
	if err != nil {
		return nil, fmt.Errorf("draw phone: %w", err)
	}
	return body, nil
}

// open starts a browser that has the model.
func (s *Studio) open(ctx context.Context) (*browser.Browser, error) {
	three, err := templates.Three()
	if err != nil {
		return nil, err
	}
	scripts, err := modelScripts()
	if err != nil {
		return nil, err
	}
	return browser.Start(ctx, browser.Options{
		Bin: s.opts.Chromium, NoSandbox: s.opts.NoSandbox, WebGL: true,
		Files:  func(string) (browser.File, bool) { return browser.File{}, false },
		Script: "(() => {\n" + three + "\n" + scripts + "})();\n",
	})
}

// sit draws a body with a browser that has the model.
func sit(ctx context.Context, b *browser.Browser, v View, scale float64) (*Body, error) {
	if err := pose(ctx, b, v, scale); err != nil {
		return nil, err
	}
	body, err := take(ctx, b, v, scale)
	if err != nil {
		return nil, err
	}
	return body, body.check(v, scale)
}

// pose sets the model up for a view.
func pose(ctx context.Context, b *browser.Browser, v View, scale float64) error {
	var opened struct{ WebGL bool }
	if err := b.Call(ctx, "arg => mockup.open(arg)", v.sitting(scale), &opened); err != nil {
		return err
	}
	if !opened.WebGL {
		return fmt.Errorf("%w; %s is too old or was built without it: install a current Chromium, or leave render3D out", ErrNoWebGL, b.Version())
	}
	return nil
}

// take draws the model as it is posed, part by part.
func take(ctx context.Context, b *browser.Browser, v View, scale float64) (*Body, error) {
	size := v.size(scale)
	body := newBody(size)
	for y := 0; y < size.Y; y += tileSize {
		for x := 0; x < size.X; x += tileSize {
			tile := image.Rect(x, y, x+tileSize, y+tileSize).Intersect(body.Share.Rect)
			if err := body.drawTile(ctx, b, v, scale, tile); err != nil {
				return nil, err
			}
			browser.Renew(ctx)
		}
	}
	return body, nil
}

// drawTile draws a part of the body.
func (body *Body) drawTile(ctx context.Context, b *browser.Browser, v View, scale float64, tile image.Rectangle) error {
	arg := struct {
		Projection [16]float64 `json:"projection"`
		Width      int         `json:"width"`
		Height     int         `json:"height"`
	}{
		v.Projection(float64(tile.Min.X)/scale, float64(tile.Min.Y)/scale, float64(tile.Dx())/scale, float64(tile.Dy())/scale),
		tile.Dx(), tile.Dy(),
	}
	var drawn struct {
		Picture, Share []byte
		Lost           bool // WebGL's context
	}
	if err := b.Call(ctx, "arg => mockup.tile(arg)", arg, &drawn); err != nil {
		return err
	}
	if drawn.Lost {
		return fmt.Errorf("%w: WebGL lost its context", errNoPhone)
	}
	if len(drawn.Picture) != 4*tile.Dx()*tile.Dy() || len(drawn.Share) != tile.Dx()*tile.Dy() {
		return fmt.Errorf("%w: a part of %v came as %d and %d bytes", errNoPhone, tile.Size(), len(drawn.Picture), len(drawn.Share))
	}
	at := image.Rectangle{Max: tile.Size()}
	draw.Draw(body.Picture, tile, &image.RGBA{Pix: drawn.Picture, Stride: 4 * tile.Dx(), Rect: at}, image.Point{}, draw.Src)
	draw.Draw(body.Share, tile, &image.Alpha{Pix: drawn.Share, Stride: tile.Dx(), Rect: at}, image.Point{}, draw.Src)
	return nil
}

// check refuses a picture that is empty or black, or whose screen is dark.
func (body *Body) check(v View, scale float64) error {
	x, y := int(-v.left*scale), int(-v.top*scale) // the middle of the screen
	switch {
	case body.Share.AlphaAt(x, y).A < glassShare:
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
