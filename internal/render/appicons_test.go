package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/templates"
)

// Every icon shows a mark on its ground, and no two look alike.
func TestAppIconsDiffer(t *testing.T) {
	t.Parallel()
	const size, columns = 40, 10
	app, err := new(templates.Set).Lookup(string(schema.Notifications), "ios")
	if err != nil {
		t.Fatal(err)
	}
	keys := schema.IconPresets()
	var page strings.Builder
	fmt.Fprintf(&page, `<div style="display: grid; grid-template-columns: repeat(%d, %dpx); grid-auto-rows: %[2]dpx">`, columns, size)
	for _, key := range keys {
		icon, err := app.Partial("app", scene.AppIcon{App: key, Today: scene.Today{Weekday: "TUE", Day: 9, Hour: 290, Minute: 246}})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, `%s<span class="app app-%s"></span>`, icon, key) // with its mark, and without
	}
	picture := screenshot(t, browser.Document{HTML: page.String() + "</div>", CSS: app.CSS, Width: columns * size, Height: 2*len(keys)/columns*size + size, Scale: 2})
	cell := func(i int) image.Rectangle {
		return image.Rect(0, 0, 2*size, 2*size).Add(image.Pt(i%columns, i/columns).Mul(2 * size))
	}
	for i, key := range keys {
		if share := differing(picture, cell(2*i), cell(2*i+1)); share < .04 {
			t.Errorf("of %s only %.1f %% are covered by a mark", key, 100*share)
		}
		for k, other := range keys[:i] {
			if share := differing(picture, cell(2*i), cell(2*k)); share < .1 {
				t.Errorf("%s differs from %s in only %.1f %%", key, other, 100*share)
			}
		}
	}
}

// screenshot returns the picture of a page.
func screenshot(t *testing.T, d browser.Document) (picture image.Image) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := Shared.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		if _, err := b.Show(ctx, d); err != nil {
			return err
		}
		data, err := b.Screenshot(ctx)
		if err != nil {
			return err
		}
		picture, err = png.Decode(bytes.NewReader(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// differing returns the share of pixels in which two regions of one size differ clearly.
func differing(picture image.Image, a, b image.Rectangle) float64 {
	count := 0
	for y := range a.Dy() {
		for x := range a.Dx() {
			r1, g1, b1, _ := picture.At(a.Min.X+x, a.Min.Y+y).RGBA()
			r2, g2, b2, _ := picture.At(b.Min.X+x, b.Min.Y+y).RGBA()
			if apart(r1, r2)+apart(g1, g2)+apart(b1, b2) > 0x3000 {
				count++
			}
		}
	}
	return float64(count) / float64(a.Dx()*a.Dy())
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }
