package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mockup/internal/render"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// onlyDrawn are the codes of warnings that depend on the layout or on images, so that only drawing can give them.
// scale_reduced is such a warning, too, where the content decides on the height.
var onlyDrawn = []string{"content_clipped", "missing_asset"}

// checkForeseen checks that the warnings of drawing a job are those that are known without it.
func checkForeseen(t *testing.T, job render.Job, drawn []scene.Warning) {
	t.Helper()
	foreseen, err := new(render.Checker).Warnings(t.Context(), job)
	if err != nil {
		t.Error(err)
	}
	drawn = slices.DeleteFunc(slices.Clone(drawn), func(w scene.Warning) bool { return slices.Contains(onlyDrawn, w.Code) })
	if !slices.Equal(foreseen, drawn) {
		t.Errorf("known without drawing: %v\ngiven by drawing: %v", foreseen, drawn)
	}
}

// What drawing warns of is known without it: of the examples of videos (TestGolden looks at those of pictures), and of
// payloads with each of the warnings.
func TestForeseenWarnings(t *testing.T) {
	t.Parallel()
	for _, path := range someExamples(t, 4) {
		job := example(t, path)
		if job.Payload.RenderKind != schema.Video {
			continue
		}
		drawn, err := shared.renderer.LayOutWarnings(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		checkForeseen(t, job, drawn)
	}
	for _, test := range warned() {
		job := render.Job{Payload: decode(t, test.payload), Dir: t.TempDir(), Placeholder: true}
		drawn, err := shared.renderer.LayOutWarnings(t.Context(), job)
		if err != nil {
			t.Fatalf("%s: %v", test.code, err)
		}
		if !slices.ContainsFunc(drawn, func(w scene.Warning) bool { return w.Code == test.code }) {
			t.Errorf("%s: the warnings are %v", test.code, drawn)
		}
		checkForeseen(t, job, drawn)
	}
}

// No example with a length of its own is warned to be too slow.
func TestExamplesAreNotTooSlow(t *testing.T) {
	t.Parallel()
	checker, timed := new(render.Checker), 0
	for _, path := range examples(t) {
		job := example(t, path)
		if job.Payload.Video == nil || job.Payload.Video.Length == nil {
			continue
		}
		timed++
		found, err := checker.Warnings(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(found, func(w scene.Warning) bool { return w.Code == "too_slow" }) {
			t.Errorf("%s: the warnings are %v", path, found)
		}
	}
	if timed == 0 {
		t.Error("no example has a length of its own")
	}
}

// warned returns payloads that are drawn with a warning.
func warned() []struct{ code, payload string } {
	of := func(kind, platform, rest, props string) string {
		return fmt.Sprintf("{mockupType: %s, platform: %s, resolutionScale: 4x, rendererVersion: mockup-a-v1, %s, props: {platform: %s, %s}}", kind, platform, rest, platform, props)
	}
	talk := func(text string) string {
		return `sender: {id: a, name: Ann}, receivers: [{id: b, name: Bo}], messages: [{id: m, userId: b, type: text, timestamp: "2026-05-16T18:21:00Z", text: "` + text + `"}]`
	}
	answer := func(text string) string {
		return of("ai", "claude", "renderKind: image", `model: m, messages: [{id: a, role: assistant, content: "`+text+`"}]`)
	}
	mail := func(props string) string {
		return of("emails", "leaked", "renderKind: image", props+`conversation: {subject: from Ann, participants: [{id: a, name: Ann, email: a@b.example, isNameRedacted: true, isEmailRedacted: false}],
			emails: [{id: e, senderId: a, body: hello, date: "2026-05-16T18:21:00Z"}]}`)
	}
	var cards []string
	for i := range 14 {
		cards = append(cards, fmt.Sprintf("{id: n%d, title: Ann, text: hello}", i))
	}
	const wide = `canvas: {aspectRatio: "16:9", padding: 200}, renderKind: video`
	return []struct{ code, payload string }{
		{"content_clipped", of("notifications", "ios", "renderKind: image", "notifications: ["+strings.Join(cards, ", ")+"]")},
		{"contradiction", of("chats", "signal", "renderKind: image", talk("hello"))},
		{"missing_asset", of("stories", "instagram", "renderKind: image", "author: {username: a, verified: false, avatar: none.png}, slides: [{id: a}]")},
		{"missing_glyphs", of("chats", "signal", "renderKind: image", talk(`\U000F0000`))},
		{"missing_glyphs", of("chats", "signal", "renderKind: video", talk(`\U000F0000`))},
		{"scale_reduced", of("chats", "signal", wide, talk("hello"))},
		{"scale_reduced", of("chats", "signal", "render3D: true, "+wide, talk("hello"))},
		{"scale_reduced", strings.Replace(popup("4x", "seed: 1", "{id: a, platform: x, username: mia, text: hello}"), "props", "canvas: {}, props", 1)},
		{"markdown_image", answer("![a boat](boat.png)")},
		{"markdown_plain", answer(strings.Repeat("> ", 500) + "deep")},
		{"unknown_currency", "{mockupType: dashboard-chart, renderKind: image, resolutionScale: 1x, rendererVersion: mockup-a-v1, props: {points: [1, 2], currencyCode: QQQ}}"},
		{"no_device", mail("showDeviceFrame: true, ")},
		{"redacted_in_text", mail("")},
		{"ignored", of("posts", "x", "renderKind: image", `post: {id: p, title: T, author: {name: Ann}, content: c, timestamp: "2026-05-16T18:21:00Z", metrics: {upvotes: 1}}`)},
	}
}
