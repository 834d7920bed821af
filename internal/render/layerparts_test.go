package render

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"path/filepath"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// A sprite without edges that depend on it looks the same where it is captured alone and where the whole page is, to the pixel. After
// that the whole page is captured as before.
func TestPartsOfLayers(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, file := range longtest.Sample(t, 2, []string{"chats/imessage-keyboard-video", "comment-popup/mixed", "notifications/ios-video", "ai/chatgpt-video"}, longtest.Alike) {
		path := "../../examples/" + file + ".yaml"
		job := Job{Payload: filePayload(t, path), Dir: filepath.Dir(path)}
		_, err := layOutVideo(t, r, job, func(ctx context.Context, run *videoRun, b *browser.Browser) error {
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

// Outside of the boxes of what rises with the keyboard nothing of it shows. That of a composer is a small part of the page.
func TestBoxesOfRisingBars(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, test := range []struct{ file, small string }{{"imessage-keyboard-video", "bar"}, {"whatsapp-video", "rising"}} {
		path := "../../examples/chats/" + test.file + ".yaml"
		payload := filePayload(t, path)
		if payload.Video == nil {
			payload.Video = &schema.VideoSettings{}
		}
		payload.Video.Keyboard = true
		job := Job{Payload: payload, Dir: filepath.Dir(path)}
		_, err := layOutVideo(t, r, job, func(ctx context.Context, run *videoRun, b *browser.Browser) error {
			for name, box := range map[string]*storyboard.Box{"rising": run.video.Geometry.Rising, "bar": run.video.Geometry.Bar} {
				checkBox(t, ctx, b, test.file+": "+name, name, box, name == test.small)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkBox checks that all that a layer shows is in a box, which has to be small if small is set. There may be no box otherwise.
func checkBox(t *testing.T, ctx context.Context, b *browser.Browser, what, layer string, box *storyboard.Box, small bool) {
	t.Helper()
	if box == nil && !small {
		return
	}
	if err := b.SetTransparent(ctx, true); err != nil {
		t.Fatal(err)
	}
	data, err := b.CaptureLayer(ctx, layer, 0, image.Rectangle{})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	size := picture.Bounds().Size()
	if box == nil || small && 3*box.Rect().Intersect(picture.Bounds()).Dy() > size.Y {
		t.Fatalf("%s shows something in %v, want a box that is less than a third of %v", what, box, size)
	}
	inside := 0
	for at := range size.X * size.Y {
		point := image.Pt(at%size.X, at/size.X)
		_, _, _, alpha := picture.At(point.X, point.Y).RGBA()
		switch {
		case alpha == 0:
		case point.In(box.Rect()):
			inside++
		default:
			t.Fatalf("%s shows something at %v, outside of %v", what, point, box.Rect())
		}
	}
	if inside == 0 {
		t.Errorf("%s shows nothing", what)
	}
}
