package render_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// decode reads a payload written as YAML.
func decode(t *testing.T, payload string) *schema.Payload {
	t.Helper()
	p, diagnostics := schema.Decode([]byte(payload), schema.Options{Filename: "payload.yaml", AllowPaths: true})
	if p == nil {
		t.Fatalf("payload is invalid:\n%v", diagnostics)
	}
	return p
}

// chat is a small conversation; more is added to the payload's top level, props to its props.
func chat(more, props string) string {
	return `{mockupType: chats, platform: whatsapp, renderKind: image, resolutionScale: 1x, rendererVersion: mockup-chromium-v1, ` + more + `
props: {platform: whatsapp, sender: {id: a, name: Ann}, receivers: [{id: b, name: Bo}], ` + props + `
messages: [{id: m, userId: b, type: text, timestamp: "2026-05-16T08:21:00Z", text: hello}]}}`
}

var shared = struct{ renderer *render.Renderer }{}

func TestMain(m *testing.M) {
	// A machine with much else to do takes its time.
	r, err := render.New(render.Options{Workers: 2, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared.renderer, render.Shared = r, r
	code := m.Run()
	r.Close()
	os.Exit(code)
}

// draw renders a payload and decodes the picture.
func draw(t *testing.T, payload string) (image.Image, *render.Result) {
	t.Helper()
	result, err := shared.renderer.Render(context.Background(), render.Job{Payload: decode(t, payload), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(result.Data))
	if err != nil {
		t.Fatal(err)
	}
	if b := picture.Bounds(); b.Dx() != result.Width || b.Dy() != result.Height {
		t.Errorf("picture is %v, result says %dx%d", b, result.Width, result.Height)
	}
	return picture, result
}

func TestSizes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		payload       string
		width, height int
	}{
		"phone":        {chat("", ""), 402, 874},
		"scale 4x":     {strings.Replace(chat("", ""), "1x", "4x", 1), 1608, 3496},
		"frame":        {chat("", "showDeviceFrame: true,"), 440, 908},
		"canvas":       {chat(`canvas: {aspectRatio: "1:1", padding: 20},`, ""), 914, 914},
		"wide canvas":  {chat(`canvas: {aspectRatio: "16:9"},`, ""), 1554, 874},
		"tall canvas":  {chat(`canvas: {aspectRatio: "9:16"},`, ""), 492, 874},
		"narrow ratio": {chat(`canvas: {aspectRatio: "9:16", padding: 200},`, ""), 717, 1274},
	} {
		t.Run(name, func(t *testing.T) {
			_, result := draw(t, test.payload)
			if result.Width != test.width || result.Height != test.height {
				t.Errorf("got %dx%d, want %dx%d", result.Width, result.Height, test.width, test.height)
			}
		})
	}
}

// at returns a pixel, not premultiplied.
func at(picture image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
}

func near(a, b color.NRGBA) bool {
	differ := func(x, y uint8) bool { return max(x, y)-min(x, y) > 2 }
	return !differ(a.R, b.R) && !differ(a.G, b.G) && !differ(a.B, b.B) && !differ(a.A, b.A)
}

func TestBackgrounds(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		payload string
		x, y    int
		want    color.NRGBA
	}{
		"canvas preset":       {chat(`canvas: {background: green},`, ""), 5, 5, color.NRGBA{0, 0xb1, 0x40, 255}},
		"canvas hex":          {chat(`canvas: {background: "#123"},`, ""), 5, 5, color.NRGBA{0x11, 0x22, 0x33, 255}},
		"canvas with alpha":   {chat(`canvas: {background: "#ff000080"},`, ""), 5, 5, color.NRGBA{255, 0, 0, 128}},
		"canvas over clear":   {chat(`canvas: {background: purple},`, "transparentBackground: true, showHeader: false,"), 5, 5, color.NRGBA{0x8b, 0x5c, 0xf6, 255}},
		"transparent":         {chat("", "transparentBackground: true,"), 200, 600, color.NRGBA{}},
		"outside the frame":   {chat("", "showDeviceFrame: true,"), 2, 2, color.NRGBA{}},
		"screen in the frame": {chat("", `showDeviceFrame: true, transparentBackground: true, chatWallpaper: "#abcdef",`), 200, 600, color.NRGBA{0xab, 0xcd, 0xef, 255}},
		"wallpaper colour":    {chat("", `chatWallpaper: "#abcdef",`), 200, 600, color.NRGBA{0xab, 0xcd, 0xef, 255}},
		"dark wallpaper none": {chat("", `chatWallpaper: "", darkMode: true,`), 200, 600, color.NRGBA{0x0a, 0x0a, 0x0a, 255}},
	} {
		t.Run(name, func(t *testing.T) {
			picture, _ := draw(t, test.payload)
			if got := at(picture, test.x, test.y); !near(got, test.want) {
				t.Errorf("pixel %d,%d is %v, want %v", test.x, test.y, got, test.want)
			}
		})
	}
}

// ink counts the dark pixels of a region.
func ink(picture image.Image, region image.Rectangle) int {
	count := 0
	for y := region.Min.Y; y < region.Max.Y; y++ {
		for x := region.Min.X; x < region.Max.X; x++ {
			if c := at(picture, x, y); c.A > 128 && int(c.R)+int(c.G)+int(c.B) < 300 {
				count++
			}
		}
	}
	return count
}

func TestStatusBar(t *testing.T) {
	clock, battery := image.Rect(20, 15, 140, 55), image.Rect(330, 20, 380, 50)
	shown, _ := draw(t, chat("", ""))
	hidden, _ := draw(t, chat("", "showDeviceStatus: false,"))
	if ink(shown, clock) == 0 || ink(shown, battery) == 0 {
		t.Error("the status bar shows nothing")
	}
	if ink(hidden, image.Rect(300, 20, 402, 50)) >= ink(shown, image.Rect(300, 20, 402, 50)) {
		t.Error("showDeviceStatus: false shows the status bar")
	}
	low, _ := draw(t, chat("", "batteryLevel: 30,"))
	if ink(low, battery) >= ink(shown, battery) {
		t.Error("a battery at 30 percent is as full as one at 100")
	}
	long, _ := draw(t, chat("", `statusBarTime: "23:48",`))
	if ink(long, clock) <= ink(shown, clock) {
		t.Error("the status bar does not show statusBarTime")
	}
}

func TestMobileView(t *testing.T) {
	var messages []string
	for i := range 40 {
		messages = append(messages, fmt.Sprintf(`{id: m%d, userId: b, type: text, timestamp: "2026-05-16T08:%02d:00Z", text: line}`, i, i))
	}
	many := strings.Replace(chat("", "PROPS"), `{id: m, userId: b, type: text, timestamp: "2026-05-16T08:21:00Z", text: hello}`, strings.Join(messages, ", "), 1)
	_, clipped := draw(t, strings.Replace(many, "PROPS", "", 1))
	if len(clipped.Remarks) != 1 || clipped.Remarks[0].Code != "content_clipped" || len(clipped.Warnings) > 0 || clipped.Height != 874 {
		t.Errorf("a long conversation is %d high with warnings %v and remarks %v, want 874 and the remark content_clipped", clipped.Height, clipped.Warnings, clipped.Remarks)
	}
	_, whole := draw(t, strings.Replace(many, "PROPS", "mobileView: false,", 1))
	if len(whole.Remarks) > 0 || whole.Height < 1500 {
		t.Errorf("mobileView: false gives height %d with remarks %v, want the whole conversation", whole.Height, whole.Remarks)
	}
}

// Long content is a remark where a phone scrolls, and a warning where items are left out. A page is as tall as its content.
func TestClipped(t *testing.T) {
	long := map[schema.Type]func(*schema.Payload){
		schema.Chats: func(p *schema.Payload) {
			chats := p.Props.(*schema.ChatProps)
			chats.Messages = slices.Repeat(chats.Messages, 40)
		},
		schema.AI: func(p *schema.Payload) {
			ai := p.Props.(*schema.AIProps)
			ai.Messages = slices.Repeat(ai.Messages, 20)
		},
		schema.Notifications: func(p *schema.Payload) {
			lock := p.Props.(*schema.NotificationProps)
			lock.Notifications = slices.Repeat(lock.Notifications, 10)
		},
		schema.Comments: func(p *schema.Payload) {
			thread := p.Props.(*schema.CommentProps)
			thread.Comments = slices.Repeat(thread.Comments, 40)
		},
		schema.Emails: func(p *schema.Payload) {
			mail := &p.Props.(*schema.EmailProps).Conversation
			mail.Emails = slices.Repeat(mail.Emails, 40)
			mail.Emails[len(mail.Emails)-1].Body = strings.Repeat("A long email. ", 400) // gmail makes rows of the others
		},
	}
	for kind, lengthen := range long {
		for _, platform := range render.SomePlatforms(t, kind) {
			t.Run(string(kind)+"/"+platform, func(t *testing.T) {
				t.Parallel()
				data, err := schema.Sample(kind, schema.SampleOptions{Platform: platform})
				if err != nil {
					t.Fatal(err)
				}
				p := decode(t, string(data))
				lengthen(p)
				p.ResolutionScale = "1x"
				result, err := shared.renderer.Render(context.Background(), render.Job{Payload: p})
				if err != nil {
					t.Fatal(err)
				}
				folds, page := kind == schema.Notifications, platform == "leaked"
				if hasWarning(result, "content_clipped") != folds || (len(result.Remarks) == 1) == (folds || page) {
					t.Errorf("warnings %v, remarks %v", result.Warnings, result.Remarks)
				}
			})
		}
	}
}

func hasWarning(result *render.Result, code string) bool {
	for _, w := range result.Warnings {
		if w.Code == code {
			return true
		}
	}
	return false
}

func TestMissingGlyphs(t *testing.T) {
	_, result := draw(t, strings.Replace(chat("", ""), "hello", `"\U000F0000"`, 1))
	if !hasWarning(result, "missing_glyphs") {
		t.Errorf("an unknown character gives warnings %v, want missing_glyphs", result.Warnings)
	}
	_, result = draw(t, strings.Replace(chat("", ""), "hello", `"你好 こんにちは 안녕 مرحبا שלום नमस्ते สวัสดี 👩🏽‍🚀 e\u0301"`, 1))
	if len(result.Warnings) > 0 {
		t.Errorf("common scripts give warnings %v", result.Warnings)
	}
}

// The same payload gives the same bytes, whatever was drawn before and in which browser.
func TestSameBytes(t *testing.T) {
	first, _ := drawBytes(t, shared.renderer, chat("", ""))
	drawBytes(t, shared.renderer, chat(`canvas: {aspectRatio: "16:9"},`, "darkMode: true,"))
	again, _ := drawBytes(t, shared.renderer, chat("", ""))
	other, err := render.New(render.Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	fresh, _ := drawBytes(t, other, chat("", ""))
	if !bytes.Equal(first, again) || !bytes.Equal(first, fresh) {
		t.Error("the same payload gave different bytes")
	}
	for _, want := range []string{"Software\x00mockup ", "Description\x00mockup", "Payload-SHA256\x00"} {
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("metadata lacks %q", want)
		}
	}
}

func drawBytes(t *testing.T, r *render.Renderer, payload string) ([]byte, *render.Result) {
	t.Helper()
	result, err := r.Render(context.Background(), render.Job{Payload: decode(t, payload)})
	if err != nil {
		t.Fatal(err)
	}
	return result.Data, result
}

// What users write is shown as text: it neither runs nor loads.
func TestInjection(t *testing.T) {
	t.Parallel()
	plain, _ := draw(t, strings.Replace(chat("", ""), "hello", `"xxx"`, 1))
	for _, text := range []string{
		`<script>document.body.remove()</script>`, `</style><style>*{display:none}`, `<img src=x onerror=document.body.remove()>`,
		`<svg onload=document.body.remove()>`, `"><iframe src=https://example.com>`, `{{.}} {{template "x"}}`, `javascript:alert(1)`,
		`<base href=https://example.com/>`, `<meta http-equiv=refresh content=0>`, `url(https://example.com/a.png)`,
	} {
		picture, result := draw(t, strings.Replace(chat("", ""), "hello", fmt.Sprintf("%q", text), 1))
		if result.Height != 874 || at(picture, 40, 800) != at(plain, 40, 800) || ink(picture, image.Rect(0, 110, 402, 300)) <= ink(plain, image.Rect(0, 110, 402, 300)) {
			t.Errorf("%s is not shown as text", text)
		}
	}
}

func TestOutput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.png")
	p := decode(t, chat("", ""))
	result, err := shared.renderer.Render(context.Background(), render.Job{Payload: p, Output: file})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Size() != result.Size || result.Path != file || result.Data != nil {
		t.Errorf("result %+v does not fit the file (%v, %v)", result, info, err)
	}
	if _, err := shared.renderer.Render(context.Background(), render.Job{Payload: p, Output: filepath.Join(dir, "none", "out.png")}); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("a missing folder gives %v", err)
	}
	if _, err := shared.renderer.Render(context.Background(), render.Job{Payload: p, Output: dir}); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder as target gives %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := shared.renderer.Render(ctx, render.Job{Payload: p, Output: filepath.Join(dir, "cancelled.png")}); err == nil {
		t.Error("a cancelled render succeeds")
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	hidden, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if all := append(left, hidden...); !slices.Equal(all, []string{file}) {
		t.Errorf("left behind: %v", all)
	}
}

func TestMissingImage(t *testing.T) {
	payload := strings.Replace(chat("", ""), "name: Bo", "name: Bo, image: none.png", 1)
	p := decode(t, payload)
	_, err := shared.renderer.Render(context.Background(), render.Job{Payload: p, Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "props.receivers.0.image") || !strings.Contains(err.Error(), "none.png") {
		t.Errorf("a missing image gives %v", err)
	}
	result, err := shared.renderer.Render(context.Background(), render.Job{Payload: p, Dir: t.TempDir(), Placeholder: true})
	if err != nil || !hasWarning(result, "missing_asset") || !strings.HasPrefix(result.Warnings[0].Message, "props.receivers.0.image: load image (none.png): ") {
		t.Errorf("with a placeholder: %v, %+v", err, result)
	}
}
