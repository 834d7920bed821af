package render

import (
	"testing"

	"mockup/internal/schema"
)

// behindName returns how far behind the last letter of a name, and of its line, the arrow stands; then how far it is
// from the right side of the box that both are in.
const behindName = `(selector) => {
	const box = document.querySelector(selector), svg = box.querySelector("svg");
	const arrow = svg ? svg.getBoundingClientRect() : [...box.querySelector("span").getClientRects()].at(-1);
	const left = svg ? arrow.left : arrow.right - 10; // it is the background of the end of the name
	const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), range = document.createRange();
	let last = null;
	while (texts.nextNode()) if (texts.currentNode.data.trim()) last = texts.currentNode;
	range.setStart(last, last.data.length - 1);
	range.setEnd(last, last.data.length);
	const letter = [...range.getClientRects()].at(-1);
	return [left - letter.right, Math.abs((arrow.top + arrow.bottom) / 2 - (letter.top + letter.bottom) / 2), box.parentElement.getBoundingClientRect().right - arrow.right];
}`

// The arrow behind a name, and a seal, stand directly behind its last letter, however long the name is.
func TestArrowBehindName(t *testing.T) {
	t.Parallel()
	r := Shared
	for platform, selector := range map[string]string{"imessage": ".pill", "signal": ".called", "x": ".called"} {
		for _, name := range []string{"Us", "The Sunday Climbers and all of their many friends from the valley", "Donaudampfschifffahrtsgesellschaftskapitänsmützen", "متسلقو الأحد"} {
			p := samplePayload(t, schema.Chats, platform)
			props := p.Props.(*schema.ChatProps)
			props.Receivers[0].Name, props.Messages = name, props.Messages[:1]
			var got []float64
			layOutPage(t, r, p, behindName, selector, &got)
			rtl := name[0] > 0x7F // the last letter is the leftmost one
			if !rtl && (got[0] < 0 || got[0] > 12) || got[1] > 6 || got[2] < 0 {
				t.Errorf("%s, %q: the arrow is %.1f behind the name, %.1f beside its line and %.1f from the side", platform, name, got[0], got[1], got[2])
			}
		}
	}
}
