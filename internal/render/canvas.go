package render

import (
	"context"
	"fmt"
	"image"
	"math"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
)

// leastScale is the smallest scale of content on a canvas of an exact size. Below it nobody reads anything.
const leastScale = .2

// exact reports whether the output has an exact size.
func (d *document) exact() bool {
	return d.scene.Canvas != nil && d.scene.Canvas.Exact != image.Point{}
}

// surface is the canvas as the page draws it, without its size.
func (d *document) surface() browser.Surface {
	c := d.scene.Canvas
	s := browser.Surface{Background: c.Background, Shadow: c.Shadow, Radius: c.Radius}
	if d.scene.Clear && !d.scene.View.Device.Frame || d.scene.View.Lift == "lifted" {
		s.Shadow = "" // nothing of the size of the content is there that could cast one
	}
	if c.Image != nil {
		s.Image = map[string]any{"src": d.behind, "contain": c.Image.Contain, "blur": c.Image.Blur, "dim": c.Image.Dim}
	}
	return s
}

// exactScale is the scale of content of a size in CSS pixels on a canvas of an exact size. The document's own is the most.
func (d *document) exactScale(width, height int) (float64, error) {
	scale := d.scene.Canvas.Fit(width, height, d.Scale)
	if scale < leastScale {
		size := d.scene.Canvas.Exact
		return 0, &SizeError{fmt.Sprintf("canvas.size: the content is %d x %d pixels at 1x, and would be drawn at %.2gx to fit into %d x %d, too small to be read; "+
			"choose a larger size, less padding, or show less", width, height, scale, size.X, size.Y)}
	}
	return scale, nil
}

// sizeExactly gives the page its exact size, and its content the scale that follows from it. Text is laid out anew at that
// scale, never enlarged.
func (d *document) sizeExactly(ctx context.Context, b *browser.Browser, shown browser.Layout, l *layout) error {
	width, height := d.Width, d.Height
	if height == 0 {
		height = shown.Height
	}
	scale, err := d.exactScale(width, height)
	if err != nil {
		return err
	}
	if scale != b.Scale() {
		if _, err = d.show(ctx, b, scale); err != nil {
			return err
		}
	}
	surface := d.surface()
	surface.Pixels, surface.Scale = d.scene.Canvas.Exact, scale
	content := image.Pt(int(math.Round(float64(width)*scale)), int(math.Ceil(float64(height)*scale-.01)))
	surface.Place = d.scene.Canvas.Place(content, scale)
	l.width, l.height, l.exact = width, height, surface.Pixels
	return d.center(ctx, b, surface)
}

// checkBehind refuses an image behind the content that cannot lie there.
func (d *document) checkBehind() error {
	if d.scene.Canvas == nil || d.scene.Canvas.Image == nil {
		return nil
	}
	ref := string(d.payload.Canvas.Background.Image)
	if file, ok := d.images.files[d.images.paths[ref]]; ok && file.Type == asset.SVG {
		return fmt.Errorf("canvas.background.image: an SVG image cannot lie behind the content; convert it into a PNG")
	}
	return nil
}
