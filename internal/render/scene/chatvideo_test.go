package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// talk builds the storyboard of a conversation: every line is "in: text" or "out: text", a minute apart.
func talk(t *testing.T, platform string, lines ...string) *storyboard.Storyboard {
	t.Helper()
	return conversation(t, platform, lines...).Storyboard
}

func conversation(t *testing.T, platform string, lines ...string) *Scene {
	t.Helper()
	return play(t, platform, nil, nil, lines...)
}

// talkProps returns the props of a conversation.
func talkProps(t *testing.T, platform string, lines ...string) *schema.ChatProps {
	t.Helper()
	var messages []string
	for i, line := range lines {
		who, text, _ := strings.Cut(line, ": ")
		user, status := "a", ""
		if who == "out" {
			user, status = "me", ", status: read"
		}
		at := time.Date(2026, 5, 16, 1, i, 0, 0, time.UTC).Format(time.RFC3339)
		messages = append(messages, fmt.Sprintf(`{id: m%d, userId: %s, type: text, timestamp: %q, text: %q%s}`, i, user, at, text, status))
	}
	theme := ""
	if platform == "custom" {
		bubble := `{background: "#ffffff", foreground: "#000000"}`
		theme = `customTheme: {backgroundColor: "#ffffff", senderBubble: ` + bubble + `, receiverBubble: ` + bubble + `, fontSize: medium}`
	}
	data := fmt.Sprintf(`mockupType: chats
platform: %s
renderKind: video
resolutionScale: 2x
rendererVersion: mockup-chromium-v1
props:
  platform: %[1]s
  sender: {id: me, name: Mia}
  receivers: [{id: a, name: Ana}]
  messages: [%s]
  %s
`, platform, strings.Join(messages, ", "), theme)
	payload, diagnostics := schema.Decode([]byte(data), schema.Options{Filename: "talk.yaml"})
	if payload == nil {
		t.Fatal(diagnostics)
	}
	return payload.Props.(*schema.ChatProps)
}

// history lists what the items do, in order: "typing" and "message 0" come, "sent" is a look of a message.
func history(board *storyboard.Storyboard) (events []string, at []time.Duration) {
	for _, step := range board.Steps {
		for _, item := range step.Put {
			event := board.Items[item].Key
			for _, status := range []string{"sent", "delivered", "read"} {
				if strings.Contains(board.Items[item].HTML, "ticks "+status) {
					event += " " + status
				}
			}
			events, at = append(events, event), append(at, step.At)
		}
	}
	return events, at
}

func TestChatVideoOrder(t *testing.T) {
	board := talk(t, "whatsapp", "in: Are you there?", "out: Yes", "in: Good")
	events, at := history(board)
	want := []string{
		"intro", "composer", "presence", "message 0",
		"message 1 sent", "message 1 delivered", "message 1 read", "presence", "typing", "message 2", "presence",
	}
	sorted := func(s []string) []string { s = slices.Clone(s); slices.Sort(s); return s }
	if !slices.Equal(sorted(events), sorted(want)) {
		t.Fatalf("events are %q, want %q", events, want)
	}
	moment := func(event string, nth int) time.Duration {
		for i, e := range events {
			if e == event {
				if nth == 0 {
					return at[i]
				}
				nth--
			}
		}
		t.Fatalf("no %q among %q", event, events)
		return 0
	}
	draft := board.Drafts[0]
	order := []time.Duration{
		moment("message 0", 0), draft.From, moment("message 1 sent", 0), moment("message 1 delivered", 0),
		moment("message 1 read", 0), moment("typing", 0), moment("message 2", 0), board.Length,
	}
	if !slices.IsSorted(order) || len(slices.Compact(slices.Clone(order))) != len(order) {
		t.Errorf("not one after the other: %v", order)
	}
	if draft.To != moment("message 1 sent", 0) {
		t.Errorf("the text is sent at %v and seen at %v", draft.To, moment("message 1 sent", 0))
	}
	if hold := board.Length - moment("message 2", 0); hold != 1200*time.Millisecond+chatOutro {
		t.Errorf("the video ends %v after the last message, want 2.2 s", hold)
	}
	if at := moment("message 0", 0); at != 0 {
		t.Errorf("the first message comes after %v, want it in the first frame", at)
	}
}

// A long message of the sender is read along while its beginning is typed, as a short one is.
func TestPastedMessageIsReadAlong(t *testing.T) {
	letters := 300
	board := talk(t, "whatsapp", "in: Hello", "out: "+strings.Repeat("a", letters), "in: Hello?")
	i := slices.IndexFunc(board.Cues, func(c storyboard.Cue) bool { return c.Kind == storyboard.CueSend })
	keys, _ := storyboard.Keys(strings.Repeat("a", letters))
	want := pace.ReadingMessage(letters, 0, "") - pace.Typed(keys, pace.TypeRate)
	if got := board.Cues[i].End - board.Cues[i].At; got != want {
		t.Errorf("it stays for %v, want %v", got, want)
	}
}

// Some apps show a bubble while somebody types, some only say so in the header or above the composer.
func TestTypingSigns(t *testing.T) {
	for platform, want := range map[string][2]bool{
		"whatsapp": {true, true}, "custom": {true, true}, "imessage": {true, false}, "slack": {false, true},
		"telegram": {false, true}, "discord": {false, true}, "messenger": {true, false},
	} {
		board := talk(t, platform, "in: Hello", "in: Hello?")
		has := func(key, text string) bool {
			return slices.ContainsFunc(board.Items, func(i storyboard.Item) bool { return i.Key == key && strings.Contains(i.HTML, text) })
		}
		if got := [2]bool{has("typing", "dots"), has("presence", "typing")}; got != want {
			t.Errorf("%s: bubble and words are %v, want %v", platform, got, want)
		}
	}
}

// Words above the composer come after the list has made room for them and go with the message; a header's words are there
// from the beginning.
func TestTypingWords(t *testing.T) {
	for platform, want := range map[string]string{"slack": "late go late go", "whatsapp": "stand late change late change"} {
		board := talk(t, platform, "in: Hello", "in: Hello?", "in: Hello!")
		var did []string
		for i, step := range board.Steps {
			for _, item := range step.Put {
				if board.Items[item].Key == presenceKey {
					did = append(did, cmp.Or(board.Items[item].Enter, map[bool]string{true: "stand", false: "change"}[i == 0]))
				}
			}
			if slices.Contains(step.Drop, presenceKey) {
				did = append(did, "go")
			}
		}
		if got := strings.Join(did, " "); got != want {
			t.Errorf("%s: the words %s, want %s", platform, got, want)
		}
	}
}

// Where an app says when it heard from somebody last, a video says so from the first message on.
func TestLastHeard(t *testing.T) {
	var said []string
	for _, item := range talk(t, "msn", "out: Hi", "in: Hello", "out: How are you?").Items {
		if item.Key == "presence" {
			_, after, _ := strings.Cut(item.HTML, "<span")
			_, words, _ := strings.Cut(after, ">")
			words, _, _ = strings.Cut(strings.NewReplacer("<bdi>", "", "</bdi>", "").Replace(words), "<")
			said = append(said, words)
		}
	}
	want := []string{"", "Ana is writing a message…", "Last message received at 01:01 on 5/16/2026."}
	if !slices.Equal(said, want) {
		t.Errorf("the window says %q, want %q", said, want)
	}
}

// Every platform has the places that a video fills, its own footer and header or not.
func TestVideoSlots(t *testing.T) {
	for _, platform := range templates.Available("chats") {
		built := conversation(t, platform, "in: Hello", "out: Hi")
		var page strings.Builder
		if err := built.Template.Execute(&page, built.View); err != nil {
			t.Fatal(err)
		}
		slots := []string{"draft"}
		for _, item := range built.Storyboard.Items {
			slots = append(slots, item.Slot)
		}
		for _, slot := range slots {
			if !strings.Contains(page.String(), `data-slot="`+slot+`"`) {
				t.Errorf("%s has no slot %q", platform, slot)
			}
		}
	}
}

// The first frame shows a message, unless it is the only one, which comes at once, or the payload says when it comes.
func TestFirstMessage(t *testing.T) {
	first := func(lines []string, timing *schema.Timing, video *schema.VideoSettings) (onStage int, at time.Duration) {
		board := play(t, "whatsapp", video, func(p *schema.ChatProps) { p.Messages[0].Timing = timing }, lines...).Storyboard
		for _, i := range board.Steps[0].Put {
			if strings.HasPrefix(board.Items[i].Key, "message ") {
				onStage++
			}
		}
		for _, cue := range board.Cues {
			if at == 0 && (cue.Kind == storyboard.CueArrive || cue.Kind == storyboard.CueSend) {
				at = cue.At
			}
		}
		return onStage, at
	}
	three := []string{"in: Are you there?", "in: Hello?", "out: Yes"}
	for name, tc := range map[string]struct {
		lines   []string
		timing  *schema.Timing
		video   *schema.VideoSettings
		onStage int
		at      time.Duration
	}{
		"several":          {three, nil, nil, 1, 1200 * time.Millisecond},
		"one":              {three[:1], nil, nil, 0, onlyMessage},
		"one of one's own": {three[2:], nil, nil, 0, onlyMessage},
		"start":            {three, nil, &schema.VideoSettings{StartAt: "m1"}, 2, 1840 * time.Millisecond},
		"an intro":         {three, nil, &schema.VideoSettings{Intro: secs(2)}, 1, 3200 * time.Millisecond},
		"a time":           {three, &schema.Timing{At: secs(2)}, nil, 0, 2 * time.Second},
		"typing":           {three, &schema.Timing{Typing: secs(2)}, nil, 0, leadLeast + 2*time.Second},
		"a hold":           {three, &schema.Timing{Hold: secs(4)}, nil, 1, 4 * time.Second},
	} {
		onStage, at := first(tc.lines, tc.timing, tc.video)
		if onStage != tc.onStage || at.Round(100*time.Millisecond) != tc.at.Round(100*time.Millisecond) {
			t.Errorf("%s: %d messages are there in the first frame, the next comes at %v; want %d and %v", name, onStage, at, tc.onStage, tc.at)
		}
	}
}

func secs(s float64) *float64 { return &s }

// play builds the video of a conversation with settings, after a change of its props.
func play(t *testing.T, platform string, video *schema.VideoSettings, change func(*schema.ChatProps), lines ...string) *Scene {
	t.Helper()
	props := talkProps(t, platform, lines...)
	if change != nil {
		change(props)
	}
	return buildVideo(t, schema.Chats, platform, props, video)
}

// A message that is deleted only once the next one has come gives a warning with both times, unless the payload says when the next one
// comes. Edits are often seen late.
func TestDeletionBehindTheNext(t *testing.T) {
	number := func(f float64) *float64 { return &f }
	late := func(change func(*schema.ChatProps)) string {
		video := play(t, "imessage", nil, func(p *schema.ChatProps) {
			p.Messages[1].Deleted, p.Messages[1].Timing = true, &schema.Timing{Change: number(2.6)}
			if change != nil {
				change(p)
			}
		}, "in: Are you coming?", "out: He is going to read his poems again", "in: What did you unsend?", "out: Nothing", "in: Hm")
		return strings.Join(warnings(video, "too_late"), "\n")
	}
	const wants = "props.messages.1.timing.change: the message is deleted 2.6 s after it is there, but props.messages.2 comes before that, after 1."
	got := late(nil)
	if !strings.HasPrefix(got, wants) || !strings.Contains(got, "give it a timing.delay of more than 2.6 s") || strings.Contains(got, "the same") {
		t.Errorf("the warning is %q, want %q", got, wants)
	}
	for name, change := range map[string]func(*schema.ChatProps){
		"the delay that the warning names": func(p *schema.ChatProps) { p.Messages[2].Timing = &schema.Timing{Delay: number(2.8)} },
		"a time of the next one":           func(p *schema.ChatProps) { p.Messages[2].Timing = &schema.Timing{At: number(6)} },
		"a hold":                           func(p *schema.ChatProps) { p.Messages[1].Timing.Hold = number(2) },
		"a smaller change":                 func(p *schema.ChatProps) { p.Messages[1].Timing.Change = number(1) },
		"an edit":                          func(p *schema.ChatProps) { p.Messages[1].Deleted, p.Messages[1].Edited = false, true },
		"nothing behind it":                func(p *schema.ChatProps) { p.Messages = p.Messages[:2] },
	} {
		if got := late(change); got != "" {
			t.Errorf("%s: the warning is %q", name, got)
		}
	}
	two := late(func(p *schema.ChatProps) {
		p.Messages[3].Deleted, p.Messages[3].Timing = true, &schema.Timing{Change: number(9)}
	})
	if !strings.HasPrefix(two, wants) || !strings.HasSuffix(two, "; it is the same with 1 more") {
		t.Errorf("of two the warning is %q", two)
	}
}

// A clock that follows the messages is never before them, nor is one that a change sets to a later time.
func TestChangingClockIsNotEarly(t *testing.T) {
	at := 0.0
	for _, test := range []struct {
		clock, changed string
		want           int
	}{{"", "", 1}, {"follow", "", 0}, {"", "23:59", 0}, {"", "0:02", 1}} {
		settings := &schema.VideoSettings{Clock: test.clock}
		if test.changed != "" {
			settings.Changes = []schema.VideoChange{{At: &at, StatusBarTime: test.changed}}
		}
		s := play(t, "whatsapp", settings, func(p *schema.ChatProps) { p.StatusBarTime = "0:01" }, "in: One", "out: Two")
		got := warnings(s, "contradiction")
		if len(got) != test.want {
			t.Errorf("%+v: warned of %q", test, got)
		}
		for _, warning := range got {
			if !strings.HasSuffix(warning, "; write that time or a later one, or video.clock: follow") {
				t.Errorf("%+v: the advice is %q", test, warning)
			}
		}
	}
}

// A picture stays for two seconds, and nobody is seen typing before one that comes alone.
func TestChatVideoPictures(t *testing.T) {
	picture := func(p *schema.ChatProps) {
		for _, i := range []int{1, 2} {
			p.Messages[i].Type, p.Messages[i].Text = "image", ""
			p.Messages[i].Images = []schema.ChatImage{{ID: "i", Data: "https://x.example/a.png"}}
		}
	}
	board := play(t, "whatsapp", nil, picture, "in: Look", "in: a", "out: b", "in: Nice").Storyboard
	var got []string
	at := map[string]time.Duration{}
	for _, cue := range board.Cues {
		got = append(got, string(cue.Kind)+" "+cue.ID)
		if cue.Kind == storyboard.CueArrive || cue.Kind == storyboard.CueSend {
			at[cue.ID] = cue.At
		}
	}
	if line, want := strings.Join(got, ", "), "open m0, arrive m1, send m2, read m2, typing m3, arrive m3, hold "; line != want {
		t.Errorf("cues are %s, want %s", line, want)
	}
	if seen := at["m2"] - at["m1"]; seen != 2*time.Second {
		t.Errorf("the first picture is alone for %v, want 2 s", seen)
	}
	for _, item := range board.Items {
		if item.Key == "message 2" && item.Enter != "pick" {
			t.Errorf("a sent picture comes by %q, want from the composer", item.Enter)
		}
	}
	answer := func(p *schema.ChatProps) {
		picture(p)
		p.Messages[2].ReplyTo = "m0"
	}
	for _, item := range play(t, "whatsapp", nil, answer, "in: Look", "in: a", "out: b", "in: Nice").Storyboard.Items {
		if item.Key == "message 2" && item.Enter == "pick" {
			t.Error("a picture that answers grows out of the composer, with what it answers over the message above")
		}
	}
}

// A video that is repeated ends with what it began with; the time in the status bar, too.
func TestChatVideoLoop(t *testing.T) {
	board := play(t, "whatsapp", &schema.VideoSettings{Loop: true, Clock: "follow"}, nil, "in: One", "out: Two", "in: Three").Storyboard
	first, last := board.Steps[0], board.Steps[len(board.Steps)-1]
	var began, ended []string
	for _, i := range first.Put {
		if item := board.Items[i]; item.Slot == "rows" {
			began = append(began, item.HTML)
		}
	}
	for _, i := range last.Put {
		ended = append(ended, board.Items[i].HTML)
	}
	if !slices.Equal(began, ended) || !last.Rewind || len(began) != 2 {
		t.Errorf("the video ends with %q, want %q", ended, began)
	}
	back := board.Steps[len(board.Steps)-2]
	if want := []string{"intro", "message 0", "message 1", "message 2"}; !slices.Equal(back.Drop, want) || back.Leave != "fade" {
		t.Errorf("%q go by %q, want %q", back.Drop, back.Leave, want)
	}
	var times []string
	for _, step := range board.Steps {
		for _, i := range step.Put {
			if item := board.Items[i]; item.Key == "clock" {
				times = append(times, strings.TrimSpace(item.HTML))
			}
		}
	}
	if got, want := strings.Join(times, " "), "<div>01:00</div> <div>01:01</div> <div>01:02</div> <div>01:00</div>"; got != want {
		t.Errorf("the clock shows %s, want %s", got, want)
	}
	if end := board.Length - last.At; end < 300*time.Millisecond || end > time.Second {
		t.Errorf("the first frame is back %v before the end", end)
	}
}

// Nobody reacts to a message before reading it.
func TestReadBeforeReaction(t *testing.T) {
	board := play(t, "imessage", nil, func(p *schema.ChatProps) {
		p.Messages[1].Status, p.Messages[1].Reactions = "read", []schema.Reaction{{Emoji: "😂", By: []string{p.Receivers[0].ID}, After: secs(0.3)}}
	}, "in: One", "out: Two", "out: Three").Storyboard
	at := map[storyboard.CueKind]time.Duration{}
	for _, cue := range board.Cues {
		if cue.ID == "m1" {
			at[cue.Kind] = cue.At
		}
	}
	if at[storyboard.CueRead] <= at[storyboard.CueSend] || at[storyboard.CueRead] >= at[storyboard.CueReact] {
		t.Errorf("a message is sent at %s, read at %s and gets a reaction at %s", at[storyboard.CueSend], at[storyboard.CueRead], at[storyboard.CueReact])
	}
}

// What happens to a message is seen when its cue says, also right before a reaction to it is seen.
func TestReadWhileRoomIsMade(t *testing.T) {
	board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
		a := []string{p.Receivers[0].ID}
		p.Messages[1].Status, p.Messages[1].Timing = "read", &schema.Timing{Read: secs(0.8)}
		p.Messages[1].Reactions = []schema.Reaction{{Emoji: "😂", By: a, After: secs(0.9)}, {Emoji: "👍", By: a, After: secs(1)}}
	}, "in: One", "out: Two", "out: Three").Storyboard
	seen, waits := map[string]time.Duration{}, time.Duration(0)
	for _, step := range board.Steps {
		waits = max(waits, step.Seen)
		for _, i := range step.Put {
			for _, sign := range []string{"ticks read", "😂", "👍"} {
				if item := board.Items[i]; item.Key == "message 1" && seen[sign] == 0 && strings.Contains(item.HTML, sign) {
					seen[sign] = max(step.At, waits)
				}
			}
		}
	}
	for _, cue := range board.Cues {
		sign := map[storyboard.CueKind]string{storyboard.CueRead: "ticks read", storyboard.CueReact: "😂"}[cue.Kind]
		if cue.ID == "m1" && sign == "😂" && cue.At > seen[sign] {
			sign = "👍"
		}
		if cue.ID == "m1" && sign != "" && seen[sign] != cue.At {
			t.Errorf("%s is seen at %v, and its cue is at %v", sign, seen[sign], cue.At)
		}
	}
}

// Times of the payload decide when messages come.
func TestChatVideoTiming(t *testing.T) {
	board := play(t, "imessage", &schema.VideoSettings{Outro: secs(2)}, func(p *schema.ChatProps) {
		p.Messages[1].Timing = &schema.Timing{At: secs(6), Typing: secs(2.5)}
		p.Messages[2].Timing = &schema.Timing{Delay: secs(0.5), Typing: secs(1)}
		p.Messages[3].Timing = &schema.Timing{Typing: secs(0), Hold: secs(4)}
	}, "in: One", "out: Two", "in: Three", "out: Four").Storyboard
	var got []string
	for _, cue := range board.Cues {
		got = append(got, fmt.Sprintf("%.2f-%.2f %s %s", cue.At.Seconds(), cue.End.Seconds(), cue.Kind, cue.ID))
	}
	want := "0.00-6.00 open m0, 3.50-6.00 draft m1, 6.00-7.50 send m1, 6.42-6.42 read m1, 6.50-7.50 typing m2, 7.50-8.70 arrive m2, 8.70-14.70 send m3, 9.65-9.65 read m3, 12.70-14.70 hold "
	if line := strings.Join(got, ", "); line != want {
		t.Errorf("cues are\n%s, want\n%s", line, want)
	}
}
