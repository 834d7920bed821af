package scene

import (
	"fmt"
	"slices"
	"testing"

	"mockup/internal/schema"
)

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

// Signal shows two of more than three reactions, and how many the others are.
func TestReactionsMost(t *testing.T) {
	marks := []ReactionMark{{Emoji: "👍", Count: 1}, {Emoji: "😂", Count: 2}, {Emoji: "🔥", Count: 3}, {Emoji: "🎉", Count: 1, Own: true}}
	list := withRest(marks, 3)
	if last := list[2]; len(list) != 3 || list[1].Emoji != "😂" || last.Emoji != "" || last.Count != 4 || !last.Own {
		t.Errorf("the reactions are %v", list)
	}
	if marks[2].Emoji != "🔥" {
		t.Error("the marks were changed")
	}
}

// WhatsApp shows the three most frequent kinds of reactions, and how many all are.
func TestReactionsOnWhatsApp(t *testing.T) {
	m := schema.ChatMessage{Type: "text", Text: "hi"}
	for emoji, by := range map[string][]string{"👍": {"noah"}, "😂": {"zoe", "noah"}, "🔥": {"me", "zoe"}, "🎉": {"me", "zoe", "noah"}} {
		m.Reactions = append(m.Reactions, schema.Reaction{Emoji: emoji, By: by})
	}
	view := messagesOf(kindsView(t, "whatsapp", m))[0]
	if len(view.Reactions) != 3 || view.Reactions[0].Emoji != "🎉" || view.Reacted != 8 {
		t.Errorf("of 8 reactions of four kinds it shows %v and says %d", view.Reactions, view.Reacted)
	}
}
