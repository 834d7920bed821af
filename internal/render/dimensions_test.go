package render

import (
	"context"
	"image"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"mockup/templates"
)

// What every platform draws is, at each scale, exactly as many times as large as at 1x, also where the content decides on
// the height: of an example of it as a picture, as high as its content, and as a video.
func TestDimensions(t *testing.T) {
	t.Parallel()
	r := Shared
	paths := longtest.Sample(t, 4, dimensionExamples(t), filepath.Dir)
	at1x := map[string]image.Point{}
	scales := []schema.Scale{"1x", "4x"} // in this order, since fonts are loaded anew for each scale
	if longtest.On() {
		scales = []schema.Scale{"1x", "2x", "4x"}
	}
	for _, scale := range scales {
		for _, path := range paths {
			size, drawnAt := dimensions(t, r, path, scale)
			if scale == "1x" {
				at1x[path] = size
			}
			if size != at1x[path].Mul(int(drawnAt)) {
				t.Errorf("%s at %s: %v, drawn at %gx; at 1x %v", path, scale, size, drawnAt, at1x[path])
			}
			if drawnAt != scale.Factor() && !strings.HasPrefix(path, "comment-popup/") { // these would be longer than videos may be
				t.Errorf("%s at %s: drawn at %gx", path, scale, drawnAt)
			}
		}
	}
}

// dimensionExamples returns an example of each kind of every platform.
func dimensionExamples(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, kind := range schema.Types() {
		platforms := templates.Available(string(kind))
		if !schema.HasPlatform(kind) && kind != schema.CommentPopup {
			platforms = []string{string(kind)}
		}
		if len(platforms) == 0 {
			t.Errorf("no platforms of %s", kind)
		}
		for _, platform := range platforms {
			paths = append(paths, string(kind)+"/"+platform+".yaml")
			if kinds := schema.Kinds(kind); len(kinds) == 2 {
				paths = append(paths, string(kind)+"/"+platform+"-video.yaml")
			}
		}
	}
	return paths
}

// dimensions returns the size of an example, in pixels, and the scale that it is drawn at, which is smaller than the wanted
// one where the output would be too large.
func dimensions(t *testing.T, r *Renderer, path string, scale schema.Scale) (image.Point, float64) {
	t.Helper()
	file := filepath.Join("../../examples", path)
	p := filePayload(t, file)
	p.ResolutionScale = scale
	if chat, ok := p.Props.(*schema.ChatProps); ok {
		chat.MobileView, chat.ShowDeviceFrame = false, false
	}
	doc, err := r.buildDocument(t.Context(), Job{Payload: p, Dir: filepath.Dir(file)})
	if err != nil {
		t.Fatal(err)
	}
	if doc.Height > 0 {
		width, height := doc.outerSize(browser.Layout{})
		drawnAt, err := doc.fit(width, height, &layout{})
		if err != nil {
			t.Fatal(err)
		}
		return image.Pt(int(float64(width)*drawnAt), int(float64(height)*drawnAt)), drawnAt / doc.scene.Zoom
	}
	var size image.Point
	var drawnAt float64
	err = r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		l, err := doc.layOut(ctx, b)
		if err == nil {
			size, drawnAt = l.pixels(b), b.Scale()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size, drawnAt
}
