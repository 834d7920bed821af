package render

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
	"mockup/templates"
)

// withSigns are the platforms of a sample that show a bubble while somebody types.
func withSigns(t *testing.T) []string {
	return slices.DeleteFunc(SomePlatforms(t, schema.Chats), func(platform string) bool {
		manifest, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		return !slices.Contains(manifest.Options.Chat.Typing, "bubble")
	})
}

// arrivalOf is a video in which a receiver types a text, as message 15.
func arrivalOf(t *testing.T, platform, text string) *schema.Payload {
	t.Helper()
	p := reactionsTo(t, platform, 16)
	props := p.Props.(*schema.ChatProps)
	props.Messages[14].UserID = props.Sender.ID
	props.Messages[15].UserID, props.Messages[15].Text = props.Receivers[0].ID, text
	return p
}

// A message of one line begins as wide as the sign that it is being typed, and grows to its width step by step.
func TestLineGrowsOutOfTyping(t *testing.T) {
	t.Parallel()
	for _, platform := range withSigns(t) {
		t.Run(platform, func(t *testing.T) {
			sign, last, end := 0.0, 0.0, 0.0 // right sides
			var steps []float64
			eachFrame(t, arrivalOf(t, platform, "that is what I heard"), func(v *video.Video, _ time.Duration, poses []composite.Pose) {
				for i, sprite := range v.Geometry.Sprites {
					if sprite.Grow == nil {
						continue
					}
					if v.Board.Items[sprite.Item].Key == storyboard.TypingKey && poses[i].Visible {
						sign, last = poses[i].X+float64(sprite.Grow.Rect().Max.X), 0
					}
					if message, shows := messageOf(v, i, poses[i]); shows && message == 15 {
						right := rightSide(v, poses, i)
						if last == 0 {
							last = sign
						}
						steps, last, end = append(steps, right-last), right, poses[i].X+float64(sprite.Bubble.Rect().Max.X)
					}
				}
			})
			way := end - sign
			if way < 20 || last != end {
				t.Fatalf("the sign ends at %.0f, the bubble at %.0f and later at %.0f", sign, last, end)
			}
			if most := slices.Max(steps); most > 0.35*way {
				t.Errorf("of %.0f pixels, the bubble grows by %.0f in a frame", way, most)
			}
		})
	}
}

// rightSide is where the bubble of a sprite ends at its middle, as it is seen by itself or by its pieces.
func rightSide(v *video.Video, poses []composite.Pose, sprite int) float64 {
	own := v.Geometry.Sprites[sprite]
	bubble, right := own.Bubble.Rect(), 0.0
	y := poses[sprite].Y + float64(bubble.Min.Y+bubble.Max.Y)/2
	see := func(p composite.Pose) {
		if p.Visible && y >= p.Y+p.Clip.Top && y < p.Y+float64(own.Cell[3])-p.Clip.Bottom {
			right = max(right, p.X+min(float64(own.Cell[2])-p.Clip.Right, float64(bubble.Max.X)))
		}
	}
	see(poses[sprite])
	for k, of := range v.Timeline.Pieces() {
		if of == sprite {
			see(poses[len(v.Geometry.Sprites)+len(v.Geometry.Parts)+k])
		}
	}
	return right
}

// Emoji that stand alone without a bubble are seen as a whole, and not cut at the edge of one.
func TestEmojiArriveAsAWhole(t *testing.T) {
	t.Parallel()
	for _, platform := range withSigns(t) {
		t.Run(platform, func(t *testing.T) {
			seen := false
			eachFrame(t, arrivalOf(t, platform, "😂"), func(v *video.Video, at time.Duration, poses []composite.Pose) {
				for i, sprite := range v.Geometry.Sprites {
					message, shows := messageOf(v, i, poses[i])
					if !shows || message != 15 || sprite.Grow == nil || sprite.Words != nil {
						continue
					}
					seen = true
					if clip := poses[i].Clip; clip.Right != 0 || inPieces(v, i, poses) && poses[i].Scale == 1 {
						t.Errorf("at %v the emoji is cut: %+v", at, clip)
					}
				}
			})
			if !seen && platform != "whatsapp" {
				t.Error("no emoji without a bubble is seen")
			}
		})
	}
}

// A message that is answered, above the bubble of an answer that grows out of the typing indicator, is not seen before the list has made room
// for nearly all of it.
func TestAnsweredComesAsAWhole(t *testing.T) {
	t.Parallel()
	const margin, faint = 12.0, 0.05 // CSS pixels that are free above it
	for _, platform := range withSigns(t) {
		t.Run(platform, func(t *testing.T) {
			p := arrivalOf(t, platform, strings.Repeat("so many words ", 12))
			p.Props.(*schema.ChatProps).Messages[15].ReplyTo = "m14"
			above := 0 // pieces
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				for k, of := range v.Timeline.Pieces() {
					pose := poses[len(v.Geometry.Sprites)+len(v.Geometry.Parts)+k]
					if of >= len(v.Geometry.Sprites) || !pose.Visible {
						continue
					}
					sprite := v.Geometry.Sprites[of]
					message, _ := messageOf(v, of, pose)
					if message != 15 || sprite.Bubble[1] < 40 || float64(sprite.Cell[3])-pose.Clip.Bottom > float64(sprite.Bubble[1])+2 {
						continue
					}
					above++
					if pose.Clip.Top > margin && pose.Opacity > faint {
						t.Errorf("at %v the answered message is seen with opacity %.2f where %.0f pixels of it are cut off", at, pose.Opacity, pose.Clip.Top)
					}
				}
			})
			if above == 0 && slices.Contains([]string{"imessage", "instagram", "messenger"}, platform) {
				t.Error("no answered message is seen above the bubble")
			}
		})
	}
}

// The name in the bubble of WhatsApp's typing indicator stays as the message takes its place: only the other words fade in.
func TestNameStaysAsWordsFadeIn(t *testing.T) {
	t.Parallel()
	p := arrivalOf(t, "whatsapp", "that is what I heard")
	props := p.Props.(*schema.ChatProps)
	props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Us"}
	props.Receivers = append(props.Receivers[:1], schema.ChatUser{ID: "other", Name: "Ann"})
	hidden := 0
	eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
		first := len(v.Geometry.Sprites) + len(v.Geometry.Parts)
		for k, of := range v.Timeline.Pieces() {
			words := v.Timeline.Hides(first + k)
			if len(words) == 0 {
				continue
			}
			if message, shows := messageOf(v, of, poses[first+k]); !shows || message != 15 {
				continue
			}
			hidden++
			if texts := v.Geometry.Sprites[of].Texts; len(texts) < 2 || slices.Contains(words, texts[0]) || !slices.Contains(words, texts[1]) {
				t.Fatalf("at %v %v is hidden of the name and the words, which are %v", at, words, texts)
			}
		}
	})
	if hidden == 0 {
		t.Error("no words fade in")
	}
}
