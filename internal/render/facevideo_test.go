package render

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// besideAll are the platforms whose direct chats show a face below the last message of a run, beside the messages.
var besideAll = []string{"tinder", "onlyfans", "tiktok"}

// The face beside the typing indicator stays whole as a tall message grows out of that, also while the keyboard comes up, and goes
// nowhere in one step.
func TestFaceStaysAsMessageGrows(t *testing.T) {
	t.Parallel()
	const most = 0.45 // of its whole way, in one frame
	for _, platform := range withSigns(t) {
		t.Run(platform, func(t *testing.T) {
			p := arrivalOf(t, platform, strings.Repeat("so many words ", 12))
			p.Video.Keyboard = true
			props := p.Props.(*schema.ChatProps)
			typing, hold, sent := 1.2, 1.2, props.Messages[14]
			props.Messages[15].Timing = &schema.Timing{Hold: &hold}
			sent.ID, sent.Reactions, sent.Timing = "m16", nil, &schema.Timing{Typing: &typing}
			props.Messages = append(props.Messages, sent)
			var ys []float64 // of the face, from the sign's last place on
			sign := math.NaN()
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				for i, sprite := range v.Geometry.Sprites {
					if !sprite.Face || !poses[i].Visible {
						continue
					}
					if v.Board.Items[sprite.Item].Key == storyboard.TypingKey {
						sign = poses[i].Y
					}
					message, shows := messageOf(v, i, poses[i])
					if !shows || message != 15 {
						continue
					}
					if len(ys) == 0 {
						ys = append(ys, sign)
					}
					ys = append(ys, poses[i].Y)
					if poses[i].Opacity < 1 || poses[i].Clip != (composite.Inset{}) {
						t.Errorf("at %v the face is seen with opacity %.2f and cut by %v", at, poses[i].Opacity, poses[i].Clip)
					}
				}
			})
			if len(ys) == 0 && slices.Contains(besideAll, platform) {
				t.Fatal("no face is seen")
			}
			for i := 1; i < len(ys); i++ {
				if step, way := math.Abs(ys[i]-ys[i-1]), slices.Max(ys)-slices.Min(ys); step > max(4, most*way) || math.IsNaN(step) {
					t.Errorf("of %.0f pixels, the face goes %.0f in frame %d", way, step, i)
				}
			}
		})
	}
}

// Where somebody stops typing without a message, the face that is beside the typing indicator glides back to their message above. There
// is one face all the time. What stands below that message again, as its time, is not seen on the sign that fades out.
func TestFaceGoesBackFromTyping(t *testing.T) {
	t.Parallel()
	const seen, apart = 0.25, 20.0 // pixels, in one frame
	for _, platform := range withSigns(t) {
		t.Run(platform, func(t *testing.T) {
			p := arrivalOf(t, platform, "that is what I heard")
			props := p.Props.(*schema.ChatProps)
			stops, delay := props.Messages[15], 0.6
			stops.ID, stops.Type, stops.Text, stops.Reactions = "m16", "typing", "", nil
			props.Messages = append(props.Messages, stops, props.Messages[14])
			props.Messages[17].ID, props.Messages[17].Reactions, props.Messages[17].Timing = "m17", nil, &schema.Timing{Delay: &delay}
			last, signs := math.NaN(), 0
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				var faces []float64
				sign, below := 0.0, 0.0 // opacity
				for i, sprite := range v.Geometry.Sprites {
					message, shows := messageOf(v, i, poses[i])
					ofSign := v.Board.Items[sprite.Item].Key == storyboard.TypingKey && poses[i].Visible
					switch {
					case !ofSign && (!shows || message != 15):
					case sprite.Face:
						faces = append(faces, poses[i].Y)
					case ofSign && sprite.Grow != nil:
						sign = poses[i].Opacity
					case !ofSign && sprite.Grow == nil && i > tallest(v, sprite.Item):
						below = poses[i].Opacity
					}
				}
				_, there := messageShown(v, poses, 15)
				if !there {
					return
				}
				if sign > 0 {
					signs++
				}
				if min(sign, below) > seen {
					t.Errorf("at %v the sign is seen with opacity %.2f, and what is below the message with %.2f", at, sign, below)
				}
				if len(faces) > 1 || len(faces) == 0 && slices.Contains(besideAll, platform) {
					t.Errorf("at %v there are %d faces", at, len(faces))
				}
				if len(faces) == 1 {
					if way := math.Abs(faces[0] - last); way > apart {
						t.Errorf("at %v the face goes %.0f pixels", at, way)
					}
					last = faces[0]
				}
			})
			if signs == 0 {
				t.Error("no sign is seen below the message")
			}
		})
	}
}

// Where no sign shows in the list that somebody types, the face beside a group of messages glides from one to the next and is seen all the time.
func TestFaceGlidesToNextOfGroup(t *testing.T) {
	t.Parallel()
	const whole, farthest = 0.99, 80.0 // farthest in one frame, pixels
	p := inGroup(t, "telegram")
	props := p.Props.(*schema.ChatProps)
	props.Messages = props.Messages[:4]
	for i := range props.Messages {
		props.Messages[i].Reactions = nil
	}
	last, beside := math.NaN(), map[int]bool{} // beside which messages it is seen
	eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
		if _, there := messageShown(v, poses, 2); !there {
			return
		}
		opacity, y := 0.0, 0.0
		for i, sprite := range v.Geometry.Sprites {
			if message, shows := messageOf(v, i, poses[i]); shows && sprite.Face && message >= 2 && poses[i].Opacity > opacity {
				opacity, y = poses[i].Opacity, poses[i].Y
				beside[message] = true
			}
		}
		if !math.IsNaN(last) && (opacity < whole || math.Abs(y-last) > farthest) {
			t.Errorf("at %v the face is at %.0f after %.0f, with opacity %.2f", at, y, last, opacity)
		}
		if opacity >= whole {
			last = y
		}
	})
	if len(beside) != 2 {
		t.Errorf("the face is seen beside the messages %v, want 2 and 3", beside)
	}
}

// messageShown is the sprite that shows a message, and whether there is one.
func messageShown(v *video.Video, poses []composite.Pose, number int) (sprite int, there bool) {
	for i := range v.Geometry.Sprites {
		if message, shows := messageOf(v, i, poses[i]); shows && message == number {
			return i, true
		}
	}
	return 0, false
}
