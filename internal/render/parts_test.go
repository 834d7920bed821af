package render

import (
	"math"
	"testing"

	"mockup/internal/schema"
)

// partsAside returns how far each part that moves by itself stands from its place in its sprite, on the copy that it is drawn on.
const partsAside = `() => mockup.video.parts.map(({ sprite, element, twin, copy }) => {
	const [own, drawn] = [[mockup.video.sprites[sprite], element], [copy, twin]].map(([whole, part]) => {
		const [a, b] = [whole.getBoundingClientRect(), part.getBoundingClientRect()];
		return [b.left - a.left, b.top - a.top];
	});
	return [drawn[0] - own[0], drawn[1] - own[1]];
})`

// A reaction is drawn on a copy of its message, which is as wide as the message: also where the bubble is narrower than
// its text would make it.
func TestPartsStandInPlace(t *testing.T) {
	r := Shared
	for _, platform := range []string{"messenger", "imessage"} {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind = schema.Video
		chat := p.Props.(*schema.ChatProps)
		m := &chat.Messages[0]
		m.Type, m.UserID, m.Text, m.Images = "text", chat.Receivers[0].ID, "We are going to the lake on Sunday, all of us together", nil
		m.Reactions = []schema.Reaction{{Emoji: "❤️", By: []string{chat.Sender.ID}}}
		chat.Messages = chat.Messages[:1]
		var aside [][2]float64
		layOutPage(t, r, p, partsAside, nil, &aside)
		reacted := false
		for _, d := range aside {
			reacted = true
			if math.Abs(d[0]) > .6 || math.Abs(d[1]) > .6 {
				t.Errorf("%s: a part stands %.1f beside and %.1f below its place", platform, d[0], d[1])
			}
		}
		if !reacted {
			t.Errorf("%s: no part moves by itself", platform)
		}
	}
}

// A reaction is drawn with all of its ring.
func TestRimsOfParts(t *testing.T) {
	t.Parallel()
	change := func(p *schema.Payload) {
		reacted(p)
		chat := p.Props.(*schema.ChatProps)
		chat.TransparentBackground, chat.DarkMode = true, true
	}
	eachMoment(t, Shared, "../../examples/chats/instagram.yaml", change, func(m moment) {
		off := 0
		for i := 3; i < len(m.got.Pix); i += 4 {
			if math.Abs(float64(m.got.Pix[i])-float64(m.want.Pix[i])) > 40 {
				off++
			}
		}
		if m.still && off > 0 {
			t.Errorf("frame %d: something is, or is not there at %d pixels", m.frame, off)
		}
	})
}

// reacted leaves one message of a chat, with a reaction.
func reacted(p *schema.Payload) {
	chat := p.Props.(*schema.ChatProps)
	chat.Messages = chat.Messages[:1]
	chat.Messages[0].Reactions = []schema.Reaction{{Emoji: "❤️", By: []string{chat.Sender.ID}}}
}

// shadowsOfParts returns the filters around the parts on the sprite sheet.
const shadowsOfParts = `() => {
	mockup.layOutSheet();
	const filters = mockup.video.parts.flatMap(({ twin, copy }) => {
		const around = [];
		for (let element = twin.parentElement; copy.contains(element); element = element.parentElement) around.push(getComputedStyle(element).filter);
		return around;
	});
	mockup.reset();
	return filters;
}`

// The shadow of a floating bubble is below it. A reaction, of which only its box is drawn, does not cast a part of it once more.
func TestPartsCastNoShadow(t *testing.T) {
	t.Parallel()
	p := filePayload(t, "../../examples/chats/instagram.yaml")
	reacted(p)
	p.RenderKind = schema.Video
	p.Props.(*schema.ChatProps).FloatingMessages = true
	var filters []string
	layOutPage(t, Shared, p, shadowsOfParts, nil, &filters)
	if len(filters) == 0 {
		t.Error("no part moves by itself")
	}
	for _, filter := range filters {
		if filter != "none" {
			t.Errorf("a part is drawn with %s of what it is in", filter)
		}
	}
}

// copiesOfParts returns the number of parts on each copy that a part is drawn on.
const copiesOfParts = `() => mockup.video.copies.map(({ copy }) => copy.querySelectorAll("[data-drawn]").length)`

// Reactions whose rings lie on each other are drawn alone: one that is there shows nothing of one that comes.
func TestPartsAreDrawnAlone(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "imessage")
	p.RenderKind = schema.Video
	reacted(p)
	m := &p.Props.(*schema.ChatProps).Messages[0]
	m.Reactions = append(m.Reactions, schema.Reaction{Emoji: "👍", By: m.Reactions[0].By})
	var drawn []int
	layOutPage(t, Shared, p, copiesOfParts, nil, &drawn)
	if len(drawn) < 2 {
		t.Errorf("%d copies, want one for each reaction", len(drawn))
	}
	for _, n := range drawn {
		if n != 1 {
			t.Errorf("%d reactions on a copy", n)
		}
	}
}

// The share of an answer that everybody chose stands in one line, also where it comes in a video.
func TestSharesStandInALine(t *testing.T) {
	t.Parallel()
	after := .4
	p := filePayload(t, "../../examples/stories/instagram-video.yaml")
	slides := p.Props.(*schema.StoryProps).Slides
	slides[len(slides)-1].Stickers = []schema.StorySticker{{
		Kind: "poll", Text: "Which?", X: .5, Y: .5, Voted: "b", VotedAfter: &after,
		Options: []schema.PollOption{{ID: "a", Text: "A"}, {ID: "b", Text: "An answer that has two lines", Votes: 9}},
	}}
	var lines []int
	layOutPage(t, Shared, p, `() => mockup.video.sprites.flatMap((sprite) => [...sprite.querySelectorAll(".poll b")]).map((share) => {
		const range = document.createRange();
		range.selectNodeContents(share);
		return new Set([...range.getClientRects()].map(({ top }) => top)).size;
	})`, nil, &lines)
	if len(lines) == 0 {
		t.Error("no share is shown")
	}
	for _, n := range lines {
		if n > 1 {
			t.Errorf("a share stands in %d lines", n)
		}
	}
}
