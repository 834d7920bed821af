package render

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// countRedraws makes the page, which is another one now and then, count the pictures of which it knew what had changed.
const countRedraws = `() => {
	if (mockup.counting) return 0;
	const changes = mockup.changes;
	mockup.counting = true;
	mockup.known = 0;
	mockup.changes = function (arg) {
		const found = changes.call(this, arg);
		mockup.known += found.length > 0 ? 1 : 0;
		return found;
	};
	return 0;
}`

// counted returns the count since the last call. The page does not count if it replaced another behind that one's last picture.
const counted = `() => {
	const { known = 0 } = mockup;
	mockup.known = 0;
	return known;
}`

// forget makes the page forget all pictures, so that the next one is drawn from nothing.
const forget = `() => {
	mockup.pictures = [];
	return 0;
}`

// callPage calls a function on the page of a renderer with one browser.
func callPage(t *testing.T, r *Renderer, function string, result any) {
	t.Helper()
	err := r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, function, nil, result) })
	if err != nil {
		t.Fatal(err)
	}
}

func bytesOf(t *testing.T, r *Renderer, job Job) []byte {
	t.Helper()
	result, err := r.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return result.Data
}

// A chat that was edited has the bytes of one that is drawn from nothing, after any edits. In the long tests
// there are hundreds of edits, which take some ten minutes.
func TestRedrawnChatEqualsNewOne(t *testing.T) {
	t.Parallel()
	edits := 1
	if longtest.On() {
		edits = 10
	}
	r, fresh := ownBrowser(t), ownBrowser(t)
	drawn, redraws := 0, 0
	for name, job := range chatJobs(t) {
		seed := fnv.New64a()
		fmt.Fprint(seed, name)
		random := rand.New(rand.NewPCG(seed.Sum64(), 1))
		job.Payload.ResolutionScale = []schema.Scale{"1x", "2x"}[random.IntN(2)]
		chat := job.Payload.Props.(*schema.ChatProps)
		bytesOf(t, r, job)
		for i := range edits {
			if i > 0 && i%4 == 0 { // many edits in a row make another chat of it, in which little is as before
				chat = chatJobs(t)[name].Payload.Props.(*schema.ChatProps)
				job.Payload.Props = chat
			}
			what := editChat(random, chat)
			callPage(t, r, countRedraws, nil)
			redrawn := bytesOf(t, r, job)
			var known int
			callPage(t, r, counted, &known)
			callPage(t, fresh, forget, nil)
			whole := bytesOf(t, fresh, job)
			drawn, redraws = drawn+1, redraws+known
			if !bytes.Equal(redrawn, whole) {
				for suffix, data := range map[string][]byte{"redrawn": redrawn, "whole": whole} {
					_ = os.WriteFile(filepath.Join(os.TempDir(), "mockup-"+name+"-"+suffix+".png"), data, 0o644)
				}
				t.Errorf("%s, edit %d (%s): the bytes differ, see mockup-%s-*.png in %s", name, i, what, name, os.TempDir())
				break
			}
		}
		t.Logf("up to %s: %d of %d edits were redrawn", name, redraws, drawn)
	}
	if redraws < drawn/5 {
		t.Errorf("only %d of %d edits were redrawn", redraws, drawn)
	}
}

// chatJobs returns payloads of chat platforms and examples: a sample of each, or all in the long tests.
func chatJobs(t *testing.T) map[string]Job {
	t.Helper()
	jobs := map[string]Job{}
	for _, platform := range SomePlatforms(t, schema.Chats) {
		jobs[platform] = Job{Payload: samplePayload(t, schema.Chats, platform), Dir: "../../examples/chats", Still: Still{Redraw: true}}
	}
	paths, err := filepath.Glob("../../examples/chats/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range longtest.Sample(t, 20, paths, filepath.Dir) {
		if p := filePayload(t, path); p.RenderKind == schema.Image && !p.InSpace() {
			jobs["example-"+filepath.Base(path)] = Job{Payload: p, Dir: filepath.Dir(path), Still: Still{Redraw: true}}
		}
	}
	return jobs
}

// editChat changes something of a chat by chance, mostly its texts, and says what.
func editChat(random *rand.Rand, chat *schema.ChatProps) string {
	words := []string{
		"ok", "See you at eight!", "I will bring the bread and the cheese, and you the wine, as always", "👍🏽", "مرحبا كيف حالك", "שלום abc",
		"z̴̢̛a̷l̶g̵o", "https://example.com/a/very/long/path/to/something", "*bold* and _slanted_", "fjÅgÄ", "9:41", "",
	}
	word := words[random.IntN(len(words)-1)]
	m := &chat.Messages[random.IntN(len(chat.Messages))]
	switch n := random.IntN(14); n {
	case 0:
		chat.Receivers[0].Name = []string{"Ana", "Bartholomew Featherstone", "Ωmega", "李雷"}[random.IntN(4)]
		return "name"
	case 1:
		chat.StatusBarTime = fmt.Sprintf("%d:%02d", 10+random.IntN(13), random.IntN(60))
		return "clock"
	case 2:
		chat.BatteryLevel = float64(random.IntN(101))
		return "battery"
	case 3:
		m.Status = []string{"sent", "delivered", "read"}[random.IntN(3)]
		return "status"
	case 4:
		m.Edited = !m.Edited
		return "edited"
	case 5:
		chat.DarkMode = !chat.DarkMode
		return "dark"
	case 6:
		chat.Messages = append(chat.Messages, schema.ChatMessage{
			ID: fmt.Sprintf("new-%d", len(chat.Messages)), UserID: chat.Sender.ID, Type: "text", Text: word, Timestamp: chat.Messages[len(chat.Messages)-1].Timestamp,
		})
		return "message"
	case 7:
		if chat.GroupChatSettings != nil {
			chat.GroupChatSettings.Name = word
		}
		return "group"
	default:
		if m.Type != "text" && m.Type != "mixed" {
			return "nothing"
		}
		m.Text = word
		if n > 9 && len(m.Text) > 0 {
			m.Text += string(rune('a' + random.IntN(26)))
		}
		return "text " + m.Text
	}
}

// What changes outside the part of a chat that is seen is not drawn.
func TestChangesOutOfViewAreNotDrawn(t *testing.T) {
	t.Parallel()
	r := ownBrowser(t)
	job := Job{Payload: samplePayload(t, schema.Chats, "whatsapp"), Dir: "../../examples/chats", Still: Still{Redraw: true}}
	chat := job.Payload.Props.(*schema.ChatProps)
	message := schema.ChatMessage{UserID: chat.Sender.ID, Type: "text", Text: "See you at nine", Timestamp: chat.Messages[0].Timestamp}
	chat.Messages = nil
	for i := range 60 {
		message.ID = fmt.Sprint(i)
		chat.Messages = append(chat.Messages, message)
	}
	bytesOf(t, r, job)
	callPage(t, r, `() => { const { changes } = mockup; mockup.changes = (arg) => (mockup.found = changes.call(mockup, arg)); return 0; }`, nil)
	for _, test := range []struct{ message, most int }{{0, 0}, {59, 30}} {
		chat.Messages[test.message].Text = "See you at noon"
		bytesOf(t, r, job)
		var boxes int
		callPage(t, r, `() => mockup.found.at(-1).boxes.length`, &boxes)
		if boxes > test.most || (boxes == 0) != (test.most == 0) {
			t.Errorf("message %d: %d boxes have changed, want up to %d", test.message, boxes, test.most)
		}
	}
}

// A filter that is set on an element alone, also by a variable, is found where all else is as before. Nothing is drawn on such a picture.
func TestFilterOfOneElementIsFound(t *testing.T) {
	t.Parallel()
	r := ownBrowser(t)
	const compare = `() => {
		document.getElementById("template-css").textContent = "b { display: block; filter: var(--own, none) }";
		const root = document.getElementById("root");
		const describe = (style, number, kept) => {
			root.innerHTML = '<div><b style="' + style + '">word</b></div>';
			return mockup.changes({ look: "any", number, kept }).length;
		};
		describe("width: 50px", 1, []);
		return ["width: 60px", "filter: blur(2px)", "--own: blur(2px)"].map((style) => describe(style, 2, [1]));
	}`
	var known []int
	callPage(t, r, compare, &known)
	if want := []int{1, 0, 0}; !slices.Equal(known, want) {
		t.Errorf("pictures to draw on: %v, want %v", known, want)
	}
}
