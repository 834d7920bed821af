package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
// layout, and nothing of a warm one's.
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
	err := b.within(ctx, "lay out page", func(context.Context) error {
		b.mu.Lock()
		b.files, b.refused = p.Files, nil
		b.mu.Unlock()
		b.shown++
		height := p.Height
		if height == 0 {
			height = max(b.metrics.height, 1)
		}
		if err := b.resize(metrics{p.Width, height, p.Scale}); err != nil {
			return err
		}
		if err := b.setClear(p.Clear); err != nil {
			return err
		}
		argument, err := json.Marshal(map[string]any{
			"html": p.HTML, "css": p.CSS, "fonts": b.newFonts(p.Fonts), "fallback": p.Fallback, "scale": p.Scale,
		})
		if err != nil {
			return err
		}
		return b.call("mockup.show("+string(argument)+")", &layout)
	})
	return layout, err
}

// newFonts returns the rules that are not on the stage yet, and takes note of them.
func (b *Browser) newFonts(fonts []Font) string {
	var css strings.Builder
	for _, f := range fonts {
		if !b.fonts[f.ID] {
			b.fonts[f.ID] = true
			css.WriteString(f.CSS)
		}
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
	return b.within(ctx, "frame page", func(context.Context) error {
		argument, err := json.Marshal(map[string]any{"width": f.Width, "height": f.Height, "scale": f.Scale, "background": f.Background})
		if err != nil {
			return err
		}
		if err := b.call("mockup.frame("+string(argument)+")", nil); err != nil {
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
	err := b.within(ctx, "take screenshot", func(context.Context) error {
		_, err := proto.PageCaptureScreenshot{
			Format:           proto.PageCaptureScreenshotFormatPng,
			OptimizeForSpeed: true, // half the time of the default compression, a third more bytes
		}.Call(b.page)
		if err != nil {
			return err
		}
		select {
		case png = <-b.proc.pipe.shots:
			return nil
		default:
			return errors.New("the answer holds no data")
		}
	})
	return png, err
}

// Eval evaluates a JavaScript expression on the stage and decodes its value into result.
func (b *Browser) Eval(ctx context.Context, expression string, result any) error {
	return b.within(ctx, "evaluate", func(context.Context) error { return b.call(expression, result) })
}

// Refused lists the addresses that the page shown asked for and did not get.
func (b *Browser) Refused() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.refused...)
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

func cutOrigin(address string) (path string, ok bool) {
	path, ok = strings.CutPrefix(address, Origin)
	path, _, _ = strings.Cut(path, "?")
	return path, ok && strings.HasPrefix(path, "/")
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }
