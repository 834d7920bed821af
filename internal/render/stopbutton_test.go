package render

import (
	"context"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// From the frame in which a prompt is sent until its answer is whole, the composer's button stops the answer, and lies in front of the field that goes
// down meanwhile.
func TestButtonStopsFromSendOn(t *testing.T) {
	t.Parallel()
	for _, platform := range longtest.Sample(t, 2, templates.Available("ai"), longtest.Alike) {
		for _, keyboard := range []bool{false, true} {
			p := samplePayload(t, schema.AI, platform)
			promptPictures(p, keyboard)
			props := p.Props.(*schema.AIProps)
			props.Messages = append(props.Messages, schema.AIMessage{ID: "f", Role: "assistant", Content: "I see."})
			_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/ai"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
				checkStops(t, platform, run)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkStops checks the button in each frame from a send to the end of the answer to it.
func checkStops(t *testing.T, platform string, run *videoRun) {
	t.Helper()
	v, g := run.video, run.video.Geometry
	busy := v.Board.Items[g.Sprites[itemSprite(v, "action", 1)].Item].HTML
	poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(v.Timeline.Pieces()))
	sends := 0
	for _, cue := range v.Board.Cues {
		if cue.Kind != storyboard.CueSend && cue.Kind != storyboard.CueWrite {
			continue
		}
		if cue.Kind == storyboard.CueSend {
			sends++
		}
		for frame := int((cue.At*30 + time.Second - 1) / time.Second); time.Duration(frame)*time.Second/30 < cue.End; frame++ {
			v.Timeline.Poses(time.Duration(frame)*time.Second/30, poses)
			button, field := seenItem(run, "action", poses), seenItem(run, storyboard.ComposerKey, poses)
			if button < field || v.Board.Items[button].HTML != busy {
				t.Errorf("%s, frame %d: item %d is the button, which stops: %t; the field is item %d", platform, frame, button, button >= 0 && v.Board.Items[button].HTML == busy, field)
				break
			}
		}
	}
	if sends != 2 {
		t.Errorf("%s: %d prompts are sent, want 2", platform, sends)
	}
}
