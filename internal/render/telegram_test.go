package render

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// The last map of a run has the tail of its bubble, and nothing cuts it off. What stands above it keeps away from the edge.
func TestTailsOfMaps(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".holds-location .bubble")].every((bubble) =>
		bubble.querySelector(".tail").checkVisibility() && parseFloat(getComputedStyle(bubble.querySelector(".forwarded")).paddingLeft) >= 7 && getComputedStyle(bubble).overflow === "visible")`
	for _, platform := range []string{"telegram", "whatsapp"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		place := props.Messages[0]
		place.Type, place.Text, place.Location = "location", "", &schema.Location{Name: "Pier 4", Address: "Harbour Street"}
		place.Forwarded = true
		unnamed := place
		unnamed.ID, unnamed.UserID, unnamed.Location = "sent", props.Sender.ID, &schema.Location{}
		props.Messages = []schema.ChatMessage{place, unnamed}
		var whole bool
		if layOutPage(t, Shared, p, script, nil, &whole); !whole {
			t.Errorf("%s: a map has no tail, its bubble cuts it off, or \"Forwarded\" touches the edge", platform)
		}
	}
}

// The corners of a picture follow those of its bubble, which are smaller where two bubbles of a run meet. Next to a text they are small. The
// last bubble of a run has a tail, also where it holds only a picture.
func TestCornersOfPicturesOnTelegram(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".pictures")].map((pictures) =>
		getComputedStyle(pictures).borderRadius + (pictures.parentElement.querySelector(".tail")?.checkVisibility() ? " tail" : ""))`
	p := samplePayload(t, schema.Chats, "telegram")
	props := p.Props.(*schema.ChatProps)
	image := []schema.ChatImage{{ID: "i", Filename: "beach.jpg", Data: "../media/photos/sunset-beach.jpg", MimeType: "image/jpeg"}}
	props.Messages = nil
	for i, text := range []string{"", "", "On the beach", ""} {
		props.Messages = append(props.Messages, schema.ChatMessage{
			ID: fmt.Sprint("m", i), UserID: props.Sender.ID, Type: "mixed", Timestamp: schema.Instant(fmt.Sprintf("2026-03-01T09:0%d:00Z", i)), Text: text, Images: image,
		})
	}
	var corners []string
	onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &corners) })
	if want := []string{"15px 15px 6px", "15px 6px 6px 15px", "15px 6px 4px 4px", "15px 6px 10px 15px tail"}; !slices.Equal(corners, want) {
		t.Errorf("the corners are %q, not %q", corners, want)
	}
}

// Where the capsule says nothing of a person, the name stands in its middle.
func TestNameAloneOnTelegram(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const [name, capsule] = [".title", ".who"].map((s) => document.querySelector(s).getBoundingClientRect());
		return name.top + name.bottom - capsule.top - capsule.bottom;
	}`
	p := samplePayload(t, schema.Chats, "telegram")
	props := p.Props.(*schema.ChatProps)
	props.Receivers[0].Presence = "none"
	var off float64
	if layOutPage(t, Shared, p, script, nil, &off); off < -2 || off > 2 {
		t.Errorf("the middle of the name is %.1f from that of the capsule", off/2)
	}
}

// Reactions to files, contacts, polls and calls stand in their bubbles, as those to texts do.
func TestReactionsInCardsOnTelegram(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".bubble")].map((bubble) => bubble.getBoundingClientRect().bottom - bubble.querySelector(".reactions").getBoundingClientRect().bottom)`
	p := samplePayload(t, schema.Chats, "telegram")
	props := p.Props.(*schema.ChatProps)
	sent := props.Messages[0]
	sent.UserID, sent.Text, sent.Reactions = props.Sender.ID, "", []schema.Reaction{{Emoji: "👍", By: []string{props.Receivers[0].ID}}}
	file, contact, poll, call := sent, sent, sent, sent
	file.ID, file.Type, file.File = "file", "file", &schema.ChatFile{Name: "menu.pdf"}
	contact.ID, contact.Type, contact.Contact = "contact", "contact", &schema.Contact{Name: "Tom"}
	poll.ID, poll.Type, poll.Poll = "poll", "poll", &schema.ChatPoll{Question: "Tea?", Options: []schema.ChatPollOption{{Text: "Yes"}, {Text: "No"}}}
	call.ID, call.Type, call.Call = "call", "call", &schema.Call{Kind: "voice", Outcome: "ended"}
	props.Messages = []schema.ChatMessage{file, contact, poll, call}
	var room []float64
	if layOutPage(t, Shared, p, script, nil, &room); len(room) != len(props.Messages) || slices.Min(room) < 4 {
		t.Errorf("below the reactions are %.1f of the bubbles", room)
	}
}

// What a sticker or large emoji answers stands beside it, on the screen, in a group and beside the mark of what was not sent, too. So does
// that it is forwarded. Reactions stand below it, at its own side of the screen.
func TestAnswersBesideStickersOnTelegram(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".bubble:has(.quote)")].map((bubble) => {
		const box = bubble.getBoundingClientRect(), below = bubble.querySelector(".reaction").getBoundingClientRect();
		const beside = [...bubble.querySelectorAll(".forwarded, .quote")].map((part) => part.getBoundingClientRect());
		return beside.every((part) => Math.max(part.left, box.left) - Math.min(part.right, box.right) > 0 && part.left > 8 && part.right < 394 && part.bottom < box.bottom) &&
			(beside.length < 2 || beside[0].bottom < beside[1].top && beside[0].height < 30) &&
			below.top >= box.bottom && (bubble.closest(".out") ? box.right === below.right : box.left === below.left);
	})`
	p := samplePayload(t, schema.Chats, "telegram")
	props := p.Props.(*schema.ChatProps)
	props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Us"}
	first := props.Messages[0]
	first.Type, first.UserID, first.Text = "text", props.Receivers[0].ID, "Whatever this may be, it is longer than the room beside an answer"
	props.Messages = []schema.ChatMessage{first}
	for i, user := range []string{props.Receivers[0].ID, props.Sender.ID, props.Sender.ID} {
		sticker := first
		sticker.ID, sticker.UserID, sticker.ReplyTo, sticker.Failed = fmt.Sprint("sticker", i), user, first.ID, i == 2
		sticker.Reactions = []schema.Reaction{{Emoji: "👍", By: []string{props.Sender.ID}}}
		emoji := sticker
		emoji.ID, emoji.Text = fmt.Sprint("emoji", i), "👍👍👍"
		sticker.Type, sticker.Text, sticker.Sticker, sticker.Forwarded = "sticker", "", &schema.Sticker{Emoji: "🦊"}, true
		props.Messages = append(props.Messages, sticker, emoji)
	}
	var beside []bool
	if layOutPage(t, Shared, p, script, nil, &beside); len(beside) != 6 || slices.Contains(beside, false) {
		t.Errorf("which answers stand beside stickers and emoji: %v", beside)
	}
}
