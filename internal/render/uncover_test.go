package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/video"
	"mockup/internal/schema"
	"mockup/templates"
)

// A high message takes the place of the sign that it is being typed without being scaled if its bubble is around all that it shows. Else it is
// scaled, as a picture with words below it: its corners are round all the time.
func TestHighMessagesAreScaledWithoutRim(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		manifest, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(manifest.Options.Chat.Typing, "bubble") {
			continue
		}
		t.Run(platform, func(t *testing.T) {
			p := reactionsTo(t, platform, 16)
			props := p.Props.(*schema.ChatProps)
			props.Messages = append(props.Messages, highMessages(props.Receivers[0].ID, manifest)...)
			scaled, rimmed := map[int]bool{}, map[int]bool{} // of each message that is seen
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				for i, sprite := range v.Geometry.Sprites {
					message, shows := messageOf(v, i, poses[i])
					if !shows || message < 16 || sprite.Grow == nil {
						continue
					}
					scaled[message] = scaled[message] || poses[i].Scale != 1
					rimmed[message] = min(sprite.Rims[0], sprite.Rims[1]) > 1
				}
			})
			if len(scaled) != len(props.Messages)-16 {
				t.Errorf("%d messages are seen, want %d", len(scaled), len(props.Messages)-16)
			}
			for message, is := range scaled {
				if is == rimmed[message] {
					t.Errorf("message %q is scaled: %v, has a rim: %v", props.Messages[message].ID, is, rimmed[message])
				}
			}
		})
	}
}

// highMessages are those of a receiver which show more than words, as far as the platform has them.
func highMessages(from string, manifest templates.Manifest) []schema.ChatMessage {
	text, picture := strings.Repeat("so many words ", 8), schema.ImageRef("../media/photos/aurora.jpg")
	messages := []schema.ChatMessage{{Type: "mixed", Text: text, Images: []schema.ChatImage{{ID: "p", Data: picture}}}}
	if manifest.Fields["link"] {
		messages = append(messages, schema.ChatMessage{Type: "text", Text: text, Link: &schema.Link{Title: "The harbour", Site: "harbour.example", Image: picture}})
	}
	if manifest.Fields["file"] {
		messages = append(messages, schema.ChatMessage{Type: "file", Text: text, File: &schema.ChatFile{Name: "plan.pdf"}})
	}
	if manifest.Fields["poll"] {
		messages = append(messages, schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: "Where?", Options: []schema.ChatPollOption{{Text: "Bakery"}, {Text: "Pier"}}}})
	}
	typing := 0.8
	for i := range messages {
		messages[i].Timing = &schema.Timing{Typing: &typing}
		messages[i].ID, messages[i].UserID, messages[i].Timestamp = fmt.Sprint("high", i), from, "2026-05-16T08:00:00Z"
	}
	return messages
}

// A message that is answered and reaches behind the bubble of the answer is not seen at the corners of that before there is room for it.
func TestAnsweredReachesBehindBubble(t *testing.T) {
	t.Parallel()
	for _, platform := range []string{"messenger", "x"} {
		t.Run(platform, func(t *testing.T) {
			p := inGroup(t, platform)
			p.Props.(*schema.ChatProps).Messages[4].ReplyTo = "m0"
			var opacities []float64 // of what is answered, from the answer's first frame on
			eachFrame(t, p, func(v *video.Video, _ time.Duration, poses []composite.Pose) {
				for i, part := range v.Geometry.Parts {
					if message, shows := messageOf(v, part.Sprite, poses[part.Sprite]); shows && message == 4 && part.Name == "under" {
						opacities = append(opacities, poses[len(v.Geometry.Sprites)+i].Opacity)
					}
				}
			})
			if len(opacities) == 0 || opacities[0] != 0 || opacities[len(opacities)-1] != 1 {
				t.Errorf("what is answered is seen behind the answer with opacities %.2f", opacities)
			}
		})
	}
}

// A picture of Messages that is an answer grows out of the sign that it is being typed with the words below it, as one that is none.
func TestPictureThatAnswersGrows(t *testing.T) {
	t.Parallel()
	for name, answered := range map[string]string{"answer": "m0", "no answer": ""} {
		t.Run(name, func(t *testing.T) {
			p := inGroup(t, "imessage")
			message := &p.Props.(*schema.ChatProps).Messages[4]
			message.Type, message.Text, message.ReplyTo = "mixed", "Look at his face", answered
			message.Images = []schema.ChatImage{{ID: "p", Data: "../media/photos/aurora.jpg"}}
			var scales []float64
			eachFrame(t, p, func(v *video.Video, _ time.Duration, poses []composite.Pose) {
				for i, sprite := range v.Geometry.Sprites {
					if message, shows := messageOf(v, i, poses[i]); shows && message == 4 && sprite.Grow != nil {
						scales = append(scales, poses[i].Scale)
					}
				}
			})
			if len(scales) == 0 || scales[0] > 0.5 || scales[len(scales)-1] != 1 {
				t.Errorf("the picture is seen at the scales %.2f", scales)
			}
		})
	}
}
