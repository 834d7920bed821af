package render

import (
	"fmt"
	"testing"

	"mockup/internal/schema"
)

// manyOnPage returns what is wrong with many reactions: one that leaves the screen or covers a text, or a number of them that is not
// that of the message.
const manyOnPage = `(total) => {
	const faults = [], over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
	const walker = document.createTreeWalker(document.querySelector(".rows"), NodeFilter.SHOW_TEXT), words = [];
	while (walker.nextNode()) {
		if (!walker.currentNode.data.trim() || walker.currentNode.parentElement.closest(".spacer, .reactions")) continue;
		const range = document.createRange();
		range.selectNodeContents(walker.currentNode);
		words.push(...[...range.getClientRects()].map((rect) => ({ rect, text: range.toString() })));
	}
	const shown = [...document.querySelectorAll(".reaction")].filter((one) => getComputedStyle(one).visibility === "visible");
	for (const one of shown) {
		const drawn = getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)" ? one.querySelector("i") : one, box = drawn.getBoundingClientRect();
		if (box.left < 0 || box.right > 402) faults.push(one.textContent + " reaches from " + box.left + " to " + box.right);
		for (const { rect, text } of words) if (over(box, rect)) faults.push(one.textContent + " covers " + text);
	}
	const lists = [...document.querySelectorAll(".reactions")];
	for (const list of lists) {
		const numbers = [...list.querySelectorAll("b, .reaction:not(:has(b)):has(i)")].map((one) => parseInt(one.matches("b") ? one.textContent.replace("+", "") : 1));
		if (numbers.reduce((sum, number) => sum + number, 0) !== total && !list.closest(".imessage")) faults.push("the numbers are " + numbers);
	}
	return { faults, lists: lists.length };
}`

// However many reactions a short message has, they stay on the screen and cover no text, and how many they are is said, in every app.
// Messages shows three of them and no number.
func TestManyKindsOfReactions(t *testing.T) {
	t.Parallel()
	emoji := []string{"👍", "❤️", "😂", "😮", "😢", "🙏", "🔥", "🎉", "👏", "🥰", "🤔", "🤯", "💯", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👨‍👩‍👧‍👦", "👩🏽‍❤️‍💋‍👨🏻", "🇧🇷", "🫠", "🐙", "🍕"}
	for _, platform := range chatsThatShow(t, "reactions") {
		for _, kinds := range []int{9, 20} {
			p := samplePayload(t, schema.Chats, platform)
			p.RenderKind = schema.Image
			chat := p.Props.(*schema.ChatProps)
			if schema.Shows(schema.Chats, platform, "groups") {
				asGroup(chat)
			}
			me, other := chat.Sender.ID, chat.Receivers[0].ID
			chat.MobileView, chat.Messages = false, nil
			for i, user := range []string{other, me, other, me} {
				m := schema.ChatMessage{ID: fmt.Sprint("m", i), UserID: user, Type: "text", Text: []string{"ok", "A message that is two lines long, I think, or even three"}[i/2], Timestamp: "2026-05-16T08:00:00Z"}
				for _, one := range emoji[:kinds] {
					m.Reactions = append(m.Reactions, schema.Reaction{Emoji: one, By: []string{other}})
				}
				chat.Messages = append(chat.Messages, m)
			}
			var found struct {
				Faults []string
				Lists  int
			}
			layOutPage(t, Shared, p, manyOnPage, kinds, &found)
			if found.Lists != 4 {
				t.Errorf("%s: %d messages show reactions, want 4", platform, found.Lists)
			}
			for _, fault := range found.Faults {
				t.Errorf("%s, %d kinds: %s", platform, kinds, fault)
			}
		}
	}
}
