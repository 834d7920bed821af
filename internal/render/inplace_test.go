package render

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// What stands around the list of a chat stays in its place, whatever the list does: the clock always, and the field on the keyboard, which it goes up
// and down with. In each frame there is exactly one field.
func TestSurroundingsStayInPlace(t *testing.T) {
	t.Parallel()
	for _, platform := range longtest.Sample(t, 4, templates.Available("chats"), longtest.Alike) {
		for _, pace := range []schema.Pace{"fast", "normal"} {
			t.Run(fmt.Sprintf("%s, %s", platform, pace), func(t *testing.T) {
				p := samplePayload(t, schema.Chats, platform)
				p.RenderKind, p.ResolutionScale, p.Video = schema.Video, "1x", &schema.VideoSettings{Keyboard: true, Clock: "follow", Pace: pace}
				talk(p.Props.(*schema.ChatProps))
				_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
					checkSurroundings(t, run)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// talk lets two people write to each other in turns, often and seldom, so that receipts, typing signs, reactions, deletions and the keyboard meet.
func talk(props *schema.ChatProps) {
	props.Messages = nil
	me, other := props.Sender.ID, props.Receivers[0].ID
	start, second := time.Date(2026, 5, 16, 8, 0, 0, 0, time.UTC), 1.0
	for i, text := range []string{
		"Are you there?", "I am", "And where?", "At the pier, where the boats are, and it is cold", "Good", "Come", "On my way now", "Bring the blue blanket", "Which one?", "The old one", "ok", "Thanks",
	} {
		m := schema.ChatMessage{ID: fmt.Sprint("m", i), UserID: []string{other, me}[i*2/3%2], Type: "text", Text: text, Timestamp: schema.Instant(start.Add(time.Duration(i) * time.Minute).Format(time.RFC3339))}
		if m.UserID == me {
			m.Status = "read"
		}
		switch i {
		case 3, 10:
			m.Reactions = []schema.Reaction{{Emoji: "👍", By: []string{other}, After: &second}}
		case 6:
			m.Deleted, m.Timing = true, &schema.Timing{Change: &second}
		}
		props.Messages = append(props.Messages, m)
	}
}

// checkSurroundings goes through the frames of a video.
func checkSurroundings(t *testing.T, run *videoRun) {
	t.Helper()
	g, line, items := run.video.Geometry, run.video.Timeline, run.video.Board.Items
	poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(line.Pieces()))
	clock, foot, fields, keyboard := math.NaN(), math.NaN(), 0, false
	height := run.doc.scene.Height
	for frame := range run.video.Frames() {
		at := time.Duration(frame) * time.Second / 30
		line.Poses(at, poses)
		fields = 0
		for i, sprite := range g.Sprites {
			pose := poses[i]
			if !pose.Visible {
				continue
			}
			if keys := run.video.Board.Keyboard; keys != nil && i == g.Items[keys.Item].First {
				shown := (float64(height) - pose.Y) / float64(sprite.Cell[3])
				if risen := line.Risen(at) / float64(g.Rise); math.Abs(shown-risen) > 0.01 {
					t.Fatalf("at %v %.2f of the keyboard is shown, and what it lifts has gone %.2f of its way", at, shown, risen)
				}
				keyboard = true
			}
			switch items[sprite.Item].Key {
			case "clock":
				if math.IsNaN(clock) {
					clock = pose.Y
				}
				if pose.Y != clock {
					t.Fatalf("at %v the clock stands at %.1f instead of %.1f", at, pose.Y, clock)
				}
			case storyboard.ComposerKey:
				fields++
				end := pose.Y + float64(sprite.Cell[3]) + line.Risen(at)
				if math.IsNaN(foot) {
					foot = end
				}
				if math.Abs(end-foot) > 1 {
					t.Fatalf("at %v the field ends at %.1f above what the keyboard has risen, not at %.1f", at, end, foot)
				}
			}
		}
		if fields != 1 {
			t.Fatalf("at %v there are %d fields", at, fields)
		}
	}
	if window := run.doc.payload.Platform == "msn"; math.IsNaN(clock) != window || keyboard == window {
		t.Errorf("the clock stands at %.1f, and a keyboard is seen: %t", clock, keyboard)
	}
}
