package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"mockup/templates"
)

// longThread is a conversation that no screen shows whole, in which every message names its number.
func longThread(t *testing.T, kind schema.Type, platform string) *schema.Payload {
	t.Helper()
	p := samplePayload(t, kind, platform)
	p.RenderKind = schema.Image
	text := func(i int) string {
		return fmt.Sprintf("number%d and some words more, so that it takes two lines at least", i)
	}
	switch props := p.Props.(type) {
	case *schema.ChatProps:
		props.Messages = nil
		for i := range 30 {
			user := []string{props.Sender.ID, props.Receivers[0].ID}[i/2%2]
			at := fmt.Sprintf("2026-03-%02dT09:%02d:00Z", 1+i/10, i%10*3)
			props.Messages = append(props.Messages, schema.ChatMessage{ID: fmt.Sprint("m", i), UserID: user, Type: "text", Timestamp: schema.Instant(at), Text: text(i)})
		}
	case *schema.AIProps:
		props.Messages = nil
		for i := range 30 {
			props.Messages = append(props.Messages, schema.AIMessage{ID: fmt.Sprint("m", i), Role: []string{"user", "assistant"}[i%2], Content: text(i)})
		}
	}
	return p
}

func scrollTo(p *schema.Payload, to string) {
	switch props := p.Props.(type) {
	case *schema.ChatProps:
		props.ScrollTo = to
	case *schema.AIProps:
		props.ScrollTo = to
	}
}

// seenScript finds the numbers of the messages of a longThread whose first word is seen whole, with nothing in front of it, and
// how far down the first of them stands.
const seenScript = `() => {
	const root = document.getElementById("root"), walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
	let top = 0;
	for (let node; (node = walker.nextNode()); ) {
		const at = node.data.search(/number\d+/);
		if (at < 0) continue;
		const range = document.createRange();
		range.setStart(node, at);
		range.setEnd(node, at + node.data.slice(at).match(/number\d+/)[0].length);
		const box = range.getBoundingClientRect();
		if (box.top < 62 || box.bottom > innerHeight) continue; // what is below a status bar pales
		const front = [[box.left + 2, box.top + 2], [box.left + 2, box.bottom - 2]].map(([x, y]) => document.elementsFromPoint(x, y)[0]);
		if (!front.every((element) => node.parentElement.contains(element) || element?.contains(node))) continue;
		if (!found.length) top = box.top;
		found.push(Number(range.toString().slice(6)));
	}
	return [top, ...found];
}`

func seen(t *testing.T, r *Renderer, p *schema.Payload) (top float64, numbers []int) {
	t.Helper()
	var list []float64
	onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, seenScript, nil, &list) })
	if len(list) < 2 {
		t.Fatalf("%s: no message is seen", p.Platform)
	}
	for _, n := range list[1:] {
		numbers = append(numbers, int(n))
	}
	return list[0], numbers
}

// A picture of a long conversation shows the end of it, or what the payload says, in every app.
func TestScrollTo(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, kind := range []schema.Type{schema.Chats, schema.AI} {
		for _, platform := range templates.Available(string(kind)) {
			p := longThread(t, kind, platform)
			scrollTo(p, "m13")
			if top, numbers := seen(t, r, p); numbers[0] != 13 || top > 330 {
				t.Errorf("%s scrolled to message 13: messages %v are seen, the first at %.0f", platform, numbers, top)
			}
		}
		for to, want := range map[string]int{"": 29, "end": 29, "m29": 29, "start": 0, "m0": 0} {
			p := longThread(t, kind, "")
			scrollTo(p, to)
			_, numbers := seen(t, r, p)
			if got := numbers[0]; want == 0 && got != want {
				t.Errorf("%s scrolled to %q: messages %v are seen", kind, to, numbers)
			}
			if got := numbers[len(numbers)-1]; want == 29 && got != want {
				t.Errorf("%s scrolled to %q: messages %v are seen", kind, to, numbers)
			}
		}
	}
}

// Where the end of a conversation is not seen, a disc above the composer leads there on some apps.
func TestJump(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const disc = document.querySelector(".jump:not([hidden])")?.getBoundingClientRect(), composer = document.querySelector(".composer").getBoundingClientRect();
		return disc ? Math.round(composer.top - disc.bottom) : -1;
	}`
	for platform, above := range map[string]int{"whatsapp": 24, "telegram": 8, "instagram": 16, "signal": 16, "imessage": -1} {
		for to, want := range map[string]int{"start": above, "m13": above, "m29": -1, "end": -1, "": -1} {
			p := longThread(t, schema.Chats, platform)
			scrollTo(p, to)
			var got int
			onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &got) })
			if got != want {
				t.Errorf("%s scrolled to %q: the disc is %d above the composer, want %d", platform, to, got, want)
			}
		}
	}
}

// On Instagram, nothing of a conversation that goes on is seen below the composer.
func TestEndsAtComposer(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const { left, right, bottom } = document.querySelector(".composer").getBoundingClientRect(), found = [];
		for (let x = left + 20; x < right - 20; x += 10)
			for (let y = bottom + 2; y < innerHeight; y += 4) if (document.elementsFromPoint(x, y).some((e) => e.closest(".message"))) found.push(x + " " + y);
		return found;
	}`
	p := longThread(t, schema.Chats, "instagram")
	scrollTo(p, "start")
	var found []string
	layOutPage(t, Shared, p, script, nil, &found)
	if len(found) > 0 {
		t.Errorf("messages are seen at %d places below the composer, such as %s", len(found), found[0])
	}
}

// What is scrolled below the header of an assistant does not shine through its labels.
func TestHeaderLabels(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range templates.Available("ai") {
		for _, dark := range []bool{false, true} {
			picture := func(text string) (image.Image, []image.Rectangle) {
				p := samplePayload(t, schema.AI, platform)
				props := p.Props.(*schema.AIProps)
				props.DarkMode = dark
				props.Messages = []schema.AIMessage{{ID: "q", Role: "user", Content: "?"}, {ID: "a", Role: "assistant", Content: strings.Repeat(text+"<br>", 60)}}
				var boxes [][4]int
				var screenshot []byte
				onPage(t, r, p, func(ctx context.Context, b *browser.Browser) (err error) {
					if screenshot, err = b.Screenshot(ctx); err != nil {
						return err
					}
					return b.Call(ctx, `() => [...document.querySelectorAll(".header .title, .header b")].map((e) => e.getBoundingClientRect()).map((r) => [r.left, r.top, r.right, r.bottom].map(Math.round))`, nil, &boxes)
				})
				decoded, err := png.Decode(bytes.NewReader(screenshot))
				if err != nil || len(boxes) == 0 {
					t.Fatalf("%s: %d labels, %v", platform, len(boxes), err)
				}
				var labels []image.Rectangle
				for _, b := range boxes {
					labels = append(labels, image.Rect(b[0], b[1], b[2], b[3]))
				}
				return decoded, labels
			}
			full, labels := picture(strings.Repeat("M", 24))
			empty, _ := picture(".")
			for _, label := range labels {
				if n := visibleDifferences(full, empty, label); n > 0 {
					t.Errorf("%s, dark %v: %d pixels of the label at %v depend on what is below", platform, dark, n, label)
				}
			}
		}
	}
}

// visibleDifferences counts the pixels of a part in which two pictures differ by more than an eye sees.
func visibleDifferences(a, b image.Image, part image.Rectangle) (n int) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			const most = 8 << 8
			if max(r1, r2)-min(r1, r2) > most || max(g1, g2)-min(g1, g2) > most || max(b1, b2)-min(b1, b2) > most {
				n++
			}
		}
	}
	return n
}

// Formulas are set in the fonts of KaTeX, numbers of lists have room beside their text, and a wide formula is cut off at the
// edge of the screen, and lists of right-to-left text begin at the right, in every app.
func TestAnswersOnPage(t *testing.T) {
	t.Parallel()
	r := ownBrowser(t)
	wide := "$$" + strings.Repeat(`\alpha + \beta + `, 30) + "1$$"
	var list strings.Builder
	for i := range 12 {
		fmt.Fprintf(&list, "%d. item\n", i+1)
	}
	for _, platform := range templates.Available("ai") {
		p := samplePayload(t, schema.AI, platform)
		p.Props.(*schema.AIProps).Messages = []schema.AIMessage{{ID: "a", Role: "assistant", Content: list.String() + "\nמספר $x^2$ כאן\n\n" + wide + "\n\n- פריט $x$\n"}}
		var found struct {
			Fonts             string
			Room, Number      float64
			Left, Right, Wide float64
			Start             float64
			Direction         string
		}
		warnings := onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
			return b.Call(ctx, `() => {
				const list = document.querySelector(".answer ol"), wide = document.querySelectorAll(".maths")[1], box = wide.getBoundingClientRect();
				const item = list.querySelector("li"), number = document.createElement("span");
				number.textContent = "12. ";
				number.style.cssText = "white-space: pre; font-variant-numeric: tabular-nums"; // as that of a list item
				item.prepend(number);
				const answer = document.querySelector(".answer").getBoundingClientRect(), text = document.createRange();
				text.selectNodeContents(document.querySelector(".answer ul li"));
				return {
					fonts: [...document.fonts].filter((f) => f.status === "loaded" && f.family.includes("KaTeX")).map((f) => f.family.replaceAll('"', "")).sort().join(),
					room: item.getBoundingClientRect().left - answer.left, number: number.getBoundingClientRect().width,
					start: answer.right - text.getBoundingClientRect().right,
					left: box.left, right: box.right, wide: wide.scrollWidth - wide.clientWidth,
					direction: getComputedStyle(document.querySelector(".answer p .maths")).direction,
				};
			}`, nil, &found)
		})
		if found.Fonts != "KaTeX_Main,KaTeX_Math" {
			t.Errorf("%s: fonts of formulas: %s", platform, found.Fonts)
		}
		if found.Room < found.Number-.5 {
			t.Errorf("%s: numbers of %.1f have %.1f beside the text", platform, found.Number, found.Room)
		}
		if found.Left != 0 || found.Right != 402 || found.Wide < 100 {
			t.Errorf("%s: a wide formula reaches from %.0f to %.0f, with %.0f out of view", platform, found.Left, found.Right, found.Wide)
		}
		if found.Start < 10 || found.Start > 40 {
			t.Errorf("%s: a right-to-left item begins %.0f from the right", platform, found.Start)
		}
		if found.Direction != "ltr" || len(warnings) > 0 {
			t.Errorf("%s: formulas run %s; warnings %v", platform, found.Direction, warnings)
		}
	}
}
