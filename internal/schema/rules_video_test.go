package schema

import "testing"

// clip returns the payload of a video of a chat: three messages, with these timings and settings of the video. The
// messages are in lines 10 to 12, the settings in line 13.
func clip(settings string, timings ...string) string {
	lines := []string{"sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "messages:"}
	for i, id := range []string{"a", "b", "c"} {
		timing := ""
		if i < len(timings) && timings[i] != "" {
			timing = ", timing: { " + timings[i] + " }"
		}
		lines = append(lines, "- { id: "+id+", userId: "+[]string{"leo", "me", "leo"}[i]+", type: text, text: hi, timestamp: 2026-03-01T09:41:00Z"+timing+" }")
	}
	text := payload(Chats, "whatsapp", "video", lines...)
	if settings != "" {
		text += "video: { " + settings + " }\n"
	}
	return text
}

func TestRulesVideo(t *testing.T) {
	for name, tc := range map[string]struct {
		settings string
		timings  []string
		want     []string
	}{
		"all of it":               {"pace: fast, startAt: a, intro: 1, outro: 2, length: 20, loop: true, clock: follow", []string{"hold: 2", "delay: 1, typing: 2", "at: 9.5"}, nil},
		"a number of letters":     {"pace: 18.5", nil, nil},
		"too many letters":        {"pace: 61", nil, []string{`14: video.pace: 61 is too large; allowed: 2 to 60 (range)`}},
		"a pace in quotes":        {"pace: '18'", nil, []string{`14: video.pace: expected a number, found "18"; remove the quotes (type)`}},
		"a pace that is no word":  {"pace: quick", nil, []string{`14: video.pace: "quick" is not allowed; allowed: slow, normal, fast, or a number (enum)`}},
		"a pace that is a list":   {"pace: [1]", nil, []string{`14: video.pace: expected slow, normal, fast, or a number, found an array (type)`}},
		"no such start":           {"startAt: z", nil, []string{`14: video.startAt: "z" is the id of no message; known ids: "a", "b", "c" (reference)`}},
		"nothing happens":         {"startAt: c", nil, []string{`14: video.startAt: "c" is the last one, so that nothing would happen; name an earlier one (conflict)`}},
		"times of what is there":  {"startAt: b", []string{"hold: 2", "at: 3, hold: 2"}, []string{`11: warning: props.messages.0.timing.hold: has no effect; the video starts with this on the screen, by startAt (ignored)`, `12: warning: props.messages.1.timing.at: has no effect; the video starts with this on the screen, by startAt (ignored)`}},
		"at and delay":            {"", []string{"", "at: 3, delay: 2"}, []string{`12: props.messages.1.timing.delay: at says already when it comes; keep one of them (conflict)`}},
		"before the one before":   {"", []string{"at: 3", "at: 2"}, []string{`12: props.messages.1.timing.at: 2 s is too early; by its own times and those before it, this comes after 3.1 s at the earliest (mismatch)`}},
		"before it is typed":      {"", []string{"at: 3", "at: 4, typing: 2"}, []string{`12: props.messages.1.timing.at: 4 s is too early; by its own times and those before it, this comes after 5 s at the earliest (mismatch)`}},
		"while another one holds": {"", []string{"at: 3, hold: 2", "", "at: 5"}, []string{`13: props.messages.2.timing.at: 5 s is too early; by its own times and those before it, this comes after 5.1 s at the earliest (mismatch)`}},
		"during the intro":        {"intro: 4", []string{"at: 3"}, []string{`11: props.messages.0.timing.at: 3 s is too early; by its own times and those before it, this comes after 4 s at the earliest (mismatch)`}},
		"shorter than its times":  {"length: 6, outro: 1", []string{"at: 3", "", "at: 5, hold: 2"}, []string{`14: video.length: 6 s is too short; the times in this payload take 8 s at least (mismatch)`}},
		"as short as its times":   {"length: 8, outro: 1", []string{"at: 3", "", "at: 5, hold: 2"}, nil},
		"too long":                {"", []string{"hold: 3400", "hold: 300"}, []string{`12: props.messages.1.timing: with these times the video is longer than 3600 s, the most that a video may have (range)`}},
		"too long with its end":   {"outro: 60", []string{"", "", "at: 3580"}, []string{`14: video: with these times the video is longer than 3600 s, the most that a video may have (range)`}},
		"negative":                {"intro: -1", []string{"at: -1"}, []string{`11: props.messages.0.timing.at: -1 is too small; allowed: 0 to 3600 (range)`, `14: video.intro: -1 is too small; allowed: 0 to 60 (range)`}},
	} {
		t.Run(name, func(t *testing.T) {
			expectRules(t, clip(tc.settings, tc.timings...), Options{}, tc.want...)
		})
	}
}

// Settings and times that a type has no use for are accepted, with a warning.
func TestRulesVideoIgnored(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"picture": {payload(AI, "chatgpt", "image", "model: M", "messages: [{ id: a, role: user, content: hi, timing: { hold: 1 } }]") + "video: { pace: fast }\n",
			[]string{`9: warning: props.messages.0.timing: has no effect on a picture; set renderKind: video, or leave it out (ignored)`, `10: warning: video: has no effect on a picture; set renderKind: video, or leave it out (ignored)`}},
		"post": {payload(Posts, "x", "image", "post: { id: a, author: { name: A }, content: c, timestamp: 2026-03-01T09:41:00Z, metrics: {} }") + "video: {}\n",
			[]string{`9: warning: video: has no effect on posts, of which there are no videos; leave it out (ignored)`}},
		"recordings and reactions of a picture": {payload(Chats, "whatsapp", "image", "sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "messages:",
			"- { id: a, userId: leo, type: voice, timestamp: 2026-03-01T09:41:00Z, voice: { durationSeconds: 3, playAfter: 1 }, reactions: [{ emoji: 👍, by: [me], after: 2 }] }",
			"- { id: b, userId: leo, type: voice, timestamp: 2026-03-01T09:41:00Z, voice: { durationSeconds: 3, playAfter: 1 } }"),
			[]string{`11: warning: props.messages.0.voice.playAfter: has no effect on a picture; set renderKind: video, or leave it out (2 times, the first is here) (ignored)`,
				`11: warning: props.messages.0.reactions.0.after: has no effect on a picture; set renderKind: video, or leave it out (ignored)`}},
		"story": {payload(Stories, "instagram", "video", "author: { username: u, verified: false }", "slides:", "- { id: a, timing: { delay: 1, typing: 1, hold: 3 } }", "- { id: b, timing: { at: 2.5 } }") +
			"video: { pace: fast, startAt: a, intro: 0, outro: 1, length: 9, loop: true, clock: follow }\n",
			[]string{
				`10: warning: props.slides.0.timing.delay: has no effect on a slide; hold is how long it is shown (ignored)`,
				`10: warning: props.slides.0.timing.typing: has no effect on a slide; only messages are typed (ignored)`,
				`11: props.slides.1.timing.at: 2.5 s is too early; by its own times and those before it, this comes after 3 s at the earliest (mismatch)`,
				`12: warning: video.pace: has no effect on stories; hold in the timing of a slide is its length (ignored)`,
				`12: warning: video.startAt: has no effect on stories; only chats, ai and notifications have it (ignored)`,
				`12: warning: video.loop: has no effect on stories, whose last slide leads into the first as every slide into the next (ignored)`,
				`12: warning: video.clock: has no effect on stories; only the messages of chats have timestamps (ignored)`}},
		"passed slide": {payload(Stories, "instagram", "video", "author: { username: u, verified: false }", "currentSlide: 1", "slides: [{ id: a, timing: { hold: 9 } }, { id: b, timing: { at: 0 } }]"),
			[]string{`10: warning: props.slides.0.timing: has no effect; the video begins with the slide that currentSlide names (ignored)`}},
		"notifications, the last of the list first": {payload(Notifications, "ios", "video", "notifications:",
			"- { id: a, title: A, text: a, timing: { at: 3 } }", "- { id: b, title: B, text: b, timing: { at: 4, typing: 1 } }") + "video: { startAt: a, clock: follow }\n", []string{
			`9: warning: props.notifications.0.timing.at: has no effect; the video starts with this on the screen, by startAt (2 times, the first is here) (ignored)`,
			`10: warning: props.notifications.1.timing.typing: has no effect; the video starts with this on the screen, by startAt (ignored)`,
			`11: video.startAt: "a" is the last one, so that nothing would happen; name an earlier one (conflict)`,
			`11: warning: video.clock: has no effect on notifications; only the messages of chats have timestamps (ignored)`}},
		"notifications in order": {payload(Notifications, "ios", "video", "notifications:",
			"- { id: a, title: A, text: a, timing: { at: 3 } }", "- { id: b, title: B, text: b, timing: { at: 4, typing: 1 } }"), []string{
			`9: props.notifications.0.timing.at: 3 s is too early; by its own times and those before it, this comes after 4.1 s at the earliest (mismatch)`,
			`10: warning: props.notifications.1.timing.typing: has no effect here; only messages are typed (ignored)`}},
		"card": {payload(CommentPopup, "", "video", "comments: [{ id: a, platform: x, username: u, text: t, timing: { typing: 1 } }]") + "video: { pace: slow, startAt: a }\n", []string{
			`6: warning: props.comments.0.timing.typing: has no effect here; only messages are typed (ignored)`,
			`7: warning: video.pace: has no effect on comment-popup; props.speed is how fast the cards follow each other (ignored)`,
			`7: warning: video.startAt: has no effect on comment-popup; only chats, ai and notifications have it (ignored)`}},
		"keyboard on a picture": {payload(Chats, "whatsapp", "image", "sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "messages: []") + "video: { keyboard: true, typos: 1, pace: fast }\n",
			[]string{`11: warning: video.typos: has no effect on a picture; set renderKind: video, or leave it out (ignored)`, `11: warning: video.pace: has no effect on a picture; set renderKind: video, or leave it out (ignored)`}},
		"keyboard of a window": {payload(Chats, "msn", "video", "sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "messages: []") + "video: { keyboard: true, typos: 1 }\n",
			[]string{`11: warning: video.keyboard: has no effect on msn, which is a window of a desktop (ignored)`}},
		"keyboard without a field": {payload(Chats, "whatsapp", "video", "sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "messages: []", "showFooter: false") + "video: { keyboard: true, typos: 1 }\n",
			[]string{`12: warning: video.keyboard: has no effect without the bar that one types in; leave showFooter out (ignored)`,
				`12: warning: video.typos: has no effect without the bar that one types in; leave showFooter out (ignored)`}},
		"keyboard below what floats": {payload(Chats, "whatsapp", "video", "sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "messages: []", "floatingMessages: true") + "video: { keyboard: true }\n",
			[]string{`12: warning: video.keyboard: has no effect with floatingMessages; set render3D or leave them out (ignored)`}},
		"keyboard of an assistant": {payload(AI, "chatgpt", "video", "model: M", "messages: [{ id: a, role: user, content: hi }]") + "video: { keyboard: true, typos: 2 }\n",
			[]string{`10: warning: video.typos: has no effect on ai; only chats have it (ignored)`}},
		"own picture": {payload(Chats, "whatsapp", "video", "sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "messages:",
			"- { id: a, userId: me, type: image, images: [{ id: i, filename: f, data: 'https://x.example/a', mimeType: image/png, size: 1 }], timestamp: 2026-03-01T09:41:00Z, timing: { typing: 1 } }"),
			[]string{`11: warning: props.messages.0.timing.typing: has no effect on a picture that the sender sends; nothing is typed (ignored)`}},
		"voices and sounds of a picture": {payload(Stories, "instagram", "image", "author: { username: u, verified: false }", "slides: [{ id: a, narration: 'https://x.example/a.mp3' }]") + "video: { sounds: true }\n",
			[]string{`9: warning: props.slides.0.narration: has no effect on a picture; set renderKind: video, or leave it out (ignored)`, `10: warning: video: has no effect on a picture; set renderKind: video, or leave it out (ignored)`}},
		"sounds of cards": {payload(CommentPopup, "", "video", "comments: [{ id: a, platform: x, username: u, text: t, narration: 'https://x.example/a.mp3' }]") + "video: { sounds: false }\n",
			[]string{`7: warning: video.sounds: has no effect on comment-popup; props.sound says whether its cards are heard (ignored)`}},
		"voice of a passed slide": {payload(Stories, "instagram", "video", "author: { username: u, verified: false }", "currentSlide: 1", "slides: [{ id: a, narration: 'https://x.example/a.mp3' }, { id: b, narration: 'https://x.example/a.mp3' }]"),
			[]string{`10: warning: props.slides.0.narration: has no effect; the video begins with the slide that currentSlide names (ignored)`}},
		"voices of what is there": {payload(AI, "chatgpt", "video", "model: M", "messages:", "- { id: a, role: user, content: hi, narration: 'https://x.example/a.mp3' }",
			"- { id: b, role: assistant, content: hi, narration: 'https://x.example/a.mp3' }", "- { id: c, role: user, content: hi }") + "video: { startAt: b, soundtrack: { file: 'https://x.example/m.mp3', volume: 1.5 } }\n",
			[]string{`10: warning: props.messages.0.narration: has no effect; the video starts with this on the screen, by startAt (ignored)`,
				`13: video.soundtrack.volume: 1.5 is too large; allowed: 0 to 1 (range)`}},
		"clock of a window": {payload(Chats, "slack", "video", "sender: { id: me, name: Mia }", "receivers: [{ id: leo, name: Leo }]", "showDeviceStatus: false", "messages: []") + "video: { clock: follow }\n",
			[]string{`12: warning: video.clock: has no effect without a status bar (ignored)`}},
	} {
		t.Run(name, func(t *testing.T) { expectRules(t, tc.text, Options{}, tc.want...) })
	}
}
