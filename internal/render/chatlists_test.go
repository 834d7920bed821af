package render

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// The items of a list are as wide as their words, and the time stands beside the last one where that leaves room.
func TestListsInBubbles(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".bubble")].map((bubble) => {
		const time = bubble.querySelector(".meta").getBoundingClientRect(), items = bubble.querySelectorAll(".item"), last = items[items.length - 1].getBoundingClientRect();
		const leads = [...items].every((item) => item.querySelector("span").getBoundingClientRect().left > bubble.querySelector(".text").getBoundingClientRect().left) ? 1 : 0;
		return [bubble.getBoundingClientRect().width, time.top < last.bottom ? 1 : 0, leads];
	})`
	p := samplePayload(t, schema.Chats, "whatsapp")
	p.RenderKind = schema.Image
	props := p.Props.(*schema.ChatProps)
	props.Messages = nil
	for i, text := range []string{"- one\n- two", "So:\n1. bread\n2. milk", "- شكرا\n- نعم"} {
		props.Messages = append(props.Messages, schema.ChatMessage{
			ID: fmt.Sprint("m", i), UserID: props.Receivers[0].ID, Type: "text", Timestamp: schema.Instant(fmt.Sprintf("2026-03-01T09:0%d:00Z", i)), Text: text,
		})
	}
	var boxes [][3]float64
	onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &boxes) })
	if len(boxes) != 3 {
		t.Fatalf("there are %d bubbles", len(boxes))
	}
	for i, box := range boxes {
		if beside := i < 2; box[0] > 150 || (box[1] == 1) != beside || box[2] != 1 {
			t.Errorf("bubble %d is %.0f wide, its time beside the last item %v, the marks inside it %v", i, box[0], box[1] == 1, box[2] == 1)
		}
	}
}

// Items and quotes that are written from right to left begin at the right of a bubble, also where what it answers is wider.
func TestReversedListsInAnswers(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".bubble:has(.quote)")].map((bubble) =>
		bubble.getBoundingClientRect().right - bubble.querySelector(".text :is(.item, blockquote)").getBoundingClientRect().right)`
	p := samplePayload(t, schema.Chats, "whatsapp")
	p.RenderKind = schema.Image
	props := p.Props.(*schema.ChatProps)
	first := props.Messages[0]
	first.ID, first.Type, first.Images, first.Text = "first", "text", nil, "This is long enough to make a wide bubble of each answer"
	props.Messages = []schema.ChatMessage{first}
	for i, text := range []string{"- שלום\n- תודה", "> שלום"} {
		answer := first
		answer.ID, answer.ReplyTo, answer.Text = fmt.Sprint("m", i), first.ID, text
		props.Messages = append(props.Messages, answer)
	}
	var gaps []float64
	onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &gaps) })
	if len(gaps) != 2 || max(gaps[0], gaps[1]) > 20 {
		t.Errorf("the lines begin %.0f from the right of their bubbles", gaps)
	}
}

// Headings and small lines begin where their words do, also where no other line says how the text runs.
func TestReversedHeadings(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".text :is(h1, small)")].map((line) => {
		const words = document.createRange();
		words.selectNodeContents(line);
		return Math.abs(line.getBoundingClientRect().right - words.getBoundingClientRect().right);
	})`
	p := samplePayload(t, schema.Chats, "discord")
	p.RenderKind = schema.Image
	props := p.Props.(*schema.ChatProps)
	props.Messages = props.Messages[:1]
	var gaps []float64
	for _, text := range []string{"# שלום", "-# שלום"} {
		props.Messages[0].Type, props.Messages[0].Images, props.Messages[0].Text = "text", nil, text
		var gap []float64
		onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &gap) })
		gaps = append(gaps, gap...)
	}
	if len(gaps) != 2 || max(gaps[0], gaps[1]) > 2 {
		t.Errorf("the words end %.0f from the right", gaps)
	}
}

// A text that is written from right to left begins at the right of a bubble that what it answers, a preview, a file or reactions make wider.
func TestReversedTextInWideBubbles(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".bubble:has(.quote, .preview, .file, .reactions) > .text")].map((text) =>
		text.closest(".bubble").getBoundingClientRect().right - text.getBoundingClientRect().right)`
	for platform, wide := range map[string]int{"bluesky": 1, "linkedin": 1, "line": 1, "microsoftTeams": 3, "custom": 3, "telegram": 4, "signal": 3, "whatsapp": 3} {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind = schema.Image
		props := p.Props.(*schema.ChatProps)
		first := props.Messages[0]
		first.ID, first.Type, first.Images, first.Text = "first", "text", nil, "This is long enough to make a wide bubble of each answer"
		answer, previewed, file := first, first, first
		answer.ID, answer.Text, answer.ReplyTo = "answer", "שלום", first.ID
		previewed.ID, previewed.Text, previewed.Link = "previewed", "שלום", &schema.Link{Title: "A title that is far longer than the text", Site: "example.org"}
		file.ID, file.Type, file.Text, file.File = "file", "file", "שלום", &schema.ChatFile{Name: "A name that is far longer than the text.pdf"}
		props.Messages = []schema.ChatMessage{first, answer, previewed, file}
		if platform == "telegram" { // where reactions stand in the bubble
			reacted := first
			reacted.ID, reacted.Text, reacted.Reactions = "reacted", "שלום", []schema.Reaction{{Emoji: "👍", By: []string{props.Sender.ID}}, {Emoji: "🔥", By: []string{props.Sender.ID}}}
			props.Messages = append(props.Messages, reacted)
		}
		var gaps []float64
		onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &gaps) })
		if len(gaps) != wide || slices.Max(gaps) > 20 {
			t.Errorf("%s: the texts begin %.0f from the right of their bubbles", platform, gaps)
		}
	}
}

// A short text begins below the beginning of the mark that it was forwarded, or at the right where it is written from there.
func TestForwardedTextBegins(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".bubble:has(> .forwarded) > .text")].map((text) => {
		const words = document.createRange(), mark = document.createRange();
		words.selectNodeContents(text);
		mark.selectNodeContents(text.parentElement.querySelector(".forwarded"));
		const side = text.matches(":dir(rtl)") ? "right" : "left";
		return Math.abs(words.getBoundingClientRect()[side] - mark.getBoundingClientRect()[side]);
	})`
	for _, platform := range []string{"custom", "microsoftTeams"} {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind = schema.Image
		props := p.Props.(*schema.ChatProps)
		forwarded := props.Messages[0]
		forwarded.Type, forwarded.Images, forwarded.Forwarded = "text", nil, true
		props.Messages = nil
		for i, text := range []string{"ab", "שם"} {
			forwarded.ID, forwarded.Text = fmt.Sprint("m", i), text
			props.Messages = append(props.Messages, forwarded)
		}
		var gaps []float64
		onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &gaps) })
		if len(gaps) != 2 || slices.Max(gaps) > 2 {
			t.Errorf("%s: the texts begin %.0f from where the marks do", platform, gaps)
		}
	}
}
