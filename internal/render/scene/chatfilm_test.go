package scene

import (
	"regexp"
	"slices"
	"testing"

	"mockup/internal/schema"
)

// Where the app counts how much of a video is left, each second is a look of its message, and the looks come again when the
// video begins again. Elsewhere, and of GIFs, nothing is counted.
func TestFilmLeft(t *testing.T) {
	label := regexp.MustCompile(`class="runs">(\d+:\d+)`)
	for platform, want := range map[string][]string{"telegram": {"0:03", "0:02", "0:01"}, "x": {"0:03", "0:02", "0:01"}, "whatsapp": {"0:03"}} {
		hold := 6.0
		props := &schema.ChatProps{Platform: platform, Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}}, Messages: []schema.ChatMessage{
			{ID: "a", UserID: "me", Type: "text", Text: "one", Timestamp: "2026-03-01T09:41:00Z"},
			{ID: "b", UserID: "leo", Type: "video", Timestamp: "2026-03-01T09:42:00Z", Video: &schema.ChatVideo{Poster: "x.png", File: "x.mp4", DurationSeconds: 3}, Timing: &schema.Timing{Hold: &hold}},
			{ID: "c", UserID: "leo", Type: "gif", Timestamp: "2026-03-01T09:43:00Z", GIF: &schema.Animation{Image: "x.gif", File: "x.mp4"}},
		}}
		board := buildVideo(t, schema.Chats, platform, props, nil).Storyboard
		var labels, seen []string
		for _, step := range board.Steps {
			for _, put := range step.Put {
				if found := label.FindStringSubmatch(board.Items[put].HTML); found != nil {
					labels = append(labels, found[1])
				}
			}
		}
		for _, item := range board.Items {
			if found := label.FindStringSubmatch(item.HTML); found != nil && !slices.Contains(seen, found[1]) {
				seen = append(seen, found[1])
			}
		}
		if !slices.Equal(seen, want) {
			t.Errorf("%s: the looks say %v, want %v", platform, seen, want)
		}
		if again := append(slices.Clone(want), want[0]); len(want) > 1 && (len(labels) < 6 || !slices.Equal(labels[:len(again)], again)) {
			t.Errorf("%s: the video says one after the other %v, want %v and so on", platform, labels, again)
		}
	}
}
