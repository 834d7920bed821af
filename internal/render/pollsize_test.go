package render

import (
	"context"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// Where a poll becomes higher or lower as the sender votes, its lower edge and what stands around it never jump.
func TestPollGetsItsSizeSoftly(t *testing.T) {
	t.Parallel()
	resize := []string{"telegram", "instagram", "microsoftTeams"}
	for _, platform := range slices.Compact(slices.Sorted(slices.Values(append(resize, chatsThatShow(t, "poll")...)))) {
		t.Run(platform, func(t *testing.T) {
			p := samplePayload(t, schema.Chats, platform)
			p.RenderKind, p.ResolutionScale = schema.Video, "1x"
			votes(p)
			p.Props.(*schema.ChatProps).Messages[1].UserID = p.Props.(*schema.ChatProps).Receivers[0].ID
			job := Job{Payload: p, Dir: "../../examples/chats"}
			_, err := layOutVideo(t, Shared, job, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
				checkEnds(t, run.video)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// checkEnds goes through the frames in which votes come in: what is seen of the poll, the second message, and of the first one ends where it
// did, or near that.
func checkEnds(t *testing.T, v *video.Video) {
	const perFrame, most = time.Second / 30, 12.
	steps := slices.DeleteFunc(slices.Clone(v.Board.Steps), func(s storyboard.Step) bool { return s.Votes == "" })
	if len(steps) == 0 {
		t.Fatal("nobody votes")
	}
	was := [2][2]float64{}
	for at := steps[0].At - perFrame; at < steps[len(steps)-1].At+time.Second; at += perFrame {
		poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
		v.Timeline.Poses(at, poses)
		for m := range was {
			now := endsOf(v, m, poses)
			if was[m][1] > 0 && (now[1] < was[m][0]-most || now[0] > was[m][1]+most) {
				t.Errorf("at %v message %d ends at %.0f to %.0f, a frame before at %.0f to %.0f", at, m, now[0], now[1], was[m][0], was[m][1])
			}
			was[m] = now
		}
	}
}

// endsOf is where what is fully seen of a message ends, and what is seen of it at all.
func endsOf(v *video.Video, message int, poses []composite.Pose) (ends [2]float64) {
	see := func(sprite int, pose composite.Pose) {
		height := float64(v.Geometry.Sprites[sprite].Cell[3])
		of, shows := messageOf(v, sprite, pose)
		if of != message || !shows || v.Geometry.Sprites[sprite].Bubble == nil || pose.Clip.Top+pose.Clip.Bottom >= height {
			return
		}
		end := pose.Y + height - pose.Clip.Bottom
		if ends[1] = max(ends[1], end); pose.Opacity > 0.9 {
			ends[0] = max(ends[0], end)
		}
	}
	sprites := len(v.Geometry.Sprites)
	for i := range sprites {
		see(i, poses[i])
	}
	for i, sprite := range v.Timeline.Pieces() {
		if sprite < sprites {
			see(sprite, poses[sprites+len(v.Geometry.Parts)+i])
		}
	}
	if ends[0] == 0 {
		ends[0] = ends[1]
	}
	return ends
}
