package render

import (
	"slices"
	"testing"

	"mockup/internal/schema"
)

// capsuleRoom returns how wide the capsule in the header of a video is, how wide the place in it for what it says, and how wide each of these
// texts is, in CSS pixels.
const capsuleRoom = `() => {
	const slot = document.querySelector(".header [data-slot=presence]"), range = document.createRange();
	const widths = [...slot.querySelectorAll(".subtitle")].map((line) => {
		range.selectNodeContents(line);
		return range.getBoundingClientRect().width;
	});
	return { capsule: slot.closest(".who").getBoundingClientRect().width, place: slot.getBoundingClientRect().width, widths };
}`

// Telegram's capsule has room for all that it says in a video: who types, and when somebody was last there. It has one width, so that all of it
// stands in its middle.
func TestCapsuleHasRoom(t *testing.T) {
	t.Parallel()
	for _, group := range []bool{true, false} {
		p := samplePayload(t, schema.Chats, "telegram")
		props := p.Props.(*schema.ChatProps)
		p.RenderKind = schema.Video
		props.Receivers[0].Name = "Bartholomew Featherstone"
		if group {
			asGroup(props)
		} else {
			props.Receivers[0].Name = "Bo"
			delay := 0.5
			p.Video = &schema.VideoSettings{Changes: []schema.VideoChange{
				{After: props.Messages[0].ID, Delay: &delay, Presence: "offline", LastSeen: "2026-01-05T21:40:00Z"},
			}}
		}
		var room struct {
			Capsule, Place float64
			Widths         []float64
		}
		layOutPage(t, Shared, p, capsuleRoom, nil, &room)
		if len(room.Widths) < 3 || slices.Max(room.Widths) > room.Place || room.Place > room.Capsule-16 {
			t.Errorf("group %v: texts %v wide in a place of %g in a capsule of %g", group, room.Widths, room.Place, room.Capsule)
		}
	}
}
