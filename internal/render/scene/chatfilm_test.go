package scene

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
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

// All films together count down for three minutes, each for one at most, the first of them first. A warning names the first that counts for
// fewer seconds than it could.
func TestFilmsLeftTogether(t *testing.T) {
	for films, want := range map[int]int{1: 60, 3: 180, 5: 180} {
		props := &schema.ChatProps{Platform: "telegram", Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}}}
		hold := 90.
		for i := range films {
			props.Messages = append(props.Messages, schema.ChatMessage{
				ID: strconv.Itoa(i), UserID: "leo", Type: "video", Timestamp: "2026-03-01T09:42:00Z", Timing: &schema.Timing{Hold: &hold},
				Video: &schema.ChatVideo{Poster: "x.png", File: "x.mp4", DurationSeconds: 600},
			})
		}
		scene := buildVideo(t, schema.Chats, "telegram", props, nil)
		label, seen := regexp.MustCompile(`class="runs">(\d+:\d+)`), map[string]bool{}
		for _, item := range scene.Storyboard.Items {
			if found := label.FindStringSubmatch(item.HTML); found != nil && found[1] != "10:00" {
				seen[item.Key+" "+found[1]] = true
			}
		}
		if len(seen) != want {
			t.Errorf("%d films: %d seconds, want %d", films, len(seen), want)
		}
		warned := warnings(scene, "adjusted")
		if films <= 3 && len(warned) > 0 || films > 3 && (len(warned) != 1 || !strings.HasPrefix(warned[0], "props.messages.3.video: ")) {
			t.Errorf("%d films: warnings are %v", films, warned)
		}
	}
}
