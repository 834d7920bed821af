package render

import (
	"reflect"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/schema"
)

// koreanWords returns how many words of Korean there are, how many of them stand on two lines, and by how many pixels the sign that keeps a
// word whole changes its width.
const koreanWords = `() => {
	const found = { words: 0, broken: 0, wider: 0 }, range = document.createRange();
	const lines = () => [...range.getClientRects()].filter(({ width }) => width > 0);
	for (const { node } of mockup.texts(document.getElementById("root"))) {
		for (const { 0: word, index } of node.data.matchAll(/[\p{Script=Hangul}\u2060]{4,}/gu)) {
			range.setStart(node, index), range.setEnd(node, index + word.length);
			const boxes = lines();
			if (!boxes.length) continue;
			found.words++;
			if (Math.abs(boxes[0].top - boxes.at(-1).top) > 4) found.broken++;
		}
	}
	const box = document.createElement("span");
	document.querySelector(".text, .body").append(box);
	const width = (words) => (box.textContent = words, box.getBoundingClientRect().width);
	box.style.cssText = "white-space: nowrap; letter-spacing: 1px";
	found.wider = width("안\u2060녕") - width("안녕");
	return found;
}`

// Words of Korean stay whole, but in apps that break lines by themselves. A word longer than a line is broken everywhere.
func TestKoreanWords(t *testing.T) {
	t.Parallel()
	kept := 0
	for _, kind := range []schema.Type{schema.Chats, schema.Posts, schema.Comments, schema.Emails} {
		for _, platform := range SomePlatforms(t, kind) {
			breaks := platform == "telegram" || platform == "bluesky" || kind == schema.Emails
			look := func(text string) (found struct {
				Words, Broken int
				Wider         float64
			}) {
				p := samplePayload(t, kind, platform)
				rewrite(reflect.ValueOf(p.Props), textFields, func(string) string { return text })
				layOutPage(t, Shared, p, koreanWords, nil, &found)
				return found
			}
			found := look("네 " + strings.Repeat("안녕하세요 사진이정말 멋지네요혹시 ", 5))
			if found.Words == 0 || (found.Broken > 0) != breaks || found.Wider != 0 {
				t.Errorf("%s/%s: %d of %d words are broken, which are %g wider; the app breaks words: %t", kind, platform, found.Broken, found.Words, found.Wider, breaks)
			}
			cut := kind == schema.Posts && platform == "instagram" // in its second line, in which the word begins
			if found := look(strings.Repeat("안녕하세요", 12)); found.Broken == 0 && !cut {
				t.Errorf("%s/%s: a word longer than a line is not broken", kind, platform)
			}
			if !breaks {
				kept++
			}
		}
	}
	if kept < longtest.Least(20) {
		t.Errorf("%d apps keep words", kept)
	}
}
