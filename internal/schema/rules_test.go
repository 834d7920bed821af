package schema

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mockup/internal/wording"
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
				`11: props.customTheme.receiverBubble.background: "hsl(9)" is not a CSS colour; write it like #1d9bf0, rgb(29, 155, 240), oklch(0.67 0.16 245) or teal (format)`}},
		"a style in a colour": {"slack", []string{"secondaryTextColor: 'red;background:url(https://x.example/)'"},
			[]string{`11: props.secondaryTextColor: "red;background:url(https://x.example/)" is not a CSS colour; write it like #1d9bf0, rgb(29, 155, 240), oklch(0.67 0.16 245) or teal (format)`}},
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
		"a wallpaper by name":              {"slack", []string{"chatWallpaper: navy"}, []string{`11: props.chatWallpaper: "navy" is neither a hex colour nor an image; write a colour like #000080, or an https URL or a base64 image data URL (format)`}},
		"a wallpaper by a function":        {"slack", []string{"chatWallpaper: 'rgba(0, 0, 0, .5)'"}, []string{`11: props.chatWallpaper: "rgba(0, 0, 0, .5)" is neither a hex colour nor an image; write a colour like #00000080, or an https URL or a base64 image data URL (format)`}},
		"a wallpaper without its sign":     {"slack", []string{"chatWallpaper: 1d9bf0"}, []string{`11: props.chatWallpaper: "1d9bf0" is neither a hex colour nor an image; write a colour like #1d9bf0, or an https URL or a base64 image data URL (format)`}},
		"a wallpaper of words":             {"slack", []string{"chatWallpaper: blue sky"}, []string{`11: props.chatWallpaper: "blue sky" is neither a hex colour nor an image; write a colour like #1d9bf0, or an https URL or a base64 image data URL (format)`}},
		"wallpaper is neither nor":         {"slack", []string{"chatWallpaper: '#12'"}, []string{`11: props.chatWallpaper: "#12" is not a hex colour; write it like #1d9bf0 (format)`}},
		"field of another type":            {"slack", []string{"cardStyle: glass"}, []string{`11: props.cardStyle: unknown field; allowed here: ` + wording.List(fieldNamesOf(t, Chats)) + ` (unknown_field)`}},
		"envelope field in props":          {"slack", []string{"canvas: {}"}, []string{`11: props.canvas: unknown field; it belongs at the top level (unknown_field)`}},
		"a message without what it needs":  {"slack", oneMessage("type: text"), []string{`11: props.messages.0.text: required for a message of the type text (required)`}},
		"an empty text":                    {"slack", oneMessage("type: text, text: ''"), []string{`11: warning: props.messages.0.text: this text is empty or blank (empty)`}},
		"an image message without images":  {"slack", oneMessage("type: image"), []string{`11: props.messages.0.images: required for a message of the type image (required)`}},
		"an image message with no image":   {"slack", oneMessage("type: image, images: []"), []string{`11: props.messages.0.images: a message of the type image needs an image (length)`}},
		"a mixed message without anything": {"slack", oneMessage("type: mixed"), []string{`11: props.messages.0.images: required for a message of the type mixed (required)`, `11: props.messages.0.text: required for a message of the type mixed (required)`}},
		"text on an image message":         {"slack", oneMessage("type: image, text: hi, images: [{ id: a, filename: a, data: 'https://x.example/a', mimeType: image/png, size: 1 }]"), []string{`11: warning: props.messages.0.text: has no effect on a message of the type image; use mixed (ignored)`}},
		"images on a text message":         {"slack", oneMessage("type: text, text: hi, images: []"), []string{`11: warning: props.messages.0.images: has no effect on a message of the type text; use mixed (ignored)`}},
		"status without ticks":             {"slack", oneMessage("type: text, text: hi, status: read"), []string{`11: warning: props.messages.0.status: has no effect on slack` + others(Chats, "status")}},
		"status with ticks":                {"whatsapp", []string{"messages: [{ id: m1, userId: me, timestamp: 2026-03-01T09:41:00Z, type: text, text: hi, status: read }]"}, nil},
		"status of a received message":     {"whatsapp", oneMessage("type: text, text: hi, status: read"), []string{`11: warning: props.messages.0.status: has no effect on a received message; only those of the sender have a delivery state (ignored)`}},
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
			"receivers:", "  - { id: a, name: A, username: a, verified: true, joinedDate: 2020-02 }", "  - { id: b, name: B, verified: false }", "messages: []",
			"conversationType: group-chat", "groupChatSettings: { name: Us }")
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
		`10: warning: props.receivers.0.verified: has no effect on slack`+strings.Replace(others(Chats, "verified"), " (ignored)", " (2 times, the first is here) (ignored)", 1),
		`10: warning: props.receivers.0.joinedDate: has no effect on slack`+others(Chats, "joinedDate"))
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

func TestRulesPosts(t *testing.T) {
	post := func(platform, author string, lines ...string) string {
		return payload(Posts, platform, "image", append(lines, "post: { id: a, author: { name: A"+author+" }, content: c, timestamp: 2026-03-01T09:41:00Z, metrics: {} }")...)
	}
	expectRules(t, post("linkedin", ", degree: 3rd+", "viewedAt: 2026-03-01T09:41:00Z", "expanded: true"), Options{})
	expectRules(t, post("x", ", degree: 2nd", "viewedAt: 2026-03-01T09:40:00Z", "expanded: true"), Options{},
		`8: warning: props.viewedAt: has no effect on x`+others(Posts, "viewedAt"),
		`8: props.viewedAt: "2026-03-01T09:40:00Z" is before the timestamp 2026-03-01T09:41:00Z of what is looked at (mismatch)`,
		`9: warning: props.expanded: has no effect on x`+others(Posts, "expanded"),
		`10: warning: props.post.author.degree: has no effect on x`+others(Posts, "degree"))
	expectRules(t, post("linkedin", ", degree: 4th"), Options{},
		`8: props.post.author.degree: "4th" is not allowed; allowed: 1st, 2nd, 3rd+ (enum)`)
}

func TestRulesEmailFields(t *testing.T) {
	mail := func(platform, me string) string {
		return payload(Emails, platform, "image", "redaction: bar", "conversation:", "  subject: s", "  me: "+me,
			"  participants: [{ id: a, name: A, email: a@b.example, isNameRedacted: false, isEmailRedacted: false }]",
			"  emails: [{ id: e, senderId: a, body: b, date: 2026-03-01T09:41:00Z, expanded: true, showDetails: true }]")
	}
	expectRules(t, mail("gmail", "a"), Options{})
	expectRules(t, mail("outlook", "b"), Options{},
		`11: props.conversation.me: "b" is the id of no participant; known ids: "a" (reference)`,
		`13: warning: props.conversation.emails.0.expanded: has no effect on outlook`+others(Emails, "expanded"),
		`13: warning: props.conversation.emails.0.showDetails: has no effect on outlook`+others(Emails, "showDetails"))
}

func TestRulesComments(t *testing.T) {
	comment := func(id, user, more string) string {
		return fmt.Sprintf("{ id: %s, userId: %s, text: t, likes: 1, timestamp: 2026-03-01T09:41:00Z%s }", id, user, more)
	}
	thread := func(platform string, lines ...string) string {
		return payload(Comments, platform, "image", append([]string{"postAuthor: { id: p, name: P, username: p }",
			"currentUser: { id: c, name: C, username: c }", "users: [{ id: u, name: U, username: u }, { id: p, name: P, username: p }]",
			"commentCount: 4"}, lines...)...)
	}
	expectRules(t, strings.Replace(thread("reddit", "viewedAt: 2026-03-01T09:40:59Z", "comments:",
		"  - "+comment("a", "p", ", views: 3, replies: ["+comment("b", "c", "")+"]"), "  - "+comment("d", "u", "")), "Count: 4", "Count: 2", 1), Options{},
		`11: warning: props.commentCount: 2 is less than the 3 comments of the list, replies included; it is drawn as it is (format)`,
		`12: props.viewedAt: "2026-03-01T09:40:59Z" is before the timestamp 2026-03-01T09:41:00Z of what is looked at (mismatch)`,
		`14: warning: props.comments.0.views: has no effect on reddit`+others(Comments, "views"))
	expectRules(t, strings.Replace(thread("x", "comments: []"), "name: P", "name: P, degree: 2nd, headline: H", 1), Options{},
		`8: warning: props.postAuthor.degree: has no effect on x`+others(Comments, "degree"),
		`8: warning: props.postAuthor.headline: has no effect on x`+others(Comments, "headline"))
	expectRules(t, thread("reddit", "comments:", "  - "+comment("a", "p", ", replies: ["+comment("b", "c", "")+"]"), "  - "+comment("d", "u", "")), Options{})
	expectRules(t, thread("tiktok", "showHeader: true", "videoImage: https://x.example/", "comments:",
		"  - "+comment("a", "zz", ", replies: ["+comment("a", "c", "")+"]"), "  - "+comment("a", "u", ", attachment: { type: voice, durationSeconds: 61 }")), Options{},
		`12: warning: props.showHeader: has no effect on tiktok`+others(Comments, "showHeader"),
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
		"type: poll, status: closed, endsIn: 1 day, " + options:        {`18: warning: ` + at + `.endsIn: has no effect on a closed poll (ignored)`},
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

// A camera that nothing can be drawn from is moved to the nearest place that something can be drawn from. Where it has
// no effect nobody looks at it.
func TestCamera(t *testing.T) {
	for camera, test := range map[string]struct {
		at   [3]float64
		want string
	}{
		"[0, 0, 1]":          {[3]float64{0, 0, 1}, ""},
		"[0.5, -0.5, 0.75]":  {[3]float64{.5, -.5, .75}, ""},
		"[600, 0, 600]":      {[3]float64{600, 0, 600}, ""},
		"[-1.5, 0.5, 3]":     {[3]float64{-1.5, .5, 3}, ""},
		"[0, 0, 0.0]":        {[3]float64{0, 0, 1}, "the camera cannot stand inside the phone; it is moved to [0, 0, 1]"},
		"[0, 0.3, 0.4]":      {[3]float64{0, .6, .8}, "the camera is 0.5 phone heights from the screen, which is too near; it is moved to [0, 0.6, 0.8]"},
		"[0, 0, -4]":         {[3]float64{-3.8637, 0, 1.0353}, "the camera is behind the screen; it is moved to [-3.864, 0, 1.035]"},
		"[3, 4, 0]":          {[3]float64{2.8978, 3.8637, 1.2941}, "the camera is behind the screen; it is moved to [2.898, 3.864, 1.294]"},
		"[0, 1e-300, 0]":     {[3]float64{0, .9659, .2588}, "the camera is 1e-300 phone heights from the screen, which is too near; it is moved to [0, 0.9659, 0.2588]"},
		"[4, 0, 1]":          {[3]float64{3.9826, 0, 1.0672}, "the camera looks at the screen from 76° to the side; it is moved to [3.983, 0, 1.067]"},
		"[0, 0, 1e300]":      {[3]float64{0, 0, 1000}, "the camera is more than 1000 phone heights away; it is moved to [0, 0, 1000]"},
		"[-1e308, 1e308, 0]": {[3]float64{-965.9, 965.9, 366.03}, "the camera is behind the screen; it is moved to [-965.9, 965.9, 366]"},
	} {
		p, found := Decode([]byte("render3D: true\ncameraPosition: "+camera+"\n"+chat("whatsapp")), Options{})
		want := ""
		if test.want != "" {
			want = "2:1: warning: cameraPosition: " + test.want + ", since the least distance is 1 phone height and the widest angle 75° to the side (adjusted)"
		}
		if p == nil || found.Error() != want {
			t.Errorf("%s: got %v, want %s", camera, found, want)
			continue
		}
		for i, v := range p.CameraPosition {
			if math.Abs(v-test.at[i]) > 1e-4*max(1, math.Abs(v)) {
				t.Errorf("%s: at %v, want %v", camera, *p.CameraPosition, test.at)
			}
		}
		if fault := cameraFault(*p.CameraPosition); fault != "" {
			t.Errorf("%s: moved to %v: %s", camera, *p.CameraPosition, fault)
		}
	}
	for _, text := range []string{"render3D: false\n" + chat("whatsapp"), chat("whatsapp")} {
		p, found := Decode([]byte("cameraPosition: [0, 0, -5000]\n"+text), Options{})
		if want := `1:1: warning: cameraPosition: has no effect without render3D: true (ignored)`; found.Error() != want {
			t.Errorf("got %v, want %s", found, want)
		}
		if p == nil || *p.CameraPosition != [3]float64{0, 0, -5000} {
			t.Errorf("%+v", p)
		}
	}
}

// Every camera is moved to a place from which something can be drawn.
func FuzzCamera(f *testing.F) {
	f.Add(0.0, 0.0, 0.0)
	f.Add(1e-308, -1e308, 4.0)
	f.Add(5e-324, 5e-324, -5e-324)
	f.Fuzz(func(t *testing.T, x, y, z float64) {
		p := [3]float64{x, y, z}
		if math.IsNaN(x+y+z) || math.IsInf(x+y+z, 0) || cameraFault(p) == "" {
			return
		}
		if fault := cameraFault(nearestCamera(p)); fault != "" {
			t.Errorf("%v is moved to %v: %s", p, nearestCamera(p), fault)
		}
	})
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

func TestMessageOrder(t *testing.T) {
	at := func(id, time string) string {
		return "  - { id: " + id + ", userId: me, type: text, text: x, timestamp: " + time + " }"
	}
	expectRules(t, chat("slack", "messages:", at("a", "2026-03-01T09:41:00Z"), at("b", "2026-03-01T10:40:00+01:00"), at("c", "2026-03-01T09:41:00Z"), at("d", "2026-02-01T09:41:00Z")), Options{},
		`12: warning: props.messages.1.timestamp: earlier than the message before it; messages are drawn in the order of the payload, and dates do not go back (2 times, the first is here) (contradiction)`)
	expectRules(t, chat("slack", "messages:", at("a", "2026-03-01T09:41:00Z"), at("b", "2026-03-01T09:41:00Z")), Options{})
}

// An app without groups shows the first receiver alone, and says so. A direct message has one receiver everywhere.
func TestReceivers(t *testing.T) {
	people := func(platform, kind string) string {
		return payload(Chats, platform, "image", "sender: { id: me, name: N }", "receivers: [{ id: a, name: A }, { id: b, name: B }]",
			"groupChatSettings: { name: Us }", "conversationType: "+kind, "messages: []")
	}
	const unseen = " has no groups: the chat with the first receiver is drawn, and the other receivers and their messages are not shown (ignored)"
	const noGroup = `10: warning: props.groupChatSettings: has no effect without conversationType: group-chat (ignored)`
	for _, platform := range Platforms(Chats) {
		custom := []string{}
		if platform == "custom" {
			custom = []string{`1: props.customTheme: required for the platform custom (required)`}
		}
		if slices.Contains([]string{"tinder", "bumble", "onlyfans"}, platform) {
			expectRules(t, people(platform, "group-chat"), Options{}, `11: warning: props.conversationType: `+platform+unseen)
			expectRules(t, people(platform, "direct-message"), Options{}, `9: warning: props.receivers: `+platform+unseen, noGroup)
			continue
		}
		if len(custom) > 0 {
			continue
		}
		expectRules(t, people(platform, "group-chat"), Options{})
		expectRules(t, people(platform, "direct-message"), Options{},
			`9: warning: props.receivers: a direct-message has one receiver, and 2 are given; write conversationType: group-chat for a group (contradiction)`, noGroup)
	}
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
