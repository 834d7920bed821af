package browser

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"github.com/go-rod/rod/lib/proto"
	"golang.org/x/sync/errgroup"
)

// Document is what the page shows for one picture.
type Document struct {
	HTML        string          // markup of the picture
	Items       []string        // markup of what a video shows besides, see Measure
	CSS         string          // style sheet of the template
	Fonts       []Font          // @font-face rules that the text needs
	Fallback    string          // CSS font families, for the custom property --fallback
	Width       int             // CSS pixels
	Height      int             // CSS pixels; 0: as tall as the content
	Scale       float64         // device pixels per CSS pixel
	Transparent bool            // nothing behind the content
	Files       map[string]File // images by path, as "/image/1"
}

// Font is a @font-face rule. It is sent once and stays on the page, so that the next pictures load no fonts. It is sent again when the
// scale changes: Chromium keeps the instances of a face by the size they are drawn at, so that 24 points at 1x would get the optical
// size of 12 points at 2x.
type Font struct {
	ID     string
	CSS    func() string
	Wanted string // a CSS font that asks for it with a sample, before the layout does; empty: the layout asks if it is needed
	Sample string // a character that it has
}

// Layout is what the page found out while it was laid out.
type Layout struct {
	Width   int `json:"width"`  // content size, CSS pixels
	Height  int `json:"height"` // that of the layout at 1x, if Document.Height is 0
	Clipped struct {
		Scrolls bool `json:"scrolls"` // a part that scrolls does not show all of its content
		Folds   bool `json:"folds"`   // a part that does not scroll left out items
	} `json:"clipped"`
	drawnImages
}

type metrics struct {
	Width, Height int
	Scale         float64
	Pixels        image.Point // exact size; zero: width and height at that scale
}

// Show lays a document out on the page: it loads the fonts, decodes the images and scrolls to the anchors.
func (b *Browser) Show(ctx context.Context, d Document) (Layout, error) {
	var layout Layout
	err := b.within(ctx, "lay out page", func() error {
		b.setFiles(d.Files)
		b.state.Shown++
		height := d.Height
		if height == 0 {
			height = max(b.state.Metrics.Height, 1)
		}
		fresh := b.state.Metrics.Scale != d.Scale
		if fresh {
			clear(b.state.Fonts)
		}
		var calls errgroup.Group
		calls.Go(func() error { return b.expect(d, fresh) })
		calls.Go(func() error {
			if err := b.resize(metrics{d.Width, height, d.Scale, image.Point{}}); err != nil {
				return err
			}
			return b.setTransparent(d.Transparent)
		})
		err := calls.Wait()
		if err == nil {
			err = b.call("mockup.show", map[string]any{
				"html": d.HTML, "css": b.newStyle(d.CSS), "fallback": d.Fallback, "scale": d.Scale, "grows": d.Height == 0, "hidden": !b.state.Framed,
			}, &layout)
		}
		if err != nil {
			b.state.Style, b.state.Images = "", nil
		}
		return err
	})
	if err != nil {
		return layout, err
	}
	return layout, b.drawVectors(ctx, &layout.drawnImages)
}

// expect has the page ask for the fonts and images of a document that it does not have yet. Other threads decode them while the document
// is sent and laid out.
func (b *Browser) expect(d Document, fresh bool) error {
	fonts, known := b.newFonts(d.Fonts), b.state.Images
	images, later := d.ahead()
	b.state.Images = slices.Concat(images, later)
	isKnown := func(address string) bool { return slices.Contains(known, address) }
	images, later = slices.DeleteFunc(images, isKnown), slices.DeleteFunc(later, isKnown)
	if len(fonts)+len(images)+len(later) == 0 && !fresh {
		return nil
	}
	var css strings.Builder
	wanted := [][2]string{}
	for _, font := range fonts {
		css.WriteString(font.CSS())
		if font.Wanted != "" {
			wanted = append(wanted, [2]string{font.Wanted, font.Sample})
		}
	}
	err := b.call("mockup.expect", map[string]any{"fonts": css.String(), "fresh": fresh, "wanted": wanted, "images": images, "later": later}, nil)
	if err != nil {
		return err
	}
	for _, font := range fonts {
		b.state.Fonts[font.ID] = true
	}
	return nil
}

// newStyle returns a style sheet that is not on the page yet; nil if it is there. To read one takes as long as the markup.
func (b *Browser) newStyle(css string) *string {
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(css)))
	if sum == b.state.Style {
		return nil
	}
	b.state.Style = sum
	return &css
}

// newFonts returns the fonts that are not on the page yet.
func (b *Browser) newFonts(fonts []Font) []Font {
	return slices.DeleteFunc(slices.Clone(fonts), func(f Font) bool { return b.state.Fonts[f.ID] })
}

// Surface is the picture on which the content is shown, in its middle or at a place.
type Surface struct {
	Width, Height int            // CSS pixels
	Pixels        image.Point    // exact size in device pixels; zero: Width and Height at the scale
	Place         image.Point    // of the content on an exact size, device pixels
	Scale         float64        // device pixels per CSS pixel
	Background    string         // CSS colour or gradient; empty for none
	Image         map[string]any // image behind the content: src, contain, blur and dim; nil: none
	Shadow        string         // of the content: soft or strong; empty: none
	Radius        float64        // of the content's corners, CSS pixels
}

// ErrImage says that the image behind the content cannot be shown.
var ErrImage = errors.New("the image behind the content is damaged")

// Center sets the picture's final size, where its content stands, and what lies behind it.
func (b *Browser) Center(ctx context.Context, s Surface) error {
	return b.within(ctx, "size page", func() error {
		m := metrics{s.Width, s.Height, s.Scale, s.Pixels}
		size := m.size()
		var shown bool
		err := b.call("mockup.center", map[string]any{
			"width": s.Width, "height": s.Height, "scale": s.Scale, "background": s.Background, "size": [2]int{size.X, size.Y},
			"exact": s.Pixels != image.Point{}, "place": [2]int{s.Place.X, s.Place.Y}, "image": s.Image, "shadow": s.Shadow, "radius": s.Radius,
		}, &shown)
		switch {
		case err != nil:
			return err
		case !shown:
			return ErrImage
		}
		return b.resize(m)
	})
}

// size is that of the viewport in device pixels.
func (m metrics) size() image.Point {
	if m.Pixels != (image.Point{}) {
		return m.Pixels
	}
	return image.Pt(int(float64(m.Width)*m.Scale+1e-6), int(float64(m.Height)*m.Scale+1e-6))
}

// SetFiles replaces the files of the document that is shown.
func (b *Browser) SetFiles(files map[string]File) { b.setFiles(files) }

// Scale is the number of device pixels per CSS pixel of what is shown.
func (b *Browser) Scale() float64 { return b.state.Metrics.Scale }

// Screenshot returns what the page shows, as a PNG.
func (b *Browser) Screenshot(ctx context.Context) (png []byte, err error) {
	if err := b.Call(ctx, "mockup.expectFrame", nil, nil); err != nil {
		return nil, err
	}
	return b.expectedFrame(ctx, image.Rectangle{})
}

// expectedFrame returns what the frame that the page expects shows of a part of the page, as a PNG; of the whole page if the part is
// empty. The page expects one behind mockup.expectFrame, mockup.changes and mockup.showLayer. Where Chromium draws frames by itself, it
// is a screenshot.
func (b *Browser) expectedFrame(ctx context.Context, part image.Rectangle) (png []byte, err error) {
	switch {
	case !b.state.Framed && part.Empty():
		return b.take(ctx, proto.PageCaptureScreenshot{})
	case !b.state.Framed:
		return b.screenshotOf(ctx, part)
	}
	err = b.within(ctx, "take screenshot", func() error {
		if err := b.drawOnly(part); err != nil {
			return err
		}
		png, err = b.drawExpected()
		return err
	})
	return png, err
}

// screenshotOf returns what a part of the page shows, as a PNG.
func (b *Browser) screenshotOf(ctx context.Context, part image.Rectangle) ([]byte, error) {
	if err := b.within(ctx, "show the page", func() error { return b.drawOnly(image.Rectangle{}) }); err != nil {
		return nil, err
	}
	return b.take(ctx, proto.PageCaptureScreenshot{Clip: &proto.PageViewport{
		X: float64(part.Min.X), Y: float64(part.Min.Y), Width: float64(part.Dx()), Height: float64(part.Dy()), Scale: 1,
	}})
}

// take takes a screenshot, of a part of the page if the request says so.
func (b *Browser) take(ctx context.Context, request proto.PageCaptureScreenshot) (png []byte, err error) {
	request.Format = proto.PageCaptureScreenshotFormatPng
	request.OptimizeForSpeed = true // half the time of the default compression, a third more bytes
	err = b.within(ctx, "take screenshot", func() error {
		res, err := b.screenshot(request)
		if err != nil {
			return err
		}
		png, err = b.pipe.take(res.Data)
		return err
	})
	return png, err
}

// mostFrames is how many frames are drawn until the page has noted one. More than one is rare.
const mostFrames = 20

// drawExpected draws the frame that the page expects and returns what it shows. Chromium waits with it for all that has changed on the
// page, also where its threads are held up: with run-all-compositor-stages-before-draw its scheduler asks for every frame. The page notes
// the frame all the same, and one that it has not noted is drawn again. Its note is on its way while the picture is compressed.
//
// Where the size has changed, the first frame gives no picture. A picture by the second one is right, but then about one Chromium in
// eight that was just started draws each later frame too early, so that all pictures are one behind, noted or not (8 of 60 on a busy
// machine); of 42 that drew a frame more before the first picture, none did. A swap of the old size that Chromium still waits for
// would explain it; that is not proven.
func (b *Browser) drawExpected() ([]byte, error) {
	request := proto.HeadlessExperimentalBeginFrame{Screenshot: &proto.HeadlessExperimentalScreenshotParams{
		Format: proto.HeadlessExperimentalScreenshotParamsFormatPng, OptimizeForSpeed: true,
	}}
	noted := make(chan error, 1)
	go func() { noted <- b.call("() => mockup.expectedFrame", nil, nil) }()
	for frame := 0; ; frame++ {
		result, err := request.Call(b.page)
		if err != nil {
			return nil, err
		}
		if len(result.ScreenshotData) == 0 {
			if err := b.drawFrame(); err != nil {
				return nil, err
			}
			time.Sleep(pauseBehind(frame))
			continue
		}
		png, err := b.pipe.take(result.ScreenshotData)
		if err != nil || frame == mostFrames {
			return png, err
		}
		select {
		case err := <-noted:
			return png, err
		case <-time.After(time.Millisecond + pauseBehind(frame)):
		}
	}
}

// resize sets the viewport unless it has that size already: a change costs a full layout and raster. Frames go on to show a part of the page
// if they do (drawOnly).
//
// The scale is the page's CSS zoom, not the device scale factor: with a factor above 1 the software compositor
// leaves a sharp seam, some 3 sigma wide, at the right and lower edges of a blurred backdrop.
func (b *Browser) resize(m metrics) error {
	if m == b.state.Metrics {
		return nil
	}
	size := m.size()
	err := proto.EmulationSetDeviceMetricsOverride{Width: size.X, Height: size.Y, DeviceScaleFactor: 1}.Call(b.page)
	if err != nil {
		return fmt.Errorf("resize to %dx%d at %gx: %w", m.Width, m.Height, m.Scale, err)
	}
	b.state.Metrics, b.state.Part = m, image.Rectangle{}
	return nil
}

// drawOnly has frames show a part of the page alone, or all of it again if the part is empty. The layout stays.
func (b *Browser) drawOnly(part image.Rectangle) error {
	if part == b.state.Part {
		return nil
	}
	size := b.state.Metrics.size()
	page := proto.EmulationSetDeviceMetricsOverride{Width: size.X, Height: size.Y, DeviceScaleFactor: 1, DontSetVisibleSize: true}
	if !part.Empty() {
		size = part.Size()
		page.Viewport = &proto.PageViewport{X: float64(part.Min.X), Y: float64(part.Min.Y), Width: float64(size.X), Height: float64(size.Y), Scale: 1}
	}
	var calls errgroup.Group
	calls.Go(func() error { return page.Call(b.page) })
	calls.Go(func() error { return proto.EmulationSetVisibleSize{Width: size.X, Height: size.Y}.Call(b.page) })
	if err := calls.Wait(); err != nil {
		return fmt.Errorf("show %v of the page: %w", part, err)
	}
	b.state.Part = part
	return nil
}

func (b *Browser) setTransparent(transparent bool) error {
	if transparent == b.state.Transparent {
		return nil
	}
	override := proto.EmulationSetDefaultBackgroundColorOverride{}
	if transparent {
		zero := 0.0
		override.Color = &proto.DOMRGBA{A: &zero}
	}
	if err := override.Call(b.page); err != nil {
		return err
	}
	b.state.Transparent = transparent
	return nil
}
