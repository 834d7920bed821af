package scene

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// Every message stays for as long as a short text at least, in the middle of a video and at its end, whatever it holds and whoever
// sends it. A message without words stays for longer than that in the middle, so that it is at rest for so long.
func TestLeastTimeOfMessages(t *testing.T) {
	const wordless, spoken = 1550 * time.Millisecond, 1200 * time.Millisecond
	const picture = schema.ImageRef("a.png")
	for name, tc := range map[string]struct {
		message schema.ChatMessage
		least   time.Duration
	}{
		"text":           {schema.ChatMessage{Type: "text", Text: "ok"}, spoken},
		"image":          {schema.ChatMessage{Type: "image", Images: []schema.ChatImage{{Data: picture}}}, wordless},
		"mixed":          {schema.ChatMessage{Type: "mixed", Text: "ok", Images: []schema.ChatImage{{Data: picture}}}, spoken},
		"voice":          {schema.ChatMessage{Type: "voice", Voice: &schema.Voice{DurationSeconds: 1}}, wordless},
		"call":           {schema.ChatMessage{Type: "call", Call: &schema.Call{}}, spoken},
		"event":          {schema.ChatMessage{Type: "event", Text: "x", Event: &schema.ChatEvent{Kind: "text"}}, spoken},
		"file":           {schema.ChatMessage{Type: "file", File: &schema.ChatFile{Name: "a"}}, spoken},
		"sticker":        {schema.ChatMessage{Type: "sticker", Sticker: &schema.Sticker{Emoji: "💃"}}, wordless},
		"gif":            {schema.ChatMessage{Type: "gif", GIF: &schema.Animation{Image: picture}}, wordless},
		"video":          {schema.ChatMessage{Type: "video", Video: &schema.ChatVideo{Poster: picture, DurationSeconds: 3}}, wordless},
		"location":       {schema.ChatMessage{Type: "location", Location: &schema.Location{}}, wordless},
		"named location": {schema.ChatMessage{Type: "location", Location: &schema.Location{Name: "Kiku"}}, spoken},
		"contact":        {schema.ChatMessage{Type: "contact", Contact: &schema.Contact{Name: "Bo"}}, spoken},
		"poll":           {schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: "?", Options: []schema.ChatPollOption{{Text: "a"}, {Text: "b"}}}}, spoken},
		"deleted":        {schema.ChatMessage{Type: "text", Text: "ok", Deleted: true}, spoken},
	} {
		for _, user := range []string{"a", "me"} {
			board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
				for _, i := range []int{1, 2, 3} {
					kept := p.Messages[i]
					p.Messages[i] = tc.message
					p.Messages[i].ID, p.Messages[i].Timestamp, p.Messages[i].UserID = kept.ID, kept.Timestamp, user
				}
			}, "in: One", "in: Two", "in: Three", "in: Four").Storyboard
			there := map[string]time.Duration{}
			for _, cue := range board.Cues {
				switch cue.Kind {
				case "arrive", "send", "event", "call":
					there[cue.ID] = cue.At
				}
			}
			middle, last := there["m2"]-there["m1"], board.Length-there["m3"]
			if there["m1"] == 0 || middle < tc.least || last < tc.least+chatOutro {
				t.Errorf("%s of %s: stays for %v in the middle, and for %v at the end; it is there at %v", name, user, middle, last, there["m1"])
			}
		}
	}
}

// A text that is too fast is named, and of several how many there are.
func TestTooFastIsNamed(t *testing.T) {
	hold := .3
	change := func(many int) func(*schema.ChatProps) {
		return func(p *schema.ChatProps) {
			for i := range many {
				p.Messages[i].Timing = &schema.Timing{Hold: &hold}
			}
		}
	}
	line := "in: This is a text of some length"
	for many, want := range map[int]string{1: "props.messages.0: it is shown for too short a time", 2: "props.messages.0: it and 1 more of 4 texts are shown for"} {
		timed := play(t, "telegram", nil, change(many), line, line, line, line)
		if fast := warnings(timed, "too_fast"); len(fast) != 1 || !strings.HasPrefix(fast[0], want) {
			t.Errorf("with %d texts the warning is %q, want %q", many, fast, want)
		}
	}
}

// Where texts are too fast for the time that a later message is given, the warning names this time and one that would do.
func TestTooFastNamesItsCause(t *testing.T) {
	line := "in: This is a text of some length, which takes a while to be read"
	lines := []string{line, line, line, line, line, line}
	at := func(seconds float64) []string {
		video := play(t, "telegram", nil, func(p *schema.ChatProps) { p.Messages[4].Timing = &schema.Timing{At: &seconds} }, lines...)
		return warnings(video, "too_fast")
	}
	got := at(3)
	if len(got) != 1 || !strings.HasPrefix(got[0], "props.messages.0: it and 3 more of 6 texts") || strings.Contains(got[0], "video.pace") {
		t.Fatalf("the warnings are %q", got)
	}
	_, advice, _ := strings.Cut(got[0], "give them more time with ")
	var wants float64
	if _, err := fmt.Sscanf(advice, "a later props.messages.4.timing.at: 3 seconds are too early, %f would do", &wants); err != nil {
		t.Fatalf("the advice is %q: %v", advice, err)
	}
	if got := at(wants); len(got) > 0 {
		t.Errorf("with %g seconds the warnings are %q", wants, got)
	}
	hold := 0.3
	video := play(t, "telegram", nil, func(p *schema.ChatProps) {
		later := 60.0
		p.Messages[0].Timing, p.Messages[4].Timing = &schema.Timing{Hold: &hold}, &schema.Timing{At: &later}
	}, lines...)
	if got := warnings(video, "too_fast"); len(got) != 1 || !strings.Contains(got[0], "timing.hold") {
		t.Errorf("for a hold of 0.3 s the warnings are %q", got)
	}
	video = play(t, "telegram", nil, func(p *schema.ChatProps) { p.Messages[3].Timing = &schema.Timing{Delay: &hold} }, lines...)
	if got := warnings(video, "too_fast"); len(got) != 1 || !strings.Contains(got[0], "a longer props.messages.3.timing.delay") {
		t.Errorf("for a delay of 0.3 s the warnings are %q", got)
	}
}

// A length with which texts stay much longer than they need gives a warning, with the length that the video has by itself: that gives none, nor
// does one that is a little longer. Where voices decide the length and are not known yet, there is no warning.
func TestTooSlowNamesOwnLength(t *testing.T) {
	lines := []string{"in: Are you there?", "out: I am, what is it?", "in: The lamp in the hall is on", "out: I am not at home", "in: Then who is?"}
	play := func(length *float64) *Scene {
		return play(t, "telegram", &schema.VideoSettings{Length: length}, func(p *schema.ChatProps) { p.ShowFooter = true }, lines...)
	}
	own := play(nil).Storyboard.Length.Seconds()
	for _, test := range []struct {
		times float64
		warns bool
	}{{0.9, false}, {1, false}, {1.4, false}, {2, true}, {10, true}} {
		got := warnings(play(secs(own*test.times)), "too_slow")
		if (len(got) == 1) != test.warns {
			t.Errorf("with %.1f times its own length the warnings are %q", test.times, got)
		}
		if want := fmt.Sprintf("by itself the video is %.1f s long", own); test.warns && !strings.Contains(strings.Join(got, ""), strings.Replace(want, ".0 s", " s", 1)) {
			t.Errorf("the warnings are %q, want one with %q", got, want)
		}
	}
	if got := warnings(play(nil), "too_slow"); len(got) > 0 {
		t.Errorf("without a length the warnings are %q", got)
	}
	spoken := talkProps(t, "telegram", lines...)
	spoken.Messages[2].Narration = "voice.ogg"
	payload := &schema.Payload{MockupType: schema.Chats, Platform: "telegram", RenderKind: schema.Video, Props: spoken, Video: &schema.VideoSettings{Length: secs(2 * own)}}
	unknown := func(string) (time.Duration, bool) { return 0, false }
	sc, err := Build(t.Context(), payload, &templates.Set{}, Options{Voice: unknown})
	if err != nil {
		t.Fatal(err)
	}
	if got := warnings(sc, "too_slow"); len(got) > 0 {
		t.Errorf("with a voice that is not known the warnings are %q", got)
	}
}

// Everybody has time to read, in long conversations, too.
func TestChatVideoLength(t *testing.T) {
	lines := make([]string, 500)
	for i := range lines {
		lines[i] = []string{"in: ", "out: "}[i%2] + "I was thinking about the trip, are you still coming?"
	}
	long := conversation(t, "whatsapp", lines...)
	if length := long.Storyboard.Length; length > 30*time.Minute || length < 25*time.Minute {
		t.Errorf("500 messages take %v", length)
	}
	if len(long.Warnings) > 0 {
		t.Errorf("warnings are %v", long.Warnings)
	}
	short := conversation(t, "whatsapp", lines[:10]...)
	if length := short.Storyboard.Length; length < 30*time.Second || length > 40*time.Second || len(short.Warnings) > 0 {
		t.Errorf("10 messages take %v, want 30 to 40 s; warnings %v", length, short.Warnings)
	}
	if board := talk(t, "whatsapp"); board.Length != chatOutro {
		t.Errorf("no message takes %v, want %v", board.Length, chatOutro)
	}
	fast := play(t, "whatsapp", &schema.VideoSettings{Length: secs(12)}, nil, lines[:10]...)
	if got := warnings(fast, "too_fast"); fast.Storyboard.Length != 12*time.Second || len(got) != 1 || !strings.Contains(got[0], "of 10 texts") || !strings.HasPrefix(got[0], "props.messages.0: ") {
		t.Errorf("with a length of 12 s the video takes %v, warnings %q", fast.Storyboard.Length, got)
	}
}

// Of an own message that is there in the first frame nobody has seen that it was typed: all of it is read before something else comes.
func TestFirstOwnMessageIsRead(t *testing.T) {
	text := strings.Repeat("We could go. ", 7)
	for name, lines := range map[string][]string{"followed": {"out: " + text, "in: Yes"}, "alone": {"out: " + text}} {
		s := play(t, "whatsapp", nil, func(p *schema.ChatProps) { p.ShowFooter = true }, lines...)
		board := s.Storyboard
		end := board.Cues[0].End
		if least := pace.Reading(pace.Letters(strings.TrimSpace(text)), 0, pace.MessageRate); end-board.Cues[0].At < least || len(s.Warnings) > 0 {
			t.Errorf("%s: it stays for %v, want %v; warnings %v", name, end-board.Cues[0].At, least, s.Warnings)
		}
	}
}

// What stands above the newest message of the first frame is read, too, as far as it takes no more than some seconds.
func TestWhatIsThereIsRead(t *testing.T) {
	opens := func(before string) time.Duration {
		s := play(t, "whatsapp", &schema.VideoSettings{StartAt: "m1"}, func(p *schema.ChatProps) { p.Messages[1].ID = "m1" }, "in: "+before, "in: Call me", "out: Now?")
		return s.Storyboard.Cues[0].End
	}
	short, longer, endless := opens("Hi"), opens("Hi"+strings.Repeat("x", 44)), opens(strings.Repeat("so it goes ", 60))
	if more := longer - short; more < 1900*time.Millisecond || more > 2100*time.Millisecond {
		t.Errorf("44 letters more take %v more, want 2 s", more)
	}
	if more := endless - short; more < 2800*time.Millisecond || more > beforeMost {
		t.Errorf("660 letters take %v more, want nearly %v", more, beforeMost)
	}
}

// Where the payload says when the first sign of a message comes, the field is tapped then, also if the keyboard has to come for it, and
// is typed no faster for that.
func TestDelayIsToTheTap(t *testing.T) {
	for name, tc := range map[string]struct {
		timing schema.Timing
		from   float64 // of the draft
		typing float64 // its length; 0: as long as it takes, and the way of the keyboard
	}{
		"delay":            {schema.Timing{Delay: secs(3)}, 3, 0},
		"delay and typing": {schema.Timing{Delay: secs(3), Typing: secs(2)}, 3, 2},
		"at and typing":    {schema.Timing{At: secs(6), Typing: secs(2)}, 4, 2},
	} {
		draft := func(timing *schema.Timing) storyboard.Draft {
			return play(t, "whatsapp", &schema.VideoSettings{Keyboard: true}, func(p *schema.ChatProps) { p.Messages[1].Timing = timing },
				"in: Where are you?", "out: Nearly there", "in: Good").Storyboard.Drafts[0]
		}
		own, given := draft(nil), draft(&tc.timing)
		if given.From.Seconds() != tc.from || given.Wait != 0 {
			t.Errorf("%s: the field is tapped after %v, want %g s; letters wait %v", name, given.From, tc.from, given.Wait)
		}
		want := time.Duration(tc.typing * float64(time.Second))
		if want == 0 {
			want = own.To - own.From
		}
		if got := given.To - given.From; got != want {
			t.Errorf("%s: it is typed for %v, want %v", name, got, want)
		}
	}
}

// Of addresses that the app shortens, and of titles that it cuts, only what is shown is read.
func TestChatPaceIsOfWhatIsShown(t *testing.T) {
	address := func(path string) time.Duration {
		return play(t, "bluesky", nil, nil, "in: One", "in: https://example.org/"+path, "in: Two").Storyboard.Length
	}
	if short, long := address(strings.Repeat("a", 30)), address(strings.Repeat("a", 300)); short != long {
		t.Errorf("with a long address the video takes %s, with a shorter one %s", long, short)
	}
	title := func(letters int) time.Duration {
		preview := &schema.Link{Title: strings.Repeat("a", letters)}
		change := func(p *schema.ChatProps) { p.Messages[1].Link = preview }
		return play(t, "whatsapp", nil, change, "in: One", "in: https://example.org", "in: Two").Storyboard.Length
	}
	if short, long := title(90), title(500); short != long {
		t.Errorf("with a title that is cut the video takes %s, with a shorter one %s", long, short)
	}
}

// A position of the camera after the end of a video gives a warning, unless voices decide how long the video is and are not known yet.
func TestCameraAfterTheEnd(t *testing.T) {
	for narration, want := range map[schema.AudioRef]int{"": 1, "voice.ogg": 0} {
		props := talkProps(t, "telegram", "in: Are you there?", "out: I am")
		props.Messages[0].Narration = narration
		payload := &schema.Payload{
			MockupType: schema.Chats, Platform: "telegram", RenderKind: schema.Video, Props: props, Render3D: true,
			CameraPath: schema.CameraPath{{Position: [3]float64{-1, 0, 2}}, {T: 300, Position: [3]float64{0, 0, 2}}},
		}
		sc, err := Build(t.Context(), payload, &templates.Set{}, Options{Voice: func(string) (time.Duration, bool) { return 0, false }})
		if err != nil {
			t.Fatal(err)
		}
		if got := warnings(sc, "ignored"); len(got) != want {
			t.Errorf("with the narration %q the warnings are %q", narration, got)
		}
	}
}
