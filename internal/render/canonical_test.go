package render_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/render"
	"mockup/internal/render/encode"
)

// Payloads that mean the same give the same bytes, and those that do not give others, even where nobody sees a difference.
// The hash in the metadata is that of the canonical payload.
func TestPayloadHash(t *testing.T) {
	t.Parallel()
	face, other := pngData(t, halves(20, 20)), pngData(t, halves(20, 22))
	dir := t.TempDir()
	for name, data := range map[string][]byte{"face.png": face, "copy": face, "other.png": other} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	with := func(image string) string {
		return strings.Replace(chat("", ""), "name: Bo", "name: Bo, image: "+image, 1)
	}
	dataURL := "'data:image/png;base64," + base64.StdEncoding.EncodeToString(face) + "'"
	first := drawIn(t, dir, with("face.png"))
	for name, test := range map[string]struct {
		payload string
		same    bool
	}{
		"as JSON": {`{"props": {"receivers": [{"image": "face.png", "name": "Bo", "id": "b"}], "sender": {"name": "Ann", "id": "a"}, "platform": "whatsapp",
			"messages": [{"userId": "b", "text": "hello", "type": "text", "id": "m", "timestamp": "2026-05-16T08:21:00Z"}]},
			"rendererVersion": "mockup-chromium-v1", "renderKind": "image", "platform": "whatsapp", "mockupType": "chats", "resolutionScale": "1x"}`, true},
		"with defaults":         {strings.Replace(with("face.png"), "sender:", "showHeader: true, timeNotation: 24h, timezone: UTC, batteryLevel: 1e2, sender:", 1), true},
		"another file":          {with("./copy"), true},
		"a data URL":            {with(dataURL), true},
		"another image":         {with("other.png"), false},
		"no image":              {chat("", ""), false},
		"another id":            {strings.Replace(with("face.png"), "id: m,", "id: m1,", 1), false},
		"another renderer":      {strings.Replace(with("face.png"), "mockup-chromium-v1", "mockup-other-v1", 1), false},
		"a field of other apps": {strings.Replace(with("face.png"), "sender:", "bubbleColor: green, sender:", 1), false},
	} {
		if got := drawIn(t, dir, test.payload); bytes.Equal(got, first) != test.same {
			t.Errorf("%s: the same bytes: %v", name, !test.same)
		}
	}
}

// drawIn draws a payload whose images are in a folder, and checks the hash in the metadata.
func drawIn(t *testing.T, dir, payload string) []byte {
	t.Helper()
	job := render.Job{Payload: decode(t, payload), Dir: dir}
	result, err := shared.renderer.Render(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	canonical, err := render.Canonical(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("Payload-SHA256\x00%x", sha256.Sum256(canonical)); !bytes.Contains(result.Data, []byte(want)) {
		t.Errorf("the metadata lack %s", want)
	}
	return result.Data
}

// The canonical payload has the hash of the file also where other bytes are drawn, as those of an SVG image.
func TestCanonicalOfVector(t *testing.T) {
	t.Parallel()
	dir, data := t.TempDir(), svgHalves("", "<script/><text>Zo</text>")
	if err := os.WriteFile(filepath.Join(dir, "a.svg"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	text, err := render.Canonical(t.Context(), render.Job{Dir: dir, Payload: decode(t, withAvatar("a.svg"))})
	if want := fmt.Sprintf(`"image":"sha256:%x"`, sha256.Sum256(data)); err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%s lacks %s: %v", text, want, err)
	}
}

// A video has the hash, too, and its bytes do not depend on the notation.
func TestPayloadHashOfVideo(t *testing.T) {
	t.Parallel()
	var first []byte
	for _, props := range []string{`platform: snapchat`, `showDeviceStatus: true, batteryLevel: 100.0, platform: snapchat`} {
		job := render.Job{Video: render.Video{Quality: encode.Draft}, Payload: decode(t, `{mockupType: stories, platform: snapchat, renderKind: video, resolutionScale: 1x,
			rendererVersion: mockup-chromium-v1, props: {`+props+`, author: {username: mia, verified: false}, slides: [{id: a}]}}`)}
		result, err := shared.renderer.Render(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		canonical, err := render.Canonical(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("Payload-SHA256: %x", sha256.Sum256(canonical)); !bytes.Contains(result.Data, []byte(want)) {
			t.Errorf("the metadata lack %s", want)
		}
		if first == nil {
			first = result.Data
		}
		if !bytes.Equal(result.Data, first) {
			t.Error("the bytes depend on how the payload is written")
		}
	}
}

// An image that is not shown is not loaded, and has no effect. A placeholder stands for itself, whatever could not be loaded.
func TestCanonicalOfMissingImages(t *testing.T) {
	t.Parallel()
	hidden := render.Job{Dir: t.TempDir(), Payload: decode(t, chat("", "groupChatSettings: {name: Crew, image: none.png},"))}
	if text, err := render.Canonical(t.Context(), hidden); err != nil || strings.Contains(string(text), `"image":"`) {
		t.Errorf("an image that is not shown: %s, %v", text, err)
	}
	job := render.Job{Dir: t.TempDir(), Payload: decode(t, strings.Replace(chat("", ""), "name: Bo", "name: Bo, image: none.png", 1))}
	if _, err := render.Canonical(t.Context(), job); err == nil || !strings.Contains(err.Error(), "none.png") {
		t.Errorf("without a placeholder: %v", err)
	}
	job.Placeholder = true
	if text, err := render.Canonical(t.Context(), job); err != nil || !strings.Contains(string(text), `"image":"sha256:`) || strings.Contains(string(text), "none.png") {
		t.Errorf("with a placeholder: %s, %v", text, err)
	}
}
