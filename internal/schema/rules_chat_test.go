package schema

import (
	"slices"
	"strings"
	"testing"

	"mockup/internal/wording"
)

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
		"an empty text that was deleted":   {"whatsapp", oneMessage("type: text, text: '', deleted: true"), nil},
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

// A field of a profile that an app does not have names the one that it has.
func TestProfileNamesWhatItsAppHas(t *testing.T) {
	chat := func(platform, first, second string) string {
		return payload(Chats, platform, "image", "sender: { id: me, name: N }", "receivers:", "  - { id: a, name: A"+first+" }", "  - { id: b, name: B"+second+" }",
			"conversationType: group-chat", "groupChatSettings: { name: G }", "messages: [{ id: m1, userId: me, type: text, text: hi, timestamp: 2026-03-01T09:41:00Z }]")
	}
	const first, second = "10: warning: props.receivers.0.", "11: warning: props.receivers.1."
	for _, tc := range [][4]string{
		{"instagram", ", username: a.b", "", first + "username: has no effect on instagram; only whatsapp and x have it; use handle (ignored)"},
		{"instagram", ", username: a.b, handle: c", "", first + "username: has no effect on instagram; only whatsapp and x have it (ignored)"},
		{"imessage", ", username: a.b", "", first + "username: has no effect on imessage; only whatsapp and x have it (ignored)"},
		{"whatsapp", ", username: a.b, handle: c", "", first + "username: has no effect beside handle (ignored)"},
		{"whatsapp", ", username: a.b", ", username: c", second + "username: has no effect here; only the first receiver's is shown (ignored)"},
	} {
		expectRules(t, chat(tc[0], tc[1], tc[2]), Options{AllowPaths: true}, tc[3])
	}
}
