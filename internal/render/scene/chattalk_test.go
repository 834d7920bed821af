package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

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

// still builds the picture of a conversation.
func still(t *testing.T, props *schema.ChatProps) *Chat {
	t.Helper()
	payload := &schema.Payload{MockupType: schema.Chats, Platform: props.Platform, RenderKind: schema.Image, Props: props}
	sc, err := Build(t.Context(), payload, &templates.Set{}, Options{Images: func(ref string) string { return "/image/" + ref }})
	if err != nil {
		t.Fatal(err)
	}
	return sc.View.Body.(*Chat)
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

// imessage counts the answers below a message, in a video as they come.
func TestAnswersCount(t *testing.T) {
	answers := func(p *schema.ChatProps) {
		p.Messages[1].ReplyTo, p.Messages[2].ReplyTo = "m0", "m0"
	}
	lines := []string{"in: One", "out: Two", "in: Three"}
	var got []string
	board := play(t, "imessage", nil, answers, lines...).Storyboard
	for _, item := range board.Items {
		if _, below, there := strings.Cut(item.HTML, `class="replies in">`); there {
			got = append(got, below[:strings.Index(below, "<")])
		}
	}
	if want := []string{"1 Reply", "2 Replies"}; !slices.Equal(got, want) {
		t.Errorf("a video says %q, want %q", got, want)
	}
	props := talkProps(t, "imessage", lines...)
	answers(props)
	if count := still(t, props).Rows[1].Message.Answers; count != 2 {
		t.Errorf("a picture counts %d answers, want 2", count)
	}
}

// A message of a type that the app does not have is left out.
func TestTypesLeftOut(t *testing.T) {
	props := talkProps(t, "imessage", "in: One", "in: Two")
	props.Messages[0].Type, props.Messages[0].Text, props.Messages[0].Call = "call", "", &schema.Call{Kind: "voice", Outcome: "missed"}
	if rows := still(t, props).Rows; len(rows) != 2 || rows[1].Message.Plain != "Two" {
		t.Errorf("the rows are %v", rows)
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
	if count := chat.Rows[1].Message.Answers; count != 1 {
		t.Errorf("the message has %d answers, want 1", count)
	}
}

// A call is as long as the app writes it.
func TestCallLength(t *testing.T) {
	for platform, want := range map[string][]string{
		"messenger": {"1 sec", "59 secs", "1 min", "59 mins", "61 mins"}, "whatsapp": {"0:01", "0:59", "1:00", "59:59", "1:01:01"},
	} {
		for i, length := range []time.Duration{time.Second, 59 * time.Second, time.Minute, 59*time.Minute + 59*time.Second, 61*time.Minute + time.Second} {
			props := talkProps(t, platform, "in: One")
			props.Messages[0].Type, props.Messages[0].Text = "call", ""
			props.Messages[0].Call = &schema.Call{Kind: "voice", Outcome: "ended", DurationSeconds: length.Seconds()}
			if got := still(t, props).Rows[1].Message.Call.Length; got != want[i] {
				t.Errorf("%s: a call of %v is %q long, want %q", platform, length, got, want[i])
			}
		}
	}
}
