package render

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"mockup/templates"
)

// kindsOnPage returns what is wrong with files, places and the like: they do not stand in their bubble or are wider than
// the screen, two of their texts lie on each other, or the time of the message covers a text. It also says how many of each
// kind there are.
const kindsOnPage = `() => {
	const faults = [], found = {};
	const rows = document.querySelector(".rows"), screen = document.querySelector(".screen").getBoundingClientRect();
	const over = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
	const named = (e) => e.className + " " + JSON.stringify(e.textContent.trim().slice(0, 40));
	const kinds = { link: ".preview", file: ".file", sticker: ".sticker", gif: ".film:not(:has(.start))", video: ".film:has(.start)", location: ".place", contact: ".vcard", poll: ".poll" };
	for (const [kind, selector] of Object.entries(kinds)) {
		const all = [...rows.querySelectorAll(selector)];
		found[kind] = all.length;
		for (const e of all) {
			const box = e.getBoundingClientRect(), bubble = e.closest(".bubble");
			if (box.width < 24 || box.height < 12) faults.push(named(e) + " is " + box.width + " x " + box.height);
			if (box.left < screen.left - 1 || box.right > screen.right + 1) faults.push(named(e) + " is wider than the screen");
			if (!bubble) continue;
			const outer = bubble.getBoundingClientRect(), tail = bubble.matches(".picture") ? 8 : 1; // which a picture of iMessage fills
			if (box.left < outer.left - 1 || box.right > outer.right + 1 || box.top < outer.top - 1 || box.bottom > outer.bottom + tail)
				faults.push(named(e) + " reaches out of its bubble");
		}
	}
	const texts = (root) => {
		const list = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			const parent = walker.currentNode.parentElement;
			if (!walker.currentNode.data.trim() || getComputedStyle(parent).visibility !== "visible" || parent.closest(".spacer, .avatar, .reactions, .sheet")) continue;
			const range = document.createRange();
			range.selectNodeContents(walker.currentNode);
			for (const rect of range.getClientRects()) {
				let box = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
				for (let cut = parent; cut !== root; cut = cut.parentElement) {
					if (getComputedStyle(cut).overflow === "visible") continue;
					const edge = cut.getBoundingClientRect();
					box = { left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right), top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) };
				}
				if (box.right - box.left > 1 && box.bottom - box.top > 4) list.push({ box, parent, text: walker.currentNode.data.trim() });
			}
		}
		return list;
	};
	for (const message of rows.querySelectorAll(".message")) {
		if (!message.querySelector(Object.values(kinds).join())) continue;
		const list = texts(message);
		for (const [i, a] of list.entries()) for (const b of list.slice(i + 1)) {
			const [x, y] = over(a.box, b.box);
			if (a.parent !== b.parent && x > 2 && y > 5) faults.push(JSON.stringify(a.text.slice(0, 30)) + " lies on " + JSON.stringify(b.text.slice(0, 30)));
		}
	}
	return { faults: [...new Set(faults)], found };
}`

// allKinds is a conversation with messages of all kinds of both sides, with short and long texts, reactions and answers.
func allKinds(sender, receiver string) []schema.ChatMessage {
	const word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
	const photo, small = schema.ImageRef("../media/photos/aurora.jpg"), schema.ImageRef("../media/avatars/mia.jpg")
	var messages []schema.ChatMessage
	add := func(user string, m schema.ChatMessage) {
		i := len(messages)
		m.ID, m.UserID, m.Status, m.Timestamp = fmt.Sprint("m", i), user, "read", schema.Instant(fmt.Sprintf("2026-03-01T%02d:%02d:00Z", 9+i/60, i%60))
		m.Reactions = []schema.Reaction{{Emoji: "👍", By: []string{sender, receiver}}}
		if i%3 == 1 && i%2 == 0 {
			m.ReplyTo = messages[i-1].ID
		}
		messages = append(messages, m)
	}
	for _, user := range []string{sender, receiver} {
		for _, text := range []string{"Ok", word, "שלום, נתראה מחר בבוקר בתחנה עם כולם, ואז נמשיך משם"} {
			for _, image := range []schema.ImageRef{"", photo, small} {
				add(user, schema.ChatMessage{Type: "text", Text: "See https://example.org/" + text, Link: &schema.Link{Title: text, Site: "example.org", Image: image, Description: text}})
			}
			add(user, schema.ChatMessage{Type: "file", File: &schema.ChatFile{Name: text + ".pdf", Size: new(1_240_000.0)}})
			add(user, schema.ChatMessage{Type: "file", Text: text, File: &schema.ChatFile{Name: text}})
			add(user, schema.ChatMessage{Type: "location", Location: &schema.Location{Name: text, Address: text}})
			add(user, schema.ChatMessage{Type: "contact", Contact: &schema.Contact{Name: text, Phone: "+1 555 0134", Image: small}})
			add(user, schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: text, Multiple: true, Options: []schema.ChatPollOption{
				{Text: text, By: []string{sender, receiver}}, {Text: "No", By: []string{receiver}, Votes: 1_000_000},
			}}})
			add(user, schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: text, Options: []schema.ChatPollOption{{Text: text}, {Text: "No"}}}})
			add(user, schema.ChatMessage{Type: "gif", Text: text, GIF: &schema.Animation{Image: photo}})
			add(user, schema.ChatMessage{Type: "video", Text: text, Video: &schema.ChatVideo{Poster: photo, DurationSeconds: 3599}})
		}
		add(user, schema.ChatMessage{Type: "location", Location: &schema.Location{}})
		add(user, schema.ChatMessage{Type: "sticker", Sticker: &schema.Sticker{Emoji: "🎉"}})
		add(user, schema.ChatMessage{Type: "sticker", Sticker: &schema.Sticker{Image: small}})
		add(user, schema.ChatMessage{Type: "gif", GIF: &schema.Animation{Image: photo}})
		add(user, schema.ChatMessage{Type: "video", Video: &schema.ChatVideo{Poster: photo, DurationSeconds: 7}})
	}
	return messages
}

// Messages of all kinds stand in their place in every app that has them, and in no other, and what they say can be read, on
// whatever wallpaper.
func TestKindsInPlace(t *testing.T) {
	t.Parallel()
	r := Shared
	everyChat(t, 0, allKinds, func(t *testing.T, manifest templates.Manifest, p *schema.Payload, wallpaper string) {
		var page struct {
			Faults []string
			Found  map[string]int
		}
		texts := placesAndTexts(t, r, p, wallpaper, kindsOnPage, &page)
		for _, fault := range page.Faults {
			t.Error(fault)
		}
		for _, kind := range []string{"link", "file", "sticker", "gif", "video", "location", "contact", "poll"} {
			shown := manifest.Fields[kind]
			if shown != (page.Found[kind] > 0) {
				t.Errorf("%d of the kind %s, and the manifest says %v", page.Found[kind], kind, shown)
			}
		}
		seen := map[string]bool{}
		for _, text := range texts {
			drawn := text.OnFilm || text.Text == "PDF" || text.Text == "🎉" || strings.HasPrefix(text.Text, "https:") // on a drawing, one itself, or as in all texts
			if !drawn && !seen[text.Text] && text.faint() {
				seen[text.Text] = true
				t.Errorf("%q has the contrast %.2f", text.Text, text.Contrast)
			}
		}
	})
}

// A place without a name is a map alone, on every app.
func TestPlacesWithoutNames(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const map = document.querySelector(".map"), bubble = map?.closest(".bubble, .note");
		if (!map) return 0;
		const [inner, outer] = [map, bubble].map((e) => e.getBoundingClientRect());
		return outer.bottom - inner.bottom - (inner.top - outer.top);
	}`
	for _, platform := range templates.Available("chats") {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		place := props.Messages[0]
		place.Type, place.Text, place.UserID, place.Location = "location", "", props.Sender.ID, &schema.Location{}
		props.Messages = []schema.ChatMessage{place}
		var below float64
		if layOutPage(t, Shared, p, script, nil, &below); below > 1 {
			t.Errorf("%s: below the map are %.1f more than above it", platform, below)
		}
	}
}

// On LINE the length of a long recording ends as far from its bubble's edge as what stands at the other side.
func TestLineFillsCards(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const [voice, disc, length] = [".bubble:has(.voice)", ".voice .disc", ".length"].map((s) => document.querySelector(s).getBoundingClientRect());
		return [disc.left - voice.left, voice.right - length.right];
	}`
	p := samplePayload(t, schema.Chats, "line")
	props := p.Props.(*schema.ChatProps)
	voice := props.Messages[0]
	voice.Type, voice.Text, voice.Voice = "voice", "", &schema.Voice{DurationSeconds: 754}
	props.Messages = []schema.ChatMessage{voice}
	var got [2]float64
	if layOutPage(t, Shared, p, script, nil, &got); math.Abs(got[0]-got[1]) > 1 {
		t.Errorf("the disc is %.1f and the length %.1f from the edge", got[0], got[1])
	}
}

// On Messages what an app says of a closed poll begins below the question.
func TestClosedPollOnMessages(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const [asked, how] = [".asked", ".poll-how"].map((s) => {
			const words = document.createRange();
			words.selectNodeContents(document.querySelector(s));
			return words.getBoundingClientRect().left;
		});
		return how - asked;
	}`
	p := samplePayload(t, schema.Chats, "imessage")
	props := p.Props.(*schema.ChatProps)
	poll := props.Messages[0]
	poll.Type, poll.Text, poll.Poll = "poll", "", &schema.ChatPoll{Question: "Tea?", Closed: true, Options: []schema.ChatPollOption{{Text: "Yes"}, {Text: "No"}}}
	props.Messages = []schema.ChatMessage{poll}
	var off float64
	if layOutPage(t, Shared, p, script, nil, &off); math.Abs(off) > 1 {
		t.Errorf("it begins %.1f beside the question", off)
	}
}

// On Signal the bar of an answer is as long as its share of those who voted, and not full for the answer with the most votes.
func TestPollBarsOnSignal(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".poll .bar")].map((bar) => getComputedStyle(bar).backgroundSize.split(",")[0])`
	p := samplePayload(t, schema.Chats, "signal")
	props := p.Props.(*schema.ChatProps)
	poll := props.Messages[0]
	poll.Type, poll.Text, poll.Poll = "poll", "", &schema.ChatPoll{Question: "Tea?", Options: []schema.ChatPollOption{{Text: "Yes", Votes: 3}, {Text: "No", Votes: 1}}}
	props.Messages = []schema.ChatMessage{poll}
	var sizes []string
	if layOutPage(t, Shared, p, script, nil, &sizes); !slices.Equal(sizes, []string{"75% 100%", "25% 100%"}) {
		t.Errorf("the bars are %q", sizes)
	}
}

// "Forwarded" above a sticker stands on the wallpaper of a custom chat, and has the colour of the time there, not that of a bubble's text.
func TestForwardedStickersInCustomChats(t *testing.T) {
	t.Parallel()
	const script = `() => [".forwarded", ".meta"].map((s) => getComputedStyle(document.querySelector(s)).color)`
	p := samplePayload(t, schema.Chats, "custom")
	props := p.Props.(*schema.ChatProps)
	props.CustomTheme.BackgroundColor = "#f6f1ea"
	props.CustomTheme.SenderBubble = schema.BubbleColors{Background: "#2f5d50", Foreground: "#ffffff"}
	sent := props.Messages[0]
	sent.UserID, sent.Type, sent.Text, sent.Sticker, sent.Forwarded = props.Sender.ID, "sticker", "", &schema.Sticker{Emoji: "🦊"}, true
	props.Messages = []schema.ChatMessage{sent}
	var colors []string
	if layOutPage(t, Shared, p, script, nil, &colors); len(colors) != 2 || colors[0] != colors[1] {
		t.Errorf("the colours are %q", colors)
	}
}

// Above a sticker a long name and a quote do not take the time away from it. A sent sticker ends where the wider quote above it does.
func TestStickersBelowWiderParts(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".bubble:has(.sticker)")].map((bubble) => {
		const [box, sticker] = [bubble, bubble.querySelector(".sticker")].map((part) => part.getBoundingClientRect());
		return Math.abs(box.right - sticker.right);
	})`
	for _, platform := range []string{"custom", "signal", "telegram", "whatsapp"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Us"}
		props.Receivers[0].Name = "Anastasia-Alexandra Hohenlohe"
		text := props.Messages[0]
		text.Type, text.UserID, text.Text = "text", props.Sender.ID, "Long enough to be quoted in a wide box above a sticker"
		received := text
		received.ID, received.UserID, received.Type, received.Text, received.Sticker = "received", props.Receivers[0].ID, "sticker", "", &schema.Sticker{Emoji: "🦊"}
		sent := received
		sent.ID, sent.UserID, sent.ReplyTo = "sent", props.Sender.ID, text.ID
		answer := received
		answer.ID, answer.ReplyTo = "answer", text.ID
		props.Messages = []schema.ChatMessage{text, received, sent, answer}
		var away []float64
		if layOutPage(t, Shared, p, script, nil, &away); len(away) != 3 || slices.Max(away) > 4 {
			t.Errorf("%s: the stickers end %.1f from the right of their bubbles", platform, away)
		}
	}
}

// With a reaction Signal's pictures and maps have the corners of their bubble where they end with it, and none below or above something else.
func TestCornersOfReactedPicturesOnSignal(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(":is(.pictures, .map)")].map((part) => getComputedStyle(part).borderRadius)`
	p := samplePayload(t, schema.Chats, "signal")
	props := p.Props.(*schema.ChatProps)
	text := props.Messages[0]
	text.Type, text.UserID, text.Text = "text", props.Receivers[0].ID, "Where?"
	picture := text
	picture.ID, picture.Type, picture.UserID, picture.Text, picture.Reactions = "picture", "image", props.Sender.ID, "", []schema.Reaction{{Emoji: "👍", By: []string{text.UserID}}}
	picture.Images = []schema.ChatImage{{ID: "i", Filename: "beach.jpg", Data: "../media/photos/sunset-beach.jpg", MimeType: "image/jpeg"}}
	answer, place := picture, picture
	answer.ID, answer.Type, answer.Text, answer.ReplyTo = "answer", "mixed", "Here", text.ID
	place.ID, place.Type, place.Images, place.Location = "place", "location", nil, &schema.Location{}
	props.Messages = []schema.ChatMessage{text, picture, answer, place}
	var corners []string
	if layOutPage(t, Shared, p, script, nil, &corners); !slices.Equal(corners, []string{"18px 18px 4px", "0px", "18px 4px 18px 18px"}) {
		t.Errorf("the corners are %q", corners)
	}
}

// In custom chats the tick of a chosen answer has the colours of the sender's bubble, which can be told apart on any ground.
func TestCustomChoice(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".own .choice")].map((box) => [getComputedStyle(box).backgroundColor, getComputedStyle(box.querySelector("svg")).color])`
	p := samplePayload(t, schema.Chats, "custom")
	p.RenderKind = schema.Image
	props := p.Props.(*schema.ChatProps)
	props.CustomTheme.SenderBubble = schema.BubbleColors{Background: "#2f5d50", Foreground: "#ffffff"}
	props.CustomTheme.ReceiverBubble = schema.BubbleColors{Background: "#202020", Foreground: "#eeeeee"}
	poll := props.Messages[0]
	poll.Type, poll.Text, poll.Images = "poll", "", nil
	poll.Poll = &schema.ChatPoll{Question: "When?", Options: []schema.ChatPollOption{{Text: "Now", By: []string{props.Sender.ID}}, {Text: "Later"}}}
	props.Messages = nil
	for i, user := range []string{props.Sender.ID, props.Receivers[0].ID} {
		poll.ID, poll.UserID = fmt.Sprint("poll", i), user
		props.Messages = append(props.Messages, poll)
	}
	var ticks [][2]string
	onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &ticks) })
	const back, words = "rgb(47, 93, 80)", "rgb(255, 255, 255)"
	if want := [][2]string{{words, back}, {back, words}}; !slices.Equal(ticks, want) {
		t.Errorf("%v, want %v", ticks, want)
	}
}
