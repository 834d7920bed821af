package schema

import "testing"

func TestRulesMarks(t *testing.T) {
	const text, effect = "type: text, text: hey, ", "12: warning: props.messages.1."
	for fields, want := range map[string]string{
		text + "starred: true, unread: true, replyToStory: a.png": "",
		text + "failed: true":                               effect + "failed: has no effect on a received message; only those of the sender can fail (ignored)",
		text + "replyTo: m1, replyToStory: a.png":           effect + "replyToStory: has no effect beside replyTo; a message answers one thing (ignored)",
		text + "retype: no":                                 effect + "retype: has no effect on a picture; set renderKind: video, or leave it out (ignored)",
		"type: typing":                                      effect + "type: has no effect on a picture, which shows who types by presence: typing of a receiver (ignored)",
		"type: event, event: { kind: left }, starred: true": effect + "starred: has no effect on a message of the type event (ignored)",
	} {
		wants := []string{want}
		if want == "" {
			wants = nil
		}
		expectRules(t, talking("whatsapp", "image", fields), Options{AllowPaths: true}, wants...)
	}
	expectRules(t, talking("whatsapp", "video", text+"retype: no"), Options{},
		effect+"retype: has no effect on a received message; only the sender is seen typing letters (ignored)")
	expectRules(t, talking("whatsapp", "video", text+"timing: { read: 2 }"), Options{},
		effect+"timing.read: has no effect on a message without the status read (ignored)")
	expectRules(t, talking("whatsapp", "video", "type: typing"), Options{})
	expectRules(t, talking("whatsapp", "image", text+"starred: true"), Options{V1: true},
		"12: props.messages.1.starred: the interface v1 does not have this field; remove it for services that have v1 alone (interface)")
}

func TestRulesPresence(t *testing.T) {
	chat := func(platform, kind, receiver string) string {
		return payload(Chats, platform, kind, "sender: { id: me, name: N }", "receivers: [{ id: a, name: A"+receiver+" }]",
			"messages: [{ id: m1, userId: me, type: text, text: hi, status: read, timestamp: 2026-03-01T09:41:00Z }]")
	}
	const at = "9: warning: props.receivers.0."
	for receiver, want := range map[string]string{
		", presence: online": "",
		", presence: offline, lastSeen: 2026-03-01T09:41:00Z": "",
		", presence: typing":               "",
		", lastSeen: 2026-03-01T09:41:00Z": at + "lastSeen: has no effect without presence: offline (ignored)",
	} {
		wants := []string{want}
		if want == "" {
			wants = nil
		}
		expectRules(t, chat("whatsapp", "image", receiver), Options{}, wants...)
	}
	expectRules(t, chat("whatsapp", "video", ", presence: typing"), Options{},
		at+"presence: has no effect on a video, which shows it by a message of the type typing (ignored)")
	expectRules(t, chat("imessage", "image", ", presence: typing"), Options{})
	for _, platform := range Platforms(Chats) {
		_, found := Decode([]byte(chat(platform, "image", ", presence: online")), Options{})
		warned := false
		for _, d := range found {
			warned = warned || d.Path == "props.receivers.0.presence"
		}
		if warned == Shows(Chats, platform, "presence") {
			t.Errorf("%s: warned %v: %v", platform, warned, found)
		}
	}
}

func TestRulesChanges(t *testing.T) {
	changes := func(platform, change string) string {
		return talking(platform, "video", "type: text, text: hey") + "video: { changes: [" + change + "] }\n"
	}
	const at = "13: warning: video.changes.0"
	for change, want := range map[string]string{
		"{ after: m1, presence: online }":                             "",
		"{ at: 2, batteryLevel: 12, statusBarTime: '9:50' }":          "",
		"{ at: 2, notification: { title: T, text: x, hold: 3 } }":     "",
		"{ at: 2, after: m1, presence: none }":                        "13: video.changes.0.after: at says already when it changes; keep one of them (conflict)",
		"{ presence: none }":                                          "13: video.changes.0.after: required without at; it is the id of the message after which it changes (required)",
		"{ after: m9, presence: none }":                               `13: video.changes.0.after: "m9" is the id of no message; known ids: "m1", "m2" (reference)`,
		"{ at: 2, delay: 1, presence: none }":                         at + ".delay: has no effect without after (ignored)",
		"{ at: 2, presence: online, lastSeen: 2026-03-01T09:41:00Z }": at + ".lastSeen: has no effect without presence: offline (ignored)",
		"{ at: 2 }": at + ": has no effect; give presence, notification, statusBarTime or batteryLevel (ignored)",
	} {
		wants := []string{want}
		if want == "" {
			wants = nil
		}
		expectRules(t, changes("whatsapp", change), Options{}, wants...)
	}
	expectRules(t, changes("msn", "{ at: 2, batteryLevel: 9 }"), Options{}, at+".batteryLevel: has no effect on msn, which is a window and no phone (ignored)")
}
