package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// kindsOf lists the kinds of a video's cues, without those that every video has.
func kindsOf(board *storyboard.Storyboard) (kinds []storyboard.CueKind) {
	for _, cue := range board.Cues {
		if cue.Kind != storyboard.CueHold {
			kinds = append(kinds, cue.Kind)
		}
	}
	return kinds
}

// The receipt of a message that is unsent moves up to the one before.
func TestReceiptOfUnsent(t *testing.T) {
	for platform, word := range map[string]string{"instagram": "Seen", "imessage": "<b>Read</b>"} {
		board := play(t, platform, nil, func(p *schema.ChatProps) {
			p.Messages[2].Deleted, p.Messages[2].Timing = true, &schema.Timing{Change: secs(4)}
		}, "in: One", "out: Two", "out: Three").Storyboard
		shown := rowsShown(board)
		if !strings.Contains(shown["message 1"], word) || strings.Contains(shown["message 2"], word) {
			t.Errorf("%s: %q stands at %v", platform, word, shown)
		}
	}
}

// Dots come and go, and no message does; the bubble above ends the run again.
func TestTypingInVain(t *testing.T) {
	board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
		p.Messages[1].Type, p.Messages[1].Text = "typing", ""
	}, "in: One", "in: -", "out: Two").Storyboard
	shown := rowsShown(board)
	if _, there := shown["message 1"]; there || len(shown) != 2 || !strings.Contains(shown["message 0"], " last") {
		t.Errorf("at the end are %v", shown)
	}
	dots, went := false, false
	for _, step := range board.Steps {
		dots = dots || slices.ContainsFunc(step.Put, func(i int) bool { return board.Items[i].Key == storyboard.TypingKey })
		went = went || slices.Contains(step.Drop, storyboard.TypingKey) && step.Leave == "fade"
	}
	if !dots || !went {
		t.Errorf("dots came: %v, went: %v", dots, went)
	}
	if got, want := kindsOf(board), []storyboard.CueKind{"open", "typing", "draft", "send", "read"}; !slices.Equal(got, want) {
		t.Errorf("cues %v, want %v", got, want)
	}
}

// What the sender deletes is a draft of its own, and has its time before what is sent, or before nothing.
func TestRetype(t *testing.T) {
	board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
		p.Messages[1].Retype, p.Messages[1].ReplyTo = "I miss you", p.Messages[0].ID
		p.Messages[2].Type = "typing"
	}, "in: One", "out: Hey", "out: Never mind").Storyboard
	var got []string
	for i, d := range board.Drafts {
		got = append(got, d.Text)
		if d.Erased != (i != 1) {
			t.Errorf("%q is deleted: %v", d.Text, d.Erased)
		}
		if d.Answers != (i < 2) {
			t.Errorf("%q is typed below what it answers: %v", d.Text, d.Answers)
		}
		if d.To-d.From < 600*time.Millisecond || i > 0 && d.From < board.Drafts[i-1].To {
			t.Errorf("%q is typed from %v to %v", d.Text, d.From, d.To)
		}
	}
	if want := []string{"I miss you", "Hey", "Never mind"}; !slices.Equal(got, want) {
		t.Errorf("drafts %q, want %q", got, want)
	}
	if shown := rowsShown(board); len(shown) != 2 || strings.Contains(shown["message 1"], "miss") {
		t.Errorf("at the end are %v", shown)
	}
}

// A message is read when the payload says, and the video waits for that.
func TestReadLate(t *testing.T) {
	board := play(t, "whatsapp", nil, func(p *schema.ChatProps) { p.Messages[1].Timing = &schema.Timing{Read: secs(7)} }, "in: One", "out: Two").Storyboard
	events, at := history(board)
	sent, read := slices.Index(events, "message 1 sent"), slices.Index(events, "message 1 read")
	if read < 0 || at[read]-at[sent] != 7*time.Second || board.Length < at[read]+reactSeen {
		t.Errorf("%v at %v, of %v", events, at, board.Length)
	}
}

// Changes come at their times, in the app's words, and the video waits for those after its last message.
func TestChanges(t *testing.T) {
	battery := 19.0
	board := play(t, "whatsapp", &schema.VideoSettings{Changes: []schema.VideoChange{
		{After: "m1", Delay: secs(2), Presence: "offline", LastSeen: "2026-05-16T01:01:00Z"},
		{At: secs(1), StatusBarTime: "11:11", BatteryLevel: &battery},
		{After: "m1", Delay: secs(9), Notification: &schema.Banner{Title: "Mum", Text: "Call me"}},
	}}, nil, "in: One", "out: Two").Storyboard
	says := map[string]string{}
	for _, step := range board.Steps {
		for _, i := range step.Put {
			says[board.Items[i].Key] = board.Items[i].HTML
		}
	}
	for key, want := range map[string]string{presenceKey: "last seen today at 01:01", "clock": "11:11", "battery": "* 19 /", "banner 2": "Call me"} {
		if !strings.Contains(says[key], want) {
			t.Errorf("%s says %q, want %q", key, says[key], want)
		}
	}
	for _, kind := range []storyboard.CueKind{storyboard.CuePresence, storyboard.CueBanner} {
		i := slices.IndexFunc(board.Cues, func(c storyboard.Cue) bool { return c.Kind == kind })
		if i < 0 || board.Cues[i].At >= board.Length || board.Cues[i].End > board.Length {
			t.Errorf("%s is not seen within the %v of the video: %v", kind, board.Length, board.Cues)
		}
	}
	late := play(t, "whatsapp", &schema.VideoSettings{Length: secs(6), Changes: []schema.VideoChange{{At: secs(50), Presence: "online"}}}, nil, "in: One", "out: Two")
	if len(warnings(late, "too_late")) != 1 {
		t.Errorf("warnings %v", late.Warnings)
	}
}

// A notification goes as the next one comes, and each goes once, also where two come at one moment.
func TestBannersFollowEachOther(t *testing.T) {
	for _, test := range []struct {
		first, second float64
		who           string
		end           float64
	}{{1, 3, "Mum", 3}, {1, 1, "Mum", 1}, {3, 1, "Ben", 3}, {1, 9, "Mum", 5}} {
		board := play(t, "whatsapp", &schema.VideoSettings{Changes: []schema.VideoChange{
			{At: &test.first, Notification: &schema.Banner{Title: "Mum", Text: "Call me"}},
			{At: &test.second, Notification: &schema.Banner{Title: "Ben", Text: "Home?"}},
		}}, nil, "in: One", "out: Two").Storyboard
		shown := map[string]bool{}
		for _, step := range board.Steps {
			for _, key := range step.Drop {
				if strings.HasPrefix(key, "banner") && !shown[key] {
					t.Errorf("%g and %g s: %q goes at %v and is not there", test.first, test.second, key, step.At)
				}
				delete(shown, key)
			}
			for _, i := range step.Put {
				shown[board.Items[i].Key] = true
			}
		}
		i := slices.IndexFunc(board.Cues, func(c storyboard.Cue) bool { return c.Sender == test.who })
		if end := board.Cues[i].End.Seconds(); end != test.end {
			t.Errorf("%g and %g s: that of %s goes at %g s, want %g", test.first, test.second, test.who, end, test.end)
		}
	}
}

// The line above unread messages counts the received ones, and parts a run.
func TestUnreadLine(t *testing.T) {
	m := []schema.ChatMessage{texted(0, "a", "one"), texted(1, "a", "two"), texted(2, "me", "three"), texted(3, "a", "four")}
	m[1].Unread = true
	chat, _ := chatView(t, map[string]string{"unread": "true"}, &schema.ChatProps{Messages: m})
	i := slices.IndexFunc(chat.Rows, func(r ChatRow) bool { return r.Unread != nil })
	if i < 1 || !chat.Rows[i-1].Message.Last || !chat.Rows[i+1].Message.First || chat.Rows[i+1].Message.Plain != "two" {
		t.Fatalf("rows %+v", chat.Rows)
	}
	board := play(t, "whatsapp", nil, func(p *schema.ChatProps) { p.Messages[1].Unread = true }, "in: One", "in: Two", "in: Three").Storyboard
	if shown := rowsShown(board); !strings.Contains(shown["unread 1"], "2 Unread Messages") {
		t.Errorf("at the end are %v", shown)
	}
}
