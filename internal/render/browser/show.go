package browser

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rod/rod/lib/proto"
)

// Page is a picture to show on the stage.
type Page struct {
	HTML     string          // content of the stage
	CSS      string          // style sheet of the template
	Fonts    []Font          // @font-face rules that the text needs
	Fallback string          // CSS font families, for the custom property --fallback
	Width    int             // CSS pixels
	Height   int             // CSS pixels; 0: as tall as the content
	Scale    float64         // device pixels per CSS pixel
	Clear    bool            // transparent behind the content
	Files    map[string]File // images by path, as "/image/1"
}

// Font is a @font-face rule. It is handed over once and stays on the stage: fonts are most of a cold picture's
// layout, and nothing of a warm one's. It is handed over anew when the scale changes: Chromium knows the instances of a
// face by the size they are drawn at, so that 24 points at 1x would take the optical size of 12 points at 2x.
type Font struct{ ID, CSS string }

// Layout is what the page found out while it was laid out.
type Layout struct {
	Width   int      `json:"width"`   // content size, CSS pixels
	Height  int      `json:"height"`  //
	Clipped bool     `json:"clipped"` // a scrolling part does not show all of its content
	Broken  []string `json:"broken"`  // paths of images that Chromium could not decode
}

type metrics struct {
	width, height int
	scale         float64
}

// Show lays the page out on the stage: fonts loaded, images decoded, scrolled to its anchors.
func (b *Browser) Show(ctx context.Context, p Page) (Layout, error) {
	var layout Layout
	err := b.within(ctx, "lay out page", func() error {
		b.setFiles(p.Files)
		b.shown++
		height := p.Height
		if height == 0 {
			height = max(b.metrics.height, 1)
		}
		fresh := b.metrics.scale != p.Scale
		if fresh {
			clear(b.fonts)
		}
		if err := b.resize(metrics{p.Width, height, p.Scale}); err != nil {
			return err
		}
		if err := b.setClear(p.Clear); err != nil {
			return err
		}
		fonts := b.newFonts(p.Fonts)
		err := b.call("mockup.show", map[string]any{
			"html": p.HTML, "css": p.CSS, "fonts": rules(fonts), "fresh": fresh, "fallback": p.Fallback, "scale": p.Scale,
		}, &layout)
		if err != nil {
			return err
		}
		for _, font := range fonts {
			b.fonts[font.ID] = true
		}
		return nil
	})
	return layout, err
}

// newFonts returns the fonts that are not on the stage yet.
func (b *Browser) newFonts(fonts []Font) []Font {
	return slices.DeleteFunc(slices.Clone(fonts), func(f Font) bool { return b.fonts[f.ID] })
}

// rules returns the style sheet of some fonts.
func rules(fonts []Font) string {
	var css strings.Builder
	for _, f := range fonts {
		css.WriteString(f.CSS)
	}
	return css.String()
}

// Frame is the surface that the shown content stands in the middle of.
type Frame struct {
	Width, Height int     // CSS pixels
	Scale         float64 // device pixels per CSS pixel
	Background    string  // CSS colour; empty for none
}

// Frame sets the picture's final size and what lies behind its content.
func (b *Browser) Frame(ctx context.Context, f Frame) error {
	return b.within(ctx, "frame page", func() error {
		err := b.call("mockup.frame", map[string]any{
			"width": f.Width, "height": f.Height, "scale": f.Scale, "background": f.Background,
		}, nil)
		if err != nil {
			return err
		}
		return b.resize(metrics{f.Width, f.Height, f.Scale})
	})
}

// Scale is the number of device pixels per CSS pixel of what is shown.
func (b *Browser) Scale() float64 { return b.metrics.scale }

// Screenshot returns what the stage shows, as a PNG.
func (b *Browser) Screenshot(ctx context.Context) ([]byte, error) {
	var png []byte
	err := b.within(ctx, "take screenshot", func() error {
		res, err := proto.PageCaptureScreenshot{
			Format:           proto.PageCaptureScreenshotFormatPng,
			OptimizeForSpeed: true, // half the time of the default compression, a third more bytes
		}.Call(b.page)
		if err != nil {
			return err
		}
		png, err = b.proc.pipe.claim(res.Data)
		return err
	})
	return png, err
}

// resize sets the viewport unless it has that size already: a change costs a full layout and raster.
//
// The scale is the stage's CSS zoom, not the device scale factor: with a factor above 1 the software compositor
// leaves a sharp seam, some 3 sigma wide, at the right and lower edges of a blurred backdrop.
func (b *Browser) resize(m metrics) error {
	if m == b.metrics {
		return nil
	}
	width, height := int(float64(m.width)*m.scale), int(float64(m.height)*m.scale)
	err := proto.EmulationSetDeviceMetricsOverride{Width: width, Height: height, DeviceScaleFactor: 1}.Call(b.page)
	if err != nil {
		return fmt.Errorf("resize to %dx%d at %gx: %w", m.width, m.height, m.scale, err)
	}
	b.metrics = m
	return nil
}

func (b *Browser) setClear(clear bool) error {
	if clear == b.clear {
		return nil
	}
	override := proto.EmulationSetDefaultBackgroundColorOverride{}
	if clear {
		zero := 0.0
		override.Color = &proto.DOMRGBA{A: &zero}
	}
	if err := override.Call(b.page); err != nil {
		return err
	}
	b.clear = clear
	return nil
}
