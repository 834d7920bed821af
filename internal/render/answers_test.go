package render

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/schema"
	"mockup/templates"
)

// everyBlock is an answer with all that markdown has.
const everyBlock = "1. First\n   - inner\n\n     ```go\n     func main() {\n\n     \tfmt.Println(\"a line that is much too long for the card\")\n     }\n     ```\n     below it\n\n     $$\\frac12$$\n\n     and it\n   - [x] done\n\n" +
	"> A quote\n>\n> ```\n> its code\n> ```\n\n---\n\n| A | B | C | D |\n|---|---|---|---|\n| one long cell | another long cell | a third one | and more of them |\n\n" +
	"```js\nlet a = 1\n```\n```js\nlet b = 2\n```\n\n---\n\n" +
	"\\[\nx = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a} \\quad\\text{for}\\quad ax^2 + bx + c = 0\n\\]\n\nWith $\\frac{a}{b}$ in a line[^1], and \\(\\sum_{i=1}^n i = \\frac{n(n+1)}{2}\\)[1].\n\n" +
	"9. Nine\n10. Ten $x^2$\n\n```\nno language\n```\n\n|one<br>two|$x_1$|\n|-|-|\n|$\\frac12$|b|\n\n- [ ] פריט $x$\n- שני\n\n[^1]: A note."

// Answers of every build equal the page while they are written: each pair is a prompt and its answer.
func TestAnswersEqualPage(t *testing.T) {
	t.Parallel()
	r := Shared
	talks := map[string][]string{
		"nothing":         nil,
		"short":           {"Hello?", "", "?", "Yes"},
		"both directions": {"מה השעה?", "## שעה\n\nהשעה בירושלים היא **12:40**, וב-London היא `10:40`, more English here.\n\n- ראשון\n- with English שני inside\n"},
		"no spaces":       {"为什么天空是蓝色的?", "天空呈现蓝色是因为瑞利散射。太阳光进入大气层后,波长较短的蓝光比红光更容易被空气分子散射。\n\n" + strings.Repeat("x", 200)},
		"scrolled":        {strings.Repeat("A long prompt. ", 80), strings.Repeat("Many words of an answer. ", 120), "And then?", "Nothing."},
	}
	for _, name := range longtest.Sample(t, 3, slices.Sorted(maps.Keys(talks)), longtest.Alike) {
		talk := talks[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareVideo(t, r, "../../examples/ai/chatgpt.yaml", func(p *schema.Payload) {
				var messages []schema.AIMessage
				for i, text := range talk {
					messages = append(messages, schema.AIMessage{ID: fmt.Sprint(i), Role: []string{"user", "assistant"}[i%2], Content: text})
				}
				p.Props.(*schema.AIProps).Messages = messages
			})
		})
	}
}

// Every app draws its blocks so that they can be uncovered line by line.
func TestBlocksEqualPage(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range templates.Available("ai") {
		t.Run(platform, func(t *testing.T) {
			if platform != "chatgpt" {
				longtest.Only(t)
			}
			t.Parallel()
			compareVideoWithin(t, r, "../../examples/ai/"+platform+".yaml", tableTolerance, func(p *schema.Payload) {
				p.Props.(*schema.AIProps).Messages = []schema.AIMessage{
					{ID: "q", Role: "user", Content: "Blocks?"},
					{ID: "a", Role: "assistant", Content: everyBlock, Sources: []schema.AISource{{Title: "A page", URL: "https://example.org/a"}}, Related: []string{"And then?"}},
				}
			})
		})
	}
}

// A picture in an answer is there before its first words, and its prompt's with the prompt.
func TestAnswerWithPictureEqualsPage(t *testing.T) {
	t.Parallel()
	r := Shared
	compareVideo(t, r, "../../examples/ai/chatgpt-images.yaml", func(p *schema.Payload) {
		messages := p.Props.(*schema.AIProps).Messages
		messages[1].Images = messages[0].Images[:1]
	})
}

// columnEdges returns how far apart the edges are at which the texts of a column begin, and how far the first column is from the
// edge of the other text; the measures of a table without a frame.
const columnEdges = `() => {
	const range = document.createRange();
	const ends = [...document.querySelectorAll(".table tr")].map((row) => [...row.cells].map((cell) => (range.selectNodeContents(cell), range.getBoundingClientRect().right)));
	const frame = parseFloat(getComputedStyle(document.querySelector(".table th")).paddingInlineStart);
	range.selectNodeContents(document.querySelector(".answer p"));
	return {
		apart: Math.max(...ends[0].map((_, i) => Math.max(...ends.map((row) => row[i])) - Math.min(...ends.map((row) => row[i])))),
		first: range.getBoundingClientRect().right - frame - ends[0][0],
	};
}`

// In an answer that runs from right to left a column has one edge, also of its Latin cells, and the table begins where the text does.
func TestTablesFromRightToLeft(t *testing.T) {
	for _, platform := range templates.Available("ai") {
		p := samplePayload(t, schema.AI, platform)
		p.Props.(*schema.AIProps).Messages = []schema.AIMessage{
			{ID: "q", Role: "user", Content: "?"},
			{ID: "a", Role: "assistant", Content: "السطر الأول\n\n| اللغة | السنة |\n|---|---:|\n| Python | 1991 |\n| عربي | 7 |"},
		}
		var found struct{ Apart, First float64 }
		layOutPage(t, Shared, p, columnEdges, nil, &found)
		if found.Apart > 2 || found.First < -2 || found.First > 4 {
			t.Errorf("%s: texts of a column begin %.1f apart, the first %.1f before the other text", platform, found.Apart, found.First)
		}
	}
}

// In an answer that runs from right to left, the marks of a list and of the lists in it are at one side, and the bar of a quote is beside
// each text in it, also of those that are Latin.
func TestSidesOfListsAndQuotes(t *testing.T) {
	t.Parallel()
	const text = "הנה:\n\n- ראשון\n- iPhone\n  1. Apple\n     - deep\n\n- שלישי\n\n  Latin\n\n  > quote\n\n> Quote בעברית\n\n> ציטוט\n>\n> Latin\n>\n> - item\n>\n> > nested"
	const script = `() => [...document.querySelectorAll(".answer li, .answer blockquote, .answer :is(li, blockquote) > p")].map((block) => {
		const words = document.createRange(), walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, (node) => (node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP));
		words.selectNodeContents(walker.nextNode());
		const edge = block.closest("ul, ol, blockquote"), box = edge.getBoundingClientRect(), text = words.getBoundingClientRect();
		return { text: words.toString().trim(), right: getComputedStyle(edge).direction === "rtl", gaps: [text.left - box.left, box.right - text.right] };
	})`
	for _, platform := range templates.Available("ai") {
		p := samplePayload(t, schema.AI, platform)
		p.Props.(*schema.AIProps).Messages = []schema.AIMessage{{ID: "a", Role: "assistant", Content: text}}
		var blocks []struct {
			Text  string
			Right bool
			Gaps  [2]float64 // from its first text to the left and the right edge of the list or quote
		}
		if layOutPage(t, Shared, p, script, nil, &blocks); len(blocks) < 14 {
			t.Fatalf("%s: only %d blocks are found", platform, len(blocks))
		}
		for _, block := range blocks {
			gap := block.Gaps[0]
			if block.Right {
				gap = block.Gaps[1]
			}
			if latin := block.Text == "Quote בעברית"; block.Right == latin || gap > 70 {
				t.Errorf("%s: %q, right side %v, begins %.0f from that side", platform, block.Text, block.Right, gap)
			}
		}
	}
}

// Every block of an item of a list stands apart from the one above it.
func TestBlocksInLists(t *testing.T) {
	t.Parallel()
	const item = "- one\n\n  ```\n  code\n  ```\n\n  two\n\n  > quote\n\n  three\n\n  | A |\n  |---|\n  | 1 |\n\n  four\n\n  - inner\n\n  five\n\n  ---\n\n  six\n\n  #### seven\n\n  eight\n\n  $$\\frac12$$\n\n  nine"
	const gaps = `() => [...document.querySelector(".answer li").children].map((block) => block.getBoundingClientRect())
		.map((box, i, boxes) => i ? box.top - boxes[i - 1].bottom : 8)`
	for _, platform := range templates.Available("ai") {
		p := samplePayload(t, schema.AI, platform)
		p.Props.(*schema.AIProps).Messages = []schema.AIMessage{{ID: "a", Role: "assistant", Content: item}}
		var found []float64
		if layOutPage(t, Shared, p, gaps, nil, &found); len(found) != 15 || slices.Min(found) < 7 {
			t.Errorf("%s: the gaps between the blocks of an item are %.1f", platform, found)
		}
	}
}

// The veil at the top ends above the first prompt, with and without a header.
func TestVeilEndsAboveThread(t *testing.T) {
	t.Parallel()
	const gap = `() => document.querySelector(".bubble").getBoundingClientRect().top - document.querySelector(".veil.top").getBoundingClientRect().bottom`
	for _, platform := range templates.Available("ai") {
		for _, header := range []bool{true, false} {
			p := samplePayload(t, schema.AI, platform)
			props := p.Props.(*schema.AIProps)
			props.ShowHeader, props.Messages = header, []schema.AIMessage{{ID: "q", Role: "user", Content: "?"}}
			var found float64
			if layOutPage(t, Shared, p, gap, nil, &found); found < 0 {
				t.Errorf("%s, header %v: the veil reaches %.0f over the first prompt", platform, header, -found)
			}
		}
	}
}

// Claude draws an emoji in a heading as large as in the text.
func TestEmojiInHeadings(t *testing.T) {
	p := samplePayload(t, schema.AI, "claude")
	p.Props.(*schema.AIProps).Messages = []schema.AIMessage{{ID: "q", Role: "user", Content: "?"}, {ID: "a", Role: "assistant", Content: "## 🎯 Goal\n\n🎯"}}
	var widths []float64
	layOutPage(t, Shared, p, `() => [...document.querySelectorAll(".answer .emoji, .answer p")].map((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		return range.getBoundingClientRect().width;
	})`, nil, &widths)
	if len(widths) != 2 || math.Abs(widths[0]-widths[1]) > 1.5 {
		t.Errorf("the widths are %.1f, want two that are alike", widths)
	}
}

// Code in a line runs as its first letter says, also where the answer runs from right to left.
func TestCodeInLines(t *testing.T) {
	t.Parallel()
	const first = `() => {
		const code = document.querySelector(".answer code"), text = code.firstChild, range = document.createRange();
		range.setStart(text, 0);
		range.setEnd(text, 1);
		return range.getBoundingClientRect().left - code.getBoundingClientRect().left;
	}`
	for _, platform := range templates.Available("ai") {
		p := samplePayload(t, schema.AI, platform)
		p.Props.(*schema.AIProps).Messages = []schema.AIMessage{{ID: "a", Role: "assistant", Content: "שלום\n\nAs code: `print(\"שלום\")`"}}
		var left float64
		if layOutPage(t, Shared, p, first, nil, &left); left > 8 {
			t.Errorf("%s: the code begins %.1f to the right of its left edge", platform, left)
		}
	}
}

// Bold words of a heading are not lighter than the others.
func TestBoldInHeadings(t *testing.T) {
	t.Parallel()
	const weights = `() => ["strong", "h2"].map((tag) => Number(getComputedStyle(document.querySelector(".answer " + tag)).fontWeight))`
	for _, platform := range templates.Available("ai") {
		p := samplePayload(t, schema.AI, platform)
		p.Props.(*schema.AIProps).Messages = []schema.AIMessage{{ID: "a", Role: "assistant", Content: "## A **bold** word"}}
		var found [2]float64
		if layOutPage(t, Shared, p, weights, nil, &found); found[0] < found[1] {
			t.Errorf("%s: a bold word has the weight %g in a heading of %g", platform, found[0], found[1])
		}
	}
}

// What is left out of a long name of a model is an ellipsis in the colour of that name.
func TestModelEllipsis(t *testing.T) {
	t.Parallel()
	const whole = `() => [...document.querySelectorAll(".header .title")].every((title) => title.lastChild.nodeType === Node.TEXT_NODE)`
	for _, platform := range templates.Available("ai") {
		p := samplePayload(t, schema.AI, platform)
		p.Props.(*schema.AIProps).Model = strings.Repeat("Long model ", 8)
		var text bool
		if layOutPage(t, Shared, p, whole, nil, &text); !text {
			t.Errorf("%s: the name of the model is in an element of its own inside the one that is cut", platform)
		}
	}
}

// How many more sources a citation has stands apart from the name of the first, also in an answer that runs from right to left.
func TestCitationsFromRightToLeft(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.AI, "perplexity")
	source := schema.AISource{Title: "A page", URL: "https://example.org/a"}
	answer := schema.AIMessage{ID: "a", Role: "assistant", Content: "السطر[1][2]", Sources: []schema.AISource{source, source}}
	p.Props.(*schema.AIProps).Messages = []schema.AIMessage{answer}
	var apart float64
	layOutPage(t, Shared, p, `() => {
		const chip = document.querySelector(".cite"), range = document.createRange();
		range.selectNode(chip.firstChild);
		return chip.querySelector("span").getBoundingClientRect().left - range.getBoundingClientRect().right;
	}`, nil, &apart)
	if apart < 2 {
		t.Errorf("they stand %.1f apart", apart)
	}
}
