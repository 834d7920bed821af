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

// talkers switches on all that people do.
func talkers() map[string]string {
	return map[string]string{
		"reactions": "true", "replyTo": "true", "voice": "true", "call": "true", "event": "true", "edited": "true", "forwarded": "true", "deleted": "true",
	}
}

// texted is a text message, one minute after the one before.
func texted(n int, user, text string) schema.ChatMessage {
	return schema.ChatMessage{ID: fmt.Sprint("m", n), UserID: user, Type: "text", Text: text, Timestamp: schema.Instant(fmt.Sprintf("2026-05-01T10:%02d:00Z", n))}
}

// The app says in its words who did what, and "You" of the sender.
func TestEventWords(t *testing.T) {
	for _, test := range []struct {
		user  string
		event schema.ChatEvent
		want  string
	}{
		{"a", schema.ChatEvent{Kind: "left"}, "Ana Silva left"},
		{"me", schema.ChatEvent{Kind: "left"}, "You left"},
		{"a", schema.ChatEvent{Kind: "added", Who: "me"}, "Ana Silva added you"},
		{"me", schema.ChatEvent{Kind: "removed", Who: "b"}, "You removed Ben"},
		{"a", schema.ChatEvent{Kind: "renamed", Name: "The {whom} <b>"}, "Ana Silva changed the group name to “The {whom} <b>”"},
		{"a", schema.ChatEvent{Kind: "text"}, "As written"},
	} {
		m := schema.ChatMessage{ID: "e", UserID: test.user, Type: "event", Event: &test.event, Text: "As written", Timestamp: "2026-05-01T10:00:00Z"}
		chat, _ := chatView(t, talkers(), &schema.ChatProps{Messages: []schema.ChatMessage{texted(0, "me", "hi"), m}})
		view := chat.Rows[len(chat.Rows)-1].Message
		if view.Plain != test.want || !view.Event || view.Out || strings.Contains(string(view.Text), "{whom} <b>") {
			t.Errorf("%s by %s: %q, %q", test.event.Kind, test.user, view.Plain, view.Text)
		}
	}
}

// A name that runs from right to left does not turn the line around it.
func TestEventNamesFromRight(t *testing.T) {
	p := &schema.ChatProps{Receivers: []schema.ChatUser{{ID: "a", Name: "نور"}, {ID: "b", Name: "Ben"}}}
	p.Messages = []schema.ChatMessage{{ID: "e", UserID: "a", Type: "event", Event: &schema.ChatEvent{Kind: "added", Who: "b"}, Timestamp: "2026-05-01T10:00:00Z"}}
	chat, _ := chatView(t, talkers(), p)
	if got, want := chat.Rows[len(chat.Rows)-1].Message.Plain, "\u2068نور\u2069 added Ben"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.ConversationType, p.Receivers[1].Name = "group-chat", "+46 70 174 06 05"
	chat, _ = chatView(t, talkers(), p)
	if want := "\u200e\u2068نور\u2069, +46 70 174 06 05, You"; chat.Members != want {
		t.Errorf("the members are %q, want %q", chat.Members, want)
	}
	if want := "\u2068نور\u2069 and +46 70 174 06 05"; chat.Company != want {
		t.Errorf("the company is %q, want %q", chat.Company, want)
	}
}

// A line of the app ends the run of somebody's messages.
func TestEventEndsRun(t *testing.T) {
	e := schema.ChatMessage{ID: "e", UserID: "a", Type: "event", Event: &schema.ChatEvent{Kind: "left"}, Timestamp: "2026-05-01T10:01:00Z"}
	chat, _ := chatView(t, talkers(), &schema.ChatProps{Messages: []schema.ChatMessage{texted(0, "a", "1"), e, texted(2, "a", "2")}})
	if got, want := outline(chat), []string{"FL 1", "FL Ana Silva left", "FL 2"}; !slices.Equal(got[len(got)-3:], want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Where the app calls people by the first word of their name, it does so in captions and lines, and the header has all of it.
func TestGivenNames(t *testing.T) {
	answer := texted(1, "me", "yes")
	answer.ReplyTo = "m0"
	left := schema.ChatMessage{ID: "e", UserID: "a", Type: "event", Event: &schema.ChatEvent{Kind: "left"}, Timestamp: "2026-05-01T10:02:00Z"}
	p := &schema.ChatProps{
		Sender: schema.ChatUser{ID: "me", Name: "Mia Berg"}, Receivers: []schema.ChatUser{{ID: "a", Name: "Ana Silva"}},
		Messages: []schema.ChatMessage{texted(0, "a", "hello"), answer, left},
	}
	b := manifestBuilder(schema.Chats, talkers())
	b.manifest.Options.Chat.GivenNames = true
	b.payload.Props = p
	if err := b.chat(p); err != nil {
		t.Fatal(err)
	}
	chat := b.scene.View.Body.(*Chat)
	messages := messagesOf(chat)
	got := []string{messages[0].Person.Called, messages[1].Quote.Caption, messages[2].Plain, chat.Receiver.Name}
	if want := []string{"Ana", "You replied to Ana", "Ana left", "Ana Silva"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCalls(t *testing.T) {
	for _, test := range []struct {
		user string
		call schema.Call
		want string
	}{
		{"me", schema.Call{Kind: "voice", Outcome: "ended", DurationSeconds: 3725}, "Voice call|1:02:05|false"},
		{"me", schema.Call{Kind: "voice", Outcome: "ended"}, "Voice call||false"},
		{"a", schema.Call{Kind: "video", Outcome: "missed"}, "Missed video call||true"},
		{"me", schema.Call{Kind: "video", Outcome: "missed"}, "Video call|No answer|false"},
		{"a", schema.Call{Kind: "voice", Outcome: "declined"}, "Voice call|Declined|false"},
	} {
		m := schema.ChatMessage{ID: "c", UserID: test.user, Type: "call", Call: &test.call, Timestamp: "2026-05-01T10:00:00Z"}
		chat, _ := chatView(t, talkers(), &schema.ChatProps{Messages: []schema.ChatMessage{m}})
		c := chat.Rows[len(chat.Rows)-1].Message.Call
		if got := fmt.Sprintf("%s|%s|%v", c.Title, c.Outcome, c.Missed); got != test.want {
			t.Errorf("%s %s by %s: %q, want %q", test.call.Outcome, test.call.Kind, test.user, got, test.want)
		}
	}
}

// A deleted message leaves what the app leaves of it, and nothing of its own.
func TestDeleted(t *testing.T) {
	m := texted(1, "me", "secret")
	m.Deleted, m.Edited = true, true
	m.Reactions = []schema.Reaction{{Emoji: "👍", By: []string{"a"}}}
	for how, want := range map[string]string{"bubble": "FL You deleted this message", "line": "FL You deleted this message", "nothing": "FL hi"} {
		chat, _ := chatViewDeleted(t, how, m)
		got := outline(chat)
		view := chat.Rows[len(chat.Rows)-1].Message
		if got[len(got)-1] != want || view.Edited || view.Reactions != nil || view.Event != (how == "line") {
			t.Errorf("%s: %q, %+v", how, got, view)
		}
	}
}

// The name in the line that a deleted message leaves does not decide the direction of the line.
func TestDeletedName(t *testing.T) {
	rows := talked(t, "wechat", func(m []schema.ChatMessage) { m[0].Deleted = true }, "in: One")
	if m := rows[len(rows)-1].Message; m.Text != "“<bdi>Ana</bdi>” recalled a message" {
		t.Errorf("%s", m.Text)
	}
}

// chatViewDeleted is a chat with a message before one that was deleted, on an app that leaves this of it.
func chatViewDeleted(t *testing.T, how string, m schema.ChatMessage) (*Chat, *Scene) {
	t.Helper()
	p := &schema.ChatProps{
		Sender: schema.ChatUser{ID: "me", Name: "Mia Berg"}, Receivers: []schema.ChatUser{{ID: "a", Name: "Ana Silva"}},
		Messages: []schema.ChatMessage{texted(0, "a", "hi"), m},
	}
	b := manifestBuilder(schema.Chats, talkers())
	b.manifest.Options.Chat.Deleted = how
	b.payload.Props = p
	b.opts.Images = func(ref string) string { return "/" + ref }
	if err := b.chat(p); err != nil {
		t.Fatal(err)
	}
	return b.scene.View.Body.(*Chat), b.scene
}

// In a video, reactions come one after the other, those with a time of their own at theirs, and a message is deleted when it
// says so.
func TestTalkInVideos(t *testing.T) {
	two, half := 2.0, 0.5
	board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
		p.Messages[1].Reactions = []schema.Reaction{{Emoji: "👍", By: []string{"me"}}, {Emoji: "❤️", By: []string{"me"}, After: &two}, {Emoji: "😂", By: []string{"a"}, After: &half}}
		p.Messages[2].Deleted, p.Messages[2].Timing = true, &schema.Timing{Change: &two}
	}, "in: first", "in: second", "in: third").Storyboard
	came := map[string]time.Duration{}
	for _, c := range board.Cues {
		if c.Kind == storyboard.CueArrive {
			came[c.ID] = c.At
		}
	}
	var got []string
	before := ""
	for _, step := range board.Steps {
		for _, index := range step.Put {
			switch item := board.Items[index]; {
			case item.Key == "message 1" && strings.Contains(item.HTML, "reaction"):
				looks := ""
				for _, emoji := range []string{"👍", "❤️", "😂"} {
					if strings.Contains(item.HTML, emoji) {
						looks += emoji
					}
				}
				if looks != before { // and not another look for its state
					got = append(got, fmt.Sprint(step.Seen-came["m1"], looks))
				}
				before = looks
			case item.Key == "message 2" && strings.Contains(item.HTML, "deleted"):
				got = append(got, fmt.Sprint(step.At-came["m2"], "deleted"))
			}
		}
	}
	want := []string{"700ms😂", "1.2s👍😂", "2s👍❤️😂", "2sdeleted"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if next := came["m2"] - came["m1"]; next < reactAfter+reactSeen {
		t.Errorf("the next message comes after %v, before the reaction was seen", next)
	}
}

// The words of a message are a part of it right before it is deleted, and so are those that the app leaves: the bubble stays meanwhile.
func TestWordsOfDeletedMessageMoveAlone(t *testing.T) {
	after := 2.0
	for _, platform := range templates.Available("chats") {
		if manifest, err := templates.ReadManifest("chats", platform); err != nil || manifest.Options.Chat.Deleted != "bubble" || !manifest.Fields["deleted"] {
			continue
		}
		board := play(t, platform, nil, func(p *schema.ChatProps) {
			p.Messages[1].Deleted, p.Messages[1].Timing = true, &schema.Timing{Change: &after}
		}, "in: first", "in: second", "in: third").Storyboard
		look, was, deleted := "", 0*time.Second, false
		for _, step := range board.Steps {
			for _, index := range step.Put {
				if item := board.Items[index]; item.Key == "message 1" {
					if words := strings.Contains(item.HTML, `data-part="words"`); step.Deletes != "" {
						deleted = words && strings.Contains(look, `data-part="words"`) && step.At-was <= deletesIn
					}
					look, was = item.HTML, step.At
				}
			}
		}
		if !deleted {
			t.Errorf("%s: the words are no part as the message is deleted", platform)
		}
	}
}

// A message that is deleted with more than words goes as a whole, so that nothing of it stays behind.
func TestMoreThanWordsGoesAsAWhole(t *testing.T) {
	after := 2.0
	for name, change := range map[string]func(m *schema.ChatMessage){
		"an answer":   func(m *schema.ChatMessage) { m.ReplyTo = "m0" },
		"a recording": func(m *schema.ChatMessage) { m.Type, m.Text, m.Voice = "voice", "", &schema.Voice{DurationSeconds: 4} },
		"emoji":       func(m *schema.ChatMessage) { m.Text = "👀" },
	} {
		board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
			p.Messages[0].ID = "m0"
			change(&p.Messages[1])
			p.Messages[1].Deleted, p.Messages[1].Timing = true, &schema.Timing{Change: &after}
		}, "in: first", "in: second", "in: third").Storyboard
		for _, item := range board.Items {
			if item.Key == "message 1" && strings.Contains(item.HTML, `data-part="words"`) {
				t.Errorf("%s: its words move by themselves", name)
				break
			}
		}
	}
}

// Nobody reacts while writing: who reacts to a message begins to type the next one once that is done, at every pace, also where the payload
// says when the reaction comes.
func TestNobodyReactsWhileTyping(t *testing.T) {
	sooner := 0.8
	for i, lines := range [][]string{
		{"in: first", "in: second", "out: third"}, {"in: first", "out: second", "in: third"},
		{"in: first", "in: second", "out: third"}, {"in: first", "out: second", "in: third"},
		{"in: first", "in: second", "out: third"}, {"in: first", "out: second", "in: third"},
	} {
		for _, by := range []string{"me", "a"} {
			reaction, video := schema.Reaction{Emoji: "👍", By: []string{by}}, &schema.VideoSettings{}
			switch i / 2 {
			case 1:
				reaction.After, video.Keyboard = &sooner, true
			case 2:
				video.Pace, video.Keyboard = "fast", true
			}
			board := play(t, "whatsapp", video, func(p *schema.ChatProps) {
				p.Messages[1].Reactions = []schema.Reaction{reaction}
			}, lines...).Storyboard
			at := map[storyboard.CueKind]time.Duration{}
			for _, c := range board.Cues {
				at[c.Kind] = c.At // the last one of its kind
			}
			types, free := at[storyboard.CueDraft], at[storyboard.CueReact]+400*time.Millisecond
			if strings.HasPrefix(lines[2], "in") {
				types = at[storyboard.CueTyping]
			}
			if own := by == "me"; own == strings.HasPrefix(lines[2], "out") && types < free {
				t.Errorf("%v, %+v: %s types at %v, and is free at %v", lines, video.Pace, by, types, free)
			} else if own != strings.HasPrefix(lines[2], "out") && types >= free {
				t.Errorf("%v, %+v: %s waits until %v for somebody else's reaction", lines, video.Pace, by, types)
			}
		}
	}
}

// rowsShown are the keys of the rows that are there at the end, and the texts of the messages among them.
func rowsShown(board *storyboard.Storyboard) map[string]string {
	shown := map[string]string{}
	for _, step := range board.Steps {
		for _, key := range step.Drop {
			delete(shown, key)
		}
		for _, i := range step.Put {
			if item := board.Items[i]; item.Slot == "rows" && item.Key != "intro" {
				shown[item.Key] = item.HTML
			}
		}
	}
	return shown
}

// A message of which the app leaves nothing goes, and its neighbours become one run. Its divider stays as long as another
// message stands below it.
func TestUnsent(t *testing.T) {
	unsend := func(messages ...int) func(*schema.ChatProps) {
		return func(p *schema.ChatProps) {
			for _, i := range messages {
				p.Messages[i].Deleted, p.Messages[i].Timing = true, &schema.Timing{Change: secs(9)}
			}
		}
	}
	for name, tc := range map[string]struct {
		unsent []int
		want   []string
	}{
		"none":     {nil, []string{"date 0", "message 0", "message 1", "message 2"}},
		"first":    {[]int{0}, []string{"date 0", "message 1", "message 2"}},
		"between":  {[]int{1}, []string{"date 0", "message 0", "message 2"}},
		"last":     {[]int{2}, []string{"date 0", "message 0", "message 1"}},
		"two":      {[]int{0, 1}, []string{"date 0", "message 2"}},
		"everyone": {[]int{0, 1, 2}, nil},
	} {
		shown := rowsShown(play(t, "instagram", &schema.VideoSettings{Outro: secs(12)}, unsend(tc.unsent...), "in: One", "out: Two", "in: Three").Storyboard)
		var keys []string
		for key := range shown {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		if !slices.Equal(keys, tc.want) {
			t.Errorf("%s: %q are there at the end, want %q", name, keys, tc.want)
		}
		if name == "between" && (strings.Contains(shown["message 0"], " last") || strings.Contains(shown["message 2"], " first")) {
			t.Errorf("the messages around one that was unsent are not one run: %s%s", shown["message 0"], shown["message 2"])
		}
	}
}

// Reactions, calls, lines of the app and changes have cues of their own.
func TestTalkCues(t *testing.T) {
	board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
		p.Messages[0].Reactions = []schema.Reaction{{Emoji: "👍", By: []string{p.Sender.ID}, After: secs(1)}}
		p.Messages[1].Type, p.Messages[1].Text, p.Messages[1].Call = "call", "", &schema.Call{Kind: "voice", Outcome: "missed"}
		p.Messages[2].Type, p.Messages[2].Event = "event", &schema.ChatEvent{Kind: "text"}
		p.Messages[3].Deleted, p.Messages[3].Timing = true, &schema.Timing{Change: secs(1)}
	}, "in: One", "in: Two", "in: The colours were changed", "in: Three").Storyboard
	var got []string
	for _, cue := range board.Cues {
		switch cue.Kind {
		case storyboard.CueTyping, storyboard.CueHold:
		default:
			got = append(got, fmt.Sprintf("%s %s %s %q", cue.Kind, cue.ID, cue.Sender, cue.Text))
		}
	}
	want := []string{
		`open m0 Ana "One"`, `react m0 Mia ""`, `call m1 Ana "Missed voice call"`, `event m2  "The colours were changed"`, `arrive m3 Ana "Three"`, `change m3 Ana ""`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("the cues are %q, want %q", got, want)
	}
}

// What is heard and read of a video does not know yet that a message will be unsent.
func TestUnsentCue(t *testing.T) {
	board := play(t, "instagram", nil, func(p *schema.ChatProps) {
		p.Messages[1].Deleted, p.Messages[1].Timing = true, &schema.Timing{Change: secs(1)}
	}, "in: One", "in: Two").Storyboard
	for _, cue := range board.Cues {
		if cue.ID == "m1" && cue.Kind == storyboard.CueArrive && cue.Text != "Two" {
			t.Errorf("the message arrives with the text %q", cue.Text)
		}
	}
}

// Room is made before a reaction is seen; where the app has it within the bubble of words, it comes while that grows.
func TestRoomForReactions(t *testing.T) {
	react := func(p *schema.ChatProps) {
		p.Messages[1].Reactions = []schema.Reaction{{Emoji: "👍", By: []string{p.Sender.ID}}}
	}
	large := func(p *schema.ChatProps) {
		p.Messages[1].Text = "🎂"
		react(p)
	}
	for _, test := range []struct {
		platform string
		change   func(*schema.ChatProps)
		want     time.Duration
	}{{"telegram", react, roomInside}, {"telegram", large, roomFor}, {"whatsapp", react, roomFor}} {
		seen := 0
		for _, step := range play(t, test.platform, nil, test.change, "in: a", "in: b").Storyboard.Steps {
			if step.Seen == 0 {
				continue
			}
			if seen++; step.Seen-step.At != test.want {
				t.Errorf("%s: a reaction is seen %v after room is made for it, want %v", test.platform, step.Seen-step.At, test.want)
			}
		}
		if seen != 1 {
			t.Errorf("%s: %d reactions come, want 1", test.platform, seen)
		}
	}
}
