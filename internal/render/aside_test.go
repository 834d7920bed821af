package render

import (
	"context"
	"math"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/schema"
)

// The button beside a message of Tinder fades in while the message grows out of the typing indicator, whole and beside the bubble, and out
// as soon as the list makes room for the reaction that takes its place.
func TestLikeComesAndGoesSoftly(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "tinder")
	p.RenderKind, p.ResolutionScale = schema.Video, "1x"
	props := p.Props.(*schema.ChatProps)
	typing, after := 1., 1.5
	said := func(id, text string) schema.ChatMessage {
		return schema.ChatMessage{
			ID: id, UserID: props.Receivers[0].ID, Type: "text", Text: text, Timestamp: "2026-05-16T08:00:00Z", Timing: &schema.Timing{Typing: &typing},
		}
	}
	long := said("b", "Shall we meet at the harbour before the others come, and have an ice cream on the pier, where the boats are?")
	long.Reactions = []schema.Reaction{{Emoji: "👍", By: []string{props.Sender.ID}, After: &after}}
	props.Messages = []schema.ChatMessage{said("a", "Hello"), long, said("c", "Or later")}
	_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		if comes, goes := checkAsides(t, run); comes < 2 || goes < 2 {
			t.Errorf("a button comes %d times and goes %d times, want at least 2 of each", comes, goes)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The button beside an album of WhatsApp fades in while the album grows, and neither it nor that beside a picture is cut off.
func TestForwardComesSoftly(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "whatsapp")
	p.RenderKind, p.ResolutionScale = schema.Video, "1x"
	props := p.Props.(*schema.ChatProps)
	typing := 1.
	pictured := func(id, user, text string, pictures int) schema.ChatMessage {
		m := schema.ChatMessage{ID: id, UserID: user, Type: "mixed", Text: text, Timestamp: "2026-05-16T08:00:00Z", Timing: &schema.Timing{Typing: &typing}}
		for i := range pictures {
			m.Images = append(m.Images, schema.ChatImage{ID: string(rune('a' + i)), Data: "media/photos/aurora.jpg"})
		}
		return m
	}
	props.Messages = []schema.ChatMessage{
		{ID: "a", UserID: props.Receivers[0].ID, Type: "text", Text: "Look", Timestamp: "2026-05-16T08:00:00Z"},
		pictured("b", props.Receivers[0].ID, "How pretty it is here", 4), pictured("c", props.Sender.ID, "And here", 1),
	}
	_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		if comes, _ := checkAsides(t, run); comes != 2 {
			t.Errorf("a button comes %d times, want 2", comes)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkAsides checks that parts beside bubbles come and go over some frames, and are never cut off. It returns how many come and go.
func checkAsides(t *testing.T, run *videoRun) (comes, goes int) {
	t.Helper()
	g, line := run.video.Geometry, run.video.Timeline
	poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(line.Pieces()))
	last := map[int]float64{}
	for frame := range run.video.Frames() {
		at := time.Duration(frame) * time.Second / 30
		line.Poses(at, poses)
		for i, part := range g.Parts {
			if part.Name != "aside" {
				continue
			}
			pose, now := poses[len(g.Sprites)+i], 0.0
			if pose.Visible {
				now = pose.Opacity
			}
			if now > 0 && pose.Clip != (composite.Inset{}) {
				t.Errorf("at %v the button is cut off by %+v", at, pose.Clip)
			}
			if frame > 0 && math.Abs(now-last[i]) > 0.6 {
				t.Errorf("at %v the button has the opacity %.2f, after %.2f", at, now, last[i])
			}
			switch was := last[i]; {
			case frame > 0 && was == 0 && now > 0:
				comes++
			case was > 0 && now == 0:
				goes++
			}
			last[i] = now
		}
	}
	return comes, goes
}
