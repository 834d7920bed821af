package render

import (
	"testing"

	"mockup/internal/schema"
)

// namesOnPage returns what is wrong with names: a bubble is wider than its picture, somebody is named twice above an answer,
// or a name turns the line that the app says about it. It also counts what it found.
const namesOnPage = `(name) => {
	const faults = [], found = { pictures: 0, answers: 0, events: 0 };
	for (const bubble of document.querySelectorAll(".pictured > .bubble")) {
		found.pictures++;
		const more = bubble.getBoundingClientRect().width - bubble.querySelector(".pictures").getBoundingClientRect().width;
		if (more > 8) faults.push("the bubble is " + more + " wider than its picture");
	}
	for (const caption of document.querySelectorAll(".in .answers > .caption")) {
		found.answers++;
		if (caption.closest(".message").previousElementSibling?.matches(".name")) faults.push("a name stands above " + caption.textContent);
	}
	for (const event of document.querySelectorAll(".event")) {
		const walker = document.createTreeWalker(event, NodeFilter.SHOW_TEXT), lefts = {};
		while (walker.nextNode()) for (const part of [name, "left"]) {
			const at = walker.currentNode.data.indexOf(part), range = document.createRange();
			if (at < 0) continue;
			range.setStart(walker.currentNode, at);
			range.setEnd(walker.currentNode, at + part.length);
			lefts[part] = range.getBoundingClientRect().left;
		}
		found.events++;
		if (!(lefts[name] < lefts.left)) faults.push("the name is not before what the app says: " + event.textContent);
	}
	return { faults, ...found };
}`

// A long name does not widen a picture's bubble, an answer names its author once, and a name that runs from right to left
// leaves the app's own words in their order.
func TestNames(t *testing.T) {
	t.Parallel()
	r := Shared
	const fromRight = "نور"
	for platform, captioned := range map[string]bool{"whatsapp": false, "telegram": false, "signal": false, "instagram": true, "messenger": true, "x": true} {
		t.Run(platform, func(t *testing.T) {
			p := samplePayload(t, schema.Chats, platform)
			chat := p.Props.(*schema.ChatProps)
			asGroup(chat)
			chat.MobileView = false
			long, other := &chat.Receivers[0], &chat.Receivers[1]
			long.Name, other.Name = "Maximiliane Wilhelmine von Hohenstaufen-Liechtenberg", fromRight
			at := chat.Messages[0].Timestamp
			chat.Messages = []schema.ChatMessage{
				{ID: "1", UserID: long.ID, Type: "image", Timestamp: at, Images: []schema.ChatImage{{ID: "p", Filename: "aurora.jpg", MimeType: "image/jpeg", Size: 1, Data: "../media/photos/aurora.jpg"}}},
				{ID: "2", UserID: chat.Sender.ID, Type: "text", Timestamp: at, Text: "Where is that?"},
				{ID: "3", UserID: long.ID, Type: "text", Timestamp: at, Text: "In the north", ReplyTo: "2"},
				{ID: "4", UserID: other.ID, Type: "event", Timestamp: at, Event: &schema.ChatEvent{Kind: "left"}},
			}
			var found struct {
				Faults                    []string
				Pictures, Answers, Events int
			}
			layOutPage(t, r, p, namesOnPage, fromRight, &found)
			for _, fault := range found.Faults {
				t.Error(fault)
			}
			if found.Events != 1 || captioned != (found.Answers == 1) || captioned == (found.Pictures == 1) {
				t.Errorf("%d pictures in bubbles, %d answers with a line above them, %d events", found.Pictures, found.Answers, found.Events)
			}
		})
	}
}
