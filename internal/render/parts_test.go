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
