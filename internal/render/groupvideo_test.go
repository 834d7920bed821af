package render

import (
	"fmt"
	"math"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// inGroup is a video of a group whose members go on typing after messages of their own, and react to those that have a name or an answered
// message above them.
func inGroup(t *testing.T, platform string) *schema.Payload {
	t.Helper()
	p := samplePayload(t, schema.Chats, platform)
	p.RenderKind, p.ResolutionScale, p.Video = schema.Video, "1x", &schema.VideoSettings{}
	props := p.Props.(*schema.ChatProps)
	me, ann := props.Sender.ID, props.Receivers[0]
	props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Us"}
	props.Receivers = []schema.ChatUser{ann, {ID: "zoe", Name: "Zoe"}}
	props.Messages = nil
	typing, hold, after := 0.8, 1.6, 0.7
	for i, said := range []struct{ user, text, answers, reacts string }{
		{me, "Who has seen it?", "", ""}, {ann.ID, "I have, and it was very near", "", "zoe"}, {"zoe", "", "", ann.ID}, {"zoe", "This one?", "", me},
		{ann.ID, "Yes, that is the one that I have seen from the stairs", "m2", "zoe"}, {ann.ID, "Run", "", ""},
	} {
		m := schema.ChatMessage{
			ID: fmt.Sprint("m", i), UserID: said.user, Type: "text", Text: said.text, Status: "read", ReplyTo: said.answers,
			Timestamp: schema.Instant(fmt.Sprintf("2026-05-16T08:00:%02dZ", i)), Timing: &schema.Timing{Typing: &typing, Hold: &hold},
		}
		if said.text == "" {
			m.Type, m.Images = "image", []schema.ChatImage{{ID: "p", Data: "../media/photos/aurora.jpg"}}
		}
		if said.reacts != "" {
			m.Reactions = []schema.Reaction{{Emoji: "🔥", By: []string{said.reacts}, After: &after}}
		}
		props.Messages = append(props.Messages, m)
	}
	return p
}

// A message whose row gets another look is never paler than in its looks, also if it stands below a name: some look of it is whole.
func TestMessagesDoNotTurnPale(t *testing.T) {
	t.Parallel()
	const whole = 0.99
	for _, platform := range chatsThatShow(t, "groups") {
		t.Run(platform, func(t *testing.T) {
			came := map[int]int{} // the frames in which each message was seen since it was whole
			eachFrame(t, inGroup(t, platform), func(v *video.Video, at time.Duration, poses []composite.Pose) {
				shown := map[int]float64{}
				see := func(sprite int, pose composite.Pose) {
					message, shows := messageOf(v, sprite, pose)
					if shows && sprite == tallest(v, v.Geometry.Sprites[sprite].Item) {
						shown[message] = max(shown[message], pose.Opacity)
					}
				}
				for i := range v.Geometry.Sprites {
					see(i, poses[i])
				}
				for i, of := range v.Timeline.Pieces() {
					if of < len(v.Geometry.Sprites) {
						see(of, poses[len(v.Geometry.Sprites)+len(v.Geometry.Parts)+i])
					}
				}
				for message, opacity := range shown {
					if came[message] > 0 && opacity < whole {
						t.Errorf("at %v message %d is seen with opacity %.2f", at, message, opacity)
					}
					if came[message] > 0 || opacity >= whole {
						came[message]++
					}
				}
			})
			for message := range 6 {
				if came[message] == 0 {
					t.Errorf("message %d is never seen as a whole", message)
				}
			}
		})
	}
}

// tallest is the sprite of an item that is higher than the others: the message, beside its name, its face and its receipt.
func tallest(v *video.Video, item int) int {
	first := v.Geometry.Items[item].First
	highest := first
	for i := first; i < v.Geometry.End(item); i++ {
		if v.Geometry.Sprites[i].Cell[3] > v.Geometry.Sprites[highest].Cell[3] {
			highest = i
		}
	}
	return highest
}

// Where a face stands beside the last message of somebody who types again, it goes down to the sign of that without a jump, and is seen
// all the time, also if the message has a mark of those who have seen it.
func TestFaceGoesDownToTyping(t *testing.T) {
	t.Parallel()
	const most = 26.0 // pixels that a list goes in its first frame
	for _, platform := range chatsThatShow(t, "groups") {
		t.Run(platform, func(t *testing.T) {
			last, typing := math.NaN(), false // where the lowest face was, and whether somebody typed
			eachFrame(t, inGroup(t, platform), func(v *video.Video, at time.Duration, poses []composite.Pose) {
				lowest, ofSign, opacity := math.NaN(), false, 0.0
				for i, sprite := range v.Geometry.Sprites {
					key := v.Board.Items[sprite.Item].Key
					if sprite.Face && poses[i].Visible && !(poses[i].Y <= lowest) {
						lowest, ofSign, opacity = poses[i].Y, key == storyboard.TypingKey, poses[i].Opacity
					}
				}
				if begins := ofSign && !typing; begins && again(v, at) && (math.Abs(lowest-last) > most || opacity < 1) {
					t.Errorf("at %v the face goes from %.0f to %.0f, and is seen with opacity %.2f", at, last, lowest, opacity)
				}
				last, typing = lowest, ofSign
			})
		})
	}
}

// again reports whether the message that is typed at a time is one of the same person as the one before, in the payload of inGroup.
func again(v *video.Video, at time.Duration) bool {
	count := 0 // of messages that are there
	for _, cue := range v.Board.Cues {
		if (cue.Kind == storyboard.CueArrive || cue.Kind == storyboard.CueSend) && cue.At <= at {
			count++
		}
	}
	return count == 3 || count == 5
}
