package render_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/diff"
	"mockup/internal/schema"
)

// svgHalves is an SVG image whose left half is red and whose right half is blue, with more in it.
func svgHalves(attributes, more string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" %s><rect width="12" height="24" fill="red"/><rect x="12" width="12" height="24" fill="blue"/>%s</svg>`, attributes, more)
}

// SVG images are drawn at the size in which they are seen, whatever size they say they have: edges are sharp.
func TestVectorSize(t *testing.T) {
	for name, attributes := range map[string]string{
		"small": `width="24" height="24"`, "shape": `viewBox="0 0 24 24"`, "large": `width="1800" height="1800" viewBox="0 0 24 24"`,
		"in percent": `width="100%" height="100%" viewBox="0 0 24 24"`,
	} {
		t.Run(name, func(t *testing.T) {
			picture := withWallpaper(t, svgHalves(attributes, ""))
			for y := 300; y < 800; y += 100 { // the conversation begins with a notice above
				if a, b := at(picture, 200, y), at(picture, 201, y); a != red || b != blue {
					t.Errorf("beside the middle of row %d are %v and %v, want red and blue", y, a, b)
				}
			}
		})
	}
}

// What moves or runs in an SVG image is left out, and what it refers to is not loaded.
func TestVectorIsStill(t *testing.T) {
	picture := withWallpaper(t, svgHalves(`viewBox="0 0 24 24" onload="document.documentElement.remove()"`, `
		<style>rect{animation:a 1ms forwards} @keyframes a{to{fill:lime}}</style><script>document.documentElement.remove()</script>
		<rect width="0" height="24" fill="lime"><animate attributeName="width" to="24" dur="1ms" fill="freeze"/></rect>
		<foreignObject width="24" height="24"><div xmlns="http://www.w3.org/1999/xhtml" style="background:lime;height:24px"/></foreignObject>
		<image href="https://example.com/a.png" width="24" height="24"/>`))
	if a, b := at(picture, 100, 500), at(picture, 300, 500); a != red || b != blue {
		t.Errorf("the halves are %v and %v, want red and blue", a, b)
	}
}

// Text in an SVG image is set in embedded fonts, which are there before it is drawn, whatever families and styles it names.
// A character that no font has is reported.
func TestVectorText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Zo", "日本", "مم", "😀😀"} {
		data := svgHalves(`viewBox="0 0 24 24"`, `<style>svg{letter-spacing:0} text{font-family:Georgia}</style>
			<text x="12" y="14" font-size="4" font-weight="700" text-anchor="middle" fill="#fff">`+text+`</text>`)
		picture, inked := withWallpaper(t, data), 0
		for x := 100; x < 302; x++ {
			for y := 450; y < 570; y++ {
				if c := at(picture, x, y); c != red && c != blue {
					inked++
				}
			}
		}
		if inked < 800 {
			t.Errorf("%s covers %d pixels", text, inked)
		}
		if again := withWallpaper(t, data); !bytes.Equal(pngData(t, again), pngData(t, picture)) {
			t.Errorf("%s is drawn differently the second time", text)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.svg"), svgHalves("", "<text>&#xF0000;</text>"), 0o644); err != nil {
		t.Fatal(err)
	}
	result, err := shared.renderer.Render(context.Background(), render.Job{Payload: decode(t, withAvatar("a.svg")), Dir: dir})
	if err != nil || !hasWarning(result, "missing_glyphs") {
		t.Errorf("an unknown character in an image: %v, no warning of it", err)
	}
}

// withAvatar is a chat with an image of the other member, unless the path is empty.
func withAvatar(path string) string {
	if path == "" {
		return chat("", "")
	}
	return strings.Replace(chat("", ""), "name: Bo", "name: Bo, image: "+path, 1)
}

// An SVG avatar looks like the same one as a PNG, in pictures and videos, flat and on the 3D phone, and gives the same
// bytes again.
func TestVectorAvatar(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, data := range map[string][]byte{"a.png": pngData(t, halves(480, 480)), "a.svg": svgHalves(`viewBox="0 0 24 24"`, "")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	draw := func(t *testing.T, path string, kind schema.Kind, inSpace bool) []byte {
		t.Helper()
		job := render.Job{Payload: decode(t, withAvatar(path)), Dir: dir}
		job.Payload.RenderKind, job.Payload.Render3D = kind, inSpace
		if kind == schema.Video {
			job.Video.At = new(time.Duration)
		}
		result, err := shared.renderer.Render(context.Background(), job)
		if err != nil {
			t.Fatal(err)
		}
		return result.Data
	}
	for _, kind := range []schema.Kind{schema.Image, schema.Video} {
		for _, inSpace := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, 3D %v", kind, inSpace), func(t *testing.T) {
				first := draw(t, "a.svg", kind, inSpace)
				if !bytes.Equal(first, draw(t, "a.svg", kind, inSpace)) {
					t.Error("the second time gives other bytes")
				}
				want, err := png.Decode(bytes.NewReader(draw(t, "a.png", kind, inSpace)))
				if err != nil {
					t.Fatal(err)
				}
				got, err := png.Decode(bytes.NewReader(first))
				if err != nil {
					t.Fatal(err)
				}
				if compared := diff.Compare(want, got, diff.Options{}); compared.Differing > 0 {
					t.Errorf("%d pixels differ", compared.Differing)
				}
				if none := draw(t, "", kind, inSpace); bytes.Equal(none, first) {
					t.Error("the avatar is not seen")
				}
			})
		}
	}
}

// An SVG image that takes too long fails the job and is named, or a placeholder is shown instead. The next job is not affected.
func TestHeavyVector(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	r, err := render.New(render.Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.LimitVectors(time.Second)
	dir := t.TempDir()
	bomb := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="a"><feTurbulence baseFrequency="9" numOctaves="200"/></filter>` +
		strings.Repeat(`<rect width="9" height="9" filter="url(#a)"/>`, 500) + `</svg>`
	for name, content := range map[string]string{"bomb.svg": bomb, "other.svg": bomb + "<!-- -->", "good.svg": `<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	draw := func(wallpaper, photo string, placeholder bool) (*render.Result, error) {
		payload := strings.NewReplacer("type: text", "type: mixed", "text: hello", "text: hello, images: [{id: p, filename: a, data: "+photo+", mimeType: a, size: 9}]").
			Replace(chat("", "chatWallpaper: "+wallpaper+","))
		return r.Render(context.Background(), render.Job{Payload: decode(t, payload), Dir: dir, Placeholder: placeholder})
	}
	_, err = draw("./bomb.svg", "./good.svg", false)
	var images asset.Errors
	if !errors.As(err, &images) || !strings.Contains(err.Error(), "props.chatWallpaper (./bomb.svg)") || !strings.Contains(err.Error(), "too much time") {
		t.Errorf("the bomb: %v", err)
	}
	if errors.Is(err, browser.ErrHung) {
		t.Errorf("the image is not to blame: %v", err)
	}
	for photo, want := range map[string]int{"./good.svg": 1, "./other.svg": 2} {
		result, err := draw("./bomb.svg", photo, true)
		if err != nil || len(result.Warnings) != want || !hasWarning(result, "missing_asset") {
			t.Errorf("with placeholders for %d: %v", want, err)
		}
	}
	if _, err := draw("./good.svg", "./good.svg", false); err != nil {
		t.Error(err)
	}
}
