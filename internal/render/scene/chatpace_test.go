package scene

import (
	"testing"
	"time"

	"mockup/internal/schema"
)

// Every message stays for as long as a short text at least, in the middle of a video and at its end, whatever it holds and whoever
// sends it. A message without words stays for longer than that in the middle, so that it is at rest for so long.
func TestLeastTimeOfMessages(t *testing.T) {
	const wordless, spoken = 1550 * time.Millisecond, 1200 * time.Millisecond
	const picture = schema.ImageRef("a.png")
	for name, tc := range map[string]struct {
		message schema.ChatMessage
		least   time.Duration
	}{
		"text":           {schema.ChatMessage{Type: "text", Text: "ok"}, spoken},
		"image":          {schema.ChatMessage{Type: "image", Images: []schema.ChatImage{{Data: picture}}}, wordless},
		"mixed":          {schema.ChatMessage{Type: "mixed", Text: "ok", Images: []schema.ChatImage{{Data: picture}}}, spoken},
		"voice":          {schema.ChatMessage{Type: "voice", Voice: &schema.Voice{DurationSeconds: 1}}, wordless},
		"call":           {schema.ChatMessage{Type: "call", Call: &schema.Call{}}, spoken},
		"event":          {schema.ChatMessage{Type: "event", Text: "x", Event: &schema.ChatEvent{Kind: "text"}}, spoken},
		"file":           {schema.ChatMessage{Type: "file", File: &schema.ChatFile{Name: "a"}}, spoken},
		"sticker":        {schema.ChatMessage{Type: "sticker", Sticker: &schema.Sticker{Emoji: "💃"}}, wordless},
		"gif":            {schema.ChatMessage{Type: "gif", GIF: &schema.Animation{Image: picture}}, wordless},
		"video":          {schema.ChatMessage{Type: "video", Video: &schema.ChatVideo{Poster: picture, DurationSeconds: 3}}, wordless},
		"location":       {schema.ChatMessage{Type: "location", Location: &schema.Location{}}, wordless},
		"named location": {schema.ChatMessage{Type: "location", Location: &schema.Location{Name: "Kiku"}}, spoken},
		"contact":        {schema.ChatMessage{Type: "contact", Contact: &schema.Contact{Name: "Bo"}}, spoken},
		"poll":           {schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: "?", Options: []schema.ChatPollOption{{Text: "a"}, {Text: "b"}}}}, spoken},
		"deleted":        {schema.ChatMessage{Type: "text", Text: "ok", Deleted: true}, spoken},
	} {
		for _, user := range []string{"a", "me"} {
			board := play(t, "whatsapp", nil, func(p *schema.ChatProps) {
				for _, i := range []int{1, 2, 3} {
					kept := p.Messages[i]
					p.Messages[i] = tc.message
					p.Messages[i].ID, p.Messages[i].Timestamp, p.Messages[i].UserID = kept.ID, kept.Timestamp, user
				}
			}, "in: One", "in: Two", "in: Three", "in: Four").Storyboard
			there := map[string]time.Duration{}
			for _, cue := range board.Cues {
				switch cue.Kind {
				case "arrive", "send", "event", "call":
					there[cue.ID] = cue.At
				}
			}
			middle, last := there["m2"]-there["m1"], board.Length-there["m3"]
			if there["m1"] == 0 || middle < tc.least || last < tc.least+chatOutro {
				t.Errorf("%s of %s: stays for %v in the middle, and for %v at the end; it is there at %v", name, user, middle, last, there["m1"])
			}
		}
	}
}
