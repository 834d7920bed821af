package render

import (
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// groundsOnPage returns, of each text of a story, how many letters it has, how many of them and of its lines stand beyond its ground, how far the ground
// reaches beyond the boxes of the lines, and how much shorter than two corners the shortest side of the ground is.
const groundsOnPage = `(tilt) => Array.from(document.querySelectorAll(".saying"), (saying) => {
	const path = saying.querySelector("path"), words = saying.querySelector("span"), range = document.createRange();
	const found = { text: words.textContent, path: path.getAttribute("d"), letters: 0, bare: 0, beyond: 0, short: -1e9 };
	const onGround = (x, y) => path.isPointInFill(new DOMPoint(x, y).matrixTransform(path.getScreenCTM().inverse()));
	const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) for (const { index, segment } of new Intl.Segmenter().segment(texts.currentNode.data)) {
		if (!segment.trim()) continue;
		range.setStart(texts.currentNode, index);
		range.setEnd(texts.currentNode, index + segment.length);
		const { left, right, top, bottom } = range.getBoundingClientRect();
		found.letters++;
		if (![left + 1, right - 1].every((x) => onGround(x, (top + bottom) / 2))) found.bare++;
	}
	if (!tilt) for (const { left, right, top, bottom } of words.getClientRects()) {
		if (right - left > 30 && ![left + 1, right - 1].every((x) => onGround(x, (top + bottom) / 2))) found.bare++;
	}
	const ground = path.getBoundingClientRect(), lines = words.getBoundingClientRect();
	found.beyond = Math.max(lines.left - ground.left, ground.right - lines.right, lines.top - ground.top, ground.bottom - lines.bottom);
	found.shapes = found.path.split("M").length - 1;
	for (const shape of found.path.split("M").slice(1)) {
		const numbers = shape.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g).map(Number), arcs = [];
		for (let i = 0; i < numbers.length; i += 9) arcs.push({ from: numbers.slice(i, i + 2), radius: numbers[i + 2], to: numbers.slice(i + 7, i + 9) });
		const corners = arcs.map(({ from, to }, i) => Math.abs(arcs.at(i - 1).to[0] - from[0]) < 0.01 ? [from[0], to[1]] : [to[0], from[1]]);
		const sides = corners.map(([x, y], i) => Math.hypot(x - corners.at(i - 1)[0], y - corners.at(i - 1)[1]));
		found.short = Math.max(found.short, 2 * arcs[0].radius - Math.min(...sides));
	}
	return found;
})`

// The ground of a story's text lies behind all of its letters and not beyond its lines, and none of its sides is so short that two round
// corners do not fit. Turned, it is the same.
func TestGroundsOfStoryTexts(t *testing.T) {
	t.Parallel()
	r := Shared
	texts := []string{
		"one", "two lines\nof about the same width", "short\na line that is much longer\nshort", "a\nab\nabc\nabcd\nabcde", "wide as can be\n\nafter an empty line",
		"a text that is long enough to be broken into several lines by the page itself, whatever they are", "שלום לכולם\nand 3 more", "👩‍👩‍👧 ok",
	}
	for _, align := range []string{"left", "center", "right"} {
		var straight []string
		for _, tilt := range []float64{0, 12} {
			p := samplePayload(t, schema.Stories, "instagram")
			story := p.Props.(*schema.StoryProps)
			story.CurrentSlide = 0
			story.Slides[0].Stickers = nil
			for _, text := range texts {
				story.Slides[0].Stickers = append(story.Slides[0].Stickers, schema.StorySticker{Kind: "text", Text: text, X: .5, Y: .5, Tilt: tilt, Font: "modern", Size: 30, Ground: "box", Align: align})
			}
			var found []struct {
				Text, Path                   string
				Letters, Bare, Beyond, Short float64
				Shapes                       int // one, and one more behind an empty line
			}
			layOutPage(t, r, p, groundsOnPage, tilt, &found)
			if len(found) != len(texts) {
				t.Fatalf("%d texts, want %d", len(found), len(texts))
			}
			for i, f := range found {
				if f.Letters == 0 || f.Bare > 0 || tilt == 0 && f.Beyond > 0.5 || f.Short > 0.01 || f.Shapes != 1+strings.Count(f.Text, "\n\n") {
					t.Errorf("%s, turned by %v: %+v", align, tilt, f)
				}
				if tilt == 0 {
					straight = append(straight, f.Path)
				} else if f.Path != straight[i] {
					t.Errorf("%s, turned: the ground of %q is %s, straight it is %s", align, f.Text, f.Path, straight[i])
				}
			}
		}
	}
}

// typesOnPage returns the family and the weight of each text of a story, and whether the page lacks that family.
const typesOnPage = `() => Array.from(document.querySelectorAll(".saying"), (saying) => {
	const { fontFamily, fontWeight } = getComputedStyle(saying);
	const family = fontFamily.split(",")[0].replaceAll('"', "");
	return family + " " + fontWeight + ([...document.fonts].some((face) => face.family.replaceAll('"', "") === family) ? "" : " missing");
})`

// The types of a story's texts keep their weight on every ground. Only the plain type is lighter on a strip, as a caption of the app.
func TestTypesOfStoryTexts(t *testing.T) {
	t.Parallel()
	types := []struct{ font, drawn, strip string }{
		{"modern", "Inter 600", "Inter 400"}, {"serif", "Source Serif 4 500", ""}, {"typewriter", "JetBrains Mono 500", ""},
		{"strong", "Inter 900", ""}, {"rounded", "Nunito 800", ""},
	}
	p := samplePayload(t, schema.Stories, "instagram")
	story := p.Props.(*schema.StoryProps)
	story.CurrentSlide, story.Slides[0].Stickers = 0, nil
	var want, got []string
	for _, ground := range []string{"none", "box", "soft", "strip"} {
		for _, f := range types {
			story.Slides[0].Stickers = append(story.Slides[0].Stickers, schema.StorySticker{Kind: "text", Text: "a text", X: .5, Y: .5, Font: f.font, Size: 30, Ground: ground, Align: "center"})
			if ground == "strip" && f.strip != "" {
				f.drawn = f.strip
			}
			want = append(want, f.drawn)
		}
	}
	layOutPage(t, Shared, p, typesOnPage, nil, &got)
	if !slices.Equal(got, want) {
		t.Errorf("the types are %v, want %v", got, want)
	}
}
