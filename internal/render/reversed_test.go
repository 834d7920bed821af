package render

import (
	"strings"
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// writtenTexts looks at the places of these texts on the page, and at what is left of those that were cut. It returns what is wrong, and in
// how many of the places a text is whole, was cut, belongs to a message that is answered, and stands in the strip at the composer.
const writtenTexts = `(written) => {
	const faults = [], found = { whole: 0, cut: 0, quoted: 0, strips: 0 }, fromRight = /[\u0590-\u08ff]/, range = document.createRange();
	const letter = (node, i) => (range.setStart(node, i), range.setEnd(node, i + 1), range.getBoundingClientRect());
	const behind = (mark, before, reversed) => Math.abs(mark.top - before.top) > 3 || (reversed ? mark.left < before.left : mark.left > before.left);
	const look = (node, at, whole) => {
		const first = letter(node, at), reversed = fromRight.test(whole[0]), end = at + whole.length;
		if (!first.width) return;
		let cut = false;
		for (let box = node.parentElement; box.id !== "root"; box = box.parentElement) {
			const edge = box.getBoundingClientRect(), { direction, overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
			if (overflowX === "visible") continue;
			const seen = (i) => (({ left, right }) => left > edge.left - 1 && right < edge.right + 1)(letter(node, i));
			const some = Array.from({ length: Math.min(end, node.length) - at }, (_, i) => at + i).some(seen);
			if (!some && at > 2 || first.top > edge.bottom - 2) return; // it is not reached
			if (!seen(at)) faults.push(node.data + " has lost its beginning");
			const cuts = textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth || webkitLineClamp !== "none" && box.scrollHeight > box.clientHeight + 1;
			if (cuts && (fromRight.test(box.textContent) || direction === "rtl")) faults.push(node.data + " is cut at the edge of its box");
			cut ||= cuts;
		}
		const dots = node.nextSibling?.data === "…" && letter(node.nextSibling, 0);
		if (dots && !behind(dots, letter(node, node.length - 1), reversed)) faults.push("the ellipsis does not stand behind " + node.data);
		if (node.parentElement.closest(".quote, .answers")) found.quoted++;
		if (node.parentElement.closest(".answering")) found.strips++;
		if (dots || cut) found.cut++;
		else if (node.data.startsWith(whole, at)) {
			found.whole++;
			if (!behind(letter(node, end - 1), letter(node, end - 2), reversed)) faults.push(whole + " does not end with its last sign");
		}
	};
	const texts = document.createTreeWalker(document.getElementById("root"), NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) for (const whole of written) {
		const at = texts.currentNode.data.indexOf(whole.slice(0, 5));
		if (at >= 0) look(texts.currentNode, at, whole);
	}
	return { faults, ...found };
}`

// Names and texts from the left and from the right, of which each begins with other letters and ends with a sign.
var (
	writtenNames = map[string][]string{
		"left":  {"Maximiliane-Wilhelmine-Alexandra Hohenstaufen (Munich)", "Annabella-Christiana Lee!"},
		"right": {"אלכסנדרה-מרים-שולמית-דבורה לוי בן דוד אברהם מזרחי (גן)", "בתשבע-דניאלה-אביגיל שלום!"},
	}
	writtenWords = map[string][]string{
		"left":  {"Shall we meet at the old harbour before all the others come, and have an ice cream on the pier, as we did a year ago, before the rain?", "Yes!"},
		"right": {"נפגשים מחר בתחנה הישנה ליד הנמל לפני שכולם יגיעו ואוכלים גלידה על המזח כמו בשנה שעברה לפני שהגשם התחיל ורצנו הביתה?", "מתי?"},
	}
)

// Names and texts that run from the left and from the right lose their ends, not their beginnings, and their signs stay where they end:
// in messages that are answered, in the strip of such a message, in the list of a group's members, and in previews.
func TestTextsAreCutAtTheirEnd(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		manifest, err := templates.ReadManifest(string(schema.Chats), platform)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(platform, func(t *testing.T) {
			strips := map[schema.Kind]int{schema.Video: 8} // of two messages that are answered, their names and texts, in the strip and as a part
			switch {
			case !manifest.Fields["replyTo"] || platform == "imessage" || platform == "slack":
				strips[schema.Video] = 0
			case platform == "discord" || platform == "bumble": // which show names only, and no groups
				strips[schema.Video] = 4
			}
			for _, sides := range []string{"left left", "left right", "right left", "right right"} {
				for _, kind := range []schema.Kind{schema.Image, schema.Video} {
					p, written := writtenChat(t, platform, sides)
					p.RenderKind = kind
					var got struct {
						Faults                     []string
						Whole, Cut, Quoted, Strips int
					}
					layOutPage(t, Shared, p, writtenTexts, written, &got)
					for _, fault := range got.Faults {
						t.Errorf("names and texts from the %s, %s: %s", sides, kind, fault)
					}
					if got.Whole < 1 || got.Cut < 1 || (got.Quoted > 0) != manifest.Fields["replyTo"] || got.Strips != strips[kind] {
						t.Errorf("names and texts from the %s, %s: %d are whole, %d cut, %d in quotes, %d in strips", sides, kind, got.Whole, got.Cut, got.Quoted, got.Strips)
					}
				}
			}
		})
	}
}

// writtenChat is a group with names from one side and texts from another one, of which two are answered. It also returns these names and texts.
func writtenChat(t *testing.T, platform, sides string) (p *schema.Payload, written []string) {
	t.Helper()
	ofNames, ofTexts, _ := strings.Cut(sides, " ")
	names, words := writtenNames[ofNames], writtenWords[ofTexts]
	p = samplePayload(t, schema.Chats, platform)
	props := p.Props.(*schema.ChatProps)
	asGroup(props)
	props.GroupChatSettings.Name = names[0]
	props.Receivers[0].Name, props.Receivers[1].Name, props.Receivers[2].Name = names[0], names[1], "Third"
	props.Messages = nil
	say := func(id, by, text, answers string) *schema.ChatMessage {
		props.Messages = append(props.Messages, schema.ChatMessage{ID: id, UserID: by, Type: "text", Text: text, ReplyTo: answers, Timestamp: "2026-05-16T08:00:00Z"})
		return &props.Messages[len(props.Messages)-1]
	}
	say("long", props.Receivers[0].ID, words[0], "")
	say("short", props.Receivers[1].ID, words[1], "").Link = &schema.Link{Title: words[0], Description: words[0], Site: "example.org"}
	say("a", props.Sender.ID, "OK", "long")
	say("b", props.Sender.ID, "OK", "short")
	say("c", props.Receivers[0].ID, "OK", "short")
	return p, append(append(written, names...), words...)
}
