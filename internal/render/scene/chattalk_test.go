package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
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

func TestReactionsAreGrouped(t *testing.T) {
	m := texted(1, "a", "hi")
	m.Reactions = []schema.Reaction{{Emoji: "👍", By: []string{"b"}}, {Emoji: "❤️", By: []string{"me", "b"}}, {Emoji: "👍", By: []string{"me"}}}
	chat, _ := chatView(t, talkers(), &schema.ChatProps{Messages: []schema.ChatMessage{m}})
	var got []string
	view := chat.Rows[len(chat.Rows)-1].Message
	for _, r := range view.Reactions {
		got = append(got, fmt.Sprintf("%s%d%v%s", r.Emoji, r.Count, r.Own, r.People[0].Name))
	}
	if want := []string{"👍2trueBen", "❤️2trueMia Berg"}; !slices.Equal(got, want) || view.Reacted != 4 {
		t.Errorf("got %v of %d, want %v of 4", got, view.Reacted, want)
	}
	chat, _ = chatView(t, map[string]string{"reactions": "false"}, &schema.ChatProps{Messages: []schema.ChatMessage{m}})
	if r := chat.Rows[len(chat.Rows)-1].Message.Reactions; r != nil {
		t.Errorf("an app without reactions shows %v", r)
	}
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

// A line of the app ends the run of somebody's messages.
func TestEventEndsRun(t *testing.T) {
	e := schema.ChatMessage{ID: "e", UserID: "a", Type: "event", Event: &schema.ChatEvent{Kind: "left"}, Timestamp: "2026-05-01T10:01:00Z"}
	chat, _ := chatView(t, talkers(), &schema.ChatProps{Messages: []schema.ChatMessage{texted(0, "a", "1"), e, texted(2, "a", "2")}})
	if got, want := outline(chat), []string{"FL 1", "FL Ana Silva left", "FL 2"}; !slices.Equal(got[len(got)-3:], want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestQuotes(t *testing.T) {
	photo := schema.ChatMessage{ID: "p", UserID: "b", Type: "image", Images: []schema.ChatImage{{Data: "x.png"}}, Timestamp: "2026-05-01T10:01:00Z"}
	spoken := schema.ChatMessage{ID: "v", UserID: "me", Type: "voice", Voice: &schema.Voice{DurationSeconds: 83.4}, Timestamp: "2026-05-01T10:02:00Z"}
	gone := texted(4, "a", "secret")
	gone.Deleted = true
	for reply, want := range map[string]string{
		"m0": "Ana Silva/hello//You replied to Ana Silva", "p": "Ben/Photo//x.png/You replied to Ben", "v": "You/Voice message//You replied to yourself",
		"m4": "Ana Silva/This message was deleted//You replied to Ana Silva",
	} {
		answer := texted(5, "me", "yes")
		answer.ReplyTo = reply
		chat, _ := chatView(t, talkers(), &schema.ChatProps{Messages: []schema.ChatMessage{texted(0, "a", "hello"), photo, spoken, gone, answer}})
		q := chat.Rows[len(chat.Rows)-1].Message.Quote
		if got := fmt.Sprintf("%s/%s/%s/%s", q.Who, q.Text, q.Picture, q.Caption); got != want {
			t.Errorf("the quote of %s is %q, want %q", reply, got, want)
		}
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
					got = append(got, fmt.Sprint(step.At-came["m1"], looks))
				}
				before = looks
			case item.Key == "message 2" && strings.Contains(item.HTML, "deleted"):
				got = append(got, fmt.Sprint(step.At-came["m2"], "deleted"))
			}
		}
	}
	want := []string{"500ms😂", "1.2s👍😂", "2s👍❤️😂", "2sdeleted"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if next := came["m2"] - came["m1"]; next < reactAfter+reactSeen {
		t.Errorf("the next message comes after %v, before the reaction was seen", next)
	}
}
