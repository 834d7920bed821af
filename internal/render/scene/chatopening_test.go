package scene

import (
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// The first divider stands once: in the beginning of the conversation, where the app has it there, or above the first
// message. In a video whose first message comes later, such a beginning is there from the first frame.
func TestOpening(t *testing.T) {
	for _, platform := range templates.Available("chats") {
		for _, kind := range []schema.Kind{schema.Image, schema.Video} {
			props := conversationProps(t, platform)
			props.ShowDates, props.Messages = true, exchange("me", "ida")
			props.Messages[0].Timing = &schema.Timing{At: secs(3)}
			s := buildScene(t, &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: kind, ResolutionScale: "1x", Props: props}, time.Time{})
			if n := strings.Count(markupOf(t, s), `class="date`); n != 1 {
				t.Errorf("%s, %s: %d dividers", platform, kind, n)
			}
			if platform != "whatsapp" || kind != schema.Video {
				continue
			}
			first := s.Storyboard.Items[s.Storyboard.Steps[0].Put[0]]
			if !strings.Contains(first.HTML, `class="date`) || !strings.Contains(first.HTML, "end-to-end encrypted") {
				t.Errorf("the video begins with %s", first.HTML)
			}
		}
	}
}

// Where the app shows few emoji large, many are text, and the corners of bubbles beside large ones are told from others.
func TestLargeEmoji(t *testing.T) {
	rows := func(platform string, texts ...string) (messages []*Message) {
		props := conversationProps(t, platform)
		props.ShowDates = false
		props.Messages = exchange(strings.Split(strings.Repeat("me ", len(texts)-1)+"me", " ")...)
		for i, text := range texts {
			props.Messages[i].Text = text
		}
		s := buildScene(t, &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: schema.Image, ResolutionScale: "1x", Props: props}, time.Time{})
		for _, row := range s.View.Body.(*Chat).Rows {
			messages = append(messages, row.Message)
		}
		return messages
	}
	const seven, eight = "😀😀😀😀😀😀😀", "😀😀😀😀😀😀😀😀" // 14 and 16 units of UTF-16
	for platform, want := range map[string][2]int{"bluesky": {7, 0}, "tinder": {7, 8}} {
		if m := rows(platform, seven, eight); m[0].Emoji != want[0] || m[1].Emoji != want[1] {
			t.Errorf("%s: %d and %d large emoji, want %v", platform, m[0].Emoji, m[1].Emoji, want)
		}
	}
	if m := rows("discord", strings.Repeat("😀", 30), strings.Repeat("😀", 31)); m[0].Emoji != 30 || m[1].Emoji != 0 {
		t.Errorf("discord: %d and %d large emoji", m[0].Emoji, m[1].Emoji)
	}
	for i, m := range rows("bluesky", "one", "two", "🌱", "three") {
		if m.Over != (i == 1) || m.Under != (i == 3) {
			t.Errorf("message %d: over %t, under %t", i, m.Over, m.Under)
		}
	}
}

func TestCompany(t *testing.T) {
	people := []schema.ChatUser{{Name: "Ann"}, {Name: "Ben"}, {Name: "Cy"}, {Name: "Dee"}}
	for n, want := range map[int]string{1: "Ann", 2: "Ann and Ben", 3: "Ann, Ben, and 1 more.", 4: "Ann, Ben, and 2 more."} {
		if got := company(people[:n]); got != want {
			t.Errorf("%d people: %q, want %q", n, got, want)
		}
	}
}

// Instagram says who of a group has read, by user names, and in a direct chat only that somebody has.
func TestSeenBy(t *testing.T) {
	people := []schema.ChatUser{{ID: "a", Name: "Ann Lee"}, {ID: "b", Name: "Ben", Handle: "ben.k"}, {ID: "c", Name: "Cy"}, {ID: "d", Name: "Dee"}, {ID: "e", Name: "Eve"}}
	for n, want := range map[int]string{
		0: "Seen<", 1: "Seen by annlee<", 2: "Seen by annlee, ben.k<", 3: "Seen by annlee, ben.k, cy<", 5: "Seen by annlee, ben.k and 3 others<",
	} {
		board := play(t, "instagram", nil, func(p *schema.ChatProps) {
			if n > 0 {
				p.ConversationType, p.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Walks"}
				p.Receivers = people[:n]
			}
		}, "out: One").Storyboard
		if shown := rowsShown(board)["message 0"]; !strings.Contains(shown, ">"+want) {
			t.Errorf("%d people: want %q in %s", n, want, shown)
		}
	}
}
