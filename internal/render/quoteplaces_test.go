package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/video"
	"mockup/internal/schema"
	"mockup/templates"
)

// Where an answer stands to what it answers: on Teams the quote above a sticker is no wider than a bubble and ends with the sticker, on
// Messenger the answer covers the lower edge of the bubble above it, but none of its words, and on WeChat the name comes before the words.
func TestPlacesOfQuotes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ platform, kind, text, inPlace string }{
		{"microsoftTeams", "sticker", "The market opens at eight, and before the train leaves we could have breakfast there", `() => {
			const [quote, sticker, rows] = [".quote", ".out .sticker", ".rows"].map(s => document.querySelector(s).getBoundingClientRect());
			return Math.abs(quote.right - sticker.right) < 8 && quote.left > rows.left + 50;
		}`},
		{"microsoftTeams", "sticker", "Yes", `() => document.querySelector(".quote").getBoundingClientRect().width < 160`},
		{"messenger", "text", "Yes", `() => {
			const [words, quote, answer] = [".quote span", ".quote", ".answers ~ .bubble"].map(s => document.querySelector(s).getBoundingClientRect());
			return words.bottom <= answer.top && answer.top < quote.bottom - 5;
		}`},
		{"messenger", "emoji", "Yes", `() => {
			const [quote, answer] = [".quote", ".answers ~ .bubble"].map(s => document.querySelector(s).getBoundingClientRect());
			return quote.bottom <= answer.top;
		}`},
		{"wechat", "text", "نعم بالتأكيد", `() => getComputedStyle(document.querySelector(".quoted")).direction === "ltr"`},
	} {
		p := samplePayload(t, schema.Chats, test.platform)
		props := p.Props.(*schema.ChatProps)
		first, answer := props.Messages[0], props.Messages[0]
		first.Type, first.Text, first.UserID = "text", test.text, props.Receivers[0].ID
		answer.ID, answer.Type, answer.Text, answer.UserID, answer.ReplyTo = "answer", "text", "Good", props.Sender.ID, first.ID
		switch test.kind {
		case "sticker":
			answer.Type, answer.Text, answer.Sticker = "sticker", "", &schema.Sticker{Emoji: "🦊"}
		case "emoji":
			answer.Text = "🦊"
		}
		props.Messages = []schema.ChatMessage{first, answer}
		var in bool
		if layOutPage(t, Shared, p, test.inPlace, nil, &in); !in {
			t.Errorf("%s: the quote of %q stands in a wrong place for a %s", test.platform, test.text, test.kind)
		}
	}
}

// The mark of what could not be sent stands on Messenger in the column of the states, and moves no bubble.
func TestFailedInColumn(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "messenger")
	props := p.Props.(*schema.ChatProps)
	first := props.Messages[0]
	first.Type, first.Text, first.UserID, first.Status = "text", "On my way", props.Sender.ID, "sent"
	second := first
	second.ID, second.Failed = "second", true
	props.Messages = []schema.ChatMessage{first, second}
	const apart = `() => {
		const [first, second] = [...document.querySelectorAll(".bubble")].map((bubble) => bubble.getBoundingClientRect().right);
		const mark = document.querySelector(".not-sent").getBoundingClientRect();
		const sprite = document.querySelector(".message:has(.not-sent)").getBoundingClientRect(); // videos draw no more of it
		return [Math.abs(first - second), mark.left - second, 402 - mark.right, sprite.right - mark.right];
	}`
	var got []float64
	if layOutPage(t, Shared, p, apart, nil, &got); got[0] > .5 || got[1] < 1 || got[2] < 1 || got[3] < 0 {
		t.Errorf("the bubbles end %.1f apart, and the mark stands %.1f beside them and %.1f from the edge", got[0], got[1], got[2])
	}
}

// A picture that is answered keeps its shape, and a story is as high as a phone's screen, in a capture of Instagram 149 x 257 pixels.
func TestShapesOfAnsweredPictures(t *testing.T) {
	t.Parallel()
	for _, platform := range []string{"instagram", "messenger"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		first, answer := props.Messages[0], props.Messages[0]
		first.Type, first.UserID = "image", props.Receivers[0].ID
		first.Images = []schema.ChatImage{{ID: "i", Filename: "beach.jpg", Data: "../media/photos/sunset-beach.jpg", MimeType: "image/jpeg"}}
		answer.ID, answer.Type, answer.Text, answer.UserID, answer.ReplyTo = "answer", "text", "Where is that?", props.Sender.ID, first.ID
		story := answer
		story.ID, story.ReplyTo, story.ReplyToStory = "story", "", "../media/photos/aurora.jpg"
		props.Messages = []schema.ChatMessage{first, answer, story}
		var got []float64
		const shapes = `() => [...document.querySelectorAll(".answers :is(img, canvas)")].map((image) => image.clientHeight / image.clientWidth)`
		layOutPage(t, Shared, p, shapes, nil, &got)
		if len(got) != 2 || got[0] > .8 || got[1] < 1.68 || got[1] > 1.78 {
			t.Errorf("%s: heights of widths %.2f, want about .75 and 1.73", platform, got)
		}
	}
}

// A tall or wide picture that is answered is cut as in its bubble, and so is that of a video.
func TestCutOfAnsweredPictures(t *testing.T) {
	t.Parallel()
	const shapes = `() => [".pictures :is(img, canvas)", ".answers :is(img, canvas)"].map((image) => document.querySelector(image)).map((image) => image.clientWidth / image.clientHeight)`
	for _, platform := range []string{"bumble", "instagram", "messenger", "x"} {
		for _, size := range []image.Point{{120, 900}, {900, 120}} {
			for _, kind := range []string{"image", "video"} {
				p := samplePayload(t, schema.Chats, platform)
				props := p.Props.(*schema.ChatProps)
				if kind == "video" && !schema.Shows(schema.Chats, platform, "video") {
					continue
				}
				first, answer := props.Messages[0], props.Messages[0]
				picture := schema.ImageRef(plainPicture(t, size.X, size.Y, 90))
				if first.Type, first.Text, first.UserID = kind, "", props.Receivers[0].ID; kind == "image" {
					first.Images = []schema.ChatImage{{ID: "i", Filename: "grey.png", Data: picture, MimeType: "image/png"}}
				} else {
					first.Video = &schema.ChatVideo{Poster: picture, DurationSeconds: 9}
				}
				answer.ID, answer.Type, answer.Text, answer.UserID, answer.ReplyTo = "answer", "text", "Where is that?", props.Sender.ID, first.ID
				props.Messages = []schema.ChatMessage{first, answer}
				var got []float64
				if layOutPage(t, Shared, p, shapes, nil, &got); math.Abs(got[0]/got[1]-1) > .04 {
					t.Errorf("%s, %s of %v: the width is %.2f of the height, where it is answered %.2f", platform, kind, size, got[0], got[1])
				}
			}
		}
	}
}

// The bubble of a text that is answered ends with its longest line, and a short one with its text.
func TestBubblesOfAnsweredTexts(t *testing.T) {
	t.Parallel()
	const spare = `() => [...document.querySelectorAll(".answers .quote")].map((quote) => {
		const words = document.createRange(), { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(quote);
		words.selectNodeContents(quote.querySelector("span"));
		const around = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].reduce((sum, width) => sum + parseFloat(width), 0);
		return quote.getBoundingClientRect().width - words.getBoundingClientRect().width - around;
	})`
	for _, platform := range []string{"bumble", "imessage", "instagram", "messenger", "x"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		first := props.Messages[0]
		props.Messages = nil
		for i, text := range []string{"ok", "We meet at the Donaudampfschifffahrtsgesellschaft", "نلتقي غدا يا صديقي في https://stations.example/lines"} {
			first.ID, first.Type, first.Text, first.UserID, first.ReplyTo = fmt.Sprint("first", i), "text", text, props.Receivers[0].ID, ""
			answer := first
			answer.ID, answer.Text, answer.UserID, answer.ReplyTo = fmt.Sprint("answer", i), "Good", props.Sender.ID, first.ID
			props.Messages = append(props.Messages, first, answer)
		}
		var got []float64
		if layOutPage(t, Shared, p, spare, nil, &got); len(got) != 3 || slices.Max(got) > 1.5 {
			t.Errorf("%s: beside the words of answered texts %.1f are empty", platform, got)
		}
	}
}

// "Not Delivered" stands below the tail of its bubble in Messages, which hangs down by 7.
func TestNotDeliveredBelowTail(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "imessage")
	props := p.Props.(*schema.ChatProps)
	failed := props.Messages[0]
	failed.Type, failed.Text, failed.UserID, failed.Failed = "text", "ok", props.Sender.ID, true
	props.Messages = []schema.ChatMessage{failed}
	var below float64
	layOutPage(t, Shared, p, `() => document.querySelector(".undelivered").getBoundingClientRect().top - document.querySelector(".bubble").getBoundingClientRect().bottom`, nil, &below)
	if below < 7 {
		t.Errorf("the words begin %.1f below the bubble", below)
	}
}

// Reactions have room on the screen, however many they are, and messages below them.
func TestManyReactions(t *testing.T) {
	t.Parallel()
	const places = `() => {
		const pills = [...document.querySelectorAll(".reaction")].map((pill) => pill.getBoundingClientRect());
		const next = [...document.querySelectorAll(".rows .text")].at(-1).getBoundingClientRect();
		const most = (of) => Math.max(...pills.map(of));
		return [most((pill) => pill.right), -most((pill) => -pill.left), next.top - most((pill) => pill.bottom), pills.length];
	}`
	for platform, count := range map[string]float64{"line": 6, "linkedin": 12, "microsoftTeams": 12, "messenger": 1, "instagram": 1} {
		for _, own := range []bool{false, true} {
			p := samplePayload(t, schema.Chats, platform)
			props := p.Props.(*schema.ChatProps)
			first, second := props.Messages[0], props.Messages[0]
			first.Type, first.Text, first.UserID = "text", "ok", props.Receivers[0].ID
			if own {
				first.UserID = props.Sender.ID
			}
			for _, emoji := range strings.Fields("👍 ❤️ 😂 🎉 😮 🙏 🔥 👀 💯 🚀 🥳 🤝") {
				first.Reactions = append(first.Reactions, schema.Reaction{Emoji: emoji, By: []string{props.Receivers[0].ID}})
			}
			second.ID, second.UserID = "second", first.UserID
			props.Messages = []schema.ChatMessage{first, second}
			var got []float64
			if layOutPage(t, Shared, p, places, nil, &got); got[0] > 398 || got[1] < 4 || got[2] < 1 || got[3] != count {
				t.Errorf("%s: the reactions reach from %.1f to %.1f, %.1f above the next text; %v pills, want %v",
					platform, got[1], got[0], got[2], got[3], count)
			}
		}
	}
}

// Numbers of lists stay in the column of the text, also long ones and in quotes, and the bar of a quote is seen beside it.
func TestListsInColumn(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "discord")
	props := p.Props.(*schema.ChatProps)
	props.Messages = props.Messages[:1]
	props.Messages[0].Type, props.Messages[0].Text = "text", "1. boat\n1000. bus\n> 10. train\n> and back"
	var got []float64
	layOutPage(t, Shared, p, `() => [...document.querySelectorAll(".item")].map((item) => {
		const [number, around] = [item.querySelector("span"), item.parentElement].map((element) => element.getBoundingClientRect());
		return number.left - around.left;
	})`, nil, &got)
	if len(got) != 3 || got[0] < 0 || got[1] < 0 || got[2] < 6 {
		t.Errorf("the numbers begin at %v", got)
	}
}

// The lines of an answered text from right to left, and those of what somebody says in a recording, begin at one edge at the right.
func TestReversedLinesBeginAtTheRight(t *testing.T) {
	t.Parallel()
	const apart = `() => [".quoted", ".transcript"].map((box) => {
		const lines = document.createRange();
		lines.selectNodeContents(document.querySelector(box + " span") ?? document.querySelector(box));
		const rights = [...lines.getClientRects()].map((line) => line.right);
		return rights.length < 2 ? 99 : Math.max(...rights) - Math.min(...rights);
	})`
	for _, platform := range []string{"custom", "line", "microsoftTeams", "signal", "whatsapp"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		first, answer, voice := props.Messages[0], props.Messages[0], props.Messages[0]
		first.Type, first.UserID, first.Text = "text", props.Receivers[0].ID, strings.Repeat("نلتقي غدا في المحطة القديمة ", 2)+"نعم"
		answer.ID, answer.Type, answer.Text, answer.UserID, answer.ReplyTo = "answer", "text", "Good", props.Sender.ID, first.ID
		voice.ID, voice.Type, voice.Text, voice.UserID, voice.Voice = "voice", "voice", "", props.Receivers[0].ID, &schema.Voice{DurationSeconds: 9, Transcript: first.Text}
		props.Messages = []schema.ChatMessage{first, answer, voice}
		var got [2]float64
		if layOutPage(t, Shared, p, apart, nil, &got); got[0] > 12 || got[1] > 12 {
			t.Errorf("%s: the lines of the quote begin %.0f apart, those of the recording %.0f", platform, got[0], got[1])
		}
	}
}

// One word from right to left that somebody says in a recording begins at the right of what the recording fills.
func TestReversedTranscriptBeginsAtTheRight(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const words = document.createRange(), transcript = document.querySelector(".bubble .transcript, .note .transcript");
		if (!transcript) return 0;
		words.selectNodeContents(transcript);
		return document.querySelector(".voice").getBoundingClientRect().right - words.getBoundingClientRect().right;
	}`
	for _, platform := range templates.Available("chats") {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		voice := props.Messages[0]
		voice.Type, voice.Text, voice.UserID, voice.Voice = "voice", "", props.Receivers[0].ID, &schema.Voice{DurationSeconds: 9, Transcript: "نعم"}
		props.Messages = []schema.ChatMessage{voice}
		var short float64
		if layOutPage(t, Shared, p, script, nil, &short); short > 12 {
			t.Errorf("%s: it begins %.0f beside the end of the recording", platform, short)
		}
	}
}

// What leads to a contact on WhatsApp stands behind the name, also where that runs from right to left.
func TestContactLeadsBehindReversedName(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const face = document.querySelector(".vcard .avatar").getBoundingClientRect(), name = document.createRange();
		name.selectNodeContents(document.querySelector(".vcard b"));
		return name.getBoundingClientRect().left - face.right;
	}`
	p := samplePayload(t, schema.Chats, "whatsapp")
	props := p.Props.(*schema.ChatProps)
	card := props.Messages[0]
	card.Type, card.Text, card.Contact = "contact", "", &schema.Contact{Name: "سامي"}
	props.Messages = []schema.ChatMessage{card}
	var gap float64
	if layOutPage(t, Shared, p, script, nil, &gap); gap > 16 {
		t.Errorf("the name begins %.0f beside the picture, as something stands before it", gap)
	}
}

// Where a bubble holds a picture with words below it, these wrap as far at the right in an answer as in another message.
func TestWordsOfAnsweringPictures(t *testing.T) {
	t.Parallel()
	const widths = `() => [...document.querySelectorAll(".bubble > .pictures ~ .text")].map((words) => words.getBoundingClientRect().width)`
	for _, platform := range []string{"custom", "signal", "telegram", "whatsapp"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		first := props.Messages[0]
		first.Type, first.Text, first.UserID = "mixed", "A longer caption below the picture, over two lines", props.Receivers[0].ID
		first.Images = []schema.ChatImage{{ID: "i", Filename: "aurora.jpg", Data: "../media/photos/aurora.jpg", MimeType: "image/jpeg"}}
		answer := first
		answer.ID, answer.ReplyTo = "answer", first.ID
		props.Messages = []schema.ChatMessage{first, answer}
		var got []float64
		if layOutPage(t, Shared, p, widths, nil, &got); len(got) != 2 || math.Abs(got[0]-got[1]) > .5 {
			t.Errorf("%s: the words are %.1f wide", platform, got)
		}
	}
}

// The picture of a message that is answered is a part of the bubble where it stands at the right end, and only there. It has the place and the
// size in the bubble that it has on the page.
func TestPictureOfQuoteIsPart(t *testing.T) {
	t.Parallel()
	for platform, want := range map[string]bool{"whatsapp": true, "signal": true, "telegram": false, "messenger": false} {
		t.Run(platform, func(t *testing.T) {
			found, comes := false, false
			eachFrame(t, inGroup(t, platform), func(v *video.Video, _ time.Duration, poses []composite.Pose) {
				for i, part := range v.Geometry.Parts {
					pose := poses[len(v.Geometry.Sprites)+i]
					if part.Name != "thumb" || !pose.Visible {
						continue
					}
					found, comes = true, comes || pose.Opacity == 1
					bubble := v.Geometry.Sprites[part.Sprite].Bubble
					if middle := part.Offset[0] + part.Cell[2]/2; part.Cell[2] < 20 || middle < bubble[0]+bubble[2]/2 || middle > bubble[0]+bubble[2] {
						t.Fatalf("the picture is %v at %v in a bubble of %v", part.Cell, part.Offset, *bubble)
					}
				}
			})
			if found != want || comes != want {
				t.Errorf("the picture is a part: %v, which is whole in the end: %v, want %v", found, comes, want)
			}
		})
	}
}
