package render

import (
	"context"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// typeFirst makes a video that begins with an empty conversation, in which a prompt is typed.
func typeFirst(p *schema.Payload) {
	wait := 0.8
	p.RenderKind, p.Video = schema.Video, &schema.VideoSettings{Keyboard: true, Loop: true}
	p.Props.(*schema.AIProps).Messages = []schema.AIMessage{
		{ID: "a", Role: "user", Content: strings.Repeat("What is it worth? ", 8), Timing: &schema.Timing{Delay: &wait}},
		{ID: "b", Role: "assistant", Content: "Nothing."},
	}
}

// Before the first prompt is sent, the app greets above the field, also while that grows over the keyboard. The greeting fades out with the send and
// comes back at the end of a loop.
func TestGreetingBeforeFirstPrompt(t *testing.T) {
	t.Parallel()
	for _, platform := range longtest.Sample(t, 2, templates.Available("ai"), longtest.Alike) {
		p := samplePayload(t, schema.AI, platform)
		typeFirst(p)
		_, err := layOutVideo(t, Shared, Job{Payload: p}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
			checkGreeting(t, platform, run)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkGreeting checks the greeting of a video that typeFirst has made.
func checkGreeting(t *testing.T, platform string, run *videoRun) {
	t.Helper()
	const fades, frame = 400 * time.Millisecond, time.Second / 30
	v, g := run.video, run.video.Geometry
	poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(v.Timeline.Pieces()))
	sent, index := v.Board.Drafts[0].To, itemSprite(v, "greeting", 0)
	if index < 0 {
		t.Fatalf("%s: there is no greeting", platform)
	}
	for at := time.Duration(0); at < v.Board.Length; at += frame {
		v.Timeline.Poses(at, poses)
		greeting := poses[index]
		if shows := greeting.Visible && greeting.Opacity > 0; shows != (at < sent) && (at < sent || at > sent+fades) {
			t.Fatalf("%s: at %v the greeting shows: %t; the prompt is sent at %v", platform, at, shows, sent)
		}
		field := poses[g.Items[seenItem(run, storyboard.ComposerKey, poses)].First]
		if end := greeting.Y + float64(g.Sprites[index].Cell[3]); at < sent && (greeting.Opacity < 1 || end > field.Y) {
			t.Fatalf("%s: at %v the greeting has the opacity %.2f and ends at %.1f, the field begins at %.1f", platform, at, greeting.Opacity, end, field.Y)
		}
	}
	if again := itemSprite(v, "again greeting", 0); again < 0 || !poses[again].Visible || poses[again].Opacity < 1 {
		t.Errorf("%s: at the end of the loop the greeting does not show", platform)
	}
}

// Where the first prompt has been sent in the first frame, nothing greets.
func TestNoGreetingAbovePrompt(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.AI, "claude")
	typeFirst(p)
	p.Props.(*schema.AIProps).Messages[0].Timing = nil
	_, err := layOutVideo(t, Shared, Job{Payload: p}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		if itemSprite(run.video, "greeting", 0) >= 0 {
			t.Error("there is a greeting")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The frames of such a video equal the page.
func TestGreetingEqualsPage(t *testing.T) {
	t.Parallel()
	for _, platform := range longtest.Sample(t, 5, templates.Available("ai"), longtest.Alike) {
		compareVideo(t, Shared, "../../examples/ai/"+platform+".yaml", typeFirst)
	}
}
