package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// talk builds the film of a conversation: every line is "in: text" or "out: text", a minute apart.
func talk(t *testing.T, platform string, lines ...string) *Film {
	t.Helper()
	return conversation(t, platform, lines...).Film
}

func conversation(t *testing.T, platform string, lines ...string) *Scene {
	t.Helper()
	var messages []string
	for i, line := range lines {
		who, text, _ := strings.Cut(line, ": ")
		user, status := "a", ""
		if who == "out" {
			user, status = "me", ", status: read"
		}
		at := time.Date(2026, 5, 16, 9, i, 0, 0, time.UTC).Format(time.RFC3339)
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
	built, err := Build(payload, new(templates.Set), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// history tells what the film's items do, in order: "typing" and "message 0" come, "sent" is a look of a message.
func history(f *Film) (events []string, at []time.Duration) {
	for _, step := range f.Steps {
		for _, item := range step.Put {
			event := f.Items[item].Key
			for _, status := range []string{"sent", "delivered", "read"} {
				if strings.Contains(f.Items[item].HTML, "ticks "+status) {
					event += " " + status
				}
			}
			events, at = append(events, event), append(at, step.At)
		}
	}
	return events, at
}

func TestChatFilmOrder(t *testing.T) {
	f := talk(t, "whatsapp", "in: Are you there?", "out: Yes", "in: Good")
	events, at := history(f)
	want := []string{
		"intro", "composer", "presence", "presence", "date 0", "typing", "presence", "message 0",
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
	draft := f.Drafts[0]
	order := []time.Duration{
		0, moment("typing", 0), moment("message 0", 0), draft.From, moment("message 1 sent", 0), moment("message 1 delivered", 0),
		moment("message 1 read", 0), moment("typing", 1), moment("message 2", 0), f.Length,
	}
	if !slices.IsSorted(order) || len(slices.Compact(slices.Clone(order))) != len(order) {
		t.Errorf("not one after the other: %v", order)
	}
	if draft.To != moment("message 1 sent", 0) {
		t.Errorf("the text is sent at %v and seen at %v", draft.To, moment("message 1 sent", 0))
	}
	if hold := f.Length - moment("message 2", 0); hold < closing {
		t.Errorf("the film ends %v after the last message, want at least %v", hold, closing)
	}
}

// Some apps show a bubble while somebody types, some only say so in the header or above the composer.
func TestTypingSigns(t *testing.T) {
	for platform, want := range map[string][2]bool{
		"whatsapp": {true, true}, "custom": {true, true}, "imessage": {true, false}, "slack": {false, true},
		"telegram": {false, true}, "discord": {false, true}, "messenger": {true, false},
	} {
		f := talk(t, platform, "in: Hello")
		has := func(key, text string) bool {
			return slices.ContainsFunc(f.Items, func(i Item) bool { return i.Key == key && strings.Contains(i.HTML, text) })
		}
		if got := [2]bool{has("typing", "dots"), has("presence", "typing…")}; got != want {
			t.Errorf("%s: bubble and words are %v, want %v", platform, got, want)
		}
	}
}

// Words above the composer come after the list has made room for them and go with the message; a header's words are there
// from the beginning.
func TestTypingWords(t *testing.T) {
	for platform, want := range map[string]string{"slack": "late go late go", "whatsapp": "stand late change late change"} {
		f := talk(t, platform, "in: Hello", "in: Hello?")
		var did []string
		for i, step := range f.Steps {
			for _, item := range step.Put {
				if f.Items[item].Key == presenceKey {
					did = append(did, cmp.Or(f.Items[item].Enter, map[bool]string{true: "stand", false: "change"}[i == 0]))
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

// Where an app says when it heard from somebody last, a film says so from the first message on.
func TestLastHeard(t *testing.T) {
	var said []string
	for _, item := range talk(t, "msn", "out: Hi", "in: Hello", "out: How are you?").Items {
		if item.Key == "presence" {
			_, after, _ := strings.Cut(item.HTML, "<span")
			_, words, _ := strings.Cut(after, ">")
			words, _, _ = strings.Cut(words, "<")
			said = append(said, words)
		}
	}
	want := []string{"", "Ana is writing a message…", "Last message received at 09:01 on 5/16/2026."}
	if !slices.Equal(said, want) {
		t.Errorf("the window says %q, want %q", said, want)
	}
}

// Every platform has the places that a video fills, its own footer and header or not.
func TestFilmSlots(t *testing.T) {
	for _, platform := range templates.Available("chats") {
		built := conversation(t, platform, "in: Hello", "out: Hi")
		var page strings.Builder
		if err := built.Template.Execute(&page, built.View); err != nil {
			t.Fatal(err)
		}
		slots := []string{"draft"}
		for _, item := range built.Film.Items {
			slots = append(slots, item.Slot)
		}
		for _, slot := range slots {
			if !strings.Contains(page.String(), `data-slot="`+slot+`"`) {
				t.Errorf("%s has no slot %q", platform, slot)
			}
		}
	}
}

// A film does not begin with a long wait, however long its first message is. One's own may be watched as it is typed.
func TestFirstMessage(t *testing.T) {
	long := strings.Repeat("and so on ", 20)
	beats := func(lines ...string) []beat {
		messages := make([]said, len(lines))
		for i, line := range lines {
			who, text, _ := strings.Cut(line, ": ")
			messages[i].view.Out, messages[i].view.Plain = who == "out", text
		}
		return paceChat(messages)
	}
	heard, own := beats("in: "+long, "in: "+long), beats("out: "+long)
	if first := heard[0].at; first > 2*time.Second {
		t.Errorf("the first message comes after %v, want at most 2 s", first)
	}
	if second := heard[1].at - heard[1].typing; second != typeMost {
		t.Errorf("the second one is typed for %v, want %v", second, typeMost)
	}
	if typed := own[0].at - own[0].typing; typed != typeMost+sendPause {
		t.Errorf("one's own first message is typed for %v, want %v", typed, typeMost+sendPause)
	}
}

// Long conversations are told faster, and none is told for ever.
func TestChatFilmLength(t *testing.T) {
	lines := make([]string, 500)
	for i := range lines {
		lines[i] = []string{"in: ", "out: "}[i%2] + "I was thinking about the trip, are you still coming?"
	}
	if f := talk(t, "whatsapp", lines...); f.Length > 15*time.Minute || f.Length < 2*time.Minute {
		t.Errorf("500 messages take %v", f.Length)
	}
	if f := talk(t, "whatsapp", lines[:10]...); f.Length < 20*time.Second || f.Length > 40*time.Second {
		t.Errorf("10 messages take %v, want 20 to 40 s", f.Length)
	}
	if f := talk(t, "whatsapp"); f.Length != opening+closing {
		t.Errorf("no message takes %v, want %v", f.Length, opening+closing)
	}
}
