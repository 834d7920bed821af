package scene

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// datesShown lists which dividers and times of reading a video shows after each step in which they change, in the order of the list.
func datesShown(s *storyboard.Storyboard) (shown []string) {
	tags := regexp.MustCompile(`<[^>]*>`)
	dates := regexp.MustCompile(`(?s)<div class="date">.*?</div>|<b>Read</b>[^<]*`)
	items, order := map[string]string{}, []string{}
	for _, step := range s.Steps {
		for _, i := range step.Put {
			if item := s.Items[i]; item.Slot == "rows" {
				if _, there := items[item.Key]; !there {
					order = append(order, item.Key)
				}
				items[item.Key] = strings.Join(dates.FindAllString(item.HTML, -1), " ")
			}
		}
		now := ""
		for _, key := range order {
			now += tags.ReplaceAllString(items[key], "") + " "
		}
		if now = strings.Join(strings.Fields(now), " "); len(shown) == 0 || shown[len(shown)-1] != now {
			shown = append(shown, now)
		}
	}
	return shown
}

// Where the clock follows the messages, a day is "Today" until the first message of the next one comes.
func TestDaysFollowTheClock(t *testing.T) {
	days := func(p *schema.ChatProps) {
		for i, at := range []schema.Instant{"2026-06-03T22:58:00Z", "2026-06-03T22:59:00Z", "2026-06-04T00:01:00Z"} {
			p.Messages[i].Timestamp, p.Messages[i].Status = at, "read"
		}
		p.Timezone = "UTC"
	}
	for _, test := range []struct {
		platform, clock string
		want            []string
	}{
		{"whatsapp", "follow", []string{"Today", "Yesterday Today"}},
		{"whatsapp", "", []string{"Yesterday", "Yesterday Today"}},
		{"imessage", "follow", []string{"Today 22:58", "Today 22:58 Read 22:59", "Yesterday 22:58 Read Yesterday Today 00:01"}},
	} {
		board := play(t, test.platform, &schema.VideoSettings{Clock: test.clock}, days, "in: One", "out: Two", "in: Three").Storyboard
		if got := datesShown(board); !slices.Equal(got, test.want) {
			t.Errorf("%s with the clock %q shows\n%q, want\n%q", test.platform, test.clock, got, test.want)
		}
	}
}

// There, the app also says when the receiver was last there as on the day that it is.
func TestLastSeenFollowsTheClock(t *testing.T) {
	change := func(p *schema.ChatProps) {
		for i, at := range []schema.Instant{"2026-06-03T22:58:00Z", "2026-06-03T22:59:00Z", "2026-06-04T00:01:00Z"} {
			p.Messages[i].Timestamp = at
		}
		p.Receivers[0].Presence, p.Receivers[0].LastSeen, p.Timezone = "offline", "2026-06-03T22:40:00Z", "UTC"
	}
	tags := regexp.MustCompile(`<[^>]*>`)
	for _, platform := range []string{"whatsapp", "telegram"} {
		board := play(t, platform, &schema.VideoSettings{Clock: "follow"}, change, "in: One", "out: Two", "out: Three").Storyboard
		var said []string
		for _, step := range board.Steps {
			for _, i := range step.Put {
				if words := tags.ReplaceAllString(board.Items[i].HTML, ""); strings.Contains(words, "last seen") {
					said = append(said, strings.TrimSpace(words))
				}
			}
		}
		want := []string{"last seen today at 22:40", "last seen yesterday at 22:40"}
		if said = slices.Compact(said); !slices.Equal(said, want) {
			t.Errorf("%s says %q, want %q", platform, said, want)
		}
	}
}

// The clock goes to the time of a message with the sign that it is being typed, as the divider above the sign does. Where the list has no
// such sign, it goes with the message.
func TestClockGoesWithTheSign(t *testing.T) {
	days := func(p *schema.ChatProps) {
		for i, at := range []schema.Instant{"2026-06-03T22:58:00Z", "2026-06-03T22:59:00Z", "2026-06-04T00:01:00Z"} {
			p.Messages[i].Timestamp = at
		}
		p.Timezone, p.TimeNotation = "UTC", "24h"
	}
	for platform, sign := range map[string]bool{"whatsapp": true, "imessage": true, "slack": false} {
		board := play(t, platform, &schema.VideoSettings{Clock: "follow"}, days, "in: One", "out: Two", "in: Three").Storyboard
		found := false
		for _, step := range board.Steps {
			put := map[string]string{}
			for _, i := range step.Put {
				put[board.Items[i].Key] = board.Items[i].HTML
			}
			if !strings.Contains(put["clock"], "0:01") {
				continue
			}
			found = true
			_, typing := put[storyboard.TypingKey]
			_, comes := put[messageKey(2)]
			if typing != sign || comes == sign {
				t.Errorf("%s: the clock shows the time of the next message at %v, with its sign (%v) or with it (%v)", platform, step.At, typing, comes)
			}
		}
		if !found {
			t.Errorf("%s: the clock never shows the time of the last message", platform)
		}
	}
}
