package scene

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// lookBuilder returns a builder for one view of a type, with these options of its manifest.
func lookBuilder(kind schema.Type, options map[string]string) *builder {
	b := &builder{ctx: context.Background(), payload: &schema.Payload{}, manifest: manifestOf(kind, options), zone: time.UTC, scene: &Scene{}}
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
		{"chatgpt-4o-latest", "4o-latest"},
		{"ChatGPT", ""},
		{"o3", "o3"},
		{"  o3 ", "o3"},
		{"", ""},
		{"Ch", "Ch"},
		{"גרסה 5", "גרסה 5"},
	} {
		ai, _ := buildAI(t, &schema.AIProps{Model: test.model}, map[string]string{"modelTrim": "[GPT-]"})
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
		{ID: "3", Role: "assistant", Content: strings.Repeat("x ", text.LongestMarkdown)},
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
		p.Messages = append(p.Messages, schema.AIMessage{Role: "assistant", Content: "**x** " + strings.Repeat("y ", text.LongestMarkdown/2-8)})
	}
	ai, warnings := buildAI(t, p, nil)
	plain := 0
	for _, turn := range ai.Turns {
		if strings.HasPrefix(string(turn.Answer), `<div class="plain">`) {
			plain++
		}
	}
	if want := 10 - text.MostMarkdown/text.LongestMarkdown; plain != want || len(warnings) != want {
		t.Errorf("%d answers are plain, with %d warnings; want %d", plain, len(warnings), want)
	}
}

// The mode is a name of its own, where the app's name does not stand before it.
func TestModeName(t *testing.T) {
	for model, want := range map[string]string{"ChatGPT 4.1": "ChatGPT 4.1", "Expert": "Expert", "ChatGPT": "", "": ""} {
		if ai, _ := buildAI(t, &schema.AIProps{Model: model}, nil); ai.Mode != want {
			t.Errorf("model %q is the mode %q, want %q", model, ai.Mode, want)
		}
	}
}

// An answer has its sources, names them where it cites them, and suggests questions, where the app shows that.
func TestSources(t *testing.T) {
	p := &schema.AIProps{Messages: []schema.AIMessage{
		{ID: "q", Role: "user", Content: "[1]"},
		{ID: "a", Role: "assistant", Content: "So [2].", Related: []string{"And why"}, Sources: []schema.AISource{
			{Title: " A page ", URL: "https://www.birds.example.co.uk/a"}, {Title: "Two", URL: "http://[::1]/", Icon: "icon.png"},
		}},
	}}
	b := lookBuilder(schema.AI, nil)
	b.manifest.Fields = map[string]bool{"sources": true, "related": true}
	b.opts.Images = func(ref string) string { return "/" + ref }
	if err := b.ai(p); err != nil {
		t.Fatal(err)
	}
	turns := b.scene.View.Body.(*AI).Turns
	sources := turns[1].Sources
	if len(sources) != 2 || sources[0].Title != "A page" || sources[0].Host != "birds.example.co.uk" || sources[0].Name != "example" || sources[1].Name != "::1" || sources[1].Icon.Image != "/icon.png" {
		t.Errorf("sources = %+v", sources)
	}
	if turns[1].Answer != "<p>So  <span class=\"cite\">::1</span>.</p>\n" || turns[0].Prompt != "[1]" || !slices.Equal(turns[1].Related, []string{"And why"}) {
		t.Errorf("turns = %+v", turns)
	}
	ai, _ := buildAI(t, p, nil)
	if answer := ai.Turns[1]; len(answer.Sources) > 0 || len(answer.Related) > 0 || answer.Answer != "<p>So [2].</p>\n" {
		t.Errorf("an app without sources: %+v", answer)
	}
}

// Questions are suggested below the newest answer only, and not while a prompt or an answer to come is below it.
func TestRelated(t *testing.T) {
	first := schema.AIMessage{ID: "1", Role: "assistant", Content: "One", Related: []string{"A"}}
	for _, test := range []struct {
		below *schema.AIMessage
		want  []string
	}{
		{nil, []string{"A"}},
		{&schema.AIMessage{ID: "2", Role: "user", Content: "And?"}, nil},
		{&schema.AIMessage{ID: "2", Role: "assistant", Content: "Two", Related: []string{"B"}}, []string{"B"}},
	} {
		messages := []schema.AIMessage{first}
		if test.below != nil {
			messages = append(messages, *test.below)
		}
		b := lookBuilder(schema.AI, nil)
		b.manifest.Fields = map[string]bool{"related": true}
		if err := b.ai(&schema.AIProps{Messages: messages}); err != nil {
			t.Fatal(err)
		}
		if got := b.scene.View.Body.(*AI).Related; !slices.Equal(got, test.want) {
			t.Errorf("below %+v: %q, want %q", messages, got, test.want)
		}
	}
}

// A formula that cannot be typeset is warned of, once for a message.
func TestFormulaWarning(t *testing.T) {
	_, warnings := buildAI(t, &schema.AIProps{Messages: []schema.AIMessage{{ID: "a", Role: "assistant", Content: `\(\one\) and \(x\) and \(\two\)`}}}, nil)
	want := Warning{"maths_plain", `props.messages.0.content: 2 formulas are shown as they are written; the first is "\\(\\one\\)": Undefined control sequence: \one`}
	if len(warnings) != 1 || warnings[0] != want {
		t.Errorf("warnings = %+v, want %+v", warnings, want)
	}
}

// A conversation is scrolled to one of its messages, or to an end.
func TestScrollTo(t *testing.T) {
	messages := []schema.AIMessage{{ID: "start", Role: "user", Content: "a"}, {ID: "b", Role: "user", Content: "b"}}
	for to, want := range map[string]struct {
		scroll string
		target int
	}{"": {"end", -1}, "end": {"end", -1}, "start": {"start", -1}, "b": {"end", 1}} {
		ai, _ := buildAI(t, &schema.AIProps{Messages: messages, ScrollTo: to}, nil)
		target := slices.IndexFunc(ai.Turns, func(t Turn) bool { return t.Target })
		if ai.Scroll != want.scroll || target != want.target {
			t.Errorf("scrolled to %q: %s, turn %d", to, ai.Scroll, target)
		}
	}
}
