package render

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/schema"
)

// letterMarksOnPage returns the texts that have a name in them whose letters reach out of a box that cuts them off, with by how much.
const letterMarksOnPage = `(name) => {
	const context = new OffscreenCanvas(1, 1).getContext("2d"), cut = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), nodes = [];
	while (walker.nextNode()) if (walker.currentNode.data.includes(name)) nodes.push(walker.currentNode);
	for (const node of nodes) {
		const style = getComputedStyle(node.parentElement), mark = document.createElement("i");
		if (style.visibility !== "visible" || !node.parentElement.getClientRects().length) continue;
		mark.style.cssText = "display: inline-block; width: 0; height: 0";
		node.parentElement.insertBefore(mark, node);
		const baseline = mark.getBoundingClientRect().bottom;
		mark.remove();
		context.font = [style.fontWeight, style.fontSize, style.fontFamily].join(" ");
		const letters = context.measureText(name);
		const top = baseline - letters.actualBoundingBoxAscent, bottom = baseline + letters.actualBoundingBoxDescent;
		for (let box = node.parentElement; box && !box.matches(".screen, body"); box = box.parentElement) {
			const { overflowY, overflowClipMargin } = getComputedStyle(box);
			const edges = box.getBoundingClientRect();
			const over = Math.max(edges.top - top, bottom - edges.bottom) - (overflowY === "clip" ? parseFloat(overflowClipMargin) : 0);
			if (overflowY !== "visible" && over > 0.6) cut.push(node.data.trim() + " in " + box.className + " by " + over);
		}
	}
	return { found: nodes.length, cut };
}`

// The dots below Arabic letters at the end of a name are seen in every look, and so is what stands above Vietnamese letters, whatever the
// name's line cuts off.
func TestMarksOfNamesAreSeen(t *testing.T) {
	t.Parallel()
	r, names := Shared, 0
	everyLook(t, func(t *testing.T, p *schema.Payload) {
		for _, name := range []string{"سامي", "Ẩn"} {
			var page struct {
				Found int
				Cut   []string
			}
			rewrite(reflect.ValueOf(p.Props), nameFields, func(string) string { return name })
			layOutPage(t, r, p, letterMarksOnPage, name, &page)
			if len(page.Cut) > 0 {
				t.Errorf("cut off, by CSS pixels: %q", page.Cut)
			}
			names += page.Found
		}
	})
	if names < longtest.Least(300) {
		t.Errorf("only %d names found", names)
	}
}

// touchingLettersOnPage returns the texts with a name in them whose letters reach into those of a text below or above it, with by how much. Bars
// and messages pass below each other, so both texts are in the same of these.
const touchingLettersOnPage = `(name) => {
	const pen = new OffscreenCanvas(1, 1).getContext("2d"), touching = [], range = document.createRange();
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
	while (walker.nextNode()) {
		const node = walker.currentNode, parent = node.parentElement, style = getComputedStyle(parent);
		if (!node.data.trim() || style.visibility !== "visible" || style.opacity === "0" || parent.closest("style, svg")) continue;
		pen.font = [style.fontWeight, style.fontSize, style.fontFamily].join(" ");
		const ink = pen.measureText(node.data);
		range.selectNodeContents(node);
		for (const { left, right, bottom } of range.getClientRects()) {
			const baseline = bottom - ink.fontBoundingBoxDescent;
			texts.push({ node, left, right, baseline, top: baseline - ink.actualBoundingBoxAscent, bottom: baseline + ink.actualBoundingBoxDescent });
		}
	}
	for (const a of texts) {
		for (const b of texts) {
			if (!a.node.data.includes(name) && !b.node.data.includes(name)) continue;
			if (a.left >= b.right || b.left >= a.right || a.baseline > b.baseline - 5 || a.bottom < b.top + 0.5) continue;
			let shared = a.node.parentElement;
			while (!shared.contains(b.node)) shared = shared.parentElement;
			if (!shared.closest("[data-slot] > *, .bar, .header")) continue;
			touching.push(a.node.data.trim() + " and " + b.node.data.trim() + " by " + (a.bottom - b.top));
		}
	}
	return { found: texts.filter(({ node }) => node.data.includes(name)).length, touching };
}`

// Letters with high and low marks have room between the lines above and below them, in names and in texts of several lines, in every look: the
// looks take turns with three scripts, and in the long tests each has all of them.
func TestTallLettersHaveRoom(t *testing.T) {
	t.Parallel()
	scripts := []string{"رجب يحيى", "རྒྱལ་སྤྱི", "ကျော်စွာမြင့်"}
	r, looks, names := Shared, 0, 0
	everyLook(t, func(t *testing.T, p *schema.Payload) {
		looks++
		for i, name := range scripts {
			if !longtest.On() && i != looks%len(scripts) {
				continue
			}
			var page struct {
				Found    int
				Touching []string
			}
			rewrite(reflect.ValueOf(p.Props), nameFields, func(string) string { return name })
			rewrite(reflect.ValueOf(p.Props), textFields, func(string) string { return strings.Repeat(name+" ", 12) })
			layOutPage(t, r, p, touchingLettersOnPage, name, &page)
			if len(page.Touching) > 0 {
				t.Errorf("touch, by CSS pixels: %q", page.Touching)
			}
			names += page.Found
		}
	})
	if names < longtest.Least(150) {
		t.Errorf("only %d names found", names)
	}
}

// linesThatShow returns the texts of which lines that should be cut off are there, or whose last line is cut off at its lower edge, and how
// many texts have such lines.
const linesThatShow = `() => {
	const shown = [], range = document.createRange();
	let count = 0;
	for (const box of document.querySelectorAll(".chat *")) {
		const { webkitLineClamp, overflowY } = getComputedStyle(box);
		if (webkitLineClamp === "none") continue;
		range.selectNodeContents(box);
		const { bottom } = box.getBoundingClientRect();
		const below = [...range.getClientRects()].some((line) => line.width > 0 && line.top + line.bottom > 2 * bottom);
		const cut = below || box.lastChild.nodeName === "BR" || box.textContent.endsWith("…");
		count += cut ? 1 : 0;
		if (below || (cut && overflowY === "hidden")) shown.push(box.textContent);
	}
	return { shown, count };
}`

// Of a text of several lines in such letters, too, only as many are seen as the app shows, in chats and posts.
func TestTallLinesAreCutOff(t *testing.T) {
	t.Parallel()
	for _, long := range []string{
		"Đà Nẵng: bãi biển đẹp nhất và những quán ăn ngon không thể bỏ qua khi đi cùng gia đình và bạn bè vào mùa hè năm nay",
		strings.Repeat("دليل في تسع ليالٍ طويلة جدًا ", 12),
	} {
		cut := 0
		check := func(platform string, p *schema.Payload) {
			var page struct {
				Shown []string
				Count int
			}
			layOutPage(t, Shared, p, linesThatShow, nil, &page)
			for _, text := range page.Shown {
				t.Errorf("%s shows all of %q, or has room for it", platform, text)
			}
			cut += page.Count
		}
		for _, platform := range SomePlatforms(t, schema.Chats) {
			p := samplePayload(t, schema.Chats, platform)
			props := p.Props.(*schema.ChatProps)
			first, second := props.Messages[0], props.Messages[0]
			first.Type, first.Text, first.UserID = "text", long, props.Receivers[0].ID
			first.Link = &schema.Link{Title: long, Site: "vi.example", Description: long + long + long}
			second.ID, second.Type, second.Text, second.ReplyTo, second.UserID = "answer", "text", "OK", first.ID, props.Sender.ID
			props.Messages = []schema.ChatMessage{first, second}
			check(platform, p)
		}
		for _, platform := range SomePlatforms(t, schema.Posts) {
			p := samplePayload(t, schema.Posts, platform)
			post := &p.Props.(*schema.PostProps).Post
			post.Image, post.Link = "", &schema.PostLink{URL: "https://example.com/a", Title: long, Description: long}
			check(platform, p)
		}
		if cut < longtest.Least(15) {
			t.Errorf("only %d texts were cut off", cut)
		}
	}
}

// Lines far down in a long text have room too, and so has what stands below the last of them.
func TestTallLettersOfLongTextsHaveRoom(t *testing.T) {
	t.Parallel()
	const word = "རྒྱལ་སྤྱི"
	for _, platform := range []string{"whatsapp", "imessage", "slack"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		props.Messages[0].Type, props.Messages[0].Text = "text", strings.Repeat("Yes\n", 30)+word+"\n"+word
		props.Messages = props.Messages[:1]
		var page struct {
			Found    int
			Touching []string
		}
		layOutPage(t, Shared, p, touchingLettersOnPage, word, &page)
		if page.Found == 0 || len(page.Touching) > 0 {
			t.Errorf("%s: of %d texts these touch, by CSS pixels: %q", platform, page.Found, page.Touching)
		}
	}
}

// countMeasured counts how many letters of a page are measured when it is made to have room.
const countMeasured = `() => {
	const root = document.querySelector(".chat").parentElement, { ink } = mockup, letters = root.textContent.length;
	let measured = 0;
	mockup.ink = (node, text) => ((measured += text.length), ink.call(mockup, node, text));
	mockup.makeRoom(root);
	Object.assign(mockup, { ink });
	return { letters, measured };
}`

// A text of a long conversation in such a script is not measured anew for each text around it.
func TestTallLettersAreMeasuredOnce(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "whatsapp")
	props := p.Props.(*schema.ChatProps)
	first := props.Messages[0]
	first.Type, first.Text = "text", strings.Repeat("رجب يحيى ", 12)
	props.Messages = nil
	for i := range 100 {
		first.ID = fmt.Sprint("m", i)
		props.Messages = append(props.Messages, first)
	}
	var page struct{ Letters, Measured int }
	layOutPage(t, Shared, p, countMeasured, nil, &page)
	if page.Letters < 10000 || page.Measured > 2*page.Letters {
		t.Errorf("of %d letters %d were measured", page.Letters, page.Measured)
	}
}

// cutAtStart returns the texts from right to left of which a line that cuts them off hides the beginning.
const cutAtStart = `() => {
	const fromRight = /^[^\p{L}]*[\u0590-\u08ff]/u, found = [];
	let seen = 0;
	const walker = document.createTreeWalker(document.querySelector(".chat"), NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const { data, parentElement } = walker.currentNode;
		if (!fromRight.test(data)) continue;
		for (let around = parentElement; !around.matches(".chat"); around = around.parentElement) {
			const { textOverflow, whiteSpace, direction } = getComputedStyle(around);
			if (textOverflow !== "ellipsis" || whiteSpace !== "nowrap") continue;
			seen++;
			if (around.scrollWidth > around.clientWidth + 1 && direction !== "rtl") found.push(around.className + ": " + data);
		}
	}
	return { seen, found };
}`

// Of a long text from right to left that a chat cuts off, the end is hidden, as of every other text.
func TestTextsFromRightAreCutAtTheirEnd(t *testing.T) {
	t.Parallel()
	r, seen := Shared, 0
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		const long = "هل رأيت الرسالة عن الرحلة إلى الجبال في الأسبوع القادم مع كل الأصدقاء"
		props.Receivers[0].Name = "محمد عبد الرحمن الأنصاري بن عبد الله السعيد"
		first, second := props.Messages[0], props.Messages[0]
		first.Type, first.Text, first.UserID = "text", long, props.Receivers[0].ID
		second.ID, second.Type, second.Text, second.ReplyTo, second.UserID = "answer", "text", "OK", first.ID, props.Sender.ID
		props.Messages = []schema.ChatMessage{first, second}
		var page struct {
			Seen  int
			Found []string
		}
		layOutPage(t, r, p, cutAtStart, nil, &page)
		for _, text := range page.Found {
			t.Errorf("%s hides the beginning of %s", platform, text)
		}
		seen += page.Seen
	}
	if seen < longtest.Least(20) {
		t.Errorf("only %d texts found", seen)
	}
}

// lineEdges returns by how much the left and the right edges of the lines of a text differ.
const lineEdges = `(word) => {
	const walker = document.createTreeWalker(document.querySelector(".chat"), NodeFilter.SHOW_TEXT), range = document.createRange();
	while (walker.nextNode()) {
		if (!walker.currentNode.data.includes(word)) continue;
		range.selectNodeContents(walker.currentNode);
		const rects = [...range.getClientRects()].filter(({ width }) => width > 6); // not the space at a line's end
		const spread = (side) => Math.max(...rects.map(side)) - Math.min(...rects.map(side));
		return { lines: rects.length, left: spread((rect) => rect.left), right: spread((rect) => rect.right) };
	}
}`

// Lines that run from right to left begin at the right, and on Instagram at the left, as a capture shows.
func TestLinesFromRightBegin(t *testing.T) {
	t.Parallel()
	for platform, left := range map[string]bool{"instagram": true, "whatsapp": false, "telegram": false} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		props.Messages[0].Type, props.Messages[0].Text = "text", "הנה קיבלת רק אל תנסי להתחיל לריב איתי פה בבוקר"
		props.Messages = props.Messages[:1]
		var page struct {
			Lines       int
			Left, Right float64
		}
		layOutPage(t, Shared, p, lineEdges, "קיבלת", &page)
		if page.Lines < 2 || left != (page.Left < 1) || left == (page.Right < 1) {
			t.Errorf("%s: %d lines, their left edges differ by %g, their right ones by %g", platform, page.Lines, page.Left, page.Right)
		}
	}
}
