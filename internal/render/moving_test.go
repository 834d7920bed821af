package render

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"mockup/internal/schema"
)

// unlock has a lock screen be unlocked in the end.
func unlock(framed bool) func(*schema.Payload) {
	return func(p *schema.Payload) {
		props := p.Props.(*schema.NotificationProps)
		props.Unlock, props.ShowDeviceFrame = true, framed
	}
}

// votes makes a chat one with a poll whose votes come in.
func votes(p *schema.Payload) {
	props, after := p.Props.(*schema.ChatProps), 1.
	m := &props.Messages[1]
	m.Type, m.Text, m.Images = "poll", "", nil
	m.Poll = &schema.ChatPoll{Question: "Where?", VotesAfter: &after, Options: []schema.ChatPollOption{{Text: "Here", By: []string{props.Sender.ID, props.Receivers[0].ID}}, {Text: "There", Votes: 3}}}
	props.Messages = props.Messages[:2]
}

// film makes a chat one in which a video plays that shows its own poster, so that the page looks as each of its frames.
func film(t *testing.T) func(*schema.Payload) {
	poster := image.NewNRGBA(image.Rect(0, 0, 300, 400))
	for i := range 300 * 400 {
		poster.SetNRGBA(i%300, i/300, color.NRGBA{uint8(i % 300 / 2), uint8(i / 300 / 2), 140, 255})
	}
	var data bytes.Buffer
	if err := png.Encode(&data, poster); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	picture, clip := filepath.Join(dir, "poster.png"), filepath.Join(dir, "clip.mkv")
	if err := os.WriteFile(picture, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("ffmpeg", "-v", "error", "-loop", "1", "-i", picture, "-t", "0.5", "-r", "30", "-pix_fmt", "bgr0", "-c:v", "ffv1", clip).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	video, err := os.ReadFile(clip)
	if err != nil {
		t.Fatal(err)
	}
	return func(p *schema.Payload) {
		props := p.Props.(*schema.ChatProps)
		m := &props.Messages[1]
		m.Type, m.Text, m.Images = "video", "", nil
		m.Video = &schema.ChatVideo{
			DurationSeconds: 6, Poster: schema.ImageRef("data:image/png;base64," + base64.StdEncoding.EncodeToString(data.Bytes())),
			File: schema.VideoRef("data:video/x-matroska;base64," + base64.StdEncoding.EncodeToString(video)),
		}
		m.Reactions = []schema.Reaction{{Emoji: "👍", By: []string{props.Sender.ID}}}
		props.Messages = props.Messages[:min(4, len(props.Messages))]
	}
}
