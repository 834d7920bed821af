package scene

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

func buildAIVideo(t *testing.T, messages ...schema.AIMessage) *storyboard.Storyboard {
	t.Helper()
	return buildVideoOf(t, "chatgpt", &schema.AIProps{Messages: messages})
}

func buildVideoOf(t *testing.T, platform string, props *schema.AIProps) *storyboard.Storyboard {
	t.Helper()
	return buildSceneOf(t, platform, props).Storyboard
}

func buildSceneOf(t *testing.T, platform string, props *schema.AIProps) *Scene {
	t.Helper()
	s, err := Build(t.Context(), &schema.Payload{
		MockupType: "ai", Platform: platform, RenderKind: schema.Video, Props: props,
	}, &templates.Set{}, Options{Images: func(ref string) string { return "/images/" + ref }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Answers are written at 20 to 26 letters a second, the long ones faster, and stay for three seconds at least and until
// somebody has read them at 22.
func TestAnswerPace(t *testing.T) {
	for _, test := range []struct {
		letters           int
		least, most, hold float64 // seconds
	}{
		{1, 0.4, 0.4, 3}, {50, 2.4, 2.5, 3}, {200, 9.4, 9.5, 3}, {500, 21.7, 21.8, 3}, {1160, 44.6, 44.7, 8.1}, {5000, 192, 193, 35},
	} {
		beat := turnBeat(Turn{Answer: template.HTML(strings.Repeat("a", test.letters))}, typer{}, true, 0)
		if got := beat.Writing.Length.Seconds(); got < test.least || got > test.most {
			t.Errorf("%d letters are written in %.2f s, want %.1f to %.1f", test.letters, got, test.least, test.most)
		}
		if got := beat.Hold.Length.Seconds(); got < test.hold-.1 || got > test.hold+.1 {
			t.Errorf("%d letters stay for %.2f s, want %.1f", test.letters, got, test.hold)
		}
	}
}

// A prompt that is there in the first frame is read before the answer comes, as nobody has seen it being typed. It is read
// as running text, so that a video does not begin slowly, and a long one is read on while the answer is written.
func TestFirstPromptIsRead(t *testing.T) {
	for _, words := range []int{1, 10, 25, 75} {
		prompt := strings.Repeat("why ", words-1) + "when"
		sc := buildSceneOf(t, "chatgpt", &schema.AIProps{ShowFooter: true, Messages: []schema.AIMessage{
			{ID: "q", Role: "user", Content: prompt}, {ID: "a", Role: "assistant", Content: "Because."},
		}})
		end := sc.Storyboard.Cues[0].End
		if want := min(max(pace.Reading(len(prompt), 0, pace.AnswerRate), markAfter+thinkingTime(1)), promptMost); end != want {
			t.Errorf("the answer to a prompt of %d letters begins after %v, want %v", len(prompt), end, want)
		}
		if all := pace.Reading(len(prompt)+len("Because."), 0, pace.AnswerRate); sc.Storyboard.Length < all {
			t.Errorf("a video with %d letters of a prompt ends after %v, and is read in %v", len(prompt), sc.Storyboard.Length, all)
		}
		if fast := warnings(sc, "too_fast"); len(fast) > 0 {
			t.Errorf("a prompt of %d letters: %s", len(prompt), fast)
		}
	}
}

// An answer waits no longer for a prompt that is pasted either, unless the payload says how long the prompt stays.
func TestPastedPromptIsRead(t *testing.T) {
	hold, prompt := 9., strings.Repeat("why ", 74)+"when"
	for _, timing := range []*schema.Timing{nil, {Hold: &hold}} {
		board := buildVideoOf(t, "chatgpt", &schema.AIProps{ShowFooter: true, Messages: []schema.AIMessage{
			{ID: "q1", Role: "user", Content: "why"}, {ID: "a1", Role: "assistant", Content: "Because."},
			{ID: "q2", Role: "user", Content: prompt, Timing: timing}, {ID: "a2", Role: "assistant", Content: "Because."},
		}})
		var wait time.Duration
		for _, cue := range board.Cues {
			if cue.Kind == storyboard.CueSend {
				wait = cue.End - cue.At
			}
		}
		want := promptMost
		if timing != nil {
			want = time.Duration(hold) * time.Second
		}
		if wait != want {
			t.Errorf("the answer to a prompt that is pasted begins after %v, want %v", wait, want)
		}
	}
}

// Addresses and marks of markdown, which nobody sees, take no time.
func TestAnswerPaceIsOfWhatIsShown(t *testing.T) {
	length := func(answer string) time.Duration {
		return buildAIVideo(t, schema.AIMessage{ID: "a", Role: "assistant", Content: answer}).Length
	}
	plain := length("The ferry leaves at eight, see the map & the timetable of this summer.")
	address := "https://example.org/" + strings.Repeat("map/", 80)
	marked := length("The **ferry** leaves at *eight*, see [the map](" + address + ") & the `timetable` of this summer.")
	if plain != marked {
		t.Errorf("with marks the video takes %s, without %s", marked, plain)
	}
}

func TestCountWords(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, " \n": 0, "one": 1, "It's **two**.": 2, "- 3 things, now": 3, "你好吗": 3, "שלום עולם": 2, "| a | b |": 2, "🎉": 0,
	} {
		if got := countWords(text); got != want {
			t.Errorf("%q has %d words, want %d", text, got, want)
		}
	}
}

// A prompt that is there in the first frame, the thinking mark, the answer in its place, and a prompt that is typed: in this
// order, each when the one before has been read.
func TestAIVideoOrder(t *testing.T) {
	board := buildVideoOf(t, "chatgpt", &schema.AIProps{ShowFooter: true, Messages: []schema.AIMessage{
		{ID: "q1", Role: "user", Content: "Why is the sky blue?"},
		{ID: "a1", Role: "assistant", Content: strings.Repeat("word ", 49) + "words"},
		{ID: "q2", Role: "user", Content: "  "},
		{ID: "q3", Role: "user", Content: "Thanks!"},
	}})
	var got []string
	for _, cue := range board.Cues {
		got = append(got, fmt.Sprintf("%.2f-%.2f %s %s", cue.At.Seconds(), cue.End.Seconds(), cue.Kind, cue.ID))
	}
	want := "0.00-1.59 open q1, 0.55-1.59 typing a1, 1.59-13.22 write a1, 1.59-16.22 arrive a1, 15.34-16.22 draft q3, 16.22-18.42 send q3, 17.42-18.42 hold "
	if line := strings.Join(got, ", "); line != want {
		t.Errorf("cues are\n%s, want\n%s", line, want)
	}
	if want := "+composer +action +turn 0, +turn 1, +turn 1, +action, +turn 3"; stepsOf(board) != want {
		t.Errorf("steps are %s, want %s", stepsOf(board), want)
	}
	if len(board.Drafts) != 1 || board.Drafts[0].Text != "Thanks!" || board.Drafts[0].To != board.Steps[4].At {
		t.Errorf("drafts are %+v, want the last prompt, which is sent at %v", board.Drafts, board.Steps[4].At)
	}
	for i, item := range board.Items {
		if want := strings.HasPrefix(item.Key, "turn") && strings.Contains(item.HTML, "prompt"); item.Lead != want {
			t.Errorf("item %d, %s, leads: %v", i, item.Key, item.Lead)
		}
	}
}

// However long a prompt is read, the assistant is seen thinking as soon as the prompt is in its place, and never before
// what it follows.
func TestAIVideoThinksAtOnce(t *testing.T) {
	board := buildAIVideo(t,
		schema.AIMessage{ID: "q1", Role: "user", Content: strings.Repeat("why ", 59) + "when"},
		schema.AIMessage{ID: "a1", Role: "assistant", Content: "Because."},
		schema.AIMessage{ID: "a2", Role: "assistant", Content: "Really."},
		schema.AIMessage{ID: "a3", Role: "assistant"},
		schema.AIMessage{ID: "a4", Role: "assistant"},
	)
	if got := board.Steps[1].At - board.Steps[0].At; got != markAfter {
		t.Errorf("the assistant thinks %v after a prompt, want %v", got, markAfter)
	}
	if got := board.Steps[2].At; got != promptMost {
		t.Errorf("the answer begins %v after a prompt of 240 letters, want %v", got, promptMost)
	}
	for i := 1; i < len(board.Steps); i++ {
		if board.Steps[i].At <= board.Steps[i-1].At {
			t.Errorf("step %d comes at %v, the one before it at %v", i, board.Steps[i].At, board.Steps[i-1].At)
		}
	}
}

// The mark comes with the thinking and stays below the answer, the note comes when all is written, and both go when
// something new comes.
func TestAIVideoMark(t *testing.T) {
	board := buildVideoOf(t, "claude", &schema.AIProps{Messages: []schema.AIMessage{
		{ID: "q1", Role: "user", Content: "?"}, {ID: "a1", Role: "assistant", Content: "Yes."},
		{ID: "a2", Role: "assistant", Content: "And no."}, {ID: "q2", Role: "user", Content: "!"},
	}})
	want := "+turn 0, +turn 1 +mark, +turn 1, +note, -mark -note +turn 2 +mark, +turn 2, +note, -mark -note +turn 3"
	if got := stepsOf(board); got != want {
		t.Errorf("steps: %s, want %s", got, want)
	}
	last := board.Steps[3]
	if written := board.Steps[2].At + board.Items[board.Steps[2].Put[0]].Stream; last.At <= written || last.At >= board.Steps[4].At {
		t.Errorf("the note comes at %v, the answer is whole at %v", last.At, written)
	}
}

// stepsOf writes what comes and goes in a board.
func stepsOf(board *storyboard.Storyboard) string {
	var steps []string
	for _, step := range board.Steps {
		var keys []string
		for _, key := range step.Drop {
			keys = append(keys, "-"+key)
		}
		for _, index := range step.Put {
			keys = append(keys, "+"+board.Items[index].Key)
		}
		steps = append(steps, strings.Join(keys, " "))
	}
	return strings.Join(steps, ", ")
}

// The composer's button stops the answer from its prompt on until the last word.
func TestAIVideoButton(t *testing.T) {
	messages := []schema.AIMessage{{ID: "q1", Role: "user", Content: "?"}, {ID: "a1", Role: "assistant", Content: "Yes."}, {ID: "a2", Role: "assistant"}}
	board := buildVideoOf(t, "grok", &schema.AIProps{Messages: messages, ShowFooter: true})
	want := "+composer +action +turn 0, +turn 1, +turn 1, +action, +turn 2 +action"
	if got := stepsOf(board); got != want {
		t.Fatalf("steps: %s, want %s", got, want)
	}
	for step, busy := range map[int]bool{0: true, 3: false, 4: true} {
		put := slices.DeleteFunc(slices.Clone(board.Steps[step].Put), func(i int) bool { return board.Items[i].Key != actionKey })
		if item := board.Items[put[0]]; strings.Contains(item.HTML, "stop") != busy || !item.Pinned {
			t.Errorf("step %d shows the button %q, busy should be %v", step, item.HTML, busy)
		}
	}
	if end := board.Steps[2].At + board.Items[board.Steps[2].Put[0]].Stream; board.Steps[3].At != end {
		t.Errorf("the button changes at %v, the answer is whole at %v", board.Steps[3].At, end)
	}
	board = buildVideoOf(t, "grok", &schema.AIProps{Messages: messages})
	if got := stepsOf(board); strings.Contains(got, actionKey) {
		t.Errorf("without a footer: %s", got)
	}
}

// The video ends when all has been read.
func TestAIVideoEnd(t *testing.T) {
	for _, test := range []struct {
		name, answer string
		want         time.Duration
	}{
		{"answer", "Forty-two.", answerHold + aiOutro},
		{"thinking", "", 4250 * time.Millisecond}, // the assistant thinks before the prompt has been read
	} {
		board := buildAIVideo(t, schema.AIMessage{Role: "user", Content: "?"}, schema.AIMessage{Role: "assistant", Content: test.answer})
		last := board.Steps[len(board.Steps)-1]
		end := last.At + board.Items[last.Put[0]].Stream
		if got := board.Length - end; got != test.want {
			t.Errorf("%s: holds for %v, want %v", test.name, got, test.want)
		}
	}
	if board := buildAIVideo(t); len(board.Steps) != 0 || board.Length < time.Second {
		t.Errorf("no messages: %d steps in %v", len(board.Steps), board.Length)
	}
}

// A conversation of hours is played in an hour, in the same order, and not in silence.
func TestAIVideoBounds(t *testing.T) {
	props := &schema.AIProps{}
	for range 100 {
		props.Messages = append(props.Messages, schema.AIMessage{Role: "user", Content: "More"}, schema.AIMessage{Role: "assistant", Content: strings.Repeat("word ", 300)})
	}
	sc := buildVideo(t, schema.AI, "chatgpt", props, nil)
	board := sc.Storyboard
	if board.Length > time.Hour || board.Length < 59*time.Minute {
		t.Errorf("the video takes %v", board.Length)
	}
	if len(warnings(sc, "too_long")) != 1 || len(warnings(sc, "too_fast")) != 1 {
		t.Errorf("warnings are %v", sc.Warnings)
	}
	for i := 1; i < len(board.Steps); i++ {
		before := board.Steps[i-1]
		if end := before.At + board.Items[before.Put[0]].Stream; board.Steps[i].At < end {
			t.Fatalf("step %d comes at %v, before %v, when the one before it ends", i, board.Steps[i].At, end)
		}
	}
}

// What the payload gives decides: how long an assistant thinks and writes, when the next prompt comes, and what is there
// in the first frame.
func TestAIVideoTiming(t *testing.T) {
	second := func(s float64) *float64 { return &s }
	props := &schema.AIProps{ShowFooter: true, Messages: []schema.AIMessage{
		{ID: "q1", Role: "user", Content: "Why?"},
		{ID: "a1", Role: "assistant", Content: "Because it is.", Timing: &schema.Timing{Hold: second(5)}},
		{ID: "q2", Role: "user", Content: "Really?"},
		{ID: "a2", Role: "assistant", Content: "Yes.", Timing: &schema.Timing{Delay: second(4), Typing: second(2)}},
		{ID: "q3", Role: "user", Content: "Thanks!", Timing: &schema.Timing{At: second(20), Typing: second(3)}},
	}}
	board := buildVideo(t, schema.AI, "claude", props, &schema.VideoSettings{StartAt: "a1", Outro: second(0)}).Storyboard
	var got []string
	for _, cue := range board.Cues {
		got = append(got, fmt.Sprintf("%.2f-%.2f %s %s", cue.At.Seconds(), cue.End.Seconds(), cue.Kind, cue.ID))
	}
	want := "0.00-5.00 open a1, 4.12-5.00 draft q2, 5.00-9.00 send q2, 5.55-9.00 typing a2, 9.00-11.00 write a2, 9.00-20.00 arrive a2, 17.00-20.00 draft q3, 20.00-21.20 send q3"
	if line := strings.Join(got, ", "); line != want {
		t.Errorf("cues are\n%s, want\n%s", line, want)
	}
	if want := "+composer +action +turn 0 +turn 1 +mark +note"; !strings.HasPrefix(stepsOf(board), want+", ") {
		t.Errorf("steps are %s, want first %s", stepsOf(board), want)
	}
}

// In a video an answer has its suggestions once it is written, until shortly before the next prompt comes in their place.
func TestRelatedComesAndGoes(t *testing.T) {
	board := buildVideoOf(t, "perplexity", &schema.AIProps{Messages: []schema.AIMessage{
		{ID: "1", Role: "user", Content: "One?"}, {ID: "2", Role: "assistant", Content: "One.", Related: []string{"And two?"}},
		{ID: "3", Role: "user", Content: "Two?"}, {ID: "4", Role: "assistant", Content: "Two.", Related: []string{"And three?"}},
	}})
	var seen []string
	var gone, came time.Duration
	for _, step := range board.Steps {
		for _, i := range step.Put {
			if item := board.Items[i]; item.Key == turnKey(2) {
				came = step.At
			}
			if item := board.Items[i]; item.Key == noteKey || item.Key == turnKey(2) {
				seen = append(seen, item.Key)
			}
		}
		for _, key := range step.Drop {
			seen, gone = append(seen, "without "+key), step.At
		}
	}
	if want := []string{noteKey, "without " + noteKey, turnKey(2), noteKey}; !slices.Equal(seen, want) {
		t.Errorf("%q come and go, want %q", seen, want)
	}
	if room := came - gone; room < suggestionsGo {
		t.Errorf("the suggestions go %v before the prompt comes, and have not faded by then", room)
	}
}

// Before the first message the empty field has other words in some apps: in the first frame, if that shows no message, and where a video comes
// back to its beginning.
func TestFieldBeforeFirstMessage(t *testing.T) {
	typed := schema.AIMessage{ID: "q", Role: "user", Content: "Why?", Timing: &schema.Timing{Typing: secs(2)}}
	opens := schema.AIMessage{ID: "q", Role: "user", Content: "Why?"}
	answer := schema.AIMessage{ID: "a", Role: "assistant", Content: "So."}
	late := answer
	late.Timing = &schema.Timing{At: secs(2)}
	const before, after, own = "Chat with Claude", "Reply to Claude", "Message Bo"
	for name, tc := range map[string]struct {
		platform, input string
		messages        []schema.AIMessage
		want            []string // in the order in which they come, with a loop at the end
	}{
		"typed":              {"claude", "", []schema.AIMessage{typed, answer}, []string{before, after, before}},
		"one message":        {"claude", "", []schema.AIMessage{opens}, []string{before, after, before}},
		"an answer first":    {"claude", "", []schema.AIMessage{late, opens}, []string{before, after, before}},
		"it is there":        {"claude", "", []schema.AIMessage{opens, answer}, []string{after}},
		"words of a payload": {"claude", own, []schema.AIMessage{typed, answer}, []string{own}},
		"perplexity":         {"perplexity", "", []schema.AIMessage{typed, answer}, []string{"Ask anything…", "Ask a follow-up…", "Ask anything…"}},
		"always the same":    {"gemini", "", []schema.AIMessage{typed, answer}, []string{"Ask Gemini"}},
	} {
		s, err := Build(t.Context(), &schema.Payload{
			MockupType: "ai", Platform: tc.platform, RenderKind: schema.Video, Video: &schema.VideoSettings{Loop: true},
			Props: &schema.AIProps{Messages: tc.messages, Input: tc.input, ShowFooter: true},
		}, &templates.Set{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		board := s.Storyboard
		var words []string
		for _, step := range board.Steps {
			for _, item := range step.Put {
				if html := board.Items[item].HTML; board.Items[item].Key == storyboard.ComposerKey {
					_, html, _ = strings.Cut(html, `dir="auto">`)
					text, _, _ := strings.Cut(html, "<")
					words = append(words, text)
				}
			}
		}
		if !slices.Equal(words, tc.want) {
			t.Errorf("%s: the field says %q, want %q", name, words, tc.want)
		}
	}
}
