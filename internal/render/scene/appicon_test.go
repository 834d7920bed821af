package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
)

func TestToday(t *testing.T) {
	day := time.Date(2026, time.February, 2, 5, 58, 0, 0, time.UTC)
	for _, test := range []struct {
		label, clock string
		want         Today
	}{
		{"", "6:58", Today{"MON", 2, 209, 348}},
		{"Friday, March 13", "21:00", Today{"FRI", 13, 270, 0}},
		{"Fri 13 Mar", "12:30 AM", Today{"FRI", 13, 15, 180}},
		{"Freitag, 13. März", "soon", Today{"MON", 2, 304, 54}},
		{"Friday, week 54", "", Today{"MON", 2, 304, 54}},
	} {
		if got := newToday(test.label, day, test.clock); got != test.want {
			t.Errorf("%q at %q: %v, want %v", test.label, test.clock, got, test.want)
		}
	}
}

// The calendar and the clock show what the lock screen says.
func TestIconsShowTheDay(t *testing.T) {
	sc, _ := buildLock(t, schema.NotificationProps{
		Device: schema.Device{StatusBarTime: "6:58"}, Timestamp: "2026-02-02T05:58:00Z",
		Notifications: []schema.NotificationItem{{ID: "a", IconPreset: "calendar"}, {ID: "b", IconPreset: "clock"}},
	})
	var page strings.Builder
	if err := sc.Template.Execute(&page, sc.View); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">MON</text>", ">2</text>", "rotate(209 30 30)", "rotate(348 30 30)"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// The home screen has the phone's apps first, then those of the notifications, each once, and no more than there is room for.
func TestHomeApps(t *testing.T) {
	home := func(presets ...string) (keys []string) {
		var items []schema.NotificationItem
		for _, preset := range presets {
			items = append(items, schema.NotificationItem{ID: preset, Title: "t", IconPreset: preset})
		}
		lock := buildVideo(t, schema.Notifications, "ios", &schema.NotificationProps{Platform: "ios", Unlock: true, Notifications: items}, nil).View.Body.(*LockScreen)
		for _, app := range lock.Home {
			if app.Name == "" {
				t.Errorf("%s has no name", app.App)
			}
			keys = append(keys, app.App)
		}
		return keys
	}
	keys := home("slack", "imessage", "findmy", "battery", "slack", "x", "mail", "myspace")
	if len(keys) != homeRoom || !slices.Equal(keys[:16], onHome) || !slices.Equal(keys[16:20], []string{"slack", "findmy", "x", "whatsapp"}) {
		t.Errorf("the apps are %q", keys)
	}
	many := home("slack", "uber", "airbnb", "duolingo", "strava", "tinder", "bumble", "reddit", "twitch", "zoom")
	if len(many) != homeRoom || many[homeRoom-1] != "reddit" {
		t.Errorf("with many notifications the apps are %q", many)
	}
}

// In a chat the calendar shows the day of the conversation.
func TestCalendarInChat(t *testing.T) {
	props := &schema.ChatProps{
		Platform: "whatsapp", Sender: schema.ChatUser{ID: "me"}, Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}},
		Messages: []schema.ChatMessage{{ID: "m1", UserID: "leo", Type: "text", Text: "Hi", Timestamp: "2026-02-02T05:58:00Z"}},
	}
	video := &schema.VideoSettings{Changes: []schema.VideoChange{{After: "m1", Delay: secs(1), Notification: &schema.Banner{Title: "Now", Text: "Go", IconPreset: "calendar"}}}}
	for _, item := range buildVideo(t, schema.Chats, "whatsapp", props, video).Storyboard.Items {
		if item.Key == "banner 0" && strings.Contains(item.HTML, ">MON</text>") && strings.Contains(item.HTML, ">2</text>") {
			return
		}
	}
	t.Error("no notification shows MON 2")
}
