package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
)

// lookBuilder returns a builder for one view of a type, with these options of its manifest.
func lookBuilder(kind schema.Type, options map[string]string) *builder {
	b := &builder{payload: &schema.Payload{}, manifest: manifestOf(kind, options), zone: time.UTC, scene: &Scene{}}
	b.manifest.Name = "ChatGPT"
	return b
}

func buildAI(t *testing.T, p *schema.AIProps, options map[string]string) (*AI, []Warning) {
	t.Helper()
	b := lookBuilder(schema.AI, options)
	if err := b.ai(p); err != nil {
		t.Fatal(err)
	}
	return b.scene.View.Body.(*AI), b.scene.Warnings
}

func TestModelLabel(t *testing.T) {
	for _, test := range []struct{ model, want string }{
		{"ChatGPT 5.2", "5.2"},
		{"GPT-5", "5"},
		{"gpt-4o mini", "4o mini"},
		{"ChatGPT GPT-5", "5"},
		{"ChatGPT", ""},
		{"o3", "o3"},
		{"  o3 ", "o3"},
		{"", ""},
		{"Ch", "Ch"},
		{"גרסה 5", "גרסה 5"},
	} {
		ai, _ := buildAI(t, &schema.AIProps{Model: test.model}, map[string]string{"modelTrim": "GPT-"})
		if ai.Model != test.want {
			t.Errorf("model %q is labelled %q, want %q", test.model, ai.Model, test.want)
		}
	}
}

func TestPlaceholder(t *testing.T) {
	for _, test := range []struct{ input, want string }{{"", "Ask"}, {" ", "Ask"}, {"Message Holiday", "Message Holiday"}} {
		ai, _ := buildAI(t, &schema.AIProps{Input: test.input}, map[string]string{"placeholder": "Ask"})
		if ai.Placeholder != test.want {
			t.Errorf("input %q gives the placeholder %q, want %q", test.input, ai.Placeholder, test.want)
		}
	}
}

// Before the first message some apps ask otherwise.
func TestPlaceholderOfNewThread(t *testing.T) {
	options := map[string]string{"placeholder": "Reply", "placeholderNew": "Chat"}
	messages := []schema.AIMessage{{ID: "1", Role: "user", Content: "Hi"}}
	for _, test := range []struct {
		props *schema.AIProps
		want  string
	}{
		{&schema.AIProps{}, "Chat"},
		{&schema.AIProps{Messages: messages}, "Reply"},
		{&schema.AIProps{Input: "Mine"}, "Mine"},
	} {
		if ai, _ := buildAI(t, test.props, options); ai.Placeholder != test.want {
			t.Errorf("%+v has the placeholder %q, want %q", test.props, ai.Placeholder, test.want)
		}
	}
}

// The mark stands below an answer and where the assistant thinks, the note only below an answer.
func TestMarkAndNote(t *testing.T) {
	prompt := schema.AIMessage{ID: "1", Role: "user", Content: "Hi"}
	for _, test := range []struct {
		messages   []schema.AIMessage
		mark, note bool
	}{
		{nil, false, false},
		{[]schema.AIMessage{prompt}, false, false},
		{[]schema.AIMessage{prompt, {ID: "2", Role: "assistant"}}, true, false},
		{[]schema.AIMessage{prompt, {ID: "2", Role: "assistant", Content: "Hello"}}, true, true},
	} {
		if ai, _ := buildAI(t, &schema.AIProps{Messages: test.messages}, nil); ai.Mark != test.mark || ai.Note != test.note {
			t.Errorf("%d messages: mark %v, note %v, want %v and %v", len(test.messages), ai.Mark, ai.Note, test.mark, test.note)
		}
	}
}

func TestTurns(t *testing.T) {
	ai, warnings := buildAI(t, &schema.AIProps{Messages: []schema.AIMessage{
		{ID: "1", Role: "user", Content: " **not markdown** <b>\n", Images: []schema.ChatImage{{ID: "i", Filename: "a.jpg"}}},
		{ID: "2", Role: "assistant", Content: "**bold** ![kite](k.png)"},
		{ID: "3", Role: "assistant", Content: strings.Repeat("x ", longestMarkdown)},
		{ID: "4", Role: "assistant", Content: ""},
	}}, nil)
	prompt, answer := ai.Turns[0], ai.Turns[1]
	if !prompt.User || prompt.Prompt != "**not markdown** <b>" || len(prompt.Pictures) != 1 || prompt.Pictures[0].Name != "a.jpg" {
		t.Errorf("prompt = %+v", prompt)
	}
	if answer.User || answer.Answer != "<p><strong>bold</strong> kite</p>\n" || answer.Last {
		t.Errorf("answer = %+v", answer)
	}
	if last := ai.Turns[3]; last.Answer != "" || !last.Last {
		t.Errorf("an answer yet to come = %+v", last)
	}
	var codes []string
	for _, w := range warnings {
		codes = append(codes, w.Code)
	}
	if want := []string{"markdown_image", "markdown_plain"}; !slices.Equal(codes, want) {
		t.Errorf("warnings = %q, want %q", codes, want)
	}
}

// A conversation of very much text is not parsed to its end.
func TestTurnsOfGreatLength(t *testing.T) {
	p := &schema.AIProps{}
	for range 10 {
		p.Messages = append(p.Messages, schema.AIMessage{Role: "assistant", Content: "**x** " + strings.Repeat("y ", longestMarkdown/2-8)})
	}
	ai, warnings := buildAI(t, p, nil)
	plain := 0
	for _, turn := range ai.Turns {
		if strings.HasPrefix(string(turn.Answer), `<div class="plain">`) {
			plain++
		}
	}
	if want := 10 - mostMarkdown/longestMarkdown; plain != want || len(warnings) != want {
		t.Errorf("%d answers are plain, with %d warnings; want %d", plain, len(warnings), want)
	}
}
