package render

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// A message that is deleted while the video runs fades out from the frame of its cue on, in a short list and in a full one, and nothing
// jumps: what stands around it closes up when little is seen of it.
func TestDeletedMessages(t *testing.T) {
	t.Parallel()
	for _, platform := range chatsThatShow(t, "deleted") {
		for _, count := range []int{5, 16} {
			t.Run(fmt.Sprintf("%s, %d messages", platform, count), func(t *testing.T) {
				job := Job{Payload: deleting(t, platform, count), Dir: "../../examples/chats"}
				_, err := layOutVideo(t, Shared, job, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
					checkDeleted(t, run.video, count)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// deleting is a video of a conversation of which one of the sender's messages, one of the receiver's and the last one are deleted.
func deleting(t *testing.T, platform string, count int) *schema.Payload {
	t.Helper()
	p := samplePayload(t, schema.Chats, platform)
	p.RenderKind, p.ResolutionScale = schema.Video, "1x"
	props := p.Props.(*schema.ChatProps)
	outro := 14.0
	p.Video = &schema.VideoSettings{Outro: &outro, StartAt: fmt.Sprint("m", count-4)}
	props.Messages = nil
	for i := range count {
		m := schema.ChatMessage{ID: fmt.Sprint("m", i), UserID: props.Sender.ID, Type: "text", Timestamp: "2026-05-16T08:00:00Z", Text: "These words fill more than one line of a bubble, as many words of people do"}
		if i == count-2 {
			m.UserID = props.Receivers[0].ID
		}
		if after := 12.0; i >= count-3 { // the list is at rest then
			m.Deleted, m.Timing = true, &schema.Timing{Change: &after}
		}
		props.Messages = append(props.Messages, m)
	}
	return p
}

// checkDeleted goes through the frames around the deletions of a video of deleting.
func checkDeleted(t *testing.T, v *video.Video, count int) {
	t.Helper()
	const perFrame, pale, leap = time.Second / 30, 0.3, 0.35
	poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
	found := 0
	for _, step := range v.Board.Steps {
		if step.Deletes == "" {
			continue
		}
		found++
		old := deletionLooks(v, step.Deletes, step.At-1)
		most, total := 0.0, map[int]float64{} // how far the sprites go in a frame, and how far each has gone
		v.Timeline.Poses(step.At-1, poses)
		was := append([]composite.Pose{}, poses...)
		for at := step.At; at < step.At+time.Second; at += perFrame {
			v.Timeline.Poses(at, poses)
			for _, sprite := range old {
				if fell := was[sprite].Opacity - poses[sprite].Opacity; fell > leap || at == step.At && fell <= 0 && !wordsFade(v, sprite, was, poses) {
					t.Errorf("%v after it is deleted, %q goes from the opacity %.2f to %.2f in a frame", at-step.At, step.Deletes, was[sprite].Opacity, poses[sprite].Opacity)
				}
			}
			for sprite := range v.Geometry.Sprites {
				message, shows := messageOf(v, sprite, poses[sprite])
				if !shows || !was[sprite].Visible || fmt.Sprint("message ", message) == step.Deletes {
					continue
				}
				way := poses[sprite].Y - was[sprite].Y
				most, total[sprite] = max(most, way, -way), total[sprite]+way
				if seen := poses[old[0]].Opacity; (total[sprite] > 1.5 || total[sprite] < -1.5) && seen > pale {
					t.Errorf("%v after %q is deleted, %q has gone by %.1f while that has the opacity %.2f", at-step.At, step.Deletes, v.Board.Items[v.Geometry.Sprites[sprite].Item].Key, total[sprite], seen)
				}
			}
			checkFace(t, v, step, at, poses)
			copy(was, poses)
		}
		far := 0.0
		for _, way := range total {
			far = max(far, way, -way)
		}
		if most > far*leap+2 {
			t.Errorf("as %q is deleted, a message goes by %.1f of %.1f pixels in a frame", step.Deletes, most, far)
		}
	}
	if found != 3 {
		t.Errorf("%d messages are deleted, want 3", found)
	}
}

// checkFace reports if the face beside a message that is deleted is seen at two places.
func checkFace(t *testing.T, v *video.Video, step storyboard.Step, at time.Duration, poses []composite.Pose) {
	t.Helper()
	last := -1
	for i, s := range v.Geometry.Sprites {
		if v.Board.Items[s.Item].Key != step.Deletes || !s.Face || s.Readers != "" || !poses[i].Visible || poses[i].Opacity < 0.05 {
			continue
		}
		if last >= 0 && math.Abs(poses[i].Y-poses[last].Y) > 1 {
			t.Errorf("%v after %q is deleted, its face is at %.0f and at %.0f", at-step.At, step.Deletes, poses[last].Y, poses[i].Y)
		}
		last = i
	}
}

// What is left of a deleted message is an outline in some apps, through which its bubble would be seen: that goes as the outline comes, so that little
// is seen of both, but always something.
func TestOutlineOfDeletedMessage(t *testing.T) {
	t.Parallel()
	for _, platform := range []string{"messenger", "signal"} {
		t.Run(platform, func(t *testing.T) {
			p := deleting(t, platform, 5)
			soon := 0.6
			p.Props.(*schema.ChatProps).Messages[4].Timing = &schema.Timing{Change: &soon}
			most := map[int]float64{} // the opacity of the outline of each message
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				var bubbles, outlines [5]float64
				for i, sprite := range v.Geometry.Sprites {
					message, shows := messageOf(v, i, poses[i])
					switch {
					case !shows || sprite.Grow == nil:
					case sprite.Outlined:
						outlines[message] = poses[i].Opacity
						most[message] = max(most[message], poses[i].Opacity)
					default:
						bubbles[message] = max(bubbles[message], poses[i].Opacity)
					}
				}
				for message := range bubbles {
					if old, left := bubbles[message], outlines[message]; min(old, left) > 0.4 || message > 1 && most[message] > 0 && old+left < 0.45 {
						t.Errorf("at %v the bubble of message %d is seen with the opacity %.2f, and its outline with %.2f", at, message, old, left)
					}
				}
			})
			if len(most) != 3 || min(most[2], most[3], most[4]) != 1 {
				t.Errorf("outlines are seen with the opacities %v", most)
			}
		})
	}
}

// wordsFade reports whether the words of a sprite, which are a part of it, are paler in one frame than in the one before.
func wordsFade(v *video.Video, sprite int, was, now []composite.Pose) bool {
	for i, part := range v.Geometry.Parts {
		if n := len(v.Geometry.Sprites) + i; part.Sprite == sprite && part.Name == "words" && now[n].Opacity < was[n].Opacity {
			return true
		}
	}
	return false
}

// deletionLooks returns the sprites of an item's messages that are whole at a time.
func deletionLooks(v *video.Video, key string, at time.Duration) (sprites []int) {
	poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
	v.Timeline.Poses(at, poses)
	for i, sprite := range v.Geometry.Sprites {
		if v.Board.Items[sprite.Item].Key == key && sprite.Message && poses[i].Opacity == 1 {
			sprites = append(sprites, i)
		}
	}
	return sprites
}
