package scene

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// exchange is a conversation in shorthand: "me read", "me", "a", "b", each a minute after the one before, or with "+20s"
// behind it so much later.
func exchange(lines ...string) []schema.ChatMessage {
	at := time.Date(2026, 5, 16, 9, 0, 0, 0, time.UTC)
	var messages []schema.ChatMessage
	for i, line := range lines {
		words := strings.Fields(line)
		pause := time.Minute
		if last := words[len(words)-1]; strings.HasPrefix(last, "+") {
			pause, _ = time.ParseDuration(last[1:])
			words = words[:len(words)-1]
		}
		at = at.Add(pause)
		m := schema.ChatMessage{
			ID: fmt.Sprint("m", i), UserID: words[0], Type: "text", Text: fmt.Sprint("text ", i), Timestamp: schema.Instant(at.Format(time.RFC3339)),
		}
		if len(words) > 1 {
			m.Status = words[1]
		}
		messages = append(messages, m)
	}
	return messages
}

// receiptsOf lists what stands at each message of a view: its shown state, and the initials of its readers.
func receiptsOf(chat *Chat) []string {
	var out []string
	for _, row := range chat.Rows {
		if row.Message == nil {
			continue
		}
		mark := ""
		if row.Message.StatusAt {
			mark = row.Message.Status
		}
		for _, face := range row.Message.Readers {
			mark += face.Initials
		}
		out = append(out, mark)
	}
	return out
}

func TestReceiptPlaces(t *testing.T) {
	each := map[string]string{"receipts": "each"}
	faces := map[string]string{"readers": "all"}
	groups := map[string]string{"readers": "groups"}
	last := map[string]string{"receipts": "last"}
	for _, test := range []struct {
		name     string
		options  map[string]string
		group    bool
		messages []string
		want     string // comma separated
	}{
		{name: "the newest that is delivered, and the newest that is read", options: each, messages: []string{"me read", "me read", "me delivered", "me delivered", "me sent"}, want: ",read,,delivered,sent"},
		{name: "a newer state hides an older one", options: each, messages: []string{"me sent", "me delivered", "me read"}, want: ",,read"},
		{name: "what has no state hides none", options: each, messages: []string{"me delivered", "me"}, want: "delivered,"},
		{name: "an answer changes nothing", messages: []string{"me read", "a"}, want: "read,"},
		{name: "not of received messages", messages: []string{"a read"}, want: ""},
		{name: "only at the end", options: last, messages: []string{"me read", "me sent"}, want: ",sent"},
		{name: "not above an answer", options: last, messages: []string{"me read", "a"}, want: ","},
		{name: "a face in place of read", options: faces, messages: []string{"me read", "me delivered", "me sent"}, want: "AS,,sent"},
		{name: "a face goes down to the answer", options: faces, messages: []string{"me read", "a", "me sent"}, want: ",AS,sent"},
		{name: "and to what is read behind it", options: faces, messages: []string{"me read", "a", "me read", "me"}, want: ",,AS,"},
		{name: "no face where nothing is read", options: faces, messages: []string{"me delivered", "a"}, want: "delivered,"},
		{name: "each reader once", options: faces, group: true, messages: []string{"a", "b", "me read", "b", "me sent"}, want: ",,AS,B,sent"},
		{name: "faces in groups alone", options: groups, group: true, messages: []string{"me read", "b", "me sent"}, want: "ASB,,sent"},
		{name: "and a state elsewhere", options: groups, messages: []string{"me read", "a", "me sent"}, want: "read,,sent"},
		{name: "one reader of two", options: faces, messages: []string{"me read", "b", "me sent"}, want: "AS,,sent"},
	} {
		p := &schema.ChatProps{Messages: exchange(test.messages...)}
		if test.group {
			p.ConversationType = "group-chat"
		}
		chat, _ := chatView(t, test.options, p)
		if got := strings.Join(receiptsOf(chat), ","); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestTimesOfRuns(t *testing.T) {
	for _, test := range []struct {
		name, times string
		messages    []string
		want        string // the messages with a time
	}{
		{"the last of a run", "run", []string{"a", "a +5s", "me read", "me sent"}, "1 3"},
		{"the same minute", "changes", []string{"a", "a +5s", "a +50s", "a +20s", "a +5s"}, "2 4"},
		{"the minute changes within a run", "changes", []string{"a +50s", "a +20s"}, "0 1"},
		{"the state changes", "changes", []string{"me read", "me read +5s", "me sent +5s"}, "1 2"},
		{"a state that the app does not have", "changes", []string{"me read", "me delivered +5s", "me sent +5s"}, "0 2"},
		{"somebody else's in the same minute", "changes", []string{"a", "b +5s", "me +5s"}, "0 1 2"},
	} {
		options := map[string]string{"times": test.times}
		if strings.Contains(test.name, "does not have") {
			options["states"] = "[read]"
		}
		chat, _ := chatView(t, options, &schema.ChatProps{Messages: exchange(test.messages...)})
		var got []string
		for i, row := range chat.Rows {
			if row.Message.TimeAt {
				got = append(got, fmt.Sprint(i))
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: times at %v, want %s", test.name, got, test.want)
		}
	}
}

// After each step of a video, the list has the rows of a still of that moment: on all platforms, in direct chats and groups.
func TestVideoShowsTheReceiptsOfAStill(t *testing.T) {
	all := []string{
		"me read", "a", "me read", "me read +10s", "me delivered +10s", "a +10s", "a +10s", "a +65s", "b", "me read +3h", "me delivered", "me sent +5s", "me +5s",
	}
	for _, platform := range templates.Available("chats") {
		lines := slices.Clone(all)
		if manifest, err := templates.ReadManifest("chats", platform); err != nil || !manifest.Fields["groups"] {
			lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "b") }) // who is not shown
		}
		for _, kind := range []string{"direct-message", "group-chat"} {
			props := func() *schema.ChatProps {
				p := conversationProps(t, platform)
				p.ConversationType, p.Messages = kind, exchange(lines...)
				p.GroupChatSettings = &schema.GroupChatSettings{Name: "Us"}
				p.Receivers = []schema.ChatUser{{ID: "a", Name: "Ana Silva"}, {ID: "b", Name: "Ben"}}
				return p
			}
			payload := &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: schema.Video, ResolutionScale: "1x", Props: props()}
			now := newest(payload)
			video, plot := buildScene(t, payload, now), chatVideoOf(t, payload, now)
			events, there := plot.events(), plot.plan.onStage
			shown, moment := map[string]string{}, props().Messages
			for i := there; i < len(moment); i++ {
				moment[i].Status = ""
			}
			for at, step := range video.Storyboard.Steps {
				for _, item := range step.Put {
					shown[video.Storyboard.Items[item].Key] = video.Storyboard.Items[item].HTML
				}
				if at == 0 {
					continue
				}
				e := events[at-1]
				switch e.becomes {
				case "typing":
					continue // stills show nobody typing
				case "there":
					there = e.message + 1
					if props().Messages[e.message].Status != "" {
						moment[e.message].Status = "sent"
					}
				default:
					moment[e.message].Status = e.becomes
				}
				still := &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: schema.Image, ResolutionScale: "1x", Props: props()}
				still.Props.(*schema.ChatProps).Messages = slices.Clone(moment[:there])
				compareRows(t, fmt.Sprintf("%s, %s, step %d", platform, kind, at), shown, buildScene(t, still, now))
			}
		}
	}
}

// conversationProps returns the props of the conversation that the tests of videos use.
func conversationProps(t *testing.T, platform string) *schema.ChatProps {
	t.Helper()
	data, err := schema.Sample(schema.Chats, schema.SampleOptions{Platform: platform, Minimal: true})
	if err != nil {
		t.Fatal(err)
	}
	p, found := schema.Decode(data, schema.Options{})
	if p == nil {
		t.Fatal(found)
	}
	return p.Props.(*schema.ChatProps)
}

func buildScene(t *testing.T, p *schema.Payload, now time.Time) *Scene {
	t.Helper()
	s, err := Build(t.Context(), p, new(templates.Set), Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// chatVideoOf returns the video of a conversation before its first event; each event is a step after the first.
func chatVideoOf(t *testing.T, payload *schema.Payload, now time.Time) *chatVideo {
	t.Helper()
	manifest, err := templates.ReadManifest("chats", payload.Platform)
	if err != nil {
		t.Fatal(err)
	}
	p := payload.Props.(*schema.ChatProps)
	b := &builder{ctx: t.Context(), payload: payload, manifest: manifest, zone: time.UTC, now: now, scene: &Scene{}}
	v := &chatVideo{builder: b, props: p, messages: b.chatMessages(p)}
	v.plan, _ = b.paceChat(p, v.messages)
	return v
}

// spared is the state that a bubble has room for: in a video from the beginning the one that is reached in the end.
var spared = regexp.MustCompile(`spacer [a-z]+`)

// compareRows compares what a video shows by key with the rows of a still.
func compareRows(t *testing.T, moment string, shown map[string]string, still *Scene) {
	t.Helper()
	i := 0
	for _, row := range still.View.Body.(*Chat).Rows {
		want, err := still.Template.Partial("row", map[string]any{"Chat": still.View.Body, "Row": row})
		if err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint("date ", i)
		if row.Message != nil {
			key = fmt.Sprint("message ", i)
			i++
		}
		if got := shown[key]; spared.ReplaceAllString(got, "") != spared.ReplaceAllString(string(want), "") {
			t.Errorf("%s: %s is\n%s\nbut in a still\n%s", moment, key, got, want)
		}
	}
}
