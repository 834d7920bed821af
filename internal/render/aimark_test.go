package render

import (
	"context"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// In every frame the mark below an answer that is written is as far below what is seen of it as below the answer in the end, or farther.
func TestMarkKeepsItsDistance(t *testing.T) {
	const distance = 14
	written := 0
	eachTalkPose(t, func(frame int, v *video.Video, poses []composite.Pose) {
		mark := poses[itemSprite(v, "mark", 0)]
		answer := itemSprite(v, "turn 3", 1)
		if !mark.Visible {
			return
		}
		bottom, writing := 0.0, false
		height := float64(v.Geometry.Sprites[answer].Cell[3])
		pieces := len(v.Geometry.Sprites) + len(v.Geometry.Parts)
		for i, pose := range poses {
			if i != answer && (i < pieces || v.Timeline.Pieces()[i-pieces] != answer) || !pose.Visible || pose.Opacity == 0 {
				continue
			}
			bottom = max(bottom, pose.Y+height-pose.Clip.Bottom)
			writing = writing || pose.Clip.Bottom > 0
		}
		if bottom == 0 {
			return
		}
		if writing {
			written++
		}
		if gap := mark.Y - bottom; gap < distance-1 {
			t.Errorf("frame %d: the mark is %.1f below what is seen of the answer, want at least %d", frame, gap, distance)
		}
	})
	if written < 30 {
		t.Errorf("the answer is written in %d frames", written)
	}
}

// The prompt that is sent does not cover what the app says below the answer before it.
func TestPromptCoversNoNote(t *testing.T) {
	both := 0
	eachTalkPose(t, func(frame int, v *video.Video, poses []composite.Pose) {
		index, sent := itemSprite(v, "note", 0), itemSprite(v, "turn 2", 0)
		note, prompt := poses[index], poses[sent]
		if !note.Visible || note.Opacity == 0 || !prompt.Visible || prompt.Y < note.Y-100 { // the note below the next answer comes later
			return
		}
		both++
		if end := note.Y + float64(v.Geometry.Sprites[index].Cell[3]); prompt.Y < end {
			t.Errorf("frame %d: the prompt begins at %.1f, the note ends at %.1f with an opacity of %.2f", frame, prompt.Y, end, note.Opacity)
		}
	})
	if both == 0 {
		t.Error("the note is gone before the prompt comes")
	}
}

// itemSprite is the first sprite of the n-th look of an item.
func itemSprite(v *video.Video, key string, n int) int {
	for i, item := range v.Board.Items {
		if item.Key != key {
			continue
		}
		if n == 0 {
			return v.Geometry.Items[i].First
		}
		n--
	}
	return -1
}

// eachTalkPose calls check for the poses of all frames of a talk with Claude, which writes some code.
func eachTalkPose(t *testing.T, check func(frame int, v *video.Video, poses []composite.Pose)) {
	t.Helper()
	payload := filePayload(t, "../../examples/ai/claude.yaml")
	payload.RenderKind, payload.ResolutionScale = schema.Video, "1x"
	payload.Props.(*schema.AIProps).Messages = []schema.AIMessage{
		{ID: "a", Role: "user", Content: "Why?"}, {ID: "b", Role: "assistant", Content: "Because."}, {ID: "c", Role: "user", Content: "Show me"},
		{ID: "d", Role: "assistant", Content: "Here:\n\n```python\ndef rise():\n    return 1\n\nrise()\n```\n\nThat is it."},
	}
	doc, err := Shared.buildDocument(t.Context(), Job{Payload: payload})
	if err != nil {
		t.Fatal(err)
	}
	err = Shared.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		run := videoRun{doc: doc, job: Job{Payload: payload}, result: &Result{}}
		defer run.close()
		if err := run.layOut(ctx, b); err != nil {
			return err
		}
		v := run.video
		poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
		for frame := range v.Frames() {
			v.Timeline.Poses(time.Duration(frame)*time.Second/30, poses)
			check(frame, v, poses)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
