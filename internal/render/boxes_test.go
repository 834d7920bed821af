package render

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// everyLook calls look for every platform of every type, chats also as a group, with the payload of its sample.
func everyLook(t *testing.T, look func(t *testing.T, p *schema.Payload)) {
	for _, kind := range schema.Types() {
		for _, platform := range SomePlatforms(t, kind) {
			for _, group := range []bool{false, true} {
				p := samplePayload(t, kind, platform)
				chat, isChat := p.Props.(*schema.ChatProps)
				if group && !isChat {
					continue
				}
				if group {
					asGroup(chat)
				}
				t.Run(fmt.Sprintf("%s/%s/group=%v", kind, platform, group), func(t *testing.T) { look(t, p) })
			}
		}
	}
}

// asGroup makes a group of a chat.
func asGroup(chat *schema.ChatProps) {
	chat.ConversationType, chat.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Group"}
	chat.Receivers = append(chat.Receivers, schema.ChatUser{ID: "third", Name: "Third"}, schema.ChatUser{ID: "fourth", Name: "Fourth"})
}

// layOutVideo lays a video out and lets a function look at the page, or capture it. What the video holds is freed when the test ends.
func layOutVideo(t *testing.T, r *Renderer, job Job, look func(context.Context, *videoRun, *browser.Browser) error) (*videoRun, error) {
	t.Helper()
	doc, err := r.buildDocument(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	run := &videoRun{doc: doc, job: job, result: &Result{}}
	t.Cleanup(run.close)
	return run, r.layOutAndCapture(t.Context(), run, func(ctx context.Context, b *browser.Browser) error { return look(ctx, run, b) })
}

// itemsAfter returns the items that are on the page after a step, by their keys.
func itemsAfter(board *storyboard.Storyboard, last int) map[string]int {
	present := map[string]int{}
	for _, step := range board.Steps[:last+1] {
		for _, key := range step.Drop {
			delete(present, key)
		}
		for _, item := range step.Put {
			present[board.Items[item].Key] = item
		}
	}
	return present
}

// layOutPage lays a payload out and lets a function of the page look at it. Of a video, the page shows all that there ever is.
func layOutPage(t *testing.T, r *Renderer, p *schema.Payload, function string, arg, result any) {
	t.Helper()
	if p.RenderKind != schema.Video {
		onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, function, arg, result) })
		return
	}
	p.ResolutionScale = "1x"
	_, err := layOutVideo(t, r, Job{Payload: p, Dir: "../../examples/chats"}, func(ctx context.Context, _ *videoRun, b *browser.Browser) error {
		if err := b.Call(ctx, "mockup.layOutSheet", nil, nil); err != nil {
			return err
		}
		return b.Call(ctx, function, arg, result)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// rewrite replaces what a payload says: of every text with one of these field names below v, what write returns.
func rewrite(v reflect.Value, fields string, write func(old string) string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			rewrite(v.Elem(), fields, write)
		}
	case reflect.Slice:
		for i := range v.Len() {
			rewrite(v.Index(i), fields, write)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			if field.Type() != reflect.TypeFor[string]() {
				rewrite(field, fields, write)
			} else if strings.Contains(fields, " "+v.Type().Field(i).Name+" ") && field.String() != "" {
				field.SetString(write(field.String()))
			}
		}
	}
}

const nameFields = " Name Title Subject Community "

// placesOf returns, of every text that matches a pattern, where its left edge, its middle and its right edge are, and
// whether its first letter can be seen.
const placesOf = `(pattern) => {
	const places = [];
	const texts = document.createTreeWalker(document.getElementById("root"), NodeFilter.SHOW_TEXT);
	const range = document.createRange();
	while (texts.nextNode()) {
		const node = texts.currentNode;
		const at = node.data.search(new RegExp(pattern, "u"));
		if (at < 0) continue;
		range.selectNodeContents(node);
		const { left, right } = range.getBoundingClientRect();
		range.setStart(node, at);
		range.setEnd(node, at + 1);
		const letter = range.getBoundingClientRect();
		let seen = true;
		for (let box = node.parentElement; box.id !== "root"; box = box.parentElement) {
			const edge = box.getBoundingClientRect();
			if (getComputedStyle(box).overflowX !== "visible") seen &&= letter.left > edge.left - 1 && letter.right < edge.right + 1;
		}
		places.push({ text: node.data, edges: [left, (left + right) / 2, right], seen });
	}
	return places;
}`

type place struct {
	Text  string
	Edges [3]float64
	Seen  bool
}

// sameEdge reports whether two texts begin, end or are centred at the same place.
func (p place) sameEdge(other place) bool {
	for i := range p.Edges {
		if math.Abs(p.Edges[i]-other.Edges[i]) < 1.5 {
			return true
		}
	}
	return false
}

// A right-to-left name stands where a left-to-right one does, beside its picture, and only its letters run the other way.
// A long one loses its end, not its beginning.
func TestRightToLeftNamesStayInPlace(t *testing.T) {
	t.Parallel()
	r := Shared
	everyLook(t, func(t *testing.T, p *schema.Payload) {
		places := func(name, pattern string) (found []place) {
			rewrite(reflect.ValueOf(p.Props), nameFields, func(string) string { return name })
			layOutPage(t, r, p, placesOf, pattern, &found)
			return found
		}
		want, got := places("Dana Levi", "Dana|Levi"), places("דנה לוי", "דנה|לוי")
		if len(want) != len(got) {
			t.Fatalf("%d names from the left, %d from the right:\n%v\n%v", len(want), len(got), want, got)
		}
		for i := range got {
			if !got[i].sameEdge(want[i]) {
				t.Errorf("%q stands at %v, and %q at %v", got[i].Text, got[i].Edges, want[i].Text, want[i].Edges)
			}
		}
		for _, long := range places("דנה לוי בן דוד אברהם (Workshop for Gardeners)", `W.*s\)`) {
			if !long.Seen {
				t.Errorf("%q has lost its middle, not its end", long.Text)
			}
		}
		for _, long := range places("דנה אלכסנדרה לוי בן דוד אברהם מזרחי השלישית", "דנה") {
			if !long.Seen {
				t.Errorf("%q has lost its beginning", long.Text)
			}
		}
	})
}
