package render

import (
	"context"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// What stands below a message, such as a receipt, is not seen through the bubble of the next one, and what stays there does not fade
// out and in again when the next one comes.
func TestReceiptsMakeWay(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		t.Run(platform, func(t *testing.T) {
			p := samplePayload(t, schema.Chats, platform)
			p.RenderKind, p.ResolutionScale = schema.Video, "1x"
			props := p.Props.(*schema.ChatProps)
			me, other := props.Sender.ID, props.Receivers[0].ID
			outro := 2.0
			p.Video = &schema.VideoSettings{Outro: &outro, StartAt: "m1"}
			props.Messages = []schema.ChatMessage{
				{ID: "m0", UserID: other, Text: "What is our streak?"},
				{ID: "m1", UserID: me, Text: "ok", Status: "read"},
				{ID: "m2", UserID: me, Text: "It is three hundred and sixty-four days long now", Status: "read", ReplyTo: "m0"},
				{ID: "m3", UserID: me, Text: "and that is a lot of days, if you ask me", Status: "read"},
				{ID: "m4", UserID: other, Text: "That is nearly a year, and we began in the summer"},
			}
			for i := range props.Messages {
				props.Messages[i].Type, props.Messages[i].Timestamp = "text", schema.Instant(fmt.Sprintf("2026-05-16T08:00:%02dZ", i))
			}
			var shown []map[string]float64
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				checkBubbles(t, v, at, poses)
				shown = append(shown, receiptsShown(v, poses))
			})
			checkFlashes(t, shown)
		})
	}
}

// eachFrame lays a video of a chat out and calls check for each of its frames.
func eachFrame(t *testing.T, p *schema.Payload, check func(v *video.Video, at time.Duration, poses []composite.Pose)) {
	t.Helper()
	_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		v := run.video
		poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
		for frame := range v.Frames() {
			at := time.Duration(frame) * time.Second / 30
			v.Timeline.Poses(at, poses)
			check(v, at, poses)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// receipt is the message of a sprite that stands below one of the sender's messages in the payload of TestReceiptsMakeWay.
func receipt(v *video.Video, sprite int, pose composite.Pose) (message int, ok bool) {
	message, shows := messageOf(v, sprite, pose)
	s := v.Geometry.Sprites[sprite]
	return message, shows && message > 0 && s.Grow == nil && sprite > v.Geometry.Items[s.Item].First
}

// checkBubbles checks that no receipt is seen through a bubble.
func checkBubbles(t *testing.T, v *video.Video, at time.Duration, poses []composite.Pose) {
	const seen = 0.25 // what is fainter is not noticed within one frame
	for i, sprite := range v.Geometry.Sprites {
		if _, ok := receipt(v, i, poses[i]); !ok {
			continue
		}
		box := storyboard.Box{int(poses[i].X), int(poses[i].Y), sprite.Cell[2], sprite.Cell[3]}.Rect()
		for k, other := range v.Geometry.Sprites {
			if other.Grow == nil || min(poses[i].Opacity, poses[k].Opacity) < seen {
				continue
			}
			left, top, end := int(poses[k].X)+other.Grow[0], edge(poses[k], other.Grow[1]), edge(poses[k], other.Grow[1]+other.Grow[3])
			top = max(top, poses[k].Y+poses[k].Clip.Top) // what is above is not seen yet
			bubble := image.Rect(left, int(top), left+other.Grow[2], int(end))
			if over := box.Intersect(bubble); over.Dx() > 1 && over.Dy() > 2 {
				t.Errorf("at %v a receipt (opacity %.2f) lies on a bubble (opacity %.2f) in %v", at, poses[i].Opacity, poses[k].Opacity, over)
			}
		}
	}
}

// receiptsShown is the opacity of the looks of each receipt together.
func receiptsShown(v *video.Video, poses []composite.Pose) map[string]float64 {
	shown := map[string]float64{}
	for i, sprite := range v.Geometry.Sprites {
		if message, ok := receipt(v, i, poses[i]); ok {
			shown[fmt.Sprint(message, ".", i-v.Geometry.Items[sprite.Item].First)] += poses[i].Opacity
		}
		if message, ok := messageOf(v, i, poses[i]); ok {
			shown["newest"] = max(shown["newest"], float64(message))
		}
	}
	return shown
}

// checkFlashes checks that a receipt which is there before and after a message comes is there all the time.
func checkFlashes(t *testing.T, shown []map[string]float64) {
	const length = 12 // frames, before the new message is delivered
	for frame := 1; frame+length < len(shown); frame++ {
		if shown[frame]["newest"] == shown[frame-1]["newest"] {
			continue
		}
		for key, opacity := range shown[frame-1] {
			for i := range length {
				if now := shown[frame+i][key]; min(opacity, shown[frame+length][key]) > 0.9 && now < 0.6 {
					t.Errorf("%d frames after a message has come, receipt %s is seen with opacity %.2f", i, key, now)
				}
			}
		}
	}
}

// A picture that is sent grows below the messages that were there, also while the list still moves up for it.
func TestSentPictureCoversNothing(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		t.Run(platform, func(t *testing.T) {
			p := reactionsTo(t, platform, 16)
			props := p.Props.(*schema.ChatProps)
			sent := &props.Messages[15]
			sent.UserID, sent.Type, sent.Text = props.Sender.ID, "image", ""
			sent.Images = []schema.ChatImage{{ID: "p", Data: "../media/photos/aurora.jpg"}}
			var over []float64 // how far the picture reaches over the message before it
			eachFrame(t, p, func(v *video.Video, _ time.Duration, poses []composite.Pose) {
				top, end := math.Inf(1), 0.0
				for i, sprite := range v.Geometry.Sprites {
					message, shows := messageOf(v, i, poses[i])
					from, to := 0, sprite.Cell[3]
					if grow := sprite.Grow; grow != nil { // the bubble
						from, to = grow[1], grow[1]+grow[3]
					}
					switch {
					case !shows:
					case message == 15:
						top = min(top, edge(poses[i], from))
					case message == 14:
						end = max(end, edge(poses[i], to))
					}
				}
				over = append(over, end-top)
			})
			if rest := over[len(over)-1]; math.IsInf(rest, 0) {
				t.Error("in the end the picture is not seen")
			} else if most := slices.Max(over); most > max(rest, 0)+1.5 {
				t.Errorf("the picture reaches %.1f pixels over the message before it, in the end %.1f", most, rest)
			}
		})
	}
}

// A message that takes the place of the sign that it is being typed begins where that was, also if the list has far to go for it, and
// so do the face beside it and the name above it.
func TestMessageTakesPlaceOfTyping(t *testing.T) {
	t.Parallel()
	const most = 26.0 // pixels that a list goes in its first frame
	for _, platform := range SomePlatforms(t, schema.Chats) {
		t.Run(platform, func(t *testing.T) {
			p := reactionsTo(t, platform, 16)
			props := p.Props.(*schema.ChatProps)
			props.Messages[14].UserID = props.Sender.ID
			props.Messages[15].UserID, props.Messages[15].Text = props.Receivers[0].ID, strings.Repeat("so many words ", 30)
			var typing map[int]composite.Pose
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				now := map[int]composite.Pose{}
				for i, sprite := range v.Geometry.Sprites {
					if v.Board.Items[sprite.Item].Key == storyboard.TypingKey && poses[i].Visible {
						now[i] = poses[i]
					}
				}
				if len(now) == 0 {
					for i, pose := range typing {
						if off := beginsAway(v, poses, i, pose); off > most {
							t.Errorf("at %v what was at %.0f, %.0f of the sign is %.0f pixels away", at, pose.X, pose.Y, off)
						}
						if times := beginsLarger(v, poses, i); times > 4 {
							t.Errorf("at %v the bubble begins %.1f times as high as that of the sign", at, times)
						}
					}
				}
				typing = now
			})
		})
	}
}

// beginsLarger is how much higher the bubble of message 15 is than that of a sprite of the typing indicator; 0: either has none.
func beginsLarger(v *video.Video, poses []composite.Pose, sign int) float64 {
	times := 0.0
	for i, sprite := range v.Geometry.Sprites {
		if message, shows := messageOf(v, i, poses[i]); shows && message == 15 && sprite.Grow != nil && v.Geometry.Sprites[sign].Grow != nil {
			times = max(times, (bubbleEdge(v, poses, i, sprite.Grow[1]+sprite.Grow[3]-1)-bubbleEdge(v, poses, i, sprite.Grow[1]))/float64(v.Geometry.Sprites[sign].Grow[3]))
		}
	}
	return times
}

// bubbleEdge is where in the frame a row of a sprite is seen at the left end of its bubble, perhaps by a piece of the sprite; else where its
// pose has it.
func bubbleEdge(v *video.Video, poses []composite.Pose, sprite, y int) float64 {
	own := v.Geometry.Sprites[sprite]
	x, pieces := float64(own.Grow[0]+own.Grow[2]/20), len(v.Geometry.Sprites)+len(v.Geometry.Parts)
	for k, owner := range v.Timeline.Pieces() {
		p := poses[pieces+k]
		if shown := p.Clip; owner == sprite && p.Visible && p.Scale == 1 && x >= shown.Left && x < float64(own.Cell[2])-shown.Right && float64(y) >= shown.Top && float64(y) < float64(own.Cell[3])-shown.Bottom {
			return edge(p, y)
		}
	}
	return edge(poses[sprite], y)
}

// inPieces reports whether pieces of a sprite are seen.
func inPieces(v *video.Video, sprite int, poses []composite.Pose) bool {
	for k, owner := range v.Timeline.Pieces() {
		if owner == sprite && poses[len(v.Geometry.Sprites)+len(v.Geometry.Parts)+k].Visible {
			return true
		}
	}
	return false
}

// beginsAway is how far from a sprite of the typing indicator, as it was posed, the same of message 15 is. For a bubble, that is the
// distance between their upper edges.
func beginsAway(v *video.Video, poses []composite.Pose, sign int, was composite.Pose) float64 {
	before, away := v.Geometry.Sprites[sign], math.Inf(1)
	for i, sprite := range v.Geometry.Sprites {
		message, shows := messageOf(v, i, poses[i])
		switch {
		case !shows || message != 15:
		case sprite.Beside && poses[i].Scale != 1 && !inPieces(v, i, poses): // a face or a name would grow with the bubble
		case sprite.Grow != nil && before.Grow != nil:
			away = min(away, math.Abs(bubbleEdge(v, poses, i, sprite.Grow[1])-edge(was, before.Grow[1])))
		case sprite.Cell.Size() == before.Cell.Size():
			away = min(away, math.Hypot(poses[i].X-was.X, poses[i].Y-was.Y))
		}
	}
	return away
}

// A line of a draft has its place in the field when its first letter is seen, where it stands as far above the field's end as the first
// line does. In MSN the field is high enough for several lines, and they stand in its upper part.
func TestNewLineHasRoom(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		if platform == "msn" {
			continue
		}
		t.Run(platform, func(t *testing.T) {
			p := samplePayload(t, schema.Chats, platform)
			p.RenderKind, p.ResolutionScale, p.Video = schema.Video, "1x", &schema.VideoSettings{StartAt: "m0"}
			props := p.Props.(*schema.ChatProps)
			props.Messages = []schema.ChatMessage{
				{ID: "m0", UserID: props.Receivers[0].ID, Type: "text", Text: "Shall we go?", Timestamp: "2026-05-16T08:00:00Z"},
				{ID: "m1", UserID: props.Sender.ID, Type: "text", Text: "Yes, as soon as the others are here, and then we have an ice cream on the pier", Timestamp: "2026-05-16T08:01:00Z"},
			}
			below, most := -1.0, 0 // how far the last line ends above the end of the composer, and how many lines are seen
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				end, last, lines := 0.0, 0.0, 0
				for i, sprite := range v.Geometry.Sprites {
					key, bottom := v.Board.Items[sprite.Item].Key, edge(poses[i], sprite.Cell[3])
					switch {
					case !poses[i].Visible:
					case key == storyboard.ComposerKey:
						end = bottom
					case key == "draft":
						last, lines = max(last, bottom), lines+1
					}
				}
				if lines == 0 {
					return
				}
				if below < 0 {
					below = end - last
				}
				if most = max(most, lines); last > end-below+1.5 {
					t.Errorf("at %v line %d ends %.1f pixels above the composer's end, the first one ended %.1f above it", at, lines, end-last, below)
				}
			})
			if most < 2 {
				t.Errorf("%d lines are seen, want at least 2", most)
			}
		})
	}
}

// What is answered stands above a bubble in Messages, and a picture above its caption. When the bubble gets its first reaction, both
// glide apart, whether the list is full or not, what is seen of the two looks stays together, and neither is seen through the other.
func TestBubbleGlidesForReaction(t *testing.T) {
	t.Parallel()
	above := map[string]func(m *schema.ChatMessage){
		"answer": func(m *schema.ChatMessage) { m.ReplyTo = "m0" },
		"picture": func(m *schema.ChatMessage) {
			m.Type, m.Images = "mixed", []schema.ChatImage{{ID: "p", Data: "../media/photos/aurora.jpg"}}
		},
		"nothing": func(*schema.ChatMessage) {},
	}
	for name, add := range above {
		for _, count := range []int{4, 16} {
			p := reactionsTo(t, "imessage", count)
			props := p.Props.(*schema.ChatProps)
			for i := max(1, count-4); i < count-2; i++ {
				add(&props.Messages[i])
			}
			apart := checkGlides(t, p, max(1, count-4), count-2, name != "nothing")
			want := count - 2 - max(1, count-4)
			if name == "nothing" {
				want = 0
			}
			if len(apart) != want {
				t.Errorf("above the bubbles of %d messages, %s moves by itself, want %d", len(apart), name, want)
			}
		}
	}
}

// checkGlides checks how the messages from one number to before another get reactions, where something stands above their bubbles or
// nothing does. It returns those of which two looks were seen at once.
func checkGlides(t *testing.T, p *schema.Payload, from, to int, parted bool) (apart map[int]bool) {
	const most = 12.0 // pixels in a frame: a list goes that fast when a message comes
	before := map[string]float64{}
	apart = map[int]bool{}
	eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
		tops, looks := map[string]float64{}, map[int][]int{}
		for i, sprite := range v.Geometry.Sprites {
			message, shows := messageOf(v, i, poses[i])
			if !shows || message < from || message >= to || sprite.Grow == nil {
				continue
			}
			looks[message] = append(looks[message], i)
			if poses[i].Clip.Bottom == 0 {
				tops[fmt.Sprint("the bubble of message ", message)] = poses[i].Y + float64(sprite.Bubble[1])
			}
			if poses[i].Clip.Top == 0 && parted {
				tops[fmt.Sprint("what is above the bubble of message ", message)] = poses[i].Y
			}
		}
		for what, top := range tops {
			if was, known := before[what]; known && max(was-top, top-was) > most {
				t.Errorf("at %v %s goes from %.1f to %.1f", at, what, was, top)
			}
		}
		for message, sprites := range looks {
			if len(sprites) == 2 {
				apart[message] = true
				bubble, above := poses[sprites[0]], poses[sprites[1]]
				end := above.Y + float64(v.Geometry.Sprites[sprites[1]].Cell[3]) - above.Clip.Bottom
				if start := bubble.Y + bubble.Clip.Top; max(end-start, start-end) > 0.01 || min(bubble.Opacity, above.Opacity) < 1 {
					t.Errorf("at %v the bubble of message %d begins at %.1f (opacity %.2f), and what is above it ends at %.1f (%.2f)", at, message, start, bubble.Opacity, end, above.Opacity)
				}
			}
		}
		before = tops
	})
	return apart
}

// Where a message is read shortly before somebody reacts to it, in Messages, the receipt above it goes, which moves it up, while it makes
// room for the reaction, which moves it down. It goes one way.
func TestReadMessageMovesOnceForReaction(t *testing.T) {
	t.Parallel()
	for _, after := range []float64{0.9, 1.2, 1.5} {
		p := samplePayload(t, schema.Chats, "imessage")
		p.RenderKind, p.ResolutionScale = schema.Video, "1x"
		props := p.Props.(*schema.ChatProps)
		me, other := props.Sender.ID, props.Receivers[0].ID
		p.Video = &schema.VideoSettings{Pace: "fast"}
		props.Messages = []schema.ChatMessage{
			{ID: "m0", UserID: other, Type: "text", Timestamp: "2026-05-16T08:00:00Z", Text: "Hello"},
			{ID: "m1", UserID: me, Type: "text", Timestamp: "2026-05-16T08:01:00Z", Text: "Tell me", Status: "read"},
			{ID: "m2", UserID: me, Type: "text", Timestamp: "2026-05-16T08:02:00Z", Text: "Now please", Status: "read",
				Reactions: []schema.Reaction{{Emoji: "😂", By: []string{other}, After: &after}}},
		}
		var tops []float64
		eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
			reacts := slices.IndexFunc(v.Board.Cues, func(c storyboard.Cue) bool { return c.Kind == storyboard.CueReact })
			for i, sprite := range v.Geometry.Sprites {
				arrived := at > v.Board.Cues[reacts].At-450*time.Millisecond
				if message, shows := messageOf(v, i, poses[i]); shows && message == 2 && arrived && sprite.Grow != nil && poses[i].Opacity == 1 {
					tops = append(tops, poses[i].Y+float64(sprite.Bubble[1]))
				}
			}
		})
		over := min(slices.Max(tops)-tops[len(tops)-1], tops[len(tops)-1]-slices.Min(tops))
		if over > 0.5 {
			t.Errorf("with a reaction after %g s the bubble goes %.1f pixels too far", after, over)
		}
	}
}

// The time of a bubble in Telegram that grows for reactions is seen once, at the bubble's end, and moves there without a jump.
func TestTimeIsSeenOnceInGrowingBubbles(t *testing.T) {
	t.Parallel()
	const message, most = 13, 16.0 // the last one that gets reactions; pixels in a frame
	last, frames := [2]float64{}, 0
	eachFrame(t, reactionsTo(t, "telegram", 16), func(v *video.Video, at time.Duration, poses []composite.Pose) {
		var times []composite.Pose
		for i, part := range v.Geometry.Parts {
			pose := poses[len(v.Geometry.Sprites)+i]
			if of, shows := messageOf(v, part.Sprite, pose); shows && of == message && part.Name == "time" {
				times = append(times, pose)
			}
		}
		if len(times) != 1 {
			t.Fatalf("at %v the time is seen %d times", at, len(times))
		}
		if x, y := times[0].X, times[0].Y; frames > 0 && max(math.Abs(x-last[0]), math.Abs(y-last[1])) > most {
			t.Errorf("at %v the time goes from %.1f to %.1f, %.1f", at, last, x, y)
		}
		last, frames = [2]float64{times[0].X, times[0].Y}, frames+1
	})
}
