package schema

import "testing"

// posted is a post with some fields, in flow style.
func posted(platform, fields string) string {
	return payload(Posts, platform, "image", "post: { id: p, author: { name: N }, content: hi, metrics: {}, timestamp: 2026-03-01T09:41:00Z, "+fields+" }")
}

func TestRulesOfPostParts(t *testing.T) {
	const at = "8: props.post."
	const quote = "quote: { author: { name: A }, content: yes, timestamp: 2026-03-01T09:41:00Z }"
	const options = "options: [{ id: a, text: A, votes: 1 }, { id: b, text: B, votes: 2 }]"
	const link = "link: { url: \"https://example.com\", title: T }"
	for _, tc := range []struct{ platform, fields, want string }{
		{"x", quote, ""},
		{"x", "images: [a.png, b.png]", ""},
		{"linkedin", "poll: { question: Q, voted: a, " + options + " }", ""},
		{"bluesky", link, ""},
		{"facebook", "reactionKinds: [love, care], poll: { " + options + " }", ""},
		{"tiktok", quote, "8: warning: props.post.quote: has no effect on tiktok (ignored)"},
		{"instagram", link, "8: warning: props.post.link: has no effect on instagram (ignored)"},
		{"bluesky", "poll: { " + options + " }", "8: warning: props.post.poll: has no effect on bluesky (ignored)"},
		{"x", "poll: { question: Q, " + options + " }", "8: warning: props.post.poll.question: has no effect on x; only linkedin has it (ignored)"},
		{"x", "poll: { voted: c, " + options + " }", at + `poll.voted: "c" is the id of no option of this poll; known ids: "a", "b" (reference)`},
		{"x", "poll: { closed: true, endsIn: 2 days, " + options + " }", "8: warning: props.post.poll.endsIn: has no effect on a poll that is closed (ignored)"},
		{"x", "images: [a.png, b.png], image: c.png", "8: warning: props.post.image: has no effect with images, which take its place (ignored)"},
		{"x", "images: [a.png, b.png], poll: { " + options + " }", "8: warning: props.post.poll: has no effect on a post with pictures, which has no poll (ignored)"},
		{"x", "poll: { " + options + " }, " + link, "8: warning: props.post.link: has no effect on a post with a poll, which has no card of a link (ignored)"},
		{"x", "images: [a.png]", at + "images: the number of items is 1; allowed: 2 to 20 (length)"},
		{"linkedin", "reactionKinds: [like, sad]", "8: warning: props.post.reactionKinds.1: has no effect on linkedin, whose reactions are like, celebrate, support, love, insightful, funny (ignored)"},
		{"facebook", "reactionKinds: [like, like]", at + `reactionKinds.1: "like" is named twice; name each kind once (unique)`},
		{"facebook", "reactionKinds: [wave]", at + `reactionKinds.0: "wave" is not allowed; allowed: like, love, care, haha, wow, sad, angry, celebrate, support, insightful, funny (enum)`},
	} {
		wants := []string{tc.want}
		if tc.want == "" {
			wants = nil
		}
		expectRules(t, posted(tc.platform, tc.fields), Options{AllowPaths: true}, wants...)
	}
	expectRules(t, posted("x", quote), Options{V1: true}, at+"quote: the interface v1 does not have this field; remove it for services that have v1 alone (interface)")
}

func TestRulesOfPopupCards(t *testing.T) {
	card := func(platform string) string {
		return payload(CommentPopup, "", "video", "comments: [{ id: a, platform: "+platform+", username: u, text: t, likes: 3, verified: true, tilt: -4, exit: 2 }]")
	}
	for _, platform := range []string{"youtube", "x", "instagram"} {
		expectRules(t, card(platform), Options{})
	}
	expectRules(t, card("tiktok"), Options{},
		"6: warning: props.comments.0.likes: has no effect on tiktok; only youtube, x and instagram have it (ignored)", "6: warning: props.comments.0.verified: has no effect on tiktok; only youtube, x and instagram have it (ignored)")
	const beyond = ": the interface v1 does not have this field; remove it for services that have v1 alone (interface)"
	expectRules(t, card("x"), Options{V1: true}, "6: props.comments.0.likes"+beyond, "6: props.comments.0.verified"+beyond, "6: props.comments.0.tilt"+beyond, "6: props.comments.0.exit"+beyond)
}

func TestRulesOfMarkedComments(t *testing.T) {
	thread := func(platform, fields, reply string) string {
		const base = "userId: a, likes: 0, timestamp: 2026-03-01T09:41:00Z, "
		return payload(Comments, platform, "image", "postAuthor: { id: a, name: A, username: a }", "currentUser: { id: b, name: B, username: b }", "users: []", "commentCount: 2",
			"comments: [{ id: c, "+base+fields+", replies: [{ id: r, "+base+reply+" }] }]")
	}
	const at = "12: warning: props.comments.0."
	expectRules(t, thread("instagram", `text: "", image: a.png, pinned: true, likedByAuthor: true`, "text: hi"), Options{AllowPaths: true})
	expectRules(t, thread("youtube", "text: hi, image: a.png", "text: hi, pinned: true"), Options{AllowPaths: true},
		at+"image: has no effect on youtube (ignored)", at+"replies.0.pinned: has no effect on an answer; only comments are pinned (ignored)")
	expectRules(t, thread("x", "text: hi, pinned: true, likedByAuthor: true", "text: hi"), Options{},
		at+"pinned: has no effect on x (ignored)", at+"likedByAuthor: has no effect on x (ignored)")
}

func TestRulesOfStickers(t *testing.T) {
	story := func(kind, slide string) string {
		return payload(Stories, "instagram", kind, "author: { username: u, verified: false }", "slides: [{ id: a, "+slide+" }, { id: b }]")
	}
	const at = "9: props.slides.0.stickers.0"
	const effect = "9: warning: props.slides.0."
	const options = "options: [{ id: y, text: Y, votes: 1 }, { id: n, text: N, votes: 2 }]"
	for sticker, want := range map[string]string{
		"text: hi, font: serif, size: 40, ground: box, color: '#fff', align: left, x: 0, y: 1, tilt: -4": "",
		"kind: link, url: 'https://example.com'":                                                         "",
		"kind: poll, text: Now, voted: y, " + options:                                                    "",
		"kind: text":            at + ".text: required for a text sticker (required)",
		"kind: link":            at + ".url: required for a link sticker (required)",
		"kind: poll, text: Now": at + ".options: required for a poll sticker (required)",
		"text: ' '":             effect + "stickers.0.text: this text is empty or blank (empty)",
		"kind: link, url: 'https://example.com', size: 20": effect + "stickers.0.size: has no effect on a link sticker (ignored)",
		"text: hi, voted: y":                                         effect + "stickers.0.voted: has no effect on a text sticker (ignored)",
		"kind: poll, text: Now, voted: m, " + options:                at + `.voted: "m" is the id of no option of this poll; known ids: "n", "y" (reference)`,
		"kind: poll, text: Now, votedAfter: 1, " + options:           at + ".voted: required for votedAfter (required)",
		"kind: poll, text: Now, voted: n, votedAfter: 1, " + options: effect + "stickers.0.votedAfter: has no effect on a picture; set renderKind: video, or leave it out (ignored)",
		"text: hi, votedAfter: 1":                                    effect + "stickers.0.votedAfter: has no effect on a text sticker (ignored)",
		"text: hi, ground: strip, tilt: 4":                           effect + "stickers.0.tilt: has no effect on a strip, which goes straight from edge to edge (ignored)",
		"text: hi, y: 1.5":                                           at + ".y: 1.5 is too large; allowed: 0 to 1 (range)",
	} {
		wants := []string{want}
		if want == "" {
			wants = nil
		}
		expectRules(t, story("image", "stickers: [{ "+sticker+" }]"), Options{}, wants...)
	}
	expectRules(t, story("image", "tap: 2"), Options{}, effect+"tap: has no effect on a picture; set renderKind: video, or leave it out (ignored)")
	expectRules(t, story("video", "tap: 2"), Options{})
	expectRules(t, story("video", "tap: 3, timing: { hold: 3 }"), Options{}, effect+"tap: has no effect; by timing.hold, the slide is over by then (ignored)")
	expectRules(t, story("video", "tap: 9"), Options{}, effect+"tap: has no effect; the bar of a slide without timing.hold is full after 5 s; give a smaller tap, or a timing.hold above 9 s (ignored)")
	unskipped := payload(Stories, "instagram", "video", "author: { username: u, verified: false }", "slides: [{ id: a, tap: 9 }, { id: b, timing: { at: 6 } }]")
	expectRules(t, unskipped, Options{}, effect+"tap: has no effect; the bar of a slide without timing.hold is full after 5 s; give a smaller tap, or a timing.hold above 9 s (ignored)")
	last := payload(Stories, "instagram", "video", "author: { username: u, verified: false }", "slides: [{ id: a, tap: 2 }]")
	expectRules(t, last, Options{}, effect+"tap: has no effect on the last slide, behind which the story ends (ignored)")
	early := payload(Stories, "instagram", "video", "author: { username: u, verified: false }", "slides: [{ id: a, tap: 2 }, { id: b, timing: { at: 1 } }]")
	expectRules(t, early, Options{}, "9: props.slides.1.timing.at: 1 s is too early; by its own times and those before it, this comes after 2 s at the earliest (mismatch)")
	expectRules(t, story("image", "stickers: [{ text: hi }]"), Options{V1: true},
		"9: props.slides.0.stickers: the interface v1 does not have this field; remove it for services that have v1 alone (interface)")
}

func TestRulesOfWaking(t *testing.T) {
	lock := func(kind string) string {
		return payload(Notifications, "ios", kind, "wake: true", "notifications: [{ id: a, title: A, text: a, group: g }, { id: b, title: B, text: b, group: g }]")
	}
	expectRules(t, lock("video"), Options{})
	expectRules(t, lock("image"), Options{}, "8: warning: props.wake: has no effect on a picture; set renderKind: video, or leave it out (ignored)")
	expectRules(t, "video: { startAt: b }\n"+lock("video"), Options{}, "9: warning: props.wake: has no effect with video.startAt; a notification is on the screen from the beginning (ignored)")
	const beyond = ": the interface v1 does not have this field; remove it for services that have v1 alone (interface)"
	expectRules(t, lock("video"), Options{V1: true}, "8: props.wake"+beyond, "9: props.notifications.0.group"+beyond, "9: props.notifications.1.group"+beyond)
}

func TestRulesOfUnlocking(t *testing.T) {
	lock := func(kind string) string {
		return payload(Notifications, "ios", kind, "unlock: true", "notifications: [{ id: a, title: A, text: a }]")
	}
	expectRules(t, lock("video"), Options{})
	expectRules(t, lock("image"), Options{}, "8: warning: props.unlock: has no effect on a picture; set renderKind: video, or leave it out (ignored)")
	expectRules(t, lock("video"), Options{V1: true}, "8: props.unlock: the interface v1 does not have this field; remove it for services that have v1 alone (interface)")
}
