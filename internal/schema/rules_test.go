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

func TestRulesChat(t *testing.T) {
	for name, tc := range map[string]struct {
		platform string
		lines    []string
		want     []string
	}{
		"group without settings": {"slack", []string{"conversationType: group-chat"},
			[]string{`7: props.groupChatSettings: required for a group-chat (required)`}},
		"settings without group": {"slack", []string{"groupChatSettings: { name: G }"},
			[]string{`11: warning: props.groupChatSettings: has no effect without conversationType: group-chat (ignored)`}},
		"custom without theme": {"custom", nil,
			[]string{`7: props.customTheme: required for the platform custom (required)`}},
		"theme elsewhere": {"slack", []string{"customTheme: { backgroundColor: red, senderBubble: { background: red, foreground: '#fff' }, receiverBubble: { background: hsl(9), foreground: rgb(1 2 3 / 4%) } }"},
			[]string{
				`11: warning: props.customTheme: has no effect on slack; only custom has it (ignored)`,
				`11: props.customTheme.receiverBubble.background: "hsl(9)" is not a CSS colour; write it like #1d9bf0, rgb(29, 155, 240), hsl(204 88% 53%) or teal (format)`}},
		"a style in a colour": {"slack", []string{"secondaryTextColor: 'red;background:url(https://x.example/)'"},
			[]string{`11: props.secondaryTextColor: "red;background:url(https://x.example/)" is not a CSS colour; write it like #1d9bf0, rgb(29, 155, 240), hsl(204 88% 53%) or teal (format)`}},
		"floating without bubbles":         {"slack", []string{"floatingMessages: true"}, []string{`11: warning: props.floatingMessages: has no effect on slack` + others(Chats, "bubbles")}},
		"floating false":                   {"slack", []string{"floatingMessages: false"}, nil},
		"floating with bubbles":            {"signal", []string{"floatingMessages: true"}, nil},
		"bubbleColor":                      {"imessage", []string{"bubbleColor: green"}, nil},
		"zone":                             {"slack", []string{"timezone: Europe/Atlantis"}, []string{`11: props.timezone: "Europe/Atlantis" is not an IANA time zone; write it like Europe/Berlin or UTC (format)`}},
		"zone of the machine":              {"slack", []string{"timezone: Local"}, []string{`11: props.timezone: "Local" is not an IANA time zone; write it like Europe/Berlin or UTC (format)`}},
		"zone as a path":                   {"slack", []string{"timezone: ../../etc/passwd"}, []string{`11: props.timezone: "../../etc/passwd" is not an IANA time zone; write it like Europe/Berlin or UTC (format)`}},
		"battery":                          {"slack", []string{"batteryLevel: 100.5"}, []string{`11: props.batteryLevel: 100.5 is too large; allowed: 0 to 100 (range)`}},
		"image over http":                  {"slack", []string{"chatWallpaper: http://x.example/a.png"}, []string{`11: props.chatWallpaper: "http://x.example/a.png" is not encrypted; images are loaded over https only (format)`}},
		"image from a file URL":            {"slack", []string{"chatWallpaper: file:///etc/passwd"}, []string{`11: props.chatWallpaper: "file:///etc/passwd" is refused; allowed: an https URL or a base64 image data URL (format)`}},
		"wallpaper is neither nor":         {"slack", []string{"chatWallpaper: '#12'"}, []string{`11: props.chatWallpaper: "#12" is not a hex colour; write it like #1d9bf0 (format)`}},
		"field of another type":            {"slack", []string{"cardStyle: glass"}, []string{`11: props.cardStyle: unknown field; allowed here: ` + list(fieldNamesOf(t, Chats)) + ` (unknown_field)`}},
		"envelope field in props":          {"slack", []string{"canvas: {}"}, []string{`11: props.canvas: unknown field; it belongs at the top level (unknown_field)`}},
		"a message without what it needs":  {"slack", oneMessage("type: text"), []string{`11: props.messages.0.text: required for a message of the type text (required)`}},
		"an empty text":                    {"slack", oneMessage("type: text, text: ''"), nil},
		"an image message without images":  {"slack", oneMessage("type: image"), []string{`11: props.messages.0.images: required for a message of the type image (required)`}},
		"an image message with no image":   {"slack", oneMessage("type: image, images: []"), []string{`11: props.messages.0.images: a message of the type image needs an image (length)`}},
		"a mixed message without anything": {"slack", oneMessage("type: mixed"), []string{`11: props.messages.0.images: required for a message of the type mixed (required)`, `11: props.messages.0.text: required for a message of the type mixed (required)`}},
		"text on an image message":         {"slack", oneMessage("type: image, text: hi, images: [{ id: a, filename: a, data: 'https://x.example/a', mimeType: image/png, size: 1 }]"), []string{`11: warning: props.messages.0.text: has no effect on a message of the type image; use mixed (ignored)`}},
		"images on a text message":         {"slack", oneMessage("type: text, text: hi, images: []"), []string{`11: warning: props.messages.0.images: has no effect on a message of the type text; use mixed (ignored)`}},
		"status without ticks":             {"slack", oneMessage("type: text, text: hi, status: read"), []string{`11: warning: props.messages.0.status: has no effect on slack` + others(Chats, "status")}},
		"status with ticks":                {"whatsapp", oneMessage("type: text, text: hi, status: read"), nil},
	} {
		t.Run(name, func(t *testing.T) { expectRules(t, chat(tc.platform, tc.lines...), Options{}, tc.want...) })
	}
}

// oneMessage returns the props lines of one message with the given fields; it begins in line 11.
func oneMessage(fields string) []string {
	return []string{"messages:", "  - { id: m1, userId: ida, timestamp: 2026-03-01T09:41:00Z, " + fields + " }"}
}

func TestRulesChatUsers(t *testing.T) {
	users := func(platform string) string {
		return payload(Chats, platform, "image", "sender: { id: me, name: N, username: n }",
			"receivers:", "  - { id: a, name: A, username: a, verified: true, joinedDate: 2020-02 }", "  - { id: b, name: B, verified: false }", "messages: []")
	}
	expectRules(t, users("x"), Options{},
		`8: warning: props.sender.username: has no effect here; only the first receiver's is shown (ignored)`,
		`11: warning: props.receivers.1.verified: has no effect here; only the first receiver's is shown (ignored)`)
	expectRules(t, users("whatsapp"), Options{},
		`8: warning: props.sender.username: has no effect here; only the first receiver's is shown (ignored)`,
		`10: warning: props.receivers.0.joinedDate: has no effect on whatsapp`+others(Chats, "joinedDate"),
		`11: warning: props.receivers.1.verified: has no effect here; only the first receiver's is shown (ignored)`)
	expectRules(t, users("slack"), Options{},
		`8: warning: props.sender.username: has no effect on slack`+others(Chats, "username"),
		`10: warning: props.receivers.0.username: has no effect on slack`+others(Chats, "username"),
		`10: warning: props.receivers.0.verified: has no effect on slack`+others(Chats, "verified"),
		`10: warning: props.receivers.0.joinedDate: has no effect on slack`+others(Chats, "joinedDate"),
		`11: warning: props.receivers.1.verified: has no effect on slack`+others(Chats, "verified"))
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

func TestRulesChatImages(t *testing.T) {
	images := func(platform string) string {
		return chat(platform, "messages:", "  - id: m", "    userId: ida", "    type: image", "    timestamp: 2026-03-01T09:41:00Z", "    images:",
			"      - { id: p, filename: a.png, data: 'data:image/png;base64,AAAA', mimeType: image/png, size: 3, caption: hi }",
			"      - { id: p, filename: b.png, data: 'data:image/png;base64,AAA', mimeType: image/png, size: 3 }")
	}
	unique := `17: props.messages.0.images.1.id: the id "p" is used twice; ids must be unique among the images of a message (unique)`
	broken := `17: props.messages.0.images.1.data: the data of this data URL is not valid base64 (format)`
	expectRules(t, images("discord"), Options{}, unique, broken)
	expectRules(t, images("slack"), Options{},
		`16: warning: props.messages.0.images.0.caption: has no effect on slack`+others(Chats, "caption"), unique, broken)
}

func TestRulesEnvelope(t *testing.T) {
	emails := []string{"conversation: { subject: s, participants: [], emails: [] }"}
	expectRules(t, payload(Emails, "gmail", "video", emails...), Options{},
		`3: renderKind: emails can only be rendered as image (enum)`)
	expectRules(t, "render3D: true\ncameraPosition: [0, 1, 5]\n"+payload(Emails, "gmail", "image", emails...), Options{},
		`1: warning: render3D: has no effect on emails; only chats, stories and notifications are drawn on a phone (ignored)`,
		`2: warning: cameraPosition: has no effect on emails; only chats, stories and notifications are drawn on a phone (ignored)`)
	expectRules(t, "render3D: true\ncameraPosition: [0, 0.5, 5]\n"+chat("slack"), Options{})
	expectRules(t, "render3D: false\ncameraPosition: [0, 0, 5000]\n"+chat("slack"), Options{},
		`2: warning: cameraPosition: has no effect without render3D: true (ignored)`,
		`2: cameraPosition.2: 5000 is too large; allowed: -1000 to 1000 (range)`)
	const allowed = "; allowed: at least 1 phone height from the middle of the screen, and at most 75° to the side of straight ahead, as [-1.5, 0.5, 3] (range)"
	expectRules(t, "render3D: true\ncameraPosition: [0, 0, 0.0]\n"+chat("slack"), Options{},
		`2: cameraPosition: the camera cannot stand inside the phone`+allowed)
	expectRules(t, "render3D: true\ncameraPosition: [.inf, 0, 3]\n"+chat("slack"), Options{},
		`2: cameraPosition.0: expected a finite number, found .inf (type)`)
	for camera, want := range map[string]string{
		"[0, 0, 1]": "", "[0.5, -0.5, 0.75]": "", "[600, 0, 600]": "", "[-1.5, 0.5, 3]": "",
		"[0, 0.5, 0.5]":  "the camera is 0.71 phone heights from the screen, which is too near",
		"[1, 0, -4]":     "the camera is behind the screen",
		"[1, 1, 0]":      "the camera is behind the screen",
		"[0, 1e-300, 0]": "the camera is 1e-300 phone heights from the screen, which is too near",
		"[4, 0, 1]":      "the camera looks at the screen from 76° to the side",
	} {
		var all []string
		if want != "" {
			all = []string{"2: cameraPosition: " + want + allowed}
		}
		expectRules(t, "render3D: true\ncameraPosition: "+camera+"\n"+chat("slack"), Options{}, all...)
	}
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

func TestRulesStories(t *testing.T) {
	author := "author: { username: u, verified: false }"
	expectRules(t, payload(Stories, "snapchat", "video", author, "slides: [{ id: a }, { id: a }]", "currentSlide: 2"), Options{},
		`9: props.slides.1.id: the id "a" is used twice; ids must be unique among slides (unique)`,
		`10: props.currentSlide: there is no slide 2; allowed: 0 to 1, counted from 0 (range)`)
	expectRules(t, payload(Stories, "snapchat", "video", author, "slides: []", "currentSlide: 0.5"), Options{},
		`9: props.slides: the number of items is 0; allowed: 1 or more (length)`,
		`10: props.currentSlide: expected a whole number, found 0.5 (type)`)
}

func TestRulesNotifications(t *testing.T) {
	expectRules(t, payload(Notifications, "ios", "video", "notifications:",
		"  - { id: a, title: t, text: x, iconPreset: spotfy }",
		"  - { id: a, title: t, text: x, iconPreset: x, icon: 'https://x.example/i.png' }",
		"wallpaper: ''"), Options{},
		`9: warning: props.notifications.0.iconPreset: "spotfy" is not a known icon, so a monogram is drawn; did you mean "spotify"? (ignored)`,
		`10: props.notifications.1.id: the id "a" is used twice; ids must be unique among notifications (unique)`,
		`10: warning: props.notifications.1.icon: has no effect beside iconPreset (ignored)`,
		`11: props.wallpaper: an image must not be empty; leave the field out instead (format)`)
}

func TestRulesComments(t *testing.T) {
	comment := func(id, user, more string) string {
		return fmt.Sprintf("{ id: %s, userId: %s, text: t, likes: 1, timestamp: 2026-03-01T09:41:00Z%s }", id, user, more)
	}
	thread := func(platform string, lines ...string) string {
		return payload(Comments, platform, "image", append([]string{"postAuthor: { id: p, name: P, username: p }",
			"currentUser: { id: c, name: C, username: c }", "users: [{ id: u, name: U, username: u }, { id: p, name: P, username: p }]",
			"commentCount: 1"}, lines...)...)
	}
	expectRules(t, thread("reddit", "comments:", "  - "+comment("a", "p", ", replies: ["+comment("b", "c", "")+"]"), "  - "+comment("d", "u", "")), Options{})
	expectRules(t, thread("tiktok", "showHeader: true", "videoImage: https://x.example/", "comments:",
		"  - "+comment("a", "zz", ", replies: ["+comment("a", "c", "")+"]"), "  - "+comment("a", "u", ", attachment: { type: voice, durationSeconds: 61 }")), Options{},
		`12: warning: props.showHeader: has no effect on tiktok`+others(Comments, "showHeader"),
		`13: warning: props.videoImage: has no effect on tiktok`+others(Comments, "videoImage"),
		`15: props.comments.0.userId: "zz" is the id of no user, postAuthor or currentUser; known ids: "c", "p", "u" (reference)`,
		`15: props.comments.0.replies.0.id: the id "a" is used twice; ids must be unique among the comments of a thread, replies included (unique)`,
		`16: props.comments.1.id: the id "a" is used twice; ids must be unique among the comments of a thread, replies included (unique)`,
		`16: props.comments.1.attachment.durationSeconds: 61 is too large; allowed: 1 to 60 (range)`)

	attach := func(fields string) string {
		return thread("tiktok", "comments:", "  - id: a", "    userId: u", "    text: t", "    likes: 1", "    timestamp: 2026-03-01T09:41:00Z", "    attachment: { "+fields+" }")
	}
	options := "options: [{ id: a, text: A, votes: 1 }, { id: b, text: B, votes: 0 }]"
	at := "props.comments.0.attachment"
	for fields, want := range map[string][]string{
		"type: voice, durationSeconds: 1":                              nil,
		"type: poll, " + options:                                       nil,
		"type: poll, endsIn: 2 days, " + options:                       nil,
		"type: poll, status: closed, " + options:                       nil,
		"type: voice":                                                  {`18: ` + at + `.durationSeconds: required for a voice attachment (required)`},
		"type: voice, durationSeconds: 1.5":                            {`18: ` + at + `.durationSeconds: expected a whole number, found 1.5 (type)`},
		"type: voice, durationSeconds: 2, status: open, endsIn: 1 day": {`18: ` + at + `.status: a voice attachment has no status; remove the field (conflict)`, `18: ` + at + `.endsIn: a voice attachment has no endsIn; remove the field (conflict)`},
		"type: poll": {`18: ` + at + `.options: required for a poll (required)`},
		"type: poll, durationSeconds: 3, " + options:                   {`18: ` + at + `.durationSeconds: a poll attachment has no durationSeconds; remove the field (conflict)`},
		"type: poll, status: closed, endsIn: 1 day, " + options:        {`18: ` + at + `.endsIn: a closed poll has ended; remove the field or set status to open (conflict)`},
		"type: poll, endsIn: 123456789012345678901, " + options:        {`18: ` + at + `.endsIn: expected text, found 123456789012345678901; put it in quotes: "123456789012345678901" (type)`},
		"type: poll, endsIn: x23456789012345678901, " + options:        {`18: ` + at + `.endsIn: the number of characters is 21; allowed: 20 or less (length)`},
		"type: poll, options: [{ id: a, text: A, votes: -1 }]":         {`18: ` + at + `.options: the number of items is 1; allowed: 2 to 5 (length)`, `18: ` + at + `.options.0.votes: -1 is too small; allowed: 0 to 9007199254740991 (range)`},
		"type: poll, " + strings.Replace(options, "id: b", "id: a", 1): {`18: ` + at + `.options.1.id: the id "a" is used twice; ids must be unique among the options of a poll (unique)`},
	} {
		expectRules(t, attach(fields), Options{}, want...)
	}
}

func TestRulesPopup(t *testing.T) {
	expectRules(t, "canvas: {}\n"+payload(CommentPopup, "", "video", "platform: x", "background: transparant", "comments:",
		"  - { id: a, platform: x, username: u, text: t, x: 1 }",
		"  - { id: a, platform: x, username: '', text: t, y: 1 }",
		"  - { id: c, platform: reddit, username: u, text: "+strings.Repeat("é", 281)+" }"), Options{},
		`1: warning: canvas: has no effect on comment-popup; props.aspectRatio and props.background are the frame (ignored)`,
		`7: props.platform: comment-popup has no platform here; remove the field (unknown_field)`,
		`8: props.background: "transparant" is not a background; allowed: white, black, brand, green, purple or a hex colour like #1d9bf0, or transparent (format)`,
		`10: props.comments.0.y: required beside x; give both or neither (required)`,
		`11: props.comments.1.x: required beside y; give both or neither (required)`,
		`11: props.comments.1.id: the id "a" is used twice; ids must be unique among comments (unique)`,
		`11: props.comments.1.username: the number of characters is 0; allowed: 1 to 40 (length)`,
		`12: props.comments.2.platform: "reddit" is not allowed; allowed: youtube, x, instagram, tiktok (enum)`,
		`12: props.comments.2.text: the number of characters is 281; allowed: 1 to 280 (length)`)
	expectRules(t, "platform: x\n"+payload(CommentPopup, "", "image", "comments: []"), Options{},
		`1: platform: comment-popup has no platform here; remove the field (unknown_field)`,
		`3: renderKind: comment-popup can only be rendered as video (enum)`,
		`7: props.comments: the number of items is 0; allowed: 1 to 50 (length)`)
}

func TestRulesEmails(t *testing.T) {
	expectRules(t, payload(Emails, "leaked", "image", "conversation:", "  subject: s", "  participants:",
		"    - { id: a, name: A, email: a, isNameRedacted: true, isEmailRedacted: true }",
		"    - { id: a, name: A, email: a, isNameRedacted: true }", "  emails:",
		"    - { id: e, senderId: b, body: b, date: 2026-03-01T09:41:00+01:00 }",
		"    - { id: e, senderId: a, body: b, date: 2026-03-01 }"), Options{},
		`12: props.conversation.participants.1.isEmailRedacted: required field is missing (required)`,
		`12: props.conversation.participants.1.id: the id "a" is used twice; ids must be unique among participants (unique)`,
		`14: props.conversation.emails.0.senderId: "b" is the id of no participant; known ids: "a" (reference)`,
		`15: props.conversation.emails.1.id: the id "e" is used twice; ids must be unique among emails (unique)`,
		`15: props.conversation.emails.1.date: "2026-03-01" is not an ISO 8601 instant; write it like 2026-03-01T09:41:00Z (format)`)
}

func TestRulesAI(t *testing.T) {
	image := "{ id: p, filename: f, data: 'https://x.example/', mimeType: m, size: 1 }"
	expectRules(t, payload(AI, "claude", "video", "model: m", "messages:",
		"  - { id: a, role: user, content: c, images: ["+image+", "+image+"] }",
		"  - { id: a, role: system, content: c }"), Options{},
		`10: props.messages.0.images.1.id: the id "p" is used twice; ids must be unique among the images of a message (unique)`,
		`11: props.messages.1.id: the id "a" is used twice; ids must be unique among messages (unique)`,
		`11: props.messages.1.role: "system" is not allowed; allowed: user, assistant (enum)`)
}

func TestRulesDashboard(t *testing.T) {
	expectRules(t, payload(DashboardChart, "", "image", "points: [1, 2]", "endDate: 2026-01-31"), Options{},
		`7: props.endDate: endDate 2026-01-31 is before startDate 2026-02-01 (mismatch)`)
	expectRules(t, payload(DashboardChart, "", "image", "points: [1, 2]", "startDate: 2027-01-01"), Options{},
		`7: props.startDate: endDate 2026-06-28 is before startDate 2027-01-01 (mismatch)`)
	expectRules(t, payload(DashboardChart, "", "image", "points: [1, 2]", "startDate: 2026-02-30", "endDate: 2020-01-01", "currencyCode: usd", "metric: New customers"), Options{},
		`7: props.startDate: "2026-02-30" is not a date; write it like 2026-02-01 (format)`,
		`9: warning: props.currencyCode: has no effect on New customers, which is a count (ignored)`,
		`9: props.currencyCode: "usd" is not a currency code; write three capital letters, like USD (format)`)
	expectRules(t, payload(DashboardChart, "", "image", "points: [1, 2]", "startDate: 2026-02-01", "endDate: 2026-02-01"), Options{})
}

func TestRulesContribution(t *testing.T) {
	expectRules(t, payload(ContributionChart, "", "image", "levels: ["+strings.Repeat("0, ", 400)+"-1]"), Options{},
		`6: props.levels: the number of items is 401; allowed: 1 to 400 (length)`,
		`6: props.levels.400: -1 is too small; allowed: 0 to 4 (range)`)
}
