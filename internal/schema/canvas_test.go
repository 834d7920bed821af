package schema

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// withCanvas is a chat on a canvas.
func withCanvas(canvas string) string {
	return "canvas: " + canvas + "\n" + payload(Chats, "whatsapp", "image", "sender: { id: me, name: N }", "receivers: [{ id: a, name: A }]", "messages: []")
}

// Sizes are even, from 64 to 4096, or have a name; what contradicts them is a violation.
func TestCanvasSize(t *testing.T) {
	for text, want := range map[string]string{"1080x1920": "(1080,1920)", "reel": "(1080,1920)", "landscape": "(1920,1080)", "64x4096": "(64,4096)"} {
		p, found := Decode([]byte(withCanvas("{ size: "+text+", padding: 10, position: top-left, scale: .5 }")), Options{})
		if p == nil || len(found) > 0 || fmt.Sprint(p.Canvas.Size.Pixels()) != want {
			t.Errorf("%s: %v", text, found)
		}
	}
	for canvas, want := range map[string]string{
		"{ size: 1081x1920 }":                                     `canvas.size: "1081x1920" cannot be drawn; both sides must be even numbers from 64 to 4096 (format)`,
		"{ size: 62x100 }":                                        "both sides must be even",
		"{ size: 1080x4098 }":                                     "both sides must be even",
		"{ size: reels }":                                         `canvas.size: "reels" is not a size; write it like 1080x1920, or take one of reel, square, portrait, landscape; did you mean "reel"?`,
		"{ size: 9:16 }":                                          "is not a size",
		"{ size: reel, aspectRatio: 9:16 }":                       "canvas.aspectRatio: size says already how large the frame is; keep one of them (conflict)",
		"{ size: reel, position: middle }":                        `canvas.position: "middle" is not allowed; allowed: top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right`,
		"{ size: reel, position: { x: 130 } }":                    "canvas.position.x: 130 is too large; allowed: 0 to 100",
		"{ size: reel, position: { x: 30, z: 1 } }":               "canvas.position.z: unknown field",
		"{ size: reel, position: 5 }":                             "canvas.position: expected text or an object, found 5",
		"{ position: top }":                                       "canvas.position: it works with a size only; add size",
		"{ scale: .5 }":                                           "canvas.scale: it works with a size only",
		"{ safeArea: reels }":                                     "canvas.safeArea: it works with a size only",
		"{ size: square, safeArea: reels }":                       "canvas.safeArea: this is the area of a frame of 9:16, and square is none; take 1080x1920 (mismatch)",
		"{ size: reel, scale: 1.5 }":                              "canvas.scale: 1.5 is too large; allowed: 0.1 to 1",
		"{ background: { dim: .5 } }":                             "canvas.background.image: one of image, video and gradient is required",
		"{ background: { gradient: [red] } }":                     "the number of items is 1; allowed: 2 to 8",
		"{ background: { gradient: [red, 5] } }":                  "canvas.background.gradient.1: expected text, found 5",
		"{ background: { image: a.png, gradient: [red, blue] } }": "canvas.background.gradient: there is an image or a video already; keep one of them",
		"{ background: { image: a.png, video: a.mp4 } }":          "canvas.background.video: there is an image already; keep one of them",
		"{ background: { video: 'http://example.com/a.mp4' } }":   "is not encrypted; video files are loaded over https only",
		"{ background: { video: 'data:image/png;base64,AAAA' } }": "is not a video file; write data:video/<type>;base64,<data>",
		"{ background: [red] }":                                   "canvas.background: expected text or an object, found an array",
		"{ background: { image: a.png, blurr: 5 } }":              `canvas.background.blurr: unknown field; did you mean "blur"?`,
	} {
		if _, found := Decode([]byte(withCanvas(canvas)), Options{AllowPaths: true}); !found.HasErrors() || !strings.Contains(fmt.Sprint(found), want) {
			t.Errorf("%s: %v, want %s", canvas, found, want)
		}
	}
}

// A position is a name or percents, and the canonical form keeps it as it is written.
func TestCanvasPosition(t *testing.T) {
	for text, want := range map[string]string{
		"": "0.5 0.5", "position: center": "0.5 0.5", "position: top-left": "0 0", "position: right": "1 0.5", "position: bottom": "0.5 1",
		"position: { x: 25, y: 100 }": "0.25 1", "position: { y: 0 }": "0.5 0",
	} {
		p, found := Decode([]byte(withCanvas("{ size: reel, "+text+" }")), Options{})
		if p == nil {
			t.Fatal(found)
		}
		x, y := p.Canvas.Position.Parts()
		if got := fmt.Sprint(x, y); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		written := strings.NewReplacer(" ", "", "{", `{"`, ":", `":`, ",", `,"`).Replace(strings.TrimPrefix(text, "position: "))
		if !strings.Contains(text, "{") {
			written = `"` + written + `"`
		}
		canonical, err := p.Canonical(nil)
		if err != nil || strings.Contains(string(canonical), `"position":`+written) == (text == "") {
			t.Errorf("%q: the canonical form is %s, %v", text, canonical, err)
		}
		marshaled, err := json.Marshal(p.Canvas)
		if err != nil || strings.Contains(string(marshaled), `"position":`+written) == (text == "") {
			t.Errorf("%q: as JSON, it is %s, %v", text, marshaled, err)
		}
	}
}

// An image behind the content is one of the payload's images, with its file checked and its hash in the canonical form; text
// for a background is as in v1.
func TestCanvasPicture(t *testing.T) {
	checked := ""
	opts := Options{AllowPaths: true, CheckPath: func(path string) error { checked += path; return nil }}
	p, found := Decode([]byte(withCanvas("{ size: reel, background: { image: a.png, fit: contain, blur: 8, dim: .25 } }")), opts)
	if p == nil {
		t.Fatal(found)
	}
	images := ""
	for field, ref := range p.Images() {
		images += field + "=" + string(*ref)
	}
	if images != "canvas.background.image=a.png" || checked != "a.png" {
		t.Errorf("images %q, checked %q", images, checked)
	}
	canonical, err := p.Canonical(func(file string) string { return "hash of " + file })
	want := `"canvas":{"aspectRatio":"1:1","background":{"blur":8,"dim":0.25,"fit":"contain","image":"hash of a.png"},"padding":0,"size":"reel"}`
	if err != nil || !strings.Contains(string(canonical), want) {
		t.Errorf("the canonical form is %s, %v", canonical, err)
	}
	p, _ = Decode([]byte(withCanvas("{ background: brand }")), Options{V1: true})
	if p == nil || p.Canvas.Background.Color != "brand" {
		t.Error("a colour is not taken as in v1")
	}
	if canonical, err = p.Canonical(nil); err != nil || !strings.Contains(string(canonical), `"background":"#6c4df6"`) {
		t.Errorf("the canonical form is %s, %v", canonical, err)
	}
	_, found = Decode([]byte(withCanvas("{ background: { gradient: [red, blue] } }")), Options{V1: true})
	if !strings.Contains(fmt.Sprint(found), "the interface v1 takes text alone here") {
		t.Errorf("a gradient is taken for v1: %v", found)
	}
	p, _ = Decode([]byte(withCanvas("{ background: { gradient: [red, '#00f8'], angle: 45 } }")), Options{})
	if got := p.Canvas.Background.GradientCSS(); got != "linear-gradient(45deg, #ff0000, #0000ff88)" {
		t.Errorf("the gradient is %s", got)
	}
}

// Content that casts no shadow on the canvas gives a warning, and only such content.
func TestCanvasShadow(t *testing.T) {
	for name, test := range map[string]struct {
		platform, props string
		ignored         bool
	}{
		"plain":                  {"whatsapp", "showDeviceFrame: false", false},
		"transparent":            {"whatsapp", "transparentBackground: true", true},
		"transparent in body":    {"whatsapp", "transparentBackground: true\n  showDeviceFrame: true", false},
		"floating":               {"whatsapp", "floatingMessages: true", true},
		"floating in body":       {"whatsapp", "floatingMessages: true\n  showDeviceFrame: true", true},
		"floating has no effect": {"discord", "floatingMessages: true", false},
	} {
		text := "canvas: { size: reel, shadow: soft }\n" + payload(Chats, test.platform, "image", "sender: { id: me, name: N }", "receivers: [{ id: a, name: A }]", "messages: []", test.props)
		_, found := Decode([]byte(text), Options{})
		if found.HasErrors() || strings.Contains(fmt.Sprint(found), "canvas.shadow: has no effect") != test.ignored {
			t.Errorf("%s: %v", name, found)
		}
	}
}
