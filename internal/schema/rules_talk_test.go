package schema

import (
	"strings"
	"testing"
)

// talking is a chat with two messages, the second of which has some fields.
func talking(platform, kind, fields string) string {
	return payload(Chats, platform, kind, "sender: { id: me, name: N }", "receivers: [{ id: a, name: A }]", "messages:",
		"  - { id: m1, userId: a, type: text, text: hi, timestamp: 2026-03-01T09:41:00Z }",
		"  - { id: m2, userId: a, "+fields+", timestamp: 2026-03-01T09:42:00Z }")
}

// A message cannot answer one that comes later, and the violation says so.
func TestReplyToALaterMessage(t *testing.T) {
	later := strings.Replace(talking("whatsapp", "image", "type: text, text: hey"), "id: m1, ", "id: m1, replyTo: m2, ", 1)
	expectRules(t, later, Options{}, `11: props.messages.0.replyTo: the message "m2" comes later; name an earlier one (reference)`)
}

func TestRulesTalk(t *testing.T) {
	const text = "type: text, text: hey, "
	const effect = "12: warning: props.messages.1."
	for fields, want := range map[string]string{
		text + "replyTo: m1, edited: true, forwarded: true, reactions: [{ emoji: 👍, by: [me, a] }]": "",
		text + "deleted: true":                          "",
		"type: voice, voice: { durationSeconds: 9 }":    "",
		"type: call, call: { outcome: missed }":         "",
		"type: event, event: { kind: left }":            "",
		"type: event, event: { kind: text }, text: Hey": "",
		"type: voice":                               "12: props.messages.1.voice: required for a message of the type voice (required)",
		"type: voice, voice: {}":                    "12: props.messages.1.voice.durationSeconds: required field is missing (required)",
		text + "call: {}":                           effect + "call: has no effect on a message of the type text (ignored)",
		text + "replyTo: m2":                        "12: props.messages.1.replyTo: a message cannot answer itself; name an earlier one (reference)",
		text + "replyTo: m3":                        `12: props.messages.1.replyTo: "m3" is the id of no earlier message; known ids: "m1" (reference)`,
		text + "deleted: true, replyTo: m1":         effect + "replyTo: has no effect on a message that was deleted (ignored)",
		text + "reactions: [{ emoji: 👍, by: [b] }]": `12: props.messages.1.reactions.0.by.0: "b" is the id of no user of this conversation; known ids: "a", "me" (reference)`,
		"type: call, call: { outcome: missed, durationSeconds: 3 }": effect + "call.durationSeconds: has no effect on a call that was missed (ignored)",
		"type: event, event: { kind: added }":                       "12: props.messages.1.event.who: required for an event of the kind added (required)",
		"type: event, event: { kind: renamed }":                     "12: props.messages.1.event.name: required for an event of the kind renamed (required)",
		"type: event, event: { kind: screenshot }":                  effect + "event.kind: has no effect on whatsapp; an event of the kind text draws a line of your own (ignored)",
		"type: event, event: { kind: left, who: a }":                effect + "event.who: has no effect on an event of the kind left (ignored)",
		"type: event, event: { kind: text }":                        "12: props.messages.1.text: required for an event of the kind text (required)",
		"type: event, event: { kind: left }, edited: true":          effect + "edited: has no effect on a message of the type event (ignored)",
		"type: call, call: {}, replyTo: m1":                         effect + "replyTo: has no effect on a message of the type call (ignored)",
		"type: voice, voice: { durationSeconds: 3 }, text: hi":      effect + "text: has no effect on a message of the type voice (ignored)",
	} {
		wants := []string{want}
		if want == "" {
			wants = nil
		}
		expectRules(t, talking("whatsapp", "image", fields), Options{}, wants...)
	}
	_, found := Decode([]byte(talking("msn", "image", text+"reactions: [{ emoji: 👍, by: [me] }], edited: false")), Options{})
	if len(found) != 1 || !strings.Contains(found.Error(), "props.messages.1.reactions: has no effect on msn") {
		t.Errorf("reactions on msn: %v", found)
	}
	expectRules(t, talking("snapchat", "image", "type: event, event: { kind: screenshot }"), Options{})
	expectRules(t, talking("whatsapp", "video", text+"timing: { change: 2 }"), Options{},
		effect+"timing.change: has no effect on a message that is neither edited, deleted nor failed (ignored)")
	expectRules(t, talking("whatsapp", "video", text+"deleted: true, replyTo: m1, timing: { change: 2 }"), Options{})
}

// A text in the place of an emoji is named; whatever is one emoji is not.
func TestEmoji(t *testing.T) {
	for _, emoji := range []string{"👍", "❤️", "❤", "1️⃣", "🇧🇷", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏽", "‼️", "©️", "🫩"} {
		expectRules(t, talking("whatsapp", "image", "type: text, text: hey, reactions: [{ emoji: "+emoji+", by: [me] }]"), Options{})
		expectRules(t, talking("whatsapp", "image", "type: sticker, sticker: { emoji: "+emoji+" }"), Options{})
	}
	for _, text := range []string{"LOL", "😂😂", "a", "1", "+", "👍 ", "好"} {
		const says = " is not one emoji, and drawn as it is; write one like 👍 (format)"
		expectRules(t, talking("whatsapp", "image", `type: text, text: hey, reactions: [{ emoji: "`+text+`", by: [me] }]`), Options{},
			`12: warning: props.messages.1.reactions.0.emoji: "`+text+`"`+says)
		expectRules(t, talking("whatsapp", "image", `type: sticker, sticker: { emoji: "`+text+`" }`), Options{},
			`12: warning: props.messages.1.sticker.emoji: "`+text+`"`+says)
	}
}

// A deleted message of which nothing is left is named; where the app's words stand in its place, or it is seen first, there is nothing
// to say.
func TestDeletedIsNotDrawn(t *testing.T) {
	const deleted = "type: text, text: hey, deleted: true"
	for _, platform := range Platforms(Chats) {
		app, known := appOf(Chats, platform)
		var wants []string
		if app.leavesNothing {
			wants = []string{"12: warning: props.messages.1.deleted: " + platform + " leaves nothing of a deleted message; this one is not drawn (ignored)"}
		}
		if platform == "custom" || !known {
			continue
		}
		expectRules(t, talking(platform, "image", deleted), Options{}, wants...)
		expectRules(t, talking(platform, "video", deleted+", timing: { change: 2 }"), Options{})
	}
	expectRules(t, talking("slack", "image", deleted+", timestamp: 2026-03-01T09:42:00Z }\n    - { id: m3, userId: a, type: text, text: sure, replyTo: m2"), Options{})
	expectRules(t, talking("whatsapp", "image", "type: event, event: { kind: left }, deleted: true"), Options{},
		"12: warning: props.messages.1.deleted: nothing is left of a line of the app that is deleted; this one is not drawn (ignored)")
}

// Values that the v1 interface does not have are refused like its fields, and a service that does not know them is named.
func TestValuesBeyondV1(t *testing.T) {
	call := talking("whatsapp", "image", "type: call, call: {}")
	expectRules(t, call, Options{V1: true},
		`12: props.messages.1.type: the interface v1 does not have the value "call"; services that have v1 alone refuse it (interface)`,
		`12: props.messages.1.call: the interface v1 does not have this field; remove it for services that have v1 alone (interface)`)
	doc := read(t, call)
	if !doc.UsesBeyond() {
		t.Error("a call is of v1")
	}
	found, err := doc.Unknown(apiWith(t, func(s string) string { return strings.ReplaceAll(s, `"call",`, "") }))
	if err != nil || !strings.Contains(found.Error(), "props.messages.1.type: the service does not know this value") {
		t.Errorf("%v, %v", found, err)
	}
	if found, err := doc.Unknown(apiWith(t, func(s string) string { return s })); err != nil || len(found) > 0 {
		t.Errorf("a service that knows calls: %v, %v", found, err)
	}
}
