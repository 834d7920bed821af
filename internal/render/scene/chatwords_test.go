package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// talked returns the rows of a conversation with the messages that change makes of those of the lines.
func talked(t *testing.T, platform string, change func([]schema.ChatMessage), lines ...string) []ChatRow {
	t.Helper()
	props := talkProps(t, platform, lines...)
	change(props.Messages)
	return build(t, schema.Chats, platform, props).View.Body.(*Chat).Rows
}

// A message that is deleted where the app leaves nothing of it goes, and its neighbours become one run.
func TestDeletedLeavesNothing(t *testing.T) {
	scene := play(t, "telegram", nil, func(p *schema.ChatProps) {
		after := 2.0
		p.Messages[1].Deleted, p.Messages[1].Timing = true, &schema.Timing{Change: &after}
		p.Messages[1].UserID = "me"
	}, "in: One", "in: Two", "in: Three", "out: Four")
	var at int
	for i, step := range scene.Storyboard.Steps {
		if slices.Contains(step.Drop, "message 1") {
			at = i
		}
	}
	if at == 0 {
		t.Fatal("message 1 stays")
	}
	look := func(steps []storyboard.Step, key string) (html string) {
		for _, step := range steps {
			for _, item := range step.Put {
				if scene.Storyboard.Items[item].Key == key {
					html = scene.Storyboard.Items[item].HTML
				}
			}
		}
		return html
	}
	if first := look(scene.Storyboard.Steps[:at], "message 0"); !strings.Contains(first, " last") {
		t.Errorf("before, message 0 is not the last of its run: %s", first)
	}
	if first := look(scene.Storyboard.Steps, "message 0"); strings.Contains(first, " last") {
		t.Errorf("afterwards, message 0 still ends its run: %s", first)
	}
	for _, cue := range scene.Storyboard.Cues {
		if cue.ID == "m1" && cue.Kind == storyboard.CueSend && cue.Text != "Two" {
			t.Errorf("the sheet of cues says %q", cue.Text)
		}
	}
}

// A call is told by how it ended and by who called.
func TestCallWords(t *testing.T) {
	for _, test := range []struct{ platform, line, kind, outcome, title, below string }{
		{"whatsapp", "in: ", "voice", "ended", "Voice call", "4 min"},
		{"whatsapp", "out: ", "video", "missed", "Video call", "No answer"},
		{"whatsapp", "in: ", "video", "missed", "Missed video call", "Tap to call back"},
		{"telegram", "out: ", "voice", "ended", "Outgoing Call", "01:00, 4 minutes"},
		{"telegram", "in: ", "voice", "missed", "Missed Call", "01:00"},
		{"messenger", "out: ", "video", "ended", "Video chat", "4 mins"},
		{"instagram", "in: ", "voice", "missed", "Missed audio call", ""},
		{"snapchat", "out: ", "video", "missed", "Video Call", "No Answer"},
	} {
		rows := talked(t, test.platform, func(m []schema.ChatMessage) {
			m[0].Type, m[0].Text, m[0].Call = "call", "", &schema.Call{Kind: test.kind, Outcome: test.outcome, DurationSeconds: 272}
		}, test.line)
		call := rows[len(rows)-1].Message.Call
		if call.Title != test.title || call.Outcome != test.below {
			t.Errorf("%s, %s %s %s: %q, %q", test.platform, test.line, test.outcome, test.kind, call.Title, call.Outcome)
		}
	}
}

func TestLengthWords(t *testing.T) {
	for seconds, want := range map[float64]string{
		1: "0:01|1s|1 sec|1 sec|1 second", 59: "0:59|59s|59 sec|59 secs|59 seconds", 61: "1:01|1m 1s|1 min|1 min|1 minute",
		272: "4:32|4m 32s|4 min|4 mins|4 minutes", 4000: "1:06:40|1h 6m|1 hr|1 hr|1 hour",
	} {
		got := strings.NewReplacer(lengthWords(seconds)...).Replace("{length}|{letters}|{short}|{counted}|{long}")
		if got != want {
			t.Errorf("%v s: %s, want %s", seconds, got, want)
		}
	}
}

// Names in a line of the app are elements of their own, which do not decide the direction of the line. An app without a word for the sender writes the name.
func TestEventNames(t *testing.T) {
	for platform, want := range map[string]string{
		"whatsapp": "<b><bdi>You</bdi></b> added <b><bdi>Ana &amp; Bo</bdi></b>", "telegram": "<b><bdi>Mia</bdi></b> invited <b><bdi>Ana &amp; Bo</bdi></b>",
	} {
		props := talkProps(t, platform, "out: ")
		props.Receivers[0].Name = "Ana & Bo"
		props.Messages[0].Type, props.Messages[0].Event = "event", &schema.ChatEvent{Kind: "added", Who: "a"}
		rows := build(t, schema.Chats, platform, props).View.Body.(*Chat).Rows
		m := rows[len(rows)-1].Message
		if string(m.Text) != want || m.EventKind != "added" || !m.Event {
			t.Errorf("%s: %s (%s), want %s", platform, m.Text, m.EventKind, want)
		}
	}
}

// Where an answer begins a run, it does so within the messages of one person, too; elsewhere it does not.
func TestReplyBegins(t *testing.T) {
	for platform, want := range map[string]bool{"discord": true, "signal": false} {
		rows := talked(t, platform, func(m []schema.ChatMessage) { m[1].ReplyTo = "m0" }, "in: One", "in: Two")
		if got := rows[len(rows)-1].Message.First; got != want {
			t.Errorf("%s: the answer begins a run: %v", platform, got)
		}
	}
}

// A call that is a line of the app ends a run and has its caller's name as an element.
func TestCallLine(t *testing.T) {
	rows := talked(t, "discord", func(m []schema.ChatMessage) {
		m[1].Type, m[1].Text, m[1].Call = "call", "", &schema.Call{Kind: "voice", Outcome: "ended", DurationSeconds: 60}
	}, "in: One", "in: Two", "in: Three")
	call := rows[len(rows)-2].Message
	if !call.Event || call.EventKind != "call" || string(call.Text) != "<b><bdi>Ana</bdi></b> started a call that lasted a minute." {
		t.Errorf("%+v", call)
	}
	if !rows[len(rows)-1].Message.First || !rows[len(rows)-3].Message.Last {
		t.Error("the run goes on")
	}
}

// Slack says the same of every deleted message that is answered, whoever wrote it.
func TestDeletedQuotedOnSlack(t *testing.T) {
	for _, line := range []string{"in: One", "out: One"} {
		rows := talked(t, "slack", func(m []schema.ChatMessage) { m[0].Deleted, m[1].ReplyTo = true, "m0" }, line, "in: Two")
		if got := rows[len(rows)-1].Message.Quote.Text; got != "This message was deleted." {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// Slack leaves the words of a deleted message above its thread, and nothing of others.
func TestDeletedThread(t *testing.T) {
	rows := func(deletedAnswer bool) []ChatRow {
		return talked(t, "slack", func(m []schema.ChatMessage) {
			m[0].Deleted, m[1].Deleted, m[2].ReplyTo, m[2].Deleted = true, true, m[0].ID, deletedAnswer
		}, "in: One", "in: Two", "out: Three", "in: Four")
	}
	list := rows(false)
	if m := list[len(list)-3].Message; m == nil || m.Deleted != "line" || m.Plain != "This message was deleted." || m.Replies == nil || m.Replies.Count != 1 {
		t.Errorf("%+v", m)
	}
	if m := list[len(list)-2].Message; m.Plain != "Three" || !m.First {
		t.Errorf("%+v", m)
	}
	if with, without := len(list), len(rows(true)); without != with-2 {
		t.Errorf("%d rows with an answer, %d with one that is deleted", with, without)
	}
}

// A sentence about a call ends in a full stop, also where the payload does not say how long people talked.
func TestCallSentence(t *testing.T) {
	for seconds, want := range map[float64]string{0: "The call with Ana has ended.", 272: "The call with Ana has ended (4:32)."} {
		rows := talked(t, "msn", func(m []schema.ChatMessage) {
			m[0].Type, m[0].Text, m[0].Call = "call", "", &schema.Call{Kind: "voice", Outcome: "ended", DurationSeconds: seconds}
		}, "in: ")
		if call := rows[len(rows)-1].Message.Call; call.Title != want || call.Outcome != "" {
			t.Errorf("%v s: %q, %q", seconds, call.Title, call.Outcome)
		}
	}
}

// Discord says about how long a call lasted, also of one that nobody answered.
func TestAboutHowLong(t *testing.T) {
	for seconds, want := range map[int]string{
		0: "a few seconds", 44: "a few seconds", 45: "a minute", 89: "a minute", 90: "2 minutes", 272: "5 minutes", 2669: "44 minutes", 2670: "an hour", 5399: "an hour", 5400: "2 hours",
		77399: "21 hours", 77400: "a day", 129599: "a day", 129600: "2 days",
	} {
		if got := aboutAs(seconds); got != want {
			t.Errorf("%d s: %s, want %s", seconds, got, want)
		}
	}
	rows := talked(t, "discord", func(m []schema.ChatMessage) {
		m[0].Type, m[0].Text, m[0].Call = "call", "", &schema.Call{Kind: "voice", Outcome: "missed"}
		m[1].Type, m[1].Text, m[1].Call = "call", "", &schema.Call{Kind: "video", Outcome: "declined"}
	}, "in: One", "out: Two")
	for i, want := range []string{"You missed a call from <b><bdi>Ana</bdi></b> that lasted a few seconds.", "</b> started a call that lasted a few seconds."} {
		if got := string(rows[len(rows)-2+i].Message.Text); !strings.HasSuffix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A message tells how many answer it, in a video as soon as they come.
func TestReplies(t *testing.T) {
	lines := []string{"out: One", "in: Two", "out: Three", "in: Four"}
	answer := func(m []schema.ChatMessage) { m[1].ReplyTo, m[2].ReplyTo, m[3].ReplyTo = "m0", "m0", "m0" }
	rows := talked(t, "slack", answer, lines...)
	var replies *Replies
	for _, row := range rows {
		if row.Message != nil && row.Message.ID == "m0" {
			replies = row.Message.Replies
		}
	}
	if replies == nil || replies.Count != 3 || replies.Says != "3 replies" || len(replies.People) != 2 {
		t.Errorf("%+v", replies)
	}
	board := play(t, "slack", nil, func(p *schema.ChatProps) { answer(p.Messages) }, lines...).Storyboard
	var says []string
	for _, step := range board.Steps {
		for _, item := range step.Put {
			if item := board.Items[item]; item.Key == "message 0" {
				_, after, _ := strings.Cut(item.HTML, `<div class="replies" data-part="late">`)
				_, after, _ = strings.Cut(after, "<b>")
				said, _, _ := strings.Cut(after, "</b>")
				says = append(says, said)
			}
		}
	}
	if want := []string{"", "1 reply", "2 replies", "3 replies"}; !slices.Equal(says, want) {
		t.Errorf("the message says %q, want %q", says, want)
	}
}

// A message of a type that the app does not have is left out, and so is its quote.
func TestUnknownTypes(t *testing.T) {
	rows := talked(t, "reddit", func(m []schema.ChatMessage) {
		m[1].Type, m[1].Text, m[1].Voice = "voice", "", &schema.Voice{DurationSeconds: 5}
		m[2].ReplyTo = "m1"
	}, "in: One", "out: Two", "in: Three")
	last := rows[len(rows)-1].Message
	if len(rows) != 3 || last.Quote != nil || last.ID != "m2" {
		t.Errorf("%d rows, the last one is %+v", len(rows), last)
	}
}

// A group's name is text, too, in the lines of an app that say it.
func TestEventEscapesGroup(t *testing.T) {
	props := talkProps(t, "slack", "in: ")
	props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: `<img src="x">`}
	props.Messages[0].Type, props.Messages[0].Event = "event", &schema.ChatEvent{Kind: "left"}
	rows := build(t, schema.Chats, "slack", props).View.Body.(*Chat).Rows
	m := rows[len(rows)-1].Message
	if strings.Contains(string(m.Text), "<img") || !strings.Contains(string(m.Text), "&lt;img") || !strings.Contains(m.Plain, `<img src="x">`) {
		t.Errorf("%s; %s", m.Text, m.Plain)
	}
}

// Email addresses and telephone numbers are links where the app makes them links, and members of a group are mentioned as
// it mentions them: by whole names and by first ones, and nobody else.
func TestContactsAndMentionsOfApps(t *testing.T) {
	const email, phone, mention, stranger = "a@b.com", "+44 7700 900142", "@Zoe", "@Ida Moe"
	link := func(text string) string { return `<a class="link">` + text + "</a>" }
	for platform, want := range map[string][]string{
		"whatsapp":       {link(email), link(phone), `<a class="mention">@Zoe</a>`, stranger},
		"imessage":       {link(email), link(phone), `<a class="mention">Zoe</a>`, stranger},
		"signal":         {link(email), link(phone), `<a class="mention">@Zoe</a>`, stranger},
		"messenger":      {link(email), link(phone), `<a class="mention">@Zoe</a>`, stranger},
		"line":           {link(email), link(phone), `<a class="mention">@Zoe</a>`, stranger},
		"wechat":         {link(email), link(phone), mention, stranger},
		"telegram":       {link(email), link(phone), `<a class="mention">@Zoe</a>`, `<a class="mention">@Ida</a> Moe`},
		"instagram":      {link(email), link(phone), `<a class="mention">@Zoe</a>`, `<a class="mention">@Ida</a> Moe`},
		"slack":          {link(email), link(phone), `<a class="mention">@Zoe</a>`, `<a class="mention">@Ida</a> Moe`},
		"microsoftTeams": {link(email), phone, `<a class="mention">@Zoe</a>`, stranger},
		"discord":        {email, phone, `<a class="mention">@Zoe</a>`, stranger},
		"bumble":         {email, phone, mention, stranger},
	} {
		for i, text := range []string{email, phone, mention, stranger} {
			got := messagesOf(kindsView(t, platform, schema.ChatMessage{Type: "text", Text: text}))[0].Text
			if string(got) != want[i] {
				t.Errorf("%s: %q: %s, want %s", platform, text, got, want[i])
			}
		}
	}
	whole := talked(t, "whatsapp", func(m []schema.ChatMessage) { m[0].Text = "@Ana" }, "a: hi")
	if text := whole[len(whole)-1].Message.Text; strings.Contains(string(text), "mention") {
		t.Errorf("in a conversation of two: %s", text)
	}
}

// In a channel, of whose people the payload names few, anybody is mentioned; in a group of Discord and Teams its members, and all of them at once.
func TestMentionsInChannels(t *testing.T) {
	for _, test := range []struct{ platform, group, want string }{
		{"discord", "lake", `<a class="mention">@Ida</a> <a class="mention self">@everyone</a> <a class="mention">@channel</a>`},
		{"discord", "Lake", `@Ida <a class="mention self">@everyone</a> @channel`},
		{"slack", "Lake", `<a class="mention">@Ida</a> <a class="mention self">@everyone</a> <a class="mention self">@channel</a>`},
		{"microsoftTeams", "Lake", `@Ida <a class="mention self">@everyone</a> @channel`},
		{"messenger", "Lake", `@Ida <a class="mention self">@everyone</a> @channel`},
		{"signal", "Lake", `@Ida @everyone @channel`},
	} {
		p := &schema.ChatProps{
			Platform: test.platform, Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "noah", Name: "Noah"}},
			ConversationType: "group-chat", GroupChatSettings: &schema.GroupChatSettings{Name: test.group},
			Messages: []schema.ChatMessage{{ID: "a", UserID: "noah", Type: "text", Text: "@Ida @everyone @channel", Timestamp: "2026-03-01T09:00:00Z"}},
		}
		chat := build(t, schema.Chats, test.platform, p).View.Body.(*Chat)
		if got := string(messagesOf(chat)[0].Text); got != test.want {
			t.Errorf("%s, %s: %s, want %s", test.platform, test.group, got, test.want)
		}
	}
}

// Only some apps tell that somebody took a screenshot; the others have no line of it.
func TestScreenshotsOfApps(t *testing.T) {
	for platform, want := range map[string]int{"snapchat": 1, "instagram": 1, "messenger": 1, "telegram": 1, "x": 1, "whatsapp": 0, "imessage": 0, "signal": 0, "discord": 0, "slack": 0, "microsoftTeams": 0, "line": 0} {
		m := schema.ChatMessage{Type: "event", Event: &schema.ChatEvent{Kind: "screenshot"}}
		if got := len(messagesOf(kindsView(t, platform, m))); got != want {
			t.Errorf("%s: %d lines", platform, got)
		}
	}
}

// MSN draws emoticons in its own lines, too: in the names of people and in what the payload says.
func TestEmoticonsInLines(t *testing.T) {
	p := &schema.ChatProps{
		Platform: "msn", Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "a", Name: "Ana (L)"}},
		Messages: []schema.ChatMessage{
			{ID: "call", UserID: "a", Type: "call", Call: &schema.Call{Kind: "video", Outcome: "missed"}, Timestamp: "2009-03-01T09:00:00Z"},
			{ID: "nudge", UserID: "a", Type: "event", Event: &schema.ChatEvent{Kind: "text"}, Text: "Ana (L) waves!", Timestamp: "2009-03-01T09:01:00Z"},
		},
	}
	for _, m := range messagesOf(build(t, schema.Chats, "msn", p).View.Body.(*Chat)) {
		if !strings.Contains(string(m.Text), `class="emoticon"`) {
			t.Errorf("%s: %s has no emoticon", m.ID, m.Text)
		}
	}
}

// What the sender does is told in the app's own words, as what others do.
func TestOwnEventWords(t *testing.T) {
	for platform, want := range map[string]string{
		"imessage":  "You named the conversation “Walks”./You added Ana to the conversation./You removed Ana from the conversation.",
		"instagram": "You named the group Walks./You added Ana to the group./You removed Ana from the group.",
		"messenger": "You named the group Walks./You added Ana to the group./You removed Ana from the group.",
		"signal":    "You changed the group name to “Walks”./You added Ana to the group./You removed Ana from the group.",
		"whatsapp":  "You changed the group name to “Walks”/You added Ana/You removed Ana",
		"bluesky":   "Chat title changed to Walks/Ana was added to the group/Ana was removed from the group",
		"wechat":    "You changed the group name to “Walks”/You invited “Ana” to the group chat/You removed “Ana” from the group chat",
	} {
		var got []string
		for _, row := range talked(t, platform, func(messages []schema.ChatMessage) {
			for i, kind := range []string{"renamed", "added", "removed"} {
				m := &messages[i]
				m.Type, m.Text, m.Event = "event", "", &schema.ChatEvent{Kind: kind, Who: "a", Name: "Walks"}
			}
		}, "out: 1", "out: 2", "out: 3") {
			if m := row.Message; m != nil && m.Event {
				got = append(got, m.Plain)
			}
		}
		if said := strings.Join(got, "/"); said != want {
			t.Errorf("%s: %q, want %q", platform, said, want)
		}
	}
}

// What others do to the sender, and the sender's own deeds, have "You" on WeChat, without the quotation marks of names.
func TestWeChatEventWords(t *testing.T) {
	rows := talked(t, "wechat", func(messages []schema.ChatMessage) {
		for i, event := range []schema.ChatEvent{{Kind: "added", Who: "me"}, {Kind: "removed", Who: "me"}, {Kind: "picture"}} {
			messages[i].Type, messages[i].Text, messages[i].Event = "event", "", &event
		}
	}, "in: 1", "in: 2", "out: 3")
	want := []string{"“Ana” invited you to the group chat", "You were removed from the group chat by “Ana”", "You changed the group picture"}
	for i, row := range rows[len(rows)-3:] {
		if row.Message.Plain != want[i] {
			t.Errorf("got %q, want %q", row.Message.Plain, want[i])
		}
	}
}

// A message that is answered is quoted without the signs of its styles, and what has no text by the app's words.
func TestQuotesOnDiscord(t *testing.T) {
	for _, test := range []struct {
		m    schema.ChatMessage
		want string
	}{
		{schema.ChatMessage{Type: "text", Text: "**now** or `never`"}, "<b>now</b> or <code>never</code>"},
		{schema.ChatMessage{Type: "sticker", Sticker: &schema.Sticker{Emoji: "🦊"}}, "Tap to see sticker"},
		{schema.ChatMessage{Type: "file", File: &schema.ChatFile{Name: "map.pdf"}}, "Tap to see attachment"},
	} {
		rows := talked(t, "discord", func(messages []schema.ChatMessage) {
			first := &messages[0]
			first.Type, first.Text, first.Sticker, first.File = test.m.Type, test.m.Text, test.m.Sticker, test.m.File
			messages[1].ReplyTo = first.ID
		}, "in: One", "out: Two")
		if got := string(rows[len(rows)-1].Message.Quote.Styled); got != test.want {
			t.Errorf("a %s is quoted as %q, want %q", test.m.Type, got, test.want)
		}
	}
}

// What happens in a channel is told with its sign, and without speaking of a group.
func TestEventsInChannels(t *testing.T) {
	for platform, want := range map[string]string{"slack": "left #release-planning.", "discord": "Ana left the server."} {
		props := talkProps(t, platform, "in: One")
		props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "release-planning"}
		m := &props.Messages[0]
		m.Type, m.Text, m.Event = "event", "", &schema.ChatEvent{Kind: "left"}
		rows := build(t, schema.Chats, platform, props).View.Body.(*Chat).Rows
		if got := rows[len(rows)-1].Message.Plain; got != want {
			t.Errorf("%s says %q, want %q", platform, got, want)
		}
	}
}

// No app shows what was in a message that was deleted, neither in its place nor in an answer to it, an event line among them.
func TestDeletedIsNowhere(t *testing.T) {
	for _, platform := range templates.Available("chats") {
		for _, kind := range []schema.Kind{schema.Image, schema.Video} {
			props := talkProps(t, platform, "in: Hello", "out: Secret one", "in: Secret two", "out: Answer", "in: Secret three", "in: Bye")
			m, delay := props.Messages, 0.5
			m[1].Deleted, m[2].Deleted, m[4].Deleted = true, true, true
			m[2].Timing, m[3].ReplyTo = &schema.Timing{Delay: &delay}, m[2].ID
			m[4].Type, m[4].Event = "event", &schema.ChatEvent{Kind: "text"}
			s := buildScene(t, &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: kind, ResolutionScale: "1x", Props: props}, time.Time{})
			shown := markupOf(t, s)
			if kind == schema.Video {
				shown += fmt.Sprintf("%+v %+v", s.Storyboard.Drafts, s.Storyboard.Cues)
			}
			if strings.Contains(shown, "Secret") || !strings.Contains(shown, "Answer") {
				t.Errorf("%s, %s: the markup is %s", platform, kind, shown)
			}
		}
	}
}
