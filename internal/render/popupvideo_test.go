package render_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/diff"
	"mockup/internal/render/storyboard"
)

// popup is a pop-up video: comments are flow mappings, more is added to its props.
func popup(scale, more string, comments ...string) string {
	return `{mockupType: comment-popup, renderKind: video, resolutionScale: ` + scale + `, rendererVersion: mockup-chromium-v1,
props: {` + more + `, comments: [` + strings.Join(comments, ", ") + `]}}`
}

// endState draws how a pop-up video ends.
func endState(t *testing.T, job render.Job) (image.Image, []storyboard.Position) {
	t.Helper()
	data, cards, err := shared.renderer.EndState(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture, cards
}

// The last frame of every example looks as it did when somebody last looked at it. Run with -update as TestGolden.
func TestPopupGolden(t *testing.T) {
	t.Parallel()
	paths := slices.DeleteFunc(examples(t), func(path string) bool { return !strings.HasPrefix(path, "comment-popup/") })
	if !*update {
		paths = longtest.Sample(t, 3, paths, filepath.Dir)
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			data, _, err := shared.renderer.EndState(context.Background(), example(t, path))
			if err != nil {
				t.Fatal(err)
			}
			compareGolden(t, strings.ReplaceAll(strings.TrimSuffix(path, ".yaml"), "/", "-"), data)
		})
	}
}

// The picture has exactly the frame's size, and nothing but cards where the background is transparent.
func TestPopupFrame(t *testing.T) {
	t.Parallel()
	card := `{id: a, platform: x, username: mia, text: hello, x: 0, y: 0}`
	for _, test := range []struct {
		scale, ratio  string
		width, height int
	}{{"1x", "9:16", 1080, 1920}, {"1x", "16:9", 1920, 1080}, {"2x", "16:9", 3840, 2160}, {"2x", "9:16", 2160, 3840}} {
		picture, _ := endState(t, render.Job{Payload: decode(t, popup(test.scale, `background: transparent, aspectRatio: "`+test.ratio+`"`, card))})
		if size := picture.Bounds().Max; size != image.Pt(test.width, test.height) {
			t.Errorf("%s at %s: %v, want %d x %d", test.ratio, test.scale, size, test.width, test.height)
		}
		for _, p := range []image.Point{{0, 0}, {test.width - 1, test.height - 1}} {
			if _, _, _, a := picture.At(p.X, p.Y).RGBA(); a != 0 {
				t.Errorf("%s at %s: alpha at %v is %d, want 0", test.ratio, test.scale, p, a)
			}
		}
		if r, _, _, a := picture.At(test.width/2, test.height/2+test.height/160).RGBA(); r < 0xf000 || a != 0xffff {
			t.Errorf("%s at %s: the card is not in the middle", test.ratio, test.scale)
		}
	}
}

// A canvas changes nothing about a pop-up, whatever its ratio and padding: neither frame nor cards.
func TestPopupHasNoCanvas(t *testing.T) {
	t.Parallel()
	payload := popup("1x", "seed: 1", `{id: a, platform: x, username: mia, text: hello}`, `{id: b, platform: youtube, username: noah, text: hello}`)
	want, wantCards := endState(t, render.Job{Payload: decode(t, payload)})
	for _, canvas := range []string{`aspectRatio: "4:5", background: "#ff0000", padding: 33`, `aspectRatio: "9:16", padding: 0.5`} {
		framed := strings.Replace(payload, "props:", "canvas: {"+canvas+"}, props:", 1)
		got, cards := endState(t, render.Job{Payload: decode(t, framed)})
		if result := diff.Compare(want, got, diff.Options{}); got.Bounds() != want.Bounds() || result.Fraction > 0 || !slices.Equal(cards, wantCards) {
			t.Errorf("%s: %v with %v, want %v with %v", canvas, got.Bounds(), cards, want.Bounds(), wantCards)
		}
	}
}

// Cards that lie at a tilt are whole: none is cut at the edge of the frame.
func TestTiltedCardsStayInTheFrame(t *testing.T) {
	t.Parallel()
	var cards []string
	for i, platform := range []string{"x", "tiktok", "youtube", "instagram"} {
		cards = append(cards, fmt.Sprintf(`{id: c%d, platform: %s, username: mia, text: "Is this the bridge, or the other bridge?", tilt: %d}`, i, platform, 15-30*(i%2)))
	}
	for _, ratio := range []string{"9:16", "16:9"} {
		picture, _ := endState(t, render.Job{Payload: decode(t, popup("1x", `background: green, seed: 3, aspectRatio: "`+ratio+`"`, cards...))})
		frame, ground := picture.Bounds(), picture.At(0, 0)
		for x := range frame.Max.X {
			for _, y := range []int{0, frame.Max.Y - 1} {
				if picture.At(x, y) != ground {
					t.Fatalf("%s: a card reaches the edge at %d, %d", ratio, x, y)
				}
			}
		}
		for y := range frame.Max.Y {
			for _, x := range []int{0, frame.Max.X - 1} {
				if picture.At(x, y) != ground {
					t.Fatalf("%s: a card reaches the edge at %d, %d", ratio, x, y)
				}
			}
		}
	}
}

// A background that lets something through gives WebM with alpha, another MP4 without.
func TestPopupFormat(t *testing.T) {
	t.Parallel()
	for background, want := range map[string]struct {
		format string
		alpha  byte // of the upper left corner
	}{"transparent": {"webm", 0}, "#00ff0080": {"webm", 0x80}, "brand": {"mp4", 0}} {
		job := render.Job{Payload: decode(t, popup("1x", `background: "`+background+`"`, `{id: a, platform: x, username: mia, text: hello, x: 0, y: 0}`))}
		var corner byte
		spec, err := shared.renderer.Frames(context.Background(), job, func(frame []byte, _ int) error {
			if pixels := 1080 * 1920; len(frame) == pixels*5/2 {
				corner = frame[pixels*3/2]
			}
			return nil
		})
		if err != nil || job.Format().Name != want.format || spec.Alpha != (want.format == "webm") || corner != want.alpha {
			t.Errorf("%s: %s, alpha %v, %d in the corner, %v; want %s, %d", background, job.Format().Name, spec.Alpha, corner, err, want.format, want.alpha)
		}
	}
}

// The shadow of a card is whole: as dark on the left as on the right, and beyond the bleed there is none.
func TestPopupShadow(t *testing.T) {
	t.Parallel()
	for _, ratio := range []string{"9:16", "16:9"} {
		picture, corners := endState(t, render.Job{Payload: decode(t, popup("1x", `background: "#ffffff", aspectRatio: "`+ratio+`"`,
			`{id: a, platform: x, username: mia, text: hello, x: 0, y: 0}`))})
		left, middle := corners[0].X, picture.Bounds().Max.Div(2)
		light := func(x int) int {
			_, g, _, _ := picture.At(x, middle.Y).RGBA()
			return int(g >> 8)
		}
		for _, away := range []int{4, 10, 20} {
			a, b := light(left-1-away), light(2*middle.X-left+away)
			if a > 254-20/away || a-b > 4 || b-a > 4 {
				t.Errorf("%s: %d pixels beside the card the light is %d on the left and %d on the right", ratio, away, a, b)
			}
		}
		if edge := light(left - 80); edge != 255 {
			t.Errorf("%s: 80 pixels beside the card the light is %d", ratio, edge)
		}
	}
}

// On the colours that are keyed out cards cast no shadow: beside a card there is nothing but this colour. A line inside its edge
// parts it from cards that it lies on.
func TestPopupKey(t *testing.T) {
	t.Parallel()
	for platform, ground := range map[string]string{"youtube": "green", "x": `"#00ff00"`, "instagram": "green", "tiktok": `"#0f0"`} {
		picture, corners := endState(t, render.Job{Payload: decode(t, popup("1x", `background: `+ground, `{id: a, platform: `+platform+`, username: mia, text: hello, x: 0, y: 0}`))})
		want, left, middle := picture.At(2, 2), corners[0].X, picture.Bounds().Dy()/2
		for away := 2; away < 40; away++ {
			if got := picture.At(left-away, middle); got != want {
				t.Errorf("%s: %d pixels beside the card the colour is %v, want %v", platform, away, got, want)
			}
		}
		darkest := uint32(255)
		for x := left; x < left+4; x++ {
			red, _, _, _ := picture.At(x, middle).RGBA()
			if red >>= 8; red > 100 { // of the card, not of the ground
				darkest = min(darkest, red)
			}
		}
		if darkest > 230 {
			t.Errorf("%s: at the edge of the card nothing is darker than %d", platform, darkest)
		}
	}
}

// Nothing of a card is cut off where it is turned by as much as is allowed, and its shadow reaches as far on both sides.
func TestPopupTilt(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	text := strings.Repeat("a word and ", 25)
	for _, ground := range []string{"green", "white"} {
		for _, platform := range []string{"youtube", "x", "instagram", "tiktok"} {
			moment := 1500 * time.Millisecond
			result, err := shared.renderer.Render(t.Context(), render.Job{Video: render.Video{At: &moment}, Payload: decode(t, popup("1x", "background: "+ground,
				`{id: a, platform: `+platform+`, username: mia, text: "`+text+`", x: 0, y: 0, tilt: 15}`))})
			if err != nil {
				t.Fatal(err)
			}
			picture := decodePNG(t, result.Data)
			shown, frame := bounds(picture, at(picture, 2, 2)), picture.Bounds()
			if left, right := shown.Min.X, frame.Max.X-shown.Max.X; max(left, right)-min(left, right) > 16 {
				t.Errorf("%s on %s: there are %d pixels on the left of the card and %d on its right", platform, ground, left, right)
			}
		}
	}
}

// A card whose offset puts it out of the frame gets a warning, also if only a part of it is cut off.
func TestPopupOutside(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]int{"x: 0, y: 0": 0, "x: 100, y: 0": 1, "x: 0, y: -400": 1, "x: 900, y: 900": 1} {
		moment := time.Second
		result, err := shared.renderer.Render(context.Background(), render.Job{Video: render.Video{At: &moment}, Payload: decode(t, popup("1x", "seed: 1",
			`{id: a, platform: x, username: mia, text: hello}`, `{id: b, platform: x, username: mia, text: hello, `+at+`}`))})
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Warnings) != want || want > 0 && !strings.Contains(result.Warnings[0].Message, "props.comments.1") {
			t.Errorf("%s: warnings are %v, want %d", at, result.Warnings, want)
		}
	}
}

// A damaged avatar fails the video and is named; a placeholder may be shown in its place.
func TestPopupDamagedAvatar(t *testing.T) {
	data, err := os.ReadFile("../../examples/media/avatars/mia.jpg")
	if err != nil {
		t.Fatal(err)
	}
	copy(data[len(data)/2:], bytes.Repeat([]byte{0xff, 0xc4}, len(data)/8))
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "broken.jpg"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	moment := 1500 * time.Millisecond
	job := render.Job{Video: render.Video{At: &moment}, Dir: dir, Payload: decode(t, popup("1x", `seed: 1`,
		`{id: a, platform: x, username: mia, text: hello, avatar: broken.jpg}`, `{id: b, platform: tiktok, username: mia, text: hello, avatar: broken.jpg}`))}
	if _, err := shared.renderer.Render(context.Background(), job); err == nil || !strings.Contains(err.Error(), "props.comments.0.avatar") {
		t.Errorf("error is %v, want one that names the field", err)
	}
	job.Placeholder = true
	if result, err := shared.renderer.Render(context.Background(), job); err != nil || !hasWarning(result, "missing_asset") {
		t.Errorf("with a placeholder: %v, %+v", err, result)
	}
}

// A background reaches to all edges.
func TestPopupBackground(t *testing.T) {
	t.Parallel()
	for _, ratio := range []string{"9:16", "16:9"} {
		picture, _ := endState(t, render.Job{Payload: decode(t, popup("1x", `background: "#00ff00", aspectRatio: "`+ratio+`"`,
			`{id: a, platform: x, username: mia, text: hello, x: 0, y: 0}`))})
		last := picture.Bounds().Max.Sub(image.Pt(1, 1))
		for _, p := range []image.Point{{0, 0}, {last.X, 0}, {0, last.Y}, last} {
			if r, g, b, _ := picture.At(p.X, p.Y).RGBA(); r > 0x202 || g < 0xfd00 || b > 0x202 { // video's colours are coarser
				t.Errorf("%s: the colour at %v is %x %x %x", ratio, p, r, g, b)
			}
		}
	}
}

// The longest texts of all kinds stay on cards that fit into the frame.
func TestPopupLongTexts(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"word": strings.Repeat("W", 280), "words": strings.Repeat("Moomin ", 40), "cjk": strings.Repeat("漢字", 140),
		"emoji": strings.Repeat("👨‍👩‍👧", 56), "lines": strings.Repeat(`a\n`, 140), "arabic": strings.Repeat("كرواسون ", 35),
	}
	for _, name := range longtest.Sample(t, 3, slices.Sorted(maps.Keys(texts)), longtest.Alike) {
		text := texts[name]
		var cards []string
		for _, platform := range []string{"youtube", "x", "instagram", "tiktok"} {
			cards = append(cards, fmt.Sprintf(`{id: %s, platform: %s, name: %q, username: %s, text: "%s"}`,
				platform, platform, strings.Repeat("Longname ", 12), strings.Repeat("u", 40), text))
		}
		_, corners := endState(t, render.Job{Payload: decode(t, popup("1x", `aspectRatio: "16:9"`, cards...))})
		for i, corner := range corners {
			if corner.X < 32 || corner.Y < 32 { // 24 CSS pixels
				t.Errorf("%s, card %d begins at %v", name, i, corner)
			}
		}
	}
}
