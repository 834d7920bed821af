package render_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
)

// onCanvas is a dark chat on a canvas; more is added to the payload's top level, props to its props.
func onCanvas(canvas, more, props string) string {
	payload := chat(more+"canvas: {"+canvas+"},", "chatWallpaper: '#204060', showHeader: false, showFooter: false, showDeviceStatus: false,"+props)
	return strings.Replace(payload, "resolutionScale: 1x", "resolutionScale: 4x", 1)
}

// bounds returns the smallest rectangle that holds all pixels that are not of a colour.
func bounds(picture image.Image, background color.NRGBA) image.Rectangle {
	var r image.Rectangle
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if !near(at(picture, x, y), background) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// The output has exactly the size, and the content stands where it should at whole pixels, as large as it fits.
func TestExactSize(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	red := color.NRGBA{255, 0, 0, 255}
	for _, test := range []struct {
		canvas string
		size   image.Point
		box    image.Rectangle // of the content
	}{
		{"size: 1080x1920", image.Pt(1080, 1920), image.Rect(98, 0, 980, 1918)},
		{"size: square, padding: 20", image.Pt(1080, 1080), image.Rect(302, 24, 776, 1055)},
		{"size: square, padding: 20, position: top-left", image.Pt(1080, 1080), image.Rect(22, 22, 496, 1053)},
		{"size: square, padding: 20, position: bottom-right", image.Pt(1080, 1080), image.Rect(582, 24, 1056, 1055)},
		{"size: square, padding: 20, position: {x: 25, y: 100}", image.Pt(1080, 1080), image.Rect(162, 24, 636, 1055)},
		{"size: landscape, scale: 0.5", image.Pt(1920, 1080), image.Rect(836, 270, 1084, 809)},
		{"size: 300x1000", image.Pt(300, 1000), image.Rect(0, 172, 300, 824)},
		{"size: 4096x4096", image.Pt(4096, 4096), image.Rect(1244, 300, 2852, 3796)}, // 4x is the most
		{"size: reel, safeArea: reels", image.Pt(1080, 1920), image.Rect(316, 272, 764, 1246)},
	} {
		t.Run(test.canvas, func(t *testing.T) {
			picture, result := draw(t, onCanvas(test.canvas+", background: '#f00'", "", ""))
			if size := picture.Bounds().Size(); size != test.size || result.Width != size.X || result.Height != size.Y {
				t.Errorf("the picture is %v, the result says %dx%d", size, result.Width, result.Height)
			}
			if box := bounds(picture, red); box != test.box {
				t.Errorf("the content is at %v, want %v", box, test.box)
			}
			if len(result.Warnings) > 0 {
				t.Errorf("warnings %v", result.Warnings)
			}
		})
	}
}

// Every type and a 3D phone have exactly the size, pictures and videos.
func TestExactSizeOfAll(t *testing.T) {
	t.Parallel()
	paths := []string{"ai/chatgpt.yaml", "stories/instagram.yaml", "posts/x.yaml", "comments/youtube.yaml", "emails/gmail.yaml",
		"contribution-chart/contribution-chart.yaml", "dashboard-chart/dashboard-chart.yaml", "notifications/ios-3d.yaml", "chats/slack-video.yaml", "chats/whatsapp-3d-video.yaml"}
	for _, path := range longtest.Sample(t, 3, paths, longtest.Alike) {
		t.Run(path, func(t *testing.T) {
			job := example(t, path)
			canvas := decode(t, onCanvas("size: 640x1000, padding: 10, background: {gradient: [red, blue], angle: 90}", "", "")).Canvas
			job.Payload.Canvas, job.Payload.ResolutionScale = canvas, "2x"
			job.Video.Quality = "draft"
			job.Output = filepath.Join(t.TempDir(), "out")
			result, err := shared.renderer.Render(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			if result.Width != 640 || result.Height != 1000 {
				t.Errorf("%dx%d pixels, want 640x1000", result.Width, result.Height)
			}
		})
	}
}

// Content that cannot be read at the size is refused, and says what to do.
func TestExactSizeTooSmall(t *testing.T) {
	_, err := shared.renderer.Render(t.Context(), render.Job{Payload: decode(t, onCanvas("size: 64x64", "", ""))})
	if err == nil || !strings.Contains(err.Error(), "canvas.size: the content is 402 x 874 pixels at 1x, and would be drawn at 0.") {
		t.Error(err)
	}
}

// An image behind the content fills the canvas or is seen whole, is darkened, and a damaged or missing one is an error that names
// its field.
func TestCanvasImage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"card.png": pngOf(t, twoColours(color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 0, 200, 255})), "bad.png": pngOf(t, image.NewNRGBA(image.Rect(0, 0, 9, 9)))[:60], "a.svg": svgHalves("", ""),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	drawAt := func(background, more string) (image.Image, error) {
		result, err := shared.renderer.Render(t.Context(), render.Job{Payload: decode(t, onCanvas("size: 800x400, scale: .7, background: {"+background+"}", more, "")), Dir: dir})
		if err != nil {
			return nil, err
		}
		return decodePNG(t, result.Data), nil
	}
	red, blue, black := color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 0, 200, 255}, color.NRGBA{0, 0, 0, 255}
	for _, more := range []string{"", "render3D: true, "} {
		for background, want := range map[string][3]color.NRGBA{ // at the left edge, at 306, and at the right edge
			"image: card.png":               {red, red, blue},
			"image: card.png, fit: contain": {black, red, black},
			"image: card.png, dim: .5":      {{100, 0, 0, 255}, {100, 0, 0, 255}, {0, 0, 100, 255}},
			"image: card.png, blur: 6":      {red, red, blue},
			"gradient: ['#c80000', '#c80000', '#0000c8', '#0000c8'], angle: 90": {red, {170, 0, 30, 255}, blue},
		} {
			picture, err := drawAt(background, more)
			if err != nil {
				t.Fatalf("%s: %v", background, err)
			}
			for i, x := range []int{3, 306, 796} {
				if got := at(picture, x, 396); apart(got, want[i]) > 2 {
					t.Errorf("%s, %s: at %d is %v, want %v", more, background, x, got, want[i])
				}
			}
		}
	}
	for background, want := range map[string]string{
		"image: none.png": "canvas.background.image", "image: bad.png": "canvas.background.image", "image: a.svg": "canvas.background.image: an SVG image cannot lie behind",
	} {
		if _, err := drawAt(background, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", background, err, want)
		}
	}
}

// The image behind the content, which is kept for the next picture, is always the same, and drawn anew where anything of it changes.
func TestCanvasImageAgain(t *testing.T) {
	t.Parallel()
	r, err := render.New(render.Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	drawn := map[string][]byte{}
	for _, background := range []string{"blur: 6", "blur: 6", "dim: .5", "blur: 6", "fit: contain", "dim: .5"} {
		payload := decode(t, onCanvas("size: 800x400, scale: .7, background: {image: photos/coffee.jpg, "+background+"}", "", ""))
		result, err := r.Render(t.Context(), render.Job{Payload: payload, Dir: "../../examples/media"})
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := drawn[background]; ok && !bytes.Equal(result.Data, before) {
			t.Errorf("%s: the second picture differs from the first", background)
		}
		drawn[background] = result.Data
	}
	if bytes.Equal(drawn["blur: 6"], drawn["dim: .5"]) || bytes.Equal(drawn["blur: 6"], drawn["fit: contain"]) {
		t.Error("two images behind the content are equal that should differ")
	}
}

// The corners of content are round, and its shadow falls on the canvas, without changing where it stands.
func TestCanvasLooks(t *testing.T) {
	plain, _ := draw(t, onCanvas("size: 600x1000, padding: 40", "", ""))
	shown, _ := draw(t, onCanvas("size: 600x1000, padding: 40, shadow: strong, cornerRadius: 40", "", ""))
	white, content := color.NRGBA{255, 255, 255, 255}, color.NRGBA{0x20, 0x40, 0x60, 255}
	box := bounds(plain, white)
	if got := at(shown, box.Min.X+1, box.Min.Y+1); near(got, content) {
		t.Errorf("the corner is %v, and not round", got)
	}
	if got := at(shown, box.Min.X+60, box.Max.Y-60); !near(got, content) {
		t.Errorf("the content is %v", got)
	}
	if got := at(shown, 300, box.Max.Y+6); near(got, white) {
		t.Error("there is no shadow")
	}
	if got := at(plain, 300, box.Max.Y+6); !near(got, white) {
		t.Errorf("without a shadow, the canvas is %v", got)
	}
}

// A phone in front of which messages float is smaller than the content, and nothing casts a shadow of the content's size.
func TestNoShadowAroundFloatingMessages(t *testing.T) {
	canvas := "size: 600x1000, padding: 40"
	plain, _ := draw(t, onCanvas(canvas, "", "floatingMessages: true, showDeviceFrame: true,"))
	shown, _ := draw(t, onCanvas(canvas+", shadow: strong", "", "floatingMessages: true, showDeviceFrame: true,"))
	white := color.NRGBA{255, 255, 255, 255}
	if got, want := bounds(shown, white), bounds(plain, white); got != want {
		t.Errorf("with a shadow the content is seen in %v, and in %v without one", got, want)
	}
}

// Safe areas are inside of the frame, in proportion to its size, and leave room.
func TestSafeAreas(t *testing.T) {
	for _, app := range []string{"tiktok", "reels", "shorts"} {
		for _, width := range []int{540, 1080, 2160} {
			frame := image.Pt(width, width*16/9)
			area := scene.SafeArea(app, frame)
			if !area.In(image.Rectangle{Max: frame}) || area.Dx() < width*3/4 || area.Dy() < frame.Y*45/100 || fmt.Sprint(area.Min, area.Max) == fmt.Sprint(image.Point{}, frame) {
				t.Errorf("%s leaves %v of %v", app, area, frame)
			}
		}
	}
}

// Guides shade what apps cover, and nothing else; without them, nothing is shaded.
func TestGuides(t *testing.T) {
	t.Parallel()
	white := color.NRGBA{255, 255, 255, 255}
	guided := func(canvas, more string) (image.Image, error) {
		payload := decode(t, onCanvas(canvas, more, ""))
		moment := time.Second
		job := render.Job{Payload: payload, Guides: true}
		if payload.RenderKind == "video" {
			job.Video.At = &moment
		}
		result, err := shared.renderer.Render(t.Context(), job)
		if err != nil {
			return nil, err
		}
		return decodePNG(t, result.Data), nil
	}
	one, err := guided("size: 540x960, scale: 0.5, safeArea: shorts", "")
	if err != nil {
		t.Fatal(err)
	}
	for place, shaded := range map[image.Point]bool{{270, 100}: true, {270, 700}: true, {10, 400}: true, {500, 400}: true, {420, 400}: false, {40, 600}: false} {
		if got := at(one, place.X, place.Y); near(got, white) == shaded {
			t.Errorf("with one app, %v is %v", place, got)
		}
	}
	all, err := guided("size: reel, scale: 0.25, position: {y: 40}", "")
	if err != nil {
		t.Fatal(err)
	}
	if three, two := at(all, 540, 1800), at(all, 540, 200); apart(three, white) <= apart(two, white) {
		t.Errorf("what three apps cover is %v, and what two cover %v", three, two)
	}
	for canvas, want := range map[string]string{"size: square": "set canvas.size to reel", "padding: 3": "set canvas.size to reel"} {
		if _, err := guided(canvas, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", canvas, err)
		}
	}
	job := render.Job{Payload: decode(t, strings.Replace(onCanvas("size: reel", "", ""), "renderKind: image", "renderKind: video", 1)), Guides: true}
	if _, err := shared.renderer.Render(t.Context(), job); err == nil || !strings.Contains(err.Error(), "choose a moment of the video with --at") {
		t.Errorf("a video has guides: %v", err)
	}
}

func decodePNG(t *testing.T, data []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}
