package render

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"path/filepath"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/render/storyboard"
)

// A sprite without edges that depend on it looks the same where it is captured alone and where the whole page is, to the pixel. After
// that the whole page is captured as before.
func TestPartsOfLayers(t *testing.T) {
	t.Parallel()
	r := oneBrowser(t)
	for _, file := range []string{"chats/imessage-keyboard-video", "comment-popup/mixed", "notifications/ios-video", "ai/chatgpt-video"} {
		path := "../../examples/" + file + ".yaml"
		job := Job{Payload: filePayload(t, path), Dir: filepath.Dir(path)}
		doc, err := r.buildDocument(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		run := &videoRun{doc: doc, job: job, result: &Result{}}
		defer run.close()
		err = r.layOutAndCapture(t.Context(), run, func(ctx context.Context, b *browser.Browser) error {
			compareParts(t, ctx, b, file, run.video.Geometry, run.video.Size())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// compareParts compares the sprites of a geometry that may be captured alone with the screenshots of all that the page shows of them.
func compareParts(t *testing.T, ctx context.Context, b *browser.Browser, file string, g *storyboard.Geometry, size image.Point) {
	t.Helper()
	capture := func(offset int, part image.Rectangle) image.Image {
		data, err := b.CaptureLayer(ctx, "sheet", offset, part)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	if err := b.SetTransparent(ctx, true); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, sprite := range g.Sprites {
		cell, bleed := sprite.Cell.Rect(), g.Items[sprite.Item].Bleed
		part := cell.Inset(-bleed).Sub(image.Pt(0, cell.Min.Y)).Add(image.Pt(0, bleed)).Intersect(image.Rectangle{Max: size})
		if sprite.Edges || part.Empty() || compared == 4 {
			continue
		}
		compared++
		offset := cell.Min.Y - bleed
		whole, alone := capture(offset, image.Rectangle{}), capture(offset, part)
		if whole.Bounds().Size() != size || alone.Bounds().Size() != part.Size() {
			t.Fatalf("%s: the pictures of sprite %d are %v and %v large, want %v and %v", file, i, whole.Bounds().Size(), alone.Bounds().Size(), size, part.Size())
		}
		for at := range alone.Bounds().Dx() * alone.Bounds().Dy() {
			x, y := at%part.Dx(), at/part.Dx()
			if got, want := alone.At(x, y), whole.At(part.Min.X+x, part.Min.Y+y); got != want {
				t.Errorf("%s: sprite %d has %v at %d,%d where it is captured alone, and %v where the whole page is", file, i, got, x, y, want)
				break
			}
		}
	}
	if compared == 0 {
		t.Errorf("%s: no sprite may be captured alone", file)
	}
}
