package render

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

const textFields = " Text Content Body "

// brokenWords lists the words that are broken although they fit into the line, and how many lines end behind a slash or a hyphen.
const brokenWords = `() => {
	const root = document.getElementById("root");
	for (const box of root.querySelectorAll("[data-hug]")) box.style.width = ""; // as wide as the text may be
	const broken = [];
	let parted = 0;
	const lines = (range) => [...range.getClientRects()].filter(({ width }) => width > 0);
	const apart = (one, other) => Math.abs(one.bottom - other.bottom) > one.height / 2;
	const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const node = texts.currentNode;
		const range = document.createRange();
		for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}_.=&%]+/gu)) {
			if (/[\u2e80-\uffef]/.test(word)) continue; // Chinese and Japanese break anywhere
			range.setStart(node, index);
			range.setEnd(node, index + word.length);
			const rects = lines(range);
			if (!rects.length) continue;
			range.setStart(node, Math.max(index - 3, 0));
			range.setEnd(node, index + 1);
			const around = lines(range);
			if (/[\/-]\u200b$/.test(node.data.slice(0, index)) && apart(around[0], around.at(-1))) parted++;
			if (!apart(rects[0], rects.at(-1))) continue;
			let box = node.parentElement;
			while (getComputedStyle(box).display === "inline") box = box.parentElement;
			const { paddingLeft, paddingRight } = getComputedStyle(box);
			const room = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
			const width = rects.reduce((sum, rect) => sum + rect.width, 0) / box.currentCSSZoom;
			if (width < room - 1) broken.push(word + " (" + Math.round(width) + " of " + Math.round(room) + ")");
		}
	}
	return { broken, parted };
}`

const (
	address = "https://www.example.com/berlin/rooftop-garden/1a2b3c4d5e6f7a8b/impressions?day=sunday"
	path    = "internal/render/scene/text.go"
)

// Addresses and paths are broken behind slashes and hyphens, and within a word only where it is wider than the line.
func TestNoBreakInsideWords(t *testing.T) {
	t.Parallel()
	r := Shared
	parted := 0
	everyLook(t, func(t *testing.T, p *schema.Payload) {
		indent := ""
		rewrite(reflect.ValueOf(p.Props), textFields, func(string) string {
			indent += "so "
			return indent + "see " + address + " 予約は" + address + "です and `" + path + "` and/or " + path + " on 05/16/2026"
		})
		var found struct {
			Broken []string
			Parted int
		}
		layOutPage(t, r, p, brokenWords, nil, &found)
		if len(found.Broken) > 0 {
			t.Errorf("words are broken that fit into their lines: %q", found.Broken)
		}
		parted += found.Parted
	})
	if parted < longtest.Least(200) {
		t.Errorf("%d lines end behind a slash or a hyphen: what should have been measured was not", parted)
	}
}

// A text that is typed breaks like one that was sent, and nothing is typed that was not written.
func TestDraftsBreakAtSlashes(t *testing.T) {
	r := Shared
	p := samplePayload(t, schema.Chats, "whatsapp")
	p.RenderKind = schema.Video
	var drafts [][]storyboard.DraftLine
	layOutPage(t, r, p, "mockup.breakDrafts", map[string]any{"texts": []string{address}}, &drafts)
	whole := ""
	for _, line := range drafts[0] {
		if whole != "" && !strings.ContainsAny(whole[len(whole)-1:], "/-?") {
			t.Errorf("a line of the draft ends behind %q", whole)
		}
		if letters := strings.Join(line.Letters, ""); letters != line.Text || len(line.Edges) != len(line.Letters) {
			t.Errorf("letters %q with %d edges make the line %q", line.Letters, len(line.Edges), line.Text)
		}
		whole += line.Text
	}
	if whole != address || len(drafts[0]) < 2 {
		t.Errorf("%d lines make %q", len(drafts[0]), whole)
	}
}

// A text that is written from the right is measured from there, so that the caret stands beside its letters. A word in the other
// direction comes letter by letter as well.
func TestDraftsFromTheRight(t *testing.T) {
	r := Shared
	p := samplePayload(t, schema.Chats, "whatsapp")
	p.RenderKind = schema.Video
	var drafts [][]storyboard.DraftLine
	layOutPage(t, r, p, "mockup.breakDrafts", map[string]any{"texts": []string{"שלום", "Hello", "OK, שלום", "שלום Leo"}}, &drafts)
	for _, lines := range drafts {
		line := lines[0]
		before := 0
		for i, edge := range line.Edges {
			if edge < before+2 || edge > before+30 {
				t.Errorf("%q: with letter %d the line is %d pixels long, and %d before", line.Text, i, edge, before)
			}
			before = edge
		}
	}
}

// Letters of a draft are found that are right only in the text up to them: those of numbers and words against the direction but the last
// ones, which stand as in the whole text, and letters that are joined to the next one.
func TestDraftsAgainstTheirDirection(t *testing.T) {
	want := map[string]string{
		"See you at 8 (pm)": "", "שלום, דנה! (כן)": "", "אב cd ה": "c", "OK שלום bye": "שלו", "עוד (10) דקות": "1", "עולה $12.5 או 20%": "$12.20",
		"ל-03-555-12 או": "03-555-1", "call שלום (דנה a) ok": "שלודנה a", "حوالي (10)": "حل1", "מק https://a.io/b?c=1": "https://a.io/b?c=",
		"50 123": "", "میں 15": "می1", "שלום \n50 12": "51",
	}
	texts := slices.Sorted(maps.Keys(want))
	p := samplePayload(t, schema.Chats, "whatsapp")
	p.RenderKind = schema.Video
	p.Props.(*schema.ChatProps).Messages[0].Text = strings.Join(texts, " ") // the page has their fonts
	var drafts [][]storyboard.DraftLine
	layOutPage(t, Shared, p, "mockup.breakDrafts", map[string]any{"texts": texts}, &drafts)
	for i, lines := range drafts {
		got := ""
		for _, line := range lines {
			for n, reach := range line.Until {
				if reach > 0 {
					got += line.Letters[n]
				}
				if reach > line.Width || reach > 0 && n > 0 && reach < line.Edges[n]/3 {
					t.Errorf("%q: up to letter %d the text is %d pixels long", texts[i], n, reach)
				}
			}
		}
		if got != want[texts[i]] {
			t.Errorf("of %q the letters %q are typed alone, want %q", texts[i], got, want[texts[i]])
		}
	}
}

// The caret stands behind the letter that was typed last: at the end of what is written, or, behind a number or a word in the other
// direction, on the side to which that is written.
func TestCaretsBesideLetters(t *testing.T) {
	texts := []string{"שלום 75 Leo", "الساعة 7:30", "עוד 20%", "Hi שלום", "Hello"}
	against := []string{"75Leo", "730", "20%", "שלום", ""} // letters that are written against the direction of their line
	p := samplePayload(t, schema.Chats, "whatsapp")
	p.RenderKind = schema.Video
	p.Props.(*schema.ChatProps).Messages[0].Text = strings.Join(texts, " ") // the page has their fonts
	var drafts [][]storyboard.DraftLine
	layOutPage(t, Shared, p, "mockup.breakDrafts", map[string]any{"texts": texts}, &drafts)
	for i, lines := range drafts {
		line := lines[0]
		if (len(line.Carets) > 0) != (against[i] != "") {
			t.Errorf("%q has carets at %v", texts[i], line.Carets)
		}
		before := 0 // how far that reaches which stands before a number or a word
		for n, caret := range line.Carets {
			reach := line.Edges[n]
			if line.Until[n] > 0 {
				reach = line.Until[n]
			}
			if strings.Contains(against[i], line.Letters[n]) {
				if caret >= before || caret < before-8 {
					t.Errorf("%q: behind letter %d the caret is at %d, want it just before %d", texts[i], n, caret, before)
				}
				continue
			}
			if caret < reach-1 || caret > reach+1 {
				t.Errorf("%q: behind letter %d the caret is at %d, want %d", texts[i], n, caret, reach)
			}
			if line.Letters[n] != ":" { // becomes a part of the number with the next digit
				before = reach
			}
		}
	}
}

// brokenHyphens counts the hyphens behind Hebrew letters, and says of which the next letter stands on another line.
const brokenHyphens = `() => {
	const found = { hyphens: 0, broken: [] };
	const texts = document.createTreeWalker(document.getElementById("root"), NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const node = texts.currentNode;
		const range = document.createRange();
		for (const { index, 0: all } of node.data.matchAll(/ה-\u2060?[A-Z0-9]/g)) {
			const top = (at) => { range.setStart(node, at); range.setEnd(node, at + 1); return range.getBoundingClientRect().top; };
			const [hyphen, next] = [top(index + 1), top(index + all.length - 1)];
			if (Math.abs(hyphen - next) > 8) found.broken.push(node.data);
			found.hyphens++;
		}
	}
	return found;
}`

// No line ends behind the hyphen between a Hebrew letter and a word of another script (LB21a of Unicode's line breaks),
// wherever a line is full, and what is typed breaks likewise.
func TestNoBreakBehindHebrewHyphens(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range longtest.Sample(t, 2, []string{"whatsapp", "imessage", "telegram", "slack"}, longtest.Alike) {
		p := samplePayload(t, schema.Chats, platform)
		texts := []string{}
		rewrite(reflect.ValueOf(p.Props), " Text ", func(string) string {
			text := strings.Repeat("א", len(texts)*2+1) + strings.Repeat(" ה-Starbucks ה-5G", 12)
			texts = append(texts, text)
			return text
		})
		var found struct {
			Hyphens int
			Broken  []string
		}
		layOutPage(t, r, p, brokenHyphens, nil, &found)
		if found.Hyphens < 24 || len(found.Broken) > 0 {
			t.Errorf("%s: of %d hyphens these end a line: %q", platform, found.Hyphens, found.Broken)
		}
		p.RenderKind = schema.Video
		var drafts [][]storyboard.DraftLine
		layOutPage(t, r, p, "mockup.breakDrafts", map[string]any{"texts": texts}, &drafts)
		for i, lines := range drafts {
			whole := ""
			for _, line := range lines {
				if strings.HasSuffix(whole, "-") {
					t.Errorf("%s: a line of the draft ends behind %q", platform, whole)
				}
				whole += line.Text
			}
			if whole != texts[i] {
				t.Errorf("%s: %q is typed as %q", platform, texts[i], whole)
			}
		}
	}
}

// longWord returns how a word that begins so is broken: what stands before it on its line, its letters up to where it may be hyphenated first,
// and whether its lines are within the bubble.
const longWord = `(begin) => {
	const walker = document.createTreeWalker(document.querySelector(".chat"), NodeFilter.SHOW_TEXT), range = document.createRange();
	while (walker.nextNode()) {
		const node = walker.currentNode, at = node.data.indexOf(begin);
		if (at < 0) continue;
		const top = (i) => (range.setStart(node, i), range.setEnd(node, i + 1), range.getBoundingClientRect().top);
		let first = at;
		while (first > 0 && Math.abs(top(first - 1) - top(at)) < 2) first--;
		range.selectNodeContents(node);
		const bubble = node.parentElement.closest(".bubble").getBoundingClientRect();
		return { before: node.data.slice(first, at), part: node.data.slice(at).split("\u00ad")[0], inside: range.getBoundingClientRect().right <= bubble.right };
	}
}`

// Messages breaks a word that is longer than a line with a hyphen, and begins it on a line of its own. Other apps have no hyphen.
func TestLongWordsAreHyphenated(t *testing.T) {
	t.Parallel()
	for platform, hyphen := range map[string]bool{"imessage": true, "whatsapp": false} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		first := props.Messages[0]
		first.Type, first.Text = "text", "It is Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"
		props.Messages = []schema.ChatMessage{first}
		var word struct {
			Before, Part string
			Inside       bool
		}
		layOutPage(t, Shared, p, longWord, "Donau", &word)
		if word.Before != "" || (len(word.Part) < 40) != hyphen || !word.Inside {
			t.Errorf("%s: the word stands behind %q, and its first part is %q; within the bubble: %v", platform, word.Before, word.Part, word.Inside)
		}
	}
}

// A suggested word of a Hebrew text runs from the right as in the field, also where it ends with Latin letters.
func TestSuggestedWordFromTheRight(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "signal")
	p.RenderKind, p.Video = schema.Video, &schema.VideoSettings{Keyboard: true}
	props := p.Props.(*schema.ChatProps)
	opening := props.Messages[0]
	opening.UserID, opening.Type, opening.Text = props.Receivers[0].ID, "text", "?"
	own := opening
	own.ID, own.UserID, own.Text = "own", props.Sender.ID, "אני ב-Mitzpe Ramon"
	props.Messages = []schema.ChatMessage{opening, own}
	const place = `(word) => {
		const piece = [...document.querySelectorAll(".piece.word")].find((piece) => piece.textContent.replace("\u2060", "").trim() === word); // hyphens keep lines together
		const text = piece.firstChild, range = document.createRange(), [{ length }] = /\S+/.exec(text.data), at = text.data.search(/\S/);
		const left = (i) => { range.setStart(text, at + i); range.setEnd(text, at + i + 1); return range.getBoundingClientRect().left; };
		const box = piece.getBoundingClientRect(), first = left(0), last = left(length - 1);
		return { right: first > last, inside: Math.min(first, last) >= box.left && Math.max(first, last) < box.right };
	}`
	for word, right := range map[string]bool{"ב-Mitzpe": true, "Ramon": false} {
		var found struct{ Right, Inside bool }
		layOutPage(t, Shared, p, place, word, &found)
		if found.Right != right || !found.Inside {
			t.Errorf("%q is suggested from the right: %v, in its piece: %v; want %v and true", word, found.Right, found.Inside, right)
		}
	}
}
