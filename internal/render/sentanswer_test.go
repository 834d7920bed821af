package render

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// An answer is seen a frame after it is sent at the latest, with a keyboard and without, although the list must make room for what is answered
// above its bubble. Both come as one, and nothing is cut off at the end of the list.
func TestSentAnswerIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	for _, platform := range chatsThatShow(t, "replyTo") {
		for _, keyboard := range []bool{false, true} {
			for _, count := range []int{3, 16} {
				t.Run(fmt.Sprintf("%s, keyboard %v, %d messages", platform, keyboard, count), func(t *testing.T) {
					p := reactionsTo(t, platform, count)
					p.Video.Keyboard = keyboard
					props := p.Props.(*schema.ChatProps)
					for i := range props.Messages {
						props.Messages[i].Reactions, props.Messages[i].UserID = nil, props.Receivers[0].ID
					}
					sent := &props.Messages[count-1]
					sent.UserID, sent.Text, sent.ReplyTo = props.Sender.ID, "That is what I meant", fmt.Sprint("m", count-2)
					checkSent(t, p, count-1)
				})
			}
		}
	}
}

// checkSent checks that a message that is sent, or what it answers above it, is seen in time and whole, given its number.
func checkSent(t *testing.T, p *schema.Payload, message int) {
	t.Helper()
	const perFrame, pale = time.Second / 30, 0.2
	sent, seen := time.Duration(-1), time.Duration(-1)
	eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
		if sent < 0 {
			i := slices.IndexFunc(v.Board.Cues, func(c storyboard.Cue) bool { return c.Kind == storyboard.CueSend })
			sent = v.Board.Cues[i].At
		}
		for i, sprite := range v.Geometry.Sprites {
			if of, shows := messageOf(v, i, poses[i]); !shows || of != message || !sprite.Message || poses[i].Opacity < pale {
				continue
			}
			if cut := poses[i].Clip.Top; cut > 0 {
				t.Errorf("at %v %.0f pixels of the message sent at %v are cut off above", at, cut, sent)
			}
			if edge(poses[i], 0) < composerEnd(v, poses) && seen < 0 {
				seen = at
			}
		}
	})
	if seen < 0 || seen >= sent+2*perFrame {
		t.Errorf("a message that is sent at %v is first seen at %v", sent, seen)
	}
}

// composerEnd is down to where messages are seen: where the composer begins, or where it ends if it is glass.
func composerEnd(v *video.Video, poses []composite.Pose) float64 {
	for i, sprite := range v.Geometry.Sprites {
		if v.Board.Items[sprite.Item].Key == storyboard.ComposerKey && poses[i].Visible {
			if len(sprite.Backdrops) > 0 || len(v.Geometry.Backdrops) > 0 {
				return poses[i].Y + float64(sprite.Cell[3])
			}
			return poses[i].Y
		}
	}
	return float64(v.Geometry.View.Rect().Max.Y)
}
