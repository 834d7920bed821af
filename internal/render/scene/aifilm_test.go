package scene

import (
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

func buildAIFilm(t *testing.T, messages ...schema.AIMessage) *Film {
	t.Helper()
	return buildFilmOf(t, "chatgpt", &schema.AIProps{Messages: messages})
}

func buildFilmOf(t *testing.T, platform string, props *schema.AIProps) *Film {
	t.Helper()
	s, err := Build(&schema.Payload{
		MockupType: "ai", Platform: platform, RenderKind: schema.Video, Props: props,
	}, &templates.Set{}, Options{Images: func(ref string) string { return "/images/" + ref }})
	if err != nil {
		t.Fatal(err)
	}
	return s.Film
}

// How long an answer is written: the figures that the pace was chosen for.
func TestStreamTime(t *testing.T) {
	for _, test := range []struct {
		words       int
		least, most float64 // seconds
	}{
		{1, 0.4, 0.4}, {10, 1, 1.5}, {50, 3.8, 4.2}, {150, 8, 9}, {300, 13.5, 14.5}, {1000, 29, 30}, {5000, 30, 30},
	} {
		if got := streamTime(test.words).Seconds(); got < test.least || got > test.most {
			t.Errorf("%d words take %.2f s, want %.1f to %.1f", test.words, got, test.least, test.most)
		}
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

// A prompt, the thinking mark, the answer in its place: in this order, each when the one before has been seen.
func TestAIFilmOrder(t *testing.T) {
	film := buildAIFilm(t,
		schema.AIMessage{ID: "q1", Role: "user", Content: "Why is the sky blue?"},
		schema.AIMessage{ID: "a1", Role: "assistant", Content: strings.Repeat("word ", 50)},
		schema.AIMessage{ID: "q2", Role: "user", Content: "  "},
		schema.AIMessage{ID: "q3", Role: "user", Content: "Thanks!"},
	)
	want := []struct {
		key, has string
		lead     bool
		at       time.Duration
	}{
		{"turn 0", "sky blue", true, 500 * time.Millisecond},
		{"turn 1", "thinking", false, 1050 * time.Millisecond},
		{"turn 1", "word word", false, 2240 * time.Millisecond},
		{"turn 3", "Thanks!", true, 2240*time.Millisecond + streamTime(50) + answerHold},
	}
	if len(film.Steps) != len(want) {
		t.Fatalf("%d steps, want %d", len(film.Steps), len(want))
	}
	for i, step := range film.Steps {
		item := film.Items[step.Put[0]]
		if len(step.Put) != 1 || item.Key != want[i].key || item.Lead != want[i].lead || !strings.Contains(item.HTML, want[i].has) {
			t.Errorf("step %d puts %v: %s, lead %v, want %+v", i, step.Put, item.Key, item.Lead, want[i])
		}
		if off := step.At - want[i].at; off < -10*time.Millisecond || off > 10*time.Millisecond {
			t.Errorf("step %d is at %v, want %v", i, step.At, want[i].at)
		}
		if written := i == 2; (item.Stream > 0) != written {
			t.Errorf("step %d is written for %v", i, item.Stream)
		}
	}
	if left := film.Length - film.Steps[3].At; left < 1500*time.Millisecond || left > 2500*time.Millisecond {
		t.Errorf("the film ends %v after the last prompt", left)
	}
}

// However long a prompt is read, the assistant is seen thinking as soon as the prompt is in its place, and never before
// what it follows.
func TestAIFilmThinksAtOnce(t *testing.T) {
	film := buildAIFilm(t,
		schema.AIMessage{ID: "q1", Role: "user", Content: strings.Repeat("why ", 60)},
		schema.AIMessage{ID: "a1", Role: "assistant", Content: "Because."},
		schema.AIMessage{ID: "a2", Role: "assistant", Content: "Really."},
		schema.AIMessage{ID: "a3", Role: "assistant"},
		schema.AIMessage{ID: "a4", Role: "assistant"},
	)
	if got := film.Steps[1].At - film.Steps[0].At; got != markAfter {
		t.Errorf("the assistant thinks %v after a prompt, want %v", got, markAfter)
	}
	if got := film.Steps[2].At - film.Steps[0].At; got < promptMost+thinkLeast {
		t.Errorf("the answer begins %v after a prompt of 60 words, want at least %v", got, promptMost+thinkLeast)
	}
	for i := 1; i < len(film.Steps); i++ {
		if film.Steps[i].At <= film.Steps[i-1].At {
			t.Errorf("step %d comes at %v, the one before it at %v", i, film.Steps[i].At, film.Steps[i-1].At)
		}
	}
}

// The mark comes with the thinking and stays below the answer, the note comes when all is written, and both go when
// something new comes.
func TestAIFilmMark(t *testing.T) {
	film := buildFilmOf(t, "claude", &schema.AIProps{Messages: []schema.AIMessage{
		{ID: "q1", Role: "user", Content: "?"}, {ID: "a1", Role: "assistant", Content: "Yes."},
		{ID: "a2", Role: "assistant", Content: "And no."}, {ID: "q2", Role: "user", Content: "!"},
	}})
	want := "+turn 0, +turn 1 +mark, +turn 1, +note, -mark -note +turn 2 +mark, +turn 2, +note, -mark -note +turn 3"
	if got := stepsOf(film); got != want {
		t.Errorf("steps: %s, want %s", got, want)
	}
	last := film.Steps[3]
	if written := film.Steps[2].At + film.Items[film.Steps[2].Put[0]].Stream; last.At <= written || last.At >= film.Steps[4].At {
		t.Errorf("the note comes at %v, the answer is whole at %v", last.At, written)
	}
}

// stepsOf writes what comes and goes in a film.
func stepsOf(film *Film) string {
	var steps []string
	for _, step := range film.Steps {
		var keys []string
		for _, key := range step.Drop {
			keys = append(keys, "-"+key)
		}
		for _, index := range step.Put {
			keys = append(keys, "+"+film.Items[index].Key)
		}
		steps = append(steps, strings.Join(keys, " "))
	}
	return strings.Join(steps, ", ")
}

// The composer's button stops the answer from the thinking on until the last word.
func TestAIFilmButton(t *testing.T) {
	messages := []schema.AIMessage{{ID: "q1", Role: "user", Content: "?"}, {ID: "a1", Role: "assistant", Content: "Yes."}, {ID: "a2", Role: "assistant"}}
	film := buildFilmOf(t, "grok", &schema.AIProps{Messages: messages, ShowFooter: true})
	want := "+action, +turn 0, +turn 1 +action, +turn 1, +action, +turn 2 +action"
	if got := stepsOf(film); got != want {
		t.Fatalf("steps: %s, want %s", got, want)
	}
	for step, busy := range map[int]bool{0: false, 2: true, 4: false, 5: true} {
		put := film.Steps[step].Put
		if item := film.Items[put[len(put)-1]]; strings.Contains(item.HTML, "stop") != busy || !item.Pinned {
			t.Errorf("step %d shows the button %q, busy should be %v", step, item.HTML, busy)
		}
	}
	if end := film.Steps[3].At + film.Items[film.Steps[3].Put[0]].Stream; film.Steps[4].At != end {
		t.Errorf("the button changes at %v, the answer is whole at %v", film.Steps[4].At, end)
	}
	film = buildFilmOf(t, "grok", &schema.AIProps{Messages: messages})
	if got := stepsOf(film); strings.Contains(got, actionKey) {
		t.Errorf("without a footer: %s", got)
	}
}

// The film ends on a hold: after an answer, and while the assistant thinks.
func TestAIFilmEnd(t *testing.T) {
	for _, test := range []struct {
		name, answer string
		want         time.Duration
	}{
		{"answer", "Forty-two.", 2200 * time.Millisecond},
		{"thinking", "", thinkingEnd + aiClosing/2},
	} {
		film := buildAIFilm(t, schema.AIMessage{Role: "user", Content: "?"}, schema.AIMessage{Role: "assistant", Content: test.answer})
		last := film.Steps[len(film.Steps)-1]
		end := last.At + film.Items[last.Put[0]].Stream
		if got := film.Length - end; got != test.want {
			t.Errorf("%s: holds for %v, want %v", test.name, got, test.want)
		}
	}
	if film := buildAIFilm(t); len(film.Steps) != 0 || film.Length < time.Second {
		t.Errorf("no messages: %d steps in %v", len(film.Steps), film.Length)
	}
}

// A conversation of hours is told in minutes, in the same order.
func TestAIFilmSqueezed(t *testing.T) {
	var messages []schema.AIMessage
	for range 100 {
		messages = append(messages, schema.AIMessage{Role: "user", Content: "More"}, schema.AIMessage{Role: "assistant", Content: strings.Repeat("word ", 300)})
	}
	film := buildAIFilm(t, messages...)
	if film.Length > 20*time.Minute {
		t.Errorf("the film takes %v", film.Length)
	}
	for i := 1; i < len(film.Steps); i++ {
		before := film.Steps[i-1]
		if end := before.At + film.Items[before.Put[0]].Stream; film.Steps[i].At < end {
			t.Fatalf("step %d comes at %v, before %v, when the one before it ends", i, film.Steps[i].At, end)
		}
	}
}
