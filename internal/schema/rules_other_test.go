package schema

import (
	"fmt"
	"strings"
	"testing"
)

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
		"  - { id: b, title: ' ', text: x, face: 'https://x.example/f.png' }",
		"  - { id: c, title: '', text: x, iconPreset: x }",
		"  - { id: d, title: t, text: x, iconPreset: submarine }",
		"wallpaper: ''"), Options{},
		`9: warning: props.notifications.0.iconPreset: "spotfy" is not a known icon, so a monogram is drawn; "mockup schema notifications" lists all icons; did you mean "spotify"? (ignored)`,
		`10: props.notifications.1.id: the id "a" is used twice; ids must be unique among notifications (unique)`,
		`10: warning: props.notifications.1.icon: has no effect beside iconPreset (ignored)`,
		`11: warning: props.notifications.2.title: this text is empty or blank (empty)`,
		`11: warning: props.notifications.2.face: the badge on a face is the icon of the app, and there is none, so a monogram is drawn; add iconPreset or icon (incomplete)`,
		`13: warning: props.notifications.4.iconPreset: "submarine" is not a known icon, so a monogram is drawn; "mockup schema notifications" lists all icons (ignored)`,
		`14: props.wallpaper: an image must not be empty; leave the field out instead (format)`)
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
	quoting := strings.Replace(post("x", "", "viewedAt: 2026-03-01T09:42:00Z"), "metrics:", "quote: { author: { name: B }, content: d, timestamp: 2026-03-01T09:40:00Z }, metrics:", 1)
	expectRules(t, quoting, Options{})
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
	expectRules(t, mail("leaked", "b"), Options{},
		`11: props.conversation.me: "b" is the id of no participant; known ids: "a" (reference)`,
		`13: warning: props.conversation.emails.0.expanded: has no effect on leaked`+others(Emails, "expanded"),
		`13: warning: props.conversation.emails.0.showDetails: has no effect on leaked`+others(Emails, "showDetails"))
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
	many := func(n int) string { return "[" + strings.Repeat("1, ", n-1) + "1]" }
	for _, test := range [][2]int{{60, 2}, {2, 5}} {
		expectRules(t, payload(DashboardChart, "", "image", "points: "+many(test[0]), "comparePoints: "+many(test[1])), Options{},
			fmt.Sprintf("7: warning: props.comparePoints: the previous period has %d points, and points has %d; both lines are as wide as the chart, so give as many for both (contradiction)", test[1], test[0]))
	}
	expectRules(t, payload(DashboardChart, "", "image", "points: "+many(31), "comparePoints: "+many(28)), Options{})
}

func TestRulesContribution(t *testing.T) {
	expectRules(t, payload(ContributionChart, "", "image", "levels: ["+strings.Repeat("0, ", 400)+"-1]"), Options{},
		`6: props.levels: the number of items is 401; allowed: 1 to 400 (length)`,
		`6: props.levels.400: -1 is too small; allowed: 0 to 4 (range)`)
}
