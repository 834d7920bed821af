package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mockup/templates"
)

// payload returns a payload in YAML of one type; props begin in line 7, or 6 without a platform.
func payload(mt Type, platform, kind string, props ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "mockupType: %s\n", mt)
	if platform != "" {
		fmt.Fprintf(&b, "platform: %s\n", platform)
		props = append([]string{"platform: " + platform}, props...)
	}
	fmt.Fprintf(&b, "renderKind: %s\nresolutionScale: 2x\nrendererVersion: mockup-chromium-v1\nprops:\n", kind)
	for _, line := range props {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

// expectRules compares diagnostics without their columns, which the tests of places cover.
func expectRules(t *testing.T, input string, opts Options, want ...string) {
	t.Helper()
	_, found := Decode([]byte(input), opts)
	var got []string
	for _, d := range found {
		got = append(got, strings.Replace(d.String(), fmt.Sprintf("%d:%d: ", d.Line, d.Col), fmt.Sprintf("%d: ", d.Line), 1))
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(got, "\n")); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s\nof:\n%s", diff, input)
	}
}

// others is the end of a warning about a field that the platform does not show: it names those that do, if they are few.
func others(kind Type, field string) string {
	var names []string
	for _, name := range templates.Available(string(kind)) {
		if m, _ := templates.ReadManifest(string(kind), name); m.Fields[field] {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return slices.Index(Platforms(kind), a) - slices.Index(Platforms(kind), b)
	})
	switch n := len(names); {
	case n == 1:
		return "; only " + names[0] + " has it (ignored)"
	case n == 2 || n == 3:
		return "; only " + strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " have it (ignored)"
	}
	return " (ignored)"
}

// Fields that only few apps show are named with the apps.
func TestRulesNameTheApps(t *testing.T) {
	if got := others(Chats, "bubbleColor"); got != "; only imessage has it (ignored)" {
		t.Errorf("bubbleColor: %q", got)
	}
	expectRules(t, payload(Comments, "youtube", "image", "postAuthor: { id: p, name: P, username: p }", "currentUser: { id: c, name: C, username: c }", "users: []",
		"commentCount: 1", "comments:", "  - { id: a, userId: p, text: t, likes: 1, timestamp: 2026-03-01T09:41:00Z, attachment: { type: voice, durationSeconds: 9 } }"), Options{},
		`13: warning: props.comments.0.attachment: has no effect on youtube`+others(Comments, "attachment"))
}

func TestRulesEnvelope(t *testing.T) {
	emails := []string{"conversation: { subject: s, participants: [], emails: [] }"}
	expectRules(t, payload(Emails, "gmail", "video", emails...), Options{},
		`3: renderKind: emails can only be rendered as image (enum)`)
	expectRules(t, "render3D: true\ncameraPosition: [0, 1, 5]\n"+payload(Emails, "gmail", "image", emails...), Options{},
		`1: warning: render3D: has no effect on emails; only chats, stories and notifications are drawn on a phone (ignored)`,
		`2: warning: cameraPosition: has no effect on emails; only chats, stories and notifications are drawn on a phone (ignored)`)
	expectRules(t, "render3D: true\ncameraPosition: [0, 0.5, 5]\n"+chat("slack"), Options{})
	expectRules(t, "render3D: true\ncameraPosition: [.inf, 0, 3]\n"+chat("slack"), Options{},
		`2: cameraPosition.0: expected a finite number, found .inf (type)`)
	expectRules(t, "canvas: { background: '#12345', padding: -1 }\n"+chat("slack"), Options{},
		`1: canvas.background: "#12345" is not a background; allowed: white, black, brand, green, purple or a hex colour like #1d9bf0 (format)`,
		`1: canvas.padding: -1 is too small; allowed: 0 to 200 (range)`)
	for version, ok := range map[string]bool{"mockup-a-v1": true, "mockup-a1-b2-v1": true, "mockup--v1": false, "mockup-v1": false,
		"mockup-A-v1": false, "mockup-a--b-v1": false, "mockup-a-v2": false, "mockup-a_b-v1": false, "mockup-a-v1\n": false} {
		if got := checkRendererVersion(version) == nil; got != ok {
			t.Errorf("%q: accepted is %v", version, got)
		}
	}
}

func TestRulesWithoutEffect(t *testing.T) {
	video := func(platform string, lines ...string) string {
		return strings.Replace(chat(platform, lines...), "renderKind: image", "renderKind: video", 1)
	}
	expectRules(t, video("slack", "mobileView: false"), Options{},
		`11: warning: props.mobileView: has no effect on a video, which always has the size of the screen (ignored)`)
	expectRules(t, video("slack", "mobileView: true"), Options{})
	expectRules(t, chat("slack", "mobileView: false"), Options{})
	const onPhone = "warning: props.mobileView: has no effect with a phone around the screen, which has one size (ignored)"
	expectRules(t, chat("slack", "mobileView: false", "showDeviceFrame: true"), Options{}, "11: "+onPhone)
	expectRules(t, "render3D: true\n"+chat("slack", "mobileView: false", "showDeviceFrame: true"), Options{}, "12: "+onPhone,
		"13: warning: props.showDeviceFrame: has no effect with render3D, which draws a phone around the screen (ignored)")
	expectRules(t, "render3D: true\ncameraPosition: [0, 0, -5]\n"+chat("msn", "mobileView: false", "showDeviceFrame: true"), Options{},
		"1: warning: render3D: has no effect on msn, which is a window and no phone (ignored)",
		"2: warning: cameraPosition: has no effect on msn, which is a window and no phone (ignored)",
		"14: warning: props.showDeviceFrame: has no effect on msn, which is a window and no phone (ignored)")
	const image = "images: [{ id: a, filename: a, data: 'https://x.example/a', thumbnail: 'https://x.example/b', mimeType: image/png, size: 1 }]"
	expectRules(t, chat("slack", oneMessage("type: image, "+image)...), Options{},
		`11: warning: props.messages.0.images.0.thumbnail: has no effect; the image is drawn from data (ignored)`)
	expectRules(t, payload(AI, "claude", "image", "model: m", "messages: [{ id: a, role: user, content: c, "+image+" }]"), Options{},
		`9: warning: props.messages.0.images.0.thumbnail: has no effect; the image is drawn from data (ignored)`)
}

func TestStatusBarTime(t *testing.T) {
	for _, text := range []string{"9:41", "09:41", "23:59", "0:00", "9.41", "noon", "", "9h41", "９:４１", "9:41 Uhr", "1:2:3", ":", "24", "9:41 Uhr 1"} {
		expectRules(t, chat("slack", "statusBarTime: '"+text+"'"), Options{})
	}
	for _, text := range []string{"25:99", "24:00", "9:60", "13:00 PM", "-1:00"} {
		expectRules(t, chat("slack", "statusBarTime: '"+text+"'"), Options{},
			`11: warning: props.statusBarTime: "`+text+`" is not a time of day, and drawn as it is; write it like 9:41 (format)`)
	}
	for _, text := range []string{"12:30 PM", "9:41pm", "9:41 a.m."} {
		expectRules(t, chat("slack", "statusBarTime: '"+text+"'"), Options{},
			`11: warning: props.statusBarTime: a phone's clock shows no AM or PM, and "`+text+`" is drawn as it is; write it like 9:41 (format)`)
	}
	for _, text := range []string{"9:41 o’clock", "half past nine"} {
		expectRules(t, chat("slack", "statusBarTime: '"+text+"'"), Options{},
			`11: warning: props.statusBarTime: "`+text+`" does not fit, and is drawn as it is; write it like 9:41 (format)`)
	}
	expectRules(t, payload(Notifications, "ios", "image", "notifications: []", "statusBarTime: half past"), Options{},
		`9: warning: props.statusBarTime: "half past" does not fit, and is drawn as it is; write it like 9:41 (format)`)
}

func TestBlankTexts(t *testing.T) {
	const blank = "this text is empty or blank (empty)"
	expectRules(t, chat("slack", "messages:",
		`  - { id: a, userId: me, type: text, timestamp: 2026-03-01T09:41:00Z, text: "\u200b \n" }`,
		`  - { id: b, userId: me, type: text, timestamp: 2026-03-01T09:41:00Z, text: "." }`,
		`  - { id: c, userId: me, type: text, timestamp: 2026-03-01T09:41:00Z, text: "🙂" }`), Options{},
		`11: warning: props.messages.0.text: `+blank)
	expectRules(t, payload(AI, "claude", "image", "model: m", "messages: [{ id: a, role: user, content: ' ' }]"), Options{}, `9: warning: props.messages.0.content: `+blank)
	expectRules(t, payload(CommentPopup, "", "video", "comments: [{ id: a, platform: x, username: u, text: ' ' }]"), Options{}, `6: warning: props.comments.0.text: `+blank)
}

// What is missing of an offset is 0, levels are rounded, and what has no effect is gone.
func TestAdjusted(t *testing.T) {
	p, found := Decode([]byte(payload(CommentPopup, "", "video", "comments:", "  - { id: a, platform: x, username: u, text: t, x: -7.5 }",
		"  - { id: b, platform: x, username: u, text: t, y: 8 }", "  - { id: c, platform: x, username: u, text: t }")), Options{})
	if p == nil || len(found) > 0 {
		t.Fatal(found)
	}
	for i, want := range []string{"-7.5 0", "0 8", "none"} {
		c, got := p.Props.(*PopupProps).Comments[i], "none"
		if c.X != nil && c.Y != nil {
			got = fmt.Sprint(*c.X, *c.Y)
		}
		if got != want {
			t.Errorf("comment %d is at %s, want %s", i, got, want)
		}
	}
	p, found = Decode([]byte("canvas: { padding: 33 }\n"+payload(CommentPopup, "", "video", "comments: [{ id: a, platform: x, username: u, text: t }]")), Options{})
	if p == nil || p.Canvas != nil || len(found) != 1 || found[0].Path != "canvas" || found[0].Code != CodeIgnored {
		t.Errorf("a pop-up on a canvas: %+v, %v", p, found)
	}
	p, found = Decode([]byte(payload(ContributionChart, "", "image", "levels: [1.5, 0.4, 3.5, 4, 2]")), Options{})
	if p == nil || len(found) > 0 || !slices.Equal(p.Props.(*ContributionProps).Levels, []Level{2, 0, 4, 4, 2}) {
		t.Errorf("%+v, %v", p, found)
	}
	poll := payload(Comments, "tiktok", "image", "postAuthor: { id: p, name: P, username: p }", "currentUser: { id: p, name: P, username: p }", "users: []", "commentCount: 1",
		"comments: [{ id: a, userId: p, text: t, likes: 1, timestamp: 2026-03-01T09:41:00Z, attachment: { type: poll, status: closed, endsIn: 2 days, options: [{ id: a, text: A, votes: 1 }, { id: b, text: B, votes: 0 }] } }]")
	if p, found = Decode([]byte(poll), Options{}); p == nil || p.Props.(*CommentProps).Comments[0].Attachment.EndsIn != "" {
		t.Errorf("%+v, %v", p, found)
	}
}
