package render

import (
	"slices"
	"strconv"
	"testing"

	"mockup/internal/schema"
)

// timesOnText returns the texts that a time in the same bubble stands on, and how many bubbles have both.
const timesOnText = `() => {
	const faults = [];
	let count = 0;
	for (const bubble of document.querySelectorAll(".bubble:has(> .meta):has(> .text)")) {
		const time = bubble.querySelector(":scope > .meta").getBoundingClientRect(), range = document.createRange();
		const texts = document.createTreeWalker(bubble.querySelector(":scope > .text"), NodeFilter.SHOW_TEXT);
		count++;
		while (texts.nextNode()) {
			if (texts.currentNode.parentElement.closest(".spacer")) continue;
			range.selectNodeContents(texts.currentNode);
			for (const line of range.getClientRects()) {
				const over = Math.min(line.right, time.right) - Math.max(line.left, time.left), down = Math.min(line.bottom, time.bottom) - Math.max(line.top, time.top);
				if (over > 0.5 && down > 5) faults.push(texts.currentNode.data);
			}
		}
	}
	return { faults, count };
}`

// A time inside a bubble has its own place beside or below the text, whatever stands beside it and whatever the app says in the place of
// the text.
func TestTimesBesideText(t *testing.T) {
	t.Parallel()
	r := Shared
	inside := map[string]bool{"whatsapp": true, "telegram": true, "signal": true}
	for _, platform := range SomePlatforms(t, schema.Chats) {
		t.Run(platform, func(t *testing.T) {
			p := samplePayload(t, schema.Chats, platform)
			chat := p.Props.(*schema.ChatProps)
			chat.MobileView = false
			at := chat.Messages[0].Timestamp
			chat.Messages = nil
			for _, m := range []schema.ChatMessage{{}, {Edited: true}, {Starred: true}, {Deleted: true}, {Failed: true}, {Edited: true, Starred: true}} {
				for _, user := range []string{chat.Sender.ID, chat.Receivers[0].ID} {
					for _, status := range []string{"", "sent", "delivered", "read"} {
						for _, text := range []string{"Yes", "See you at the harbour", "That will be a long evening", "ok\n• الخريطة", "Hello\nhttps://example.com هذا الرابط", "الخريطة\nat the harbour", "נתראה שם בערב"} {
							m.ID, m.UserID, m.Type, m.Timestamp, m.Status, m.Text = strconv.Itoa(len(chat.Messages)), user, "text", at, status, text
							chat.Messages = append(chat.Messages, m)
						}
					}
				}
			}
			var found struct {
				Faults []string
				Count  int
			}
			layOutPage(t, r, p, timesOnText, nil, &found)
			for _, fault := range found.Faults {
				t.Errorf("a time stands on %q", fault)
			}
			if inside[platform] != (found.Count > 0) {
				t.Errorf("%d bubbles have a time", found.Count)
			}
		})
	}
}

// timesOfAlbums returns how many times are seen in each bubble with several pictures and a text.
const timesOfAlbums = `() => Array.from(document.querySelectorAll(".bubble:has(.album):has(> .text)"), (bubble) =>
	Array.from(bubble.querySelectorAll(".meta")).filter((time) => time.checkVisibility({ visibilityProperty: true })).length)`

// Several pictures with a text have one time, beside the text, where the app has times in bubbles.
func TestOneTimeOfCaptionedAlbums(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range []string{"whatsapp", "telegram", "signal"} {
		t.Run(platform, func(t *testing.T) {
			var times []int
			layOutPage(t, r, albumChat(t, platform), timesOfAlbums, nil, &times)
			if len(times) < 2 || slices.ContainsFunc(times, func(count int) bool { return count != 1 }) {
				t.Errorf("albums with a text have %v times", times)
			}
		})
	}
}

// pictureFrames returns the heights of what holds a picture beside words: previews, and quotes but those that are the picture alone.
const pictureFrames = `() => Array.from(document.querySelectorAll(".quote:not(.pictured), .preview"), (frame) => frame.getBoundingClientRect().height)`

// A quote or a preview is as high as its words or its picture's frame, whatever the shape of the picture.
func TestFramesOfAnyPicture(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range SomePlatforms(t, schema.Chats) {
		t.Run(platform, func(t *testing.T) {
			heights := func(picture schema.ImageRef) (found []float64) {
				p := samplePayload(t, schema.Chats, platform)
				chat := p.Props.(*schema.ChatProps)
				chat.MobileView = false
				id, at := chat.Receivers[0].ID, chat.Messages[0].Timestamp
				chat.Messages = []schema.ChatMessage{
					{ID: "1", UserID: id, Type: "image", Timestamp: at, Images: []schema.ChatImage{{ID: "p", Filename: "p.jpg", MimeType: "image/jpeg", Size: 1, Data: picture}}},
					{ID: "2", UserID: chat.Sender.ID, Type: "text", Timestamp: at, Text: "Where is that?", ReplyTo: "1"},
					{ID: "3", UserID: id, Type: "text", Timestamp: at, Text: "https://lake.example", Link: &schema.Link{Title: "The lake", Site: "lake.example", Image: picture}},
				}
				layOutPage(t, r, p, pictureFrames, nil, &found)
				return found
			}
			square, tall := heights("../media/avatars/sea.jpg"), heights("../media/photos/aurora.jpg")
			if !slices.Equal(square, tall) || platform == "whatsapp" && len(tall) != 2 {
				t.Errorf("%v high with a square picture, %v with a tall one", square, tall)
			}
		})
	}
}
