package render

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// sideBySide takes two words and returns of each text with both how far the first stands to the right of the second, and whether the first is
// in a link, a mention or a hashtag.
const sideBySide = `([one, other]) => {
	const found = [], range = document.createRange();
	const find = (box, word) => {
		for (const { node } of mockup.texts(box)) {
			const at = node.data.indexOf(word);
			if (at < 0) continue;
			range.setStart(node, at), range.setEnd(node, at + word.length);
			if (range.getClientRects().length) return { left: range.getBoundingClientRect().left, linked: !!node.parentElement.closest("a") };
		}
	};
	for (const box of document.querySelectorAll(".text[dir=auto]")) {
		const [first, second] = [find(box, one), find(box, other)];
		if (first && second) found.push({ by: first.left - second.left, linked: first.linked });
	}
	return found;
}`

// eachWriting calls check for the platforms with texts that people write.
func eachWriting(t *testing.T, check func(kind schema.Type, platform string)) {
	for _, kind := range []schema.Type{schema.Chats, schema.Posts, schema.Comments} {
		for _, platform := range SomePlatforms(t, kind) {
			if kind == schema.Posts && platform == "instagram" { // whose texts begin with a name
				continue
			}
			check(kind, platform)
		}
	}
}

// A text runs as its first letter does, also where that is in a hashtag. A name or an address at its beginning decides nothing, if it is a
// link of the app.
func TestTextsRunAsTheirFirstLetter(t *testing.T) {
	t.Parallel()
	links := 0
	eachWriting(t, func(kind schema.Type, platform string) {
		for _, test := range []struct {
			text, first, last string
			reversed          bool
		}{
			{"#מבצע #חדש @jo", "מבצע", "jo", true},
			{"@jo שלום", "jo", "שלום", true},
			{"https://a.example/x שלום", "a.example", "שלום", true},
			{"@jo hello #מבצע", "hello", "מבצע", false},
			{"#sale מבצע", "sale", "מבצע", false},
		} {
			p := samplePayload(t, kind, platform)
			if chat, ok := p.Props.(*schema.ChatProps); ok {
				asGroup(chat)
				chat.Receivers[0].Name = "jo"
			}
			rewrite(reflect.ValueOf(p.Props), textFields, func(string) string { return test.text })
			var found []struct {
				By     float64
				Linked bool
			}
			layOutPage(t, Shared, p, sideBySide, []string{test.first, test.last}, &found)
			if len(found) == 0 {
				t.Errorf("%s/%s shows no text %q", kind, platform, test.text)
			}
			for _, words := range found {
				reversed := test.reversed && (words.Linked || strings.HasPrefix(test.text, "#"))
				if (words.By > 0) != reversed {
					t.Errorf("%s/%s: %q runs from the right: %t, want %t", kind, platform, test.text, !reversed, reversed)
				}
				if words.Linked && test.reversed {
					links++
				}
			}
		}
	})
	if links == 0 {
		t.Error("no text begins with a link: what should have been measured was not")
	}
}

// What is written directly behind a mention stays behind it in a text that runs from the right, and its @ before it.
func TestMentionsWithMoreLetters(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{{"makes", "noor"}, {"noor", "@"}} {
		p := samplePayload(t, schema.Comments, "x")
		p.Props.(*schema.CommentProps).Comments[0].Text = "שלום @noor.makes"
		var found []struct{ By float64 }
		layOutPage(t, Shared, p, sideBySide, words, &found)
		if len(found) != 1 || found[0].By <= 0 {
			t.Errorf("%q should be to the right of %q: %v", words[0], words[1], found)
		}
	}
}

// rightEdges returns how far the lines of each text that has some reach to the right, but for the room of a time. Some apps have all at
// the left, and where an address is no link, it gives its paragraph the side.
const rightEdges = `() => Array.from(document.querySelectorAll(".text[dir=auto]"), (box) => {
	if (getComputedStyle(box).textAlign === "left" || !box.querySelector("a")) return [];
	const range = document.createRange(), edges = new Map();
	for (const { node } of mockup.texts(box)) {
		if (node.parentElement.closest(".spacer")) continue;
		range.selectNodeContents(node);
		for (const { bottom, right, width } of range.getClientRects()) {
			if (width > 1) edges.set(Math.round(bottom / 6), Math.max(right, edges.get(Math.round(bottom / 6)) ?? 0));
		}
	}
	return [...edges.values()];
}).filter((edges) => edges.length > 1)`

// Every paragraph from the right begins at the right, also one that begins with an address.
func TestParagraphsBeginAtTheirSide(t *testing.T) {
	t.Parallel()
	seen := 0
	eachWriting(t, func(kind schema.Type, platform string) {
		p := samplePayload(t, kind, platform)
		rewrite(reflect.ValueOf(p.Props), textFields, func(string) string {
			return "שלום לכולם ולכל מי שכאן היום\nhttps://a.example/x הנה"
		})
		var texts [][]float64
		layOutPage(t, Shared, p, rightEdges, nil, &texts)
		for _, edges := range texts {
			seen++
			if slices.Max(edges)-slices.Min(edges) > 2 {
				t.Errorf("%s/%s: the lines begin at %v", kind, platform, edges)
			}
		}
	})
	if seen == 0 {
		t.Error("no text has two lines: what should have been measured was not")
	}
}
