package schema

import (
	"fmt"
	"strings"
	"testing"
)

func TestRulesKinds(t *testing.T) {
	const effect = "12: warning: props.messages.1."
	const poll = "type: poll, poll: { question: Where, options: "
	for fields, want := range map[string]string{
		"type: text, text: hey, link: { title: T, site: example.org }":                         "",
		"type: file, file: { name: a.pdf, size: 3 }, text: look":                               "",
		"type: sticker, sticker: { emoji: 🎉 }":                                                 "",
		"type: sticker, sticker: { image: \"data:image/png;base64,iVBORw0KGgo=\" }":            "",
		"type: gif, gif: { image: \"data:image/png;base64,iVBORw0KGgo=\" }, text: look":        "",
		"type: location, location: {}":                                                         "",
		"type: contact, contact: { name: Zoe }, reactions: [{ emoji: 👍, by: [me] }]":           "",
		poll + "[{ text: A, by: [me, a] }, { text: B, by: [me], votes: 9 }], multiple: true }": "",

		"type: file": "12: props.messages.1.file: required for a message of the type file (required)",
		"type: video, video: { poster: \"data:image/png;base64,iVBORw0KGgo=\" }": "12: props.messages.1.video.durationSeconds: required field is missing (required)",
		"type: sticker, sticker: {}":                                                                             "12: props.messages.1.sticker.image: required for a sticker without an emoji (required)",
		"type: text, text: x, file: { name: a }":                                                                 effect + "file: has no effect on a message of the type text (ignored)",
		"type: location, location: {}, text: x":                                                                  effect + "text: has no effect on a message of the type location (ignored)",
		"type: location, location: {}, link: { title: T, site: S }":                                              effect + "link: has no effect on a message of the type location; only texts have one (ignored)",
		"type: text, text: x, deleted: true, link: { title: T, site: S }":                                        effect + "link: has no effect on a message that was deleted (ignored)",
		"type: contact, contact: { name: \" \" }":                                                                effect + "contact.name: this text is empty or blank (empty)",
		poll + "[{ text: A }] }":                                                                                 "12: props.messages.1.poll.options: the number of items is 1; allowed: 2 to 12 (length)",
		poll + "[{ text: A, by: [b] }, { text: B }] }":                                                           `12: props.messages.1.poll.options.0.by.0: "b" is the id of no user of this conversation; known ids: "a", "me" (reference)`,
		poll + "[{ text: A, by: [a, a] }, { text: B }] }":                                                        effect + `poll.options.0.by.1: "a" is named twice for this answer, and counted once (contradiction)`,
		poll + "[{ text: A, by: [a] }, { text: B, by: [a] }] }":                                                  effect + `poll.options.1.by.0: "a" chose another answer, too; write multiple: true for a poll in which people may (contradiction)`,
		poll + "[{ text: A }, { text: B }], votesAfter: 1 }":                                                     effect + "poll.votesAfter: has no effect on a picture; set renderKind: video, or leave it out (ignored)",
		"type: gif, gif: { image: \"data:image/png;base64,iVBORw0KGgo=\", file: \"https://example.org/a.mp4\" }": effect + "gif.file: has no effect on a picture; set renderKind: video, or leave it out (ignored)",
		poll + "[{ text: A, by: [a, me], votes: 1 }, { text: B }] }":                                             effect + "poll.options.0.votes: less than the 2 in by, who are counted (contradiction)",
	} {
		wants := []string{want}
		if want == "" {
			wants = nil
		}
		expectRules(t, talking("whatsapp", "image", fields), Options{}, wants...)
	}
	expectRules(t, talking("whatsapp", "video", poll+"[{ text: A }, { text: B }], votesAfter: 1 }"), Options{})
	expectRules(t, talking("whatsapp", "video", "type: video, video: { poster: \"data:image/png;base64,iVBORw0KGgo=\", durationSeconds: 3, file: \"https://example.org/a.mp4\" }"), Options{})
	for fields, want := range map[string]string{
		"type: text, text: hey, link: { title: T, site: S }":                     "link: has no effect on bluesky",
		"type: poll, poll: { question: Q, options: [{ text: A }, { text: B }] }": "type: bluesky has no messages of the type poll; this one is left out",
	} {
		_, found := Decode([]byte(talking("bluesky", "image", fields)), Options{})
		if len(found) != 1 || !strings.Contains(found.Error(), "props.messages.1."+want) {
			t.Errorf("%s on bluesky: %v", fields, found)
		}
	}
}

// Each kind is beyond the v1 interface, with its type and its field.
func TestKindsBeyondV1(t *testing.T) {
	for kind, value := range map[string]string{
		"file": "{ name: a }", "sticker": "{ emoji: 🎉 }", "gif": `{ image: "https://example.org/a.gif" }`,
		"video": `{ poster: "https://example.org/a.png", durationSeconds: 3 }`, "location": "{}", "contact": "{ name: Z }",
		"poll": "{ question: Q, options: [{ text: A }, { text: B }] }",
	} {
		expectRules(t, talking("whatsapp", "image", "type: "+kind+", "+kind+": "+value), Options{V1: true},
			`12: props.messages.1.type: the interface v1 does not have the value "`+kind+`"; services that have v1 alone refuse it (interface)`,
			`12: props.messages.1.`+kind+`: the interface v1 does not have this field; remove it for services that have v1 alone (interface)`)
	}
	expectRules(t, talking("whatsapp", "image", "type: text, text: x, link: { title: T, site: S }"), Options{V1: true},
		`12: props.messages.1.link: the interface v1 does not have this field; remove it for services that have v1 alone (interface)`)
}

// The video files that play in one video are bounded; one that plays in several messages counts once.
func TestFilmsAreBounded(t *testing.T) {
	chat := func(kind string, files int) string {
		text := talking("whatsapp", kind, `type: gif, gif: { image: "data:image/png;base64,iVBORw0KGgo=", file: "https://example.org/0.mp4" }`)
		last := text[strings.LastIndex(strings.TrimSpace(text), "\n")+1:]
		for n := range files {
			line := strings.Replace(last, "/0.mp4", fmt.Sprintf("/%d.mp4", n), 1)
			text += strings.Replace(line, "id: ", fmt.Sprintf("id: x%d", n), 1)
		}
		return text
	}
	expectRules(t, chat("video", mostFilms), Options{})
	_, found := Decode([]byte(chat("video", mostFilms+1)), Options{})
	if want := "gif.file: this is video file 21 of the messages; at most 20 play in one video; leave this one out"; len(found) != 1 || !strings.Contains(found.Error(), want) {
		t.Errorf("%v; want %s", found, want)
	}
}
