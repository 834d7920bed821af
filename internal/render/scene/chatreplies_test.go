package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
)

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

// Instagram does not name the other person of a chat of two above an answer, and does in a group.
func TestAnswersInChatOfTwo(t *testing.T) {
	for conversation, want := range map[string][]string{
		"direct-message": {"You replied", "You replied to yourself", "Replied to you", "Replied to themself"},
		"group-chat":     {"You replied to Ana Silva", "You replied to yourself", "Ana Silva replied to you", "Ana Silva replied to themself"},
	} {
		p := &schema.ChatProps{
			Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "a", Name: "Ana Silva"}},
			ConversationType: conversation, GroupChatSettings: &schema.GroupChatSettings{Name: "Walks"},
			Messages: []schema.ChatMessage{texted(0, "a", "hello"), texted(1, "me", "hi")},
		}
		for i, by := range []string{"me", "me", "a", "a"} {
			answer := texted(i+2, by, "yes")
			answer.ReplyTo = []string{"m0", "m1", "m1", "m0"}[i]
			p.Messages = append(p.Messages, answer)
		}
		var got []string
		for _, m := range messagesOf(build(t, schema.Chats, "instagram", p).View.Body.(*Chat)) {
			if m.Quote != nil {
				got = append(got, m.Quote.Caption)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", conversation, got, want)
		}
	}
}

// Where the app's words for a call have its time, an answer to it has that, too.
func TestAnsweredCall(t *testing.T) {
	rows := talked(t, "signal", func(m []schema.ChatMessage) {
		m[0].Type, m[0].Text, m[0].Call = "call", "", &schema.Call{Kind: "voice", Outcome: "missed"}
		m[1].ReplyTo = m[0].ID
	}, "in: One", "out: Two")
	if q := rows[len(rows)-1].Message.Quote; q.Text != "Missed voice call · "+q.Time || q.Time == "" {
		t.Errorf("the quote says %q", q.Text)
	}
}

// imessage counts the answers below a message, in a video as they come and until they are deleted.
func TestAnswersCount(t *testing.T) {
	answers := func(p *schema.ChatProps) {
		p.Messages[1].ReplyTo, p.Messages[2].ReplyTo = "m0", "m0"
	}
	deleted := func(p *schema.ChatProps) {
		answers(p)
		p.Messages[2].Deleted, p.Messages[2].Timing = true, &schema.Timing{Change: secs(1)}
	}
	lines := []string{"in: One", "out: Two", "in: Three"}
	var got []string
	board := play(t, "imessage", nil, deleted, lines...).Storyboard
	for _, step := range board.Steps {
		for _, item := range step.Put {
			if _, below, there := strings.Cut(board.Items[item].HTML, `class="replies in" data-joins>`); there {
				got = append(got, below[:strings.Index(below, "<")])
			}
		}
	}
	if want := []string{"1 Reply", "2 Replies", "1 Reply"}; !slices.Equal(got, want) {
		t.Errorf("a video says %q, want %q", got, want)
	}
	props := talkProps(t, "imessage", lines...)
	answers(props)
	if replies := build(t, schema.Chats, "imessage", props).View.Body.(*Chat).Rows[1].Message.Replies; replies == nil || replies.Says != "2 Replies" {
		t.Errorf("a picture says %+v, want 2 Replies", replies)
	}
}

// Only the first part of a message says what it answers, and only the last one has the reactions.
func TestPartsOfAnswers(t *testing.T) {
	props := talkProps(t, "whatsapp", "in: One", "in: Two")
	m := &props.Messages[1]
	m.Type, m.ReplyTo, m.Reactions = "mixed", "m0", []schema.Reaction{{Emoji: "❤️", By: []string{"me"}}}
	m.Images = []schema.ChatImage{{ID: "i", Data: "https://x.example/a.png"}}
	chat, _ := chatView(t, map[string]string{"textApart": "true", "replyTo": "true", "reactions": "true"}, props)
	picture, words := chat.Rows[2].Message, chat.Rows[3].Message
	if picture.Quote == nil || words.Quote != nil || picture.Reactions != nil || words.Reactions == nil {
		t.Errorf("the picture has the quote %v and the reactions %v, the text %v and %v", picture.Quote, picture.Reactions, words.Quote, words.Reactions)
	}
}
