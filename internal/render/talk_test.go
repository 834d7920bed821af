package render

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	words "mockup/internal/render/scene/text"
	"mockup/internal/schema"
	"mockup/templates"
)

// talkOnPage returns what is wrong with what people do in a conversation: a reaction touches its own message and covers no
// word of another row, the message that is answered stands in the bubble or directly beside it, and nothing is wider than
// the screen. It also counts what it found.
const talkOnPage = `() => {
	const faults = [];
	const rows = document.querySelector(".rows"), screen = document.querySelector(".screen").getBoundingClientRect();
	const rowOf = (e) => { while (e.parentElement !== rows) e = e.parentElement; return e; };
	const over = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
	const named = (e) => e.className + " " + JSON.stringify(e.textContent.trim().slice(0, 40));
	const words = [];
	const walker = document.createTreeWalker(rows, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const node = walker.currentNode;
		if (!node.data.trim() || node.parentElement.closest(".spacer, .reactions, .avatar")) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const rect of range.getClientRects()) words.push({ rect, row: rowOf(node.parentElement), text: node.data });
	}
	const hosts = (message, not) => [...message.querySelectorAll(".bubble, .pictures, .text, .voice, .transcript, .name, .by")].filter((e) => !e.contains(not) && !not.contains(e));
	const touches = (a, b, gap) => over(a, b).every((d) => d > -gap);
	const reactions = [...rows.querySelectorAll(".reaction")];
	for (const reaction of reactions) {
		const box = reaction.getBoundingClientRect(), message = reaction.closest(".message");
		const bubble = reaction.closest(".bubble");
		const time = bubble?.querySelector(":scope > .meta"), list = reaction.parentElement.getBoundingClientRect();
		const beside = time && touches(list, time.getBoundingClientRect(), 12); // as Signal's stand below emoji
		if (bubble ? !beside && !touches(box, bubble.getBoundingClientRect(), 6) : !hosts(message, reaction).some((e) => touches(box, e.getBoundingClientRect(), 48)))
			faults.push("the reaction " + named(reaction) + " is not at its message");
		for (const word of words) {
			const [x, y] = over(box, word.rect);
			if (word.row !== rowOf(reaction) && x > 1 && y > 3) faults.push("the reaction " + named(reaction) + " covers " + word.text);
		}
	}
	const quotes = [...rows.querySelectorAll(".quote, .answers")].filter((e) => !e.parentElement.closest(".answers"));
	for (const quote of quotes) {
		const box = quote.getBoundingClientRect(), bubble = quote.closest(".bubble");
		let message = quote.closest(".message");
		if (!message) for (message = quote; !message.classList.contains("message");) message = message.nextElementSibling;
		if (bubble) {
			const outer = (getComputedStyle(quote).position === "absolute" ? message : bubble).getBoundingClientRect(); // Telegram's stand beside emoji
			if (box.left < outer.left - 1 || box.right > outer.right + 1 || box.top < outer.top - 1 || box.bottom > outer.bottom + 1) faults.push(named(quote) + " reaches out of its bubble");
		} else if (![message, ...hosts(message, quote)].some((e) => touches(box, e.getBoundingClientRect(), 12))) faults.push(named(quote) + " is not at its message");
	}
	for (const length of rows.querySelectorAll(".voice .length")) {
		const out = length.getBoundingClientRect().right - length.closest(".voice").getBoundingClientRect().right;
		if (out > 0.5) faults.push("the length " + length.innerText + " reaches " + out + " out of its recording");
	}
	const cut = (e) => e.parentElement !== rows && (getComputedStyle(e.parentElement).overflowX !== "visible" || cut(e.parentElement));
	for (const e of rows.querySelectorAll("*")) {
		const box = e.getBoundingClientRect();
		if (box.width && !e.closest(".spacer, .unread, svg") && !cut(e) && getComputedStyle(e).visibility === "visible" && (box.left < screen.left - 1 || box.right > screen.right + 1)) faults.push(named(e) + " is wider than the screen: " + box.left + " to " + box.right);
	}
	return { faults: [...new Set(faults)], reactions: reactions.length, quotes: quotes.length };
}`

// everythingDone is a conversation in which people do everything, on short and long messages of both sides.
func everythingDone(sender, receiver string) []schema.ChatMessage {
	const long = "The weather says sun until four, and after that it could rain a little in the valley, so take the early train with me."
	const word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
	picture := schema.ChatImage{ID: "p", Filename: "aurora.jpg", MimeType: "image/jpeg", Size: 1, Data: "../media/photos/aurora.jpg"}
	reactions := []schema.Reaction{{Emoji: "👍", By: []string{sender}}, {Emoji: "😂", By: []string{receiver}}, {Emoji: "🔥", By: []string{sender, receiver}}}
	var messages []schema.ChatMessage
	add := func(user, kind string, change func(m *schema.ChatMessage)) {
		i := len(messages)
		m := schema.ChatMessage{ID: fmt.Sprint("m", i), UserID: user, Type: kind, Status: "read", Timestamp: schema.Instant(fmt.Sprintf("2026-03-01T09:%02d:00Z", i))}
		change(&m)
		messages = append(messages, m)
	}
	for i, user := range []string{sender, receiver} {
		other := []string{receiver, sender}[i]
		for _, text := range []string{"Ok", long, word, "🎉", "שלום, נתראה מחר בבוקר בתחנה"} {
			add(user, "text", func(m *schema.ChatMessage) { m.Text = text })
			before := messages[len(messages)-1].ID
			add(user, "text", func(m *schema.ChatMessage) {
				m.Text, m.Reactions, m.ReplyTo, m.Edited, m.Forwarded = text, reactions, before, true, true
			})
			add(other, "text", func(m *schema.ChatMessage) { m.Text, m.Reactions, m.ReplyTo = text, reactions[:1], before })
		}
		for _, count := range []int{1, 3} {
			add(user, "image", func(m *schema.ChatMessage) {
				m.Reactions = reactions
				for range count {
					m.Images = append(m.Images, picture)
				}
			})
			shown := messages[len(messages)-1].ID
			add(user, "mixed", func(m *schema.ChatMessage) {
				m.Text, m.Images, m.ReplyTo, m.Reactions = long, []schema.ChatImage{picture}, shown, reactions
			})
			said := messages[len(messages)-1].ID
			add(other, "image", func(m *schema.ChatMessage) { m.Images, m.ReplyTo = []schema.ChatImage{picture}, said })
		}
		add(user, "voice", func(m *schema.ChatMessage) {
			m.Voice, m.Reactions = &schema.Voice{DurationSeconds: 3675, Transcript: long}, reactions
		})
		spoken := messages[len(messages)-1].ID
		add(other, "voice", func(m *schema.ChatMessage) { m.Voice, m.ReplyTo = &schema.Voice{DurationSeconds: 4}, spoken })
		for _, outcome := range []string{"ended", "missed", "declined"} {
			add(user, "call", func(m *schema.ChatMessage) { m.Call = &schema.Call{Kind: "video", Outcome: outcome} })
		}
		add(user, "event", func(m *schema.ChatMessage) { m.Event = &schema.ChatEvent{Kind: "renamed", Name: word} })
		add(user, "text", func(m *schema.ChatMessage) { m.Text, m.Deleted = long, true })
	}
	return messages
}

// everyChat runs a test with a conversation on every platform, on a page as long as its messages, on a hard wallpaper. On every
// other platform, of which groups says whether the first is one, it is a group; in the long tests it is both on all platforms, on
// each of the hard wallpapers.
func everyChat(t *testing.T, groups int, messages func(sender, receiver string) []schema.ChatMessage, test func(*testing.T, templates.Manifest, *schema.Payload, string)) {
	t.Helper()
	wallpapers := hardWallpapers()
	for n, platform := range SomePlatforms(t, schema.Chats) {
		manifest, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		for i, wallpaper := range slices.Sorted(maps.Keys(wallpapers)) {
			for _, group := range []bool{false, true} {
				if (group != (i == 1) || group != ((n+groups)%2 == 1)) && !longtest.On() {
					continue
				}
				t.Run(fmt.Sprintf("%s/group=%v/%s", platform, group, wallpaper), func(t *testing.T) {
					p := papered(t, platform, wallpaper, wallpapers[wallpaper])
					chat := p.Props.(*schema.ChatProps)
					if group {
						asGroup(chat)
					}
					chat.MobileView = false
					chat.Messages = messages(chat.Sender.ID, chat.Receivers[0].ID)
					test(t, manifest, p, wallpaper)
				})
			}
		}
	}
}

// placesAndTexts lays a chat out, has a function of the page fill places, and returns the texts of the page.
func placesAndTexts(t *testing.T, r *Renderer, p *schema.Payload, wallpaper, function string, places any) []standing {
	t.Helper()
	found := struct {
		Places any
		Texts  []standing
	}{Places: places}
	layOutPage(t, r, p, "(wallpaper) => ({ places: ("+function+")(), texts: ("+onWallpaper+")(wallpaper) })", wallpaper, &found)
	if len(found.Texts) < 3 {
		t.Errorf("only %d texts found", len(found.Texts))
	}
	return found.Texts
}

// What people do stands at the message to which they did it, in every app, and it and marks can be read, on whatever wallpaper.
// Where this is a direct conversation, that of TestKindsInPlace is a group.
func TestTalkInPlace(t *testing.T) {
	t.Parallel()
	r := Shared
	everyChat(t, 1, everythingDone, func(t *testing.T, manifest templates.Manifest, p *schema.Payload, wallpaper string) {
		chat := p.Props.(*schema.ChatProps)
		marked := markedChat(t, string(p.Platform)).Props.(*schema.ChatProps).Messages
		for i := range marked {
			marked[i].ID += " marked"
		}
		chat.Messages = append(marked, chat.Messages...)
		var found struct {
			Faults            []string
			Reactions, Quotes int
		}
		texts := placesAndTexts(t, r, p, wallpaper, talkOnPage, &found)
		for _, fault := range found.Faults {
			t.Error(fault)
		}
		if shown := manifest.Fields["reactions"]; shown != (found.Reactions > 0) {
			t.Errorf("%d reactions, and the manifest says %v", found.Reactions, shown)
		}
		if shown := manifest.Fields["replyTo"]; shown != (found.Quotes > 0) {
			t.Errorf("%d quotes, and the manifest says %v", found.Quotes, shown)
		}
		for _, text := range texts {
			drawn := words.EmojiCount(text.Text) > 0 || strings.Contains("10:15 10:17 10:18 10:20 10:43 10:45 10:46 10:48", text.Text) // emoji, and times on pictures
			if !drawn && text.faint() {
				t.Errorf("%q has the contrast %.2f", text.Text, text.Contrast)
			}
		}
	})
}

// quotesOnPage returns how many answers show the message that they answer.
const quotesOnPage = `() => [...document.querySelectorAll(".answers, .quote:not(.answers .quote)")].filter((quote) => quote.checkVisibility() && quote.getBoundingClientRect().height > 8).length`

// Whatever a message holds, the one that it answers is seen with it. Bluesky's answers without a text have a line about that alone.
func TestAnswersOfEveryKind(t *testing.T) {
	t.Parallel()
	r, photo := Shared, schema.ImageRef("../media/photos/coffee.jpg")
	images := []schema.ChatImage{{ID: "i", Filename: "coffee.jpg", Data: photo, MimeType: "image/jpeg"}}
	answers := []schema.ChatMessage{
		{Type: "text", Text: "OK"}, {Type: "text", Text: "🦊"}, {Type: "image", Images: images}, {Type: "mixed", Text: "This one", Images: images},
		{Type: "voice", Voice: &schema.Voice{DurationSeconds: 3}}, {Type: "file", File: &schema.ChatFile{Name: "map.pdf"}},
		{Type: "sticker", Sticker: &schema.Sticker{Emoji: "🥳"}}, {Type: "gif", GIF: &schema.Animation{Image: photo}},
	}
	for _, platform := range SomePlatforms(t, schema.Chats) {
		if !schema.Shows(schema.Chats, platform, "replyTo") || platform == "bluesky" {
			continue
		}
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		first := props.Messages[0]
		first.Type, first.Text, first.UserID = "text", "Which train do we take?", props.Receivers[0].ID
		props.MobileView, props.Messages = false, []schema.ChatMessage{first}
		for i, answer := range answers {
			if i > 3 && !schema.Shows(schema.Chats, platform, answer.Type) {
				continue
			}
			answer.ID, answer.UserID, answer.Timestamp, answer.ReplyTo = answer.Type+answer.Text, props.Sender.ID, first.Timestamp, first.ID
			props.Messages = append(props.Messages, answer)
		}
		var got int
		if layOutPage(t, r, p, quotesOnPage, nil, &got); got != len(props.Messages)-1 {
			t.Errorf("%s: %d of %d answers show what they answer", platform, got, len(props.Messages)-1)
		}
	}
}

// Ticks of a recording have the colour of those beside texts: only on pictures are they paler.
func TestTicksOfVoice(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "whatsapp")
	props := p.Props.(*schema.ChatProps)
	first := props.Messages[0]
	first.Type, first.Text, first.UserID, first.Status = "text", "Hi", props.Sender.ID, "read"
	second := first
	second.ID, second.Type, second.Text, second.Voice = "voice", "voice", "", &schema.Voice{DurationSeconds: 6}
	props.Messages = []schema.ChatMessage{first, second}
	var colors []string
	layOutPage(t, Shared, p, `() => [...document.querySelectorAll(".ticks")].map((ticks) => getComputedStyle(ticks).color)`, nil, &colors)
	if len(colors) != 2 || colors[0] != colors[1] {
		t.Errorf("the ticks are %q", colors)
	}
}

// On Discord calls of others that were not taken are grey. The sender took part in their own, also where nobody answered.
func TestCallsOnDiscord(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".about-call .beside")].map((icon) => [icon.querySelectorAll(".lucide-phone-missed").length, getComputedStyle(icon).color])`
	p := samplePayload(t, schema.Chats, "discord")
	p.RenderKind = schema.Image
	props := p.Props.(*schema.ChatProps)
	call := props.Messages[0]
	call.Type, call.Text, call.Images = "call", "", nil
	props.Messages = nil
	for i, user := range []string{props.Receivers[0].ID, props.Sender.ID} {
		for _, outcome := range []string{"ended", "missed", "declined"} {
			call.ID, call.UserID, call.Call = fmt.Sprint(outcome, i), user, &schema.Call{Kind: "voice", Outcome: outcome}
			props.Messages = append(props.Messages, call)
		}
	}
	var icons [][2]any
	onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &icons) })
	if len(icons) != 6 {
		t.Fatalf("there are %d calls", len(icons))
	}
	for i, icon := range icons {
		missed := i == 1 || i == 2
		if (icon[0] == 1.0) != missed || (icon[1] == icons[0][1]) == missed {
			t.Errorf("the icon of call %d: missed %v, colour %v", i, icon[0], icon[1])
		}
	}
}
