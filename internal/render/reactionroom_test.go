package render

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// A reaction that comes, and the bubble that grows for it, never lie over the row below, whether the list is full or not: it has
// made room by then. The cue of the reaction is at the frame in which it is first seen.
func TestListMakesRoomForReactions(t *testing.T) {
	t.Parallel()
	for _, platform := range chatsThatShow(t, "reactions") {
		for _, count := range []int{4, 16} {
			t.Run(fmt.Sprintf("%s, %d messages", platform, count), func(t *testing.T) {
				job := Job{Payload: reactionsTo(t, platform, count), Dir: "../../examples/chats"}
				_, err := layOutVideo(t, Shared, job, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
					checkRoom(t, run.video, count)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// A reaction that an app has within the bubble is never seen below that, though it comes while the bubble grows.
func TestReactionsStayInTheirBubble(t *testing.T) {
	t.Parallel()
	const perFrame, count = time.Second / 30, 4
	job := Job{Payload: reactionsTo(t, "telegram", count), Dir: "../../examples/chats"}
	_, err := layOutVideo(t, Shared, job, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		v, seen := run.video, 0
		poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
		for frame := range v.Frames() {
			v.Timeline.Poses(time.Duration(frame)*perFrame, poses)
			for i, part := range v.Geometry.Parts {
				pose := poses[len(v.Geometry.Sprites)+i]
				message, shows := messageOf(v, part.Sprite, pose)
				if part.Name != "pop" || !shows {
					continue
				}
				seen++
				if below, ends := edge(pose, part.Cell[3]), endsOf(v, message, poses); below > ends[1] {
					t.Errorf("in frame %d a reaction to message %d ends at %.1f, its bubble at %.1f", frame, message, below, ends[1])
				}
			}
		}
		if seen == 0 {
			t.Error("no reaction is seen")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// reactionsTo is a video of a conversation of short messages, of which those before the last two get three reactions each,
// one after the other.
func reactionsTo(t *testing.T, platform string, count int) *schema.Payload {
	t.Helper()
	p := samplePayload(t, schema.Chats, platform)
	p.RenderKind, p.ResolutionScale = schema.Video, "1x"
	props := p.Props.(*schema.ChatProps)
	me, other := props.Sender.ID, props.Receivers[0].ID
	outro := 6.0
	p.Video = &schema.VideoSettings{Outro: &outro, StartAt: fmt.Sprint("m", count-2)}
	props.Messages = nil
	for i := range count {
		m := schema.ChatMessage{ID: fmt.Sprint("m", i), UserID: []string{me, other}[(i+1)/2%2], Type: "text", Timestamp: "2026-05-16T08:00:00Z", Text: "ok"}
		if i >= count-4 && i < count-2 {
			for k, emoji := range []string{"👍", "😂", "🔥"} {
				after := 0.5 + float64(i-count+4)*2 + 0.6*float64(k)
				m.Reactions = append(m.Reactions, schema.Reaction{Emoji: emoji, By: []string{[]string{me, other}[k%2]}, After: &after})
			}
		}
		props.Messages = append(props.Messages, m)
	}
	return p
}

// checkRoom goes through the frames of a video of reactionsTo.
func checkRoom(t *testing.T, v *video.Video, count int) {
	const perFrame, slack, blank = time.Second / 30, 1.5, 4 // a row without a bubble has at least so much above its letters
	g := v.Geometry
	poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(v.Timeline.Pieces()))
	spans := func() (tops, ends []float64, pops int) {
		tops, ends = slices.Repeat([]float64{math.Inf(1)}, count), make([]float64, count)
		see := func(sprite int, pose composite.Pose) {
			height := g.Sprites[sprite].Cell[3]
			from, to := 0, height
			if grow := g.Sprites[sprite].Grow; grow != nil { // the bubble
				from, to = grow[1], grow[1]+grow[3]
			}
			from, to = max(from, int(pose.Clip.Top)), min(to, height-int(pose.Clip.Bottom))
			if message, shows := messageOf(v, sprite, pose); shows {
				top := from
				if g.Sprites[sprite].Grow == nil {
					top += blank
				}
				tops[message] = min(tops[message], edge(pose, top))
				ends[message] = max(ends[message], edge(pose, to))
			}
		}
		for i := range g.Sprites {
			see(i, poses[i])
		}
		for i, sprite := range v.Timeline.Pieces() {
			if sprite < len(g.Sprites) {
				see(sprite, poses[len(g.Sprites)+len(g.Parts)+i])
			}
		}
		for i, part := range g.Parts {
			pose := poses[len(g.Sprites)+i]
			if message, shows := messageOf(v, part.Sprite, pose); shows {
				pops++
				ends[message] = max(ends[message], edge(pose, part.Cell[3]))
			}
		}
		return tops, ends, pops
	}
	v.Timeline.Poses(v.Board.Length, poses)
	tops, ends, pops := spans()
	if pops == 0 {
		t.Fatal("no reaction is seen in the end")
	}
	rest := make([]float64, count) // how far a message reaches into the next one as the page has it
	for m := range count - 1 {
		rest[m] = max(0, ends[m]-tops[m+1])
	}
	worst, when := 0.0, time.Duration(0)
	for frame := range v.Frames() {
		at := time.Duration(frame) * perFrame
		v.Timeline.Poses(at, poses)
		tops, ends, _ := spans()
		for m := count - 4; m < count-2; m++ {
			if over := ends[m] - tops[m+1] - rest[m]; over > worst {
				worst, when = over, at
			}
		}
	}
	if worst > slack {
		t.Errorf("at %v a message with its reactions lies over the next one by %.1f pixels", when, worst)
	}
	checkReactionCues(t, v)
}

// messageOf is the number of the message that a sprite belongs to, and whether the sprite, or a part of it, shows in a pose.
func messageOf(v *video.Video, sprite int, pose composite.Pose) (message int, shows bool) {
	const faint = 0.05
	_, err := fmt.Sscanf(v.Board.Items[v.Geometry.Sprites[sprite].Item].Key, "message %d", &message)
	return message, err == nil && pose.Visible && pose.Opacity >= faint
}

// edge is where a height of a sprite is on the screen in a pose.
func edge(pose composite.Pose, height int) float64 {
	return pose.Y + pose.PivotY + (float64(height)-pose.PivotY)*pose.Scale
}

// checkReactionCues compares the cues of reactions with the frames in which something of a reaction is first seen.
func checkReactionCues(t *testing.T, v *video.Video) {
	const perFrame = time.Second / 30
	g := v.Geometry
	poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(v.Timeline.Pieces()))
	var cues, seen []int // frames
	for _, cue := range v.Board.Cues {
		if cue.Kind == storyboard.CueReact {
			cues = append(cues, int((cue.At+perFrame-1)/perFrame))
		}
	}
	type reaction struct {
		message string
		number  int
	}
	before := map[reaction]int{} // widths: one becomes wider as others join it, by more than the pixel that may depend on its place
	for frame := range v.Frames() {
		v.Timeline.Poses(time.Duration(frame)*perFrame, poses)
		now := map[reaction]int{}
		for i, part := range g.Parts {
			if pose := poses[len(g.Sprites)+i]; part.Name == "pop" && pose.Visible && pose.Opacity > 0 {
				now[reaction{v.Board.Items[g.Sprites[part.Sprite].Item].Key, part.Number}] = part.Cell[2] // of the newest look, where the one before fades out
			}
		}
		for r, width := range now {
			if was, there := before[r]; !there || width > was+1 {
				seen = append(seen, frame)
			}
		}
		before = now
	}
	seen = slices.Compact(seen)
	if !slices.EqualFunc(cues, seen, func(a, b int) bool { return max(a, b)-min(a, b) <= 1 }) {
		t.Errorf("reactions have cues in the frames %v, and are first seen in %v", cues, seen)
	}
}
